package solver

import (
	"context"

	"fortythieves/game"
)

// wayHome bounds the search of NoWayHome where its caller does not: some 50 ms.
var wayHome = Budget{Nodes: 60_000, Bytes: 8 << 20}

// NoWayHome proves that no sequence of moves brings any further card home, where no draw and no redeal
// is left: cards can be pushed about, no more. False means that one does, that a draw is left, that the game is
// won, or that the budget ran out or the context was done. A zero budget is some 50 ms.
func NoWayHome(ctx context.Context, s *game.State, b Budget) bool {
	return new(Solver).NoWayHome(ctx, s, b)
}

// NoWayHome is the function of that name.
func (v *Solver) NoWayHome(ctx context.Context, s *game.State, b Budget) bool {
	if s.Won() || s.CanDraw() || s.CanUp() {
		return false
	}
	if b.Nodes <= 0 {
		b.Nodes = wayHome.Nodes
	}
	if b.Bytes <= 0 {
		b.Bytes = wayHome.Bytes
	}
	// The test for dead positions proves more than is asked: that not all cards can come home.
	o := options{goal: s.Home() + 1, noDead: true}
	v.search.start(s, o)
	return v.search.try(ctx, &phase{even, careful, byHome, 0}, v.within(b)).outcome == exhausted
}
