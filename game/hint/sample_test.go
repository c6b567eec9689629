package hint

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"fortythieves/game"
	"fortythieves/game/solver"
)

func TestALayoutIsAPositionThatLooksLikeItsView(t *testing.T) {
	for _, v := range game.Variants {
		s := v.Deal(7)
		for range 30 {
			s.Apply(game.Draw)
		}
		view := See(s)
		a, b := newSample(view, 20), newSample(view, 20)
		for i, w := range a.ways {
			l := view.with(w.hidden)
			if p, err := game.ParsePosition(l.String()); err != nil || !reflect.DeepEqual(See(p), view) {
				t.Fatalf("%v, of %s\n%s", err, s, l)
			}
			if again := view.with(b.ways[i].hidden); again.String() != l.String() {
				t.Fatal("the same view has other layouts")
			}
		}
	}
}

func TestEachHiddenCardIsAsLikelyEverywhere(t *testing.T) {
	deal := game.BySlug("number-ten").Deal(3) // 20 cards face down and 64 in the stock
	s := newSample(See(deal), 20_000)
	checkEven(t, s)
	after := deal.Clone()
	for _, m := range []game.Move{game.Draw, game.Draw, game.Draw} {
		after.Apply(m)
		s.follow(m, See(after))
	}
	checkEven(t, s)
}

// checkEven checks how often each hidden card lies at some places.
func checkEven(t *testing.T, s *sample) {
	t.Helper()
	copies := map[game.Card]int{}
	for _, c := range s.view.unseen {
		copies[c]++
	}
	var down, next [64]int
	for _, w := range s.ways {
		l := s.view.with(w.hidden)
		down[l.Columns[4].Cards[1].Face()]++
		next[l.Stock[len(l.Stock)-1].Face()]++
	}
	for c, k := range copies {
		want := float64(len(s.ways)) * float64(k) / float64(len(s.view.unseen))
		for place, got := range map[string]int{"face down": down[c], "next in the stock": next[c]} {
			if d := float64(got) - want; d*d > 25*want {
				t.Errorf("%s is %s %d times of %d, not about %.0f", c, place, got, len(s.ways), want)
			}
		}
	}
}

func TestASampleFollowsAGame(t *testing.T) {
	random := rand.New(rand.NewPCG(4, 2))
	var sv solver.Solver
	kept := 0
	for _, v := range game.Variants {
		at := v.Deal(1 + random.Uint32())
		s := newSample(See(at), 4)
		for n := range 60 {
			if n%10 == 0 {
				s.search(t.Context(), &sv, 60_000)
			}
			legal := at.Legal()
			if len(legal) == 0 {
				break
			}
			m := legal[random.IntN(len(legal))]
			for _, w := range s.ways {
				if w.verdict == solver.Won {
					m = w.line[0]
				}
			}
			at.Apply(m)
			s.follow(m, See(at))
			for _, w := range s.ways {
				l := s.view.with(w.hidden)
				cards := slices.Sorted(slices.Values(w.hidden))
				if !reflect.DeepEqual(See(l), See(at)) || !slices.Equal(cards, slices.Sorted(slices.Values(s.view.unseen))) {
					t.Fatalf("after %s a way does not look like the game:\n%s%s", m, at, l)
				}
				if w.verdict != solver.Won {
					continue
				}
				kept++
				for _, m := range w.line {
					if _, err := l.Apply(m); err != nil {
						t.Fatal(err)
					}
				}
				if !l.Won() {
					t.Fatal("a line that was kept does not win")
				}
			}
		}
	}
	if kept < 40 {
		t.Errorf("only %d lines were kept", kept)
	}
}
