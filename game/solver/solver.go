// Package solver finds out whether a position can be won with all cards known, and how.
//
// The search is best-first over positions, in a cycle of layers (search.go), each phase with weights and
// layers of its own (plan.go). A careful phase never discards a position without a proof, so that one which
// runs out of positions has proved a loss; an eager one only looks for wins. Everything about a game comes from
// its game.Variant.
package solver

import (
	"context"
	"fmt"
	"sync/atomic"
	"time"

	"fortythieves/game"
)

// Verdict is what is known of a position.
type Verdict uint8

const (
	Unknown Verdict = iota // the budget ran out, or the context was done
	Won                    // it can be won: there is a line
	Lost                   // it cannot be won: all lines were tried
)

// String is won, lost or unknown.
func (v Verdict) String() string {
	switch v {
	case Won:
		return "won"
	case Lost:
		return "lost"
	}
	return "unknown"
}

// Budget bounds a search. The same budget gives the same answer each time.
type Budget struct {
	// Nodes bounds the positions generated, those met before counted again; some four of them make one
	// that is new. Zero is 10,000,000: a few seconds.
	Nodes int64
	// Bytes bounds the memory of the search; a position takes some 64. Zero is 128 MiB.
	Bytes int64
}

const (
	defaultNodes = 10_000_000
	defaultBytes = 128 << 20
)

func (b Budget) withDefaults() Budget {
	if b.Nodes <= 0 {
		b.Nodes = defaultNodes
	}
	if b.Bytes <= 0 {
		b.Bytes = defaultBytes
	}
	return b
}

// Result is the answer of a search and what it took.
type Result struct {
	Verdict Verdict
	Moves   []game.Move // the line that wins, each move legal in its turn; nil unless won
	Nodes   int64       // positions generated
	States  int64       // of these, distinct ones, counted for each phase of the search
	Depth   int         // of the deepest position, in steps of the search: some draws and a move
	Time    time.Duration
	Home    int         // most cards on the foundations of any position met
	Partial []game.Move // the line to that position
}

// Solve searches from s, which it leaves as it is, until the answer is known, the budget is spent or
// the context is done.
func Solve(ctx context.Context, s *game.State, b Budget) Result {
	return new(Solver).Solve(ctx, s, b)
}

// Solver solves one position after another in the memory it has, which saves time where searches are
// small and many. The zero Solver is ready; it is not for use by several goroutines at once.
type Solver struct {
	// Cores is how many phases of a search run at the same time, 0 for one. The budget's bytes are shared out among
	// them. Verdict and line are those of one core with as many bytes for its phase.
	Cores int

	search search
	limit  int64              // bytes that no budget exceeds; 0 for none
	stop   context.CancelFunc // of one that a desk had to spare
}

// within is the budget with its defaults, cut to the solver's limit.
func (v *Solver) within(b Budget) Budget {
	b = b.withDefaults()
	if v.limit > 0 {
		b.Bytes = min(b.Bytes, v.limit)
	}
	return b
}

// Solve is the function of that name.
func (v *Solver) Solve(ctx context.Context, s *game.State, b Budget) Result {
	return v.solve(ctx, s, b, planOf(s.Variant), options{})
}

func (v *Solver) solve(ctx context.Context, s *game.State, b Budget, p plan, o options) Result {
	began := time.Now()
	if s.Won() {
		return Result{Verdict: Won, Home: s.Home()}
	}
	b = v.within(b)
	v.search.start(s, o)
	try := func(i int) attempt { return v.search.try(ctx, &p[i], b) }
	if cores := min(v.Cores, len(p)); cores > 1 {
		var stop context.CancelFunc
		ctx, stop = context.WithCancel(ctx)
		defer stop()
		try = atOnce(ctx, s, Budget{b.Nodes, b.Bytes / int64(cores)}, p, o, cores)
	}
	r := Result{Home: -1}
	hopeless := false // no eager phase wins
	for i := range p {
		if hopeless && p[i].homing == eager {
			continue
		}
		a := try(i)
		if a.generated >= b.Nodes {
			a.outcome = outOfBudget // of several phases at once none knows what those before it use
		}
		r.Nodes += a.generated
		r.States += a.states
		r.Depth = max(r.Depth, a.deepest)
		if a.home > r.Home {
			r.Home, r.Partial = a.home, a.line
		}
		switch {
		case a.outcome == solved:
			r.Verdict, r.Moves = Won, a.line
		case a.outcome == exhausted && p[i].homing == eager:
			hopeless, a.outcome = true, phaseOver
		case a.outcome == exhausted:
			r.Verdict = Lost
		}
		if b.Nodes -= a.generated; a.outcome != phaseOver {
			break
		}
	}
	if r.Verdict == Won && o.goal == 0 {
		r.Moves = shortened(s, r.Moves)
		r.Partial = r.Moves
		if err := replay(s, r.Moves); err != nil {
			panic(fmt.Sprintf("solver: a line that does not win: %v\n%s", err, s))
		}
	}
	r.Time = time.Since(began)
	return r
}

// atOnce starts the phases of a plan on several cores, in their order, and returns what waits for one.
func atOnce(ctx context.Context, s *game.State, b Budget, p plan, o options, cores int) func(int) attempt {
	done := make([]chan attempt, len(p))
	for i := range done {
		done[i] = make(chan attempt, 1)
	}
	var next atomic.Int32
	for range cores {
		var own search
		own.start(s, o)
		go func() {
			for i := next.Add(1) - 1; int(i) < len(p); i = next.Add(1) - 1 {
				done[i] <- own.try(ctx, &p[i], b)
			}
		}()
	}
	return func(i int) attempt { return <-done[i] }
}

// replay plays a line and reports what is wrong with it, if it does not win.
func replay(s *game.State, line []game.Move) error {
	t := s.Clone()
	for i, m := range line {
		if _, err := t.Apply(m); err != nil {
			return fmt.Errorf("move %d: %w", i+1, err)
		}
	}
	if !t.Won() {
		return fmt.Errorf("%d cards home after %s", t.Home(), game.FormatMoves(line))
	}
	return nil
}
