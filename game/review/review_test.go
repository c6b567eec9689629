package review

import (
	"errors"
	"slices"
	"testing"

	"fortythieves/game"
	"fortythieves/game/gametest"
	"fortythieves/game/solver"
)

// told answers for a game of n moves that is winnable up to won and lost from lost on, and counts what it is asked.
func told(t *testing.T, g *game.Game, won, lost int, asked *[]int) func(*game.State) (solver.Result, error) {
	at := map[string]int{}
	for i := range len(g.Moves()) + 1 {
		at[g.At(i).String()] = i
	}
	return func(s *game.State) (solver.Result, error) {
		i, ok := at[s.String()]
		if !ok {
			t.Fatalf("not a position of the game:\n%s", s)
		}
		*asked = append(*asked, i)
		switch {
		case i <= won:
			return solver.Result{Verdict: solver.Won, Moves: []game.Move{game.Draw}}, nil
		case i >= lost:
			return solver.Result{Verdict: solver.Lost}, nil
		}
		return solver.Result{}, nil
	}
}

// lostGame is a game of some sixty moves, not won.
func lostGame(t *testing.T) *game.Game {
	t.Helper()
	won, err := game.Parse(gametest.Won("lucas"))
	if err != nil {
		t.Fatal(err)
	}
	g := game.New(won.Variant(), won.Deal())
	for _, m := range won.Moves()[:60] {
		if err := g.Play(m); err != nil {
			t.Fatal(err)
		}
	}
	return g
}

func TestTheMoveThatLostIsFoundByHalves(t *testing.T) {
	g := lostGame(t)
	for won := range 60 {
		var asked []int
		r, err := Find(g, nil, 100, told(t, g, won, won+1, &asked))
		if err != nil || r.Won != won || r.Lost != won+1 || len(r.Line) != 1 {
			t.Errorf("won until %d: %+v, %v", won, r, err)
		}
		if n, ok := r.Move(60); !ok || n != won+1 {
			t.Errorf("won until %d: move %d, %v", won, n, ok)
		}
		if len(asked) > 7 {
			t.Errorf("won until %d: %d positions were searched: %v", won, len(asked), asked)
		}
	}
}

func TestUndecidedPositionsAreLeftAside(t *testing.T) {
	g := lostGame(t)
	for _, c := range []struct{ won, lost int }{{10, 40}, {-1, 30}, {20, 61}, {60, 61}, {-1, 61}, {0, 60}} {
		var asked []int
		r, err := Find(g, nil, 1000, told(t, g, c.won, c.lost, &asked))
		if err != nil || r.Won != c.won || r.Lost != c.lost {
			t.Errorf("%+v: %+v, %v", c, r, err)
		}
		slices.Sort(asked)
		if len(slices.Compact(asked)) != len(asked) {
			t.Errorf("%+v: some were searched twice: %v", c, asked)
		}
		if _, ok := r.Move(60); ok {
			t.Errorf("%+v: it names a move", c)
		}
		for at, want := range map[int]solver.Verdict{c.won: solver.Won, c.lost: solver.Lost, c.won + 1: solver.Unknown} {
			if at >= 0 && at <= 60 && r.Of(at) != want && c.lost > c.won+1 {
				t.Errorf("%+v: position %d is %s", c, at, r.Of(at))
			}
		}
	}
}

func TestAReviewTriesNoMoreThanItMay(t *testing.T) {
	g := lostGame(t)
	var asked []int
	if _, err := Find(g, nil, 9, told(t, g, -1, 61, &asked)); err != nil || len(asked) != 9 {
		t.Errorf("%d, %v", len(asked), err)
	}
	wrong := errors.New("no time")
	if _, err := Find(g, nil, 9, func(*game.State) (solver.Result, error) { return solver.Result{}, wrong }); !errors.Is(err, wrong) {
		t.Errorf("error %v", err)
	}
}

func TestAKnownLineSavesTheSearchOfWhatFollowsIt(t *testing.T) {
	g := lostGame(t)
	won, _ := game.Parse(gametest.Won("lucas"))
	line := slices.Clone(won.Moves())
	var asked []int
	r, err := Find(g, line, 9, told(t, g, 60, 61, &asked))
	if err != nil || len(asked) != 0 || r.Won != 60 || len(r.Line) != len(line)-60 {
		t.Errorf("%+v, %v after %v", r, err, asked)
	}
}

func TestTheStoredFormIsReadAgain(t *testing.T) {
	for _, r := range []Review{{-1, 61, nil}, {12, 13, []game.Move{game.Draw, {From: game.Waste, To: game.Foundation, N: 1}}}} {
		got, err := Parse(r.String())
		if err != nil || got.Won != r.Won || got.Lost != r.Lost || !slices.Equal(got.Line, r.Line) {
			t.Errorf("%q is read as %+v, %v", r, got, err)
		}
	}
	for _, text := range []string{"", "x", "1", "1 x", "1 2 nonsense"} {
		if r, err := Parse(text); err == nil {
			t.Errorf("%q is read as %+v", text, r)
		}
	}
}
