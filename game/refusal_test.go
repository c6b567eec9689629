package game

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
)

// shared is a position in which most reasons can be met, in any variant with ten columns or more.
const shared = `foundations 5H 2H 4S 4S 3D
stock TC …
waste 3C 9C
c1 KC TS 9S
c2 9D 4C
c3 TH
c4 AC
c5 JS
c6 9H
c7 KD QS JD
c8 5D 3H
c9 7S 6S
`

// refusals are moves that the rules do not allow, for each reason. The card that was to move and the
// one it was to go on are part of the answer.
var refusals = []struct {
	reason   Reason
	slug     string
	position string
	move     Move
	card, on string
	most     int
}{
	{Malformed, "forty-thieves", shared, Move{Stock, Column(0), 1}, "", "", 0},
	{Malformed, "forty-thieves", shared, Move{Stock, Stock, 1}, "", "", 0},
	{Malformed, "forty-thieves", shared, Move{Stock, Foundation, 1}, "", "", 0},
	{Malformed, "forty-thieves", shared, Move{Stock, Waste, 2}, "", "", 0},
	{Malformed, "forty-thieves", shared, Move{Stock, Waste, 0}, "", "", 0},
	{Malformed, "forty-thieves", shared, Move{Waste, Stock, 1}, "", "", 0},
	{Malformed, "forty-thieves", shared, Move{Waste, Waste, 1}, "", "", 0},
	{Malformed, "forty-thieves", shared, Move{Column(0), Waste, 1}, "", "", 0},
	{Malformed, "forty-thieves", shared, Move{Column(0), Stock, 1}, "", "", 0},
	{Malformed, "forty-thieves", shared, Move{Column(0), Column(1), 0}, "", "", 0},
	{Malformed, "forty-thieves", shared, Move{Column(0), Column(1), 105}, "", "", 0},
	{Malformed, "forty-thieves", shared, Move{Column(0), Column(10), 1}, "", "", 0},
	{Malformed, "forty-thieves", shared, Move{Column(10), Column(0), 1}, "", "", 0},
	{Malformed, "lucas", shared, Move{Column(0), Column(13), 1}, "", "", 0},
	{Malformed, "forty-thieves", shared, Move{255, 255, 1}, "", "", 0},

	{GameOver, "forty-thieves", won, Draw, "", "", 0},
	{GameOver, "little-forty", won, Draw, "", "", 0},
	{GameOver, "lucas", won, Move{Column(0), Column(1), 1}, "", "", 0},
	{GameOver, "lucas", won, Move{Foundation, Column(1), 1}, "", "", 0},

	{StockEmpty, "forty-thieves", "c1 …", Draw, "", "", 0},
	{StockEmpty, "little-forty", "c1 …", Draw, "", "", 0},
	{NoRedeal, "forty-thieves", "waste …", Draw, "", "", 0},
	{NoRedeal, "indian", "waste KC\nc1 …", Draw, "", "", 0},
	{NoRedeal, "little-forty", "pass 4\nwaste …", Draw, "", "", 0},

	{EmptyPile, "forty-thieves", "c1 …", Move{Waste, Foundation, 1}, "", "", 0},
	{EmptyPile, "forty-thieves", "c1 …", Move{Waste, Column(0), 1}, "", "", 0},
	{EmptyPile, "forty-thieves", shared, Move{Column(9), Column(0), 1}, "", "", 0},
	{EmptyPile, "number-ten", shared, Move{Column(9), Foundation, 3}, "", "", 0},

	{NotTop, "forty-thieves", shared, Move{Waste, Column(0), 2}, "", "", 0},
	{NotTop, "number-ten", shared, Move{Waste, Foundation, 2}, "", "", 0},
	{NotTop, "forty-thieves", shared, Move{Column(0), Column(1), 4}, "", "", 0},
	{NotTop, "number-ten", shared, Move{Column(0), Column(1), 104}, "", "", 0},

	{FaceDown, "indian", "stock …\nc1 (5S) 9H\nc2 TC", Move{Column(0), Column(1), 2}, "", "", 0},
	{FaceDown, "rank-and-file", "stock …\nc1 (KC) (5S) (TS) 9H", Move{Column(0), Column(1), 2}, "", "", 0},
	{FaceDown, "number-ten", "stock …\nc1 (KC) (5S) TS 9H", Move{Column(0), Foundation, 3}, "", "", 0},

	{OneCard, "forty-thieves", shared, Move{Column(1), Column(4), 2}, "9D", "", 0},
	{OneCard, "forty-thieves", shared, Move{Column(0), Column(9), 3}, "KC", "", 0},
	{OneCard, "indian", "stock …\nc1 (5S) TS 9S", Move{Column(0), Column(1), 2}, "TS", "", 0},
	{OneHome, "forty-thieves", shared, Move{Column(8), Foundation, 2}, "7S", "", 0},
	{OneHome, "number-ten", shared, Move{Column(1), Foundation, 2}, "9D", "", 0},
	{NotRun, "number-ten", shared, Move{Column(0), Column(9), 2}, "TS", "", 0},
	{NotRun, "little-forty", shared, Move{Column(0), Column(9), 2}, "TS", "", 0},
	{NotRun, "number-ten", shared, Move{Column(0), Column(9), 3}, "KC", "", 0},

	{TooFewColumns, "forty-thieves", shared, Move{Column(0), Column(9), 2}, "TS", "", 1},
	{TooFewColumns, "indian", "stock …\nc1 9H 8C 7D\nc2 TS\nc3 KC\nc4 KC\nc5 KD\nc6 KD\nc7 KS\nc8 KS\nc9 KH", Move{Column(0), Column(1), 3}, "9H", "", 2},

	{WrongRank, "forty-thieves", shared, Move{Column(0), Column(5), 1}, "9S", "9H", 0},
	{WrongRank, "forty-thieves", shared, Move{Waste, Column(4), 1}, "9C", "JS", 0},
	{WrongRank, "number-ten", shared, Move{Column(6), Column(4), 3}, "KD", "JS", 0},
	{WrongRank, "indian", shared, Move{Column(4), Column(2), 1}, "JS", "TH", 0},
	{WrongSuit, "forty-thieves", shared, Move{Waste, Column(2), 1}, "9C", "TH", 0},
	{WrongSuit, "limited", shared, Move{Column(0), Column(2), 1}, "9S", "TH", 0},
	{SuitTwice, "indian", shared, Move{Column(5), Column(2), 1}, "9H", "TH", 0},
	{SuitTwice, "little-forty", shared, Move{Column(5), Column(2), 1}, "9H", "TH", 0},
	{WrongColour, "streets", shared, Move{Column(5), Column(2), 1}, "9H", "TH", 0},
	{WrongColour, "maria", "stock …\nc1 9D\nc2 TH", Move{Column(0), Column(1), 1}, "9D", "TH", 0},
	{WrongColour, "number-ten", "stock …\nc1 9D 8S\nc2 TH", Move{Column(0), Column(1), 2}, "9D", "TH", 0},
	{OnAce, "forty-thieves", shared, Move{Column(1), Column(3), 1}, "4C", "AC", 0},
	{OnAce, "streets", shared, Move{Waste, Column(3), 1}, "9C", "AC", 0},

	// The card that must go home first, not just any that the foundations wait for.
	{FoundationNeeds, "forty-thieves", shared, Move{Column(2), Foundation, 1}, "TH", "6H", 0},
	{FoundationNeeds, "forty-thieves", shared, Move{Column(8), Foundation, 1}, "6S", "5S", 0},
	{FoundationNeeds, "forty-thieves", shared, Move{Column(1), Foundation, 1}, "4C", "AC", 0},
	{FoundationNeeds, "number-ten", shared, Move{Waste, Foundation, 1}, "9C", "AC", 0},
	{FoundationNeeds, "forty-thieves", "foundations 5H\nstock …\nc1 3H", Move{Column(0), Foundation, 1}, "3H", "AH", 0},
	{FoundationNeeds, "forty-thieves", "foundations 7H 2H\nstock …\nc1 5H", Move{Column(0), Foundation, 1}, "5H", "3H", 0},
	{FoundationNeeds, "forty-thieves", "foundations 7H 2H\nstock …\nc1 9H", Move{Column(0), Foundation, 1}, "9H", "8H", 0},
	{FoundationNeeds, "forty-thieves", "foundations 2H 7H\nstock …\nc1 9H", Move{Column(0), Foundation, 1}, "9H", "8H", 0},
	{FoundationNeeds, "forty-thieves", "foundations QH QH\nstock …\nc1 QC", Move{Column(0), Foundation, 1}, "QC", "AC", 0},

	{FromFoundation, "forty-thieves", shared, Move{Foundation, Column(0), 1}, "", "", 0},
	{FromFoundation, "forty-thieves", shared, Move{Foundation, Foundation, 1}, "", "", 0},
	{FromFoundation, "number-ten", shared, Move{Foundation, Waste, 1}, "", "", 0},
	{SamePile, "forty-thieves", shared, Move{Column(0), Column(0), 1}, "", "", 0},
	{SamePile, "number-ten", shared, Move{Column(9), Column(9), 1}, "", "", 0},
}

// won is a position with all cards home.
const won = "foundations KC KC KD KD KH KH KS KS"

func TestEachMoveIsRefusedForItsReason(t *testing.T) {
	met := map[Reason]bool{TooLong: true} // of games; another test's
	for _, e := range refusals {
		s := position(t, e.slug, e.position)
		before := identity(s)
		_, err := s.Apply(e.move)
		r, ok := err.(*Refusal)
		if !ok {
			t.Errorf("%s in %s: %v, want %s", e.move, e.slug, err, e.reason)
			continue
		}
		met[r.Reason] = true
		if r.Reason != e.reason || name(r.Card) != e.card || name(r.On) != e.on || r.Most != e.most {
			t.Errorf("%s in %s: %s of %s on %s, at most %d; want %s of %s on %s, at most %d",
				e.move, e.slug, r.Reason, r.Card, r.On, r.Most, e.reason, e.card, e.on, e.most)
		}
		if r.Move != e.move || r.Build != s.Variant.Build {
			t.Errorf("%s in %s: the move is %v, the rule %d", e.move, e.slug, r.Move, r.Build)
		}
		if identity(s) != before {
			t.Errorf("%s in %s changed the position to\n%s", e.move, e.slug, s)
		}
		if err := From(s).Play(e.move); *err.(*Refusal) != *r {
			t.Errorf("%s in %s: as a game %v", e.move, e.slug, err)
		}
	}
	if got := slices.Sorted(maps.Keys(met)); !slices.Equal(got, slices.Sorted(slices.Values(reasons))) {
		t.Errorf("the reasons met are %v", got)
	}
}

// name is the text of a card, "" for none.
func name(c Card) string {
	if c == 0 {
		return ""
	}
	return c.String()
}

func TestAHiddenCardIsNeverNamed(t *testing.T) {
	for slug, column := range faceDown {
		s := position(t, slug, "stock …\nc1 "+column+"\nc2 TC")
		for n := 2; n <= len(s.Columns[0].Cards); n++ {
			for _, to := range []Pile{Foundation, Column(1), Column(2)} {
				if r := s.why(Move{Column(0), to, uint8(n)}); r.Reason != FaceDown || r.Card != 0 || r.On != 0 {
					t.Errorf("%s: %+v", slug, r)
				}
			}
		}
	}
}

func TestARefusalSaysTheMoveAndTheReason(t *testing.T) {
	_, err := position(t, "forty-thieves", shared).Apply(move(t, "c2c5x2"))
	if err == nil || err.Error() != "c2c5x2: one-card" {
		t.Errorf("the error is %v", err)
	}
}

// A card is moved to and fro as often as a game can be long.
func TestAGameHasAtMostMaxMovesMoves(t *testing.T) {
	text := "stock …\nc1 9H\nc2 TH\nc3 TH\nc4 4S 3S\nc5 5S"
	g := From(position(t, "forty-thieves", text))
	for i := range MaxMoves {
		from := []string{"c1c2", "c2c3", "c3c2"}[min(i, 1+(i+1)%2)]
		if err := g.Play(move(t, from)); err != nil {
			t.Fatalf("move %d: %v", i+1, err)
		}
	}
	before := g.String()
	for _, m := range []string{"d", "c3c1", "c4c5x2"} {
		checkRefusal(t, g.State(), g.Play(move(t, m)), Refusal{Move: move(t, m), Reason: TooLong})
	}
	checkRefusal(t, g.State(), g.Play(move(t, "c4c4")), Refusal{Move: move(t, "c4c4"), Reason: SamePile})
	if g.String() != before || g.Cursor() != MaxMoves {
		t.Errorf("the refused moves left %d", g.Cursor())
	}
	// Two moves are left for a shorthand that stands for three.
	g.Jump(MaxMoves - 2)
	checkRefusal(t, g.State(), g.Play(move(t, "c4c5x2")), Refusal{Move: move(t, "c4c5x2"), Reason: TooLong})
	if len(g.Moves()) != MaxMoves {
		t.Error("what could be redone is cut by a refused move")
	}
	g.Jump(MaxMoves - 3)
	if err := g.Play(move(t, "c4c5x2")); err != nil || g.Cursor() != MaxMoves {
		t.Errorf("%d moves, %v", g.Cursor(), err)
	}
}

func TestALogOfMoreThanMaxMovesIsAnError(t *testing.T) {
	deal, there, back := toAndFro(t)
	log := strings.Repeat(there.String()+","+back.String()+",", MaxMoves/2)
	if _, err := Load(BySlug("streets"), deal, MaxMoves, strings.TrimSuffix(log, ",")); err != nil {
		t.Fatal(err)
	}
	_, err := Load(BySlug("streets"), deal, 0, log+there.String())
	if want := fmt.Sprintf("move %d: %s: too-long", MaxMoves+1, there); err == nil || err.Error() != want {
		t.Errorf("the error is %v, want %s", err, want)
	}
}

// toAndFro is a deal of Streets in which a card can go to another column and back.
func toAndFro(t *testing.T) (deal uint32, there, back Move) {
	t.Helper()
	for n := uint32(1); n < 1000; n++ {
		s := BySlug("streets").Deal(n)
		for _, m := range s.Legal() {
			after := s.Clone()
			after.apply(m)
			if back := (Move{m.To, m.From, 1}); m != Draw && slices.Contains(after.Legal(), back) {
				return n, m, back
			}
		}
	}
	t.Fatal("no such deal")
	return 0, Move{}, Move{}
}
