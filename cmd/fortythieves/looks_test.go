package main

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"fortythieves/game"
)

// chosen are all settings, each but as it comes, and what is to be seen of it on a board: an attribute of
// the page and a value that the style sheet makes of it.
var chosen = []struct{ name, value, attribute, probe string }{
	{"tap", "select", "data-tap", ""},
	{"double", "column", "data-double", ""},
	{"up", "on", "data-up", ""},
	{"theme", "dark", "data-theme", `getComputedStyle(document.querySelector(".card:not(.back)")).backgroundColor`},
	{"table", "plum", "data-table", `getComputedStyle(document.body).backgroundColor`},
	{"print", "large", "data-print", `getComputedStyle(document.querySelector(".column > .card")).fontSize`},
	{"suits", "2", "data-suits", `getComputedStyle(document.querySelector('.card[id*=D]')).color`},
	{"hand", "left", "data-hand", `document.getElementById("stock").getBoundingClientRect().left > innerWidth / 2`},
	{"homes", "below", "data-homes", `document.querySelector(".upper").getBoundingClientRect().top > document.querySelector(".tableau").getBoundingClientRect().top`},
}

func TestASettingHasItsEffectAndStays(t *testing.T) {
	looks(t, laptop, func(t *testing.T, l look) {
		p := newSite(t).open(t, l)
		path := p.sit(scene{slug: "lucas", deal: 2})
		probe := func(expression string) string { return eval[string](p, `String(%s)`, expression) }
		usual := map[string]string{}
		for _, c := range chosen {
			if c.probe != "" {
				usual[c.name] = probe(c.probe)
			}
		}
		p.menu(`a[href^="/settings"]`)
		for _, c := range chosen {
			eval[any](p, leave)
			p.point(fmt.Sprintf("label:has([name=%s][value='%s'])", c.name, c.value))
		}
		p.click(".settings form .go")
		if p.text(".saved") != "Saved." {
			t.Error("it does not say that it is saved")
		}
		p.click(`a[href="` + path + `"]`)
		check := func(p *tab, when string) {
			t.Helper()
			for _, c := range chosen {
				if got := p.attributes("html", c.attribute); got[0] != c.value {
					t.Errorf("%s: %s is %q", when, c.attribute, got)
				}
				if c.probe != "" {
					if now := eval[string](p, `String(%s)`, c.probe); now == usual[c.name] {
						t.Errorf("%s: with %s %s all looks as usual: %s", when, c.name, c.value, now)
					}
				}
			}
		}
		check(p, "back in the game")
		p.visit(path)
		check(p, "after a reload")
		check(p.second(), "in another tab")
		p.site.stop()
		p.site.start(t)
		p.visit(path)
		check(p, "after a restart of the server")
		p.visit("/settings")
		for _, c := range chosen {
			if !p.has(fmt.Sprintf("[name=%s][value='%s']:checked", c.name, c.value)) {
				t.Errorf("the settings do not show %s %s", c.name, c.value)
			}
		}
		// Games that build by colour have a setting of their own, the other way round.
		const red = `getComputedStyle(document.querySelector('.card[id*=D]')).color != getComputedStyle(document.querySelector('.card[id*=H]')).color`
		for value, four := range map[string]bool{"2": false, "4": true} {
			p.set("colours", value)
			p.sit(scene{slug: "streets", deal: 2})
			if eval[bool](p, red) != four {
				t.Errorf("with colours %s Streets has four colours: %v", value, !four)
			}
		}
	})
}

// layout looks at what the player must see: the piles, each inside of the window, and tells how much of
// its width the columns and the cards take.
const layout = `(() => {
	const problems = [], say = (e, what) => problems.push((e.id || e.className) + " " + what);
	const foot = document.querySelector(".say").getBoundingClientRect(), side = document.querySelector(".tools").getBoundingClientRect();
	document.getAnimations().forEach(a => a.finish());
	for (const e of document.querySelectorAll("#stock, .waste > button, .home > button, .column > button")) {
		const r = e.getBoundingClientRect();
		if (r.left < 0 || r.top < 0 || r.right > innerWidth || r.bottom > innerHeight) say(e, "is outside, " + [r.left, r.top, r.right, r.bottom]);
		if (r.width < 20 || r.height < 24) say(e, "is " + r.width + " by " + r.height);
		if (!e.contains(document.elementFromPoint(r.left + r.width / 2, r.top + Math.min(r.height / 2, 12)))) say(e, "is covered");
		if (r.bottom > foot.top + 1 && r.top < foot.bottom && e.closest(".column") && r.right > foot.left && r.left < foot.right) say(e, "lies on the sentence");
		if (r.right > side.left && r.left < side.right && r.bottom > side.top + 1 && r.top < side.bottom) say(e, "lies on the tools");
	}
	for (const column of document.querySelectorAll(".column")) {
		const cards = [...column.querySelectorAll(".card")];
		cards.slice(1).forEach((next, i) => {
			const strip = next.getBoundingClientRect().top - cards[i].getBoundingClientRect().top;
			if (strip < (cards[i].matches(".back") ? 6 : 11.5)) say(cards[i], "shows " + strip);
		});
	}
	const root = document.scrollingElement;
	if (root.scrollWidth > root.clientWidth || root.scrollHeight > root.clientHeight) problems.push("the page scrolls");
	const columns = [...document.querySelectorAll(".column")].map(e => e.getBoundingClientRect());
	return {problems, width: (columns.at(-1).right - columns[0].left) / innerWidth};
})()`

func TestTheTableFitsEveryWindow(t *testing.T) {
	t.Parallel()
	for _, w := range []struct {
		look
		least float64 // of the width, taken by the columns
	}{
		{look{width: 320, height: 568, touch: true}, .85}, {look{width: 360, height: 640, touch: true}, .85},
		{look{width: 390, height: 844, touch: true}, .85}, {look{width: 667, height: 375, touch: true}, .5},
		{look{width: 768, height: 1024}, .85}, {look{width: 1440, height: 900}, .6}, {look{width: 2560, height: 1440}, .6},
	} {
		t.Run(fmt.Sprint(w.width, " by ", w.height), func(t *testing.T) {
			t.Parallel()
			p := newSite(t).open(t, w.look)
			for _, v := range game.Variants {
				deal, moves := recorded(t, v.Slug)
				for _, s := range []scene{{slug: v.Slug, deal: deal}, {slug: v.Slug, deal: deal, moves: game.FormatMoves(moves[:len(moves)/3])}} {
					p.sit(s)
					seen := eval[struct {
						Problems []string
						Width    float64
					}](p, layout)
					if len(seen.Problems) > 0 {
						p.screenshot(v.Slug)
						t.Errorf("%s: %s", v.Slug, strings.Join(seen.Problems, "; "))
					}
					if seen.Width < w.least {
						t.Errorf("%s: the columns take %.0f %% of the width", v.Slug, 100*seen.Width)
					}
				}
			}
		})
	}
}

func TestTwentyCardsInAColumnFitOnAPhone(t *testing.T) {
	t.Parallel()
	p := newSite(t).open(t, phone)
	for _, slug := range []string{"forty-thieves", "lucas"} {
		path := p.sit(scene{slug: slug, deal: 4})
		// No recorded game has so many: the page is given more covered cards in each column.
		eval[any](p, `document.querySelectorAll(".column .under").forEach(u => { while (u.children.length < 19) {
			const c = u.lastElementChild.cloneNode(true);
			c.removeAttribute("id");
			u.append(c);
		} })`)
		seen := eval[struct{ Problems []string }](p, layout)
		if len(seen.Problems) > 0 {
			p.screenshot(slug)
			t.Errorf("%s: %s", slug, strings.Join(seen.Problems, "; "))
		}
		p.site.count(nil)
		p.click("[data-pile=c1] > button")
		p.idle()
		if asked := p.site.requests(); p.site.log(t, path) == "" && !p.has("[data-pile=c1] > [aria-pressed=true]") {
			t.Errorf("%s: a tap on the twentieth card asks %q and selects nothing", slug, asked)
		}
	}
}

// calm lets the device ask for less motion.
func (p *tab) calm() {
	p.t.Helper()
	do(p, func(ctx context.Context, target *chromedp.Target) (cdp.Empty, error) {
		return cdp.Call(ctx, target, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
			Features: []*emulation.MediaFeature{{Name: "prefers-reduced-motion", Value: "reduce"}},
		})
	})
}

func TestMotionIsShortAndOffWhenTheDeviceAsks(t *testing.T) {
	t.Parallel()
	certain := find(t, "a certain end", func(s *game.State) bool { _, ok := s.Finish(); return ok })
	const running, longest = `document.getAnimations().length`, `Math.max(0, ...document.getAnimations().map(a => a.effect.getComputedTiming().endTime))`
	for _, calm := range []bool{false, true} {
		p := newSite(t).open(t, laptop)
		if calm {
			p.calm()
		}
		for _, v := range game.Variants {
			// The first moments of a deal are caught by a script that runs before those of the page.
			path := p.post("/games", "variant", v.Slug, "deal", "2")
			p.visit(path)
			if n, end := eval[int](p, running), eval[float64](p, longest); (n == 0) != calm && calm || end > 400 {
				t.Errorf("%s: calm %v: %d cards move in the deal, for %v ms", v.Slug, calm, n, end)
			}
			// A click while the cards come is a click.
			r := eval[point](p, `(r => ({x: r.left + r.width / 2, y: r.top + r.height / 2}))(document.getElementById("stock").getBoundingClientRect())`)
			do(p, chromedp.MouseClickXY(r.X, r.Y))
			until(t, "a card is drawn", func() bool { return p.text(".facts span") == "1 move" })
			if n, end := eval[int](p, running), eval[float64](p, longest); calm && n > 0 || end > 200 {
				t.Errorf("%s: calm %v: %d cards move in a draw, for %v ms", v.Slug, calm, n, end)
			}
		}
		p.sit(certain)
		p.click("#up")
		if n := eval[int](p, running); (n == 0) != calm {
			t.Errorf("calm %v: %d cards move at the end", calm, n)
		}
	}
}

func TestWithoutScriptsAllIsThere(t *testing.T) {
	t.Parallel()
	p := newSite(t).open(t, laptop.without())
	path := p.sit(scene{slug: "lucas", deal: 2, moves: "d,d,d"})
	p.menu("a[href$='see=waste']")
	if list := p.texts(".seen li"); len(list) != 1 || strings.Count(list[0], ",") != 2 {
		t.Errorf("the waste is shown as %q", list)
	}
	p.click(".seen .go")
	p.menu("a[href$='see=table']")
	if list := p.texts(".seen li"); len(list) != 3+13 {
		t.Errorf("the table is said as %q", list)
	}
	p.menu("a[href$=restart]")
	p.click(".ask button")
	if log := p.site.log(t, path); log != "" {
		t.Errorf("after a restart the moves are %s", log)
	}
	p.click("#redo-all")
	if log := p.site.log(t, path); log != "d,d,d" {
		t.Errorf("after the restart is undone the moves are %s", log)
	}
	p.menu(`a[href="/rules/lucas"]`)
	if title := p.text("h1"); !strings.Contains(title, "Lucas") {
		t.Errorf("the rules are headed %q", title)
	}
}
