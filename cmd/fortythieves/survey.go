package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"runtime"
	"sync"
	"time"

	"fortythieves/game"
	"fortythieves/game/hint"
	"fortythieves/game/solver"
)

// surveyed is a line of a survey's file.
type surveyed struct {
	measured
	Home   int    `json:"home"`  // most cards home
	Limit  string `json:"limit"` // those of the search
	Memory int    `json:"memory"`
	Fair   bool   `json:"fair,omitempty"`  // played by fair hints
	Hints  int    `json:"hints,omitempty"` // so many of them
}

// survey solves many deals, or plays them by fair hints, and adds a line for each to a file. Deals that are in it
// already are left out, so that it can be stopped and go on.
func survey(ctx context.Context, p *process, args []string) error {
	flags := flag.NewFlagSet("survey", flag.ContinueOnError)
	deals := rangeFlags(flags)
	out := flags.String("out", "", "the `file` of results, one JSON object a line; deals that it has are left out")
	workers := flags.Int("workers", max(1, runtime.NumCPU()/2), "deals to solve at the same time")
	fair := flags.Bool("fair", false, "play whole games by fair hints, which know no hidden card; --nodes is then for each hint")
	limits := limitFlags(flags)
	if err := parse(p, flags, args); err != nil {
		return err
	}
	if err := limits.check(flags); err != nil {
		return err
	}
	if *fair {
		if err := limits.untimed(flags); err != nil {
			return err
		}
	}
	v, first, last, err := deals.read()
	if err != nil {
		return err
	}
	if *out == "" {
		return usagef("--out is missing: the file of results")
	}
	if err := atSameTime("workers", *workers); err != nil {
		return err
	}
	if limits.memory < *workers {
		return usagef("--memory %d is less than 1 MiB for each of %d workers", limits.memory, *workers)
	}
	s := &surveyor{v: v, fair: *fair, limits: *limits, desk: solver.NewDesk(*workers, int64(limits.memory)<<20, 0), count: map[string]int{}, began: time.Now()}
	done, err := s.open(*out)
	if err != nil {
		return err
	}
	defer s.file.Close()
	for n := uint64(first); n <= uint64(last); n++ {
		if !done[uint32(n)] {
			s.todo++
		}
	}
	return s.run(ctx, p, *workers, first, last, done)
}

// dealRange is deals of a game that follow one another, as the flags give them.
type dealRange struct{ slug, from, to string }

// rangeFlags defines the flags that name the deals.
func rangeFlags(flags *flag.FlagSet) *dealRange {
	d := &dealRange{}
	flags.StringVar(&d.slug, "game", "", "the game: "+game.Slugs())
	flags.StringVar(&d.from, "from", "", "the first deal number")
	flags.StringVar(&d.to, "to", "", "the last deal number")
	return d
}

func (d *dealRange) read() (v *game.Variant, first, last uint32, err error) {
	slug, from, to := d.slug, d.from, d.to
	if slug == "" {
		return nil, 0, 0, usagef("--game is missing; there are %s", game.Slugs())
	}
	if v = game.BySlug(slug); v == nil {
		return nil, 0, 0, usagef("unknown game %q; there are %s", slug, game.Slugs())
	}
	if from == "" || to == "" {
		return nil, 0, 0, usagef("--from and --to are needed: the first and the last deal number")
	}
	if first, err = game.ParseDeal(from); err != nil {
		return nil, 0, 0, usagef("--from: %v", err)
	}
	if last, err = game.ParseDeal(to); err != nil {
		return nil, 0, 0, usagef("--to: %v", err)
	}
	if last < first {
		return nil, 0, 0, usagef("--to %d is below --from %d", last, first)
	}
	return v, first, last, nil
}

// surveyor is a survey under way.
type surveyor struct {
	v      *game.Variant
	fair   bool
	limits limits
	desk   *solver.Desk
	began  time.Time
	todo   int

	mu    sync.Mutex
	file  *os.File
	count map[string]int // verdicts of this run
	done  int
	err   error // of writing
}

// limit is the text of the limits in a line.
func (s *surveyor) limit() string {
	if s.fair {
		return fmt.Sprintf("%d nodes a hint", s.limits.nodes)
	}
	if s.limits.nodes > 0 {
		return fmt.Sprintf("%s %d nodes", s.limits.time, s.limits.nodes)
	}
	return s.limits.time.String()
}

// open opens the file and returns the deals that are in it. Half a line at its end, of a run that was killed, is cut
// off. Results of another game or other limits are an error: figures of both would be worth nothing.
func (s *surveyor) open(name string) (map[uint32]bool, error) {
	f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return nil, fmt.Errorf("the file of results: %w", err)
	}
	s.file = f
	done, err := s.read(name)
	if err != nil {
		f.Close()
	}
	return done, err
}

func (s *surveyor) read(name string) (map[uint32]bool, error) {
	text, err := io.ReadAll(s.file)
	if err != nil {
		return nil, fmt.Errorf("the file of results: %w", err)
	}
	whole := bytes.LastIndexByte(text, '\n') + 1
	done := map[uint32]bool{}
	line := 0
	for l := range bytes.Lines(text[:whole]) {
		line++
		var r surveyed
		if err := json.Unmarshal(l, &r); err != nil {
			return nil, fmt.Errorf("%s, line %d: %w", name, line, err)
		}
		if r.Game != s.v.Slug || r.Limit != s.limit() || r.Memory != s.limits.memory {
			return nil, fmt.Errorf("%s, line %d is of %s with the limits %s and %d MiB; take another file", name, line, r.Game, r.Limit, r.Memory)
		}
		done[r.Deal] = true
	}
	if err := s.file.Truncate(int64(whole)); err != nil {
		return nil, fmt.Errorf("the file of results: %w", err)
	}
	_, err = s.file.Seek(int64(whole), io.SeekStart)
	return done, err
}

// run solves the deals, some at the same time.
func (s *surveyor) run(ctx context.Context, p *process, workers int, first, last uint32, done map[uint32]bool) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	deals := make(chan uint32)
	var all sync.WaitGroup
	for range workers {
		all.Go(func() {
			for n := range deals {
				if s.solve(ctx, n) != nil {
					cancel()
				}
			}
		})
	}
	stop := s.progress(p)
feed:
	for n := uint64(first); n <= uint64(last); n++ {
		if done[uint32(n)] {
			continue
		}
		select {
		case deals <- uint32(n):
		case <-ctx.Done():
			break feed
		}
	}
	close(deals)
	all.Wait()
	stop()
	fmt.Fprintln(p.err, s)
	if s.err != nil {
		return s.err
	}
	if s.done < s.todo {
		return errors.New("stopped; the same command goes on where it was")
	}
	return nil
}

// solve solves or plays a deal and writes its line, unless it was stopped.
func (s *surveyor) solve(ctx context.Context, n uint32) error {
	v, err := s.desk.Acquire(ctx)
	if err != nil {
		return err
	}
	defer s.desk.Release(v)
	var m surveyed
	if s.fair {
		m = playFair(ctx, v, s.v.Deal(n), hint.Budget{Nodes: s.limits.nodes})
	} else {
		m.measured = s.limits.solve(ctx, v, s.v.Deal(n))
		m.Home = m.home
	}
	if ctx.Err() != nil && m.Verdict == solver.Unknown.String() {
		return ctx.Err()
	}
	m.Deal, m.Limit, m.Memory = n, s.limit(), s.limits.memory
	line, err := json.Marshal(m)
	if err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, err := s.file.Write(append(line, '\n')); err != nil {
		s.err = fmt.Errorf("the file of results: %w", err)
		return s.err
	}
	s.done++
	s.count[m.Verdict]++
	return nil
}

// progress prints now and then how far the survey is, until stop is called.
func (s *surveyor) progress(p *process) (stop func()) {
	const every = 5 * time.Second
	quit, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		tick := time.NewTicker(every)
		defer tick.Stop()
		for {
			select {
			case <-quit:
				return
			case <-tick.C:
				fmt.Fprintln(p.err, s)
			}
		}
	}()
	return func() { close(quit); <-ended }
}

// String says how far the survey is and when it ends.
func (s *surveyor) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	text := fmt.Sprintf("%s: %d of %d deals; %d won, %d lost, %d unknown", s.v.Slug, s.done, s.todo, s.count["won"], s.count["lost"], s.count["unknown"])
	if s.done > 0 && s.done < s.todo {
		left := time.Duration(float64(time.Since(s.began)) / float64(s.done) * float64(s.todo-s.done))
		text += fmt.Sprintf("; about %s left", left.Round(time.Second))
	}
	return text
}
