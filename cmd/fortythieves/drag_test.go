package main

import (
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/input"

	"fortythieves/game"
	"fortythieves/views"
)

// dragged finds n cards at the end of a column that can go to another column with cards, and one that
// does not take them. With edge the good column is the last one.
func dragged(t *testing.T, n int, edge bool) (s scene, from views.Place, good, bad game.Pile) {
	s = find(t, "cards to drag", func(s *game.State) bool {
		for _, from = range tops(s) {
			i, _ := from.Pile.Column()
			from.N = n
			if s.Built(i) < n {
				continue
			}
			good, bad = 0, 0
			takes := s.AppendTargets(nil, from.Pile, n)
			for j, c := range s.Columns {
				switch pile := game.Column(j); {
				case j == i || len(c.Cards) == 0:
				case !contains(takes, pile):
					bad = pile
				case !edge || j == len(s.Columns)-1:
					good = pile
				}
			}
			if good != 0 && bad != 0 {
				return true
			}
		}
		return false
	})
	return s, from, good, bad
}

func contains(list []game.Pile, p game.Pile) bool {
	for _, each := range list {
		if each == p {
			return true
		}
	}
	return false
}

// runMove is the log of a scene after cards were moved in it: several go one by one where the game has it so.
func (s scene) runMove(t *testing.T, from views.Place, to game.Pile) string {
	t.Helper()
	moves, err := s.state.Expand(game.Move{From: from.Pile, To: to, N: uint8(from.N)})
	if err != nil {
		t.Fatal(err)
	}
	return s.after(game.FormatMoves(moves))
}

func bothHands(t *testing.T, test func(t *testing.T, p *tab)) {
	t.Parallel()
	for name, l := range map[string]look{"mouse": laptop, "finger": phone} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(t, newSite(t).open(t, l))
		})
	}
}

func TestCardsAreDraggedToTheirPlaceAndBackFromAnyOther(t *testing.T) {
	bothHands(t, func(t *testing.T, p *tab) {
		p.excuse("status of 422")
		for _, n := range []int{1, 2} {
			s, from, good, bad := dragged(t, n, false)
			for _, c := range []struct {
				where string
				to    string
				asks  string
				want  string
			}{
				{"the right place", placeOf(good), "POST moves", s.runMove(t, from, good)},
				{"a wrong place", placeOf(bad), "POST moves", s.after()},
				{"the stock", "#stock", "", s.after()},
				{"its own column", "", "", s.after()},
				{"the outside", "outside", "", s.after()},
			} {
				p.sit(s)
				p.site.count(nil)
				start := p.at(spotOf(from))
				to := point{start.X + 14, start.Y + 20}
				switch {
				case c.to == "outside" && p.look.touch:
					to.Y = 2
				case c.to == "outside":
					to.Y = -120
				case c.to != "":
					to = p.at(c.to)
				}
				p.carry(start, to)
				if flying := p.attributes(".drag", "value"); len(flying) != n || flying[0] != from.String() {
					t.Errorf("%d cards to %s: carried are %q", n, c.where, flying)
				}
				if c.where == "the right place" {
					if lit := p.attributes(".pile:has(> .to)", "data-pile"); len(lit) == 0 {
						t.Errorf("%d cards: no place is lit while they are carried", n)
					}
				}
				if x, y := eval[float64](p, `scrollX + visualViewport.offsetLeft`), eval[float64](p, `scrollY + visualViewport.offsetTop + document.body.scrollTop`); x != 0 || y != 0 {
					t.Errorf("%d cards to %s: the page scrolled to %v, %v", n, c.where, x, y)
				}
				p.hand(up, to)
				p.idle()
				if asked := p.site.requests(); asked != c.asks {
					t.Errorf("%d cards to %s: it asked %q", n, c.where, asked)
				}
				if said := p.text(".say"); c.where == "a wrong place" && !strings.Contains(said, " it needs ") && !strings.Contains(said, "does not go on") {
					t.Errorf("%d cards to %s: it says %q", n, c.where, said)
				}
				if c.asks == "" && p.has(".to, [aria-pressed]") {
					t.Errorf("%d cards to %s: something is still selected", n, c.where)
				}
				if c.where == "a wrong place" {
					p.keys("\x1b")
				}
				p.shows(c.want)
			}
		}
		// Only a corner of the card lies over its place, and the hand lies beside it.
		s, from, good, _ := dragged(t, 1, true)
		p.sit(s)
		start, to := p.at(spotOf(from)), p.at(placeOf(good))
		width := eval[float64](p, `document.querySelector("#stock").getBoundingClientRect().width`)
		to.X += .8 * width
		to.Y += 60
		p.carry(start, to)
		p.hand(up, to)
		p.shows(s.runMove(t, from, good))
	})
}

func TestACardCanBeDraggedFromTheWasteAndToAFoundation(t *testing.T) {
	bothHands(t, func(t *testing.T, p *tab) {
		for _, c := range []struct{ from, to bool }{{true, false}, {true, true}, {false, true}} {
			var m game.Move
			s := find(t, "such a move", func(s *game.State) bool {
				for _, m = range s.Legal() {
					if m != game.Draw && (m.From == game.Waste) == c.from && (m.To == game.Foundation) == c.to {
						return true
					}
				}
				return false
			})
			p.sit(s)
			start := p.at(spotOf(views.Place{Pile: m.From, N: int(m.N)}))
			to := placeOf(m.To)
			if c.to {
				to = "[data-pile=f]:last-child > button" // any foundation will do
			}
			end := p.at(to)
			p.carry(start, end)
			// The carried card is to be seen all the way: nothing cuts it off.
			seen := eval[bool](p, `(() => {
				const card = document.querySelector(".drag"), r = card.getBoundingClientRect();
				card.style.pointerEvents = "auto";
				const top = document.elementFromPoint(r.left + r.width / 2, r.top + r.height / 2);
				card.style.removeProperty("pointer-events");
				return card.contains(top);
			})()`)
			if !seen {
				p.screenshot("cut")
				t.Errorf("%s: the carried card is cut off or covered", m)
			}
			p.hand(up, end)
			p.shows(s.after(m.String()))
		}
	})
}

func TestADragThatIsBrokenOffLeavesAllAsItWas(t *testing.T) {
	s, from, good, _ := dragged(t, 2, false)
	bothHands(t, func(t *testing.T, p *tab) {
		breaks := map[string]func(at point){
			"Escape":              func(point) { p.keys("\x1b") },
			"a scroll":            func(point) { eval[any](p, `void dispatchEvent(new Event("scroll"))`) },
			"the window's blur":   func(point) { eval[any](p, `void dispatchEvent(new Event("blur"))`) },
			"a lost pointer":      func(point) { eval[any](p, `document.querySelector(".drag").releasePointerCapture(window.pointer)`) },
			"another tab's board": func(point) { eval[any](p, `htmx.ajax("GET", location.pathname, {source: "#main", target: "#board"})`) },
		}
		if p.look.touch {
			breaks["a second finger"] = func(at point) {
				p.fingers(input.DispatchTouchEventTypeTouchStart, at, point{at.X, at.Y + 60})
			}
			breaks["a cancelled touch"] = func(point) { p.fingers(input.DispatchTouchEventTypeTouchCancel) }
		}
		for name, breakOff := range breaks {
			p.sit(s)
			p.whole()
			eval[any](p, `addEventListener("pointerdown", e => { window.pointer = e.pointerId }, true)`)
			start, end := p.at(spotOf(from)), p.at(placeOf(good))
			before := p.boxes()
			p.carry(start, end)
			if !p.has(".drag") {
				t.Fatalf("%s: nothing is carried", name)
			}
			p.site.count(nil)
			breakOff(end)
			if name != "a cancelled touch" && name != "a second finger" {
				p.hand(move, start.to(end, .9))
			}
			p.idle()
			p.whole()
			if after := p.boxes(); after != before {
				t.Errorf("%s: the cards lie at\n%s\nthey lay at\n%s", name, after, before)
			}
			switch name {
			case "a cancelled touch":
			default:
				p.hand(up, end)
			}
			time.Sleep(20 * time.Millisecond)
			p.idle()
			if asked := strings.ReplaceAll(p.site.requests(), "GET", ""); asked != "" {
				t.Errorf("%s: it asked %q", name, asked)
			}
			if p.has(".to, [aria-pressed], .drag") {
				t.Errorf("%s: something is still selected or carried", name)
			}
			p.carry(start, end) // and it works again
			p.hand(up, end)
			p.shows(s.runMove(t, from, good))
		}
	})
}

// boxes is where all cards lie in the window.
func (p *tab) boxes() string {
	p.t.Helper()
	return strings.Join(eval[[]string](p, `[...document.querySelectorAll("#game .card, #game .slot")].map(e => {
		const r = e.getBoundingClientRect();
		return [e.id, r.left, r.top, r.width, r.height].join(" ");
	})`), "\n")
}
