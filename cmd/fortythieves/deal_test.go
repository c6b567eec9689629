package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fortythieves/game"
)

// nearlyWon is a game with two moves to go, those of the last two kings.
const nearlyWon = `variant forty-thieves
pass 1
foundations KC KC KD KD KH KH QS QS
stock
waste
c1 KS KS
c2
c3
c4
c5
c6
c7
c8
c9
c10
`

func TestDealPrintsThePositionOfEveryGame(t *testing.T) {
	for _, v := range game.Variants {
		o := call(t, "", "deal", "--game", v.Slug, "--deal", "17")
		o.succeeds(t)
		s, err := game.ParsePosition(o.out)
		if err != nil {
			t.Errorf("%s: %v", v.Slug, err)
			continue
		}
		if o.out != v.Deal(17).String() || s.Variant != v || len(s.Stock) != v.StockSize() {
			t.Errorf("%s: this is not the deal:\n%s", v.Slug, o.out)
		}
	}
}

func TestTheLastDealNumberIsDealt(t *testing.T) {
	o := call(t, "", "deal", "--game", "maria", "--deal", "4294967295")
	o.succeeds(t)
	if o.out != game.BySlug("maria").Deal(4294967295).String() {
		t.Errorf("this is not the deal:\n%s", o.out)
	}
}

func TestDealPlaysMovesFirst(t *testing.T) {
	o := call(t, "", "deal", "--game", "maria", "--deal", "4", "--play", "c2f, c6f,d")
	o.succeeds(t)
	want := play(t, game.BySlug("maria"), 4, "c2f", "c6f", "d").State().String()
	if o.out != want {
		t.Errorf("the position is\n%s, want\n%s", o.out, want)
	}
}

func TestDealTakesAShorthandForTheSingleMoves(t *testing.T) {
	position := strings.NewReplacer("QS QS", "TS TS", "c1 KS KS", "c1 KS QS JS", "c2\n", "c2 KS\n", "c3\n", "c3 JS QS\n").Replace(nearlyWon)
	short := call(t, position, "deal", "--position", "-", "--play", "c1c2x2")
	long := call(t, position, "deal", "--position", "-", "--play", "c1c4,c1c2,c4c2")
	short.succeeds(t)
	long.succeeds(t)
	if short.out != long.out || !strings.Contains(short.out, "\nc1 KS\nc2 KS QS JS\n") {
		t.Errorf("the shorthand leads to\n%sthe single moves to\n%s", short.out, long.out)
	}
}

func TestDealListsTheLegalMovesSorted(t *testing.T) {
	o := call(t, "", "deal", "--game", "lucas", "--deal", "17", "--play", "d", "--moves")
	o.succeeds(t)
	moves := strings.Split(strings.TrimSuffix(o.out, "\n"), "\n")
	if !slices.IsSorted(moves) {
		t.Errorf("not sorted: %q", moves)
	}
	g := play(t, game.BySlug("lucas"), 17, "d")
	legal := g.State().Legal()
	for _, m := range legal {
		if !slices.Contains(moves, m.String()) {
			t.Errorf("%s is missing in %q", m, moves)
		}
	}
	if len(moves) != len(legal) || len(moves) < 5 {
		t.Errorf("%d lines for %d legal moves", len(moves), len(legal))
	}
}

func TestAPositionWithoutMovesListsNone(t *testing.T) {
	o := call(t, nearlyWon, "deal", "--position", "-", "--play", "c1f,c1f", "--moves")
	o.succeeds(t)
	if o.out != "" {
		t.Errorf("the moves of a won game are %q", o.out)
	}
}

func TestDealStartsFromAPositionInAFileOrOnStandardInput(t *testing.T) {
	file := filepath.Join(t.TempDir(), "position.txt")
	if err := os.WriteFile(file, []byte(nearlyWon), 0o600); err != nil {
		t.Fatal(err)
	}
	want := strings.NewReplacer("QS QS", "KS QS", "c1 KS KS", "c1 KS").Replace(nearlyWon)
	for name, o := range map[string]outcome{
		"a file":         call(t, "", "deal", "--position", file, "--play", "c1f"),
		"standard input": call(t, nearlyWon, "deal", "--position", "-", "--play", "c1f"),
	} {
		o.succeeds(t)
		if o.out != want {
			t.Errorf("from %s comes\n%s, want\n%s", name, o.out, want)
		}
	}
}

func TestWhatDealPrintsCanBeFedToItAgain(t *testing.T) {
	first := call(t, "", "deal", "--game", "number-ten", "--deal", "3", "--play", "d,d")
	again := call(t, first.out, "deal", "--position", "-")
	again.succeeds(t)
	if again.out != first.out {
		t.Errorf("the position comes back as\n%s", again.out)
	}
}

func TestAnIllegalMoveIsNamedAndThePositionBeforeItIsLeft(t *testing.T) {
	for _, c := range []struct {
		play  string
		words []string // of the message
		moved string   // the line of c1 that is left
	}{
		{"c2c3", []string{"move 1 (c2c3)", "no card"}, "c1 KS KS"},
		{"c1f,wf,c1f", []string{"move 2 (wf)", "no card"}, "c1 KS"},
		{"c1c2,d", []string{"move 2 (d)", "stock"}, "c1 KS"},
		{"c1c2x2", []string{"move 1 (c1c2x2)", "K♠", "only the last card"}, "c1 KS KS"},
		{"c1f,c1f,d", []string{"move 3 (d)", "finished"}, "c1"},
	} {
		for _, args := range [][]string{nil, {"--moves"}} {
			o := call(t, nearlyWon, append([]string{"deal", "--position", "-", "--play", c.play}, args...)...)
			o.fails(t, 1, c.words...)
			if _, err := game.ParsePosition(o.out); err != nil || !strings.Contains(o.out, "\n"+c.moved+"\n") {
				t.Errorf("%s leaves %q (%v), want a position with %q", c.play, o.out, err, c.moved)
			}
		}
	}
}

func TestABadPositionIsRefusedWithLineAndReason(t *testing.T) {
	for name, c := range map[string]struct {
		change []string // old, new
		words  []string
	}{
		"unknown variant":    {[]string{"forty-thieves", "klondike"}, []string{"line 1", "klondike", "streets"}},
		"unknown line":       {[]string{"waste", "deck"}, []string{"line 5", `"deck"`}},
		"no card":            {[]string{"c2\n", "c2 XX\n"}, []string{"line 7", `"XX"`}},
		"a card three times": {[]string{"c2\n", "c2 KS\n"}, []string{"line 7", "KS", "third time"}},
		"face up below down": {[]string{"c1 KS KS", "c1 KS (KS)"}, []string{"line 6", "(KS)"}},
		"a column too many":  {[]string{"c10\n", "c10\nc11\n"}, []string{"line 16", "c11", "10 columns"}},
		"a column missing":   {[]string{"c10\n", ""}, []string{"c10", "missing"}},
		"a card missing":     {[]string{"c1 KS KS", "c1 KS"}, []string{"103 cards", "KS"}},
		"nothing":            {[]string{nearlyWon, ""}, []string{"empty"}},
	} {
		t.Run(name, func(t *testing.T) {
			o := call(t, strings.NewReplacer(c.change...).Replace(nearlyWon), "deal", "--position", "-")
			o.fails(t, 1, append(c.words, "standard input")...)
			if o.out != "" {
				t.Errorf("standard output has %q", o.out)
			}
		})
	}
}

func TestAPositionFileThatIsNotThereIsNamed(t *testing.T) {
	missing := filepath.Join(t.TempDir(), "nowhere.txt")
	call(t, "", "deal", "--position", missing).fails(t, 1, missing, "no such file")
}

func TestTheProgramItselfReadsItsArgumentsAndExitsWithTheCode(t *testing.T) {
	for _, c := range []struct {
		args     string
		code     int
		out, err string // beginnings
	}{
		{"deal --game maria --deal 4 --play c2f", 0, "variant maria\npass 1\nfoundations A", ""},
		{"deal --position - --play c2f", 1, nearlyWon, "fortythieves: move 1 (c2f) is refused: "},
		{"deal --game maria --deal 0", 2, "", "fortythieves: --deal: "},
	} {
		cmd := exec.Command(program(t), strings.Fields(c.args)...)
		var out, problems strings.Builder
		cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(nearlyWon), &out, &problems
		cmd.Run() // the code tells
		if cmd.ProcessState == nil || cmd.ProcessState.ExitCode() != c.code {
			t.Errorf("%s ends with %v, want exit code %d", c.args, cmd.ProcessState, c.code)
		}
		if !strings.HasPrefix(out.String(), c.out) || !strings.HasPrefix(problems.String(), c.err) ||
			(c.out == "") != (out.Len() == 0) || (c.err == "") != (problems.Len() == 0) {
			t.Errorf("%s wrote\n%q and\n%q, want\n%q… and\n%q…", c.args, &out, &problems, c.out, c.err)
		}
	}
}

// play deals and makes moves.
func play(t *testing.T, v *game.Variant, deal uint32, moves ...string) *game.Game {
	t.Helper()
	g := game.New(v, deal)
	for _, text := range moves {
		m, err := game.ParseMove(text)
		if err == nil {
			err = g.Play(m)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return g
}
