package main

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"fortythieves/game"
	"fortythieves/game/gametest"
	"fortythieves/views"
)

// clipped lists the buttons and links whose text has no room, and the text on a place for cards that is wider
// than the place.
const clipped = `[...document.querySelectorAll("button, summary, a, .slot b, legend, th, dt, dd")]
	.filter(e => e.checkVisibility({visibilityProperty: true}) && !e.matches(".card, .skip, #game .card *, .slot") && e.scrollWidth > e.clientWidth + 1 && e.clientWidth > 0)
	.map(e => e.scrollWidth + " in " + e.clientWidth + ": " + e.outerHTML.slice(0, 160))`

// wide lists what sticks out of the window at its sides and is in no region that scrolls by itself.
const wide = `(() => {
	const root = document.documentElement, width = root.clientWidth;
	const out = [...document.body.querySelectorAll("*:not(.vh, .tx, .skip, .vh *, .tx *, .wide *)")].filter(e => {
		const r = e.getBoundingClientRect();
		return r.width > 0 && (r.left < -1 || r.right > width + 1);
	}).map(e => Math.round(e.getBoundingClientRect().right) + ": " + e.outerHTML.slice(0, 120));
	const title = document.querySelector(".bar h1")?.getBoundingClientRect(), bar = document.querySelector(".bar")?.getBoundingClientRect();
	const facts = document.querySelector(".facts > *")?.getBoundingClientRect();
	if (title && facts && facts.left < title.right && facts.top < title.bottom) out.push("the facts lie on the title");
	if (title && title.bottom > bar.bottom + 1) out.push("the title is " + title.height + " high");
	if (root.scrollWidth > width || document.body.scrollWidth > width) out.push("the page scrolls to " + root.scrollWidth + " of " + width);
	return out;
})()`

// wordSights are the pages with the most words, beside those that are sights already.
func (p *tab) wordSights() []sight {
	p.t.Helper()
	won := p.after(gametest.WonGames("lucas")[1], 187)
	list := append(p.sights(), []sight{
		{"stats", "/stats", nil}, {"history", "/history", nil}, {"daily", "/daily", nil}, {"devices", "/devices", nil},
		{"privacy", "/privacy?ask=delete", nil}, {"replay", won + "/replay?at=40", nil}, {"share", "/deal/rank-and-file/4", nil},
		{"not-found", "/?q=zzz", nil}, {"saved", "/settings?saved=1", nil},
	}...)
	for _, v := range game.Variants {
		list = append(list, sight{"rules-" + v.Slug, "/rules/" + v.Slug, nil})
	}
	return list
}

func TestEveryPageInEveryLanguageHasRoomForItsWords(t *testing.T) {
	t.Parallel()
	script := axe(t)
	p := newSite(t).open(t, laptop)
	sights := p.wordSights()
	only := strings.Fields(os.Getenv("LANGUAGES")) // while one works on a few of them
	for _, l := range views.Locales {
		if len(only) > 0 && !strings.Contains(strings.Join(only, " "), l.Lang) {
			continue
		}
		t.Run(l.Lang, func(t *testing.T) {
			p.set("lang", l.Lang)
			for _, s := range sights {
				s.show(p)
				if s.name == "error-403" {
					continue // sent from a page of another site, without the cookie
				}
				if lang := eval[string](p, `document.documentElement.lang`); lang != l.Lang {
					t.Errorf("%s is in the language %q", s.name, lang)
				}
				for _, width := range []int64{1440, 320, 360} {
					p.resize(width, min(900, 2*width))
					what := fmt.Sprintf("%s %s at %d", l.Lang, s.name, width)
					if out := eval[[]string](p, wide); len(out) > 0 {
						t.Errorf("%s: outside of the window is\n%s", what, strings.Join(out, "\n"))
					}
					if cut := eval[[]string](p, clipped); len(cut) > 0 {
						t.Errorf("%s: no room for\n%s", what, strings.Join(cut, "\n"))
					}
					if width != 320 {
						p.screenshot(fmt.Sprintf("%s-%s-%d", l.Lang, s.name, width))
					}
				}
				if l != views.English { // the others of English are checked with axe in each costume
					for _, wrong := range p.barriers(script) {
						t.Errorf("%s %s: %s", l.Lang, s.name, wrong)
					}
				}
			}
		})
	}
}
