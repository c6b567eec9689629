package game

import (
	"testing"
	"time"
)

// longGame is a game of 300 moves played at random.
func longGame(t testing.TB) *Game {
	t.Helper()
	r := dice(17)
	for range 100 {
		g := New(BySlug("little-forty"), 1+r.Uint32())
		for g.Cursor() < 300 {
			m, ok := anyMove(r, g.State())
			if !ok {
				break
			}
			g.Play(m)
		}
		if g.Cursor() == 300 {
			return g
		}
	}
	t.Fatal("no game of 300 moves")
	return nil
}

func TestListingAndMakingMovesDoesNotAllocate(t *testing.T) {
	eachVariant(t, func(t *testing.T, v *Variant) {
		s := midgame(dice(18), v, 60)
		work := s.Clone()
		moves := s.Legal()
		room := make([]Move, 0, 200)
		for what, f := range map[string]func(){
			"AppendLegal": func() { room = s.AppendLegal(room[:0]) },
			"Set, Apply": func() {
				for _, m := range moves {
					work.Set(s)
					work.Apply(m)
				}
			},
			"Stuck, Won": func() { _ = s.Stuck() || s.Won() },
		} {
			if n := testing.AllocsPerRun(100, f); n != 0 {
				t.Errorf("%s: %v allocations", what, n)
			}
		}
	})
}

// The room that a state has at the start is enough for a whole game.
func TestAWholeGameDoesNotAllocate(t *testing.T) {
	g := longGame(t)
	const runs = 10
	var fresh []*State
	for range runs + 1 { // one before the runs that count
		fresh = append(fresh, g.Variant().Deal(g.Deal()))
	}
	if n := testing.AllocsPerRun(runs, func() {
		s := fresh[0]
		fresh = fresh[1:]
		for _, m := range g.Moves() {
			s.Apply(m)
		}
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// best is the shortest time that f takes in many tries.
func best(f func()) time.Duration {
	shortest := time.Hour
	for range 50 {
		begin := time.Now()
		f()
		shortest = min(shortest, time.Since(begin))
	}
	return shortest
}

// It takes about 20 µs, three times as long as the moves alone.
func TestAGameOfThreeHundredMovesIsLoadedAtOnce(t *testing.T) {
	g := longGame(t)
	log := FormatMoves(g.Moves())
	s := g.start.Clone()
	moves := best(func() {
		s.Set(g.start)
		for _, m := range g.Moves() {
			s.Apply(m)
		}
	})
	load := best(func() {
		if _, err := Load(g.Variant(), g.Deal(), 300, log); err != nil {
			t.Fatal(err)
		}
	})
	if load > time.Millisecond || load > 20*moves {
		t.Errorf("it takes %v, the moves alone %v", load, moves)
	}
}

func BenchmarkDeal(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		Variants[0].Deal(1234567)
	}
}

func BenchmarkLegal(b *testing.B) {
	for _, v := range Variants {
		b.Run(v.Slug, func(b *testing.B) {
			s := midgame(dice(18), v, 60)
			room := make([]Move, 0, 200)
			b.ReportAllocs()
			for b.Loop() {
				room = s.AppendLegal(room[:0])
			}
		})
	}
}

// BenchmarkSetAndApply is one step of a search: copy a state and make a move.
func BenchmarkSetAndApply(b *testing.B) {
	s := midgame(dice(18), BySlug("forty-thieves"), 60)
	work, m := s.Clone(), s.Legal()[1]
	b.ReportAllocs()
	for b.Loop() {
		work.Set(s)
		work.Apply(m)
	}
}

func BenchmarkLoadOf300Moves(b *testing.B) {
	g := longGame(b)
	log := FormatMoves(g.Moves())
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Load(g.Variant(), g.Deal(), 300, log); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkUndo(b *testing.B) {
	g := longGame(b)
	b.ReportAllocs()
	for b.Loop() {
		g.Undo()
		g.Redo()
	}
}

func BenchmarkShuttling(b *testing.B) {
	s := deadEnd(dice(19), BySlug("forty-thieves"))
	b.ReportAllocs()
	for b.Loop() {
		s.Shuttling()
	}
}
