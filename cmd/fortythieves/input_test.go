package main

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"

	"fortythieves/game"
	"fortythieves/game/gametest"
	"fortythieves/views"
)

// What a hand does: the events of mouse, finger and keyboard one by one, as the browser gets them from
// the machine.

const (
	down = input.DispatchMouseEventTypeMousePressed
	move = input.DispatchMouseEventTypeMouseMoved
	up   = input.DispatchMouseEventTypeMouseReleased
)

// A point is a place in the window, in CSS pixels.
type point struct{ X, Y float64 }

func (a point) to(b point, part float64) point {
	return point{a.X + (b.X-a.X)*part, a.Y + (b.Y-a.Y)*part}
}

// at is where to aim at an element, which must lie open.
func (p *tab) at(selector string) point {
	p.t.Helper()
	at := eval[struct {
		point
		Problem string
	}](p, aim, quoted(selector))
	if at.Problem != "" {
		p.screenshot("no-aim")
		p.t.Fatalf("%s %s", selector, at.Problem)
	}
	return at.point
}

// mouse is one event of the mouse; nth says which of several quick clicks it belongs to.
func (p *tab) mouse(kind input.DispatchMouseEventType, at point, nth int) {
	p.t.Helper()
	button := chromedp.ButtonLeft
	do(p, chromedp.MouseEvent(kind, at.X, at.Y, button, chromedp.ClickCount(nth)))
}

// fingers is one event of the touch screen with the fingers that are on it.
func (p *tab) fingers(kind input.DispatchTouchEventType, at ...point) {
	p.t.Helper()
	do(p, func(ctx context.Context, target *chromedp.Target) (cdp.Empty, error) {
		params := input.DispatchTouchEventParams{Type: kind, TouchPoints: []*input.TouchPoint{}}
		for i, point := range at {
			id := float64(i)
			params.TouchPoints = append(params.TouchPoints, &input.TouchPoint{X: point.X, Y: point.Y, ID: &id})
		}
		return cdp.Call(ctx, target, input.DispatchTouchEvent, params)
	})
}

// hand moves what points in a look, finger or mouse: down, move or up.
func (p *tab) hand(kind input.DispatchMouseEventType, at point) {
	p.t.Helper()
	switch {
	case !p.look.touch:
		p.mouse(kind, at, 1)
	case kind == down:
		p.fingers(input.DispatchTouchEventTypeTouchStart, at)
	case kind == move:
		p.fingers(input.DispatchTouchEventTypeTouchMove, at)
	default:
		p.fingers(input.DispatchTouchEventTypeTouchEnd)
	}
}

// carry presses at one point and moves to another, without letting go.
func (p *tab) carry(from, to point) {
	p.t.Helper()
	p.hand(down, from)
	for part := .25; part <= 1; part += .25 {
		p.hand(move, from.to(to, part))
	}
}

// keys presses keys one after the other, without waiting for what comes of them.
func (p *tab) keys(keys string, modifiers ...chromedp.Modifier) {
	p.t.Helper()
	do(p, chromedp.KeyEvent(keys, chromedp.KeyModifiers(modifiers...)))
}

// idle waits until nothing is under way between page and server.
func (p *tab) idle() {
	p.t.Helper()
	do(p, chromedp.Evaluate[any](`new Promise(done => {
		let calm = 0;
		const look = () => {
			calm = document.querySelector(".htmx-request, .taken") ? 0 : calm + 1;
			calm > 3 ? done() : setTimeout(look, 10);
		};
		look();
	})`, chromedp.EvalAwaitPromise))
}

// A scene is a position of a deal that a test begins with.
type scene struct {
	slug  string
	deal  uint32
	moves string
	state *game.State
}

// find is the first position in the recorded games of the variants, or of all, that is as wanted.
func find(t *testing.T, what string, wanted func(*game.State) bool, slugs ...string) scene {
	t.Helper()
	for _, v := range game.Variants {
		if len(slugs) > 0 && !strings.Contains(strings.Join(slugs, " "), v.Slug) {
			continue
		}
		for _, line := range gametest.WonGames(v.Slug) {
			g, err := game.Parse(line)
			if err != nil {
				t.Fatal(err)
			}
			for n := range g.Moves() {
				g.Jump(n)
				if wanted(g.State()) {
					return scene{v.Slug, g.Deal(), game.FormatMoves(g.Moves()[:n]), g.State().Clone()}
				}
			}
		}
	}
	t.Fatal("no recorded game has ", what)
	return scene{}
}

// sit deals a scene as practice and shows it.
func (p *tab) sit(s scene) (path string) {
	p.t.Helper()
	path = p.post("/games", "variant", s.slug, "deal", fmt.Sprint(s.deal), "room", "1")
	if s.moves != "" {
		g, err := p.site.store.Game(p.t.Context(), 1, strings.TrimPrefix(path, "/games/"))
		if err != nil {
			p.t.Fatal(err)
		}
		for _, m := range strings.Split(s.moves, ",") {
			m, err := game.ParseMove(m)
			if err == nil {
				err = g.Play.Play(m)
			}
			if err != nil {
				p.t.Fatal(err)
			}
		}
		if err := p.site.store.Save(p.t.Context(), g, time.Now()); err != nil {
			p.t.Fatal(err)
		}
	}
	p.visit(path)
	return path
}

// after is the log of a scene with more moves.
func (s scene) after(moves ...string) string {
	if s.moves != "" {
		moves = append([]string{s.moves}, moves...)
	}
	return strings.Join(moves, ",")
}

// spotOf is the selector of the cards at a place.
func spotOf(at views.Place) string {
	return fmt.Sprintf(`[data-pile=%s] button[value="%s"]`, at.Pile, at)
}

// placeOf is the selector of where cards go that are selected and can go to a pile.
func placeOf(to game.Pile) string {
	if to == game.Foundation {
		return ".home > .to"
	}
	return fmt.Sprintf("[data-pile=%s] > button", to)
}

// tops are the places of the last cards of the columns.
func tops(s *game.State) (list []views.Place) {
	for i, c := range s.Columns {
		if len(c.Cards) > 0 {
			list = append(list, views.Place{Pile: game.Column(i), N: 1})
		}
	}
	return list
}

// shows checks that the page shows what the server has: the log of the game is as wanted, and loading
// the page again changes nothing.
func (p *tab) shows(want string) {
	p.t.Helper()
	p.idle()
	if got := p.site.log(p.t, p.path()); got != want {
		p.t.Errorf("the server has the moves\n%s\nwant\n%s", got, want)
	}
	p.whole()
	version, before := p.version(), p.table()
	p.visit(p.path())
	if p.version() != version {
		p.t.Errorf("the page had version %s, the server has %s", version, p.version())
	}
	for _, mark := range []string{" to", " twin"} {
		before = strings.ReplaceAll(before, mark, "")
	}
	if after := p.table(); before != after {
		p.t.Errorf("before it was loaded again the page showed\n%s\nand then\n%s", before, after)
	}
}

// whole checks that no card is displaced, carried or pressed, and nothing there twice.
func (p *tab) whole() {
	p.t.Helper()
	until(p.t, "all cards come to rest", func() bool {
		return eval[bool](p, `document.getAnimations().every(a => a.playState != "running")`)
	})
	if odd := eval[[]string](p, `[...document.querySelectorAll("#game [style], .drag, .taken")].map(e => e.outerHTML)`); len(odd) > 0 {
		p.t.Errorf("left in the air: %q", odd)
	}
	if twice := eval[[]string](p, `[...document.querySelectorAll("[id]")].map(e => e.id).filter((id, i, all) => all.indexOf(id) != i)`); len(twice) > 0 {
		p.t.Errorf("there are two of %q", twice)
	}
}
