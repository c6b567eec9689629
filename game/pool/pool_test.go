package pool

import (
	"strings"
	"testing"

	"fortythieves/game"
	"fortythieves/game/solver"
)

func TestThePoolThatShipsHasDealsEnoughAndEachIsWonByItsLine(t *testing.T) {
	p, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	type key struct {
		v *game.Variant
		n uint32
	}
	seen, count, steps := map[key]bool{}, map[*game.Variant]int{}, map[*game.Variant][5]int{}
	for _, d := range p.Deals {
		if k := (key{d.Variant, d.Number}); seen[k] {
			t.Errorf("%s %d is there twice", d.Variant.Slug, d.Number)
		} else {
			seen[k] = true
		}
		g := game.New(d.Variant, d.Number)
		for i, m := range d.Line {
			if err := g.Play(m); err != nil {
				t.Fatalf("%s %d: move %d: %v", d.Variant.Slug, d.Number, i+1, err)
			}
		}
		if !g.Won() {
			t.Errorf("the line of %s %d does not win", d.Variant.Slug, d.Number)
		}
		count[d.Variant]++
		s := steps[d.Variant]
		s[p.Difficulty(d)]++
		steps[d.Variant] = s
	}
	for _, v := range game.Variants {
		if count[v] < 200 {
			t.Errorf("%s has %d deals, want 200 or more", v.Slug, count[v])
		}
		for step, n := range steps[v] {
			if step > 0 && n < count[v]/8 {
				t.Errorf("%s has %d deals of step %d of %d", v.Slug, n, step, count[v])
			}
		}
	}
}

func TestWhatIsFoundIsWonByItsLine(t *testing.T) {
	v, sv := game.BySlug("lucas"), new(solver.Solver)
	d, ok := Find(t.Context(), sv, v, 4, solver.Budget{Nodes: 1_000_000})
	if !ok {
		t.Fatal("no win was found")
	}
	again, _ := Find(t.Context(), sv, v, 4, solver.Budget{Nodes: 1_000_000})
	if d.Score != again.Score || d.Score <= 0 {
		t.Errorf("the scores are %d and %d", d.Score, again.Score)
	}
	p, err := Read(strings.NewReader(d.String() + "\n"))
	if err != nil || len(p.Deals) != 1 || p.Deals[0].String() != d.String() {
		t.Errorf("%v is read as %+v, %v", d, p, err)
	}
	if _, ok := Find(t.Context(), sv, game.BySlug("forty-thieves"), 4, solver.Budget{Nodes: 100}); ok {
		t.Error("a win was found in a hundred positions")
	}
}

func TestALineThatIsNoneIsAnErrorWithItsNumber(t *testing.T) {
	for _, text := range []string{"x", "lucas 4", "whist 4 100 d", "lucas 0 100 d", "lucas 4 100 nonsense", "lucas -4 100 d"} {
		if _, err := Read(strings.NewReader("lucas 4 100 d\n" + text + "\n")); err == nil || !strings.Contains(err.Error(), "line 2") {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func TestMoreWorkAndANarrowerWayIsHarder(t *testing.T) {
	last := -1
	for nodes := int64(1); nodes < 1<<40; nodes = nodes*3/2 + 1 {
		if s := score(nodes, 0); s < last {
			t.Errorf("%d nodes have the score %d, fewer had %d", nodes, s, last)
		} else {
			last = s
		}
	}
	if score(1000, 30) <= score(1000, 20) {
		t.Error("a narrow way is not harder")
	}
}
