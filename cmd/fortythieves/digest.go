package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"

	"fortythieves/game"
	"fortythieves/game/pool"
	"fortythieves/game/solver"
)

// digest makes of the files of surveys what the program ships: the pool of deals that can be won, which it prints, or
// the table of what the games are worth, or the picture for the README.
func digest(ctx context.Context, p *process, args []string) error {
	flags := flag.NewFlagSet("digest", flag.ContinueOnError)
	var files []string
	flags.Func("survey", "a `file` that survey wrote (the flag may be repeated)", func(name string) error {
		files = append(files, name)
		return nil
	})
	count := flags.Int("count", 220, "the most deals of a game in the pool")
	table := flags.String("table", "", "print the table of what the games are worth instead, found by this `version` of the solver")
	played := map[string][2]int{} // by fair hints: won, and in all
	flags.Func("fair", "a `file` that survey --fair wrote, for the table (the flag may be repeated)", func(name string) error {
		list, err := readSurvey(name)
		if err != nil {
			return err
		}
		n := [2]int{0, len(list)}
		for _, r := range list {
			if r.Verdict == solver.Won.String() {
				n[0]++
			}
		}
		played[list[0].Game] = n
		return nil
	})
	picture := flags.Bool("plot", false, "print a picture (SVG) of the share decided against the positions searched instead")
	if err := parse(p, flags, args); err != nil {
		return err
	}
	if len(files) == 0 {
		return usagef("digest: --survey is missing: a file that survey wrote")
	}
	var surveys [][]surveyed
	for _, name := range files {
		list, err := readSurvey(name)
		if err != nil {
			return err
		}
		surveys = append(surveys, list)
	}
	out := bufio.NewWriter(p.out)
	if *picture {
		plot(out, surveys)
		return out.Flush()
	}
	for _, list := range surveys {
		if *table != "" {
			worth(out, list, *table, played[list[0].Game])
		} else if err := choose(ctx, out, list, *count); err != nil {
			return err
		}
	}
	return out.Flush()
}

func readSurvey(name string) (list []surveyed, err error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	for line := range bytes.Lines(text) {
		var r surveyed
		if err := json.Unmarshal(line, &r); err != nil {
			return nil, fmt.Errorf("%s, line %d: %w", name, len(list)+1, err)
		}
		list = append(list, r)
	}
	if len(list) == 0 || game.BySlug(list[0].Game) == nil {
		return nil, fmt.Errorf("%s has no results of a survey", name)
	}
	return list, nil
}

// worth prints a line of the table: game, first and last deal, nodes for each, how many were won, lost and unknown,
// the version, and the games won and played by fair hints.
func worth(out *bufio.Writer, list []surveyed, version string, fair [2]int) {
	count := map[string]int{}
	first, last := list[0].Deal, list[0].Deal
	for _, r := range list {
		count[r.Verdict]++
		first, last = min(first, r.Deal), max(last, r.Deal)
	}
	var nodes int
	fmt.Sscanf(list[0].Limit, "%s %d nodes", new(string), &nodes)
	fmt.Fprintf(out, "%s\t%d\t%d\t%d\t%d\t%d\t%d\t%s\t%d\t%d\n", list[0].Game, first, last, nodes, count["won"], count["lost"], count["unknown"], version, fair[0], fair[1])
}

// choose prints the first deals that are won, each with how hard it is.
func choose(ctx context.Context, out *bufio.Writer, list []surveyed, count int) error {
	v, sv := game.BySlug(list[0].Game), new(solver.Solver)
	for _, r := range list {
		if r.Verdict != solver.Won.String() || count == 0 {
			continue
		}
		line, err := game.ParseMoves(r.Moves)
		if err != nil {
			return fmt.Errorf("deal %d: %w", r.Deal, err)
		}
		fmt.Fprintln(out, pool.Rate(ctx, sv, v, r.Deal, r.Nodes, line))
		if count--; ctx.Err() != nil {
			return ctx.Err()
		}
	}
	return nil
}
