package game

import (
	"slices"
	"strings"
	"testing"
)

// What is read is written in a form that is read as the same and does not change any more.

func FuzzParseMove(f *testing.F) {
	for _, s := range []string{"d", "wf", "wc5", "c3c7", "c13f", "c3c7x4", "c1c2x104", "c1c2x1", "c14f", "x", "", "c1c2x0", "d "} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		m, err := ParseMove(s)
		if err != nil {
			return
		}
		if again, err := ParseMove(m.String()); err != nil || again != m {
			t.Fatalf("%q is %v, read back as %v, %v", s, m, again, err)
		}
		if m.N < 1 || m.N > 104 || m.String() != strings.TrimSuffix(s, "x1") {
			t.Fatalf("%q is written as %s", s, m)
		}
		for _, v := range Variants {
			s := v.Deal(1)
			before := identity(s)
			if _, err := s.Apply(m); err != nil && identity(s) != before {
				t.Fatalf("%s changed the state", m)
			}
		}
	})
}

func FuzzParseMoves(f *testing.F) {
	for _, s := range []string{"", " ", "d", "d,d", "d, wf,c1c2x3", ",", "d,", "c1f\n,c2f", "d,x"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		moves, err := ParseMoves(s)
		if err != nil {
			return
		}
		text := FormatMoves(moves)
		again, err := ParseMoves(text)
		if err != nil || !slices.Equal(again, moves) || FormatMoves(again) != text {
			t.Fatalf("%q is %q, read back as %v, %v", s, text, again, err)
		}
		if len(moves) > strings.Count(s, ",")+1 {
			t.Fatalf("%q has %d moves", s, len(moves))
		}
	})
}

func FuzzParseGame(f *testing.F) {
	for _, s := range []string{
		"forty-thieves 1 0", "lucas 1234567 2 d,d,d", "little-forty 17 0 d", " maria  5 1  d ", "indian 4294967295 0",
		"klondike 1 0", "lucas 0 0", "lucas 1 9 d", "lucas 1 0 wf", "rank-and-file 3 1 d,c1c2x2", "",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		g, err := Parse(s)
		if err != nil {
			return
		}
		again, err := Parse(g.String())
		if err != nil || again.String() != g.String() || identity(again.State()) != identity(g.State()) {
			t.Fatalf("%q is %q, read back as %v, %v", s, g, again, err)
		}
		checkCards(t, g.State())
	})
}

func FuzzParsePosition(f *testing.F) {
	for _, v := range Variants {
		f.Add(v.Deal(1).String())
	}
	for _, s := range []string{
		"", "variant", "variant klondike", "variant lucas\npass 2", "variant maria\nc1 (KH)", "variant maria\nc1 KH (KH)",
		won, "variant streets\n" + won, completed("variant streets\n" + won), completed("variant indian\nstock …"),
		completed("variant number-ten\npass 1\nwaste 4C\nc1 (KC) …"), completed("variant little-forty\npass 3\n" + shared),
		"variant maria\nc1 KH KH KH",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s, err := ParsePosition(text)
		if err != nil {
			if e, ok := err.(*PositionError); !ok || e.Line < 0 || e.Line > strings.Count(text, "\n")+1 || e.Text == "" {
				t.Fatalf("the error is %#v", err)
			}
			return
		}
		checkCards(t, s)
		again, err := ParsePosition(s.String())
		if err != nil || again.String() != s.String() {
			t.Fatalf("%q is\n%s, read back as\n%v, %v", text, s, again, err)
		}
		for _, m := range s.AppendShorthand(s.Legal()) { // none may panic, or lose a card
			after := From(s.Clone())
			if err := after.Play(m); err != nil {
				t.Fatal(err)
			}
			checkCards(t, after.State())
		}
		s.Shuttling()
	})
}
