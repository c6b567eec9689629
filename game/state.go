package game

import "slices"

const maxColumns = 13

// Col is a column of the tableau. Cards run from the buried end to the uncovered one; the first Down
// of them lie face down. The last card of a column never does.
type Col struct {
	Cards []Card
	Down  int
}

// State is a position of one variant. The 104 cards are each in exactly one place. Callers outside
// the package read it and change it by Apply only.
type State struct {
	Variant     *Variant
	Pass        int       // 1 during the first pass through the stock
	Stock       []Card    // bottom to top: the next card to be drawn is the last
	Waste       []Card    // bottom to top
	Foundations [8][]Card // ace to top; two for each suit, at 2·suit and 2·suit+1
	Columns     []Col     // left to right
}

// newState returns an empty table with room for the pack, so that play does not allocate.
func newState(v *Variant) *State {
	s := &State{Variant: v, Pass: 1, Columns: make([]Col, v.Columns)}
	const foundation, column = 13, 20
	room := make([]Card, 0, 2*104+8*foundation+v.Columns*column)
	take := func(n int) []Card {
		part := room[len(room) : len(room) : len(room)+n]
		room = room[:len(room)+n]
		return part
	}
	s.Stock, s.Waste = take(104), take(104)
	for i := range s.Foundations {
		s.Foundations[i] = take(foundation)
	}
	for i := range s.Columns {
		s.Columns[i].Cards = take(column)
	}
	return s
}

// Clone returns a copy that shares nothing with s.
func (s *State) Clone() *State {
	c := newState(s.Variant)
	c.Set(s)
	return c
}

// Set makes s a copy of t, which is of the same variant, in the memory that s has.
func (s *State) Set(t *State) {
	s.Pass = t.Pass
	s.Stock = append(s.Stock[:0], t.Stock...)
	s.Waste = append(s.Waste[:0], t.Waste...)
	for i := range s.Foundations {
		s.Foundations[i] = append(s.Foundations[i][:0], t.Foundations[i]...)
	}
	for i := range s.Columns {
		s.Columns[i].Cards = append(s.Columns[i].Cards[:0], t.Columns[i].Cards...)
		s.Columns[i].Down = t.Columns[i].Down
	}
}

// Home is the number of cards on the foundations.
func (s *State) Home() int {
	n := 0
	for _, f := range s.Foundations {
		n += len(f)
	}
	return n
}

// Won reports whether all 104 cards are on the foundations.
func (s *State) Won() bool { return s.Home() == 104 }

// Stuck reports whether no legal move of any kind is left in a game not won.
func (s *State) Stuck() bool {
	var room [64]Move
	return !s.Won() && len(s.AppendLegal(room[:0])) == 0
}

// RedealsLeft is how often the waste may still be turned over.
func (s *State) RedealsLeft() int { return s.Variant.Passes() - s.Pass }

// Run is the number of cards at the end of column i that this variant lets move together, if there
// were a place for them: all face up, each built by the variant's rule on the one before.
func (s *State) Run(i int) int {
	if s.Variant.Runs {
		return s.Built(i)
	}
	return min(1, len(s.Columns[i].Cards))
}

// Built is the length of the face-up run, built by the variant's rule, at the end of column i.
func (s *State) Built(i int) int {
	col := s.Columns[i]
	n := len(col.Cards)
	if n == 0 {
		return 0
	}
	k := 1
	for k < n-col.Down && s.Variant.Builds(col.Cards[n-k], col.Cards[n-k-1]) {
		k++
	}
	return k
}

// FoundationFor is the index of the foundation that takes c now, or −1. Of two it is the first.
func (s *State) FoundationFor(c Card) int {
	for i := 2 * int(c.Suit()); i < 2*int(c.Suit())+2; i++ {
		if len(s.Foundations[i])+1 == int(c.Rank()) {
			return i
		}
	}
	return -1
}

// CanDraw reports whether Draw is legal: the stock has cards, or the waste may be turned over.
func (s *State) CanDraw() bool {
	return len(s.Stock) > 0 || len(s.Waste) > 0 && s.RedealsLeft() > 0
}

// cards are those of the waste or a column, bottom to top; nil for any other pile and for a column
// that the variant does not have.
func (s *State) cards(p Pile) []Card {
	if p == Waste {
		return s.Waste
	}
	if i, ok := p.Column(); ok && i < len(s.Columns) {
		return s.Columns[i].Cards
	}
	return nil
}

// legal is the rule of moves, the only one: Legal lists what it allows.
func (s *State) legal(m Move) bool {
	if m.From == Stock {
		return m == Draw && s.CanDraw()
	}
	cards := s.cards(m.From)
	movable := min(1, len(cards))
	if i, ok := m.From.Column(); ok && len(cards) > 0 {
		movable = s.Run(i)
	}
	n := int(m.N)
	if n < 1 || n > movable {
		return false
	}
	c := cards[len(cards)-n]
	if m.To == Foundation {
		return n == 1 && s.FoundationFor(c) >= 0
	}
	i, ok := m.To.Column()
	if !ok || i >= len(s.Columns) || m.To == m.From {
		return false
	}
	target := s.Columns[i].Cards
	return len(target) == 0 || s.Variant.Builds(c, target[len(target)-1])
}

// AppendLegal appends the legal moves to dst, in a fixed order: the draw, then for each pile, waste
// first, for each number of cards, the foundation and the columns from left to right.
func (s *State) AppendLegal(dst []Move) []Move {
	if s.CanDraw() {
		dst = append(dst, Draw)
	}
	for from := Waste; from < Column(len(s.Columns)); from++ {
		most := min(1, len(s.cards(from)))
		if i, ok := from.Column(); ok {
			most = s.Run(i)
		}
		for n := range most {
			for to := Foundation; to < Column(len(s.Columns)); to++ {
				if m := (Move{from, to, uint8(n + 1)}); s.legal(m) {
					dst = append(dst, m)
				}
			}
		}
	}
	return dst
}

// Legal lists the legal moves in the order of AppendLegal. Where one card moves at a time these are
// single moves only; Expand knows the shorthand for several.
func (s *State) Legal() []Move { return s.AppendLegal(nil) }

// Step is a move that was made, with what it did.
type Step struct {
	Move
	Card   Card // the highest card moved or, by a draw, the new top of the waste; 0 by a redeal
	On     Card // the card it went on; 0 on an empty place
	Turned Card // the card turned up by it; 0 for none
}

// Apply makes a move and says what it did, or returns a *Refusal and changes nothing.
func (s *State) Apply(m Move) (Step, error) {
	if !s.legal(m) {
		return Step{}, s.why(m)
	}
	return s.apply(m), nil
}

// apply makes a legal move.
func (s *State) apply(m Move) Step {
	if m.From == Stock {
		return s.draw()
	}
	var moved []Card
	step := Step{Move: m}
	n := int(m.N)
	if i, ok := m.From.Column(); ok {
		col := &s.Columns[i]
		keep := len(col.Cards) - n
		moved, col.Cards = col.Cards[keep:], col.Cards[:keep]
		if keep > 0 && col.Down == keep {
			col.Down--
			step.Turned = col.Cards[keep-1]
		}
	} else {
		keep := len(s.Waste) - n
		moved, s.Waste = s.Waste[keep:], s.Waste[:keep]
	}
	step.Card = moved[0]
	var to *[]Card
	if i, ok := m.To.Column(); ok {
		to = &s.Columns[i].Cards
	} else {
		to = &s.Foundations[s.FoundationFor(moved[0])]
	}
	if k := len(*to); k > 0 {
		step.On = (*to)[k-1]
	}
	*to = append(*to, moved...)
	return step
}

// draw turns up cards of the stock, or the waste over.
func (s *State) draw() Step {
	step := Step{Move: Draw}
	if len(s.Stock) == 0 {
		s.Stock, s.Waste = s.Waste, s.Stock
		slices.Reverse(s.Stock)
		s.Pass++
		return step
	}
	for range min(s.Variant.Draw, len(s.Stock)) {
		top := len(s.Stock) - 1
		s.Waste = append(s.Waste, s.Stock[top])
		s.Stock = s.Stock[:top]
	}
	step.Card = s.Waste[len(s.Waste)-1]
	return step
}
