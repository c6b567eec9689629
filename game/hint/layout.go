package hint

import "fortythieves/game"

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
