package db

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"fortythieves/game"
)

// wonGames are the games of testdata/won.txt by slug, each won by its last move.
func wonGames(tb testing.TB) map[string][]*game.Game {
	tb.Helper()
	text, err := os.ReadFile("testdata/won.txt")
	must(tb, err)
	games := map[string][]*game.Game{}
	for line := range strings.Lines(string(text)) {
		g, err := game.Parse(line)
		must(tb, err)
		games[g.Variant().Slug] = append(games[g.Variant().Slug], g)
	}
	return games
}

// almostWon begins a game that is saved one move before the win.
func almostWon(t *testing.T, s *Store) *Game {
	t.Helper()
	play := wonGames(t)["lucas"][0]
	play.Undo()
	g := begin(t, s, "g", "lucas", play.Deal())
	g.Play = play
	must(t, s.Save(t.Context(), g, noon))
	return g
}

func TestASaveStoresWhatWasPlayed(t *testing.T) {
	s := openStore(t)
	g := begin(t, s, "g", "lucas", 1)
	for i, change := range []func(){
		func() { draw(t, g) },
		func() { draw(t, g); draw(t, g) },
		func() { g.Play.Undo(); g.Undos++ },
		func() { g.Hints += 2 },
		func() { g.Play.Jump(0); g.Restarts++ },
		func() { draw(t, g) },
		func() {},
	} {
		change()
		must(t, s.Save(t.Context(), g, noon.Add(time.Duration(i)*time.Second)))
		same(t, stored(t, s, g), g)
		if want := int64(i + 2); g.Version != want {
			t.Errorf("version %d, want %d", g.Version, want)
		}
	}
	if g.Undos != 1 || g.Hints != 2 || g.Restarts != 1 || g.Clean() {
		t.Errorf("%+v", g)
	}
}

func TestASaveOfAnOldVersionIsRefused(t *testing.T) {
	s := openStore(t)
	g := begin(t, s, "g", "lucas", 1)
	old := stored(t, s, g)
	draw(t, g)
	must(t, s.Save(t.Context(), g, noon))

	old.Hints = 7
	before := *old
	for range 2 {
		if err := s.Save(t.Context(), old, noon.Add(time.Second)); !errors.Is(err, ErrStale) {
			t.Errorf("error %v, want ErrStale", err)
		}
	}
	same(t, old, &before)
	old.Started = noon // which it now thinks, too
	if err := s.GiveUp(t.Context(), old, noon); !errors.Is(err, ErrStale) {
		t.Errorf("error %v, want ErrStale", err)
	}
	old.Started = time.Time{}
	if err := s.GiveUp(t.Context(), old, noon); !errors.Is(err, ErrStale) {
		t.Errorf("error %v, want ErrStale", err)
	}
	same(t, stored(t, s, g), g)
}

func TestAGameThatWasKeptIsSavedWhereNothingHasChanged(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(s *Store, g *Game) error
		want   error
	}{
		{"nothing", func(*Store, *Game) error { return nil }, nil},
		{"the game", func(s *Store, g *Game) error { return s.Save(t.Context(), stored(t, s, g), noon) }, ErrStale},
		{"its end", func(s *Store, g *Game) error { return s.GiveUp(t.Context(), stored(t, s, g), noon) }, ErrStale},
		{"the settings", func(s *Store, g *Game) error { return s.SaveSettings(t.Context(), g.Player, `{"up":"on"}`) }, ErrStale},
		{"the browser", func(s *Store, g *Game) error { return s.EndDevice(t.Context(), g.Player, browser) }, ErrStale},
		{"the player", func(s *Store, g *Game) error { return s.Delete(t.Context(), g.Player) }, ErrStale},
		{"an aid", func(s *Store, g *Game) error { return s.Aid(t.Context(), g.ID) }, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := openStore(t)
			g := begin(t, s, "g", "lucas", 1)
			draw(t, g)
			must(t, s.Save(t.Context(), g, noon))
			must(t, c.change(s, g))
			draw(t, g)
			before := *g
			if err := s.Follow(t.Context(), browser, "", g, noon.Add(time.Second)); !errors.Is(err, c.want) {
				t.Fatalf("error %v, want %v", err, c.want)
			}
			if c.want != nil {
				same(t, g, &before)
				return
			}
			g.Aided = stored(t, s, g).Aided // is not taken back
			same(t, stored(t, s, g), g)
			if err := s.Follow(t.Context(), Token{2}, "", g, noon); !errors.Is(err, ErrStale) {
				t.Errorf("of another browser: %v", err)
			}
		})
	}
}

func TestOfTwoRacingSavesOneIsAccepted(t *testing.T) {
	s := openStore(t)
	g := begin(t, s, "g", "lucas", 1)
	for i := range 200 {
		errs := make(chan error)
		for _, h := range []*Game{stored(t, s, g), stored(t, s, g)} {
			h.Hints++
			go func() { errs <- s.Save(t.Context(), h, noon) }()
		}
		a, b := <-errs, <-errs
		if a != nil {
			a, b = b, a
		}
		if a != nil || !errors.Is(b, ErrStale) {
			t.Fatalf("pair %d: %v and %v", i, a, b)
		}
		if h := stored(t, s, g); h.Version != int64(i+2) || h.Hints != i+1 {
			t.Fatalf("pair %d: version %d, %d hints", i, h.Version, h.Hints)
		}
	}
}

func TestASaveOfAGameThatIsGoneIsNotFound(t *testing.T) {
	s := openStore(t)
	g := begin(t, s, "g", "lucas", 1)
	begin(t, s, "new", "lucas", 2)
	if err := s.Save(t.Context(), g, noon); !errors.Is(err, ErrNotFound) {
		t.Errorf("save: %v, want ErrNotFound", err)
	}
	if err := s.GiveUp(t.Context(), g, noon); !errors.Is(err, ErrNotFound) {
		t.Errorf("give up: %v, want ErrNotFound", err)
	}
}

func TestAGameStartsWithItsFirstMove(t *testing.T) {
	s := openStore(t)
	g := begin(t, s, "g", "lucas", 1)
	g.Hints++
	must(t, s.Save(t.Context(), g, noon.Add(time.Second)))
	if !g.Started.IsZero() {
		t.Errorf("a hint started it")
	}
	first := noon.Add(2 * time.Second)
	draw(t, g)
	must(t, s.Save(t.Context(), g, first))
	draw(t, g)
	must(t, s.Save(t.Context(), g, first.Add(time.Second)))
	g.Play.Jump(0)
	must(t, s.Save(t.Context(), g, first.Add(time.Minute)))
	if g.Started != first {
		t.Errorf("started %s, want %s", g.Started, first)
	}
	same(t, stored(t, s, g), g)
}

func TestTimePlayedIsTheShortGapsBetweenSaves(t *testing.T) {
	const ms, sec = time.Millisecond, time.Second
	for _, c := range []struct {
		what string
		gaps []time.Duration // the first move is made at the second of them
		want time.Duration
	}{
		{"before the first move", []time.Duration{30 * sec, 40 * sec}, 0},
		{"after it", []time.Duration{30 * sec, 40 * sec, 5 * sec, 7 * sec}, 12 * sec},
		{"two minutes", []time.Duration{0, 0, 120 * sec}, 120 * sec},
		{"more than two minutes", []time.Duration{0, 0, 120*sec + ms}, 0},
		{"a night between", []time.Duration{0, 0, 9 * sec, 8 * time.Hour, 10 * sec}, 19 * sec},
		{"a clock set back", []time.Duration{0, 0, 9 * sec, -time.Hour, 10 * sec}, 19 * sec},
		{"parts of milliseconds", []time.Duration{0, 0, 1500 * time.Microsecond, 1500 * time.Microsecond}, 3 * ms},
		{"the same moment", []time.Duration{0, 0, 0}, 0},
	} {
		t.Run(c.what, func(t *testing.T) {
			s := openStore(t)
			g := begin(t, s, "g", "lucas", 1)
			now := noon
			for i, gap := range c.gaps {
				now = now.Add(gap)
				if i == 1 {
					draw(t, g)
				}
				must(t, s.Save(t.Context(), g, now))
			}
			if g.Played != c.want {
				t.Errorf("played %s, want %s", g.Played, c.want)
			}
			same(t, stored(t, s, g), g)
		})
	}
}

func TestTheLastMoveWinsAndItIsFinal(t *testing.T) {
	s := openStore(t)
	g := almostWon(t, s)
	g.Play.Redo()
	end := noon.Add(time.Second)
	must(t, s.Save(t.Context(), g, end))
	if g.Result != Won || g.Settled != end || g.Played != time.Second || g.Version != 3 || !g.Clean() {
		t.Errorf("%+v", g)
	}
	same(t, stored(t, s, g), g)

	final := stored(t, s, g)
	g.Play.Undo()
	if err := s.Save(t.Context(), g, end); !errors.Is(err, ErrSettled) {
		t.Errorf("save: %v, want ErrSettled", err)
	}
	g.Play.Redo()
	if err := s.Save(t.Context(), g, end); !errors.Is(err, ErrSettled) {
		t.Errorf("win again: %v, want ErrSettled", err)
	}
	if err := s.GiveUp(t.Context(), g, end); !errors.Is(err, ErrSettled) {
		t.Errorf("give up: %v, want ErrSettled", err)
	}
	same(t, stored(t, s, g), final)
}

func TestAWinThatComesTooLateIsNoWin(t *testing.T) {
	s := openStore(t)
	g := almostWon(t, s)
	late := stored(t, s, g)
	late.Play.Redo()
	must(t, s.GiveUp(t.Context(), g, noon))
	if err := s.Save(t.Context(), late, noon); !errors.Is(err, ErrSettled) || late.Result != "" {
		t.Errorf("%v, result %q", err, late.Result)
	}
	same(t, stored(t, s, g), g)
}

func TestGivingUpIsALoss(t *testing.T) {
	s := openStore(t)
	g := begin(t, s, "g", "lucas", 1)
	draw(t, g)
	must(t, s.Save(t.Context(), g, noon))
	end := noon.Add(3 * time.Second)
	must(t, s.GiveUp(t.Context(), g, end))
	if g.Result != Lost || g.Settled != end || g.Touched != end || g.Played != 3*time.Second || g.Clean() {
		t.Errorf("%+v", g)
	}
	same(t, stored(t, s, g), g)
}

func TestGivingUpAGameNeverStartedDeletesIt(t *testing.T) {
	s := openStore(t)
	for _, counted := range []bool{true, false} {
		g := &Game{ID: "g", Play: game.New(game.BySlug("lucas"), 1), Counted: counted}
		must(t, s.Begin(t.Context(), browser, g, noon))
		g.Hints++
		must(t, s.Save(t.Context(), g, noon))
		before := *g
		must(t, s.GiveUp(t.Context(), g, noon))
		same(t, g, &before)
		if n := count(t, s, `SELECT COUNT(*) FROM games`); n != 0 {
			t.Errorf("%d games left", n)
		}
	}
}

func TestGamesEndInTheOrderInWhichTheyEndedWhateverTheClock(t *testing.T) {
	s := openStore(t)
	var last time.Time
	clock := noon
	for i, step := range []time.Duration{0, time.Second, -24 * time.Hour, 0, 48 * time.Hour, -time.Minute, time.Hour} {
		clock = clock.Add(step)
		g := &Game{ID: fmt.Sprint("g", i), Play: game.New(game.BySlug("lucas"), uint32(i+1)), Counted: i%2 == 0}
		draw(t, g)
		must(t, s.Begin(t.Context(), browser, g, clock))
		must(t, s.GiveUp(t.Context(), g, clock))
		if !g.Settled.After(last) {
			t.Errorf("game %d ended %s, the one before %s", i, g.Settled, last)
		}
		if clock.After(last) && g.Settled != clock {
			t.Errorf("game %d ended %s, the clock says %s", i, g.Settled, clock)
		}
		same(t, stored(t, s, g), g)
		last = g.Settled
	}

	// another player has nothing to do with it
	g := &Game{ID: "other", Play: game.New(game.BySlug("lucas"), 1)}
	draw(t, g)
	must(t, s.Begin(t.Context(), Token{2}, g, noon))
	must(t, s.GiveUp(t.Context(), g, noon))
	if g.Settled != noon {
		t.Errorf("ended %s, want %s", g.Settled, noon)
	}
}

func TestACleanGameHadNoHelpAndIsNotLost(t *testing.T) {
	for _, c := range []struct {
		g    Game
		want bool
	}{
		{Game{}, true},
		{Game{Result: Won}, true},
		{Game{Result: Lost}, false},
		{Game{Result: Won, Undos: 1}, false},
		{Game{Result: Won, Hints: 1}, false},
		{Game{Result: Won, Restarts: 1}, false},
		{Game{Result: Won, Aided: true}, false},
	} {
		if got := c.g.Clean(); got != c.want {
			t.Errorf("%+v: clean %v", c.g, got)
		}
	}
}

// A save of a move is the most frequent write: it may cost one row and no index.
func TestASaveOfAMoveTouchesNoIndex(t *testing.T) {
	dir := t.TempDir()
	s := openIn(t, dir)
	g := begin(t, s, "g", "lucas", 1)
	draw(t, g)
	must(t, s.Save(t.Context(), g, noon)) // the first one
	for i := range 6 {
		run(t, s, `PRAGMA wal_checkpoint(TRUNCATE)`)
		draw(t, g)
		if i%2 == 0 {
			must(t, s.Save(t.Context(), g, g.Touched.Add(time.Second)))
		} else {
			must(t, s.Follow(t.Context(), browser, "", g, g.Touched.Add(time.Second)))
		}
		log, err := os.Stat(filepath.Join(dir, FileName+"-wal"))
		must(t, err)
		const head, page = 32, 24 + 4096
		if pages := (log.Size() - head) / page; pages != 1 {
			t.Errorf("a save writes %d pages", pages)
		}
	}
}
