package solver

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"

	"fortythieves/game"
)

// Tuning looks for the phases of a plan by trial on deals. Deals differ in the weights that win them soon, so what is
// wanted is not one set of weights that is best but a few that win, one after another, the most deals the soonest.
type Tuning struct {
	Variant *game.Variant
	Deals   []uint32 // of their own: figures of these deals say nothing of others
	States  int      // the most distinct positions of a search
	Workers int      // searches at the same time
	Seed    uint64   // of the weights that are tried
	Report  func(tried int, plan string)

	trials []trial
}

// trial is a phase tried alone: for each deal the distinct positions after which it was won, 0 if it was not.
type trial struct {
	phase
	won []int
}

// Run tries weights until the context is done: first those of the game's plan, each in all layers and both ways of
// homing, then changes of the ones that are in the best plan so far. It reports each plan that is better
// than the one before.
func (t *Tuning) Run(ctx context.Context) {
	first := planOf(t.Variant)
	r := rand.New(rand.NewPCG(t.Seed, 0))
	var best plan
	worth := 0.0
	for i := 0; ctx.Err() == nil; i++ {
		if i < 6*len(first) {
			ph := first[i/6]
			ph.homing, ph.layers = homing(i%2 == 0), []layering{byHome, byDrawn, byBoth}[i/2%3]
			t.try(ctx, ph)
		} else if len(best) > 0 {
			t.try(ctx, best[r.IntN(len(best))].changed(r, &t.trials[r.IntN(len(t.trials))].phase))
		} else {
			return // nothing wins any deal
		}
		if p, w := t.compose(); w > worth {
			best, worth = p, w
			t.Report(len(t.trials), best.String())
		}
	}
}

// try tries a phase on all deals and notes the result, unless it has been tried or the context is done before.
func (t *Tuning) try(ctx context.Context, ph phase) {
	ph.states = t.States
	if slices.ContainsFunc(t.trials, func(x trial) bool { return x.phase == ph }) {
		return
	}
	won := make([]int, len(t.Deals))
	next := make(chan int)
	var wait sync.WaitGroup
	for range t.Workers {
		wait.Go(func() {
			var sv Solver
			for i := range next {
				r := sv.solve(ctx, t.Variant.Deal(t.Deals[i]), Budget{Nodes: math.MaxInt64, Bytes: math.MaxInt64}, plan{ph}, options{})
				if r.Verdict == Won {
					won[i] = int(r.States)
				}
			}
		})
	}
	for i := range t.Deals {
		next <- i
	}
	close(next)
	wait.Wait()
	if ctx.Err() == nil {
		t.trials = append(t.trials, trial{ph, won})
	}
}

// compose makes the plan that wins most deals for each position searched, phase by phase, and says what it is
// worth: deals won, those won soon a little more.
func (t *Tuning) compose() (p plan, worth float64) {
	spent := 0.0 // positions of the phases so far, on a deal that none of them wins
	open := make([]int, len(t.Deals))
	for i := range open {
		open[i] = i
	}
	for {
		var best *trial
		limit, rate := 0, 0.0
		for k := range t.trials {
			x := &t.trials[k]
			var after []int
			for _, i := range open {
				if x.won[i] > 0 {
					after = append(after, x.won[i])
				}
			}
			slices.Sort(after)
			sum := 0
			for k, states := range after {
				sum += states
				l := states + states/10 + 1000
				if r := float64(k+1) / float64(sum+(len(open)-k-1)*l); r > rate {
					best, limit, rate = x, l, r
				}
			}
		}
		if best == nil {
			return p, worth
		}
		open = slices.DeleteFunc(open, func(i int) bool {
			won := best.won[i] > 0 && best.won[i] <= limit
			if won {
				worth += 1 / (1 + math.Log10(1+(spent+float64(best.won[i]))/100_000))
			}
			return won
		})
		spent += float64(limit)
		ph := best.phase
		ph.states = limit
		p = append(p, ph)
	}
}

// changed is a phase somewhat unlike p: some of its weights are another's or changed at random.
func (p phase) changed(r *rand.Rand, other *phase) phase {
	p.each(other, func(w *int32, o int32) {
		switch r.IntN(6) {
		case 0:
			*w = o
		case 1, 2:
			*w = int32(float64(*w) * math.Exp(r.NormFloat64()/2))
		case 3:
			*w += int32(r.NormFloat64() * 100)
		}
	})
	if r.IntN(4) == 0 {
		p.layers = other.layers
	}
	if r.IntN(8) == 0 {
		p.homing = other.homing
	}
	return p
}

// each calls change for each of the weights, with the other's.
func (w *weights) each(other *phase, change func(w *int32, o int32)) {
	o := &other.weights
	change(&w.waste, o.waste)
	change(&w.wasteBlocked, o.wasteBlocked)
	change(&w.blocked, o.blocked)
	change(&w.buried, o.buried)
	change(&w.needed, o.needed)
	change(&w.built, o.built)
	change(&w.clean, o.clean)
	change(&w.empty, o.empty)
	change(&w.drawn, o.drawn)
}

// String is the plan as plan.go has it.
func (p plan) String() string {
	ways := map[homing]string{careful: "careful", eager: "eager"}
	layers := map[layering]string{byHome: "byHome", byDrawn: "byDrawn", byBoth: "byBoth"}
	spaced := strings.NewReplacer(" ", ", ", ":", ": ")
	var b strings.Builder
	for _, ph := range p {
		fields := spaced.Replace(fmt.Sprintf("%+v", ph.weights)) // with its braces
		fmt.Fprintf(&b, "{weights%s, %s, %s, %d},\n", fields, ways[ph.homing], layers[ph.layers], ph.states)
	}
	return b.String()
}
