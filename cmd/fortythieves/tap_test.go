package main

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"

	"fortythieves/game"
	"fortythieves/views"
)

// choice finds a card on top of a column that can go to as many places as wanted: 0, 1 or more.
func choice(t *testing.T, wanted int) (s scene, at views.Place, to []game.Pile) {
	s = find(t, fmt.Sprint("a card with ", wanted, " places"), func(s *game.State) bool {
		for _, at = range tops(s) {
			to = s.AppendTargets(nil, at.Pile, 1)
			_, only := views.OnlyPlace(s, at)
			if min(len(to), 2) == wanted && only == (wanted == 1) && slices.Contains(to, game.Foundation) == (wanted > 1) {
				return true
			}
		}
		return false
	})
	return s, at, to
}

func TestATapMovesWhereThereIsOnePlaceAndSelectsElsewhere(t *testing.T) {
	t.Parallel()
	for name, l := range map[string]look{"mouse": laptop, "finger": phone} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newSite(t).open(t, l)
			for _, c := range []struct {
				tap    string
				places int
				moves  bool
			}{
				{"smart", 0, false}, {"smart", 1, true}, {"smart", 2, false},
				{"select", 0, false}, {"select", 1, false}, {"select", 2, false},
			} {
				s, at, to := choice(t, c.places)
				p.set("tap", c.tap)
				path := p.sit(s)
				p.site.count(nil)
				p.click(spotOf(at))
				p.idle()
				if c.moves {
					if asked, log := p.site.requests(), p.site.log(t, path); asked != "POST moves" || log != s.after(at.String()+to[0].String()) {
						t.Errorf("%+v: a tap asks %q, the moves are %s", c, asked, log)
					}
					continue
				}
				if asked := p.site.requests(); asked != "" {
					t.Errorf("%+v: selecting asks %q", c, asked)
				}
				var want []string
				for _, pile := range to {
					want = append(want, pile.String())
				}
				if lit := p.attributes(".pile:has(> .to)", "data-pile"); !slices.Equal(sorted(lit), sorted(want)) {
					t.Errorf("%+v: lit are %q, the card can go to %q", c, lit, want)
				}
				if pressed := p.attributes("[aria-pressed=true]", "value"); !slices.Equal(pressed, []string{at.String()}) {
					t.Errorf("%+v: selected are %q", c, pressed)
				}
				said := p.text(".say")
				if spoken := p.text("#spoken"); c.places == 0 && !strings.Contains(said, "no place to go") ||
					c.places == 1 && !strings.Contains(said, "one place") ||
					c.places == 2 && !strings.Contains(said, fmt.Sprint(len(to), " places")) || !strings.Contains(spoken, " of ") {
					t.Errorf("%+v: it says %q and speaks %q", c, said, spoken)
				}
				for _, pile := range to[max(0, len(to)-1):] {
					p.click(placeOf(pile))
					p.shows(s.after(at.String() + pile.String()))
				}
			}
		})
	}
}

func TestASecondTapGoesWhereTheSettingSays(t *testing.T) {
	t.Parallel()
	p := newSite(t).open(t, laptop)
	s, at, to := choice(t, 2)
	for prefer, want := range map[string]string{
		"foundation": s.after(at.String() + "f"), "column": s.after(at.String() + to[1].String()), "nothing": s.after(),
	} {
		p.set("double", prefer)
		p.sit(s)
		spot := p.at(spotOf(at))
		for nth := range 2 {
			p.mouse(down, spot, nth+1)
			p.mouse(up, spot, nth+1)
		}
		p.idle()
		if p.has("[aria-pressed=true]") {
			t.Errorf("%s: something is still selected", prefer)
		}
		p.shows(want)
	}
}

// On stock, waste and column a hand that is too quick makes each move that is meant, and no other.
func TestQuickTapsLoseAndDoubleNothing(t *testing.T) {
	t.Parallel()
	one, at, to := choice(t, 1)
	waste := find(t, "a waste card with one place", func(s *game.State) bool {
		_, only := views.OnlyPlace(s, views.Place{Pile: game.Waste, N: 1})
		return only && len(s.Waste) > 4
	})
	wasteTo, _ := views.OnlyPlace(waste.state, views.Place{Pile: game.Waste, N: 1})
	stock := scene{slug: "forty-thieves", deal: 4}
	for name, l := range map[string]look{"mouse": laptop, "finger": phone} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newSite(t).open(t, l)
			for _, c := range []struct {
				scene
				on    string
				taps  int
				pause time.Duration
				want  string
			}{
				{one, spotOf(at), 3, 0, one.after(at.String() + to[0].String())},
				{waste, "[data-pile=w] > button", 3, 0, waste.after("w" + wasteTo.String())},
				{stock, "#stock", 3, 0, "d,d,d"},
				{one, spotOf(at), 10, 100 * time.Millisecond, one.after(at.String() + to[0].String())},
				{waste, "[data-pile=w] > button", 10, 100 * time.Millisecond, waste.after("w" + wasteTo.String())},
				{stock, "#stock", 10, 100 * time.Millisecond, "d,d,d,d,d,d,d,d,d,d"},
				{stock, "#draw", 10, 0, "d,d,d,d,d,d,d,d,d,d"},
			} {
				p.sit(c.scene)
				spot := p.at(c.on)
				for nth := range c.taps {
					if l.touch {
						p.fingers(input.DispatchTouchEventTypeTouchStart, spot)
						p.fingers(input.DispatchTouchEventTypeTouchEnd)
					} else {
						p.mouse(down, spot, nth+1)
						p.mouse(up, spot, nth+1)
					}
					time.Sleep(c.pause)
				}
				p.idle()
				p.keys("\x1b") // what the last taps may have selected
				p.shows(c.want)
			}
		})
	}
}

// A board that is swapped under a finger is tapped for it after a moment; on a slow device the browser's click comes
// still later.
func TestATapOnABoardThatIsSwappedMeanwhileCountsOnce(t *testing.T) {
	t.Parallel()
	p := newSite(t).open(t, phone)
	for _, late := range []bool{false, true} {
		p.sit(scene{slug: "forty-thieves", deal: 4})
		event := func(kind string, detail int) {
			eval[any](p, `document.querySelector("#stock").dispatchEvent(new PointerEvent(%s, {bubbles: true, cancelable: true, pointerId: 7, detail: %d}))`,
				quoted(kind), detail)
		}
		event("pointerdown", 0)
		p.keys("d")
		p.idle()
		event("pointerup", 0)
		until(t, "the tap", func() bool { return strings.HasPrefix(p.text(".facts"), "2 moves") })
		want := "d,d"
		if late {
			event("click", 1)
			p.idle()
			event("pointerdown", 0)
			event("pointerup", 0)
			event("click", 1) // the next tap is one again
			want = "d,d,d"
		}
		p.idle()
		p.shows(want)
	}
}

func TestQuickMovesAndAnUndoAreMadeInOrder(t *testing.T) {
	t.Parallel()
	p := newSite(t).open(t, laptop)
	one, at, to := choice(t, 1)
	m := at.String() + to[0].String()
	for _, c := range []struct {
		name string
		late time.Duration
	}{{"at once", 0}, {"two seconds late", 2 * time.Second}} {
		path := p.sit(one)
		spots := []point{p.at(spotOf(at)), p.at("#draw"), p.at("#draw"), p.at("#undo")}
		p.site.count(func(n int) (time.Duration, bool) {
			if n == 0 {
				return c.late, false
			}
			return 0, false
		})
		for i, spot := range spots {
			do(p, chromedp.MouseClickXY(spot.X, spot.Y))
			if c.late > 0 {
				if taken := p.texts(".taken"); len(taken) == 0 {
					t.Errorf("%s: tap %d does not look taken", c.name, i)
				}
			}
		}
		want := "POST moves, POST moves, POST moves, POST undo"
		until(t, want, func() bool { return p.site.requests() == want })
		p.idle()
		p.site.count(nil)
		if p.path() != path {
			t.Errorf("%s: the page is now %s", c.name, p.path())
		}
		p.shows(one.after(m, "d"))
	}
}
