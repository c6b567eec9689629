// Package game holds the rules of the Forty Thieves family of solitaires: cards, the nine variants as
// data, deals, positions, moves, and games with their history. It knows no network, database,
// language or clock. Its text forms are used wherever the program stores, logs, shows or reads them.
//
// # Cards and piles
//
// A card is its rank, A 2 … 9 T J Q K, and its suit, C D H S: TH is the ten of hearts. A pile is s
// (stock), w (waste), f (the foundations: a card itself says which) or c1 … c13 (the columns from left
// to right).
//
// # Moves
//
//	d         draw; turns the waste over when the stock is empty and a redeal is left
//	wc5       the waste's top card to column 5
//	wf        the waste's top card to its foundation
//	c3c7      the last card of column 3 to column 7
//	c3f       the last card of column 3 to its foundation
//	c3c7x4    the last four cards of column 3 to column 7
//
// Several moves are separated by commas. Where a variant moves one card at a time, a move of several
// is accepted as shorthand for the single moves and logged as those.
//
// # Games
//
// A game is one line: slug, deal number, cursor and moves, as in
//
//	forty-thieves 1234567 42 d,wc5,c3c7
//
// The cursor is the number of moves made; those after it can be redone.
//
// # Positions
//
// A position is lines of words, each line beginning with what it lists. The variant comes first and
// every column has its line; of the others, one that would list nothing may be left out. Blank lines
// do not matter.
//
//	variant little-forty
//	pass 1
//	foundations 3C AH          the top card of each foundation that has any
//	stock AS TH 5C             first: the next to be drawn
//	waste 4D 9S                last: the top
//	c1 (4S) 9H KD              buried end first; face-down cards in parentheses
//	c2
//
// All 104 cards must be there, those under the tops of the foundations counted.
package game
