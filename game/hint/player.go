package hint

import (
	"context"

	"fortythieves/game"
	"fortythieves/game/solver"
)

// Player gives fair hints from move to move of one game. What it found of a layout it keeps while it holds, so
// that a game takes a fraction of the time that Fair takes for it; its ways are as fair and as likely, but
// not the same ones.
type Player struct {
	solver *solver.Solver
	budget Budget
	sample *sample
	before []View
}

// NewPlayer begins at a position of which v is the view. The budget is for each hint.
func NewPlayer(sv *solver.Solver, v View, b Budget) *Player {
	b = b.withDefaults(waysForMove)
	return &Player{solver: sv, budget: b, sample: newSample(v, b.Ways)}
}

// Advise advises as Fair does.
func (p *Player) Advise(ctx context.Context) Advice {
	return advise(ctx, p.solver, p.sample, p.before, p.budget)
}

// Played tells of a move, advised or not, and the view after it.
func (p *Player) Played(m game.Move, v View) {
	p.before = append(p.before, p.sample.view)
	p.sample.follow(m, v)
}
