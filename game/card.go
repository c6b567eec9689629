package game

import "fmt"

// Suit is one of the four suits, in the order clubs, diamonds, hearts, spades.
type Suit uint8

const (
	Clubs Suit = iota
	Diamonds
	Hearts
	Spades
)

// Red reports whether the suit is diamonds or hearts.
func (s Suit) Red() bool { return s == Diamonds || s == Hearts }

// Letter is the suit's letter in the text form: C, D, H or S.
func (s Suit) Letter() byte { return "CDHS"[s] }

// Rank is a card's rank: 1 for an ace, 11, 12 and 13 for jack, queen and king.
type Rank uint8

const (
	Ace  Rank = 1
	King Rank = 13
)

// Letter is the rank's letter in the text form: A 2 … 9 T J Q K.
func (r Rank) Letter() byte { return "?A23456789TJQK"[r] }

// Card is one of the 104 cards of two packs. The two copies of a face, the twins, are different
// cards: rank in the lowest four bits, suit in the next two, pack in the next one. The zero Card
// is no card.
type Card uint8

// NewCard returns the card of a pack (0 or 1), suit and rank.
func NewCard(pack int, s Suit, r Rank) Card {
	return Card(pack)<<6 | Card(s)<<4 | Card(r)
}

func (c Card) Rank() Rank { return Rank(c & 15) }
func (c Card) Suit() Suit { return Suit(c >> 4 & 3) }

// Pack is 0 or 1.
func (c Card) Pack() int { return int(c >> 6 & 1) }

// Twin is the card of the same face in the other pack.
func (c Card) Twin() Card { return c ^ 1<<6 }

// Face is the card without its pack; twins have the same one. It is the twin in pack 0.
func (c Card) Face() Card { return c &^ (1 << 6) }

// String is the card's text form, such as TH or AS; twins look alike. The zero Card is "--".
func (c Card) String() string {
	if c == 0 {
		return "--"
	}
	return string([]byte{c.Rank().Letter(), c.Suit().Letter()})
}

// parseFace reads a card's text form and returns it as a card of pack 0.
func parseFace(s string) (Card, error) {
	if len(s) == 2 {
		for suit := Clubs; suit <= Spades; suit++ {
			for r := Ace; r <= King; r++ {
				if s[0] == r.Letter() && s[1] == suit.Letter() {
					return NewCard(0, suit, r), nil
				}
			}
		}
	}
	return 0, fmt.Errorf("%q is not a card (like TH or AS)", s)
}
