package hint_test

import (
	"math/rand/v2"
	"testing"

	"fortythieves/game"
	"fortythieves/game/hint"
	"fortythieves/game/solver"
)

// BenchmarkFair asks for hints in positions of play by chance, the first ones of each game at the deal.
func BenchmarkFair(b *testing.B) {
	for _, v := range game.Variants {
		b.Run(v.Slug, func(b *testing.B) {
			var sv solver.Solver
			random := rand.New(rand.NewPCG(1, 1))
			n := 0
			for b.Loop() {
				b.StopTimer()
				w := wander(v, random, n%4*12)
				n++
				b.StartTimer()
				hint.Fair(b.Context(), &sv, hint.See(w.at), w.before, hint.Budget{})
			}
		})
	}
}
