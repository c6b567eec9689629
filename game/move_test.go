package game

import (
	"slices"
	"strings"
	"testing"
)

func TestMovesAreReadAndWritten(t *testing.T) {
	for text, want := range map[string]Move{
		"d":         {Stock, Waste, 1},
		"wf":        {Waste, Foundation, 1},
		"wc1":       {Waste, Column(0), 1},
		"wc5":       {Waste, Column(4), 1},
		"wc13":      {Waste, Column(12), 1},
		"c3f":       {Column(2), Foundation, 1},
		"c3c7":      {Column(2), Column(6), 1},
		"c10c11":    {Column(9), Column(10), 1},
		"c13c1":     {Column(12), Column(0), 1},
		"c3c7x4":    {Column(2), Column(6), 4},
		"c13c12x13": {Column(12), Column(11), 13},
		"c1c2x104":  {Column(0), Column(1), 104},
		"c3fx2":     {Column(2), Foundation, 2}, // the form is right, though no rule allows it
		"wc2x2":     {Waste, Column(1), 2},
		"c1c1":      {Column(0), Column(0), 1},
	} {
		got, err := ParseMove(text)
		if err != nil || got != want || got.String() != text {
			t.Errorf("%q is %v (%s), %v; want %v", text, got, got, err, want)
		}
	}
}

func TestOneCardNeedsNoCount(t *testing.T) {
	m, err := ParseMove("c3c7x1")
	if err != nil || m != (Move{Column(2), Column(6), 1}) || m.String() != "c3c7" {
		t.Errorf("%v, %v", m, err)
	}
}

func TestWhatIsNoMoveIsRefused(t *testing.T) {
	for _, text := range []string{
		"", " ", "D", "dd", "d1", "dx2", "s", "w", "f", "c1", "ww", "sw", "ws", "sf", "sc1", "c1s", "c1w", "fw", "fc1", "ff", "fs",
		"c", "cc", "c0f", "c00f", "c01f", "c14f", "c99f", "c100f", "c1c0", "c1c14", "c1c140", "c-1f", "c+1f", "cf", "c1 c2", " c1c2", "c1c2 ",
		"c1c2x", "c1c2x0", "c1c2x00", "c1c2x02", "c1c2x-1", "c1c2x+2", "c1c2x105", "c1c2x256", "c1c2x1e1", "c1c2x99999999999999999999",
		"c1c2X2", "c1c2x2x2", "c1c2,", "c1c2c3", "C1C2", "c1c2\x00", "c１c2", "wfx", "wf2", "move", "c1→c2",
	} {
		m, err := ParseMove(text)
		if err == nil || m != (Move{}) {
			t.Errorf("%q is read as %v", text, m)
			continue
		}
		if !strings.HasSuffix(err.Error(), " is not a move (like d, wc5, wf, c3c7 or c3c7x4)") {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func TestPilesAreReadAndWritten(t *testing.T) {
	want := map[string]Pile{"s": Stock, "w": Waste, "f": Foundation, "c1": Column(0), "c9": Column(8), "c10": Column(9), "c13": Column(12)}
	for text, p := range want {
		if got, err := ParsePile(text); err != nil || got != p || got.String() != text {
			t.Errorf("%q is %v, %v", text, got, err)
		}
	}
	for _, text := range []string{"", "S", "x", "sw", "c", "c0", "c01", "c14", "c1 ", "c1f", "c-1", "wf"} {
		if p, err := ParsePile(text); err == nil || !strings.HasSuffix(err.Error(), " is not a pile (s, w, f or c1 to c13)") {
			t.Errorf("%q is read as %v, %v", text, p, err)
		}
	}
}

func TestAColumnKnowsItsPlace(t *testing.T) {
	for i := range maxColumns {
		if got, ok := Column(i).Column(); !ok || got != i {
			t.Errorf("column %d: %d, %v", i, got, ok)
		}
	}
	for _, p := range []Pile{Stock, Waste, Foundation} {
		if _, ok := p.Column(); ok {
			t.Errorf("%s is a column", p)
		}
	}
}

func TestListsOfMovesAreReadAndWritten(t *testing.T) {
	for _, e := range []struct{ text, want string }{
		{"", ""}, {" \n\t", ""}, {"d", "d"}, {"d,wc5,c3c7x4", "d,wc5,c3c7x4"}, {" d , wc5\n,\tc3c7x1 ", "d,wc5,c3c7"},
	} {
		moves, err := ParseMoves(e.text)
		if got := FormatMoves(moves); err != nil || got != e.want {
			t.Errorf("%q is %q, %v; want %q", e.text, got, err, e.want)
		}
	}
	moves, _ := ParseMoves("d,wc5,c3c7x4")
	if want := []Move{Draw, {Waste, Column(4), 1}, {Column(2), Column(6), 4}}; !slices.Equal(moves, want) {
		t.Errorf("the moves are %v", moves)
	}
}

func TestTheErrorOfAListNamesTheMove(t *testing.T) {
	for text, want := range map[string]string{
		"x":        `move 1: "x" is not a move (like d, wc5, wf, c3c7 or c3c7x4)`,
		",":        `move 1: "" is not a move (like d, wc5, wf, c3c7 or c3c7x4)`,
		"d,":       `move 2: "" is not a move (like d, wc5, wf, c3c7 or c3c7x4)`,
		"d,,d":     `move 2: "" is not a move (like d, wc5, wf, c3c7 or c3c7x4)`,
		"d,wf,c3 ": `move 3: "c3" is not a move (like d, wc5, wf, c3c7 or c3c7x4)`,
		"d;wf":     `move 1: "d;wf" is not a move (like d, wc5, wf, c3c7 or c3c7x4)`,
	} {
		if moves, err := ParseMoves(text); err == nil || err.Error() != want || moves != nil {
			t.Errorf("%q: %v, %v; want %s", text, moves, err, want)
		}
	}
}

func TestCardsAreReadAndWritten(t *testing.T) {
	for p := range 2 {
		for i, s := range []Suit{Clubs, Diamonds, Hearts, Spades} {
			for r := Ace; r <= King; r++ {
				c, text := NewCard(p, s, r), string([]byte{ranks[r-1], suits[i]})
				if c.Pack() != p || c.Suit() != s || c.Rank() != r || c.String() != text || s.Red() != (i == 1 || i == 2) {
					t.Errorf("%s is %s, pack %d", text, c, c.Pack())
				}
				if c.Twin() != NewCard(1-p, s, r) || c.Face() != NewCard(0, s, r) || c.Twin().Face() != c.Face() {
					t.Errorf("the twin of %s is %s of pack %d", c, c.Twin(), c.Twin().Pack())
				}
				if got, err := parseFace(text); err != nil || got != c.Face() {
					t.Errorf("%s is read as %s, %v", text, got, err)
				}
			}
		}
	}
	if got := Card(0).String(); got != "--" {
		t.Errorf("no card is %q", got)
	}
}
