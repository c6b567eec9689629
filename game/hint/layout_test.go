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
		a, b := view.layouts(), view.layouts()
		for range 20 {
			l := a.next()
			if p, err := game.ParsePosition(l.String()); err != nil || !reflect.DeepEqual(See(p), view) {
				t.Fatalf("%v, of %s\n%s", err, s, l)
			}
			if again := b.next(); again.String() != l.String() {
				t.Fatal("the same view has other layouts")
			}
		}
	}
}

func TestEachHiddenCardIsAsLikelyEverywhere(t *testing.T) {
	const n = 20_000
	view := See(game.BySlug("number-ten").Deal(3)) // 20 cards face down and 64 in the stock
	copies := map[game.Card]int{}
	for _, c := range view.unseen {
		copies[c]++
	}
	var down, next [64]int
	l := view.layouts()
	for range n {
		s := l.next()
		down[s.Columns[4].Cards[1].Face()]++
		next[s.Stock[len(s.Stock)-1].Face()]++
	}
	for c, k := range copies {
		want := float64(n) * float64(k) / float64(len(view.unseen))
		for place, got := range map[string]int{"face down": down[c], "next in the stock": next[c]} {
			if d := float64(got) - want; d*d > 25*want {
				t.Errorf("%s is %s %d times of %d, not about %.0f", c, place, got, n, want)
			}
		}
	}
}
