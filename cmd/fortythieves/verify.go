package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"

	"fortythieves/db"
)

// verify replays every stored game and works out every figure anew. Differences are printed and are a
// failure.
func verify(ctx context.Context, p *process, args []string) error {
	flags := flag.NewFlagSet("verify", flag.ContinueOnError)
	c := settingFlags(flags, "data")
	asJSON := flags.Bool("json", false, "print one JSON object a line")
	if err := parse(p, flags, args); err != nil {
		return err
	}
	data, err := c.dataOf(p)
	if err != nil {
		return err
	}
	store, err := db.Open(ctx, data)
	if err != nil {
		return err
	}
	defer store.Close()
	return tellDifferences(p, *asJSON, func(report func(db.Difference)) (int, error) { return store.Verify(ctx, report) })
}

// check reads the database, or a file that is named, as a whole and verifies it. It changes nothing.
func check(ctx context.Context, p *process, args []string) error {
	flags := flag.NewFlagSet("check", flag.ContinueOnError)
	c := settingFlags(flags, "data")
	asJSON := flags.Bool("json", false, "print one JSON object a line")
	what, err := parseFile(p, flags, args, true)
	if err == nil && what == "" {
		what, err = c.dataOf(p)
	}
	if err != nil {
		return err
	}
	return tellDifferences(p, *asJSON, func(report func(db.Difference)) (int, error) { return db.Check(ctx, what, report) })
}

// tellDifferences prints what find reports.
func tellDifferences(p *process, asJSON bool, find func(func(db.Difference)) (int, error)) error {
	different := 0
	out := json.NewEncoder(p.out)
	games, err := find(func(d db.Difference) {
		different++
		if asJSON {
			out.Encode(d)
		} else {
			fmt.Fprintf(p.out, "player %d game %q: %s\n", d.Player, d.Game, d.Text)
		}
	})
	if err != nil {
		return err
	}
	if asJSON {
		out.Encode(map[string]int{"games": games, "differences": different})
	} else {
		fmt.Fprintf(p.out, "%d games, %d differences\n", games, different)
	}
	if different > 0 {
		return fmt.Errorf("the store and its games differ in %d places", different)
	}
	return nil
}
