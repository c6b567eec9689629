package main

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"fortythieves/game"
)

// hopeless is a position in which nothing can be done.
const hopeless = `variant forty-thieves
foundations JC KC KD KD KH KH KS TS
c1 QC KS
c2 KC QS JS
c3
c4
c5
c6
c7
c8
c9
c10
`

func positionFile(t *testing.T, text string) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "position.txt")
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

func TestSolvePrintsVerdictLineAndFigures(t *testing.T) {
	o := call(t, nearlyWon, "solve", "--position", "-")
	o.succeeds(t)
	if !regexp.MustCompile(`^won\nc1f,c1f\n2 moves, at most 104 cards home; \d+ nodes, \d+ states, depth \d+, \d+ ms\n$`).MatchString(o.out) {
		t.Errorf("it prints\n%s", o.out)
	}
}

func TestSolveWinsADealOfEveryGameItWins(t *testing.T) {
	o := call(t, "", "solve", "--game", "lucas", "--deal", "17", "--nodes", "1000000")
	o.succeeds(t)
	lines := strings.Split(o.out, "\n")
	if lines[0] != "won" {
		t.Fatalf("it prints\n%s", o.out)
	}
	if g := play(t, game.BySlug("lucas"), 17, strings.Split(lines[1], ",")...); !g.Won() {
		t.Errorf("the line ends at\n%s", g.State())
	}
}

func TestSolveInJSONIsOneObjectALine(t *testing.T) {
	o := call(t, "", "solve", "--game", "maria", "--deal", "17", "--nodes", "500", "--json")
	o.succeeds(t)
	if !regexp.MustCompile(`^\{"game":"maria","deal":17,"file":"","verdict":"unknown","moves":"","nodes":\d+,"states":\d+,"depth":\d+,"ms":\d+\}\n$`).MatchString(o.out) {
		t.Errorf("it prints %s", o.out)
	}
	won := positionFile(t, nearlyWon)
	o = call(t, "", "solve", "--json", "--position", won, "--position", won)
	o.succeeds(t)
	for line := range strings.Lines(o.out) {
		var m measured
		if err := json.Unmarshal([]byte(line), &m); err != nil || m.Verdict != "won" || m.Moves != "c1f,c1f" || m.File != won || m.Deal != 0 {
			t.Errorf("%s (%v)", line, err)
		}
	}
	if strings.Count(o.out, "\n") != 2 {
		t.Errorf("it prints %s", o.out)
	}
}

func TestSeveralPositionsAreATableWithASummary(t *testing.T) {
	won, other := positionFile(t, nearlyWon), positionFile(t, hopeless)
	o := call(t, "", "solve", "--position", won, "--position", other)
	o.succeeds(t)
	lines := strings.Split(strings.TrimSpace(o.out), "\n")
	if len(lines) != 4 || !strings.HasPrefix(lines[1], "won ") || !strings.HasSuffix(lines[1], won) ||
		!strings.HasSuffix(lines[2], other) || !strings.HasPrefix(lines[3], "2 positions: ") {
		t.Errorf("it prints\n%s", o.out)
	}
}

func TestSolveNamesThePositionFileThatIsWrong(t *testing.T) {
	bad := positionFile(t, "variant klondike")
	call(t, "", "solve", "--position", positionFile(t, nearlyWon), "--position", bad).fails(t, 1, bad, "line 1", "klondike")
}

func TestSolveOnSeveralCoresSaysTheSame(t *testing.T) {
	args := []string{"solve", "--game", "lucas", "--deal", "17", "--nodes", "1000000", "--memory", "256"}
	verdict := func(o outcome) string {
		o.succeeds(t)
		line, figures, _ := strings.Cut(o.out, " moves, at most ")
		if !strings.HasPrefix(line, "won\n") || figures == "" {
			t.Errorf("it prints\n%s", o.out)
		}
		return line
	}
	if one, two := verdict(call(t, "", args...)), verdict(call(t, "", append(args, "--cores", "2")...)); one != two {
		t.Errorf("it prints\n%s\nand with two cores\n%s", one, two)
	}
	call(t, "", append(args, "--cores", "0")...).fails(t, 2, "--cores 0")
}

// stopper is a writer that stops what writes to it.
type stopper struct {
	strings.Builder
	stop func()
}

func (w *stopper) Write(p []byte) (int, error) {
	w.stop()
	return w.Builder.Write(p)
}

func TestTunePrintsPlansUntilItIsStopped(t *testing.T) {
	args := []string{"tune", "--game", "indian", "--from", "1", "--to", "3", "--states", "12000", "--time", "1h"}
	ctx, stop := context.WithCancel(t.Context())
	out := &stopper{stop: stop}
	if code := run(ctx, &process{strings.NewReader(""), out, out, lookup(nil), nil}, args); code != 0 || !strings.Contains(out.String(), "tried\n{weights{waste: ") {
		t.Errorf("it ends with %d and prints\n%s", code, out)
	}
	for _, c := range [][2]string{{"--time", "0s"}, {"--states", "0"}, {"--workers", "0"}, {"--to", "20000"}} {
		call(t, "", append(args, c[:]...)...).fails(t, 2, c[0]+" "+c[1])
	}
}
