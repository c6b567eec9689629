package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"math"
	"slices"
	"time"

	"fortythieves/game"
	"fortythieves/game/hint"
	"fortythieves/game/solver"
)

// measured is one position and what the solver says of it: a line of JSON, here and in a survey.
type measured struct {
	Game    string `json:"game"`
	Deal    uint32 `json:"deal"` // 0 for a position from a file
	File    string `json:"file"`
	Verdict string `json:"verdict"`
	Moves   string `json:"moves"`
	Nodes   int64  `json:"nodes"`
	States  int64  `json:"states"`
	Depth   int    `json:"depth"`
	Ms      int64  `json:"ms"`

	home, moves int
}

// limits are those of each search, as the flags give them.
type limits struct {
	time   time.Duration // 0 for none
	nodes  int64         // 0 for none
	memory int           // MiB of all searches together
}

// limitFlags defines the flags of the limits.
func limitFlags(flags *flag.FlagSet) *limits {
	l := &limits{}
	flags.DurationVar(&l.time, "time", 5*time.Second, "the limit of each search, such as 500ms or 5s; 0 for none")
	flags.Int64Var(&l.nodes, "nodes", 0, "the limit of each search in positions generated, which gives the same answer each time; 0 for none")
	flags.IntVar(&l.memory, "memory", 128, "the memory of all searches together, in MiB")
	return l
}

// check refuses limits that make no sense, and lifts the time limit where only nodes are given.
func (l *limits) check(flags *flag.FlagSet) error {
	if l.time < 0 {
		return usagef("--time %s is negative", l.time)
	}
	if l.nodes < 0 {
		return usagef("--nodes %d is negative", l.nodes)
	}
	if l.memory < 1 || l.memory > mostMiB {
		return usagef("--memory %d is not a number of MiB from 1 to %d", l.memory, mostMiB)
	}
	timed := false
	flags.Visit(func(f *flag.Flag) { timed = timed || f.Name == "time" })
	if l.nodes > 0 && !timed {
		l.time = 0
	}
	return nil
}

// atSameTime refuses a flag's number of things at the same time that makes no sense.
func atSameTime(flag string, n int) error {
	if n < 1 || n > 1024 {
		return usagef("--%s %d is not a number from 1 to 1024", flag, n)
	}
	return nil
}

// untimed refuses a limit in time, for hints are to be the same each time, and sets that of nodes where it is not given.
func (l *limits) untimed(flags *flag.FlagSet) (err error) {
	flags.Visit(func(f *flag.Flag) {
		if f.Name == "time" {
			err = usagef("--fair knows no --time, so that hints are the same each time; give --nodes")
		}
	})
	l.time = 0
	if l.nodes == 0 {
		l.nodes = hint.DefaultNodes
	}
	return err
}

// solve runs one search within the limits.
func (l *limits) solve(ctx context.Context, v *solver.Solver, s *game.State) measured {
	if l.time > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, l.time)
		defer cancel()
	}
	b := solver.Budget{Nodes: l.nodes, Bytes: int64(l.memory) << 20}
	if b.Nodes == 0 {
		b.Nodes = math.MaxInt64
	}
	r := v.Solve(ctx, s, b)
	return measured{
		Game: s.Variant.Slug, Verdict: r.Verdict.String(), Moves: game.FormatMoves(r.Moves),
		Nodes: r.Nodes, States: r.States, Depth: r.Depth, Ms: r.Time.Milliseconds(), home: r.Home, moves: len(r.Moves),
	}
}

// solve says whether deals or positions can be won, and how.
func solve(ctx context.Context, p *process, args []string) error {
	flags := flag.NewFlagSet("solve", flag.ContinueOnError)
	slug := flags.String("game", "", "the game: "+game.Slugs())
	number := flags.String("deal", "", "the deal number, 1 to 4294967295")
	var files []string
	flags.Func("position", "the position in this `file` instead (- for standard input); may be repeated", func(name string) error {
		files = append(files, name)
		return nil
	})
	inJSON := flags.Bool("json", false, "print one JSON object a line")
	cores := flags.Int("cores", 1, "phases of the search that run at the same time")
	limits := limitFlags(flags)
	if err := parse(p, flags, args); err != nil {
		return err
	}
	if err := limits.check(flags); err != nil {
		return err
	}
	if err := atSameTime("cores", *cores); err != nil {
		return err
	}
	if len(files) == 0 {
		files = []string{""} // the deal
	}
	report := reporter{p: p, json: inJSON, table: len(files) > 1}
	for _, file := range files {
		g, err := start(p, *slug, *number, file)
		if err != nil {
			return err
		}
		m := limits.solve(ctx, &solver.Solver{Cores: *cores}, g.State())
		if ctx.Err() != nil {
			return fmt.Errorf("stopped")
		}
		m.Deal, m.File = g.Deal(), file
		report.add(m)
	}
	report.end()
	return nil
}

// reporter prints what was found: as JSON, as a table, or one position in full.
type reporter struct {
	p     *process
	json  *bool
	table bool
	all   []measured
}

func (r *reporter) add(m measured) {
	r.all = append(r.all, m)
	switch {
	case *r.json:
		json.NewEncoder(r.p.out).Encode(m)
	case r.table:
		if len(r.all) == 1 {
			fmt.Fprintf(r.p.out, "%-8s %5s %5s %10s %10s %5s %7s  position\n", "verdict", "moves", "home", "nodes", "states", "depth", "ms")
		}
		fmt.Fprintf(r.p.out, "%-8s %5d %5d %10d %10d %5d %7d  %s\n", m.Verdict, m.moves, m.home, m.Nodes, m.States, m.Depth, m.Ms, m.File)
	default:
		fmt.Fprintln(r.p.out, m.Verdict)
		if m.Moves != "" {
			fmt.Fprintln(r.p.out, m.Moves)
		}
		fmt.Fprintf(r.p.out, "%d moves, at most %d cards home; %d nodes, %d states, depth %d, %d ms\n", m.moves, m.home, m.Nodes, m.States, m.Depth, m.Ms)
	}
}

// end prints the summary of a table.
func (r *reporter) end() {
	if *r.json || !r.table {
		return
	}
	count := map[string]int{}
	var ms []int64
	for _, m := range r.all {
		count[m.Verdict]++
		if m.Verdict != solver.Unknown.String() {
			ms = append(ms, m.Ms)
		}
	}
	fmt.Fprintf(r.p.out, "%d positions: %d won, %d lost, %d unknown", len(r.all), count["won"], count["lost"], count["unknown"])
	if slices.Sort(ms); len(ms) > 0 {
		fmt.Fprintf(r.p.out, "; half of those decided within %d ms", ms[(len(ms)-1)/2])
	}
	fmt.Fprintln(r.p.out)
}
