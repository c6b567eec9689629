package handlers

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"fortythieves/game"
)

// In midGame the ten of hearts of the waste, the six of clubs of c3, also with the seven below it, and the four
// of clubs of c2 have no place but the empty column c9.
func TestATapMovesACardThatHasOneSensiblePlace(t *testing.T) {
	for _, htmx := range []bool{false, true} {
		for _, c := range []struct{ from, move string }{{"w", "wc9"}, {"c3", "c3c9"}, {"c2", "c2c9"}, {"c3x2", "c3c9x2"}} {
			b := open(t, nil).browser().with(htmx)
			id := b.plant(midGame(t), true)
			n := b.load(id).Play.Cursor()
			page := b.get("/games/" + id)
			after := b.press(page, "#game .pile button[value='"+c.from+"']").want(http.StatusOK)
			g := b.load(id).Play
			if moved := game.FormatMoves(g.Moves()[n:]); g.Cursor() != n+1 || moved != c.move {
				t.Errorf("htmx %v: a tap on %s plays %q, want %s", htmx, c.from, moved, c.move)
			}
			if after.doc().Find("#game [aria-pressed], #game .to").Length() > 0 {
				t.Errorf("htmx %v: something is selected after it: %s", htmx, after.body)
			}
		}
	}
}

func TestATapSelectsACardThatHasAChoiceOrNoPlace(t *testing.T) {
	g := game.New(game.BySlug("indian"), 1)
	choice, none := "", ""
	for deal := uint32(1); choice == "" || none == ""; deal++ {
		g = game.New(game.BySlug("indian"), deal)
		choice, none = "", ""
		for i := range g.State().Columns {
			switch p := game.Column(i); len(g.State().AppendTargets(nil, p, 1)) {
			case 0:
				none = p.String()
			case 2:
				choice = p.String()
			}
		}
	}
	for _, from := range []string{choice, none} {
		b := open(t, nil).browser()
		id := b.plant(g, true)
		before := b.stored()
		a := b.act(id, []string{"moves", "from", from}, 1).want(http.StatusSeeOther)
		if a.place() != "/games/"+id+"?from="+from {
			t.Errorf("a tap on %s leads to %s", from, a.place())
		}
		for _, page := range []*answer{b.get(a.place()), b.with(true).act(id, []string{"moves", "from", from}, 1).want(http.StatusOK)} {
			pressed := page.doc().Find("#game [aria-pressed=true]")
			want := map[string]int{choice: 2, none: 0}[from]
			if pressed.Length() != 1 || pressed.AttrOr("value", "") != from || page.doc().Find("#game .to").Length() != want {
				t.Errorf("%s is not selected with %d targets in %s", from, want, page.body)
			}
		}
		b.unchanged(t, before)
	}
}

func TestATapOnlySelectsIfThatIsChosen(t *testing.T) {
	for _, htmx := range []bool{false, true} {
		b := open(t, nil).browser().with(htmx)
		id := b.plant(midGame(t), true)
		b.choose("tap", "select")
		before := b.stored()
		page := b.follow(b.act(id, []string{"moves", "from", "c3"}, 1)).want(http.StatusOK)
		if pressed := page.doc().Find("#game [aria-pressed=true]"); pressed.AttrOr("value", "") != "c3" {
			t.Errorf("htmx %v: selected is %s", htmx, page.body)
		}
		b.unchanged(t, before)
	}
}

func TestATapOfAnOldBoardDoesNothing(t *testing.T) {
	b := open(t, nil).browser()
	id := b.plant(midGame(t), true)
	before := b.stored()
	b.act(id, []string{"moves", "from", "c3"}, 0).want(http.StatusConflict)
	b.post("/games/"+id+"/moves", "from", "c3").want(http.StatusBadRequest)
	b.unchanged(t, before)
}

func TestASecondTapDoesWhatIsChosen(t *testing.T) {
	// The top of c3 goes to a foundation and to a column.
	g, from, to := twoWays(t)
	n := g.Cursor()
	for setting, want := range map[string]string{"foundation": from + "f", "column": from + to, "nothing": ""} {
		for _, htmx := range []bool{false, true} {
			b := open(t, nil).browser().with(htmx)
			id := b.plant(g, true)
			b.choose("double", setting)
			a := b.act(id, []string{"moves", "from", from, "to", from}, 1)
			got := b.load(id).Play
			if moved := game.FormatMoves(got.Moves()[n:]); moved != want {
				t.Errorf("%s, htmx %v: a second tap plays %q, want %q", setting, htmx, moved, want)
			}
			if say := a.text(".say"); htmx && want == "" && !strings.HasSuffix(say, " put down.") {
				t.Errorf("it says %q", say)
			}
		}
	}
}

// twoWays is a game in which the card of a column can go to a foundation and to a column.
func twoWays(t *testing.T) (g *game.Game, from, to string) {
	t.Helper()
	for deal := uint32(1); deal < 500; deal++ {
		g = game.New(game.BySlug("streets"), deal)
		for range 20 {
			for i := range g.State().Columns {
				piles := g.State().AppendTargets(nil, game.Column(i), 1)
				if len(piles) > 1 && piles[0] == game.Foundation {
					return g, game.Column(i).String(), piles[1].String()
				}
			}
			must(0, g.Play(g.State().Legal()[len(g.State().Legal())-1]))
			if len(g.State().Legal()) == 0 {
				break
			}
		}
	}
	t.Fatal("no such game")
	return nil, "", ""
}

func TestAMoveCanBeTyped(t *testing.T) {
	for line, want := range map[string]string{
		"c1 c9": "c1c9", "1 9": "c1c9", " 1  9 ": "c1c9", "C1C9": "c1c9", "c1c9": "c1c9", "W 9": "wc9", "w c9": "wc9",
		"3 9 x2": "c3c9x2", "c3 c9 X4": "c3c9x4", "C3C9x2": "c3c9x2", "d": "d", "D": "d", " d ": "d",
	} {
		for _, htmx := range []bool{false, true} {
			b := open(t, nil).browser().with(htmx)
			id := b.plant(midGame(t), true)
			n := b.load(id).Play.Cursor()
			a := b.act(id, []string{"moves", "line", line}, 1)
			g := b.load(id)
			if moved := game.FormatMoves(g.Play.Moves()[n:g.Play.Cursor()]); moved != want || a.status >= 400 {
				t.Errorf("%q plays %q, status %d, want %s", line, moved, a.status, want)
			}
		}
	}
	// to a foundation: the first move of a won game that goes there
	g, rest := wonGame(t, "forty-thieves", 0)
	b := open(t, nil).browser()
	id := b.plant(g, true)
	column := strings.TrimSuffix(rest[0].String(), "f")
	b.act(id, []string{"moves", "line", strings.ToUpper(column[1:]) + " F"}, 1).want(http.StatusSeeOther)
	if got := b.load(id).Play.State().Home(); got != 1 {
		t.Errorf("%s F brings %d cards home", column, got)
	}
}

func TestUndoAndRedoCanBeTyped(t *testing.T) {
	for _, htmx := range []bool{false, true} {
		b := open(t, nil).browser().with(htmx)
		id := b.plant(midGame(t), true)
		n := b.load(id).Play.Cursor()
		for i, c := range []struct {
			line  string
			after int
		}{{"u", n - 1}, {" U ", n - 2}, {"r", n - 1}, {"R", n}} {
			b.act(id, []string{"moves", "line", c.line}, int64(i+1))
			if g := b.load(id); g.Play.Cursor() != c.after || g.Version != int64(i+2) {
				t.Errorf("%q: %d moves are made, want %d", c.line, g.Play.Cursor(), c.after)
			}
		}
		if b.load(id).Undos != 2 {
			t.Errorf("%d undos count", b.load(id).Undos)
		}
	}
}

func TestWhatIsTypedAndIsNoMoveChangesNothing(t *testing.T) {
	tryAll(t, midGame(t), func(_ *browser, id string) (all []trial) {
		add := func(line string, status int, says string) {
			all = append(all, trial{fmt.Sprintf("%q", line), formRequest("/games/"+id+"/moves", "line", line, "version", "1"), status, says})
		}
		for _, line := range []string{" ", "x", "hello", "1", "1 9 2", "14 1", "0 1", "-1 2", "c3 to c7", "u u", "undo", "f 1", "s w", "dd", "1 9 x", "\xff", "<b>", strings.Repeat("1 ", 9000)} {
			add(line, 400, "That request made no sense")
		}
		add("9 1", 422, "There is no card to move.")
		add("1 f", 422, "9♦ cannot go up yet: 8♦ must go there first.")
		add("3 8", 422, "6♣ does not go on 7♣: red goes on black and black on red.")
		return all
	})
	b := open(t, nil).browser()
	id := b.plant(midGame(t), true)
	before := b.stored()
	for _, line := range []string{"d", "u", "r", "1 9"} {
		b.act(id, []string{"moves", "line", line}, 0).want(http.StatusConflict)
	}
	b.unchanged(t, before)
}
