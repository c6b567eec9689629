package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/accessibility"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/chromedp"

	"fortythieves/game/gametest"
)

// axe is the text of axe-core, the checker of pages for people with disabilities. It is taken from the
// file that $AXE names or from the folder node_modules here or above. Without it the test is skipped, or
// fails if the environment has REQUIRE_BROWSER=1.
func axe(t *testing.T) string {
	t.Helper()
	names := []string{os.Getenv("AXE")}
	for _, up := range []string{".", "..", "../.."} {
		names = append(names, filepath.Join(up, "node_modules/axe-core/axe.min.js"))
	}
	for _, name := range names {
		if text, err := os.ReadFile(name); err == nil {
			return string(text)
		}
	}
	const missing = "there is no axe-core: npm pack axe-core@4.14.1, unpack it, and name its axe.min.js in the environment as AXE"
	if os.Getenv("REQUIRE_BROWSER") == "1" {
		t.Fatal(missing)
	}
	t.Skip(missing)
	return ""
}

// runAxe lists what is wrong, a line for each element, and how many rules found something right. What a
// card shows, such as K♠, is a sign and no text, which WCAG 2.5.3 leaves out: it is named "king of spades".
// The line for moves as text, which WCAG 2.5.8 counts, does what a low strip of a run does where the window
// is too low for more. Of cards below an open menu or a question a part may be seen.
const runAxe = `((pardoned) => axe.run(document, {
	runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
	resultTypes: ["violations"],
}).then(r => ({
	passes: r.passes.length,
	wrong: r.violations.flatMap(v => v.nodes.filter(n => !pardoned(v.id, n.html)).map(n => v.id + ": " + v.help + ": " + n.html.slice(0, 160) + " " +
		[...n.any, ...n.all, ...n.none].map(c => c.message).join("; ").slice(0, 200))),
})))((rule, html) => rule === "label-content-name-mismatch" && html.startsWith('<button class="card') ||
	rule === "target-size" && (innerHeight < 560 && /^<button class="card\b[^>]* value="c\d+x\d+"/.test(html) ||
		html.startsWith('<button class="card') && document.querySelector(".menu[open], .seen, .ask")))`

// costumes are ways in which all pages are looked at: together they have each width, each scheme by the
// system and by the setting, each table, and each other setting that changes how things look.
var costumes = []struct {
	name          string
	width, height int64
	scheme        string
	settings      []string
}{
	{"phone, light", 360, 640, "light", nil},
	{"small phone, dark by the setting, plum, large", 320, 568, "light", []string{"theme", "dark", "table", "plum", "print", "large", "colours", "4"}},
	{"tablet, light by the setting, blue, left hand, two colours", 768, 1024, "dark", []string{"theme", "light", "table", "blue", "hand", "left", "suits", "2"}},
	{"wide, dark, foundations below, large", 1440, 900, "dark", []string{"homes", "below", "print", "large"}},
	{"phone on its side, dark, blue", 667, 375, "dark", []string{"table", "blue"}},
}

func TestEveryPageIsAccessible(t *testing.T) {
	t.Parallel()
	script := axe(t)
	p := newSite(t).open(t, laptop)
	sights := p.sights()
	check := func(t *testing.T, what string) {
		t.Helper()
		for _, wrong := range p.barriers(script) {
			t.Errorf("%s: %s", what, wrong)
		}
	}
	for _, c := range costumes {
		t.Run(c.name, func(t *testing.T) {
			p.set(c.settings...)
			p.prefers("prefers-color-scheme", c.scheme)
			p.resize(c.width, c.height)
			for _, s := range sights {
				s.show(p)
				check(t, s.name)
			}
		})
	}
	t.Run("home and board at each width and on each table", func(t *testing.T) {
		for i, width := range []int64{320, 360, 768, 1440} {
			for j, table := range []string{"green", "blue", "plum"} {
				p.set("table", table, "suits", []string{"4", "2"}[i%2], "print", []string{"normal", "large"}[j%2])
				p.prefers("prefers-color-scheme", []string{"light", "dark"}[(i+j)%2])
				p.resize(width, 800)
				for _, s := range sights {
					if slices.Contains([]string{"home", "deal", "selected"}, s.name) {
						s.show(p)
						check(t, fmt.Sprintf("%s at %d on %s", s.name, width, table))
					}
				}
			}
		}
	})
}

// barriers are what axe finds on the page.
func (p *tab) barriers(script string) []string {
	p.t.Helper()
	eval[any](p, `void (window.axe || (() => {%s})())`, script)
	found := do(p, chromedp.Evaluate[struct {
		Passes int
		Wrong  []string
	}](runAxe, chromedp.EvalAwaitPromise))
	if found.Passes < 10 {
		p.t.Fatalf("axe checked only %d rules", found.Passes)
	}
	return found.Wrong
}

// Headings, landmarks and names. Of what axe finds no fault with, this page is to have one.
const outline = `(() => {
	const wrong = [], heads = [...document.querySelectorAll("h1, h2, h3, h4, h5, h6")].map(h => +h.localName[1]);
	if (heads.filter(h => h === 1).length !== 1) wrong.push("the headings are of the levels " + heads);
	heads.forEach((h, i) => { if (h > (heads[i - 1] || 1) + 1) wrong.push("a heading of level " + h + " follows one of " + heads[i - 1]); });
	if (document.querySelectorAll("main").length !== 1) wrong.push("it has no main part, or several");
	if (!document.documentElement.lang || !document.title) wrong.push("it has no language or no title");
	for (const c of document.querySelectorAll("#game .card:not(.back)")) {
		if (!/^(A|[2-9]|10|J|Q|K)[♣♦♥♠]$/.test(c.textContent.trim())) wrong.push("a card without rank and suit: " + c.outerHTML);
	}
	const ids = [...document.querySelectorAll("[id]")].map(e => e.id);
	ids.forEach((id, i) => { if (ids.indexOf(id) !== i) wrong.push("twice the id " + id); });
	return wrong;
})()`

// targets lists what can be pressed and is neither 24 pixels wide and high nor has, as WCAG 2.5.8 allows,
// so much room that a circle of 24 pixels around its middle touches no other target and no such circle.
// A link in a sentence may be as low as its line; what is inert cannot be pressed.
const smallTargets = `(() => {
	const all = [...document.querySelectorAll("a[href], button, input:not([type=hidden]), summary, [tabindex='0']")]
		.map(e => [e, (e.closest("label") || e).getBoundingClientRect()])
		.filter(([e, r]) => r.width && r.height && !e.matches(".skip, .wide, [inert] *") && e.checkVisibility({visibilityProperty: true}));
	const small = ([, r]) => r.width < 23.99 || r.height < 23.99;
	const gap = (x, y, r) => Math.hypot(Math.max(r.left - x, 0, x - r.right), Math.max(r.top - y, 0, y - r.bottom));
	return all.filter(small).filter(([e, r]) => {
		const x = r.left + r.width / 2, y = r.top + r.height / 2;
		if (e.matches("p a, li a, th a")) return false;
		return all.some(other => other[0] !== e && (gap(x, y, other[1]) < 11.99 ||
			small(other) && Math.hypot(x - other[1].left - other[1].width / 2, y - other[1].top - other[1].height / 2) < 23.99));
	}).map(([e, r]) => r.width.toFixed(1) + " x " + r.height.toFixed(1) + ": " + e.outerHTML.slice(0, 140));
})()`

func TestEveryPageHasItsHeadingsLandmarksAndTargetsForAFinger(t *testing.T) {
	t.Parallel()
	p := newSite(t).open(t, laptop)
	sights := append(p.sights(), sight{"full", p.after(gametest.WonGames("little-forty")[2], 115), (*tab).lengthen})
	for _, size := range [][2]int64{{320, 640}, {360, 640}, {768, 1024}, {1440, 900}} {
		p.resize(size[0], size[1])
		for _, s := range sights {
			s.show(p)
			for _, wrong := range eval[[]string](p, outline) {
				if s.name != "full" {
					t.Errorf("%s: %s", s.name, wrong)
				}
			}
			for _, small := range eval[[]string](p, smallTargets) {
				t.Errorf("%s at %d: a small target, %s", s.name, size[0], small)
			}
		}
	}
}

// lengthen puts cards into the longest column until there are 20, as may happen, and checks that all can
// be read.
func (p *tab) lengthen() {
	p.t.Helper()
	wrong := eval[[]string](p, `(() => {
		const column = [...document.querySelectorAll(".column")].sort((a, b) => b.querySelectorAll(".card").length - a.querySelectorAll(".card").length)[0];
		let under = column.querySelector(".under");
		if (!under) {
			under = document.createElement("span");
			under.className = "under";
			column.prepend(under);
		}
		while (column.querySelectorAll(".card").length < 20) {
			const card = document.createElement("span");
			card.className = "card h ten";
			card.innerHTML = "<b>10</b><i>♥</i>";
			under.append(card);
		}
		const cards = [...column.querySelectorAll(".card")], say = document.querySelector(".say").getBoundingClientRect();
		return cards.filter((c, i) => {
			const r = c.getBoundingClientRect(), next = cards[i + 1]?.getBoundingClientRect(), b = c.querySelector("b");
			return r.bottom > say.top + 1 || next && (next.top < r.bottom - 1 || parseFloat(getComputedStyle(b).fontSize) > r.height);
		}).map(c => JSON.stringify(c.getBoundingClientRect()) + " " + say.top + c.outerHTML.slice(0, 120));
	})()`)
	for _, w := range wrong {
		p.t.Errorf("in a column of 20 in %s cannot be read: %s", eval[string](p, `innerWidth + " x " + innerHeight`), w)
	}
}

// What is shown by colours of our own has to be there in the few that such a user has.
func TestTheBoardIsPlayableInForcedColours(t *testing.T) {
	t.Parallel()
	p := newSite(t).open(t, laptop)
	sights := p.sights()
	for _, scheme := range []string{"light", "dark"} {
		p.prefers("forced-colors", "active", "prefers-color-scheme", scheme)
		for _, s := range sights {
			if s.name != "selected" {
				continue
			}
			s.show(p)
			p.screenshot("forced-" + scheme)
			type drawn struct{ Outline, Border, Ink, Face, Sign string }
			look := func(selector string) drawn {
				t.Helper()
				if !p.has(selector) {
					t.Fatalf("there is no %s", selector)
				}
				return eval[drawn](p, `(e => { const s = getComputedStyle(e);
					return {Outline: s.outlineStyle + " " + s.outlineWidth + " " + s.outlineColor, Border: s.borderTopStyle + " " + s.borderTopColor,
						Ink: s.color, Face: s.backgroundColor, Sign: e.textContent.trim()} })(document.querySelector(%s))`, quoted(selector))
			}
			plain := look(".column > .card:not(.to, .last, .twin, [aria-pressed])")
			if strings.HasPrefix(plain.Border, "none") || plain.Ink == plain.Face || plain.Sign == "" {
				t.Errorf("%s: a card is drawn as %+v", scheme, plain)
			}
			seen := map[string]string{plain.Outline: "a card"}
			for _, state := range []string{"[aria-pressed=true]", ".to", ".last", ".twin"} {
				is := look("#game " + state).Outline
				if strings.HasPrefix(is, "none") || seen[is] != "" {
					t.Errorf("%s: %s has the outline %s, as has %q", scheme, state, is, seen[is])
				}
				seen[is] = state
			}
			if back := look(".stock .back"); back.Border == plain.Border {
				t.Errorf("%s: the back of a card has the border %s of its face", scheme, back.Border)
			}
			p.focus("#undo")
			if focus := look("#undo").Outline; strings.HasPrefix(focus, "none") {
				t.Errorf("%s: the focus has the outline %s", scheme, focus)
			}
		}
	}
}

// A screen reader is told of covered cards as one group, and of each that can be pressed by a name.
func TestCoveredCardsAreOneGroupToAScreenReader(t *testing.T) {
	t.Parallel()
	p := newSite(t).open(t, laptop)
	p.visit(p.practise("rank-and-file", 1, "d,d"))
	tree := do(p, func(ctx context.Context, target *chromedp.Target) ([]*accessibility.Node, error) {
		r, err := cdp.Call(ctx, target, accessibility.GetFullAXTree, accessibility.GetFullAXTreeParams{})
		return r.Nodes, err
	})
	var told []string
	groups, cards := 0, 0
	for _, node := range tree {
		if node.Ignored || node.Role == nil || node.Name == nil {
			continue
		}
		role, name := strings.Trim(string(node.Role.Value), `"`), strings.Trim(string(node.Name.Value), `"`)
		told = append(told, role+" "+name)
		switch {
		case role == "image" && strings.HasPrefix(name, "Under it: ") && strings.Contains(name, "3 cards face down"):
			groups++
		case role == "button" && strings.Contains(name, " of ") && strings.Contains(name, ", column "):
			cards++
		case role == "StaticText" && name == "?":
			t.Error("the back of a card is read out")
		}
	}
	if groups != 10 || cards != 10 {
		t.Errorf("there are %d groups and %d cards:\n%s", groups, cards, strings.Join(told, "\n"))
	}
}
