package game

import (
	"fmt"
	"strconv"
)

// splitMix64 is the generator SplitMix64 of Steele, Lea and Flood ("Fast Splittable Pseudorandom
// Number Generators", OOPSLA 2014), with the constants of Vigna's reference implementation.
type splitMix64 uint64

func (g *splitMix64) next() uint64 {
	*g += 0x9e3779b97f4a7c15
	z := uint64(*g)
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// below returns a number from 0 to n−1, each equally likely: the upper 32 bits of a draw, modulo n,
// where draws of the last, incomplete block of n are rejected and drawn again.
func (g *splitMix64) below(n uint32) uint32 {
	limit := uint64(1) << 32 / uint64(n) * uint64(n)
	for {
		if x := g.next() >> 32; x < limit {
			return uint32(x % uint64(n))
		}
	}
}

// pack returns the cards that are shuffled for v, shuffled by the deal number. The pack in order is
// pack 0 then pack 1, each clubs, diamonds, hearts, spades, each ace to king (without the aces where
// they are taken out). Shuffle: Fisher and Yates in Durstenfeld's form, from the last place down to
// the second, each place changing with one drawn from those not above it; the generator's seed is the
// deal number. So the number deals the same pack in every variant of as many cards, for ever.
func (v *Variant) pack(deal uint32) []Card {
	cards := make([]Card, 0, 104)
	for p := range 2 {
		for s := Clubs; s <= Spades; s++ {
			for r := Ace; r <= King; r++ {
				if r > Ace || !v.AcesOut {
					cards = append(cards, NewCard(p, s, r))
				}
			}
		}
	}
	g := splitMix64(deal)
	for i := len(cards) - 1; i > 0; i-- {
		j := g.below(uint32(i + 1))
		cards[i], cards[j] = cards[j], cards[i]
	}
	return cards
}

// Deal returns the state after deal number n, which is 1 … 4294967295; 0 panics. The shuffled pack is
// dealt from its start: row by row, each from the first column to the last, then the stock, the next
// card to be drawn first.
func (v *Variant) Deal(n uint32) *State {
	if n == 0 {
		panic("game: deal number 0")
	}
	s := newState(v)
	if v.AcesOut {
		for suit := Clubs; suit <= Spades; suit++ {
			for p := range 2 {
				s.Foundations[2*int(suit)+p] = append(s.Foundations[2*int(suit)+p], NewCard(p, suit, Ace))
			}
		}
	}
	cards := v.pack(n)
	for range v.Rows {
		for i := range s.Columns {
			s.Columns[i].Cards = append(s.Columns[i].Cards, cards[0])
			cards = cards[1:]
		}
	}
	for i := range s.Columns {
		s.Columns[i].Down = v.FaceDown
	}
	for i := len(cards) - 1; i >= 0; i-- {
		s.Stock = append(s.Stock, cards[i])
	}
	return s
}

// ParseDeal reads a deal number, 1 … 4294967295.
func ParseDeal(s string) (uint32, error) {
	n, err := strconv.ParseUint(s, 10, 32)
	if err != nil || n == 0 {
		return 0, fmt.Errorf("%q is not a deal number (1 to 4294967295)", s)
	}
	return uint32(n), nil
}
