//go:build unix

package db

import (
	"fmt"
	"math/rand/v2"
	"net/url"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"fortythieves/game"
)

// Beside the time, which waits for the disk, each benchmark reports the CPU time of the process.

// timed runs f as the body of a benchmark.
func timed(b *testing.B, f func()) {
	b.Helper()
	b.ReportAllocs()
	b.ResetTimer()
	before := cpu(b)
	for range b.N {
		f()
	}
	b.ReportMetric(float64(cpu(b)-before)/float64(b.N)/1e3, "µs-cpu/op")
}

func cpu(b *testing.B) time.Duration {
	b.Helper()
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// wander plays n legal moves at random.
func wander(tb testing.TB, v *game.Variant, n int) *game.Game {
	tb.Helper()
	for deal := uint32(1); deal < 1000; deal++ {
		g := game.New(v, deal)
		r := rand.New(rand.NewPCG(uint64(deal), 0))
		for len(g.Moves()) < n {
			legal := g.State().Legal()
			if len(legal) == 0 {
				break
			}
			m := legal[r.IntN(len(legal))]
			if m.From <= game.Waste && r.IntN(8) > 0 {
				continue
			}
			if err := g.Play(m); err != nil {
				tb.Fatal(err)
			}
		}
		if len(g.Moves()) == n {
			return g
		}
	}
	tb.Fatalf("no %d moves found", n)
	return nil
}

func benchGame(b *testing.B, s *Store, moves int) *Game {
	b.Helper()
	g := &Game{ID: "bench", Play: wander(b, game.BySlug("indian"), moves), Counted: true}
	if err := s.Begin(b.Context(), browser, g, noon); err != nil {
		b.Fatal(err)
	}
	return g
}

func BenchmarkSave(b *testing.B) {
	for _, moves := range []int{20, 300} {
		b.Run(fmt.Sprintf("moves=%d", moves), func(b *testing.B) {
			s := openStore(b)
			g := benchGame(b, s, moves)
			timed(b, func() {
				if err := s.Save(b.Context(), g, g.Touched.Add(time.Second)); err != nil {
					b.Fatal(err)
				}
			})
		})
	}
}

// BenchmarkBare is what a program without a game would do: one row changed and one added in a
// transaction.
func BenchmarkBare(b *testing.B) {
	db := pool(1, filepath.Join(b.TempDir(), "bare.db"), url.Values{"_txlock": {"immediate"}, "_pragma": {
		"busy_timeout(5000)", "journal_mode(WAL)", "synchronous(FULL)", "foreign_keys(1)"}})
	defer db.Close()
	for _, q := range []string{
		`CREATE TABLE games (id INTEGER PRIMARY KEY, version INTEGER NOT NULL, state TEXT NOT NULL) STRICT`,
		`CREATE TABLE moves (id INTEGER PRIMARY KEY, game_id INTEGER NOT NULL, move TEXT NOT NULL) STRICT`,
		`INSERT INTO games VALUES (1, 1, '')`,
	} {
		if _, err := db.ExecContext(b.Context(), q); err != nil {
			b.Fatal(err)
		}
	}
	update, err := db.Prepare(`UPDATE games SET version = version + 1, state = $2 WHERE id = $1`)
	if err != nil {
		b.Fatal(err)
	}
	insert, err := db.Prepare(`INSERT INTO moves (game_id, move) VALUES ($1, $2)`)
	if err != nil {
		b.Fatal(err)
	}
	timed(b, func() {
		tx, err := db.BeginTx(b.Context(), nil)
		if err != nil {
			b.Fatal(err)
		}
		if _, err := tx.Stmt(update).Exec(1, "c3c7"); err != nil {
			b.Fatal(err)
		}
		if _, err := tx.Stmt(insert).Exec(1, "c3c7"); err != nil {
			b.Fatal(err)
		}
		if err := tx.Commit(); err != nil {
			b.Fatal(err)
		}
	})
}

func BenchmarkPlayer(b *testing.B) {
	s := openStore(b)
	benchGame(b, s, 1)
	timed(b, func() {
		if _, err := s.Player(b.Context(), browser); err != nil {
			b.Fatal(err)
		}
	})
}

func BenchmarkGame(b *testing.B) {
	for _, moves := range []int{20, 300} {
		b.Run(fmt.Sprintf("moves=%d", moves), func(b *testing.B) {
			s := openStore(b)
			g := benchGame(b, s, moves)
			timed(b, func() {
				if _, err := s.Game(b.Context(), g.Player, g.ID); err != nil {
					b.Fatal(err)
				}
			})
		})
	}
}

// BenchmarkReplay is the part of BenchmarkGame that is not the database's.
func BenchmarkReplay(b *testing.B) {
	g := wander(b, game.BySlug("indian"), 300)
	text := game.FormatMoves(g.Moves())
	timed(b, func() {
		if _, err := game.Load(g.Variant(), g.Deal(), g.Cursor(), text); err != nil {
			b.Fatal(err)
		}
	})
}

func BenchmarkFormatMoves(b *testing.B) {
	g := wander(b, game.BySlug("indian"), 300)
	timed(b, func() { game.FormatMoves(g.Moves()) })
}

// BenchmarkMove is the store's part of a move: the player, the game, the save.
func BenchmarkMove(b *testing.B) {
	s := openStore(b)
	benchGame(b, s, 100)
	now := noon
	timed(b, func() {
		p, err := s.Player(b.Context(), browser)
		if err != nil {
			b.Fatal(err)
		}
		g, err := s.Game(b.Context(), p.ID, "bench")
		if err != nil {
			b.Fatal(err)
		}
		now = now.Add(time.Second)
		if err := s.Save(b.Context(), g, now); err != nil {
			b.Fatal(err)
		}
	})
}

func BenchmarkRecord(b *testing.B) {
	for _, n := range []int{100, 5000} {
		b.Run(fmt.Sprintf("games=%d", n), func(b *testing.B) {
			s := openStore(b)
			player := addPlayer(b, s)
			r := rand.New(rand.NewPCG(1, 1))
			for i := range n {
				addSettled(b, s, player, settled{
					variant: game.Variants[r.IntN(len(game.Variants))].Slug, won: r.IntN(3) == 0, at: int64(i)})
			}
			timed(b, func() {
				if _, err := s.Record(b.Context(), player); err != nil {
					b.Fatal(err)
				}
			})
		})
	}
}
