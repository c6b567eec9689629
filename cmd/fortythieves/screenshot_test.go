package main

import (
	"context"
	"fmt"
	"net/url"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"fortythieves/game"
	"fortythieves/game/gametest"
)

// A sight is a page as a player may see it. It is reached by its path and what is done there.
type sight struct {
	name string
	path string
	then func(p *tab) // nil for nothing
}

// after is a practice game in which the first n moves of a recorded won game were made.
func (p *tab) after(text string, n int) (path string) {
	p.t.Helper()
	g, err := game.Parse(text)
	if err != nil {
		p.t.Fatal(err)
	}
	return p.practise(g.Variant().Slug, g.Deal(), game.FormatMoves(g.Moves()[:n]))
}

// sights are all kinds of pages there are. They are made in the cookies of the tab, once.
func (p *tab) sights() []sight {
	p.t.Helper()
	for _, status := range []string{"404", "403", "422"} {
		p.excuse("status of " + status)
		p.excuse("Error Code " + status)
	}
	mid := p.after(gametest.WonGames("maria")[0], 149) // a column of 12, 10 of them a run
	won := p.after(gametest.WonGames("lucas")[1], 187)
	given := p.practise("maria", 4, "d")
	p.post(given+"/give-up", "version", "2")
	p.site.deals.deals = []uint32{4}
	deal := p.post("/games", "variant", "forty-thieves") // counted, as an untouched practice game makes room for others
	choice := p.after(gametest.WonGames("streets")[0], 64)
	begun := p.post("/games", "variant", "indian")
	p.replay(begun, "d")
	restarted := p.practise("lucas", 1, "d,d")
	p.post(restarted+"/restart", "version", "3")

	menu := func(p *tab) { eval[any](p, `document.querySelector(".menu").open = true`) }
	return append([]sight{
		{"home", "/", nil},
		{"home-found", "/?q=napoleon", nil},
		{"rules", "/rules", nil},
		{"rules-game", "/rules/rank-and-file", nil},
		{"settings", "/settings?game=" + strings.TrimPrefix(deal, "/games/"), nil},
		{"deal", deal, nil},
		{"mid", mid, nil},
		{"long", p.after(gametest.WonGames("little-forty")[2], 115), nil}, // a run of 12
		{"thirteen", p.after(gametest.WonGames("lucas")[0], 153), nil},
		{"number-ten", p.after(gametest.WonGames("number-ten")[1], 58), nil},
		{"rank-and-file", p.practise("rank-and-file", 1, "d,d"), nil}, // with cards face down
		{"fan", p.practise("little-forty", 1, "d,d"), nil},
		{"selected", choice + "?from=" + p.selectable(choice), nil},
		{"refused", deal, (*tab).refuse},
		{"ask-restart", mid + "?ask=restart", nil},
		{"ask-new", begun + "?ask=new", nil},
		{"ask-give-up", mid + "?ask=give-up", nil},
		{"see-waste", mid + "?see=waste", nil},
		{"see-table", mid + "?see=table", nil},
		{"see-keys", mid + "?see=keys", nil},
		{"restarted", restarted, nil},
		{"won", won, nil},
		{"given-up", given, nil},
		{"menu", mid, menu},
		{"error-404", "/nowhere", nil},
		{"error-403", "/", (*tab).foreign},
	}, p.recordSights()...)
}

// selectable is the place in a column from which a card can go to the most piles.
func (p *tab) selectable(path string) string {
	p.t.Helper()
	p.visit(path)
	return eval[string](p, `[...document.querySelectorAll(".column [data-to]")].sort((a, b) => b.dataset.to.length - a.dataset.to.length)[0].value`)
}

// refuse asks for a move that the rules do not allow.
func (p *tab) refuse() {
	p.t.Helper()
	eval[any](p, leave)
	eval[any](p, `(() => { const f = document.getElementById("line"); f.elements.line.value = "1 f"; f.requestSubmit(); })()`)
	p.arrive("a move that is not allowed")
}

// foreign posts a form from a page of another site, which is refused.
func (p *tab) foreign() {
	p.t.Helper()
	do(p, chromedp.Navigate("data:text/html,"+url.PathEscape(`<form method=post action="`+p.site.url+`/games"><input name=variant value=maria></form>`)))
	eval[any](p, leave)
	eval[any](p, `document.forms[0].submit()`)
	p.arrive("a form of another site")
}

// prefers emulates what the system tells the browser of its user, in pairs such as "prefers-color-scheme",
// "dark". Motion is always unwanted: a picture or a measurement is of what is at rest.
func (p *tab) prefers(pairs ...string) {
	p.t.Helper()
	features := []*emulation.MediaFeature{{Name: "prefers-reduced-motion", Value: "reduce"}}
	for i := 0; i < len(pairs); i += 2 {
		features = append(features, &emulation.MediaFeature{Name: pairs[i], Value: pairs[i+1]})
	}
	do(p, chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		_, err := cdp.Call(ctx, target, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: features})
		return err
	}))
}

// show goes to a sight.
func (s sight) show(p *tab) {
	p.t.Helper()
	p.visit(s.path)
	if s.then != nil {
		s.then(p)
	}
	eval[any](p, `document.getAnimations().forEach(a => { try { a.finish() } catch {} })`) // cards that glide, what fades in
}

// TestScreenshots makes pictures of all pages in the folder $SHOTS, to be looked at.
func TestScreenshots(t *testing.T) {
	if os.Getenv("SHOTS") == "" {
		t.Skip("SHOTS names no folder for them")
	}
	p := newSite(t).open(t, laptop)
	only := strings.Fields(os.Getenv("SIGHTS")) // while one works on a few of them
	for _, s := range p.sights() {
		if len(only) > 0 && !slices.Contains(only, s.name) {
			continue
		}
		for _, scheme := range []string{"light", "dark"} {
			p.prefers("prefers-color-scheme", scheme)
			s.show(p)
			for _, size := range [][2]int64{{320, 568}, {360, 640}, {667, 375}, {768, 1024}, {1440, 900}, {2560, 1440}} {
				p.resize(size[0], size[1])
				p.screenshot(fmt.Sprintf("%s-%d-%s", s.name, size[0], scheme))
			}
		}
	}
}
