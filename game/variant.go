package game

import "strings"

// Build is the rule by which a card goes on the next higher one in a column.
type Build uint8

const (
	SameSuit    Build = iota // 9♠ on 10♠ only
	OtherSuit                // 9♠ on 10♣, 10♥ or 10♦
	OtherColour              // 9♠ on 10♥ or 10♦
)

// Variant is one game of the family: the rules as data.
type Variant struct {
	Slug     string   // for ever: it stands in URLs and saved games
	Name     string   // the English name
	Aliases  []string // other names it is known by
	Columns  int
	Rows     int   // cards dealt to each column
	FaceDown int   // of these, dealt face down: the buried end of each column
	Build    Build // how columns build down
	Runs     bool  // runs move whole or in part; otherwise one card at a time
	Draw     int   // cards turned by one draw
	Redeals  int   // times the waste may be turned over to be the stock again
	AcesOut  bool  // the aces start the foundations before the shuffle

	// Hard is no rule but how hard the game is to win, from 1 to 4: a program that sees only what lies
	// open won more than 80, 40, 20 % of its deals, or fewer.
	Hard int
}

// Variants are the nine games, in alphabetical order of their English names but for the base game,
// which comes first.
var Variants = []*Variant{
	{Slug: "forty-thieves", Name: "Forty Thieves", Columns: 10, Rows: 4, Build: SameSuit, Draw: 1, Hard: 4,
		Aliases: []string{"Big Forty", "Le Cadran", "Napoleon at St Helena", "Roosevelt at San Juan"}},
	{Slug: "indian", Name: "Indian", Columns: 10, Rows: 3, FaceDown: 1, Build: OtherSuit, Draw: 1, Hard: 2},
	{Slug: "limited", Name: "Limited", Columns: 12, Rows: 3, Build: SameSuit, Draw: 1, Hard: 2},
	{Slug: "little-forty", Name: "Little Forty", Columns: 10, Rows: 4, Build: OtherSuit, Runs: true, Draw: 3, Redeals: 3, Hard: 1},
	{Slug: "lucas", Name: "Lucas", Columns: 13, Rows: 3, Build: SameSuit, Draw: 1, AcesOut: true, Hard: 1},
	{Slug: "maria", Name: "Maria", Columns: 9, Rows: 4, Build: OtherColour, Draw: 1, Hard: 4},
	{Slug: "number-ten", Name: "Number Ten", Columns: 10, Rows: 4, FaceDown: 2, Build: OtherColour, Runs: true, Draw: 1, Hard: 2},
	{Slug: "rank-and-file", Name: "Rank and File", Columns: 10, Rows: 4, FaceDown: 3, Build: OtherColour, Runs: true, Draw: 1, Hard: 2},
	{Slug: "streets", Name: "Streets", Columns: 10, Rows: 4, Build: OtherColour, Draw: 1, Hard: 3},
}

// BySlug returns the variant of that slug, or nil.
func BySlug(slug string) *Variant {
	for _, v := range Variants {
		if v.Slug == slug {
			return v
		}
	}
	return nil
}

// Slugs lists the slugs of all variants, separated by commas and spaces, for messages.
func Slugs() string {
	names := make([]string, len(Variants))
	for i, v := range Variants {
		names[i] = v.Slug
	}
	return strings.Join(names, ", ")
}

// packSize is the number of cards that are shuffled.
func (v *Variant) packSize() int {
	if v.AcesOut {
		return 96
	}
	return 104
}

// StockSize is the number of cards in the stock after the deal.
func (v *Variant) StockSize() int { return v.packSize() - v.Columns*v.Rows }

// Passes is how many times the stock can be gone through.
func (v *Variant) Passes() int { return v.Redeals + 1 }

// Builds reports whether c goes on the card on in a column.
func (v *Variant) Builds(c, on Card) bool {
	return c.Rank()+1 == on.Rank() && v.Build.allows(c.Suit(), on.Suit())
}

// allows reports whether a card of suit s goes on one of suit on, ranks aside.
func (b Build) allows(s, on Suit) bool {
	switch b {
	case SameSuit:
		return s == on
	case OtherSuit:
		return s != on
	default:
		return s.Red() != on.Red()
	}
}

// Takers are the cards, of pack 0, on which c goes in a column; none for a king.
func (b Build) Takers(c Card) []Card {
	var on []Card
	for s := Clubs; s <= Spades && c.Rank() < King; s++ {
		if b.allows(c.Suit(), s) {
			on = append(on, NewCard(0, s, c.Rank()+1))
		}
	}
	return on
}
