package gametest

import "fortythieves/game"

// rate is low for a promising position. The weights served well enough; nothing rests on them.
func rate(s *game.State) int32 {
	score := 497*len(s.Waste) + 784*blockers(s.Waste) + 182*above(s, s.Waste) - 120*len(s.Stock)
	for _, col := range s.Columns {
		score += rateColumn(s, col)
	}
	return int32(score)
}

// rateColumn favours an empty column, then one that is all one run, best from a king down.
func rateColumn(s *game.State, col game.Col) int {
	n := len(col.Cards)
	if n == 0 {
		return -1090
	}
	score := 345*blockers(col.Cards) + 182*above(s, col.Cards)
	built := 0
	for k := col.Down + 1; k < n; k++ {
		if s.Variant.Builds(col.Cards[k], col.Cards[k-1]) {
			built++
		}
	}
	score -= 517 * built
	if built == n-1 {
		score -= 1480
		if col.Cards[0].Rank() == game.King {
			score -= 1480
		}
	}
	return score
}

// blockers counts the cards of a pile that lie on a lower one of their suit.
func blockers(cards []game.Card) int {
	lowest := [4]game.Rank{14, 14, 14, 14}
	n := 0
	for _, c := range cards {
		low := &lowest[c.Suit()]
		if c.Rank() > *low {
			n++
		}
		*low = min(*low, c.Rank())
	}
	return n
}

// above counts the cards on each card of a pile that a foundation waits for.
func above(s *game.State, cards []game.Card) int {
	n := 0
	for i, c := range cards {
		if s.FoundationFor(c) >= 0 {
			n += len(cards) - 1 - i
		}
	}
	return n
}

// fingerprint is the same for positions that differ only in the order of columns or in twins, and but
// for rare accidents different for others.
func fingerprint(s *game.State) uint64 {
	sum := 3*hash(s.Waste, 1) + 5*hash(s.Stock, 2) + uint64(s.Pass)
	for _, col := range s.Columns {
		sum += hash(col.Cards, uint64(3+col.Down))
	}
	return sum
}

// hash is FNV-1a of the cards' faces, mixed once more so that sums of it stay spread.
func hash(cards []game.Card, seed uint64) uint64 {
	h := 14695981039346656037 ^ seed
	for _, c := range cards {
		h = (h ^ uint64(c.Face())) * 1099511628211
	}
	h = (h ^ h>>32) * 0x9e3779b97f4a7c15
	return h ^ h>>29
}
