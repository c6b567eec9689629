package game

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// Ten thousand random moves of each game, over as many deals as they need.
func TestAllCardsAreThereAfterEveryMove(t *testing.T) {
	eachVariant(t, func(t *testing.T, v *Variant) {
		r := dice(1)
		var s *State
		deal := uint32(0)
		for n := range few(10_000) {
			if n%400 == 0 {
				s = nil
			}
			var m Move
			ok := false
			if s != nil {
				m, ok = anyMove(r, s)
			}
			if !ok {
				deal++
				s = v.Deal(deal)
				checkCards(t, s)
				m, _ = anyMove(r, s)
			}
			if _, err := s.Apply(m); err != nil {
				t.Fatal(err)
			}
			checkCards(t, s)
		}
	})
}

// randomGame is a game after n random moves, or fewer where it got stuck, with the identities of all
// the states that it met.
func randomGame(t *testing.T, r *rand.Rand, v *Variant, n int) (g *Game, met []string) {
	t.Helper()
	g = New(v, 1+r.Uint32())
	met = append(met, identity(g.State()))
	for range n {
		m, ok := anyMove(r, g.State())
		if !ok {
			break
		}
		if err := g.Play(m); err != nil {
			t.Fatal(err)
		}
		met = append(met, identity(g.State()))
	}
	return g, met
}

func TestUndoToTheStartAndRedoToTheEndMeetTheSameStates(t *testing.T) {
	eachVariant(t, func(t *testing.T, v *Variant) {
		r := dice(2)
		for range few(10) {
			g, met := randomGame(t, r, v, 200)
			end := g.Cursor()
			for i := end - 1; i >= 0; i-- {
				if !g.Undo() || g.Cursor() != i || identity(g.State()) != met[i] {
					t.Fatalf("undo to move %d meets another state\n%s", i, g.State())
				}
				checkCards(t, g.State())
			}
			if g.Undo() || g.Cursor() != 0 || identity(g.State()) != met[0] {
				t.Fatal("undo goes on before the deal")
			}
			for i := 1; i <= end; i++ {
				if !g.Redo() || g.Cursor() != i || identity(g.State()) != met[i] {
					t.Fatalf("redo to move %d meets another state\n%s", i, g.State())
				}
				checkCards(t, g.State())
			}
			if g.Redo() || g.Cursor() != end || identity(g.State()) != met[end] {
				t.Fatal("redo goes on after the last move")
			}
		}
	})
}

func TestARestartKeepsTheMovesForRedo(t *testing.T) {
	eachVariant(t, func(t *testing.T, v *Variant) {
		g, met := randomGame(t, dice(3), v, 60)
		moves := slices.Clone(g.Moves())
		g.Jump(0)
		if g.Cursor() != 0 || identity(g.State()) != met[0] || identity(g.State()) != identity(v.Deal(g.Deal())) {
			t.Fatalf("after a restart the state is\n%s", g.State())
		}
		if !slices.Equal(g.Moves(), moves) {
			t.Fatal("the moves are gone")
		}
		for g.Redo() {
		}
		if g.Cursor() != len(moves) || identity(g.State()) != met[len(moves)] {
			t.Fatal("the moves lead elsewhere now")
		}
	})
}

func TestANewMoveCutsWhatCouldBeRedone(t *testing.T) {
	g := New(BySlug("forty-thieves"), 1)
	for range 5 {
		if err := g.Play(Draw); err != nil {
			t.Fatal(err)
		}
	}
	g.Jump(2)
	refused := Move{Waste, Stock, 1}
	if g.Play(refused) == nil || len(g.Moves()) != 5 || g.Cursor() != 2 {
		t.Fatalf("a refused move left %s", g)
	}
	if err := g.Play(Draw); err != nil {
		t.Fatal(err)
	}
	if got, want := g.String(), "forty-thieves 1 3 d,d,d"; got != want || g.Redo() {
		t.Errorf("the game is %q, want %q", got, want)
	}
}

// book follows a game with a list of the states at each move of its log.
type book struct {
	g   *Game
	met []string
}

// act does one random thing to the game and to the list.
func (b *book) act(t *testing.T, r *rand.Rand) {
	t.Helper()
	switch k := r.IntN(100); {
	case k < 60:
		b.play(t, r)
	case k < 75:
		if any := b.g.Cursor() > 0; b.g.Undo() != any {
			t.Fatalf("something to undo: %v, and undo says otherwise", any)
		}
	case k < 88:
		if any := b.g.Cursor() < len(b.g.Moves()); b.g.Redo() != any {
			t.Fatalf("something to redo: %v, and redo says otherwise", any)
		}
	case k < 90:
		b.g.Jump(0)
	case k < 94:
		b.g.Jump(r.IntN(len(b.g.Moves()) + 1))
	default:
		b.reload(t)
	}
}

// play makes a random move, now and then of several cards where that is a shorthand.
func (b *book) play(t *testing.T, r *rand.Rand) {
	t.Helper()
	m, ok := anyMove(r, b.g.State())
	if several := b.g.State().AppendShorthand(nil); len(several) > 0 && r.IntN(2) == 0 {
		m, ok = several[r.IntN(len(several))], true
	}
	if !ok {
		return
	}
	before := b.g.Cursor()
	if err := b.g.Play(m); err != nil {
		t.Fatal(err)
	}
	b.met = b.met[:before+1]
	s := b.g.State().Clone()
	s.Set(b.g.start)
	for i, single := range b.g.Moves() {
		if _, err := s.Apply(single); err != nil {
			t.Fatal(err)
		}
		if i >= before {
			b.met = append(b.met, identity(s))
		}
	}
}

// reload reads the game's text form back.
func (b *book) reload(t *testing.T) {
	t.Helper()
	again, err := Parse(b.g.String())
	if err != nil {
		t.Fatal(err)
	}
	if again.String() != b.g.String() || !slices.Equal(again.Moves(), b.g.Moves()) || again.last != b.g.last {
		t.Fatalf("%s is read back as %s", b.g, again)
	}
	b.g = again
}

func TestWhateverIsDoneTheGameIsWhereItsLogSays(t *testing.T) {
	eachVariant(t, func(t *testing.T, v *Variant) {
		r := dice(5)
		for range few(4) {
			b := &book{g: New(v, 1+r.Uint32N(1e6))}
			b.met = []string{identity(b.g.State())}
			for range 300 {
				b.act(t, r)
				checkCards(t, b.g.State())
				if len(b.met) != len(b.g.Moves())+1 || identity(b.g.State()) != b.met[b.g.Cursor()] {
					t.Fatalf("%s is not where it was at move %d", b.g, b.g.Cursor())
				}
			}
		}
	})
}

// reasons are the declared ones.
var reasons = []Reason{Malformed, GameOver, TooLong, StockEmpty, NoRedeal, EmptyPile, NotTop, FaceDown, OneCard, OneHome,
	NotRun, TooFewColumns, WrongRank, WrongSuit, SuitTwice, WrongColour, OnAce, FoundationNeeds, FromFoundation, SamePile}

// tryAll tries moves of all piles and counts. Those that are legal, and no others, must be accepted; a
// refusal must give a declared reason and leave the state alone.
func tryAll(t *testing.T, s *State, piles []Pile, counts []uint8) {
	t.Helper()
	legal := map[Move]bool{}
	for _, m := range s.Legal() {
		if slices.Contains(counts, m.N) {
			legal[m] = true
		}
	}
	before, work := identity(s), s.Clone()
	accepted := 0
	for _, from := range piles {
		for _, to := range piles {
			for _, n := range counts {
				m := Move{from, to, n}
				_, err := work.Apply(m)
				if (err == nil) != legal[m] {
					t.Fatalf("%v legal: %v, but the error is %v in\n%s", m, legal[m], err, s)
				}
				if err == nil {
					accepted++
					work.Set(s)
				} else if r, ok := err.(*Refusal); !ok || r.Move != m || !slices.Contains(reasons, r.Reason) {
					t.Fatalf("%v is refused with %#v", m, err)
				}
			}
			if identity(work) != before {
				t.Fatalf("a refused move from %s to %s changed the state to\n%s", from, to, work)
			}
		}
	}
	if accepted != len(legal) {
		t.Fatalf("%d moves accepted, %d legal", accepted, len(legal))
	}
}

// span lists the numbers from a to b.
func span[T ~uint8](a, b int) []T {
	var list []T
	for n := a; n <= b; n++ {
		list = append(list, T(n))
	}
	return list
}

func TestApplyAcceptsExactlyWhatLegalLists(t *testing.T) {
	counts := append(span[uint8](0, 105), 255)
	piles := append(span[Pile](0, 17), 127, 128, 254, 255)
	eachVariant(t, func(t *testing.T, v *Variant) {
		r := dice(6)
		for range few(10) {
			tryAll(t, midgame(r, v, r.IntN(250)), piles, counts)
		}
		tryAll(t, endgame(t, r, v), piles, counts)
	})
}

// All 256 values of a pile, with the counts at which something changes.
func TestPilesThatDoNotExistAreRefused(t *testing.T) {
	eachVariant(t, func(t *testing.T, v *Variant) {
		tryAll(t, midgame(dice(7), v, 80), span[Pile](0, 255), []uint8{0, 1, 2, 105})
	})
}

func TestLegalListsEachMoveOnceInAFixedOrder(t *testing.T) {
	s := position(t, "little-forty", "foundations 4C\nstock …\nwaste 5C\nc1 KD 9H 8S\nc2 9D\nc3 6C\nc4 9C\nc5 KH\nc6 KS\nc7 KC\nc8 KC\nc10 KD")
	want := "d,wf,wc9,c1c2,c1c4,c1c9,c1c9x2,c2c9,c3c9,c4c9,c5c9,c6c9,c7c9,c8c9,c10c9"
	if got := FormatMoves(s.Legal()); got != want {
		t.Errorf("legal are\n%s, want\n%s", got, want)
	}
	dst := []Move{{From: 9}}
	if got := s.AppendLegal(dst); got[0] != dst[0] || !slices.Equal(got[1:], s.Legal()) {
		t.Errorf("appended are %v", got)
	}
}

func TestACloneSharesNothing(t *testing.T) {
	eachVariant(t, func(t *testing.T, v *Variant) {
		r := dice(8)
		s := midgame(r, v, 50)
		before := identity(s)
		c := s.Clone()
		if identity(c) != before || c.Variant != v {
			t.Fatal("the clone differs")
		}
		for range 100 {
			m, ok := anyMove(r, c)
			if !ok {
				break
			}
			c.apply(m)
		}
		if identity(s) != before {
			t.Error("moves of the clone change the state")
		}
		if c.Set(s); identity(c) != before {
			t.Error("set back, the clone differs")
		}
	})
}
