package solver

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"fortythieves/game"
)

// eachSmall runs f on positions small enough to know all about them, of each set of rules.
func eachSmall(t *testing.T, n int, f func(t *testing.T, g *graph)) {
	for name, v := range rulesNamed() {
		t.Run(name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(7, uint64(len(name))))
			lost, met := 0, 0
			for met < n {
				if g := enumerate(small(r, v), 1200); g != nil {
					met++
					if !g.won[0] {
						lost++
					}
					f(t, g)
				}
			}
			if lost == 0 || lost == met {
				t.Errorf("%d of %d positions are lost: they prove nothing", lost, met)
			}
		})
	}
}

func TestBruteForceAgrees(t *testing.T) {
	var v Solver
	for _, o := range []options{{}, {free: true}, {noDead: true}} {
		eachSmall(t, 40, func(t *testing.T, g *graph) {
			s := g.states[0]
			res := v.solve(t.Context(), s, Budget{}, planOf(s.Variant), o)
			want := Lost
			if g.won[0] {
				want = Won
			}
			if res.Verdict != want {
				t.Fatalf("%v: %s, by brute force %s\n%s", o, res.Verdict, want, s)
			}
		})
	}
}

func TestNoWayHomeIsWhatBruteForceFinds(t *testing.T) {
	var v Solver
	none := 0
	eachSmall(t, 40, func(t *testing.T, g *graph) {
		for i, s := range g.states[:min(len(g.states), 300)] {
			want := !s.Won() && !s.CanDraw() && g.home[i] == s.Home()
			if want {
				none++
			}
			if got := v.NoWayHome(t.Context(), s, Budget{}); got != want {
				t.Fatalf("NoWayHome is %t, by brute force %t\n%s", got, want, s)
			}
		}
	})
	if none < 100 {
		t.Errorf("only %d positions had no way home", none)
	}
}

func TestADeadPositionIsLostAndAForcedMoveKeepsAWin(t *testing.T) {
	dead, forced := 0, 0
	eachSmall(t, 60, func(t *testing.T, g *graph) {
		r := rulesOf(g.states[0].Variant)
		known := map[string]bool{}
		for i, s := range g.states {
			known[facesOf(s)] = g.won[i]
		}
		for i, s := range g.states {
			var p position
			p.set(s)
			if !s.Won() && p.dead(&r) {
				dead++
				if g.won[i] {
					t.Fatalf("dead, but can be won\n%s", s)
				}
			}
			if from, ok := p.forced(&r); ok && g.won[i] {
				forced++
				after := s.Clone()
				after.Apply(game.Move{From: pile(from), To: game.Foundation, N: 1})
				if !known[facesOf(after)] {
					t.Fatalf("%s home is forced, but loses\n%s", pile(from), s)
				}
			}
		}
	})
	if dead < 100 || forced < 1000 {
		t.Errorf("only %d dead positions, %d forced moves", dead, forced)
	}
}

// Positions have the same key if, and only if, they differ in the order of columns or in twins at most.
func TestTheKeyTellsPositionsApart(t *testing.T) {
	eachSmall(t, 20, func(t *testing.T, g *graph) {
		r := rulesOf(g.states[0].Variant)
		byText, byKey := map[string]key{}, map[key]string{}
		var h sheet
		h.clear()
		for _, s := range g.states {
			var p position
			p.set(s)
			h.measure(&p, &r, &even)
			u := s.Clone()
			slices.SortFunc(u.Columns, func(a, b game.Col) int {
				return strings.Compare(facesOf(&game.State{Columns: []game.Col{a}}), facesOf(&game.State{Columns: []game.Col{b}}))
			})
			text := facesOf(u)
			k, known := byText[text]
			if known && k != h.key {
				t.Fatalf("two keys of\n%s", s)
			}
			if other, known := byKey[h.key]; known && other != text {
				t.Fatalf("the key of another position is that of\n%s", s)
			}
			byText[text], byKey[h.key] = h.key, text
		}
	})
}

func TestPackingLosesNothing(t *testing.T) {
	eachSmall(t, 20, func(t *testing.T, g *graph) {
		var first position
		first.set(g.states[0])
		k := packingOf(&first, len(g.states[0].Columns))
		r := rulesOf(g.states[0].Variant)
		p := first
		for _, st := range []step{{1, fromWaste, 0, 1}, {2, fromWaste, 0, 1}} {
			q := p
			for range st.draws {
				q.drawOnce(&r)
			}
			if q.waste == 0 {
				continue
			}
			p.apply(&r, st)
			var back position
			if depth := k.open(&back, k.append(nil, &p, 700)); depth != 700 || textOf(&back, &r) != textOf(&p, &r) {
				t.Fatalf("%s comes back as %s", textOf(&p, &r), textOf(&back, &r))
			}
		}
	})
}

// textOf is all of a position but for memory that is not in use.
func textOf(p *position, r *rules) string {
	var b []byte
	for i := range r.columns {
		b = append(append(b, p.n[i], p.down[i]), p.cards[i][:p.n[i]]...)
	}
	for _, h := range p.home {
		b = append(b, h[0], h[1])
	}
	b = append(append(b, p.pass, p.waste, p.left), p.seq[:p.left]...)
	return string(append(b, p.index[:p.left]...))
}
