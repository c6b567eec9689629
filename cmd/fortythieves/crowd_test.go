//go:build linux

package main

import (
	"fmt"
	"net/http"
	"net/http/cookiejar"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	vegeta "github.com/tsenart/vegeta/v12/lib"

	"fortythieves/db"
	"fortythieves/game"
)

// crowded starts a server on a folder with a crowd in it, on one core and with no limits a minute.
func crowded(t *testing.T, data string, more ...string) *server {
	t.Helper()
	path, err := build()
	if err != nil {
		t.Fatal(err)
	}
	args := append([]string{"serve", "--addr", "127.0.0.1:0", "--data", data, "--limit-games", "0"}, more...)
	cmd := exec.Command(path, args...)
	if taskset, err := exec.LookPath("taskset"); err == nil {
		cmd = exec.Command(taskset, append([]string{"-c", "0", path}, args...)...)
	}
	cmd.Env = append(os.Environ(), "GOMAXPROCS=1")
	s := launch(t, cmd)
	if !s.up() {
		t.Fatal(&s.errors)
	}
	return s
}

// crowd makes requests in turn: for each game of each player its next move and, every fifth time and where a
// game is at its end, a look at a page.
type crowd struct {
	url     string
	cookies []string
	games   [][]string
	rest    [][]game.Move // by variant, after the hundredth move

	flying uint64 // requests at the same time
	client *http.Client

	mu   sync.Mutex
	next int
}

func (c *crowd) target(to *vegeta.Target) error {
	c.mu.Lock()
	n := c.next
	c.next++
	c.mu.Unlock()
	moves := n - n/5 // so far
	at, round := moves%(len(c.games)*10), moves/(len(c.games)*10)
	player, number := at%len(c.games), at/len(c.games)
	rest := c.rest[number%len(c.rest)]
	if n%5 == 4 || round >= len(rest)-1 {
		look := n / 5
		player := look * 7 % len(c.cookies)
		pages := []string{"/", "/stats", "/history", "/daily", c.games[player][look%10]}
		*to = vegeta.Target{Method: "GET", URL: c.url + pages[look%len(pages)], Header: http.Header{"Cookie": {"fortythieves=" + c.cookies[player]}}}
		return nil
	}
	*to = vegeta.Target{Method: "POST", URL: c.url + c.games[player][number] + "/moves",
		Body: fmt.Appendf(nil, "version=%d&move=%s", round+1, rest[round]),
		Header: http.Header{"Cookie": {"fortythieves=" + c.cookies[player]}, "Content-Type": {"application/x-www-form-urlencoded"},
			"Hx-Request": {"true"}, "Accept-Encoding": {"gzip"}}}
	return nil
}

// newTargets has n requests in flight when it attacks.
func newTargets(t *testing.T, url string, cookies []string, games [][]string, n int) *crowd {
	c := &crowd{url: url, cookies: cookies, games: games, flying: uint64(n), client: &http.Client{
		Transport: &http.Transport{MaxIdleConnsPerHost: n, MaxConnsPerHost: n}, Timeout: 30 * time.Second,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}}
	t.Cleanup(c.client.CloseIdleConnections)
	for _, v := range game.Variants {
		_, rest := begunGame(t, v.Slug)
		c.rest = append(c.rest, rest)
	}
	return c
}

// attack makes so many requests.
func (c *crowd) attack(requests int) *vegeta.Metrics { return c.attackAt(atOnce(requests), 0) }

// attackAt makes requests at a pace, for so long.
func (c *crowd) attackAt(pace vegeta.Pacer, length time.Duration) *vegeta.Metrics {
	attacker := vegeta.NewAttacker(vegeta.Workers(c.flying), vegeta.MaxWorkers(c.flying), vegeta.Client(c.client)) // of one attack
	var m vegeta.Metrics
	for r := range attacker.Attack(c.target, pace, length, "crowd") {
		m.Add(r)
	}
	m.Close()
	return &m
}

// atOnce paces so many requests as fast as the workers are free.
type atOnce uint64

func (n atOnce) Pace(_ time.Duration, hits uint64) (time.Duration, bool) { return 0, hits >= uint64(n) }
func (n atOnce) Rate(time.Duration) float64                              { return 0 }

func TestACrowdIsServedFastInLittleMemory(t *testing.T) {
	program(t) // is not built while the time is taken
	data := t.TempDir()
	players := times(100, 1000)
	cookies, games := newCrowd(t, data, players)
	begun := time.Now()
	s := crowded(t, data)
	p := newPlayer(s.url)
	jar, _ := cookiejar.New(nil)
	p.client.Jar = jar
	r, _ := http.NewRequest("GET", s.url+games[players-1][0], nil)
	r.Header.Set("Cookie", "fortythieves="+cookies[players-1])
	if a, err := p.do(r); err != nil || a.status != http.StatusOK {
		t.Fatal(a.status, err)
	}
	first := time.Since(begun)
	m := newTargets(t, s.url, cookies, games, 100).attack(times(3000, 30000))
	pid := s.cmd.Process.Pid
	peak := memory(t, pid, "VmHWM")
	var file int64
	for _, end := range []string{"", "-wal"} {
		if info, err := os.Stat(filepath.Join(data, db.FileName+end)); err == nil {
			file += info.Size()
		}
	}
	t.Logf("%d open games of %d players: first board after %v; %d requests, 100 in flight, on one core: %.0f a second, median %v, 99th percentile %v, slowest %v; resident at most %s; file and log %s",
		10*players, players, first.Round(time.Millisecond), m.Requests, m.Throughput, m.Latencies.P50, m.Latencies.P99, m.Latencies.Max, mebibytes(peak), mebibytes(file))
	if m.Success != 1 {
		t.Errorf("answers %v, errors %v", m.StatusCodes, m.Errors)
	}
	slow, late := 250*time.Millisecond, 150*time.Millisecond
	if os.Getenv("LONG") != "1" {
		slow, late = 20*slow, 20*late // where other tests run as well
	}
	if m.Latencies.P99 > slow || first > late {
		t.Errorf("99th percentile %v, first board %v", m.Latencies.P99, first)
	}
	if peak > 128<<20 || file > 40<<20 {
		t.Errorf("resident %s, files %s", mebibytes(peak), mebibytes(file))
	}
	s.cmd.Process.Signal(syscall.SIGTERM)
	<-s.exited
	verified(t, data)
}

// soak is how long the play of TestNothingGrowsWhileTheyPlay lasts: SOAK, such as 2h, says it, and then the
// requests come at an even pace instead of as fast as they are answered, so that the games last.
func soak(t *testing.T) (length time.Duration, paced bool) {
	text := os.Getenv("SOAK")
	if text == "" {
		return time.Duration(times(6, 600)) * time.Second, false
	}
	length, err := time.ParseDuration(text)
	if err != nil {
		t.Fatal(err)
	}
	return length, true
}

// The figures are taken when the caches are full, and again at the end.
func TestNothingGrowsWhileTheyPlay(t *testing.T) {
	length, paced := soak(t)
	data, metrics := t.TempDir(), freeAddress(t)
	cookies, games := newCrowd(t, data, times(20, 200))
	s := crowded(t, data, "--metrics-addr", metrics)
	targets := newTargets(t, s.url, cookies, games, 10)
	pid := s.cmd.Process.Pid
	goroutines := func() (n int) {
		text := newPlayer("http://"+metrics).see(t, "/metrics")
		_, after, _ := strings.Cut(text, "\ngo_goroutines ")
		fmt.Sscan(after, &n)
		return n
	}
	attack, pause := func() *vegeta.Metrics { return targets.attack(200) }, 5*time.Millisecond
	if paced {
		attack = func() *vegeta.Metrics {
			return targets.attackAt(vegeta.Rate{Freq: 40, Per: time.Second}, 5*time.Second)
		}
		pause = 50 * time.Millisecond
	}
	all := newWitnesses(t, s, 9) // new games, undo, redo, restart
	playing := playTogether(all, pause)
	var memories []int64
	var descriptorsAt, goroutinesAt [2]int
	begun := time.Now()
	for half := range 2 {
		for until := begun.Add(length * time.Duration(half+1) / 2); time.Now().Before(until); {
			m := attack()
			if m.Success != 1 {
				t.Fatalf("answers %v, errors %v", m.StatusCodes, m.Errors)
			}
		}
		memories = append(memories, memory(t, pid, "VmRSS"))
		descriptorsAt[half], goroutinesAt[half] = descriptors(t, pid), goroutines()
	}
	_, n := playing.stop(t)
	t.Logf("%v: %d moves by witnesses and %d requests; resident %s at half time, %s at the end; descriptors %v, goroutines %v",
		time.Since(begun).Round(time.Second), n, targets.next, mebibytes(memories[0]), mebibytes(memories[1]), descriptorsAt, goroutinesAt)
	if memories[1] > memories[0]+memories[0]/4+(8<<20) || descriptorsAt[1] > descriptorsAt[0]+40 || goroutinesAt[1] > goroutinesAt[0]+60 {
		t.Error("something grows")
	}
	if paced || os.Getenv("LONG") == "1" { // the collector runs every two minutes where nothing happens
		const most = 40e6
		begun := time.Now()
		for memory(t, pid, "VmRSS") > most && time.Since(begun) < 10*time.Minute {
			time.Sleep(time.Second)
		}
		resident := memory(t, pid, "VmRSS")
		t.Logf("%v after the play: resident %s", time.Since(begun).Round(time.Second), mebibytes(resident))
		if resident > most {
			t.Error("it stays large")
		}
	}
	for _, w := range all {
		if err := w.check(data); err != nil {
			t.Error(err)
		}
	}
}
