package main

import (
	"cmp"
	"crypto/rand"
	"crypto/sha256"
	"database/sql"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/gorilla/securecookie"

	"fortythieves/db"
	"fortythieves/game"
	"fortythieves/game/gametest"
)

// The tests of reliability are short, and with LONG=1 in the environment as long as the figures in the
// README. Their load is bounded in number and time, and goes to this machine only.

// times is how often, or for how many seconds, something is done.
func times(short, long int) int {
	if os.Getenv("LONG") == "1" {
		return long
	}
	return short
}

// players are witnesses that play at the same time until they are stopped; what they have on record may be
// looked at meanwhile.
type players struct {
	all     []*witness
	mu      sync.Mutex
	stopped chan struct{}
	wg      sync.WaitGroup
	took    []time.Duration // by each answered posting
	err     error           // the first wrong answer
	gone    error           // why the first had none
	mayGo   bool            // the server is to end before the play
}

// playTogether lets the witnesses play, each with a pause between its postings.
func playTogether(all []*witness, pause time.Duration) *players {
	p := &players{all: all, stopped: make(chan struct{})}
	for _, w := range all {
		p.wg.Go(func() { p.playOne(w, pause) })
	}
	return p
}

func (p *players) playOne(w *witness, pause time.Duration) {
	for {
		select {
		case <-p.stopped:
			return
		case <-time.After(pause):
		}
		next, err := w.choose()
		if err == nil {
			p.mu.Lock()
			w.pending = next
			p.mu.Unlock()
			var a answer
			begun := time.Now()
			if a, err = w.post(w.address+"/"+next.action, next.form, true); err != nil {
				p.mu.Lock()
				p.gone = cmp.Or(p.gone, err)
				p.mu.Unlock()
				return
			}
			if p.mu.Lock(); a.status == http.StatusOK {
				p.took = append(p.took, time.Since(begun))
				w.acknowledge()
			} else {
				err = fmt.Errorf("%s of %v is answered with %d: %.300s", next.action, next.form, a.status, a.body)
			}
			p.mu.Unlock()
		}
		if err != nil {
			p.mu.Lock()
			p.err = err
			p.mu.Unlock()
			return
		}
	}
}

// account is what the witnesses have on record now, to be checked later.
func (p *players) account() (list []*witness) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, w := range p.all {
		copied := *w
		list = append(list, &copied)
	}
	return list
}

// stop ends the play, checks that no answer was wrong, and returns the slowest.
func (p *players) stop(t *testing.T) (slowest time.Duration, n int) {
	t.Helper()
	close(p.stopped)
	p.wg.Wait()
	if p.err != nil {
		t.Error(p.err)
	}
	if p.gone != nil && !p.mayGo {
		t.Error("no answer: ", p.gone)
	}
	for _, d := range p.took {
		slowest = max(slowest, d)
	}
	return slowest, len(p.took)
}

// newWitnesses begin games, of different variants, at a server.
func newWitnesses(t *testing.T, s *server, n int) (all []*witness) {
	t.Helper()
	for i := range n {
		all = append(all, newWitness(t, s, uint64(i), game.Variants[i%len(game.Variants)].Slug))
	}
	return all
}

// verified checks a data folder, or a backup, as the command does.
func verified(t *testing.T, path string) {
	t.Helper()
	if _, err := db.Check(t.Context(), path, func(d db.Difference) { t.Errorf("%+v", d) }); err != nil {
		t.Error(err)
	}
}

// tokenText is the form of a session that has nothing but a token.
type tokenText struct{}

func (tokenText) Serialize(v any) ([]byte, error) { return []byte(v.(string) + "\n"), nil }
func (tokenText) Deserialize([]byte, any) error   { return nil }

// newCrowd fills a data folder: so many players, each with a counted game of every variant open and a practice
// game besides, about a hundred moves in. It returns the players' cookies and their games' addresses.
func newCrowd(t testing.TB, data string, n int) (cookies []string, games [][]string) {
	t.Helper()
	store, err := db.Open(t.Context(), data)
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	keys, err := db.CookieKeys(data)
	if err != nil {
		t.Fatal(err)
	}
	codec := securecookie.New(keys[0], nil)
	codec.SetSerializer(tokenText{})
	for range n {
		secret := rand.Text()
		cookie, err := codec.Encode("fortythieves", secret)
		if err != nil {
			t.Fatal(err)
		}
		var own []string
		for i := range len(game.Variants) + 1 {
			id := rand.Text()
			v := game.Variants[i%len(game.Variants)]
			g, _ := begunGame(t, v.Slug)
			err := store.Begin(t.Context(), db.Token(sha256.Sum256([]byte(secret))), &db.Game{ID: id, Play: g, Counted: i < len(game.Variants)}, time.Now())
			if err != nil {
				t.Fatal(err)
			}
			own = append(own, "/games/"+id)
		}
		cookies, games = append(cookies, cookie), append(games, own)
	}
	return cookies, games
}

// begunGame is a won game up to its hundredth move, and the moves after it.
func begunGame(t testing.TB, slug string) (*game.Game, []game.Move) {
	t.Helper()
	won, err := game.Parse(gametest.Won(slug))
	if err != nil {
		t.Fatal(err)
	}
	moves := won.Moves()
	n := min(100, len(moves)/2)
	g := game.New(won.Variant(), won.Deal())
	for _, m := range moves[:n] {
		if err := g.Play(m); err != nil {
			t.Fatal(err)
		}
	}
	return g, moves[n:]
}

// memory is a figure of a process in bytes: VmRSS as it is, VmHWM at the highest.
func memory(t testing.TB, pid int, name string) int64 {
	t.Helper()
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		t.Skip("the memory of a process is found on Linux only")
	}
	m := regexp.MustCompile(name + `:\s*(\d+) kB`).FindStringSubmatch(string(text))
	if m == nil {
		t.Fatalf("no %s in %s", name, text)
	}
	n, _ := strconv.ParseInt(m[1], 10, 64)
	return n << 10
}

// descriptors is how many files and sockets a process has open.
func descriptors(t testing.TB, pid int) int {
	t.Helper()
	list, err := os.ReadDir(fmt.Sprintf("/proc/%d/fd", pid))
	if err != nil {
		t.Fatal(err)
	}
	return len(list)
}

// ready tells what the server says of itself.
func ready(s *server) int {
	r, _ := http.NewRequest("GET", s.url+"/readyz", nil)
	a, _ := newPlayer(s.url).do(r)
	return a.status
}

// locker opens a database for writing, beside the server.
func locker(t *testing.T, data string) *sql.DB {
	t.Helper()
	conn, err := sql.Open("sqlite", "file:"+filepath.ToSlash(filepath.Join(data, db.FileName))+"?_txlock=immediate&_pragma=busy_timeout(5000)")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	return conn
}

func mebibytes(n int64) string {
	return strings.TrimSuffix(fmt.Sprintf("%.1f", float64(n)/(1<<20)), ".0") + " MiB"
}
