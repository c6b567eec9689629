package game

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// midway are positions of each game as they are written: everything that a position can have.
var midway = map[string]string{
	"forty-thieves": `pass 1
foundations 3C AC 2H
stock KC KD KH KS QC QD
waste 4C 9S`,
	"indian": `pass 1
foundations AS
stock 2C 3D
waste
c1 (KH) (KD) 4H`,
	"limited": `pass 1
foundations
stock
waste 2C 3D`,
	"little-forty": `pass 4
foundations KH QH TS
stock TC
waste 4C 5C 6C`,
	"lucas": `pass 1
foundations AC AC 2D AD AH AH 5S 5S
stock TC
waste`,
	"maria": `pass 1
foundations
stock KC
waste KC`,
	"number-ten": `pass 1
foundations 4C 4D 4H 4S
stock
waste
c1 (KC) (5D) 9D 8S
c2 (QC) 3D`,
	"rank-and-file": `pass 1
foundations KC KC
stock 4D
waste 5D
c1 (9H) (9D) (9S) TS
c2 (8H) (8D) QH JS`,
	"streets": `pass 1
foundations KC KC KD KD KH KH KS QS
stock KS
waste`,
}

func TestPositionsAreWrittenAsTheyAreRead(t *testing.T) {
	eachVariant(t, func(t *testing.T, v *Variant) {
		text := "variant " + v.Slug + "\n" + midway[v.Slug] + "\n"
		for i := strings.Count(text, "\nc"); i < v.Columns; i++ {
			text += Column(i).String() + "\n"
		}
		if cards := unnamed(text); len(cards) > 0 { // the rest in the last column
			text = strings.TrimSuffix(text, "\n") + " " + strings.Join(cards, " ") + "\n"
		}
		s, err := ParsePosition(text)
		if err != nil {
			t.Fatal(err)
		}
		checkCards(t, s)
		if s.String() != text {
			t.Errorf("written\n%s, read\n%s", s, text)
		}
	})
}

// Any order of lines, blank lines and spaces, and no line for what is empty.
func TestAPositionMayBeWrittenLoosely(t *testing.T) {
	tidy := position(t, "indian", "foundations AC 3H\nstock 2C 3D\nwaste …\nc2 (KH) 4S").String()
	var loose []string
	for line := range strings.Lines(tidy) {
		if words := strings.Fields(line); len(words) > 1 && words[0] != "pass" || words[0][0] == 'c' {
			loose = append(loose, "\r", " \t"+strings.Join(words, " \t ")+"  \r")
		}
	}
	slices.Reverse(loose[2:])
	s, err := ParsePosition(strings.Join(loose, "\n"))
	if err != nil {
		t.Fatal(err)
	}
	if s.String() != tidy {
		t.Errorf("read is\n%s, want\n%s", s, tidy)
	}
}

func TestWhatThePositionSaysIsWhereItShouldBe(t *testing.T) {
	s := position(t, "little-forty", "pass 3\nfoundations 3C 2H 4H\nstock AS TH …\nwaste 4D 9S\nc1 (4S) (5S) 9H KD\nc3 2S")
	if s.Variant != BySlug("little-forty") || s.Pass != 3 || s.RedealsLeft() != 1 {
		t.Errorf("%s, pass %d", s.Variant.Slug, s.Pass)
	}
	for _, e := range []struct {
		what  string
		cards []Card
		want  string
	}{
		{"next of the stock", inOrder(s.Stock)[:2], "AS TH"},
		{"waste", s.Waste, "4D 9S"},
		{"first column", s.Columns[0].Cards, "4S 5S 9H KD"},
		{"second column", s.Columns[1].Cards, ""},
		{"third column", s.Columns[2].Cards, "2S"},
	} {
		if got := strings.Join(words(e.cards, 0), " "); got != e.want {
			t.Errorf("the %s is %s, want %s", e.what, got, e.want)
		}
	}
	if s.Columns[0].Down != 2 || s.Columns[2].Down != 0 {
		t.Errorf("face down are %d and %d", s.Columns[0].Down, s.Columns[2].Down)
	}
	heights := []int{3, 0, 0, 0, 2, 4, 0, 0}
	for i, f := range s.Foundations {
		if len(f) != heights[i] {
			t.Errorf("foundation %d has %d cards, want %d", i, len(f), heights[i])
		}
	}
	if s.Home() != 9 {
		t.Errorf("%d cards are home", s.Home())
	}
}

func TestOfTwinsTheFirstInTheTextIsOfPackZero(t *testing.T) {
	s := position(t, "forty-thieves", "stock 5H 5H 6H …\nwaste 6H 7H 7H\nc1 8H 8H")
	for _, e := range []struct {
		where string
		card  Card
		pack  int
	}{
		{"first 5H of the stock", s.Stock[len(s.Stock)-1], 0},
		{"second 5H of the stock", s.Stock[len(s.Stock)-2], 1},
		{"6H of the stock", s.Stock[len(s.Stock)-3], 0},
		{"6H of the waste", s.Waste[0], 1},
		{"first 7H of the waste", s.Waste[1], 0},
		{"second 7H of the waste", s.Waste[2], 1},
		{"first 8H of the column", s.Columns[0].Cards[0], 0},
		{"second 8H of the column", s.Columns[0].Cards[1], 1},
	} {
		if e.card.Pack() != e.pack {
			t.Errorf("the %s is of pack %d", e.where, e.card.Pack())
		}
	}
}

// tenColumns adds to lines those of ten empty columns.
func tenColumns(lines ...string) string {
	text := strings.Join(lines, "\n")
	for i := range 10 {
		text += "\n" + Column(i).String()
	}
	return text
}

func TestPositionErrorsNameTheLineAndTheReason(t *testing.T) {
	const v = "variant forty-thieves"
	for _, e := range []struct {
		text string
		line int
		want string
	}{
		{"", 0, "empty: the first line must name the variant"},
		{"\n \n", 0, "empty: the first line must name the variant"},
		{"variant", 1, "variant wants one name"},
		{"variant forty thieves", 1, "variant wants one name"},
		{"\nvariant klondike", 2, `unknown variant "klondike"; there are forty-thieves, indian, limited, little-forty, lucas, maria, number-ten, rank-and-file, streets`},
		{"pass 1\n" + v, 1, `the first line must name the variant, not "pass"`},
		{"c1 KH\n" + v, 1, `the first line must name the variant, not "c1"`},
		{v + "\npass", 2, `"" is not a pass (1 to 1 in forty-thieves)`},
		{v + "\npass 0", 2, `"0" is not a pass (1 to 1 in forty-thieves)`},
		{v + "\npass 2", 2, `"2" is not a pass (1 to 1 in forty-thieves)`},
		{v + "\npass one", 2, `"one" is not a pass (1 to 1 in forty-thieves)`},
		{"variant little-forty\npass 5", 2, `"5" is not a pass (1 to 4 in little-forty)`},
		{"variant little-forty\npass 1 2", 2, `"1 2" is not a pass (1 to 4 in little-forty)`},
		{v + "\nfoundations 3H 3H 3H", 2, "a third foundation of the suit of 3H"},
		{v + "\nfoundations 3X", 2, `"3X" is not a card (like TH or AS)`},
		{v + "\nfoundations AH 3H\nwaste 2C AH", 3, "AH for the third time: two packs have it twice"},
		{v + "\nwaste AH AH\nfoundations 3H", 3, "AH for the third time: two packs have it twice"},
		{v + "\nstock 2C 2C 2C", 2, "2C for the third time: two packs have it twice"},
		{v + "\nstock 2C\nwaste 2C\nc1 2C", 4, "2C for the third time: two packs have it twice"},
		{v + "\nstock 2C 10H", 2, `"10H" is not a card (like TH or AS)`},
		{v + "\nwaste th", 2, `"th" is not a card (like TH or AS)`},
		{v + "\nwaste (TH)", 2, `"(TH)" is not a card (like TH or AS)`},
		{v + "\nc1 KH ?", 2, `"?" is not a card (like TH or AS)`},
		{v + "\nc1 KH --", 2, `"--" is not a card (like TH or AS)`},
		{v + "\nc1 ()", 2, `"" is not a card (like TH or AS)`},
		{v + "\nc1 (KH", 2, `"(KH" is not a card (like TH or AS)`},
		{v + "\nc1 KH (QH) JH", 2, "the face-down card (QH) lies on a face-up one"},
		{v + "\nc1 (KH)", 2, "the last card of a column is face up, so not (KH)"},
		{v + "\nc1 (KH) (QH)", 2, "the last card of a column is face up, so not (QH)"},
		{v + "\nc1\nc2\nc1", 4, `"c1" stands on line 2 already`},
		{v + "\n\nwaste\n" + v, 4, `"variant" stands on line 1 already`},
		{v + "\nc11 KH", 2, "forty-thieves has 10 columns, so there is no c11"},
		{"variant maria\nc10", 2, "maria has 9 columns, so there is no c10"},
		{v + "\nc14", 2, `unknown word "c14"; lines begin with variant, pass, foundations, stock, waste or c1, c2 …`},
		{v + "\nw KH", 2, `unknown word "w"; lines begin with variant, pass, foundations, stock, waste or c1, c2 …`},
		{v + "\nhand KH", 2, `unknown word "hand"; lines begin with variant, pass, foundations, stock, waste or c1, c2 …`},
		{v + "\nc1\nc2\nc3\nc4\nc5\nc6\nc7\nc8\nc9", 0, "forty-thieves has 10 columns: the line of c10 is missing"},
		{v + "\nwaste KH", 0, "forty-thieves has 10 columns: the line of c1 is missing"},
		{tenColumns(v, "foundations KC KC KD KD KH QH KS JS"), 0, "101 cards of 104; missing: KH QS KS"},
		{tenColumns(v, "foundations KC KC KD KD KH KH KS"), 0, "91 cards of 104; missing: AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS"},
		{tenColumns(v, "foundations KC KC KD KD KH KH KS QS"), 0, "103 cards of 104; missing: KS"},
		{tenColumns(v, "foundations KC KC KD KD KH KH QS QS"), 0, "102 cards of 104; missing: KS KS"},
		{tenColumns(v, "foundations KC KC KD KD KH KH KS KS", "waste AC"), 3, "AC for the third time: two packs have it twice"},
	} {
		s, err := ParsePosition(e.text)
		var got *PositionError
		if s != nil || !errors.As(err, &got) || got.Line != e.line || got.Text != e.want {
			t.Errorf("%q: %+v, want line %d: %s", e.text, err, e.line, e.want)
		}
	}
}

func TestAPositionErrorIsOneLineOfText(t *testing.T) {
	_, err := ParsePosition("variant maria\nc10")
	if want := "line 2: maria has 9 columns, so there is no c10"; err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
	_, err = ParsePosition("")
	if want := "empty: the first line must name the variant"; err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}

func TestPositionsOfPlayAreReadBack(t *testing.T) {
	eachVariant(t, func(t *testing.T, v *Variant) {
		r := dice(16)
		for range few(50) {
			s := midgame(r, v, r.IntN(200))
			again, err := ParsePosition(s.String())
			if err != nil {
				t.Fatal(err)
			}
			checkCards(t, again)
			if again.String() != s.String() || !slices.Equal(again.Legal(), s.Legal()) {
				t.Fatalf("read back is\n%s, not\n%s", again, s)
			}
		}
	})
}

// The deals handed over with the specification lie outside the repository and may not be there.
func TestTheDealsOfTheSpecificationAreReadAndWritten(t *testing.T) {
	files, err := filepath.Glob("../../shared/deals/*/*.txt")
	if err != nil {
		t.Fatal(err)
	}
	if len(files) == 0 {
		t.Log("no folder ../../shared/deals: only the golden deals are read")
		files, _ = filepath.Glob("testdata/deals/*.txt")
	}
	if len(files) < 36 {
		t.Fatalf("%d deals", len(files))
	}
	games := map[string]int{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		s, err := ParsePosition(string(text))
		if err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		if s.String() != string(text) {
			t.Errorf("%s is written as\n%s", file, s)
		}
		checkCards(t, s)
		checkDealt(t, s)
		games[s.Variant.Slug]++
	}
	if len(games) != 9 {
		t.Errorf("the deals are of %v", games)
	}
}

// checkDealt fails the test unless the position has the shape of a deal.
func checkDealt(t *testing.T, s *State) {
	t.Helper()
	r := rulesOf(s.Variant.Slug)
	home := map[bool]int{true: 8}[r.acesOut]
	if s.Pass != 1 || len(s.Stock) != r.stock || len(s.Waste) != 0 || len(s.Columns) != r.columns || s.Home() != home {
		t.Errorf("not as dealt:\n%s", s)
	}
	for _, col := range s.Columns {
		if len(col.Cards) != r.rows || col.Down != r.down {
			t.Errorf("a column of %d cards, %d face down, in\n%s", len(col.Cards), col.Down, s)
		}
	}
}
