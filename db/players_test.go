package db

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"fortythieves/game"
)

func addPlayer(tb tester, s *Store) (id int64) {
	tb.Helper()
	must(tb, s.writer.QueryRow(insertPlayer, 0).Scan(&id))
	return id
}

func TestABrowserThatOnlyLooksLeavesNoRow(t *testing.T) {
	s := openStore(t)
	if _, err := s.Player(t.Context(), browser); !errors.Is(err, ErrNotFound) {
		t.Errorf("error %v, want ErrNotFound", err)
	}
	if n := count(t, s, `SELECT (SELECT COUNT(*) FROM players) + (SELECT COUNT(*) FROM devices)`); n != 0 {
		t.Errorf("%d rows", n)
	}
}

func TestTheFirstGameMakesThePlayer(t *testing.T) {
	s := openStore(t)
	a := begin(t, s, "a", "lucas", 1)
	b := begin(t, s, "b", "maria", 1)
	c := &Game{ID: "c", Play: game.New(game.BySlug("lucas"), 1), Counted: true}
	must(t, s.Begin(t.Context(), Token{2}, c, noon))

	if a.Player != b.Player || a.Player == c.Player {
		t.Errorf("players %d, %d and %d", a.Player, b.Player, c.Player)
	}
	p, err := s.Player(t.Context(), browser)
	if want := (Player{ID: a.Player, Seen: noon}); err != nil || p != want {
		t.Errorf("player %v, %v", p, err)
	}
	if n := count(t, s, `SELECT COUNT(*) FROM players`); n != 2 {
		t.Errorf("%d players, want 2", n)
	}
}

func TestAGameThatCannotBeginMakesNoPlayer(t *testing.T) {
	s := openStore(t)
	begin(t, s, "taken", "lucas", 1)
	g := &Game{ID: "taken", Play: game.New(game.BySlug("lucas"), 2)}
	before := *g
	if err := s.Begin(t.Context(), Token{2}, g, noon); err == nil {
		t.Fatal("two games have the same ID")
	}
	same(t, g, &before)
	if n := count(t, s, `SELECT COUNT(*) FROM players`); n != 1 {
		t.Errorf("%d players, want 1", n)
	}
}

func TestBeginningAGameIsBeingSeen(t *testing.T) {
	s := openStore(t)
	begin(t, s, "a", "lucas", 1)
	later := noon.Add(time.Hour)
	g := &Game{ID: "b", Play: game.New(game.BySlug("maria"), 1)}
	must(t, s.Begin(t.Context(), browser, g, later))
	if n := count(t, s, `SELECT COUNT(*) FROM players p JOIN devices d ON d.player_id = p.id
		WHERE p.created_at = $1 AND d.created_at = $1 AND p.seen_at = $2 AND d.seen_at = $2`,
		millis(noon), millis(later)); n != 1 {
		t.Error("the times are wrong")
	}
}

func TestDeletingAPlayerDeletesDevicesAndGames(t *testing.T) {
	s := openStore(t)
	g := begin(t, s, "a", "lucas", 1)
	must(t, s.Begin(t.Context(), Token{2}, &Game{ID: "b", Play: game.New(game.BySlug("lucas"), 1)}, noon))
	run(t, s, `DELETE FROM players WHERE id = $1`, g.Player)
	for _, table := range []string{"players", "devices", "games"} {
		if n := count(t, s, `SELECT COUNT(*) FROM `+table); n != 1 {
			t.Errorf("%d rows left in %s, want the other player's 1", n, table)
		}
	}
}

func TestSettingsAreKeptWithThePlayerAlone(t *testing.T) {
	s := openStore(t)
	a := begin(t, s, "a", "lucas", 1)
	other := &Game{ID: "b", Play: game.New(game.BySlug("lucas"), 1), Counted: true}
	must(t, s.Begin(t.Context(), Token{2}, other, noon))
	for _, settings := range []string{`{"tap":"select"}`, `{"table":"plum"}`, "", "'; DROP TABLE players; --"} {
		must(t, s.SaveSettings(t.Context(), a.Player, settings))
		if p, err := s.Player(t.Context(), browser); err != nil || p != (Player{a.Player, settings, noon}) {
			t.Errorf("the player is %+v, %v", p, err)
		}
		if p, err := s.Player(t.Context(), Token{2}); err != nil || p != (Player{other.Player, "", noon}) {
			t.Errorf("the other is %+v, %v", p, err)
		}
	}
	must(t, s.SaveSettings(t.Context(), 12345, "x")) // a player who is gone
	if n := count(t, s, `SELECT COUNT(*) FROM players`); n != 2 {
		t.Errorf("%d players", n)
	}
}

func TestASeatIsThePlayerAndTheGameOfOneBrowser(t *testing.T) {
	s := openStore(t)
	a := begin(t, s, "a", "lucas", 1)
	begin(t, s, "c", "maria", 1)
	other := &Game{ID: "b", Play: game.New(game.BySlug("lucas"), 1), Counted: true}
	must(t, s.Begin(t.Context(), Token{2}, other, noon))
	must(t, s.SaveSettings(t.Context(), a.Player, `{"tap":"select"}`))
	draw(t, a)
	must(t, s.Save(t.Context(), a, noon.Add(time.Minute)))

	p, g, err := s.Seat(t.Context(), browser, "a")
	if err != nil || p != (Player{a.Player, `{"tap":"select"}`, noon}) {
		t.Fatalf("the seat is %+v, %v", p, err)
	}
	want, err := s.Game(t.Context(), a.Player, "a")
	must(t, err)
	same(t, g, want)
	for _, c := range []struct {
		browser Token
		id      string
	}{{browser, "b"}, {Token{2}, "a"}, {Token{3}, "a"}, {browser, "x"}, {browser, ""}, {Token{}, "a"}} {
		if p, g, err := s.Seat(t.Context(), c.browser, c.id); !errors.Is(err, ErrNotFound) || g != nil || p != (Player{}) {
			t.Errorf("%v, %q: %+v, %v, %v", c.browser[:1], c.id, p, g, err)
		}
	}
}

func TestPlayersWithoutASettledGameAreForgottenInTime(t *testing.T) {
	s := openStore(t)
	hold := func(n int, slug string, end bool) {
		g := &Game{ID: fmt.Sprint("g", n), Play: game.New(game.BySlug(slug), 1), Counted: true}
		must(t, s.Begin(t.Context(), Token{byte(n), byte(n >> 8), 1}, g, noon))
		draw(t, g)
		must(t, s.Save(t.Context(), g, noon))
		if end {
			must(t, s.GiveUp(t.Context(), g, noon))
		}
	}
	for n := range 2*goneAtOnce + 1 {
		hold(n, "maria", false)
	}
	hold(1000, "maria", true)
	hold(1001, "lucas", false)
	must(t, s.Seen(t.Context(), Token{byte(1001 & 255), byte(1001 >> 8), 1}, "w3m", noon.Add(time.Hour)))
	for _, c := range []struct {
		before     time.Time
		gone, left int
	}{{noon, 0, 2*goneAtOnce + 3}, {noon.Add(time.Second), 2*goneAtOnce + 1, 2}, {noon.Add(time.Hour), 0, 2}, {noon.Add(2 * time.Hour), 1, 1}} {
		gone, err := s.Forget(t.Context(), c.before)
		must(t, err)
		if n := count(t, s, `SELECT COUNT(*) FROM players`); int(gone) != c.gone || n != c.left {
			t.Errorf("before %s: %d gone, %d left, want %d and %d", c.before, gone, n, c.gone, c.left)
		}
	}
	if n := count(t, s, `SELECT COUNT(*) FROM games`); n != 1 {
		t.Errorf("%d games are left", n)
	}
}
