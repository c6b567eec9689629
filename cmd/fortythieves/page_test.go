package main

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"fortythieves/game"
	"fortythieves/game/gametest"
)

// outside lists what sticks out of the window at its sides, but for tables that scroll by themselves, and says so when the page scrolls sideways or
// the line at the top has no room for all that stands in it.
const outside = `(() => {
	const root = document.documentElement, width = root.clientWidth;
	const out = [...document.body.querySelectorAll("*:not(.vh, .tx, .skip, .vh *, .tx *, .wide *)")].filter(e => {
		const r = e.getBoundingClientRect();
		return r.width > 0 && (r.left < -1 || r.right > width + 1);
	}).map(e => Math.round(e.getBoundingClientRect().left) + " to " + Math.round(e.getBoundingClientRect().right) + ": " + e.outerHTML.slice(0, 120));
	const title = document.querySelector(".bar h1")?.getBoundingClientRect();
	const facts = document.querySelector(".facts")?.getBoundingClientRect();
	const first = document.querySelector(".facts > *")?.getBoundingClientRect();
	if (first && first.left < title.right && facts.top < title.bottom) out.push("the facts lie on the title");
	if (root.scrollWidth > width || document.body.scrollWidth > width) out.push("the page scrolls to " + root.scrollWidth + " of " + width);
	return out;
})()`

// recorded is a won game.
func recorded(t *testing.T, slug string) (deal uint32, moves []game.Move) {
	t.Helper()
	g, err := game.Parse(gametest.Won(slug))
	if err != nil {
		t.Fatal(err)
	}
	return g.Deal(), g.Moves()
}

func TestNoPageIsWiderThanTheWindow(t *testing.T) {
	t.Parallel()
	deal, moves := recorded(t, "lucas")
	deal2, moves2 := recorded(t, "rank-and-file")
	p := newSite(t, deal, 1).open(t, laptop)
	p.excuse("status of 404")
	finished := p.post("/games", "variant", "lucas")
	p.replay(finished, game.FormatMoves(moves))
	p.post("/games", "variant", "lucas")
	begun := p.post("/games", "variant", "lucas")
	p.replay(begun, "d")
	middle := p.practise("lucas", deal, game.FormatMoves(moves[:len(moves)/2]))
	given := p.practise("maria", 4, "d")
	p.post(given+"/give-up", "version", "2")
	pages := []string{"/", "/?q=napoleon", "/?q=nothing-of-the-kind", "/nowhere", finished, given, begun, middle,
		middle + "?from=w", middle + "?ask=restart", middle + "?ask=give-up", begun + "?ask=new",
		p.practise("little-forty", 1, strings.Repeat("d,", 21)+"d"), p.practise("rank-and-file", deal2, game.FormatMoves(moves2[:101]))}
	for _, width := range []int64{320, 360, 1440} {
		height := min(900, 2*width)
		p.resize(width, height)
		for i, path := range pages {
			p.visit(path)
			check := func(bar string) {
				t.Helper()
				if out := eval[[]string](p, outside); len(out) > 0 {
					t.Errorf("%s at %d pixels%s: outside of the window is\n%s", path, width, bar, strings.Join(out, "\n"))
				}
			}
			check("")
			eval[any](p, `document.documentElement.style.overflowY = "scroll"`)
			if bar := width - eval[int64](p, `document.documentElement.clientWidth`); bar < 10 {
				t.Fatalf("the scroll bar is only %d pixels wide", bar)
			}
			check(" less the scroll bar")
			if p.has(".menu") {
				eval[any](p, `document.querySelector(".menu").open = true`)
				check(" with the menu open")
			}
			p.screenshot(fmt.Sprint(width, "-page-", i))
		}
	}
}

func TestTheKeyboardsFocusStaysWhereItWas(t *testing.T) {
	t.Parallel()
	const slug, deal = "lucas", 2
	p := newSite(t).open(t, laptop)
	p.set("tap", "select")
	p.excuse("status of 422")
	// press presses Enter on an element and checks the number of moves made, and that the focus is on an
	// element still.
	press := func(id, moves string) {
		t.Helper()
		p.focus("#" + id)
		p.press(kb.Enter)
		if at := p.focused(); at != id {
			t.Errorf("after Enter on %s the focus is on %s", id, at)
		}
		if made := p.text(".facts span"); made != moves {
			t.Errorf("after Enter on %s there are %s, want %s", id, made, moves)
		}
	}
	for _, stock := range []string{"draw", "stock"} {
		p.visit(p.practise(slug, deal, strings.Repeat("d,", 55)+"d"))
		press(stock, "57 moves")
		press(stock, "57 moves") // there is no card left
		press("undo", "56 moves")
	}
	m := firstAmongColumns(t, play(t, game.BySlug(slug), deal, "d"))
	p.visit(p.practise(slug, deal, "d"))
	from := p.attributes(fmt.Sprintf("[data-pile=%s] > button", m.From), "id")[0]
	to := p.attributes(fmt.Sprintf("[data-pile=%s] > button", m.To), "id")[0]
	press(from, "1 move")
	press(to, "2 moves")
	press("undo", "1 move")
	press("undo", "0 moves")
	press("undo", "0 moves") // this is the deal
	press("redo", "1 move")
	press("redo", "2 moves")
	press("redo", "2 moves") // this was the last move
}

func TestAClickInTheMomentOfASwapIsNoNavigation(t *testing.T) {
	t.Parallel()
	p := newSite(t).open(t, laptop)
	p.visit(p.practise("lucas", 2, ""))
	p.mark()
	eval[any](p, `(() => {
		let more = 5;
		const again = () => { if (more-- > 0) document.getElementById("draw").click() };
		new MutationObserver(again).observe(document.getElementById("main"), {childList: true});
	})()`)
	p.click("#draw")
	until(t, "six cards are drawn", func() bool { return p.text(".facts span") == "6 moves" })
	if !p.marked() {
		t.Error("a click was sent as a form and loaded the whole page")
	}
}

func TestAStaleClickInASecondTabMovesNothingAndSaysSo(t *testing.T) {
	looks(t, laptop, func(t *testing.T, l look) {
		one := newSite(t).open(t, l)
		one.visit(one.practise("maria", 4, ""))
		two := one.second()
		two.excuse("status of 409")
		two.mark()
		one.click("#draw")
		two.click("#draw")
		if said := two.text(".say"); !strings.Contains(said, "changed elsewhere") {
			t.Errorf("the second tab says %q", said)
		}
		if made := two.text(".facts span"); made != "1 move" || two.table() != one.table() {
			t.Errorf("the second tab has %s and shows\n%s\nthe first\n%s", made, two.table(), one.table())
		}
		if two.marked() == l.noScript {
			t.Errorf("the second tab has the same window: %v", two.marked())
		}
		two.click("#draw")
		if made := two.text(".facts span"); made != "2 moves" {
			t.Errorf("the next click of the second tab leads to %s", made)
		}
	})
}

func TestAGameIsFoundByAnotherName(t *testing.T) {
	looks(t, laptop, func(t *testing.T, l look) {
		p := newSite(t).open(t, l)
		p.focus("#q")
		do(p, chromedp.KeyEvent("napoleon"))
		p.press(kb.Enter)
		if found := p.texts(".tile h2 a"); !slices.Equal(found, []string{"Forty Thieves"}) {
			t.Errorf("found is %q", found)
		}
	})
}

func TestAnErrorStandsBesideTheBoardWhichStays(t *testing.T) {
	t.Parallel()
	p := newSite(t).open(t, laptop)
	p.excuse("status of 404")
	p.excuse("Error Code 404")
	p.visit(p.practise("maria", 4, ""))
	before := p.table()
	do(p, func(ctx context.Context, target *chromedp.Target) (cdp.Empty, error) {
		return cdp.Call(ctx, target, network.DeleteCookies, network.DeleteCookiesParams{Name: "fortythieves", URL: p.site.url})
	})
	p.click("#draw")
	if said := p.text("#problem"); !strings.Contains(said, "Not here") || p.table() != before {
		t.Errorf("after a click in a game that is gone the page says %q beside\n%s", said, p.table())
	}
}
