package game

import "slices"

// Up lists the moves that bring home every card that can go now and then, one after another, until
// none can: that of the waste first, then those of the columns from left to right. may, unless it is nil,
// says of the uncovered card of a pile whether it may go, in the position t before that.
func (s *State) Up(may func(t *State, from Pile) bool) []Move {
	t := s.Clone()
	var moves []Move
	for {
		m, ok := t.nextUp(may)
		if !ok {
			return moves
		}
		t.apply(m)
		moves = append(moves, m)
	}
}

// nextUp is the first move that brings a card home which may go.
func (s *State) nextUp(may func(t *State, from Pile) bool) (Move, bool) {
	for from := Waste; from < Column(len(s.Columns)); from++ {
		if c := s.Top(from); c != 0 && s.FoundationFor(c) >= 0 && (may == nil || may(s, from)) {
			return Move{from, Foundation, 1}, true
		}
	}
	return Move{}, false
}

// Top is the uncovered card of the waste or of a column, 0 where there is none.
func (s *State) Top(p Pile) Card {
	if cards := s.cards(p); len(cards) > 0 {
		return cards[len(cards)-1]
	}
	return 0
}

// CanUp reports whether a card can go home now.
func (s *State) CanUp() bool {
	_, ok := s.nextUp(nil)
	return ok
}

// Finish lists the moves that win the game by bringing cards home and drawing alone, if that is
// possible; so nothing is left to decide. It looks at what the player knows only: while a card lies hidden
// there is no such line, as offering it would tell something of the card.
func (s *State) Finish() ([]Move, bool) {
	if s.Won() || s.Hides() || s.buried() {
		return nil, false
	}
	t := s.Clone()
	var moves []Move
	for !t.Won() {
		m, ok := t.nextUp(nil)
		if !ok && !t.CanDraw() {
			return nil, false
		} else if !ok {
			m = Draw
		}
		t.apply(m)
		moves = append(moves, m)
	}
	return moves, true
}

// Hides reports whether the player has not seen every card yet: some lie face down, or in the stock of the
// first pass.
func (s *State) Hides() bool {
	return s.Pass == 1 && len(s.Stock) > 0 || slices.ContainsFunc(s.Columns, func(c Col) bool { return c.Down > 0 })
}

// buried reports whether in some column a card lies under a higher one of its suit, so that the two
// cannot go home in turn. (Both could where the twin of the lower one goes first; that is left to the
// player.) It is the cheap test before a game is tried to the end.
func (s *State) buried() bool {
	for _, col := range s.Columns {
		var lowest [4]Rank
		for _, c := range col.Cards {
			if low := lowest[c.Suit()]; low != 0 && c.Rank() > low {
				return true
			} else if low == 0 || c.Rank() < low {
				lowest[c.Suit()] = c.Rank()
			}
		}
	}
	return false
}

// Safe reports whether the uncovered card of a pile, which can go home, is of no more use in the columns:
// whatever could be built on it can go home instead, and its twin can go home as well, which may lie on a card
// that is needed before. With r its rank and lo the lower foundation of a suit, lo of its own suit is r−1
// or more; building in another suit, lo of the three others is r−2 or more; in the other colour, lo of both
// suits of that colour is r−1 or more, or r−2 and that of the other suit of its own colour r−3. A card of
// the waste changes what the next draws turn where several are drawn and the stock comes round again, so
// there it is never safe.
func (s *State) Safe(from Pile) bool {
	c := s.Top(from)
	if from == Waste && s.Variant.Draw > 1 && s.RedealsLeft() > 0 {
		return false
	}
	r := int(c.Rank())
	home := func(suit Suit, n int) bool {
		return min(len(s.Foundations[2*suit]), len(s.Foundations[2*suit+1])) >= n
	}
	all := func(n int, which func(Suit) bool) bool {
		for suit := Clubs; suit <= Spades; suit++ {
			if which(suit) && !home(suit, n) {
				return false
			}
		}
		return true
	}
	if !home(c.Suit(), r-1) {
		return false
	}
	other := func(suit Suit) bool { return suit.Red() != c.Suit().Red() }
	same := func(suit Suit) bool { return !other(suit) }
	switch s.Variant.Build {
	case SameSuit:
		return true
	case OtherSuit:
		return all(r-2, func(suit Suit) bool { return suit != c.Suit() })
	default:
		return all(r-1, other) || all(r-2, other) && all(r-3, same)
	}
}
