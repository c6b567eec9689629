package main

import (
	"context"
	"fmt"
	"strings"
	"testing"

	browserdomain "github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// over gives up a practice game after some draws and returns the address of its replay.
func (p *tab) over(draws int) (root string) {
	p.t.Helper()
	path := p.practise("rank-and-file", 1, strings.TrimSuffix(strings.Repeat("d,", draws), ","))
	p.post(path+"/give-up", "version", fmt.Sprint(draws+1))
	return path + "/replay"
}

// stands fails unless a replay is at a move: by its line and by the cards in the stock.
func (p *tab) stands(what string, at, all int) {
	p.t.Helper()
	if is, want := p.text(".facts"), fmt.Sprintf("Move %d of %d", at, all); is != want {
		p.t.Errorf("%s leads to %s, want %s", what, is, want)
	}
	if stock := p.text("#stock"); stock != fmt.Sprint(64-at) {
		p.t.Errorf("after %s the stock has %s cards, want %d", what, stock, 64-at)
	}
}

// watchTimers counts the steps that a replay has still to make by itself.
const watchTimers = `(() => {
	const later = window.setTimeout, never = window.clearTimeout, due = window.due = new Set();
	window.setTimeout = (f, ms, ...rest) => {
		const n = later(() => { due.delete(n); f(); }, ms, ...rest);
		if (ms >= 500) due.add(n);
		return n;
	};
	window.clearTimeout = (n) => { due.delete(n); never(n); };
})()`

func TestAReplayIsPlayedByKeys(t *testing.T) {
	t.Parallel()
	p := newSite(t).open(t, laptop)
	root := p.over(9)
	p.visit(root)
	p.mark()
	eval[any](p, watchTimers)
	for _, k := range []struct {
		name, key string
		at        int
	}{{"→", kb.ArrowRight, 1}, {"→", kb.ArrowRight, 2}, {"←", kb.ArrowLeft, 1}, {"End", kb.End, 9}, {"←", kb.ArrowLeft, 8}, {"Home", kb.Home, 0}, {"→", kb.ArrowRight, 1}} {
		p.press(k.key)
		p.stands(k.name, k.at, 9)
	}
	at := func() (n int) {
		fmt.Sscanf(p.text(".facts"), "Move %d", &n)
		return n
	}
	label := func(want string) {
		t.Helper()
		if is := p.text("#play"); is != want {
			t.Errorf("the button says %q, want %q", is, want)
		}
	}
	label("Play")
	pauses := func(what string, toggle func()) {
		t.Helper()
		toggle()
		label("Pause")
		from := at()
		until(t, what+" plays two moves", func() bool { return at() >= from+2 })
		toggle()
		p.idle()
		label("Play")
		if n := eval[int](p, `window.due.size`); n != 0 {
			t.Errorf("after %s again there are %d steps to come", what, n)
		}
	}
	pauses("space", func() { p.keys(" ") })
	p.press(kb.Home)
	pauses("the button", func() { p.point("#play") })
	p.press(kb.End)
	p.press(kb.ArrowLeft)
	p.press(kb.ArrowLeft)
	p.stands("← from the end", 7, 9)
	p.focus("#play")
	p.keys(" ") // which presses it once
	label("Pause")
	until(t, "it plays to the end and stops", func() bool { return p.text("#play") == "Play" })
	p.stands("playing", 9, 9)
	p.keys(" ") // begins anew
	until(t, "it plays from the deal again", func() bool { return at() == 1 })
	p.press(kb.ArrowLeft) // a key stops it
	p.stands("← while it plays", 0, 9)
	label("Play")
	if n := eval[int](p, `window.due.size`); n != 0 {
		t.Errorf("after a key there are %d steps to come", n)
	}
	if !p.marked() {
		t.Error("a step loaded the whole page")
	}
}

func TestAReplayIsSteppedThroughAndPlayedOn(t *testing.T) {
	looks(t, phone, func(t *testing.T, l look) {
		p := newSite(t).open(t, l)
		root := p.over(9)
		p.visit(root)
		if shown := eval[bool](p, `document.getElementById("play").checkVisibility()`); shown == l.noScript {
			t.Errorf("the button to play is shown: %v", shown)
		}
		for _, c := range []struct {
			selector string
			at       int
		}{{"#next", 1}, {"#next", 2}, {"#back", 1}, {"#last", 9}, {"#last", 9}, {"#first", 0}, {"#next", 1}} {
			p.click(c.selector)
			p.stands(c.selector, c.at, 9)
		}
		if current := p.attributes(".moves [aria-current]", "href"); len(current) != 1 || !strings.HasSuffix(current[0], "at=1") {
			t.Errorf("the current move is %q", current)
		}
		p.point(".moves summary")
		p.focus("#at")
		eval[any](p, `document.activeElement.select()`)
		p.keys("7")
		p.press(kb.Enter)
		p.stands("the number 7", 7, 9)
		p.point(".moves summary")
		p.click(".moves li:nth-child(4) a")
		p.stands("the fourth move of the list", 4, 9)
		p.point(".moves summary")
		p.click(".moves form[method=post] button")
		if is := p.text(".facts span"); is != "4 moves" || p.path() == root {
			t.Errorf("playing on begins with %s", is)
		}
		p.click("#draw")
		if is := p.text(".facts span"); is != "5 moves" {
			t.Errorf("the next move is %s", is)
		}
	})
}

func TestASharedReplayIsSeenByAVisitor(t *testing.T) {
	looks(t, laptop, func(t *testing.T, l look) {
		s := newSite(t)
		one, two := s.open(t, l), s.open(t, l)
		root := one.over(9)
		one.visit(root)
		one.menu("form[action$='/share'] button")
		link := one.attributes("#link", "value")[0]
		if !strings.HasPrefix(link, s.url+"/replay/") {
			t.Fatalf("the link is %s", link)
		}
		two.visit(strings.TrimPrefix(link, s.url))
		two.click("#last")
		two.stands("the last move", 9, 9)
		if two.has("form[action$='/share']") || two.has(`a[href="/history"]`) {
			t.Error("the visitor is taken for the player")
		}
	})
}

func TestTheLinkOfADealIsCopiedAndPlayedElsewhere(t *testing.T) {
	looks(t, laptop, func(t *testing.T, l look) {
		s := newSite(t, 77)
		one, two := s.open(t, l), s.open(t, l)
		one.click("button[value=indian]")
		one.click("#draw")
		one.menu(`a[href="/deal/indian/77"]`)
		link := one.attributes("#link", "value")[0]
		if link != s.url+"/deal/indian/77" {
			t.Errorf("the link is %s", link)
		}
		if l.noScript {
			if visible := eval[int](one, `[...document.querySelectorAll(".share button")].filter(b => b.checkVisibility()).length`); visible > 0 {
				t.Errorf("%d buttons do nothing without scripts", visible)
			}
		} else {
			do(one, func(ctx context.Context, target *chromedp.Target) (cdp.Empty, error) {
				return cdp.Call(ctx, target, browserdomain.SetPermission, browserdomain.SetPermissionParams{
					Permission: &browserdomain.PermissionDescriptor{Name: "clipboard-read"}, Setting: browserdomain.PermissionSettingGranted,
					Origin: s.url, BrowserContextID: chromedp.FromContext(one.ctx).BrowserContextID})
			})
			one.point(".share button")
			until(t, "it is copied", func() bool { return one.text(".share button") == "Copied" })
			if text := do(one, chromedp.Evaluate[string](`navigator.clipboard.readText()`, chromedp.EvalAwaitPromise)); text != link {
				t.Errorf("copied is %q", text)
			}
		}
		two.visit(strings.TrimPrefix(link, s.url))
		two.click(".notice form button")
		if facts := two.text(".more"); !strings.Contains(facts, "Deal 77") || !strings.Contains(facts, "practice") {
			t.Errorf("the visitor plays %q", facts)
		}
		two.click("#draw")
		two.menu(`a[href="/deal/indian/77"]`)
		two.point(".notice summary")
		two.click(`a[href="/deal/maria/77"]`)
		if title := two.text("h1"); title != "Maria, deal 77" {
			t.Errorf("the same number in another game is %q", title)
		}
	})
}
