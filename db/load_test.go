package db

import (
	"errors"
	"reflect"
	"strings"
	"testing"
	"time"

	"fortythieves/game"

	"pgregory.net/rapid"
)

func TestAnotherPlayersGameIsNotFound(t *testing.T) {
	s := openStore(t)
	g := begin(t, s, "g", "lucas", 1)
	for _, c := range []struct {
		player int64
		id     string
	}{{g.Player + 1, "g"}, {g.Player, "h"}, {0, "g"}, {g.Player, ""}} {
		if h, err := s.Game(t.Context(), c.player, c.id); !errors.Is(err, ErrNotFound) || h != nil {
			t.Errorf("player %d, id %q: %v, %v", c.player, c.id, h, err)
		}
	}
}

func TestADamagedGameIsAnErrorThatNamesIt(t *testing.T) {
	s := openStore(t)
	g := begin(t, s, "the-id", "lucas", 1)
	draw(t, g)
	must(t, s.Save(t.Context(), g, noon))
	for _, damage := range []string{
		`moves = 'd,c1f'`, `moves = 'hello'`, `cursor = 2`, `cursor = -1`, `variant = 'whist'`,
		`moves = 'd,wf'`, `moves = ''`,
	} {
		run(t, s, `UPDATE games SET `+damage)
		_, err := s.Game(t.Context(), g.Player, g.ID)
		if err == nil || !strings.Contains(err.Error(), "game the-id is damaged") {
			t.Errorf("%s: error %v", damage, err)
		}
		// it must not look like the answer to a move, or to a wrong address
		var refusal *game.Refusal
		if errors.As(err, &refusal) || errors.Is(err, ErrNotFound) {
			t.Errorf("%s: %v is of another kind", damage, err)
		}
		run(t, s, `UPDATE games SET variant = 'lucas', cursor = 1, moves = 'd'`)
	}
	same(t, stored(t, s, g), g)
}

func TestOpenGamesAreThoseTouchedLastFirst(t *testing.T) {
	s := openStore(t)
	at := func(sec int) time.Time { return noon.Add(time.Duration(sec) * time.Second) }

	untouched := begin(t, s, "untouched", "maria", 5)
	started := begin(t, s, "started", "lucas", 6)
	draw(t, started)
	draw(t, started)
	started.Play.Undo()
	must(t, s.Save(t.Context(), started, at(9)))
	practice := &Game{ID: "practice", Play: game.New(game.BySlug("lucas"), 4294967295)}
	must(t, s.Begin(t.Context(), browser, practice, at(5)))
	over := begin(t, s, "over", "streets", 6)
	draw(t, over)
	must(t, s.Save(t.Context(), over, at(20)))
	must(t, s.GiveUp(t.Context(), over, at(21)))
	must(t, s.Begin(t.Context(), Token{2}, &Game{ID: "other", Play: game.New(game.BySlug("lucas"), 1)}, at(30)))

	list, err := s.OpenGames(t.Context(), untouched.Player)
	must(t, err)
	lucas, maria := game.BySlug("lucas"), game.BySlug("maria")
	want := []OpenGame{
		{ID: "started", Variant: lucas, Deal: 6, Counted: true, Moves: 1, Started: true, Touched: at(9)},
		{ID: "practice", Variant: lucas, Deal: 4294967295, Touched: at(5)},
		{ID: "untouched", Variant: maria, Deal: 5, Counted: true, Touched: noon},
	}
	if !reflect.DeepEqual(list, want) {
		t.Errorf("got  %+v\nwant %+v", list, want)
	}
	if list, err := s.OpenGames(t.Context(), 99); err != nil || len(list) != 0 {
		t.Errorf("a player who is not: %v, %v", list, err)
	}
}

func TestTheOpenCountedGameOfAVariant(t *testing.T) {
	s := openStore(t)
	must(t, s.Begin(t.Context(), browser, &Game{ID: "practice", Play: game.New(game.BySlug("lucas"), 1)}, noon))
	p, err := s.Player(t.Context(), browser)
	must(t, err)
	begin(t, s, "other", "maria", 1)
	none := func() {
		t.Helper()
		if g, err := s.OpenCounted(t.Context(), p.ID, "lucas"); !errors.Is(err, ErrNotFound) || g != nil {
			t.Errorf("%v, %v, want ErrNotFound", g, err)
		}
	}
	none()
	g := begin(t, s, "g", "lucas", 2)
	draw(t, g)
	must(t, s.Save(t.Context(), g, noon))
	h, err := s.OpenCounted(t.Context(), p.ID, "lucas")
	must(t, err)
	same(t, h, g)
	must(t, s.GiveUp(t.Context(), g, noon))
	none()
}

func TestAnyPlayIsLoadedAsItWasSaved(t *testing.T) {
	s := openStore(t)
	var n uint32
	rapid.Check(t, func(t *rapid.T) {
		n++
		v := rapid.SampledFrom(game.Variants).Draw(t, "variant")
		g := &Game{ID: rapid.StringMatching(`[a-z]{20}`).Draw(t, "id"), Play: game.New(v, n)}
		must(t, s.Begin(t.Context(), Token{byte(n), byte(n >> 8)}, g, noon))
		now := noon
		for range rapid.IntRange(1, 15).Draw(t, "saves") {
			switch rapid.IntRange(0, 4).Draw(t, "kind") {
			case 0:
				g.Play.Undo()
				g.Undos++
			case 1:
				g.Play.Redo()
			case 2:
				g.Play.Jump(rapid.IntRange(0, len(g.Play.Moves())).Draw(t, "to"))
			default:
				if legal := g.Play.State().Legal(); len(legal) > 0 {
					must(t, g.Play.Play(rapid.SampledFrom(legal).Draw(t, "move")))
				}
			}
			now = now.Add(time.Duration(rapid.Int64Range(-1e10, 2e11).Draw(t, "gap")))
			must(t, s.Save(t.Context(), g, now))
			same(t, stored(t, s, g), g)
		}
	})
}
