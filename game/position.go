package game

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// PositionError says what is wrong with the text of a position.
type PositionError struct {
	Line int // from 1; 0 when it is the text as a whole
	Text string
}

func (e *PositionError) Error() string {
	if e.Line == 0 {
		return e.Text
	}
	return fmt.Sprintf("line %d: %s", e.Line, e.Text)
}

// ParsePosition reads the text form of a position (see the package comment). The errors are
// *PositionError. Of twins the first in the text becomes the card of pack 0.
func ParsePosition(text string) (*State, error) {
	p := positionParser{seen: map[string]int{}}
	for line := range strings.SplitSeq(text, "\n") {
		p.line++
		fields := strings.Fields(line)
		if len(fields) == 0 {
			continue
		}
		if err := p.read(fields[0], fields[1:]); err != nil {
			return nil, &PositionError{p.line, err.Error()}
		}
	}
	p.line = 0
	if err := p.finish(); err != nil {
		return nil, &PositionError{p.line, err.Error()}
	}
	return p.s, nil
}

type positionParser struct {
	s     *State
	line  int
	seen  map[string]int // lines by their first word
	used  [104]bool
	cards int
}

// read takes in one line.
func (p *positionParser) read(key string, words []string) error {
	if first, ok := p.seen[key]; ok {
		return fmt.Errorf("%q stands on line %d already", key, first)
	}
	p.seen[key] = p.line
	if key == "variant" {
		return p.variant(words)
	}
	if p.s == nil {
		return fmt.Errorf("the first line must name the variant, not %q", key)
	}
	switch key {
	case "pass":
		return p.pass(words)
	case "foundations":
		return p.foundations(words)
	case "stock":
		err := p.pile(&p.s.Stock, words)
		slices.Reverse(p.s.Stock)
		return err
	case "waste":
		return p.pile(&p.s.Waste, words)
	}
	pile, err := ParsePile(key)
	i, ok := pile.Column()
	if err != nil || !ok {
		return fmt.Errorf("unknown word %q; lines begin with variant, pass, foundations, stock, waste or c1, c2 …", key)
	}
	if i >= len(p.s.Columns) {
		return fmt.Errorf("%s has %d columns, so there is no %s", p.s.Variant.Slug, len(p.s.Columns), key)
	}
	return p.column(&p.s.Columns[i], words)
}

func (p *positionParser) variant(words []string) error {
	if len(words) != 1 {
		return fmt.Errorf("variant wants one name")
	}
	v := BySlug(words[0])
	if v == nil {
		return fmt.Errorf("unknown variant %q; there are %s", words[0], Slugs())
	}
	p.s = newState(v)
	return nil
}

func (p *positionParser) pass(words []string) error {
	most := p.s.Variant.Passes()
	n, err := strconv.Atoi(strings.Join(words, " "))
	if err != nil || n < 1 || n > most {
		return fmt.Errorf("%q is not a pass (1 to %d in %s)", strings.Join(words, " "), most, p.s.Variant.Slug)
	}
	p.s.Pass = n
	return nil
}

func (p *positionParser) foundations(words []string) error {
	var piles [4]int
	for _, w := range words {
		top, err := parseFace(w)
		if err != nil {
			return err
		}
		suit := top.Suit()
		if piles[suit] == 2 {
			return fmt.Errorf("a third foundation of the suit of %s", w)
		}
		f := &p.s.Foundations[2*int(suit)+piles[suit]]
		piles[suit]++
		for r := Ace; r <= top.Rank(); r++ {
			c, err := p.take(NewCard(0, suit, r))
			if err != nil {
				return err
			}
			*f = append(*f, c)
		}
	}
	return nil
}

func (p *positionParser) column(col *Col, words []string) error {
	for _, w := range words {
		face, down := w, false
		if strings.HasPrefix(w, "(") && strings.HasSuffix(w, ")") {
			face, down = w[1:len(w)-1], true
		}
		if down && col.Down < len(col.Cards) {
			return fmt.Errorf("the face-down card %s lies on a face-up one", w)
		}
		c, err := p.card(face)
		if err != nil {
			return err
		}
		col.Cards = append(col.Cards, c)
		if down {
			col.Down++
		}
	}
	if len(col.Cards) > 0 && col.Down == len(col.Cards) {
		return fmt.Errorf("the last card of a column is face up, so not %s", words[len(words)-1])
	}
	return nil
}

// pile reads cards in the order of the text.
func (p *positionParser) pile(pile *[]Card, words []string) error {
	for _, w := range words {
		c, err := p.card(w)
		if err != nil {
			return err
		}
		*pile = append(*pile, c)
	}
	return nil
}

// card reads a card and takes a copy of it that is not in the text yet.
func (p *positionParser) card(word string) (Card, error) {
	face, err := parseFace(word)
	if err != nil {
		return 0, err
	}
	return p.take(face)
}

func (p *positionParser) take(face Card) (Card, error) {
	for _, c := range [2]Card{face, face.Twin()} {
		if i := index(c); !p.used[i] {
			p.used[i] = true
			p.cards++
			return c, nil
		}
	}
	return 0, fmt.Errorf("%s for the third time: two packs have it twice", face)
}

// index numbers the cards from 0 to 103.
func index(c Card) int { return 52*c.Pack() + 13*int(c.Suit()) + int(c.Rank()) - 1 }

func (p *positionParser) finish() error {
	if p.s == nil {
		return fmt.Errorf("empty: the first line must name the variant")
	}
	for i := range p.s.Columns {
		if _, ok := p.seen[Column(i).String()]; !ok {
			return fmt.Errorf("%s has %d columns: the line of %s is missing", p.s.Variant.Slug, len(p.s.Columns), Column(i))
		}
	}
	if p.cards == 104 {
		return nil
	}
	var missing []string
	for s := Clubs; s <= Spades; s++ {
		for r := Ace; r <= King; r++ {
			for pack := range 2 {
				if c := NewCard(pack, s, r); !p.used[index(c)] {
					missing = append(missing, c.String())
				}
			}
		}
	}
	return fmt.Errorf("%d cards of 104; missing: %s", p.cards, strings.Join(missing, " "))
}

// String is the text form of the position, which shows every card, hidden ones too.
func (s *State) String() string {
	var b strings.Builder
	line := func(key string, words ...string) {
		b.WriteString(strings.Join(append([]string{key}, words...), " "))
		b.WriteByte('\n')
	}
	line("variant", s.Variant.Slug)
	line("pass", strconv.Itoa(s.Pass))
	var tops, stock []string
	for _, f := range s.Foundations {
		if len(f) > 0 {
			tops = append(tops, f[len(f)-1].String())
		}
	}
	for i := len(s.Stock) - 1; i >= 0; i-- {
		stock = append(stock, s.Stock[i].String())
	}
	line("foundations", tops...)
	line("stock", stock...)
	line("waste", words(s.Waste, 0)...)
	for i, col := range s.Columns {
		line(Column(i).String(), words(col.Cards, col.Down)...)
	}
	return b.String()
}

// words are the text forms of cards, the first down of them in parentheses.
func words(cards []Card, down int) []string {
	list := make([]string, len(cards))
	for i, c := range cards {
		list[i] = c.String()
		if i < down {
			list[i] = "(" + list[i] + ")"
		}
	}
	return list
}
