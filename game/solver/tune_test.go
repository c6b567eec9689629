package solver

import (
	"context"
	"strings"
	"testing"

	"fortythieves/game"
)

func TestATunedPlanWinsWhatAnyOfItsPhasesWins(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	tuning := Tuning{Variant: game.BySlug("indian"), Deals: []uint32{1, 2, 3, 4}, States: 14_000, Workers: 2}
	reports, text := 0, ""
	tuning.Report = func(_ int, plan string) {
		text = plan
		if reports++; strings.Count(plan, "\n") > 1 {
			stop()
		}
	}
	tuning.Run(ctx)
	p, worth := tuning.compose()
	if reports < 2 || text != p.String() || strings.Count(text, "\n") != len(p) || len(p) < 2 {
		t.Fatalf("%d reports, %d phases of %d trials:\n%s", reports, len(p), len(tuning.trials), text)
	}
	wins := 0
	for i, n := range tuning.Deals {
		any := false
		for _, x := range tuning.trials {
			any = any || x.won[i] > 0
		}
		r := new(Solver).solve(t.Context(), tuning.Variant.Deal(n), Budget{}, p, options{})
		if (r.Verdict == Won) != any {
			t.Errorf("deal %d: a phase wins it: %v; the plan: %s", n, any, r.Verdict)
		}
		if any {
			wins++
		}
	}
	if wins == 0 || worth > float64(wins) {
		t.Errorf("%d deals are won, worth %v", wins, worth)
	}
}
