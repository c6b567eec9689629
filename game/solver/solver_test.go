package solver

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"fortythieves/game"
	"fortythieves/game/gametest"
)

// eachGame runs a test for each of the nine games.
func eachGame(t *testing.T, f func(t *testing.T, v *game.Variant)) {
	for _, v := range game.Variants {
		t.Run(v.Slug, func(t *testing.T) { f(t, v) })
	}
}

func check(t *testing.T, s *game.State, r Result) {
	t.Helper()
	if r.Verdict == Won {
		if err := wins(s.String(), game.FormatMoves(r.Moves)); err != nil {
			t.Fatalf("%v of %s\n%s", err, game.FormatMoves(r.Moves), s)
		}
	}
	u := s.Clone()
	for _, m := range r.Partial {
		if _, err := u.Apply(m); err != nil {
			t.Fatalf("the line to %d cards home: %v\n%s", r.Home, err, s)
		}
	}
	if u.Home() != r.Home {
		t.Fatalf("%d cards are home, not %d, after %s\n%s", u.Home(), r.Home, game.FormatMoves(r.Partial), s)
	}
}

func TestLinesWinByTheRefereeToo(t *testing.T) {
	eachGame(t, func(t *testing.T, v *game.Variant) {
		won := 0
		for n := uint32(1); n <= 12; n++ {
			s := v.Deal(n)
			r := Solve(t.Context(), s, Budget{Nodes: 150_000})
			check(t, s, r)
			if r.Verdict == Won {
				won++
			}
		}
		if won < 2 {
			t.Errorf("only %d of 12 deals were won", won)
		}
	})
}

// midgame is a position after random play, with some preference for the foundations.
func midgame(r *rand.Rand, v *game.Variant, n int) *game.State {
	s := v.Deal(1 + r.Uint32N(100000))
	for range n {
		legal := s.Legal()
		if len(legal) == 0 {
			break
		}
		m := legal[r.IntN(len(legal))]
		if i := slices.IndexFunc(legal, func(m game.Move) bool { return m.To == game.Foundation }); i >= 0 && r.IntN(2) == 0 {
			m = legal[i]
		}
		s.Apply(m)
	}
	return s
}

// lateGame is a position some way along a line to a win, or to where a small search came, and then some
// moves off it, so that it may be lost.
func lateGame(r *rand.Rand, sv *Solver, v *game.Variant) *game.State {
	s := v.Deal(1 + r.Uint32N(100000))
	line := sv.solve(context.Background(), s, Budget{Nodes: 30_000}, plan{{even, careful, byHome, 0}}, options{}).Partial
	for _, m := range line[:len(line)*(4+r.IntN(6))/10] {
		s.Apply(m)
	}
	for range r.IntN(40) {
		legal := s.Legal()
		if len(legal) == 0 {
			break
		}
		s.Apply(legal[r.IntN(len(legal))])
	}
	return s
}

func TestConfigurationsNeverContradictEachOther(t *testing.T) {
	byWeights := []phase{{even, careful, byHome, 0}, {openWaste, careful, byHome, 0}, {holdStock, careful, byDrawn, 0}, {smallWaste, careful, byDrawn, 0}, {nextCards, eager, byBoth, 0}}
	eachGame(t, func(t *testing.T, v *game.Variant) {
		r := rand.New(rand.NewPCG(uint64(v.Columns), 11))
		var sv Solver
		count := map[Verdict]int{}
		for i := range 50 {
			s := midgame(r, v, 30+r.IntN(250))
			if i%2 == 0 {
				s = lateGame(r, &sv, v)
			}
			verdict := Unknown
			for i, ph := range byWeights {
				res := sv.solve(t.Context(), s, Budget{Nodes: 12_000}, plan{ph}, options{free: i == 1, noDead: i == 2})
				check(t, s, res)
				if res.Verdict == Unknown {
					continue
				}
				if verdict != Unknown && verdict != res.Verdict {
					t.Fatalf("%s by one configuration, %s by another\n%s", verdict, res.Verdict, s)
				}
				verdict = res.Verdict
			}
			count[verdict]++
		}
		if count[Won] == 0 || count[Lost] == 0 && v.Redeals == 0 {
			t.Errorf("the verdicts are %v: they prove little", count)
		}
	})
}

func TestNoPositionOfAWinIsDead(t *testing.T) {
	eachGame(t, func(t *testing.T, v *game.Variant) {
		rules := rulesOf(v)
		alive := func(s *game.State, line []game.Move) {
			u := s.Clone()
			for _, m := range line {
				var p position
				p.set(u)
				if p.dead(&rules) {
					t.Fatalf("dead, though a line wins from here\n%s", u)
				}
				if _, err := u.Apply(m); err != nil {
					t.Fatal(err)
				}
			}
		}
		for _, text := range gametest.WonGames(v.Slug) {
			g, err := game.Parse(text)
			if err != nil {
				t.Fatal(err)
			}
			alive(v.Deal(g.Deal()), g.Moves())
		}
		for n := uint32(101); n <= 112; n++ {
			s := v.Deal(n)
			// A search without the test finds lines that it would have cut off.
			r := new(Solver).solve(t.Context(), s, Budget{Nodes: 100_000}, planOf(v), options{noDead: true, free: n%2 == 0})
			alive(s, r.Moves)
		}
	})
}

func TestTheSameBudgetGivesTheSameAnswer(t *testing.T) {
	var used Solver
	eachGame(t, func(t *testing.T, v *game.Variant) {
		s := v.Deal(77)
		b := Budget{Nodes: 30_000}
		r1, r2 := Solve(t.Context(), s, b), used.Solve(t.Context(), s, b)
		r1.Time, r2.Time = 0, 0
		if r1.Verdict != r2.Verdict || r1.Nodes != r2.Nodes || r1.States != r2.States || r1.Depth != r2.Depth ||
			!slices.Equal(r1.Moves, r2.Moves) || !slices.Equal(r1.Partial, r2.Partial) {
			t.Errorf("%+v\nand then\n%+v", r1, r2)
		}
		if r1.Nodes > b.Nodes+1000 {
			t.Errorf("%d nodes, the budget was %d", r1.Nodes, b.Nodes)
		}
	})
}

func TestMemoryIsBounded(t *testing.T) {
	v := game.BySlug("forty-thieves")
	var sv Solver
	const most = 3 << 20
	r := sv.Solve(t.Context(), v.Deal(1), Budget{Bytes: most})
	if r.Verdict != Unknown {
		t.Fatalf("deal 1 is %s with 3 MiB: take a harder one", r.Verdict)
	}
	if used, held := sv.search.bytes(), sv.search.held(); used > most*11/10 || held > most*12/10 {
		t.Errorf("%d bytes used and %d held of %d", used, held, most)
	}
}

func TestALargeSearchBeforeDoesNotChangeASmallOne(t *testing.T) {
	s := game.BySlug("forty-thieves").Deal(1)
	small := Budget{Bytes: 2 << 20}
	var sv Solver
	sv.Solve(t.Context(), s, Budget{Nodes: 500_000})
	r1, r2 := sv.Solve(t.Context(), s, small), Solve(t.Context(), s, small)
	if r1.Nodes != r2.Nodes || r1.Home != r2.Home || r1.States == 0 {
		t.Errorf("%d nodes, alone %d", r1.Nodes, r2.Nodes)
	}
}

func TestTheContextStopsASearchAtOnce(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Millisecond)
	defer cancel()
	began := time.Now()
	r := Solve(ctx, game.BySlug("forty-thieves").Deal(1), Budget{})
	if took := time.Since(began); r.Verdict != Unknown || took > time.Second {
		t.Errorf("%s after %s", r.Verdict, took)
	}
}

func TestADeskLendsSoManySolversAndThenIsBusy(t *testing.T) {
	d := NewDesk(1, 64<<20, 1)
	v, err := d.Acquire(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	got := make(chan error)
	go func() {
		w, err := d.Acquire(t.Context())
		if err == nil {
			defer d.Release(w)
		}
		got <- err
	}()
	for len(d.queue) < 2 {
		time.Sleep(time.Millisecond)
	}
	if _, err := d.Acquire(t.Context()); !errors.Is(err, ErrBusy) {
		t.Errorf("the third gets %v", err)
	}
	v.Solve(t.Context(), game.BySlug("lucas").Deal(3), Budget{Nodes: 1000})
	d.Release(v)
	if err := <-got; err != nil {
		t.Errorf("the second gets %v", err)
	}
}

func TestASpareSolverIsGivenBackWhenSomebodyWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := NewDesk(1, 64<<20, 1)
		for range 2 {
			v, work, ok := d.Spare(t.Context())
			if !ok {
				t.Fatal("there is none to spare")
			}
			if _, _, ok := d.Spare(t.Context()); ok {
				t.Error("it is lent twice")
			}
			if synctest.Wait(); work.Err() != nil {
				t.Error("it is wanted by nobody")
			}
			go func() {
				<-work.Done()
				d.Release(v)
			}()
			w, err := d.Acquire(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			d.Release(w)
			v, work, _ = d.Spare(t.Context())
			d.Release(v)
			if work.Err() == nil {
				t.Error("work goes on with a solver that was given back")
			}
		}
	})
}

func TestASolvedGameIsWon(t *testing.T) {
	s := game.BySlug("lucas").Deal(1)
	for _, m := range Solve(t.Context(), s, Budget{}).Moves {
		s.Apply(m)
	}
	if r := Solve(t.Context(), s, Budget{}); r.Verdict != Won || len(r.Moves) != 0 || r.Home != 104 {
		t.Errorf("a won game gives %+v", r)
	}
}

func TestAnEagerPhaseProvesNoLoss(t *testing.T) {
	eachGame(t, func(t *testing.T, v *game.Variant) {
		r := rand.New(rand.NewPCG(uint64(v.Columns), 12))
		var sv Solver
		for range 20 {
			s := midgame(r, v, 300)
			if res := sv.solve(t.Context(), s, Budget{Nodes: 20_000}, plan{{nextCards, eager, byHome, 0}}, options{}); res.Verdict == Lost {
				t.Fatalf("lost after %d positions\n%s", res.States, s)
			}
		}
		p := planOf(v)
		for i, ph := range p {
			if last := i == len(p)-1; last != (ph.states == 0) || last && ph.homing == eager {
				t.Errorf("phase %d of %d: %v, %d positions; the last, and only that, is careful and without limit", i+1, len(p), ph.homing, ph.states)
			}
		}
	})
}

func TestSeveralCoresFindWhatOneDoes(t *testing.T) {
	eachGame(t, func(t *testing.T, v *game.Variant) {
		for n := uint32(1); n <= 3; n++ {
			s := v.Deal(n)
			b := Budget{Nodes: 150_000, Bytes: 64 << 20}
			one := Solve(t.Context(), s, b)
			b.Bytes *= 3
			three := (&Solver{Cores: 3}).Solve(t.Context(), s, b)
			if one.Verdict != three.Verdict || !slices.Equal(one.Moves, three.Moves) {
				t.Errorf("deal %d: %s by one core in %d moves, %s by three in %d", n, one.Verdict, len(one.Moves), three.Verdict, len(three.Moves))
			}
		}
	})
}
