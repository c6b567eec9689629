package solver

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fortythieves/game"
)

// fixture reads a position of testdata, with old texts replaced by new ones.
func fixture(t *testing.T, name string, oldnew ...string) *game.State {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	s, err := game.ParsePosition(strings.NewReplacer(oldnew...).Replace(string(text)))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// verdictAfter solves the position after moves.
func verdictAfter(t *testing.T, s *game.State, moves string) Verdict {
	t.Helper()
	list, err := game.ParseMoves(moves)
	if err != nil {
		t.Fatal(err)
	}
	u := s.Clone()
	for _, m := range list {
		if _, err := u.Apply(m); err != nil {
			t.Fatal(err)
		}
	}
	r := Solve(t.Context(), u, Budget{})
	check(t, u, r)
	plain := new(Solver).solve(t.Context(), u, Budget{}, planOf(u.Variant), options{free: true, noDead: true})
	if plain.Verdict != r.Verdict {
		t.Errorf("after %q it is %s, without forced moves and proofs of death %s", moves, r.Verdict, plain.Verdict)
	}
	return r.Verdict
}

func expect(t *testing.T, s *game.State, want map[string]Verdict) {
	t.Helper()
	for moves, w := range want {
		if got := verdictAfter(t, s, moves); got != w {
			t.Errorf("after %q it is %s, want %s", moves, got, w)
		}
	}
}

func TestOnlyOneOfTwinsWins(t *testing.T) {
	expect(t, fixture(t, "twins.txt"), map[string]Verdict{"": Won, "c8f": Won, "c1f": Lost})
	expect(t, fixture(t, "twins-streets.txt"), map[string]Verdict{"": Won, "c1f": Won, "c3f": Lost})
}

// Where columns build in suit only JS could go on QS, and both are home: QS goes home safely. In the
// other colour a red jack needs it.
func TestAMoveThatOneRuleForcesLosesByAnother(t *testing.T) {
	s := fixture(t, "other-rules.txt")
	expect(t, s, map[string]Verdict{"": Won, "c8f": Lost})
	inSuit := fixture(t, "other-rules.txt", "streets", "forty-thieves")
	var p, q position
	p.set(s)
	q.set(inSuit)
	queen := face(s.Columns[7].Cards[2].Face())
	here, there := rulesOf(s.Variant), rulesOf(inSuit.Variant)
	if p.safe(&here, queen) || !q.safe(&there, queen) {
		t.Errorf("%s is not safe in suit alone", s.Columns[7].Cards[2])
	}
}

// Two cards that change places in the stock, of different threes: the one that comes up on top wins.
func TestTheOrderOfThreesDecides(t *testing.T) {
	expect(t, fixture(t, "threes.txt"), map[string]Verdict{"": Won})
	expect(t, fixture(t, "threes.txt", "3S 4H 9D TH 8D", "8D 4H 9D TH 3S"), map[string]Verdict{"": Lost})
}
