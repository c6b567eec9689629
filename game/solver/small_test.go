package solver

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"fortythieves/game"
)

// small is a position of few cards in few columns: so many ranks, from the king down, of two suits or three,
// all else is home. Its rules are those of v but for the columns.
func small(r *rand.Rand, v *game.Variant) *game.State {
	few := *v
	few.Columns = 1 + r.IntN(4)
	s := &game.State{Variant: &few, Columns: make([]game.Col, few.Columns), Pass: 1 + r.IntN(few.Passes())}
	suits := r.Perm(4)[:2+r.IntN(2)]
	top := 13 - (2 + r.IntN(3))
	if len(suits) == 3 {
		top = max(top, 10)
	}
	var cards []game.Card
	for suit := range 4 {
		for pack := range 2 {
			for rank := 1; rank <= 13; rank++ {
				c := game.NewCard(pack, game.Suit(suit), game.Rank(rank))
				if rank <= top || !slices.Contains(suits, suit) {
					f := &s.Foundations[2*suit+pack]
					*f = append(*f, c)
				} else {
					cards = append(cards, c)
				}
			}
		}
	}
	r.Shuffle(len(cards), func(i, j int) { cards[i], cards[j] = cards[j], cards[i] })
	take := func(n int) []game.Card {
		n = min(n, len(cards))
		part := cards[:n:n]
		cards = cards[n:]
		return part
	}
	s.Stock = take(r.IntN(8))
	s.Waste = take(r.IntN(5))
	for i, c := range cards {
		col := &s.Columns[i%few.Columns]
		col.Cards = append(col.Cards, c)
	}
	for i := range s.Columns {
		if n := len(s.Columns[i].Cards); n > 1 && few.FaceDown > 0 {
			s.Columns[i].Down = r.IntN(n)
		}
	}
	return s
}

// graph is all positions that can be reached from one by any moves.
type graph struct {
	states []*game.State
	before [][]int // the positions from which one move leads here
	won    []bool  // can be won from here
	home   []int   // most cards at home that can be reached
}

// enumerate finds them, or nothing where there are more than limit. Twins count as alike, the columns do not.
func enumerate(s *game.State, limit int) *graph {
	g := &graph{}
	number := map[string]int{}
	meet := func(t *game.State) int {
		key := facesOf(t)
		i, ok := number[key]
		if !ok {
			i = len(g.states)
			number[key] = i
			g.states = append(g.states, t)
			g.before = append(g.before, nil)
		}
		return i
	}
	meet(s)
	for i := 0; i < len(g.states); i++ {
		if len(g.states) > limit {
			return nil
		}
		for _, m := range g.states[i].Legal() {
			t := g.states[i].Clone()
			if _, err := t.Apply(m); err != nil {
				panic(err)
			}
			j := meet(t)
			g.before[j] = append(g.before[j], i)
		}
	}
	g.label()
	return g
}

// label finds out backwards what can be reached: the best ends first.
func (g *graph) label() {
	g.won, g.home = make([]bool, len(g.states)), make([]int, len(g.states))
	order := make([]int, len(g.states))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return g.states[b].Home() - g.states[a].Home() })
	for _, best := range order {
		home := g.states[best].Home()
		open := []int{best}
		for len(open) > 0 {
			i := open[len(open)-1]
			open = open[:len(open)-1]
			if g.home[i] > 0 {
				continue
			}
			g.home[i], g.won[i] = home, home == 104
			open = append(open, g.before[i]...)
		}
	}
}

// facesOf is the same text for positions that differ in twins alone.
func facesOf(s *game.State) string {
	var b strings.Builder
	pile := func(cards []game.Card, down int) {
		b.WriteByte(byte(128 + down))
		for _, c := range cards {
			b.WriteByte(byte(c.Face()))
		}
	}
	b.WriteByte(byte(s.Pass))
	pile(s.Stock, 0)
	pile(s.Waste, 0)
	for _, col := range s.Columns {
		pile(col.Cards, col.Down)
	}
	return b.String()
}

// rulesNamed are the nine games and, where rules have more to them, some that nobody plays.
func rulesNamed() map[string]*game.Variant {
	all := map[string]*game.Variant{}
	for _, v := range game.Variants {
		all[v.Slug] = v
	}
	for _, draw := range []int{1, 2, 3} {
		for _, build := range []game.Build{game.SameSuit, game.OtherSuit, game.OtherColour} {
			v := &game.Variant{Slug: "maria", Build: build, Draw: draw, Redeals: 1, Runs: draw == 2, FaceDown: draw - 1}
			all[fmt.Sprintf("draw %d, build %d", draw, build)] = v
		}
	}
	return all
}
