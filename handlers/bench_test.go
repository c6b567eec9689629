//go:build unix

package handlers

import (
	"context"
	"database/sql"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/labstack/echo/v4"

	"fortythieves/game"
	"fortythieves/game/solver"
	"fortythieves/views"
)

// Beside the time, which waits for the disk, each benchmark reports the CPU time of the process. The
// requests do without a network, so it is that of the server.

// timed runs f, which gets the number of the round, as the body of a benchmark.
func timed(b *testing.B, f func(i int)) {
	b.Helper()
	b.ReportAllocs()
	b.ResetTimer()
	before := cpuTime(b)
	for i := range b.N {
		f(i)
	}
	b.ReportMetric(float64(cpuTime(b)-before)/float64(b.N)/1e3, "cpu-µs/op")
}

func cpuTime(b testing.TB) time.Duration {
	b.Helper()
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// The moves that are measured are those from the 90th to the 110th of a won game, so that the log
// has about 100 moves; then it is the turn of the next copy of the game.
const firstMove, manyMoves = 90, 20

// BenchmarkMoveRequest is a whole move as htmx posts it: session, load, replay, move, save, board. The
// goal is at most 1.5 times the CPU time of BenchmarkBareRequest.
func BenchmarkMoveRequest(b *testing.B) {
	for _, encoding := range []string{"identity", "gzip"} {
		b.Run(encoding, func(b *testing.B) {
			site, request := moveServer(b, b.N, encoding)
			timed(b, func(i int) { serve(b, site, request(i)) })
		})
	}
}

// moveRequest is a move as htmx posts it.
func moveRequest(path, body, encoding string) *http.Request {
	r := httptest.NewRequest("POST", origin+path, strings.NewReader(body))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Header.Set("Accept-Encoding", encoding)
	r.Header.Set("Sec-Fetch-Site", "same-origin")
	r.Header.Set("HX-Request", "true")
	return r
}

func serve(b *testing.B, h http.Handler, r *http.Request) {
	w := &sink{header: http.Header{}}
	h.ServeHTTP(w, r)
	if w.status != http.StatusOK {
		b.Fatalf("status %d", w.status)
	}
}

// sink is a ResponseWriter that keeps nothing of the body: a connection would not either.
type sink struct {
	header http.Header
	status int
}

func (s *sink) Header() http.Header         { return s.header }
func (s *sink) WriteHeader(status int)      { s.status = status }
func (s *sink) Write(b []byte) (int, error) { return len(b), nil }

// BenchmarkBareRequest is what a program without a game would do: a request to a bare Echo that reads a
// row, changes it and adds one, with the settings that the store has for SQLite.
func BenchmarkBareRequest(b *testing.B) {
	e := bareServer(b)
	timed(b, func(i int) { serve(b, e, moveRequest("/games/1/moves", "version=1&move=c3c7", "identity")) })
}

func bareServer(b testing.TB) http.Handler {
	file := "file:" + filepath.ToSlash(filepath.Join(b.TempDir(), "bare.db"))
	writer := bareDB(b, file+"?_txlock=immediate&_pragma=busy_timeout(5000)&_pragma=journal_mode(WAL)"+
		"&_pragma=synchronous(FULL)&_pragma=foreign_keys(1)", 1)
	for _, q := range []string{
		`CREATE TABLE games (id INTEGER PRIMARY KEY, version INTEGER NOT NULL, state TEXT NOT NULL) STRICT`,
		`CREATE TABLE moves (id INTEGER PRIMARY KEY, game_id INTEGER NOT NULL, move TEXT NOT NULL) STRICT`,
		`INSERT INTO games VALUES (1, 1, '')`,
	} {
		if _, err := writer.Exec(q); err != nil {
			b.Fatal(err)
		}
	}
	reader := bareDB(b, file+"?_pragma=busy_timeout(5000)&_pragma=query_only(1)", 4)
	load := prepare(b, reader, `SELECT version, state FROM games WHERE id = $1`)
	update := prepare(b, writer, `UPDATE games SET version = version + 1, state = $2 WHERE id = $1`)
	insert := prepare(b, writer, `INSERT INTO moves (game_id, move) VALUES ($1, $2)`)
	e := echo.New()
	e.POST("/games/:id/moves", func(c echo.Context) error {
		ctx, id, move := c.Request().Context(), c.Param("id"), c.FormValue("move")
		var version int64
		var state string
		if err := load.QueryRowContext(ctx, id).Scan(&version, &state); err != nil {
			return err
		}
		tx, err := writer.BeginTx(ctx, nil)
		if err != nil {
			return err
		}
		defer tx.Rollback()
		if _, err := tx.StmtContext(ctx, update).ExecContext(ctx, id, move); err != nil {
			return err
		}
		if _, err := tx.StmtContext(ctx, insert).ExecContext(ctx, id, move); err != nil {
			return err
		}
		if err := tx.Commit(); err != nil {
			return err
		}
		return c.String(http.StatusOK, "ok")
	})
	return e
}

func bareDB(b testing.TB, dsn string, connections int) *sql.DB {
	conn, err := sql.Open("sqlite", dsn)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { conn.Close() })
	conn.SetMaxOpenConns(connections)
	conn.SetMaxIdleConns(connections)
	return conn
}

func prepare(b testing.TB, conn *sql.DB, query string) *sql.Stmt {
	stmt, err := conn.Prepare(query)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { stmt.Close() })
	return stmt
}

// BenchmarkBoardFragment is the part of a move that is the views'.
func BenchmarkBoardFragment(b *testing.B) {
	g, _ := wonGame(b, "forty-thieves", firstMove)
	timed(b, func(int) {
		board := views.NewBoard(views.Page{L: views.English}, views.Table{ID: "id", Game: g, Version: 1})
		if err := views.BoardAnswer(board).Render(b.Context(), io.Discard); err != nil {
			b.Fatal(err)
		}
	})
}

// BenchmarkReplay is the part of a move that is the rules': the game from its log.
func BenchmarkReplay(b *testing.B) {
	g, _ := wonGame(b, "forty-thieves", firstMove)
	moves := game.FormatMoves(g.Moves())
	timed(b, func(int) {
		if _, err := game.Load(g.Variant(), g.Deal(), g.Cursor(), moves); err != nil {
			b.Fatal(err)
		}
	})
}

// BenchmarkMoveWhileTheSolverWorks is a move on one core while a review runs, the pool is filled and ten players ask
// for hints, again and again. The goal is a 99th percentile of 100 ms. Hints that are refused are counted.
func BenchmarkMoveWhileTheSolverWorks(b *testing.B) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	desk := solver.NewDesk(1, 0, 0)
	h := open(b, func(o *Options) { o.Desk = desk })
	work, stop := context.WithCancel(b.Context())
	var all sync.WaitGroup
	again := func(do func(n int)) {
		all.Go(func() {
			for n := 0; work.Err() == nil; n++ {
				do(n)
			}
		})
	}
	var refused, given atomic.Int64
	for i := range 10 {
		asker, version := h.browser(), int64(1)
		id := asker.plant(game.New(game.BySlug("maria"), uint32(i+1)), true)
		again(func(int) {
			switch asker.act(id, []string{"hint"}, version).status {
			case http.StatusServiceUnavailable:
				refused.Add(1)
				time.Sleep(100 * time.Millisecond) // as soon as anyone could press again
			default:
				given.Add(1)
				asker.act(id, []string{"moves", "move", "d"}, version+1)
				version += 2
			}
		})
	}
	again(func(n int) { // as a review does, and the filling of the pool
		if sv, err := desk.Acquire(work); err == nil {
			sv.Solve(work, game.BySlug("forty-thieves").Deal(uint32(n+1)), reviewBudget)
			desk.Release(sv)
		}
	})
	var player *browser
	var path string
	g, rest := wonGame(b, "forty-thieves", firstMove)
	var times []time.Duration
	b.ResetTimer()
	for i := range b.N {
		n := i % manyMoves
		if n == 0 {
			player = h.browser()
			path = "/games/" + player.plant(g, false) + "/moves"
		}
		r := moveRequest(path, fmt.Sprintf("version=%d&move=%s", n+1, rest[n]), "gzip")
		r.AddCookie(player.jar.Cookies(siteURL)[0])
		began := time.Now()
		serve(b, h.site, r)
		times = append(times, time.Since(began))
		time.Sleep(5 * time.Millisecond) // a player thinks; with no gap this would be the only one to work
	}
	b.StopTimer()
	stop()
	all.Wait()
	slices.Sort(times)
	for _, p := range []int{50, 99} {
		b.ReportMetric(float64(times[len(times)*p/100].Microseconds())/1e3, fmt.Sprintf("p%d-ms", p))
	}
	b.ReportMetric(float64(given.Load()), "hints")
	b.ReportMetric(float64(refused.Load()), "refused")
}
