package game_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"fortythieves/game"
	"fortythieves/game/gametest"
)

// lateGame lays out a random position with few cards left: a column of one or two cards each, a card or
// two in stock and waste.
func lateGame(t testing.TB, r *rand.Rand, v *game.Variant) *game.State {
	t.Helper()
	var homes, left []string
	for _, suit := range "CDHS" {
		top := 5 + r.IntN(6)
		for range 2 {
			n := min(13, top+r.IntN(3))
			homes = append(homes, string("A23456789TJQK"[n-1])+string(suit))
			for ; n < 13; n++ {
				left = append(left, string("A23456789TJQK"[n])+string(suit))
			}
		}
	}
	r.Shuffle(len(left), func(i, j int) { left[i], left[j] = left[j], left[i] })
	var text strings.Builder
	fmt.Fprintf(&text, "variant %s\npass %d\nfoundations %s\n", v.Slug, 1+r.IntN(v.Redeals+1), strings.Join(homes, " "))
	take := func(n int) []string {
		n = min(n, len(left))
		part := left[:n]
		left = left[n:]
		return part
	}
	fmt.Fprintf(&text, "stock %s\nwaste %s\n", strings.Join(take(r.IntN(3)), " "), strings.Join(take(r.IntN(3)), " "))
	each := (len(left) + v.Columns - 1) / v.Columns
	for i := range v.Columns {
		fmt.Fprintf(&text, "c%d %s\n", i+1, strings.Join(take(each), " "))
	}
	s, err := game.ParsePosition(text.String())
	if err != nil {
		t.Fatalf("%v in\n%s", err, &text)
	}
	return s
}

// lost reports that no line of play wins from s: all are tried, at most limit positions. Empty columns
// are all the same, and a column is of no use as another one.
func lost(s *game.State, limit int) bool {
	seen := map[string]bool{}
	open := []*game.State{s.Clone()}
	for len(open) > 0 {
		t := open[len(open)-1]
		open = open[:len(open)-1]
		if t.Won() {
			return false
		}
		for _, m := range t.Legal() {
			if idle(t, m) {
				continue
			}
			u := t.Clone()
			u.Apply(m)
			if key := alike(u); !seen[key] {
				if len(seen) == limit {
					return false
				}
				seen[key] = true
				open = append(open, u)
			}
		}
	}
	return true
}

// idle reports a move to an empty column that another one does as well, or that gains nothing.
func idle(s *game.State, m game.Move) bool {
	to, ok := m.To.Column()
	if !ok || len(s.Columns[to].Cards) > 0 {
		return false
	}
	from, ok := m.From.Column()
	return ok && len(s.Columns[from].Cards) == int(m.N) ||
		slices.ContainsFunc(s.Columns[:to], func(col game.Col) bool { return len(col.Cards) == 0 })
}

// alike is the same text for positions that differ in the order of their columns or in twins.
func alike(s *game.State) string {
	cols := make([]string, len(s.Columns))
	for i, col := range s.Columns {
		cols[i] = fmt.Sprint(col)
	}
	slices.Sort(cols)
	return fmt.Sprint(s.Pass, s.Stock, s.Waste, cols)
}

func TestACardThatIsSafeNeverCostsTheGame(t *testing.T) {
	for _, v := range game.Variants {
		r := rand.New(rand.NewPCG(uint64(v.Columns), 3))
		tried := 0
		for range few(60) {
			s := lateGame(t, r, v)
			for from := game.Waste; from < game.Column(v.Columns); from++ {
				if c := s.Top(from); c == 0 || s.FoundationFor(c) < 0 || !s.Safe(from) {
					continue
				}
				after := s.Clone()
				after.Apply(game.Move{From: from, To: game.Foundation, N: 1})
				if gametest.Solve(after, 200) != nil {
					tried++
				} else if lost(after, 300) {
					tried++
					if gametest.Solve(s, 2000) != nil {
						t.Fatalf("%s: %s was safe, but costs the game\n%s", v.Slug, from, s)
					}
				}
			}
		}
		if tried == 0 {
			t.Errorf("%s: only %d cards were tried", v.Slug, tried)
		}
	}
}

// few is n, or a tenth of it with -short.
func few(n int) int {
	if testing.Short() {
		return n / 10
	}
	return n
}
