package handlers

import (
	"context"
	"sync"

	"fortythieves/game"
	"fortythieves/game/solver"
)

var (
	deadEndBudget  = solver.Budget{Nodes: 40_000, Bytes: 8 << 20} // at most some 40 ms
	deadEndSolvers = sync.Pool{New: func() any { return new(solver.Solver) }}
)

// deadEnd reports whether it is proved that no further card comes home, though cards can still be moved. While a
// card is hidden it says nothing, as that might tell of the card.
func deadEnd(ctx context.Context, s *game.State) bool {
	if s.CanDraw() || s.CanUp() || s.Hides() {
		return false
	}
	sv := deadEndSolvers.Get().(*solver.Solver)
	defer deadEndSolvers.Put(sv)
	return sv.NoWayHome(ctx, s, deadEndBudget)
}
