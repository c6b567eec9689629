package hint

import (
	"reflect"
	"testing"

	"fortythieves/game"
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
