package handlers

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"fortythieves/game"
	"fortythieves/game/gametest"
)

// press presses the button that a selector finds on a page: it posts the button's form as a browser
// does and, where the answer leads elsewhere, goes there.
func (b *browser) press(page *answer, selector string) *answer {
	b.tb.Helper()
	button := page.doc().Find(selector)
	if button.Length() != 1 {
		b.tb.Fatalf("%d buttons are %s in %s", button.Length(), selector, page.body)
	}
	if _, dead := button.Attr("disabled"); dead {
		b.tb.Fatalf("the button %s is disabled in %s", selector, page.body)
	}
	form := button.Closest("form")
	if form.AttrOr("method", "get") != "post" {
		b.tb.Fatalf("the form of %s does not post", selector)
	}
	fields := url.Values{}
	form.Find("input[name]").Each(func(_ int, in *goquery.Selection) {
		fields.Add(in.AttrOr("name", ""), in.AttrOr("value", ""))
	})
	if name, ok := button.Attr("name"); ok {
		fields.Add(name, button.AttrOr("value", ""))
	}
	return b.follow(b.send(formOf(button.AttrOr("formaction", form.AttrOr("action", "")), fields)))
}

// follow goes where an answer leads.
func (b *browser) follow(a *answer) *answer {
	b.tb.Helper()
	if a.status == http.StatusSeeOther || a.header.Get("HX-Redirect") != "" {
		return b.with(false).get(a.place())
	}
	return a
}

// pileButton selects the button of a place on the board: the lowest of n cards, for a foundation any.
func pileButton(p game.Pile, n int) string {
	switch p {
	case game.Stock:
		return "#draw"
	case game.Waste:
		return ".waste button"
	case game.Foundation:
		return ".home:first-of-type button"
	}
	return fmt.Sprintf(".column[data-pile=%s] button[value=%s]", p, strings.TrimSuffix(fmt.Sprintf("%sx%d", p, n), "x1"))
}

func TestWonGamesAreWonMoveByMove(t *testing.T) {
	for _, v := range game.Variants[:few(len(game.Variants))] {
		for _, htmx := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s, htmx %v", v.Slug, htmx), func(t *testing.T) {
				h := open(t, nil)
				won := must(game.Parse(gametest.Won(v.Slug)))
				h.deals = []uint32{won.Deal()}
				b := h.browser().with(htmx)
				id := b.deal(v.Slug)
				var last *answer
				for i, m := range won.Moves() {
					last = b.post("/games/"+id+"/moves", "move", m.String(), "version", fmt.Sprint(i+1))
					if want := map[bool]int{false: http.StatusSeeOther, true: http.StatusOK}[htmx]; last.status != want {
						t.Fatalf("move %d, %s: status %d: %s", i+1, m, last.status, last.body)
					}
				}
				afterWin(t, b, id, won, b.follow(last))
			})
		}
	}
}

// afterWin checks what follows on a counted game that was won without detours, the player's only one.
// page is what the last move led to.
func afterWin(t *testing.T, b *browser, id string, won *game.Game, page *answer) {
	t.Helper()
	v, moves := won.Variant(), won.Moves()
	for _, board := range []*answer{page, b.get("/games/" + id)} {
		want := fmt.Sprintf("You won! %d moves, 0:00 of play. A clean win: no undo, no hint, no restart. A win streak of 1 in %s.", len(moves), v.Name)
		if notice := board.want(http.StatusOK).text(".notice h2, .notice h2 + p"); !strings.HasPrefix(spaced(notice), spaced(want)) {
			t.Errorf("the board says %q, not %q", notice, want)
		}
		if enabled := board.doc().Find("#game button:not([disabled])").Length(); enabled > 0 {
			t.Errorf("%d buttons of the board can be pressed after the win", enabled)
		}
	}
	home := b.with(false).get("/").want(http.StatusOK)
	for _, where := range []string{".overall", tileOf(v.Slug)} {
		if got := figuresOf(home, where); got != "1 1 1 1" {
			t.Errorf("%s: played, won, streak, best are %s", where, got)
		}
	}
	before := b.stored()
	last := []string{"move", moves[len(moves)-1].String(), "version", fmt.Sprint(len(moves))}
	b.post("/games/"+id+"/moves", last...).want(http.StatusConflict)
	b.unchanged(t, before)

	again := b.press(page, "form:has(input[name=deal]) button")
	if deal := again.text(".more span:first-child"); deal != fmt.Sprintf("Deal %d", won.Deal()) || again.text(".facts") == "" {
		t.Errorf("playing the deal again deals %q", deal)
	}
	practised := b.playOn(again, moves)
	if notice := practised.text(".notice"); !strings.Contains(notice, "You won!") || !strings.Contains(notice, "This was practice") {
		t.Errorf("the practice game ends with %q", notice)
	}
	next := b.press(page, ".notice .go[name=variant]")
	if next.status != http.StatusOK || next.text("h1") != v.Name || next.doc().Find(".notice").Length() > 0 {
		t.Errorf("the new deal is %s", next.body)
	}
	home = b.with(false).get("/")
	if got := figuresOf(home, ".overall"); got != "1 1 1 1" {
		t.Errorf("after practice and a new deal the record is %s", got)
	}
}

// spaced is a text without its spaces, which depend on markup.
func spaced(s string) string { return strings.ReplaceAll(s, " ", "") }

// playOn posts moves in the game of a page, which is new, and returns the last page.
func (b *browser) playOn(page *answer, moves []game.Move) *answer {
	b.tb.Helper()
	action := page.doc().Find("#game").AttrOr("action", "")
	for i, m := range moves {
		page = b.post(action, "move", m.String(), "version", fmt.Sprint(i+1))
	}
	return b.follow(page)
}

// tileOf selects the tile of a variant on the home page.
func tileOf(slug string) string { return ".tile:has(button[value=" + slug + "])" }

// figuresOf are the numbers of a record on the home page: played, won, streak, best; "" for none.
func figuresOf(home *answer, where string) string {
	home.tb.Helper()
	var figures []string
	home.doc().Find(where + " .figures dd").Each(func(_ int, dd *goquery.Selection) {
		figures = append(figures, dd.Text())
	})
	return strings.Join(figures, " ")
}

func TestAWonGameIsWonByClicks(t *testing.T) {
	for _, slug := range []string{"number-ten", "forty-thieves", "little-forty"} {
		for _, htmx := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s, htmx %v", slug, htmx), func(t *testing.T) {
				h := open(t, nil)
				won := must(game.Parse(gametest.Won(slug)))
				h.deals = []uint32{won.Deal()}
				b := h.browser().with(htmx)
				b.choose("tap", "select")
				page := b.press(b.with(false).get("/"), tileOf(slug)+" .go")
				id := strings.TrimSuffix(strings.TrimPrefix(page.doc().Find("#game").AttrOr("action", ""), "/games/"), "/moves")
				for _, m := range won.Moves() {
					page = b.click(page, m)
				}
				afterWin(t, b, id, won, page)
			})
		}
	}
}

// click makes a move by clicks on a board: the source, then the target.
func (b *browser) click(page *answer, m game.Move) *answer {
	b.tb.Helper()
	page = b.press(page, pileButton(m.From, int(m.N))).want(http.StatusOK)
	if m == game.Draw {
		return page
	}
	source, target := page.doc().Find("#game [aria-pressed=true]"), page.doc().Find("#game .to")
	if source.Length() != 1 || target.Length() == 0 {
		b.tb.Fatalf("after the first click of %s, %d places are selected, %d are targets: %s", m, source.Length(), target.Length(), page.body)
	}
	return b.press(page, targetButton(page, m.To)).want(http.StatusOK)
}

// targetButton selects the button of the pile to which a card goes, which is marked as a target.
func targetButton(page *answer, p game.Pile) string {
	if p == game.Foundation {
		return ".home .to"
	}
	return fmt.Sprintf(".column[data-pile=%s] > .to", p)
}

func TestASecondClickOnACardSendsItToAFoundationIfItCanGo(t *testing.T) {
	g, rest := wonGame(t, "forty-thieves", 0)
	if rest[0].To != game.Foundation {
		t.Fatalf("the first move of the fixture is %s, not one to a foundation", rest[0])
	}
	s := g.State().Clone()
	home := must(s.Apply(rest[0]))
	stays := slices.IndexFunc(s.Columns, func(col game.Col) bool { return s.FoundationFor(col.Cards[len(col.Cards)-1]) < 0 })
	for _, htmx := range []bool{false, true} {
		b := open(t, nil).browser().with(htmx)
		b.choose("tap", "select")
		page := b.get("/games/" + b.practise("forty-thieves", g.Deal()))
		for _, c := range []struct {
			from       game.Pile
			moves, say string
		}{
			{rest[0].From, "1 move", index(home.Card) + " → foundation."},
			{game.Column(stays), "1 move", index(s.Columns[stays].Cards[len(s.Columns[stays].Cards)-1]) + " put down."},
		} {
			page = b.press(b.press(page, pileButton(c.from, 1)), "[aria-pressed=true]")
			if moves := page.text(".facts span:first-child"); moves != c.moves || page.doc().Find("[aria-pressed]").Length() > 0 {
				t.Errorf("htmx %v: two clicks on %s make it %s, with the board %s", htmx, c.from, moves, page.body)
			}
			if say := page.text(".say"); htmx && say != c.say {
				t.Errorf("two clicks on %s say %q, want %q", c.from, say, c.say)
			}
		}
	}
}

func TestASecondClickInARunSelectsThatCardInstead(t *testing.T) {
	for _, htmx := range []bool{false, true} {
		b := open(t, nil).browser().with(htmx)
		id := b.plant(midGame(t), true)
		b.choose("tap", "select")
		page := b.get("/games/" + id)
		page = b.press(b.press(page, pileButton(game.Column(2), 4)), pileButton(game.Column(2), 2))
		pressed := page.doc().Find("[aria-pressed=true]")
		if pressed.Length() != 1 || pressed.AttrOr("value", "") != "c3x2" {
			t.Errorf("htmx %v: selected is %s", htmx, page.body)
		}
	}
}

func TestARefusedSecondClickSelectsWhatWasClickedLast(t *testing.T) {
	for _, htmx := range []bool{false, true} {
		b := open(t, nil).browser().with(htmx)
		id := b.plant(midGame(t), true)
		b.choose("tap", "select")
		page := b.get("/games/" + id)
		page = b.press(b.press(page, pileButton(game.Column(2), 1)), pileButton(game.Column(7), 1)).want(http.StatusUnprocessableEntity)
		if say := page.text(".say"); say != "6♣ does not go on 7♣: red goes on black and black on red." {
			t.Errorf("htmx %v: refused because: %s", htmx, say)
		}
		pressed := page.doc().Find("[aria-pressed=true]")
		if pressed.Length() != 1 || pressed.AttrOr("value", "") != "c8" {
			t.Errorf("htmx %v: selected is %s", htmx, page.body)
		}
	}
}
