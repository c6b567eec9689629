package game

// Expand returns the single moves for which m stands. A legal move stands for itself. Where one card
// moves at a time, a move of several cards is a shorthand for moving them one by one through the empty
// columns: with e empty columns besides the target, up to 2^e cards. It returns a *Refusal if m is
// neither.
func (s *State) Expand(m Move) ([]Move, error) {
	if s.legal(m) {
		return []Move{m}, nil
	}
	if !s.shorthand(m) {
		return nil, s.why(m)
	}
	return through(nil, m, s.spare(m)), nil
}

// AppendShorthand appends the moves of several cards that Expand would expand, in the order of
// AppendLegal. There are none in the variants that move runs.
func (s *State) AppendShorthand(dst []Move) []Move {
	if s.Variant.Runs {
		return dst
	}
	for from := range s.Columns {
		for n := 2; n <= s.Built(from); n++ {
			for to := range s.Columns {
				if m := (Move{Column(from), Column(to), uint8(n)}); s.shorthand(m) {
					dst = append(dst, m)
				}
			}
		}
	}
	return dst
}

// AppendTargets appends the piles to which the last n cards of a pile can go, by a legal move or by the
// shorthand for several: the foundations first, then columns from left to right.
func (s *State) AppendTargets(dst []Pile, from Pile, n int) []Pile {
	if n < 1 || n > 104 {
		return dst
	}
	for to := Foundation; to < Column(len(s.Columns)); to++ {
		if m := (Move{from, to, uint8(n)}); s.legal(m) || n > 1 && s.shorthand(m) {
			dst = append(dst, to)
		}
	}
	return dst
}

// shorthand reports whether m moves several cards, one card moves at a time in this variant, and
// there are empty columns enough for it.
func (s *State) shorthand(m Move) bool {
	from, ok1 := m.From.Column()
	to, ok2 := m.To.Column()
	n := int(m.N)
	if !ok1 || !ok2 || s.missing(m.From) || s.missing(m.To) || from == to || s.Variant.Runs ||
		n < 2 || n > s.Built(from) || n > s.mostThrough(m) {
		return false
	}
	cards, target := s.Columns[from].Cards, s.Columns[to].Cards
	return len(target) == 0 || s.Variant.Builds(cards[len(cards)-n], target[len(target)-1])
}

// spare lists the empty columns other than the target of m.
func (s *State) spare(m Move) []Pile {
	var empty []Pile
	for i, col := range s.Columns {
		if p := Column(i); len(col.Cards) == 0 && p != m.To {
			empty = append(empty, p)
		}
	}
	return empty
}

// mostThrough is the number of cards that can reach the target of m one by one: 2^e for e empty columns
// other than the target.
func (s *State) mostThrough(m Move) int {
	most := 1
	for i, col := range s.Columns {
		if len(col.Cards) == 0 && Column(i) != m.To {
			most *= 2
		}
	}
	return most
}

// through appends the single moves that take m's cards to their target by way of empty columns: the
// upper part of the run to the first of them, the lower part to the target, the upper part after it,
// each by way of the others. The upper part is as small as the others allow.
func through(dst []Move, m Move, spare []Pile) []Move {
	if m.N == 1 {
		return append(dst, m)
	}
	rest := spare[1:]
	upper := uint8(max(1, int(m.N)-1<<len(rest)))
	dst = through(dst, Move{m.From, spare[0], upper}, rest)
	dst = through(dst, Move{m.From, m.To, m.N - upper}, rest)
	return through(dst, Move{spare[0], m.To, upper}, rest)
}
