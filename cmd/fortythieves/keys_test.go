package main

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"fortythieves/game"
)

// columnKey is the key that chooses a column.
func columnKey(p game.Pile) string {
	i, _ := p.Column()
	return string("1234567890!@#"[i])
}

func TestAWholeGameIsWonByKeysAlone(t *testing.T) {
	t.Parallel()
	v, deal, moves := shortest(t)
	p := newSite(t, deal).open(t, laptop)
	p.set("tap", "select")
	p.focus(fmt.Sprintf("button[value=%s]", v.Slug))
	p.press(kb.Enter)
	p.mark()
	for i, m := range moves {
		keys := "d"
		if m != game.Draw {
			keys = "w"
			if m.From != game.Waste {
				keys = columnKey(m.From)
			}
			if m.N > 1 {
				keys += kb.Escape + strings.Repeat(kb.ArrowUp, int(m.N)-1) + kb.Enter
			}
			if m.To == game.Foundation {
				keys += "f"
			} else {
				keys += columnKey(m.To)
			}
		}
		p.keys(keys)
		want := fmt.Sprint(i+1, " move")
		until(t, fmt.Sprintf("move %d, %s, is made by %q", i+1, m, keys), func() bool {
			return eval[bool](p, `document.querySelector(".facts span").textContent.startsWith(%q) && !document.querySelector(".htmx-request, .taken")`, want)
		})
		if at := p.focused(); at == "<body>" {
			t.Fatalf("after move %d, %s by %q, the focus is on %s", i+1, m, keys, at)
		}
	}
	if spoken := p.text("#spoken"); !strings.Contains(spoken, "You won") || !p.marked() || !p.has(".won") {
		t.Errorf("after the last move it speaks %q; the page is the same: %v", spoken, p.marked())
	}
}

func TestTheArrowsGoFromCardToCardAndPileToPile(t *testing.T) {
	t.Parallel()
	p := newSite(t).open(t, laptop)
	s := find(t, "a run of two on two other cards in the second column", func(s *game.State) bool {
		return s.Built(1) == 2 && len(s.Columns[1].Cards) >= 4 && len(s.Columns[0].Cards) > 0 && len(s.Waste) > 0
	})
	p.sit(s)
	cards := s.state.Columns[1].Cards
	id := func(c game.Card) string {
		return eval[string](p, `[...document.querySelectorAll("[data-pile=c2] .card")].at(%d).id`, slices.Index(cards, c)-len(cards))
	}
	n := len(cards)
	p.site.count(nil)
	for _, step := range []struct{ key, want string }{
		{kb.ArrowDown, ""}, // from nowhere to the table
		{"2", id(cards[n-1])},
		{kb.Escape, id(cards[n-1])},
		{kb.ArrowUp, id(cards[n-2])},
		{kb.ArrowUp, id(cards[n-3])},
		{kb.ArrowUp, id(cards[n-4])},
		{kb.ArrowDown, id(cards[n-3])},
		{kb.ArrowDown, id(cards[n-2])},
		{kb.ArrowDown, id(cards[n-1])},
		{kb.ArrowLeft, "[data-pile=c1] > button"},
		{kb.ArrowRight, "[data-pile=c2] > button"},
		{kb.ArrowLeft + kb.ArrowLeft, fmt.Sprintf("[data-pile=c%d] > button", len(s.state.Columns))},
		{kb.ArrowRight, "[data-pile=c1] > button"},
		{kb.ArrowDown, ".upper button"},
		{kb.ArrowLeft, ".upper button"},
		{kb.ArrowDown, ".tableau button"},
		{"w", "[data-pile=w] > button"},
		{"\x1b" + kb.ArrowLeft, "#stock"},
	} {
		p.keys(step.key)
		if strings.HasPrefix(step.want, "k") {
			step.want = "#" + step.want
		}
		if step.want != "" && !eval[bool](p, `document.activeElement.matches(%s)`, quoted(step.want)) {
			t.Errorf("%q leads to %s, want %s", step.key, p.focused(), step.want)
		}
	}
	if asked := p.site.requests(); asked != "" {
		t.Errorf("going about asks %q", asked)
	}
}

func TestACoveredCardShowsItsFace(t *testing.T) {
	for name, l := range map[string]look{"mouse": laptop, "finger": phone} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newSite(t).open(t, l)
			p.sit(scene{slug: "forty-thieves", deal: 4})
			p.site.count(nil)
			const card = "[data-pile=c2] .under .card:nth-child(2)"
			// the height of the face shown, in parts of a card's, and whether the suit stands on it
			face := func() bool {
				return eval[bool](p, `(() => {
					const e = document.querySelector(%q), f = getComputedStyle(e, "::before"), s = getComputedStyle(e, "::after");
					const whole = document.querySelector("[data-pile=c2] > button").offsetHeight;
					return Math.abs(parseFloat(f.height) - whole) < 2 && s.display != "none";
				})()`, card)
			}
			ways := map[string][2]func(){
				"keys": {func() { p.keys("2\x1b" + kb.ArrowUp + kb.ArrowUp) }, func() { p.keys(kb.ArrowRight) }},
			}
			spot := p.at(card)
			if l.touch {
				ways["long press"] = [2]func(){
					func() { p.hand(down, spot); time.Sleep(450 * time.Millisecond) }, func() { // browsers leave a finger's place hovered until the next touch
						p.hand(up, spot)
						p.hand(down, p.at(".say"))
						p.hand(up, p.at(".say"))
					}}
			} else {
				ways["hover"] = [2]func(){
					func() { do(p, chromedp.MouseEvent(move, spot.X, spot.Y)) }, func() { do(p, chromedp.MouseEvent(move, 3, 400)) }}
			}
			for way, do := range ways {
				if face() {
					t.Errorf("before %s the whole face is shown", way)
				}
				do[0]()
				if !face() {
					t.Errorf("by %s the face is not shown whole", way)
				}
				p.screenshot("peek-" + way)
				do[1]()
				if l.touch && way == "long press" {
					p.idle()
				}
				if face() {
					t.Errorf("after %s the whole face stays", way)
				}
			}
			if asked := p.site.requests(); asked != "" {
				t.Errorf("a look under asks %q", asked)
			}
		})
	}
}

func TestEachKeyDoesWhatTheHelpSays(t *testing.T) {
	t.Parallel()
	p := newSite(t).open(t, laptop)
	p.excuse("status of 422")
	p.excuse("status of 400")
	p.excuse("Error Code 400")
	ace := find(t, "a card for an empty foundation", func(s *game.State) bool {
		m := game.Move{From: game.Column(1), To: game.Foundation, N: 1}
		return slices.Contains(s.Legal(), m) && s.Top(game.Column(1)).Rank() == 1
	})
	empty := find(t, "an empty column and a waste card", func(s *game.State) bool {
		return len(s.Columns[0].Cards) == 0 && len(s.Waste) > 0 && slices.Contains(s.Legal(), game.Move{From: game.Waste, To: game.Column(0), N: 1})
	})
	deal := scene{slug: "lucas", deal: 2}
	drawn := scene{slug: "lucas", deal: 2, moves: "d,d,d"}
	ctrl, shift := chromedp.ModifierCtrl, chromedp.ModifierShift
	type stroke struct {
		keys string
		mods []chromedp.Modifier
	}
	s := func(keys string, mods ...chromedp.Modifier) stroke { return stroke{keys, mods} }
	for _, c := range []struct {
		scene
		strokes []stroke
		want    string
		also    string // what there must be on the page
	}{
		{deal, []stroke{s("d")}, "d", ""},
		{deal, []stroke{s("dddd")}, "d,d,d,d", ""},
		{drawn, []stroke{s("u")}, "d,d", "#redo:not([aria-disabled])"},
		{drawn, []stroke{s("z", ctrl)}, "d,d", ""},
		{drawn, []stroke{s("uu"), s("r")}, "d,d", ""},
		{drawn, []stroke{s("uu"), s("Z", ctrl, shift)}, "d,d", ""},
		{drawn, []stroke{s("uu"), s("y", ctrl)}, "d,d", ""},
		{drawn, []stroke{s("uuuuu")}, "", "#undo[aria-disabled=true]"},
		{drawn, []stroke{s("rrr")}, "d,d,d", ""},
		{drawn, []stroke{s("w")}, "d,d,d", ".waste [aria-pressed=true]:focus"},
		{drawn, []stroke{s("w"), s(kb.Escape)}, "d,d,d", "#game:not(:has([aria-pressed], .to))"},
		{drawn, []stroke{s("1")}, "d,d,d", "[data-pile=c1] [aria-pressed=true]:focus"},
		{drawn, []stroke{s("!", shift)}, "d,d,d", "[data-pile=c11] [aria-pressed=true]:focus"},
		{drawn, []stroke{s("3", ctrl), s("d", ctrl), s("f", chromedp.ModifierAlt)}, "d,d,d", "#game:not(:has([aria-pressed]))"},
		{drawn, []stroke{s("?")}, "d,d,d", ".seen li"},
		{drawn, []stroke{s("?"), s(kb.Escape)}, "d,d,d", "#board:not(:has(.seen))"},
		{ace, []stroke{s("2"), s("f")}, ace.after("c2f"), "#game:has(.home .card)"},
		{ace, []stroke{s("2" + kb.Escape), s("f")}, ace.after("c2f"), ""},
		{ace, []stroke{s("2" + kb.Escape), s(kb.Enter)}, ace.after("c2f"), ""},
		{ace, []stroke{s("2" + kb.Escape), s(" ")}, ace.after("c2f"), ""},
		{empty, []stroke{s("w"), s("1")}, empty.after("wc1"), "[data-pile=c1] .card"},
	} {
		path := p.sit(c.scene)
		for _, stroke := range c.strokes {
			p.keys(stroke.keys, stroke.mods...)
			p.idle()
		}
		if log := p.site.log(t, path); log != c.want {
			t.Errorf("after %v in %s the moves are %s, want %s", c.strokes, c.scene.slug, log, c.want)
		}
		if at := p.focused(); at == "<body>" && len(p.attributes("[aria-pressed]", "id")) == 0 && c.want != c.scene.moves {
			t.Errorf("after %v the focus is on %s", c.strokes, at)
		}
		if c.also != "" && !p.has(c.also) {
			t.Errorf("after %v there is no %s", c.strokes, c.also)
		}
	}

	// T marks the twin.
	twins := find(t, "twins on two columns", func(s *game.State) bool {
		for _, at := range tops(s)[1:] {
			if s.Top(at.Pile) == s.Top(game.Column(0)).Twin() {
				return len(s.Columns[0].Cards) > 0
			}
		}
		return false
	})
	p.sit(twins)
	p.keys("1" + kb.Escape)
	if p.has(".twin") {
		t.Error("a twin is marked unasked")
	}
	p.keys("t")
	if n := len(p.attributes(".twin", "id")); n != 1 {
		t.Errorf("T marks %d cards", n)
	}

	// Every key there is: the game stays, and nothing but moves is asked.
	path := p.sit(drawn)
	p.site.count(nil)
	for _, key := range "abceghijklmnopqstvxyzABCEGHIJKLMNOPQSTVXYZ-=[];',./`~_+{}:\"|<>" + kb.Delete + kb.Backspace + kb.Home + kb.End + kb.Insert {
		p.keys(string(key))
	}
	p.keys("x", ctrl)
	p.idle()
	if p.path() != path || p.has(".ask, .notice") || p.site.log(t, path) != "d,d,d" {
		t.Errorf("after all other keys the page is %s, the moves are %s; asked was %q", p.path(), p.site.log(t, path), p.site.requests())
	}
}

func TestAHeldUndoStopsAtTheDeal(t *testing.T) {
	t.Parallel()
	p := newSite(t).open(t, laptop)
	path := p.sit(scene{slug: "lucas", deal: 2, moves: "d,d,d,d,d,d"})
	hold := func(times int) {
		repeat := true
		for i := range times {
			params := input.DispatchKeyEventParams{Type: input.DispatchKeyEventTypeKeyDown, Key: "u", Code: "KeyU", Text: "u", WindowsVirtualKeyCode: 85}
			if i > 0 {
				params.AutoRepeat = &repeat
			}
			do(p, func(ctx context.Context, target *chromedp.Target) (cdp.Empty, error) {
				return cdp.Call(ctx, target, input.DispatchKeyEvent, params)
			})
			time.Sleep(15 * time.Millisecond)
		}
	}
	p.site.count(nil)
	hold(60)
	p.idle()
	if asked := p.site.requests(); strings.Count(asked, "POST undo") != 6 || strings.Count(asked, ",") != 5 {
		t.Errorf("it asked %q", asked)
	}
	if p.focused() == "<body>" || p.path() != path {
		t.Errorf("the focus is on %s at %s", p.focused(), p.path())
	}
	p.shows("")

	// Where answers take long, the undos end with the key.
	p.sit(scene{slug: "lucas", deal: 2, moves: "d,d,d,d,d,d,d,d,d,d,d,d"})
	p.site.count(func(int) (time.Duration, bool) { return 100 * time.Millisecond, false })
	hold(20)
	p.idle()
	if n := strings.Count(p.site.requests(), "POST undo"); n < 2 || n > 8 {
		t.Errorf("held for a third of a second, with answers after a tenth, it asks for %d undos", n)
	}
}

func TestTheTextLineMovesAndIsQuietOtherwise(t *testing.T) {
	for name, l := range map[string]look{"with JavaScript": laptop, "without JavaScript": laptop.without()} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newSite(t).open(t, l)
			p.excuse("status of 422")
			p.excuse("status of 400")
			p.excuse("Error Code 400")
			s := find(t, "a move between columns", func(s *game.State) bool { return firstBetween(s) != (game.Move{}) })
			m := firstBetween(s.state)
			from, _ := m.From.Column()
			to, _ := m.To.Column()
			path := p.sit(s)
			log := s.moves
			for _, c := range []struct{ line, adds, says string }{
				{"d", "d", ""}, {"u", "", ""}, {" D ", "d", ""}, {"u", "", ""}, {"r", "d", ""}, {"u", "", ""},
				{fmt.Sprint(from+1, " ", to+1), m.String(), ""},
				{"u", "", ""},
				{strings.ToUpper(m.From.String()) + " " + m.To.String(), m.String(), ""},
				{"1 1", "", "same"},
				{"xyzzy", "", "xyzzy"},
			} {
				p.point(".menu summary")
				until(t, "the menu opens", func() bool { return p.has(".menu[open]") })
				p.focus("#line-text")
				p.site.count(nil)
				p.keys(c.line)
				if asked := p.site.requests(); asked != "" {
					t.Errorf("typing %q asks %q", c.line, asked)
				}
				p.press(kb.Enter)
				if c.line != "u" && c.adds != "" {
					log = s.after(c.adds)
				} else if c.line == "u" {
					log = s.moves
				}
				if got := p.site.log(t, path); got != log {
					t.Errorf("after the line %q the moves are %s, want %s", c.line, got, log)
				}
				if said := p.text("main"); c.says != "" && p.text(".say, .problem") == "" {
					t.Errorf("the line %q is answered with %q", c.line, said)
				}
				if !p.has("#board") {
					p.visit(path)
				}
			}
		})
	}
}

// firstBetween is the first legal move between columns with cards, or no move.
func firstBetween(s *game.State) game.Move {
	for _, m := range s.Legal() {
		_, from := m.From.Column()
		if i, to := m.To.Column(); from && to && m.N == 1 && len(s.Columns[i].Cards) > 0 {
			return m
		}
	}
	return game.Move{}
}

func TestFinishIsOneRequestAndACascade(t *testing.T) {
	looks(t, laptop, func(t *testing.T, l look) {
		p := newSite(t).open(t, l)
		s := find(t, "a certain end with ten cards left", func(s *game.State) bool {
			moves, ok := s.Finish()
			return ok && len(moves) >= 10
		})
		before := s
		g := play(t, game.BySlug(s.slug), s.deal, strings.Split(s.moves, ",")...)
		g.Undo()
		before.moves = game.FormatMoves(g.Moves()[:g.Cursor()])
		p.sit(before)
		if p.has("#up.ready") {
			t.Error("Finish is offered a move too early")
		}
		path := p.sit(s)
		if name := p.text("#up.ready"); name != "Finish" {
			t.Errorf("the button is called %q", name)
		}
		p.site.count(nil)
		p.click("#up")
		if asked := p.site.requests(); !strings.HasPrefix(asked, "POST finish") || strings.Count(asked, "POST") != 1 {
			t.Errorf("it asked %q", asked)
		}
		if !l.noScript && eval[int](p, `document.getAnimations().length`) == 0 {
			t.Error("nothing moves on the way home")
		}
		if !p.has(".won") || !strings.Contains(p.text(".notice"), "You won") {
			t.Errorf("it says %q", p.text("main"))
		}
		if at := p.focused(); at == "<body>" && !l.noScript {
			t.Errorf("the focus is on %s", at)
		}
		last, _ := s.state.Finish()
		if log := p.site.log(t, path); log != s.after(game.FormatMoves(last)) {
			t.Errorf("the moves are %s", log)
		}
		until(t, "all lie still", func() bool {
			return eval[bool](p, `document.getAnimations().every(a => a.playState != "running")`)
		})
	})
}
