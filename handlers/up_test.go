package handlers

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"fortythieves/game"
)

// freeing is a deal in which nothing can go home until a move frees an ace.
func freeing(t *testing.T) (g *game.Game, move game.Move) {
	t.Helper()
	for deal := uint32(1); deal < 2000; deal++ {
		g = game.New(game.BySlug("streets"), deal)
		if g.State().CanUp() {
			continue
		}
		for _, m := range g.State().Legal() {
			next := g.State().Clone()
			must(next.Apply(m))
			if ups := next.Up(nil); m != game.Draw && len(ups) == 1 && next.Safe(ups[0].From) {
				return g, m
			}
		}
	}
	t.Fatal("no such deal")
	return nil, game.Move{}
}

func TestCardsGoUpByThemselvesOnlyIfThatIsChosen(t *testing.T) {
	for _, htmx := range []bool{false, true} {
		g, move := freeing(t)
		b := open(t, nil).browser().with(htmx)
		id := b.plant(g, true)
		b.act(id, []string{"moves", "move", move.String()}, 1)
		if got := b.load(id).Play; got.Cursor() != 1 || got.State().Home() != 0 {
			t.Errorf("unasked %d cards went up", got.State().Home())
		}
		b.act(id, []string{"undo"}, 2)
		b.choose("up", "on")
		a := b.act(id, []string{"moves", "move", move.String()}, 3)
		got := b.load(id)
		if moves := got.Play.Moves(); len(moves) != 2 || moves[0] != move || moves[1].To != game.Foundation || moves[1].N != 1 || got.Version != 4 {
			t.Errorf("htmx %v: played is %s, version %d", htmx, game.FormatMoves(moves), got.Version)
		}
		if say := a.text(".say"); htmx && (!strings.HasSuffix(say, " 1 card sent up.") || !strings.Contains(say, "→") || !strings.HasSuffix(a.spoken(), "1 card sent up.")) {
			t.Errorf("it says %q, speaks %q", say, a.spoken())
		}
		b.act(id, []string{"undo"}, 4)
		if got := b.load(id).Play; got.Cursor() != 1 || got.State().Home() != 0 {
			t.Errorf("one undo leaves %d moves, %d cards home", got.Cursor(), got.State().Home())
		}
	}
}

func TestACardTakenBackByUndoIsNotSentUpAgain(t *testing.T) {
	g, move := freeing(t)
	b := open(t, nil).browser()
	id := b.plant(g, true)
	b.choose("up", "on")
	version := int64(1)
	do := func(action ...string) {
		t.Helper()
		b.act(id, action, version).want(http.StatusSeeOther)
		version++
	}
	do("moves", "move", move.String())
	ace := b.load(id).Play.Moves()[1].From
	card := b.load(id).Play.State().Foundations
	do("undo")
	top := b.load(id).Play.State().Top(ace)
	if top.Rank() != game.Ace || len(card[2*top.Suit()])+len(card[2*top.Suit()+1]) != 1 {
		t.Fatalf("taken back is %s", top)
	}
	for range 4 { // the player goes on elsewhere
		do("moves", "move", "d")
		if got := b.load(id).Play.State().Top(ace); got != top {
			t.Fatalf("the card taken back, %s, is gone: %s is there", top, got)
		}
	}
	do("moves", "move", ace.String()+"f") // and sends it up when that suits
	if home := b.load(id).Play.State().Home(); home == 0 {
		t.Error("it cannot be sent up any more")
	}
}

// What is played with the setting is what a player would do who sends up safe cards that a move freed, and no others.
func TestACardThatIsStillOfUseIsNotSentUpByItself(t *testing.T) {
	for _, slug := range []string{"forty-thieves", "little-forty", "rank-and-file"} {
		b := open(t, nil).browser()
		g := game.New(game.BySlug(slug), 3)
		id := b.plant(game.New(g.Variant(), g.Deal()), true)
		b.choose("up", "on")
		version := int64(1)
		for i := range 60 {
			legal := g.State().Legal()
			m := legal[(i*7)%len(legal)]
			could := map[game.Card]bool{}
			for t := g.State().Clone(); t.CanUp(); {
				up := t.Up(nil)[0]
				could[t.Top(up.From)] = true
				must(t.Apply(up))
			}
			must(0, g.Play(m))
			for again := true; again; {
				again = false
				for from := game.Waste; from < game.Column(g.Variant().Columns); from++ {
					c := g.State().Top(from)
					if c != 0 && !could[c] && g.State().FoundationFor(c) >= 0 && g.State().Safe(from) {
						must(0, g.Play(game.Move{From: from, To: game.Foundation, N: 1}))
						again = true
						break
					}
				}
			}
			b.act(id, []string{"moves", "move", m.String()}, version).want(http.StatusSeeOther)
			version++
			if got := b.load(id).Play; got.String() != g.String() {
				t.Fatalf("%s: the site plays\n%s\nnot\n%s", slug, got, g)
			}
		}
	}
}

func TestSendUpBringsHomeAllThatCanGoAsSingleMoves(t *testing.T) {
	g := game.New(game.BySlug("lucas"), 1)
	for len(g.State().Up(nil)) < 2 {
		must(0, g.Play(game.Draw))
	}
	want := g.State().Up(nil)
	n := g.Cursor()
	for _, htmx := range []bool{false, true} {
		b := open(t, nil).browser().with(htmx)
		id := b.plant(g, true)
		page := b.press(b.get("/games/"+id), "#up").want(http.StatusOK)
		got := b.load(id)
		if moves := got.Play.Moves()[n:]; !slices.Equal(moves, want) || got.Version != 2 || got.Play.State().CanUp() {
			t.Errorf("played is %s, want %s", game.FormatMoves(moves), game.FormatMoves(want))
		}
		if live(page, "#up") {
			t.Error("the button says that it does something, but nothing can go up")
		}
		before := b.stored()
		a := b.act(id, []string{"up"}, 2)
		if htmx && a.want(http.StatusOK).text(".say") != "No card can go up now." {
			t.Errorf("it says %q", a.text(".say"))
		}
		b.act(id, []string{"up"}, 1).want(http.StatusConflict)
		b.unchanged(t, before)
		for range want {
			b.act(id, []string{"undo"}, b.load(id).Version)
		}
		if b.load(id).Play.Cursor() != n {
			t.Error("it is not undone card by card")
		}
	}
}

// sure is a won game at the first position from which the rest goes home by itself.
func sure(t *testing.T, slug string) *game.Game {
	t.Helper()
	won, _ := wonGame(t, slug, 0)
	_, rest := wonGame(t, slug, 0)
	for _, m := range rest {
		if _, ok := won.State().Finish(); ok {
			return won
		}
		must(0, won.Play(m))
	}
	t.Fatal("the won game of " + slug + " is never sure")
	return nil
}

func TestFinishWinsInOneRequestAndTheRecordIsRight(t *testing.T) {
	for _, v := range game.Variants {
		for _, htmx := range []bool{false, true} {
			g := sure(t, v.Slug)
			moves, _ := g.State().Finish()
			b := open(t, nil).browser().with(htmx)
			id := b.plant(g, true)
			page := b.get("/games/" + id)
			if label := page.text("#up"); label != "Finish" {
				t.Fatalf("%s: the button says %q", v.Slug, label)
			}
			page = b.press(page, "#up").want(http.StatusOK)
			got := b.load(id)
			if !got.Play.Won() || got.Version != 2 || got.Play.Cursor() != g.Cursor()+len(moves) || got.Result != "won" || got.Undos != 0 {
				t.Errorf("%s: %d moves, version %d, result %q", v.Slug, got.Play.Cursor(), got.Version, got.Result)
			}
			notice := page.text(".notice")
			if !strings.Contains(notice, "You won!") || !strings.Contains(notice, "A clean win") || !strings.Contains(page.text(".say"), "You won!") {
				t.Errorf("%s, htmx %v: the board says %q and %q", v.Slug, htmx, notice, page.text(".say"))
			}
			if figures := b.recordOf(".overall"); figures != "1 1 1 1" {
				t.Errorf("%s: the record is %s", v.Slug, figures)
			}
			before := b.stored()
			b.act(id, []string{"finish"}, 2)
			b.act(id, []string{"finish"}, 1).want(http.StatusConflict)
			b.unchanged(t, before)
		}
	}
}

func TestFinishIsRefusedPolitelyWhereTheRestIsNotSure(t *testing.T) {
	for _, htmx := range []bool{false, true} {
		b := open(t, nil).browser()
		g := game.New(game.BySlug("lucas"), 1)
		for !g.State().CanUp() { // some cards could go up, which is not asked for
			must(0, g.Play(game.Draw))
		}
		id := b.plant(g, true)
		before := b.stored()
		a := b.with(htmx).act(id, []string{"finish"}, 1)
		if htmx && a.want(http.StatusOK).text(".say") != "The rest is not certain to go home yet." || !htmx && a.want(http.StatusSeeOther).place() != "/games/"+id {
			t.Errorf("htmx %v: %s", htmx, a.body)
		}
		if page := b.get("/games/" + id); page.text("#up") != "Send up" {
			t.Errorf("the button says %q", page.text("#up"))
		}
		b.unchanged(t, before)
	}
}

func TestARestartIsUndoneAtOnceAsLongAsNoOtherMoveIsMade(t *testing.T) {
	for _, htmx := range []bool{false, true} {
		b := open(t, nil).browser().with(htmx)
		id := b.plant(midGame(t), true)
		all := b.load(id).Play
		page := b.press(b.get("/games/"+id+"?ask=restart"), ".ask button")
		if page.text(".notice button") != "Undo the restart" {
			t.Fatalf("the board offers %q", page.text(".notice"))
		}
		page = b.press(page, "#redo-all").want(http.StatusOK)
		got := b.load(id)
		if got.Play.Cursor() != len(all.Moves()) || game.FormatMoves(got.Play.Moves()) != game.FormatMoves(all.Moves()) || got.Version != 3 || got.Restarts != 1 {
			t.Errorf("htmx %v: %d of %d moves are back, version %d, %d restarts", htmx, got.Play.Cursor(), len(all.Moves()), got.Version, got.Restarts)
		}
		if page.doc().Find("#redo-all").Length() > 0 {
			t.Error("it is offered again")
		}
		before := b.stored()
		b.act(id, []string{"restart", "back", "1"}, 2).want(http.StatusConflict)
		a := b.act(id, []string{"restart", "back", "1"}, 3)
		if htmx && a.text(".say") != "Nothing to redo." {
			t.Errorf("at the end it says %q", a.text(".say"))
		}
		b.unchanged(t, before)

		b.act(id, []string{"restart"}, 3)
		b.act(id, []string{"moves", "move", "d"}, 4)
		for _, action := range [][]string{nil, {"undo"}} { // the tail is cut
			if action != nil {
				b.act(id, action, 5)
				if n := len(b.load(id).Play.Moves()); n != 1 {
					t.Errorf("%d moves are left", n)
				}
			} else if page := b.get("/games/" + id); page.doc().Find("#redo-all").Length() > 0 {
				t.Errorf("after another move the restart can be undone: %s", page.body)
			}
		}
	}
}

func TestWasteTableAndKeysAreShownInPageAndFragment(t *testing.T) {
	b := open(t, nil).browser()
	g := midGame(t)
	id := b.plant(g, true)
	waste := g.State().Waste
	newest := index(waste[len(waste)-1]) + ", " + index(waste[len(waste)-2])
	for see, want := range map[string][3]string{
		"waste": {"The waste, newest first", newest, ""},
		"table": {"Say the table", "Column 2: 4 of clubs, 2 cards face down.", "Column 9, empty."},
		"keys":  {"Keys", "D: draw", "?: these keys"},
	} {
		for _, htmx := range []bool{false, true} {
			a := b.with(htmx).get("/games/" + id + "?see=" + see).want(http.StatusOK)
			if title := a.text(".seen h2"); title != want[0] {
				t.Errorf("%s, htmx %v: the title is %q", see, htmx, title)
			}
			var lines []string
			a.doc().Find(".seen li").Each(func(_ int, li *goquery.Selection) { lines = append(lines, li.Text()) })
			if !slices.ContainsFunc(lines, func(l string) bool { return strings.HasPrefix(l, want[1]) }) || want[2] != "" && !slices.Contains(lines, want[2]) {
				t.Errorf("%s, htmx %v: %q", see, htmx, lines)
			}
			if close := a.doc().Find(".seen a").AttrOr("href", ""); close != "/games/"+id {
				t.Errorf("closing leads to %q", close)
			}
		}
	}
	for _, see := range []string{"", "x", "Waste", "%3Cb%3E"} {
		if a := b.get("/games/" + id + "?see=" + see); a.doc().Find(".seen").Length() > 0 {
			t.Errorf("see=%s shows %s", see, a.text(".seen"))
		}
	}
	lost := b.lose("maria")
	if a := b.get(fmt.Sprintf("/games/%s?see=waste", lost)); a.doc().Find(".seen li").Length() != 1 {
		t.Errorf("of a finished game the waste is %s", a.text(".seen"))
	}
}
