package game

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// eachVariant runs a test for each of the nine games.
func eachVariant(t *testing.T, f func(t *testing.T, v *Variant)) {
	t.Helper()
	for _, v := range Variants {
		t.Run(v.Slug, func(t *testing.T) { f(t, v) })
	}
}

// few is n, or a tenth of it with -short.
func few(n int) int {
	if testing.Short() {
		return max(1, n/10)
	}
	return n
}

// position lays out a position of a game. Beside what the package comment says, the text may leave out
// columns that are empty, and the word … stands for all cards that are not named. They lie from ace
// to king, so that none of them builds on the one before.
func position(t testing.TB, slug, text string) *State {
	t.Helper()
	s, err := ParsePosition(completed("variant " + slug + "\n" + text))
	if err != nil {
		t.Fatalf("%v in the position\n%s", err, text)
	}
	return s
}

// completed is the text of a position with the word … replaced and a line for each column.
func completed(text string) string {
	text = strings.Replace(text, "…", strings.Join(unnamed(text), " "), 1)
	lines := strings.Split(text, "\n")
	columns := BySlug(strings.Fields(lines[0])[1]).Columns
	for i := range columns {
		name := fmt.Sprintf("c%d", i+1)
		if !slices.ContainsFunc(lines, func(l string) bool { f := strings.Fields(l); return len(f) > 0 && f[0] == name }) {
			lines = append(lines, name)
		}
	}
	return strings.Join(lines, "\n")
}

// unnamed lists the cards of two packs that are not in the text of a position.
func unnamed(text string) []string {
	left := map[string]int{}
	for _, c := range bothPacks() {
		left[c]++
	}
	for line := range strings.Lines(text) {
		words := strings.Fields(line)
		for i, w := range words {
			if i > 0 && words[0] == "foundations" {
				for _, r := range ranks[:strings.IndexByte(ranks, w[0])+1] {
					left[string(r)+w[1:]]--
				}
			} else if i > 0 {
				left[strings.Trim(w, "()")]--
			}
		}
	}
	var cards []string
	for _, c := range bothPacks() {
		if left[c] > 0 {
			left[c]--
			cards = append(cards, c)
		}
	}
	return cards
}

const ranks, suits = "A23456789TJQK", "CDHS"

// bothPacks lists the 104 cards as text, twins side by side.
func bothPacks() []string {
	var cards []string
	for _, s := range suits {
		for _, r := range ranks {
			cards = append(cards, string([]rune{r, s}), string([]rune{r, s}))
		}
	}
	return cards
}

// card is the card of pack 0 of that text.
func card(text string) Card {
	c, err := parseFace(text)
	if err != nil {
		panic(err)
	}
	return c
}

// move is the move of that text.
func move(t testing.TB, text string) Move {
	t.Helper()
	m, err := ParseMove(text)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// play makes moves, separated by commas, all of which must be legal.
func play(t testing.TB, s *State, moves string) {
	t.Helper()
	list, err := ParseMoves(moves)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range list {
		if _, err := s.Apply(m); err != nil {
			t.Fatalf("%v in\n%s", err, s)
		}
	}
}

// identity is all that a state is: unlike its text it tells twins apart.
func identity(s *State) string {
	var b bytes.Buffer
	pile := func(cards []Card, down int) {
		b.WriteByte(byte(len(cards)))
		b.WriteByte(byte(down))
		for _, c := range cards {
			b.WriteByte(byte(c))
		}
	}
	b.WriteByte(byte(s.Pass))
	pile(s.Stock, 0)
	pile(s.Waste, 0)
	for _, f := range s.Foundations {
		pile(f, 0)
	}
	for _, col := range s.Columns {
		pile(col.Cards, col.Down)
	}
	return b.String()
}

// checkCards fails the test unless each of the 104 cards is in exactly one place, the foundations
// are in order, and each column has its last card face up.
func checkCards(t testing.TB, s *State) {
	t.Helper()
	var seen [256]bool
	n := 0
	pile := func(cards []Card) {
		for _, c := range cards {
			if seen[c] || c.Rank() < Ace || c.Rank() > King || c > 127 {
				t.Fatalf("card %s (%d) twice, or none at all, in\n%s", c, c, s)
			}
			seen[c] = true
			n++
		}
	}
	pile(s.Stock)
	pile(s.Waste)
	for i, f := range s.Foundations {
		pile(f)
		for k, c := range f {
			if int(c.Rank()) != k+1 || int(c.Suit()) != i/2 {
				t.Fatalf("foundation %d is %v", i, f)
			}
		}
	}
	for i, col := range s.Columns {
		pile(col.Cards)
		if col.Down < 0 || col.Down > max(0, len(col.Cards)-1) {
			t.Fatalf("%d cards face down of %d in column %d", col.Down, len(col.Cards), i+1)
		}
	}
	if n != 104 {
		t.Fatalf("%d cards in\n%s", n, s)
	}
}

// dice is a source of random choices, the same in every run.
func dice(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 40)) }

// anyMove picks a legal move, more often one to a foundation, so that random play gets somewhere.
func anyMove(r *rand.Rand, s *State) (m Move, ok bool) {
	legal := s.Legal()
	home := slices.DeleteFunc(slices.Clone(legal), func(m Move) bool { return m.To != Foundation })
	if len(home) > 0 && r.IntN(2) == 0 {
		legal = home
	}
	if len(legal) == 0 {
		return Move{}, false
	}
	return legal[r.IntN(len(legal))], true
}

// midgame is the state after up to n random moves from a random deal.
func midgame(r *rand.Rand, v *Variant, n int) *State {
	s := v.Deal(1 + r.Uint32N(1000))
	for range n {
		m, ok := anyMove(r, s)
		if !ok {
			break
		}
		s.apply(m)
	}
	return s
}

// endgame is a random position late in a game: much on the foundations, the stock empty, the rest in
// columns that are mostly runs and in the waste.
func endgame(t testing.TB, r *rand.Rand, v *Variant) *State {
	t.Helper()
	var b strings.Builder
	fmt.Fprintf(&b, "variant %s\npass %d\nfoundations", v.Slug, v.Redeals+1)
	for _, s := range suits {
		for range 2 {
			fmt.Fprintf(&b, " %c%c", ranks[5+r.IntN(8)], s)
		}
	}
	cards := unnamed(b.String())
	r.Shuffle(len(cards), func(i, j int) { cards[i], cards[j] = cards[j], cards[i] })
	slices.SortStableFunc(cards, func(a, b string) int { // for runs the high cards first, more or less
		return strings.IndexByte(ranks, b[0])/2 - strings.IndexByte(ranks, a[0])/2
	})
	columns := make([]string, v.Columns-r.IntN(4))
	var waste string
	for _, c := range cards {
		home := slices.IndexFunc(columns, func(col string) bool {
			return col != "" && v.Builds(card(c), card(col[len(col)-2:]))
		})
		switch {
		case r.IntN(8) == 0:
			waste += " " + c
		case home >= 0 && r.IntN(4) > 0:
			columns[home] += " " + c
		default:
			columns[r.IntN(len(columns))] += " " + c
		}
	}
	b.WriteString("\nwaste" + waste)
	for i, col := range columns {
		fmt.Fprintf(&b, "\nc%d%s", i+1, col)
	}
	s, err := ParsePosition(completed(b.String()))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// deadEnd is the state after random play from a random deal that leaves the columns' cards where they
// are, but for going home, until there is nothing else to do.
func deadEnd(r *rand.Rand, v *Variant) *State {
	s := v.Deal(1 + r.Uint32())
	for range 1000 {
		legal := slices.DeleteFunc(s.Legal(), func(m Move) bool {
			_, ok := m.From.Column()
			return ok && m.To != Foundation
		})
		if len(legal) == 0 {
			return s
		}
		s.apply(legal[r.IntN(len(legal))])
	}
	panic("random play comes to no end")
}
