package db

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"fortythieves/game"
)

func TestANewGameIsStoredAsItBegan(t *testing.T) {
	s := openStore(t)
	g := &Game{ID: "g", Play: game.New(game.BySlug("maria"), 4294967295), Counted: true, Undos: 3, Result: Won}
	must(t, s.Begin(t.Context(), browser, g, noon.Add(1234567*time.Nanosecond).Local()))
	at := noon.Add(time.Millisecond)
	same(t, g, &Game{ID: "g", Player: g.Player, Play: g.Play, Version: 1, Counted: true,
		Created: at, Touched: at})
	same(t, stored(t, s, g), g)
}

func TestAGameMayBeginWithMoves(t *testing.T) {
	s := openStore(t)
	g := &Game{ID: "g", Play: game.New(game.BySlug("maria"), 1)}
	draw(t, g)
	must(t, s.Begin(t.Context(), browser, g, noon))
	if g.Started != noon {
		t.Errorf("started %s", g.Started)
	}
	same(t, stored(t, s, g), g)
}

func TestAPositionIsNoGameToStore(t *testing.T) {
	s := openStore(t)
	g := &Game{ID: "g", Play: game.From(game.BySlug("maria").Deal(1))}
	if err := s.Begin(t.Context(), browser, g, noon); err == nil {
		t.Error("it was stored")
	}
}

// attempt begins a game of Lucas, and checks that after an error nothing has changed.
func attempt(t *testing.T, s *Store, id string, deal uint32, counted bool) error {
	t.Helper()
	rows := count(t, s, `SELECT COUNT(*) FROM games`)
	g := &Game{ID: id, Play: game.New(game.BySlug("lucas"), deal), Counted: counted}
	err := s.Begin(t.Context(), browser, g, noon)
	if err != nil && (g.Version != 0 || count(t, s, `SELECT COUNT(*) FROM games`) != rows) {
		t.Errorf("changed in spite of: %v", err)
	}
	return err
}

func TestANewCountedGameTakesThePlaceOfOneNeverStarted(t *testing.T) {
	s := openStore(t)
	old := begin(t, s, "old", "lucas", 1)
	other := begin(t, s, "other", "maria", 1)
	must(t, attempt(t, s, "new", 2, true))
	if _, err := s.Game(t.Context(), old.Player, old.ID); !errors.Is(err, ErrNotFound) {
		t.Errorf("the old one: %v", err)
	}
	same(t, stored(t, s, other), other)
	must(t, attempt(t, s, "again", 1, true)) // an untouched deal counts as nothing
}

func TestANewCountedGameDoesNotTakeThePlaceOfOneStarted(t *testing.T) {
	s := openStore(t)
	g := begin(t, s, "g", "lucas", 1)
	draw(t, g)
	must(t, s.Save(t.Context(), g, noon))
	g.Play.Undo()
	must(t, s.Save(t.Context(), g, noon)) // taken back, and started nevertheless
	if err := attempt(t, s, "new", 2, true); !errors.Is(err, ErrOpenGame) {
		t.Errorf("error %v, want ErrOpenGame", err)
	}
	same(t, stored(t, s, g), g)
	must(t, s.GiveUp(t.Context(), g, noon))
	must(t, attempt(t, s, "new", 2, true))
}

func TestADealCountsOnceForAPlayerAndVariant(t *testing.T) {
	s := openStore(t)
	g := begin(t, s, "g", "lucas", 1)
	draw(t, g)
	must(t, s.Save(t.Context(), g, noon))
	must(t, s.GiveUp(t.Context(), g, noon))

	untouched := begin(t, s, "untouched", "lucas", 2)
	if err := attempt(t, s, "twice", 1, true); !errors.Is(err, ErrDealCounted) {
		t.Errorf("error %v, want ErrDealCounted", err)
	}
	same(t, stored(t, s, untouched), untouched)
	must(t, attempt(t, s, "practice", 1, false))
	begin(t, s, "another variant", "maria", 1)
	must(t, s.Begin(t.Context(), Token{2},
		&Game{ID: "another player", Play: game.New(game.BySlug("lucas"), 1), Counted: true}, noon))
}

func TestPracticeStandsInNobodysWay(t *testing.T) {
	s := openStore(t)
	g := begin(t, s, "counted", "lucas", 1)
	draw(t, g)
	must(t, s.Save(t.Context(), g, noon))
	must(t, attempt(t, s, "a", 1, false))
	must(t, attempt(t, s, "b", 1, false))
	must(t, attempt(t, s, "c", 2, false))
	must(t, s.GiveUp(t.Context(), g, noon))
	must(t, attempt(t, s, "d", 2, true))
	if n := count(t, s, `SELECT COUNT(*) FROM games`); n != 5 {
		t.Errorf("%d games, want 5", n)
	}
}

// The rules of Begin hold even where it does not ask.
func TestTheSchemaItselfRefusesWhatTheRulesForbid(t *testing.T) {
	s := openStore(t)
	g := begin(t, s, "g", "lucas", 1)
	const insert = `INSERT INTO games (key, player_id, variant, deal, counted, version, cursor, moves,
		created_at, touched_at, started_at, settled_at, result) VALUES `
	for what, values := range map[string]string{
		"a second open counted game": `('x', 1, 'lucas', 2, 1, 1, 0, '', 0, 0, 0, NULL, NULL)`,
		"a deal counted twice":       `('x', 1, 'lucas', 1, 1, 1, 0, '', 0, 0, 0, 0, 'won')`,
		"a result before the end":    `('x', 1, 'maria', 1, 1, 1, 0, '', 0, 0, 0, NULL, 'won')`,
		"an end without a result":    `('x', 1, 'maria', 1, 1, 1, 0, '', 0, 0, 0, 0, NULL)`,
		"an end before the start":    `('x', 1, 'maria', 1, 1, 1, 0, '', 0, 0, NULL, 0, 'lost')`,
		"an unknown result":          `('x', 1, 'maria', 1, 1, 1, 0, '', 0, 0, 0, 0, 'drawn')`,
		"a deal without number":      `('x', 1, 'maria', 0, 1, 1, 0, '', 0, 0, 0, NULL, NULL)`,
		"a key used twice":           `('g', 1, 'maria', 1, 1, 1, 0, '', 0, 0, 0, NULL, NULL)`,
		"no key":                     `('', 1, 'maria', 1, 1, 1, 0, '', 0, 0, 0, NULL, NULL)`,
		"a player who is not":        `('x', 2, 'maria', 1, 1, 1, 0, '', 0, 0, 0, NULL, NULL)`,
	} {
		if _, err := s.writer.Exec(insert + values); err == nil {
			t.Errorf("%s: no error", what)
		}
	}
	run(t, s, insert+`('x', 1, 'maria', 1, 1, 1, 0, '', 0, 0, 0, 0, 'won')`)
	if g.Player != 1 {
		t.Errorf("player %d", g.Player)
	}
}

func TestTwentyPracticeGamesAreKeptOpen(t *testing.T) {
	s := openStore(t)
	at := func(n int) time.Time { return noon.Add(time.Duration(n) * time.Minute) }
	practise := func(n int) (*Game, error) {
		g := &Game{ID: fmt.Sprint("p", n), Play: game.New(game.BySlug("maria"), uint32(n+1))}
		return g, s.Begin(t.Context(), browser, g, at(n))
	}
	counted := begin(t, s, "counted", "maria", 500)
	var games []*Game
	for n := range PracticeLimit {
		g, err := practise(n)
		must(t, err)
		games = append(games, g)
		if n != 3 {
			draw(t, g)
			must(t, s.Save(t.Context(), g, at(n)))
		}
	}
	if _, err := practise(20); err != nil {
		t.Fatalf("the third, without a move, makes no room: %v", err)
	}
	if _, err := s.Game(t.Context(), counted.Player, "p3"); !errors.Is(err, ErrNotFound) {
		t.Errorf("it is still there: %v", err)
	}
	if _, err := practise(21); err != nil {
		t.Fatalf("the one just begun makes no room: %v", err)
	}
	g, err := s.Game(t.Context(), counted.Player, "p21")
	must(t, err)
	draw(t, g)
	must(t, s.Save(t.Context(), g, at(22)))
	if _, err := practise(23); !errors.Is(err, ErrPracticeFull) {
		t.Errorf("with a move in each: %v", err)
	}
	if n := count(t, s, `SELECT COUNT(*) FROM games`); n != 1+PracticeLimit {
		t.Errorf("there are %d games", n)
	}
	must(t, s.GiveUp(t.Context(), games[0], at(24)))
	if _, err := practise(25); err != nil {
		t.Errorf("after one was given up: %v", err)
	}
	begin(t, s, "another", "lucas", 1)
}
