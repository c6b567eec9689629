package main

import (
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	_ "modernc.org/sqlite"

	"fortythieves/game"
)

// A witness plays a game by posting to it, and keeps its own account of what the server acknowledged.
// Its moves come from its own chance, and what it expects from the rules, not from the server.
type witness struct {
	*player
	chance  *rand.Rand
	address string // of the game
	version int
	game    string // as acknowledged, in the text form
	moves   int    // acknowledged
	pending *posting
}

// posting is what was sent and not answered yet.
type posting struct {
	action string
	form   url.Values
	game   string // after it
}

func newWitness(t *testing.T, s *server, seed uint64, slug string) *witness {
	t.Helper()
	w := &witness{player: newPlayer(s.url), chance: rand.New(rand.NewPCG(seed, 17)), version: 1}
	w.address = w.begin(t, slug)
	w.game = fmt.Sprint(slug, " ", dealOn(t, w.see(t, w.address)), " 0")
	return w
}

// choose picks what to do next: mostly a legal move, now and then undo, redo or, in a long game,
// restart.
func (w *witness) choose() (*posting, error) {
	g, err := game.Parse(w.game)
	if err != nil {
		return nil, err
	}
	p := &posting{action: "moves", form: form("version", fmt.Sprint(w.version))}
	legal := g.State().Legal()
	switch n := w.chance.IntN(20); {
	case g.Cursor() > 150:
		p.action = "restart"
		g.Jump(0)
	case (len(legal) == 0 || n < 3) && g.Cursor() > 0:
		p.action = "undo"
		g.Undo()
	case n == 3 && g.Cursor() < len(g.Moves()):
		p.action = "redo"
		g.Redo()
	default:
		m := legal[w.chance.IntN(len(legal))]
		p.form.Set("move", m.String())
		if err := g.Play(m); err != nil {
			return nil, err
		}
	}
	p.game = g.String()
	return p, nil
}

// play posts until the server is gone. It returns an error only when an answer is wrong.
func (w *witness) play() error {
	for {
		p, err := w.choose()
		if err != nil {
			return err
		}
		w.pending = p
		a, err := w.post(w.address+"/"+p.action, p.form, true)
		if err != nil {
			return nil // gone
		}
		if a.status != http.StatusOK {
			return fmt.Errorf("%s of %v is answered with %d: %.300s", p.action, p.form, a.status, a.body)
		}
		w.acknowledge()
	}
}

func (w *witness) acknowledge() {
	w.version++
	w.moves++
	w.game = w.pending.game
	w.pending = nil
}

// check compares the account with the row of the game: all that was acknowledged is there, and at most
// the one posting that was not answered.
func (w *witness) check(data string) error {
	version, stored, err := row(data, w.address)
	switch {
	case err != nil:
		return err
	case version == w.version && stored == w.game:
		return nil
	case w.pending != nil && version == w.version+1 && stored == w.pending.game:
		return nil
	}
	return fmt.Errorf("stored is version %d, %s\nacknowledged is version %d, %s\nunanswered is %+v",
		version, stored, w.version, w.game, w.pending)
}

// again posts once more what was not answered, as a person does who does not know: it counts once.
func (w *witness) again(data string) error {
	if w.pending == nil {
		return nil
	}
	before, _, err := row(data, w.address)
	if err != nil {
		return err
	}
	want := http.StatusOK
	if before > w.version {
		want = http.StatusConflict
	}
	a, err := w.post(w.address+"/"+w.pending.action, w.pending.form, true)
	if err != nil {
		return err
	}
	if a.status != want {
		return fmt.Errorf("posting %+v again is answered with %d, want %d", w.pending, a.status, want)
	}
	w.acknowledge()
	return w.check(data)
}

// row reads a game from the database while the server has it open.
func row(data, address string) (version int, text string, err error) {
	db, err := database(data)
	if err != nil {
		return 0, "", err
	}
	defer db.Close()
	var slug, moves string
	var deal, cursor int
	err = db.QueryRow(`SELECT version, variant, deal, cursor, moves FROM games WHERE '/games/' || key = $1`, address).
		Scan(&version, &slug, &deal, &cursor, &moves)
	if err != nil {
		return 0, "", fmt.Errorf("the row of %s: %w", address, err)
	}
	g, err := game.Parse(fmt.Sprintf("%s %d %d %s", slug, deal, cursor, moves))
	if err != nil {
		return 0, "", err
	}
	return version, g.String(), nil
}

// database opens the file for reading, beside the server.
func database(data string) (*sql.DB, error) {
	file := url.URL{Scheme: "file", Path: filepath.Join(data, "fortythieves.db"), RawQuery: "mode=ro&_pragma=busy_timeout(5000)"}
	return sql.Open("sqlite", file.String())
}

func TestAfterAKillAtAnyMomentEveryAcknowledgedMoveIsThere(t *testing.T) {
	rounds := times(30, 200)
	if testing.Short() {
		rounds = 5
	}
	data := filepath.Join(t.TempDir(), "data")
	chance := rand.New(rand.NewPCG(30, 9))
	var all []*witness
	unanswered, kept := 0, 0
	for round := range rounds {
		s := startServer(t, data)
		if round == 0 {
			for i, slug := range []string{"rank-and-file", "lucas", "little-forty"} {
				all = append(all, newWitness(t, s, uint64(i), slug))
			}
		}
		err := together(all, func(w *witness) error {
			w.site = s.url
			return w.check(data)
		})
		for _, w := range all {
			if w.pending != nil {
				unanswered++
				if v, _, _ := row(data, w.address); v > w.version {
					kept++
				}
			}
		}
		if err == nil {
			err = together(all, func(w *witness) error { return w.again(data) })
		}
		if err == nil {
			after := time.Duration(chance.Int64N(int64(120 * time.Millisecond)))
			time.AfterFunc(after, func() { s.cmd.Process.Kill() })
			err = together(all, (*witness).play)
		}
		if err != nil {
			t.Fatalf("round %d: %v", round, err)
		}
		<-s.exited
	}
	s := startServer(t, data)
	moves := 0
	for _, w := range all {
		w.site = s.url
		moves += w.moves
		if err := errors.Join(w.check(data), w.again(data)); err != nil {
			t.Error(err)
		}
	}
	if moves < 10*rounds || unanswered < rounds {
		t.Errorf("only %d moves were made and %d not answered: that shows nothing", moves, unanswered)
	}
	t.Logf("%d moves acknowledged; of %d that the kills left unanswered %d were stored", moves, unanswered, kept)
	intact(t, data)
}

// together does something with each witness at the same time.
func together(all []*witness, do func(*witness) error) error {
	failures := make([]error, len(all))
	var wg sync.WaitGroup
	for i, w := range all {
		wg.Go(func() { failures[i] = do(w) })
	}
	wg.Wait()
	return errors.Join(failures...)
}

// intact fails unless the database is whole and says what its games come to, also while a server has it.
func intact(t *testing.T, data string) {
	t.Helper()
	call(t, "", "verify", "--data", data).succeeds(t)
	db, err := database(data)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	var verdict string
	if err := db.QueryRow(`PRAGMA integrity_check`).Scan(&verdict); err != nil || verdict != "ok" {
		t.Errorf("the integrity check of the database says %q (%v)", verdict, err)
	}
}

func TestAFirstStartThatIsKilledAtAnyMomentSpoilsNothing(t *testing.T) {
	program(t)
	rounds := 15
	if testing.Short() {
		rounds = 4
	}
	begun := time.Now()
	startServer(t, filepath.Join(t.TempDir(), "data")).kill()
	whole := time.Since(begun)
	chance := rand.New(rand.NewPCG(20, 9))
	early := 0
	for range rounds {
		data := filepath.Join(t.TempDir(), "data")
		s := launch(t, exec.Command(program(t), "--addr", "127.0.0.1:0", "--data", data))
		time.AfterFunc(time.Duration(chance.Int64N(int64(whole))), func() { s.cmd.Process.Kill() })
		if !s.up() {
			early++
		}
		<-s.exited
		s = startServer(t, data)
		p := newPlayer(s.url)
		p.act(t, p.begin(t, "limited"), "moves", "move", "d")
		intact(t, data)
		s.kill()
	}
	t.Logf("of %d starts, which take %v, %d were killed before the address was printed", rounds, whole, early)
}

// oneMoveLeft is a counted game of a new player in which one move is left, and that move.
func oneMoveLeft(t *testing.T, s *server, data string) (p *player, address string, last game.Move) {
	t.Helper()
	deal, moves := recorded(t, "lucas")
	last = moves[len(moves)-1]
	p = newPlayer(s.url)
	address = p.send(t, "/games", "variant", "lucas", "deal", fmt.Sprint(deal)) // practice: a server chooses what counts
	file := url.URL{Scheme: "file", Path: filepath.Join(data, "fortythieves.db"), RawQuery: "_pragma=busy_timeout(5000)"}
	db, err := sql.Open("sqlite", file.String())
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	_, err = db.Exec(`UPDATE games SET counted = 1, moves = $2, cursor = $3, started_at = created_at WHERE '/games/' || key = $1`,
		address, game.FormatMoves(moves[:len(moves)-1]), len(moves)-1)
	if err != nil {
		t.Fatal(err)
	}
	return p, address, last
}

func TestAKillInTheWinningMoveLeavesTheWinWholeOrTheMoveUnmade(t *testing.T) {
	rounds := 20
	if testing.Short() {
		rounds = 4
	}
	data := filepath.Join(t.TempDir(), "data")
	chance := rand.New(rand.NewPCG(40, 9))
	answered, stored := 0, 0
	for round := range rounds {
		s := startServer(t, data)
		p, address, last := oneMoveLeft(t, s, data)
		after := time.Duration(chance.Int64N(int64(time.Millisecond << (2 * (round % 4))))) // up to 1, 4, 16, 64 ms: as fast as the machine may be
		time.AfterFunc(after, func() { s.cmd.Process.Kill() })
		a, err := p.post(address+"/moves", form("version", "1", "move", last.String()), true)
		if err == nil && a.status != http.StatusOK {
			t.Fatalf("round %d: the winning move is answered with %d", round, a.status)
		}
		<-s.exited
		s = startServer(t, data)
		p.site = s.url
		intact(t, data)
		version, _, errRow := row(data, address)
		if errRow != nil {
			t.Fatal(errRow)
		}
		if version == 2 {
			stored++
		}
		if err == nil {
			answered++
			if version != 2 {
				t.Errorf("round %d: the win was acknowledged and is not there", round)
			}
		}
		for range 2 { // as a person does who does not know
			if _, err := p.post(address+"/moves", form("version", "1", "move", last.String()), true); err != nil {
				t.Fatal(err)
			}
			page := strings.Join(strings.Fields(tags.ReplaceAllString(p.see(t, "/stats"), " ")), " ")
			if !strings.Contains(page, "Played Counted games that ended, won or lost. A game counts from its first move. 1 Won Games with all 104 cards on the foundations. 1 Lost Games that were given up. Leaving a game open is no loss. 0") {
				t.Fatalf("round %d: the record is %s", round, page)
			}
		}
		intact(t, data)
		s.kill()
	}
	if answered == rounds || stored == 0 {
		t.Errorf("of %d wins %d were acknowledged and %d stored: that shows nothing", rounds, answered, stored)
	}
	t.Logf("of %d wins %d were acknowledged before the kill and %d stored", rounds, answered, stored)
}

var tags = regexp.MustCompile(`<[^>]*>`)
