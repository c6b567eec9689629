package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"

	"fortythieves/game"
	"fortythieves/views"
)

// deal prints a position, or its legal moves, after moves that are given.
func deal(_ context.Context, p *process, args []string) error {
	flags := flag.NewFlagSet("deal", flag.ContinueOnError)
	slug := flags.String("game", "", "the game: "+game.Slugs())
	number := flags.String("deal", "", "the deal number, 1 to 4294967295")
	position := flags.String("position", "", "start from the position in this `file` instead (- for standard input)")
	play := flags.String("play", "", "play these `moves` first, such as d,wc5,c3c7")
	moves := flags.Bool("moves", false, "print the legal moves instead of the position")
	if err := parse(p, flags, args); err != nil {
		return err
	}
	g, err := start(p, *slug, *number, *position)
	if err != nil {
		return err
	}
	log, err := game.ParseMoves(*play)
	if err != nil {
		return usagef("--play: %v", err)
	}
	for i, m := range log {
		if err := g.Play(m); err != nil {
			fmt.Fprint(p.out, g.State())
			return fmt.Errorf("move %d (%s) is refused: %s", i+1, m, inWords(err))
		}
	}
	if !*moves {
		_, err = fmt.Fprint(p.out, g.State())
		return err
	}
	var list []string
	for _, m := range g.State().Legal() {
		list = append(list, m.String())
	}
	slices.Sort(list)
	for _, m := range list {
		fmt.Fprintln(p.out, m)
	}
	return nil
}

// start is the game that the flags ask for, at its beginning.
func start(p *process, slug, number, position string) (*game.Game, error) {
	if position != "" {
		if slug != "" || number != "" {
			return nil, usagef("--position goes without --game and --deal: the text names the game")
		}
		s, err := readPosition(p, position)
		if err != nil {
			return nil, err
		}
		return game.From(s), nil
	}
	if slug == "" {
		return nil, usagef("--game is missing; there are %s", game.Slugs())
	}
	v := game.BySlug(slug)
	if v == nil {
		return nil, usagef("unknown game %q; there are %s", slug, game.Slugs())
	}
	if number == "" {
		return nil, usagef("--deal is missing: a number from 1 to 4294967295")
	}
	n, err := game.ParseDeal(number)
	if err != nil {
		return nil, usagef("--deal: %v", err)
	}
	return game.New(v, n), nil
}

// readPosition reads a position from a file, or from standard input for "-".
func readPosition(p *process, name string) (*game.State, error) {
	var text []byte
	var err error
	if name == "-" {
		name = "standard input"
		text, err = io.ReadAll(p.in)
	} else {
		text, err = os.ReadFile(name)
	}
	if err != nil {
		return nil, fmt.Errorf("reading a position: %w", err)
	}
	s, err := game.ParsePosition(string(text))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return s, nil
}

// inWords is an error as a person reads it.
func inWords(err error) string {
	var refusal *game.Refusal
	if errors.As(err, &refusal) {
		return views.English.Refusal(refusal).Shown
	}
	return err.Error()
}
