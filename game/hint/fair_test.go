package hint_test

import (
	"context"
	"math/rand/v2"
	"reflect"
	"testing"

	"fortythieves/game"
	"fortythieves/game/gametest"
	"fortythieves/game/hint"
	"fortythieves/game/solver"
)

func TestAdviceIsLegalAndAlwaysTheSame(t *testing.T) {
	random := rand.New(rand.NewPCG(6, 6))
	var used solver.Solver
	for _, v := range game.Variants {
		for range 6 {
			w := wander(v, random, random.IntN(160))
			a := fair(t, w)
			b := hint.Fair(t.Context(), &used, hint.See(w.at), w.before, small)
			if !reflect.DeepEqual(a, b) {
				t.Fatalf("advice is %v, then %v:\n%s", a, b, w.at)
			}
			if a.Won+a.Lost > a.Ways || a.Wins > a.Won || a.Ways > small.Ways {
				t.Fatalf("the figures of %v:\n%s", a, w.at)
			}
			s := w.at.Clone()
			for _, m := range a.Moves {
				if _, err := s.Apply(m); err != nil {
					t.Fatalf("advice %v: %v\n%s", a.Moves, err, w.at)
				}
			}
			if len(a.Moves) > 1 && !s.Won() {
				t.Fatalf("the line %v does not win:\n%s", a.Moves, w.at)
			}
		}
	}
}

// upTo plays a won game of the variant until stop says so.
func upTo(t *testing.T, v *game.Variant, stop func(*game.State, int) bool) *game.State {
	t.Helper()
	g, err := game.Parse(gametest.Won(v.Slug))
	if err != nil {
		t.Fatal(err)
	}
	for n := 0; ; n++ {
		if g.Jump(n); stop(g.State(), len(g.Moves())-n) {
			return g.State()
		}
	}
}

func TestWhereNothingIsHiddenALineWins(t *testing.T) {
	for _, v := range game.Variants {
		s := upTo(t, v, func(s *game.State, left int) bool { return hint.See(s).Hidden() == 0 && s.Home() > 50 })
		a := hint.Fair(t.Context(), new(solver.Solver), hint.See(s), nil, hint.Budget{})
		if a.Verdict != solver.Won || a.Ways != 0 {
			t.Errorf("%s: %v", v.Slug, a)
		}
		s = s.Clone()
		for _, m := range a.Moves {
			s.Apply(m)
		}
		if !s.Won() {
			t.Errorf("%s: the line does not win", v.Slug)
		}
	}
}

func TestTheLastMoveIsAdvised(t *testing.T) {
	for _, v := range game.Variants {
		s := upTo(t, v, func(_ *game.State, left int) bool { return left == 1 })
		a := hint.Fair(t.Context(), new(solver.Solver), hint.See(s), nil, hint.Budget{})
		if a.Verdict != solver.Won || len(a.Moves) != 1 || a.Moves[0].To != game.Foundation {
			t.Errorf("%s: %v", v.Slug, a)
		}
	}
}

// stuck plays deals, hardly ever a card within the columns, until no move is left.
func stuck(v *game.Variant) *game.State {
	random := rand.New(rand.NewPCG(8, 8))
	for n := uint32(1); ; n++ {
		s := v.Deal(n)
		for range 150 {
			legal := s.Legal()
			if len(legal) == 0 {
				return s
			}
			m := legal[0]
			if random.IntN(3) == 0 {
				m = legal[random.IntN(len(legal))]
			}
			s.Apply(m)
		}
	}
}

func TestWhereNoMoveIsLeftNoneIsAdvised(t *testing.T) {
	for _, slug := range []string{"forty-thieves", "indian"} { // the second one with cards face down
		s := stuck(game.BySlug(slug))
		a := hint.Fair(t.Context(), new(solver.Solver), hint.See(s), nil, small)
		ways := min(hint.See(s).Hidden(), small.Ways)
		want := hint.Advice{Ways: ways, Lost: ways}
		if ways == 0 {
			want.Verdict = solver.Lost
		}
		if !reflect.DeepEqual(a, want) {
			t.Errorf("%s: %v", slug, a)
		}
	}
}

func TestAMoveBackIsAdvisedOnlyWhereItWins(t *testing.T) {
	random := rand.New(rand.NewPCG(10, 10))
	for _, v := range game.Variants {
		for range 10 {
			w := wander(v, random, 150)
			a := fair(t, w)
			if len(a.Moves) == 0 || a.Wins > 0 || a.Verdict == solver.Won {
				continue
			}
			s := w.at.Clone()
			s.Apply(a.Moves[0])
			for _, b := range w.before {
				if b.Key() == hint.See(s).Key() {
					t.Errorf("%s goes back:\n%s", a.Moves[0], w.at)
				}
			}
		}
	}
}

func TestChanceCountsWays(t *testing.T) {
	var sv solver.Solver
	ways, won, lost := hint.Chance(t.Context(), &sv, hint.See(game.BySlug("lucas").Deal(1)), hint.Budget{Ways: 6})
	if ways != 6 || won < 4 || lost > 0 {
		t.Errorf("Lucas is won in %d and lost in %d of %d ways", won, lost, ways)
	}
	s := upTo(t, game.Variants[0], func(_ *game.State, left int) bool { return left == 5 })
	if ways, won, lost := hint.Chance(t.Context(), &sv, hint.See(s), hint.Budget{}); ways != 1 || won != 1 || lost != 0 {
		t.Errorf("with nothing hidden, %d ways, %d won, %d lost", ways, won, lost)
	}
}

func TestAStoppedHintIsNone(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	stop()
	v := hint.See(game.Variants[0].Deal(1))
	if a := hint.Fair(ctx, new(solver.Solver), v, nil, hint.Budget{}); !reflect.DeepEqual(a, hint.Advice{}) {
		t.Error(a)
	}
}
