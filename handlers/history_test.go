package handlers

import (
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"fortythieves/game"
)

// An action without htmx leads back to the board by 303, with htmx it is answered with the fragment of
// the board, with the sentence for screen readers in it.
func TestAnActionIsAnsweredWithTheWayToTheBoardOrTheFragment(t *testing.T) {
	actions := [][]string{{"moves", "move", "d"}, {"moves", "from", "c3x2", "to", "c9"}, {"undo"}, {"redo"}, {"restart"}, {"give-up"}}
	for _, action := range actions {
		b := open(t, nil).browser()
		id := b.plant(midGame(t), true)
		a := b.act(id, action, 1).want(http.StatusSeeOther)
		if a.place() != "/games/"+id || a.body != "" {
			t.Errorf("%s leads to %q with the body %q", action, a.place(), a.body)
		}
		id = b.plant(midGame(t), false)
		a = b.with(true).act(id, action, 1).want(http.StatusOK)
		if !strings.HasPrefix(a.body, `<div id="board">`) || strings.Contains(a.body, "<html") {
			t.Errorf("%s is answered with %s", action, a.body)
		}
		if a.spoken() == "" {
			t.Errorf("%s has nothing to be spoken: %s", action, a.body)
		}
	}
}

// onPageAlone is what a text browser sees, what the script knows or does not need, and what is for it alone.
var onPageAlone = regexp.MustCompile(`<span class="tx"[^>]*>[^<]*</span>| data-pile="\w+"| name="(from|to)" value="\w+"| autocomplete="off"| data-spoken="[^"]*"`)

func TestTheFragmentIsThePartOfThePageThatChanges(t *testing.T) {
	common := func(html string) string {
		return strings.ReplaceAll(onPageAlone.ReplaceAllString(html, ""), "> <", "><")
	}
	b := open(t, nil).browser()
	id := b.plant(midGame(t), true)
	for _, query := range []string{"", "?from=c3x2", "?ask=new"} {
		page, fragment := b.get("/games/"+id+query), b.with(true).get("/games/"+id+query)
		if !strings.Contains(common(page.body), common(fragment.body)) || len(common(fragment.body)) < 1000 {
			t.Errorf("%q: the page is\n%s\nthe fragment\n%s", query, page.body, fragment.body)
		}
		if status := page.doc().Find("#spoken[role=status]"); status.Length() != 1 || status.Closest("#board").Length() > 0 {
			t.Errorf("%q: the page has no live region outside the board", query)
		}
	}
}

// moves is the number of moves made that a board shows, with the version that it posts.
func moves(a *answer) (made, version int) {
	a.tb.Helper()
	made, _ = strconv.Atoi(strings.Fields(a.text(".facts"))[0])
	version, _ = strconv.Atoi(a.doc().Find("#game input[name=version]").AttrOr("value", ""))
	return made, version
}

func TestUndoGoesBackToTheDealAndRedoToTheEnd(t *testing.T) {
	for _, htmx := range []bool{false, true} {
		b := open(t, nil).browser().with(htmx)
		g := midGame(t)
		g.Redo()
		id := b.plant(g, true)
		n := g.Cursor()
		page := b.get("/games/" + id)
		end := page.body
		for i := range n {
			page = b.press(page, "#undo").want(http.StatusOK)
			if made, version := moves(page); made != n-i-1 || version != i+2 {
				t.Fatalf("htmx %v: after %d undos %d moves are made, version %d", htmx, i+1, made, version)
			}
		}
		deal := b.get("/games/" + b.practise("number-ten", g.Deal()))
		if cards(page) != cards(deal) {
			t.Errorf("all is undone, and the board is\n%s\nthe deal is\n%s", cards(page), cards(deal))
		}
		if live(page, "#undo") || !live(page, "#redo") {
			t.Errorf("at the deal the tools are %s", page.body)
		}
		for range n {
			page = b.press(page, "#redo").want(http.StatusOK)
		}
		if !live(page, "#undo") || live(page, "#redo") {
			t.Errorf("at the end the tools are %s", page.body)
		}
		if got, want := cards(page), cards(&answer{tb: t, body: end}); got != want {
			t.Errorf("all is redone, and the board is\n%s\nit was\n%s", got, want)
		}
	}
}

// live reports whether a button of a page says that it does something.
func live(a *answer, button string) bool {
	a.tb.Helper()
	return a.doc().Find(button).Not("[disabled], [aria-disabled=true]").Length() == 1
}

// cards is the text of a board without its numbers of moves, and sentences.
func cards(a *answer) string {
	a.tb.Helper()
	return a.text(".upper") + "\n" + a.text(".tableau")
}

func TestWithNothingToUndoOrRedoTheBoardStaysAndSaysSo(t *testing.T) {
	for _, htmx := range []bool{false, true} {
		b := open(t, nil).browser()
		id := b.deal("indian")
		before := b.stored()
		for action, says := range map[string]string{
			"undo": "This is the deal: nothing to undo.", "restart": "This is the deal: nothing to undo.", "redo": "Nothing to redo.",
		} {
			a := b.with(htmx).act(id, []string{action}, 1)
			if !htmx {
				a.want(http.StatusSeeOther)
				continue
			}
			a.want(http.StatusOK)
			if a.text(".say") != says || a.spoken() != says {
				t.Errorf("%s says %q and speaks %q", action, a.text(".say"), a.spoken())
			}
		}
		b.unchanged(t, before)
	}
}

func TestRestartAsksAndRedoBringsTheMovesBack(t *testing.T) {
	for _, htmx := range []bool{false, true} {
		b := open(t, nil).browser().with(htmx)
		id := b.plant(midGame(t), true)
		start := b.get("/games/" + id)
		asked := b.get("/games/" + id + "?ask=restart")
		if title := asked.text(".ask h2"); title != "Start this deal over?" {
			t.Errorf("it asks %q", title)
		}
		page := b.press(asked, ".ask button").want(http.StatusOK)
		if made, version := moves(page); made != 0 || version != 2 {
			t.Errorf("htmx %v: after restart %d moves are made, version %d", htmx, made, version)
		}
		for range 40 {
			page = b.press(page, "#redo").want(http.StatusOK)
		}
		if cards(page) != cards(start) {
			t.Errorf("redone is\n%s\nnot\n%s", cards(page), cards(start))
		}
		if b.recordOf(".overall") != "" || b.load(id).Restarts != 1 {
			t.Errorf("a restart makes the record %q; restarts %d", b.recordOf(".overall"), b.load(id).Restarts)
		}
	}
}

func TestAMoveAfterUndoTakesTheRedoAway(t *testing.T) {
	b := open(t, nil).browser()
	id := b.plant(midGame(t), true)
	b.act(id, []string{"undo"}, 1)
	b.act(id, []string{"moves", "move", "c1c9"}, 2).want(http.StatusSeeOther)
	page := b.get("/games/" + id)
	if live(page, "#redo") {
		t.Error("redo can be pressed after a new move")
	}
	before := b.stored()
	b.act(id, []string{"redo"}, 3).want(http.StatusSeeOther)
	b.unchanged(t, before)
}

func TestAWinWithADetourIsNotACleanOne(t *testing.T) {
	for _, action := range []string{"undo", "restart"} {
		b := open(t, nil).browser()
		id, last := b.nearlyWon("lucas")
		b.act(id, []string{action}, 1).want(http.StatusSeeOther)
		g := b.load(id)
		version := g.Version
		for range len(g.Play.Moves()) - g.Play.Cursor() {
			b.act(id, []string{"redo"}, version).want(http.StatusSeeOther)
			version++
		}
		b.act(id, []string{"moves", "move", last}, version).want(http.StatusSeeOther)
		notice := b.get("/games/" + id).text(".notice")
		if !strings.Contains(notice, "You won!") || strings.Contains(notice, "clean") {
			t.Errorf("after %s the board says %q", action, notice)
		}
		if r := b.recordOf(".overall"); r != "1 1 1 1" {
			t.Errorf("the record is %s", r)
		}
	}
}

// A refused undo must not count as one.
func TestOnlyAnUndoThatHappensCounts(t *testing.T) {
	b := open(t, nil).browser()
	id := b.deal("indian")
	b.act(id, []string{"undo"}, 1)
	b.act(id, []string{"moves", "move", "d"}, 1)
	b.act(id, []string{"undo"}, 1) // of an old board
	if g := b.load(id); g.Undos != 0 {
		t.Errorf("%d undos count", g.Undos)
	}
	b.act(id, []string{"undo"}, 2)
	if g := b.load(id); g.Undos != 1 {
		t.Errorf("%d undos count", g.Undos)
	}
}

func TestARunMovedThroughEmptyColumnsIsUndoneCardByCard(t *testing.T) {
	b := open(t, nil).browser()
	g, from := shorthand(t)
	id := b.plant(g, true)
	n := g.Cursor()
	b.act(id, []string{"moves", "move", from}, 1).want(http.StatusSeeOther)
	made, _ := moves(b.get("/games/" + id))
	if made < n+3 {
		t.Fatalf("%s makes %d moves", from, made-n)
	}
	for i := range made - n {
		b.act(id, []string{"undo"}, int64(2+i)).want(http.StatusSeeOther)
	}
	if left, _ := moves(b.get("/games/" + id)); left != n {
		t.Errorf("after %d undos %d moves are made, not %d", made-n, left, n)
	}
}

// shorthand is a game in which one card moves at a time, with a move of several that is possible.
func shorthand(t *testing.T) (g *game.Game, move string) {
	t.Helper()
	g, rest := wonGame(t, "forty-thieves", 0)
	for _, m := range rest {
		if list := g.State().AppendShorthand(nil); len(list) > 0 {
			return g, list[0].String()
		}
		must(0, g.Play(m))
	}
	t.Fatal("no run can move in the won game")
	return nil, ""
}
