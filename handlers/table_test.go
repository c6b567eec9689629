//go:build unix

package handlers

import (
	"fmt"
	"io"
	"net/http"
	"os"
	"slices"
	"strings"
	"testing"

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

// atOnce serves n requests, so many of them at a time, and reports CPU time and time for one.
func atOnce(b *testing.B, site http.Handler, request func(i int) *http.Request, connections int) {
	next := make(chan int)
	done := make(chan struct{})
	begun := cpuTime(b)
	b.ResetTimer()
	for range connections {
		go func() {
			for i := range next {
				w := &sink{header: http.Header{}}
				if site.ServeHTTP(w, request(i)); w.status != http.StatusOK {
					b.Errorf("status %d", w.status)
				}
			}
			done <- struct{}{}
		}()
	}
	for i := range b.N {
		next <- i
	}
	close(next)
	for range connections {
		<-done
	}
	b.ReportMetric(float64(cpuTime(b)-begun)/float64(b.N)/1e3, "cpu-µs/op")
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
		var cpu, rate []float64
		for range 3 { // of pairs the median
			move := testing.Benchmark(func(b *testing.B) {
				site, request := moveServer(b, b.N, "identity")
				atOnce(b, site, request, connections)
			})
			bare := testing.Benchmark(func(b *testing.B) {
				site := bareServer(b)
				atOnce(b, site, func(int) *http.Request { return moveRequest("/games/1/moves", "version=1&move=c3c7", "identity") }, connections)
			})
			if move.N == 0 || bare.N == 0 {
				t.Fatal("a benchmark fails")
			}
			cpu = append(cpu, move.Extra["cpu-µs/op"]/bare.Extra["cpu-µs/op"])
			rate = append(rate, float64(bare.NsPerOp())/float64(move.NsPerOp()))
		}
		slices.Sort(cpu)
		slices.Sort(rate)
		name := fmt.Sprintf("with %d connection", connections) + strings.Repeat("s", min(1, connections-1))
		row("CPU of a whole move ÷ of a bare request, "+name, "≤ 1.5", "%.2f", cpu[1])
		row("moves in a time ÷ bare requests, "+name, "≥ 0.7", "%.2f", rate[1])
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
