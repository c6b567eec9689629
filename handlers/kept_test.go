package handlers

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"time"

	"fortythieves/db"
	"fortythieves/game"
)

// reading counts the games that are loaded.
type reading struct {
	Store
	games int
}

func (r *reading) Seat(ctx context.Context, t db.Token, id string) (db.Player, *db.Game, error) {
	r.games++
	return r.Store.Seat(ctx, t, id)
}

// another is the same browser at another server of the same database.
func (b *browser) another() *browser {
	h := *b.house
	h.site = New(Options{Store: h.db, Keys: [][]byte{testKey}, Log: quiet, Now: func() time.Time { return b.now }, Rand: b.house})
	return &browser{&h, b.jar, b.htmx}
}

func TestAMoveAfterAnotherLoadsNothingAndIsAnsweredAsIfItDid(t *testing.T) {
	for _, v := range game.Variants {
		var r reading
		b := open(t, func(o *Options) { r.Store, o.Store = o.Store, &r }).browser().with(true)
		g, moves := wonGame(t, v.Slug, 0)
		kept, loaded := b.plant(g, false), b.plant(g, false)
		for i, m := range moves {
			r.games = 0
			move := []string{"moves", "move", m.String()}
			a := b.act(kept, move, int64(i+1)).want(http.StatusOK)
			if first, last := i == 0, i == len(moves)-1; (r.games == 0) == (first || last) {
				t.Fatalf("%s: move %d of %d loads %d games", v.Slug, i+1, len(moves), r.games)
			}
			if want := b.another().act(loaded, move, int64(i+1)); a.status != want.status || a.body != strings.ReplaceAll(want.body, loaded, kept) {
				t.Fatalf("%s: move %d is answered with\n%s\nwant\n%s", v.Slug, i+1, a.body, want.body)
			}
		}
	}
}

// As while one process hands over to the next: each has kept what the other has changed.
func TestTwoServersOfOneDatabaseMakeMovesInTurn(t *testing.T) {
	b := open(t, nil).browser().with(true)
	servers := [2]*browser{b, b.another()}
	g, moves := wonGame(t, "maria", 0)
	id := b.plant(g, true)
	for i, m := range moves[:60] {
		for again := range 2 {
			a := servers[(i/3+again)%2].act(id, []string{"moves", "move", m.String()}, int64(i+1))
			if want := []int{http.StatusOK, http.StatusConflict}[again]; a.status != want {
				t.Fatalf("move %d, for the %d. time: status %d", i+1, again+1, a.status)
			}
		}
	}
	if got := b.load(id); game.FormatMoves(got.Play.Moves()) != game.FormatMoves(moves[:60]) {
		t.Errorf("stored is %s", got.Play)
	}
}

func TestWhatIsKeptOfAGameDoesNotOutliveAChange(t *testing.T) {
	draw := []string{"moves", "move", "d"}
	for _, c := range []struct {
		name   string
		change func(b *browser, g *db.Game) error
		status int
		says   string
	}{
		{"the language", func(b *browser, g *db.Game) error {
			return b.db.SaveSettings(b.tb.Context(), g.Player, `{"lang":"da"}`)
		}, 200, "3 træk"},
		{"the end of the browser", func(b *browser, g *db.Game) error { return b.db.EndDevice(b.tb.Context(), g.Player, b.token()) }, 404, ""},
		{"the end of the game", func(b *browser, g *db.Game) error { return b.db.GiveUp(b.tb.Context(), g, b.now) }, 409, ""},
		{"the end of the player", func(b *browser, g *db.Game) error { return b.db.Delete(b.tb.Context(), g.Player) }, 404, ""},
		{"a refusal", func(b *browser, g *db.Game) error {
			b.act(g.ID, []string{"moves", "from", "c1", "to", "f"}, 3).want(http.StatusUnprocessableEntity)
			return nil
		}, 200, "3 moves"},
		{"another browser's try", func(b *browser, g *db.Game) error {
			b.house.browser().act(g.ID, draw, 3).want(http.StatusNotFound)
			return nil
		}, 200, "3 moves"},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := open(t, nil).browser().with(true)
			id := b.plant(game.New(game.BySlug("indian"), 1), true)
			for i := range 2 {
				b.act(id, draw, int64(i+1)).want(http.StatusOK)
			}
			must(0, c.change(b, b.load(id)))
			if a := b.act(id, draw, 3).want(c.status); !strings.Contains(a.body, c.says) {
				t.Errorf("it says %s, want %s", a.text(".facts"), c.says)
			}
		})
	}
}

func TestAVisitIsNotedWhileMovesFollowEachOther(t *testing.T) {
	h := open(t, nil)
	b := h.browser().with(true)
	id := b.plant(game.New(game.BySlug("indian"), 1), true)
	for i := range 6 {
		a := b.act(id, []string{"moves", "move", "d"}, int64(i+1)).want(http.StatusOK)
		if renewed := a.header.Get("Set-Cookie") != ""; renewed != (i == 3) {
			t.Errorf("move %d: renewed %v", i+1, renewed)
		}
		if i == 2 {
			h.now = h.now.AddDate(0, 0, 1)
		}
	}
}
