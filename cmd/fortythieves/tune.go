package main

import (
	"context"
	"flag"
	"fmt"
	"time"

	"fortythieves/game/solver"
)

// tune looks for weights of the solver by trial, for those who work on it, and prints each plan that is better
// than the one before, as game/solver/plan.go has it.
func tune(ctx context.Context, p *process, args []string) error {
	flags := flag.NewFlagSet("tune", flag.ContinueOnError)
	deals := rangeFlags(flags)
	states := flags.Int("states", 200_000, "the limit of each search in distinct positions")
	limit := flags.Duration("time", 30*time.Minute, "how long weights are tried")
	workers := flags.Int("workers", 1, "deals to solve at the same time")
	seed := flags.Uint64("seed", 1, "of the chance by which weights change")
	if err := parse(p, flags, args); err != nil {
		return err
	}
	v, first, last, err := deals.read()
	if err != nil {
		return err
	}
	const most = 10_000
	switch {
	case last-first >= most:
		return usagef("--from %d --to %d are more than %d deals", first, last, most)
	case *states < 1:
		return usagef("--states %d is not a number of positions", *states)
	case *limit <= 0:
		return usagef("--time %s is no time", *limit)
	}
	if err := atSameTime("workers", *workers); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, *limit)
	defer cancel()
	t := solver.Tuning{Variant: v, States: *states, Workers: *workers, Seed: *seed}
	for n := first; n-first <= last-first; n++ {
		t.Deals = append(t.Deals, n)
	}
	t.Report = func(tried int, plan string) { fmt.Fprintf(p.out, "// %d tried\n%s\n", tried, plan) }
	t.Run(ctx)
	return nil
}
