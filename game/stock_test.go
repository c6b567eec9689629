package game

import (
	"slices"
	"strings"
	"testing"
)

// turned are the cards that each draw of a pass puts on the waste.
func turned(s *State) [][]Card {
	var draws [][]Card
	for len(s.Stock) > 0 {
		before := len(s.Waste)
		s.apply(Draw)
		draws = append(draws, slices.Clone(s.Waste[before:]))
	}
	return draws
}

// inOrder are the cards of a stock in the order in which they come.
func inOrder(stock []Card) []Card {
	cards := slices.Clone(stock)
	slices.Reverse(cards)
	return cards
}

func TestLittleFortyTurnsTwentyOneThreesAndAOne(t *testing.T) {
	s := BySlug("little-forty").Deal(3)
	stock := inOrder(s.Stock)
	draws := turned(s)
	if len(draws) != 22 || len(draws[21]) != 1 {
		t.Fatalf("%d draws, the last of %d cards", len(draws), len(draws[len(draws)-1]))
	}
	for i, d := range draws[:21] {
		if !slices.Equal(d, stock[3*i:3*i+3]) {
			t.Errorf("draw %d turns %v, want %v", i+1, d, stock[3*i:3*i+3])
		}
	}
	if draws[21][0] != stock[63] {
		t.Errorf("the last draw turns %v, want %v", draws[21], stock[63])
	}
}

func TestTheOtherGamesTurnOneCardAtATime(t *testing.T) {
	for _, v := range Variants {
		if v.Slug == "little-forty" {
			continue
		}
		s := v.Deal(3)
		stock := inOrder(s.Stock)
		draws := turned(s)
		if len(draws) != len(stock) || !slices.Equal(slices.Concat(draws...), stock) {
			t.Errorf("%s: %d draws for %d cards", v.Slug, len(draws), len(stock))
		}
	}
}

func TestOnlyTheLastOfThreeCanBePlayed(t *testing.T) {
	s := position(t, "little-forty", "stock AC AD AH KS …\nc1 KC\nc2 KC\nc3 KD\nc4 KD\nc5 KH\nc6 KH\nc7 QS\nc8 QS\nc9 KS\nc10 QC")
	play(t, s, "d")
	if got := words(s.Waste, 0); !slices.Equal(got, []string{"AC", "AD", "AH"}) {
		t.Fatalf("the waste is %v", got)
	}
	play(t, s, "wf")
	if got := s.String(); !strings.Contains(got, "foundations AH\n") || !strings.Contains(got, "waste AC AD\n") {
		t.Errorf("the last of the three played leaves\n%s", got)
	}
	play(t, s, "wf,wf")
	if len(s.Waste) != 0 || s.Home() != 3 {
		t.Errorf("the others played leave\n%s", s)
	}
}

// Little Forty: three redeals, counted down; the other games have none.
func TestRedealsAreCountedDown(t *testing.T) {
	eachVariant(t, func(t *testing.T, v *Variant) {
		s := v.Deal(9)
		stock := slices.Clone(s.Stock)
		first := turned(s)
		for left := rulesOf(v.Slug).redeals; left > 0; left-- {
			if s.RedealsLeft() != left || !s.CanDraw() {
				t.Fatalf("%d redeals left, want %d", s.RedealsLeft(), left)
			}
			step, err := s.Apply(Draw)
			if err != nil || step != (Step{Move: Draw}) {
				t.Fatalf("the redeal is %+v, %v", step, err)
			}
			if len(s.Waste) != 0 || !slices.Equal(s.Stock, stock) {
				t.Fatalf("the stock is not the one dealt:\n%s", s)
			}
			if again := turned(s); !slices.EqualFunc(again, first, slices.Equal[[]Card]) {
				t.Fatalf("the draws after it are %v, want %v", again, first)
			}
		}
		if s.RedealsLeft() != 0 || s.CanDraw() || slices.Contains(s.Legal(), Draw) {
			t.Fatalf("%d redeals left after the last", s.RedealsLeft())
		}
		_, err := s.Apply(Draw)
		checkRefusal(t, s, err, Refusal{Move: Draw, Reason: NoRedeal, Build: v.Build})
	})
}

func TestARedealLeavesOutWhatWasPlayed(t *testing.T) {
	s := position(t, "little-forty", "pass 2\nstock 2C AD\nwaste … 5S 7D\nc1 KC\nc2 KC\nc3 KD\nc4 KD\nc5 KH\nc6 KH\nc7 QS\nc8 QS\nc9 KS\nc10 QC")
	rest := len(s.Waste) - 2
	play(t, s, "d,wf,d")
	if s.Pass != 3 || len(s.Waste) != 0 || len(s.Stock) != rest+3 {
		t.Fatalf("after the redeal:\n%s", s)
	}
	tail := inOrder(s.Stock)[rest:]
	if got := words(tail, 0); !slices.Equal(got, []string{"5S", "7D", "2C"}) {
		t.Errorf("the stock ends in %v", got)
	}
}

// Reported of another program: the three came back in reversed order.
func TestUndoneDrawsComeAgainInTheSameOrder(t *testing.T) {
	eachVariant(t, func(t *testing.T, v *Variant) {
		g := New(v, 21)
		for g.State().CanDraw() {
			before := identity(g.State())
			if err := g.Play(Draw); err != nil {
				t.Fatal(err)
			}
			after, last := identity(g.State()), g.last
			if !g.Undo() || identity(g.State()) != before {
				t.Fatalf("undo of draw %d leads to\n%s", g.Cursor()+1, g.State())
			}
			if err := g.Play(Draw); err != nil || identity(g.State()) != after || g.last != last {
				t.Fatalf("draw %d made again leads to\n%s", g.Cursor(), g.State())
			}
		}
		// 22 draws in each of four passes, and three redeals; elsewhere one for each card of the stock.
		want := v.StockSize()
		if v.Slug == "little-forty" {
			want = 4*22 + 3
		}
		if g.Cursor() != want {
			t.Errorf("%d draws, want %d", g.Cursor(), want)
		}
	})
}

func TestUndoOfTheRedealPutsTheWasteBack(t *testing.T) {
	g := New(BySlug("little-forty"), 2)
	for len(g.State().Stock) > 0 {
		g.Play(Draw)
	}
	waste := slices.Clone(g.State().Waste)
	if err := g.Play(Draw); err != nil || g.State().Pass != 2 {
		t.Fatalf("no redeal: %v\n%s", err, g.State())
	}
	g.Undo()
	if s := g.State(); s.Pass != 1 || len(s.Stock) != 0 || !slices.Equal(s.Waste, waste) || s.RedealsLeft() != 3 {
		t.Errorf("the redeal undone leaves\n%s", g.State())
	}
}

func TestADrawSaysWhatLiesOnTopNow(t *testing.T) {
	for _, e := range []struct{ slug, stock, top string }{
		{"little-forty", "2C 3D 4H 5S …", "4H"},
		{"little-forty", "2C 3D", "3D"},
		{"forty-thieves", "2C 3D 4H …", "2C"},
	} {
		text := "stock " + e.stock
		if !strings.Contains(text, "…") {
			text += "\nwaste …"
		}
		step, err := position(t, e.slug, text).Apply(Draw)
		if want := (Step{Move: Draw, Card: step.Card}); err != nil || step != want || step.Card.String() != e.top {
			t.Errorf("%s, stock %s: %+v (%s), %v", e.slug, e.stock, step, step.Card, err)
		}
	}
}

// faceDown are the games with cards face down, and for each a column of which the last card moves.
var faceDown = map[string]string{
	"indian":        "(5S) 9H",
	"number-ten":    "(2D) (5S) 9H",
	"rank-and-file": "(KC) (2D) (5S) 9H",
}

// Reported of another program: after an undo the card stayed playable.
func TestAnUncoveredCardIsTurnedUpAndByUndoDownAgain(t *testing.T) {
	for slug, column := range faceDown {
		g := From(position(t, slug, "stock …\nc1 "+column+"\nc2 TC\nc3 6D"))
		before := g.State().Clone()
		if err := g.Play(move(t, "c1c2")); err != nil {
			t.Fatal(err)
		}
		col := g.State().Columns[0]
		down := before.Columns[0].Down
		if step, _ := g.Last(); col.Down != down-1 || step.Turned != col.Cards[down-1] || step.Turned.String() != "5S" {
			t.Fatalf("%s: moved off, %+v leaves\n%s", slug, step, g.State())
		}
		if want := "c1 " + strings.Replace(strings.TrimSuffix(column, " 9H"), "(5S)", "5S", 1) + "\n"; !strings.Contains(g.State().String(), want) {
			t.Errorf("%s: no line %q in\n%s", slug, want, g.State())
		}
		if !slices.Contains(g.State().Legal(), move(t, "c1c3")) {
			t.Errorf("%s: the card turned up cannot be played", slug)
		}
		g.Undo()
		if identity(g.State()) != identity(before) || slices.Contains(g.State().Legal(), move(t, "c1c3")) {
			t.Errorf("%s: undone:\n%s", slug, g.State())
		}
		g.Redo()
		if step, _ := g.Last(); step.Turned.String() != "5S" {
			t.Errorf("%s: redone, %+v", slug, step)
		}
	}
}

func TestACardOnAFaceUpOneTurnsNothing(t *testing.T) {
	s := position(t, "rank-and-file", "stock …\nc1 (2D) 5S 9H\nc2 TC\nc3 3S 8D 7S\nc4 9C")
	for _, m := range []string{"c1c2", "c3c4x2", "d"} {
		if step, err := s.Apply(move(t, m)); err != nil || step.Turned != 0 || s.Columns[0].Down != 1 {
			t.Errorf("%s: %+v, %v", m, step, err)
		}
	}
}

func TestTheLastCardOfAColumnLeavesItEmpty(t *testing.T) {
	s := position(t, "indian", "stock …\nc1 9H\nc2 TC\nc3 KC\nc4 KC\nc5 KD\nc6 KD\nc7 KH\nc8 KH\nc9 KS\nc10 KS")
	step, err := s.Apply(move(t, "c1c2"))
	if err != nil || step.Turned != 0 || len(s.Columns[0].Cards) != 0 || s.Columns[0].Down != 0 {
		t.Errorf("%+v, %v\n%s", step, err, s)
	}
}

func TestAStepSaysWhatMovedOntoWhat(t *testing.T) {
	s := position(t, "number-ten", "foundations 4C\nstock …\nwaste 5C\nc1 KD 9H 8S\nc2 TC\nc3 AD")
	for _, e := range []struct{ move, card, on string }{
		{"wf", "5C", "4C"}, {"c1c2x2", "9H", "TC"}, {"c3f", "AD", "--"}, {"c2c5x3", "TC", "--"}, {"c1c2", "KD", "--"},
	} {
		step, err := s.Apply(move(t, e.move))
		if err != nil || step.Move != move(t, e.move) || step.Card.String() != e.card || step.On.String() != e.on {
			t.Errorf("%s: %+v (%s on %s), %v", e.move, step, step.Card, step.On, err)
		}
	}
}

func TestLucasPlaysTwosHomeAtOnce(t *testing.T) {
	s := position(t, "lucas", "foundations AC AC AD AD AH AH AS AS\nstock …\nwaste 2S\nc1 2C\nc2 2C\nc3 3S\nc4 3C")
	play(t, s, "c1f,c2f,wf,c3f,c4f")
	if got, want := strings.Split(s.String(), "\n")[2], "foundations 3C 2C AD AD AH AH 3S AS"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// Either copy of a card goes to either foundation of its suit.
func TestTwinsGoToEitherFoundation(t *testing.T) {
	for _, e := range []struct{ moves, want string }{
		{"c1f,c2f", "7H 4H"}, {"c2f,c1f", "7H 4H"}, {"c1f,c3f", "8H 3H"}, {"c1f,c3f,c2f", "8H 4H"},
	} {
		s := position(t, "forty-thieves", "foundations 6H 3H\nstock …\nc1 7H\nc2 4H\nc3 8H")
		play(t, s, e.moves)
		if got := strings.Split(s.String(), "\n")[2]; got != "foundations "+e.want {
			t.Errorf("%s: %s, want %s", e.moves, got, e.want)
		}
	}
}
