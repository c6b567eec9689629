package game

import (
	"strings"
	"testing"
)

func TestGamesAreReadAndWritten(t *testing.T) {
	for _, line := range []string{
		"forty-thieves 1 0",
		"lucas 4294967295 0",
		"forty-thieves 1234567 0 d",
		"forty-thieves 1234567 1 d",
		"little-forty 17 2 d,d,d",
		"indian 17 3 d,d,d",
	} {
		g, err := Parse(line)
		if err != nil {
			t.Errorf("%q: %v", line, err)
			continue
		}
		if g.String() != line {
			t.Errorf("%q is written as %q", line, g)
		}
		if f := strings.Fields(line); g.Variant() != BySlug(f[0]) || len(g.State().Waste) != g.Cursor()*g.Variant().Draw {
			t.Errorf("%q is %s with %v", line, g.Variant().Slug, g.State().Waste)
		}
	}
	g, err := Parse("\t maria  0017   0  ")
	if err != nil || g.String() != "maria 17 0" || g.Deal() != 17 {
		t.Errorf("%v, %v", g, err)
	}
}

func TestADamagedGameIsAnError(t *testing.T) {
	for line, want := range map[string]string{
		"":                             "a game has 3 or 4 fields (game, deal, cursor, moves), not 0",
		"lucas 1":                      "a game has 3 or 4 fields (game, deal, cursor, moves), not 2",
		"lucas 1 0 d d":                "a game has 3 or 4 fields (game, deal, cursor, moves), not 5",
		"klondike 1 0":                 `unknown game "klondike"; there are ` + Slugs(),
		"lucas 0 0":                    `"0" is not a deal number (1 to 4294967295)`,
		"lucas -1 0":                   `"-1" is not a deal number (1 to 4294967295)`,
		"lucas 4294967296 0":           `"4294967296" is not a deal number (1 to 4294967295)`,
		"lucas one 0":                  `"one" is not a deal number (1 to 4294967295)`,
		"lucas 1 x":                    `"x" is not a cursor`,
		"lucas 1 99999999999999999999": `"99999999999999999999" is not a cursor`,
		"lucas 1 1":                    "cursor 1 of 0 moves",
		"lucas 1 -1 d":                 "cursor -1 of 1 moves",
		"lucas 1 3 d,d":                "cursor 3 of 2 moves",
		"lucas 1 0 d,x":                `move 2: "x" is not a move (like d, wc5, wf, c3c7 or c3c7x4)`,
		"lucas 1 0 d,d,":               `move 3: "" is not a move (like d, wc5, wf, c3c7 or c3c7x4)`,
		"lucas 1 0 wf":                 "move 1: wf: empty-pile",
		"lucas 1 2 d,c1c1":             "move 2: c1c1: same-pile",
		"maria 1 1 c1c10":              "move 1: c1c10: malformed",
		"lucas 1 1 c1c2x2":             "move 1: c1c2x2 is not a single move",
		"little-forty 1 1 c1c2x4":      "move 1: c1c2x4: not-run",
	} {
		if g, err := Parse(line); err == nil || err.Error() != want || g != nil {
			t.Errorf("%q: %v, %v; want %s", line, g, err, want)
		}
	}
}

func TestDealNumbersAreRead(t *testing.T) {
	for text, want := range map[string]uint32{"1": 1, "42": 42, "4294967295": 4294967295} {
		if got, err := ParseDeal(text); err != nil || got != want {
			t.Errorf("%q is %d, %v", text, got, err)
		}
	}
	for _, text := range []string{"", "0", "-1", "+1", " 1", "1.0", "1e3", "0x1", "1_000", "4294967296", "99999999999999999999"} {
		if n, err := ParseDeal(text); err == nil || n != 0 {
			t.Errorf("%q is read as %d", text, n)
		}
	}
}

func TestDealZeroIsAMistakeOfTheProgrammer(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("deal 0 is dealt")
		}
	}()
	New(Variants[0], 0)
}

func TestANewGameIsTheDeal(t *testing.T) {
	eachVariant(t, func(t *testing.T, v *Variant) {
		g := New(v, 77)
		if identity(g.State()) != identity(v.Deal(77)) || g.Deal() != 77 || g.Variant() != v || g.Cursor() != 0 || len(g.Moves()) != 0 {
			t.Errorf("the game is %s\n%s", g, g.State())
		}
		if last, ok := g.Last(); ok || last != (Step{}) {
			t.Errorf("the last move is %v", last)
		}
		if g.Undo() || g.Redo() || g.Won() || g.Stuck() {
			t.Error("there is something to undo or redo, or it is over")
		}
	})
}

func TestAGameFromAPositionHasNoDealNumber(t *testing.T) {
	g := From(position(t, "maria", "stock …"))
	if g.Play(Draw); g.Deal() != 0 || g.String() != "maria 0 1 d" {
		t.Errorf("%q", g)
	}
	if _, err := Parse(g.String()); err == nil {
		t.Error("it is read back")
	}
	if g.Undo(); len(g.State().Waste) != 0 {
		t.Errorf("undone:\n%s", g.State())
	}
}

func TestTheLastMoveIsTheOneBeforeTheCursor(t *testing.T) {
	g := New(BySlug("little-forty"), 4)
	var steps []Step
	for range 30 {
		if err := g.Play(Draw); err != nil {
			t.Fatal(err)
		}
		step, ok := g.Last()
		if !ok {
			t.Fatal("no last move")
		}
		steps = append(steps, step)
	}
	for n := 30; n > 0; n-- {
		if step, ok := g.Last(); !ok || step != steps[n-1] {
			t.Fatalf("before move %d the last is %+v, want %+v", n+1, step, steps[n-1])
		}
		g.Undo()
	}
	if step, ok := g.Last(); ok || step != (Step{}) {
		t.Errorf("at the deal the last move is %+v", step)
	}
	for n := range 30 {
		g.Redo()
		if step, ok := g.Last(); !ok || step != steps[n] {
			t.Fatalf("redone, move %d is %+v, want %+v", n+1, step, steps[n])
		}
	}
}
