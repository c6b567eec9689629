// Package hint advises by what a player can see. The cards that lie hidden are laid out in many ways, each
// way is searched with all cards known, and the move that wins in most of them is advised: the
// determinization of Ginsberg ("GIB: Imperfect Information in a Computationally Challenging Game", JAIR
// 2001), as Bjarnason, Fern and Tadepalli used it for Klondike (ICAPS 2009). No answer depends on a hidden
// card, since a View has none.
package hint

import (
	"slices"

	"fortythieves/game"
)

// View is what a player sees of a position: nothing in it depends on a hidden card. Twins are alike in it.
type View struct {
	variant *game.Variant
	pass    int
	columns []column
	waste   []game.Card // bottom to top
	home    [8]int      // cards on the foundations, of the two of a suit the lower first
	left    int         // cards in the stock
	stock   []game.Card // bottom to top, once the player has seen it: after the first pass
	unseen  []game.Card // the cards that are nowhere above, in order
}

// column is a column: some cards face down, and those on them face up, the uncovered one last.
type column struct {
	down int
	up   []game.Card
}

// See is the view of a position. It does not so much as read a hidden card.
func See(s *game.State) View {
	v := View{variant: s.Variant, pass: s.Pass, left: len(s.Stock), columns: make([]column, len(s.Columns))}
	for i, col := range s.Columns {
		v.columns[i] = column{col.Down, faces(col.Cards[col.Down:])}
	}
	v.waste = faces(s.Waste)
	for i := range v.home {
		v.home[i] = len(s.Foundations[i])
	}
	for i := 0; i < len(v.home); i += 2 {
		slices.Sort(v.home[i : i+2])
	}
	if s.Pass > 1 {
		v.stock = faces(s.Stock)
	}
	v.unseen = v.others()
	return v
}

func faces(cards []game.Card) []game.Card {
	list := make([]game.Card, len(cards))
	for i, c := range cards {
		list[i] = c.Face()
	}
	return list
}

// others are the cards of two packs that do not lie open.
func (v View) others() []game.Card {
	var open [64]int
	count := func(cards []game.Card) {
		for _, c := range cards {
			open[c]++
		}
	}
	count(v.waste)
	count(v.stock)
	for _, col := range v.columns {
		count(col.up)
	}
	for i, n := range v.home {
		for r := game.Ace; r <= game.Rank(n); r++ {
			open[game.NewCard(0, game.Suit(i/2), r)]++
		}
	}
	var list []game.Card
	for suit := game.Clubs; suit <= game.Spades; suit++ {
		for r := game.Ace; r <= game.King; r++ {
			for c := game.NewCard(0, suit, r); open[c] < 2; open[c]++ {
				list = append(list, c)
			}
		}
	}
	return list
}

// Hidden is the number of cards that the player cannot know: those face down, and the stock of the first pass.
func (v View) Hidden() int { return len(v.unseen) }

// Key is the same for equal views, and different for others.
func (v View) Key() string { return v.text(false) }

// place is like Key, but the same also where only the order of the columns differs.
func (v View) place() string { return v.text(true) }

func (v View) text(anyOrder bool) string {
	const end = 0xff
	columns := make([]string, len(v.columns))
	for i, col := range v.columns {
		text := []byte{byte(col.down)}
		for _, c := range col.up {
			text = append(text, byte(c))
		}
		columns[i] = string(append(text, end))
	}
	if anyOrder {
		slices.Sort(columns)
	}
	text := append([]byte(v.variant.Slug), end, byte(v.pass), byte(v.left))
	for _, n := range v.home {
		text = append(text, byte(n))
	}
	for _, c := range columns {
		text = append(text, c...)
	}
	for _, c := range v.waste {
		text = append(text, byte(c))
	}
	text = append(text, end)
	for _, c := range v.stock {
		text = append(text, byte(c))
	}
	return string(text)
}
