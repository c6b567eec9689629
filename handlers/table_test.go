//go:build unix

package handlers

import (
	"fmt"
	"io"
	"net/http"
	"os"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"fortythieves/views"
)

// The table of the README is made by one run of TestTheTableOfFigures with BENCH=1 (task bench). What is held
// on every machine are the ratios: both sides run one after the other, with the same durable writes.

// moveServer is a site with copies of a game, and how to post the next move of each in turn.
func moveServer(tb testing.TB, n int, encoding string) (http.Handler, func(i int) *http.Request) {
	h := open(tb, nil)
	g, rest := wonGame(tb, "forty-thieves", firstMove)
	var paths []string
	var cookies []*http.Cookie
	for range n/manyMoves + 64 { // more than are in flight
		player := h.browser() // of one not so many are open
		paths = append(paths, "/games/"+player.plant(g, false)+"/moves")
		cookies = append(cookies, player.jar.Cookies(siteURL)[0])
	}
	return h.site, func(i int) *http.Request {
		at, step := i%len(paths), i/len(paths)
		r := moveRequest(paths[at], fmt.Sprintf("version=%d&move=%s", step+1, rest[step]), encoding)
		r.AddCookie(cookies[at])
		return r
	}
}

// atOnce serves the requests from one number to another, so many of them at a time, and returns the CPU time and
// the time that they took.
func atOnce(tb testing.TB, site http.Handler, request func(i int) *http.Request, from, to, connections int) (cpu, took time.Duration) {
	next := make(chan int)
	var all sync.WaitGroup
	begun, cpuBegun := time.Now(), cpuTime(tb)
	for range connections {
		all.Go(func() {
			for i := range next {
				w := &sink{header: http.Header{}}
				if site.ServeHTTP(w, request(i)); w.status != http.StatusOK {
					tb.Errorf("status %d", w.status)
				}
			}
		})
	}
	for i := from; i < to; i++ {
		next <- i
	}
	close(next)
	all.Wait()
	return cpuTime(tb) - cpuBegun, time.Since(begun)
}

// inTurns makes moves and bare requests in turns, some hundred of each, so that what else the machine does meets
// both, and returns what a move costs and how many are made in a time, each by that of a bare request.
func inTurns(tb testing.TB, connections int) (cpu, rate float64) {
	const turn, all = 400, 16000
	site, move := moveServer(tb, all, "identity")
	bare := bareServer(tb)
	request := func(int) *http.Request { return moveRequest("/games/1/moves", "version=1&move=c3c7", "identity") }
	atOnce(tb, bare, request, 0, turn, connections)
	runtime.GC() // what was left by the setting up
	var moves, others struct{ cpu, took time.Duration }
	for i := 0; i < all; i += turn {
		c, t := atOnce(tb, site, move, i, i+turn, connections)
		moves.cpu, moves.took = moves.cpu+c, moves.took+t
		c, t = atOnce(tb, bare, request, i, i+turn, connections)
		others.cpu, others.took = others.cpu+c, others.took+t
	}
	return float64(moves.cpu) / float64(others.cpu), float64(others.took) / float64(moves.took)
}

func TestTheTableOfFigures(t *testing.T) {
	if os.Getenv("BENCH") != "1" {
		t.Skip("BENCH=1 makes the table")
	}
	var rows []string
	row := func(what, goal, format string, value float64) {
		rows = append(rows, fmt.Sprintf("| %s | %s | "+format+" |", what, goal, value))
	}
	for _, connections := range []int{1, 32} {
		cpu, rate := inTurns(t, connections)
		name := fmt.Sprintf("with %d connection", connections) + strings.Repeat("s", min(1, connections-1))
		row("CPU of a whole move ÷ of a bare request, "+name, "≤ 1.5", "%.2f", cpu)
		row("moves in a time ÷ bare requests, "+name, "≥ 0.7", "%.2f", rate)
	}
	fragment := testing.Benchmark(func(b *testing.B) {
		g, _ := wonGame(b, "forty-thieves", firstMove)
		timed(b, func(int) {
			board := views.NewBoard(views.Page{L: views.English}, views.Table{ID: "id", Game: g, Version: 1})
			if err := views.BoardAnswer(board).Render(b.Context(), io.Discard); err != nil {
				b.Fatal(err)
			}
		})
	})
	row("board fragment, CPU", "≤ 30 µs", "%.0f µs", fragment.Extra["cpu-µs/op"])
	fmt.Println("\n| what | goal | measured |\n|---|---|---|\n" + strings.Join(rows, "\n"))
}
