package hint

import (
	"encoding/binary"
	"hash/fnv"
	"math/rand/v2"

	"fortythieves/game"
)

// layouts makes positions that look like a view, one after another, each way to lay the hidden cards as
// likely as any other. The same view always gives the same ones.
type layouts struct {
	view   View
	random *rand.Rand
}

func (v View) layouts() *layouts {
	h := fnv.New128a()
	h.Write([]byte(v.Key()))
	sum := h.Sum(nil)
	seed := rand.NewPCG(binary.BigEndian.Uint64(sum), binary.BigEndian.Uint64(sum[8:]))
	return &layouts{v, rand.New(seed)}
}

// next lays the hidden cards in another way.
func (l *layouts) next() *game.State {
	hidden := append([]game.Card(nil), l.view.unseen...)
	l.random.Shuffle(len(hidden), func(i, j int) { hidden[i], hidden[j] = hidden[j], hidden[i] })
	return l.view.with(hidden)
}

// with is the position in which the hidden cards are those given: first those face down from the left
// column to the right one, then those of the stock.
func (v View) with(hidden []game.Card) *game.State {
	var met [64]bool
	deal := func(to *[]game.Card, cards ...game.Card) {
		for _, c := range cards {
			if met[c] {
				*to = append(*to, c.Twin())
			} else {
				*to = append(*to, c)
			}
			met[c] = true
		}
	}
	s := &game.State{Variant: v.variant, Pass: v.pass, Columns: make([]game.Col, len(v.columns))}
	for i, n := range v.home {
		for r := game.Ace; r <= game.Rank(n); r++ {
			deal(&s.Foundations[i], game.NewCard(0, game.Suit(i/2), r))
		}
	}
	for i, col := range v.columns {
		s.Columns[i].Down = col.down
		deal(&s.Columns[i].Cards, hidden[:col.down]...)
		deal(&s.Columns[i].Cards, col.up...)
		hidden = hidden[col.down:]
	}
	deal(&s.Waste, v.waste...)
	deal(&s.Stock, v.stock...)
	deal(&s.Stock, hidden...)
	return s.Clone()
}
