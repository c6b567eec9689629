package solver

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"fortythieves/game"
)

// BenchmarkSolve reports the nodes and distinct states a second and the bytes of a state, over deals of each game.
func BenchmarkSolve(b *testing.B) {
	for _, v := range game.Variants {
		b.Run(v.Slug, func(b *testing.B) {
			var nodes, states int64
			for i := range b.N {
				r := Solve(b.Context(), v.Deal(uint32(1+i%100)), Budget{Nodes: 300_000})
				nodes += r.Nodes
				states += r.States
			}
			b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "nodes/s")
			b.ReportMetric(float64(states)/b.Elapsed().Seconds(), "states/s")
		})
	}
}

// BenchmarkMemory reports the bytes of a state in a search of one phase, at its end.
func BenchmarkMemory(b *testing.B) {
	for _, slug := range []string{"forty-thieves", "maria"} {
		b.Run(slug, func(b *testing.B) {
			for range b.N {
				var sv Solver
				sv.solve(b.Context(), game.BySlug(slug).Deal(1), Budget{Nodes: 2_000_000}, plan{{holdStock, careful, byHome, 0}}, options{})
				b.ReportMetric(float64(sv.search.held())/float64(sv.search.seen.n), "bytes/state")
			}
		})
	}
}

// BenchmarkSmall is a search as hints need many: 15,000 states or so in the memory of the one before.
func BenchmarkSmall(b *testing.B) {
	s := game.BySlug("forty-thieves").Deal(1)
	var sv Solver
	for b.Loop() {
		sv.Solve(b.Context(), s, Budget{Nodes: 30_000})
	}
}

// BenchmarkLate reports the share decided within 100 ms of positions in which the stock has run out, after play
// that is half by chance.
func BenchmarkLate(b *testing.B) {
	for _, slug := range []string{"forty-thieves", "streets", "maria"} {
		b.Run(slug, func(b *testing.B) {
			r := rand.New(rand.NewPCG(7, 7))
			decided := 0
			for range b.N {
				ctx, stop := context.WithTimeout(b.Context(), 100*time.Millisecond)
				if Solve(ctx, stockOut(r, game.BySlug(slug)), Budget{}).Verdict != Unknown {
					decided++
				}
				stop()
			}
			b.ReportMetric(100*float64(decided)/float64(b.N), "%decided")
		})
	}
}

// stockOut is a position without draws left.
func stockOut(r *rand.Rand, v *game.Variant) *game.State {
	s := v.Deal(1 + r.Uint32N(100_000))
	for s.CanDraw() {
		legal := s.Legal()
		m := legal[r.IntN(len(legal))]
		prefer := func(chance int, is func(game.Move) bool) bool {
			i := slices.IndexFunc(legal, is)
			if i >= 0 && r.IntN(10) < chance {
				m = legal[i]
				return true
			}
			return false
		}
		switch {
		case prefer(9, func(m game.Move) bool { return m.To == game.Foundation }):
		case prefer(6, func(m game.Move) bool { return m.From == game.Waste }):
		case prefer(5, func(m game.Move) bool { return m == game.Draw }):
		}
		s.Apply(m)
	}
	return s
}
