package hint

import (
	"context"

	"fortythieves/game"
	"fortythieves/game/solver"
)

// Budget bounds the work for an answer. It counts positions and knows no clock, so that the same view always
// gets the same answer.
type Budget struct {
	// Ways is how many layouts of the hidden cards are tried. Zero is 8 for Fair, which finds a move; 32 for
	// Chance, which finds a share within some ten points of a hundred.
	Ways int
	// Nodes bounds the positions generated in all searches together, as in solver.Budget. Zero is
	// DefaultNodes. What one layout may take of it is bounded too.
	Nodes int64
}

// DefaultNodes is the budget of an answer: some 200 ms where nothing can be won, much less where most can.
const DefaultNodes = 400_000

const (
	waysForMove  = 8
	waysForShare = 32
	nodesForWay  = 60_000 // with far fewer, hardly any layout is won and the advice is poor
)

func (b Budget) withDefaults(ways int) Budget {
	if b.Ways <= 0 {
		b.Ways = ways
	}
	if b.Nodes <= 0 {
		b.Nodes = DefaultNodes
	}
	return b
}

// Advice is a move and what speaks for it. The zero Advice is none.
type Advice struct {
	// Moves begins with the move advised. More follow only where nothing is hidden and they win. It is nil
	// where no move leads anywhere new.
	Moves []game.Move
	// Ways is how many layouts of the hidden cards were tried; Won of them can be won, by this move or another,
	// and Lost cannot. All are 0 where nothing is hidden.
	Ways, Won, Lost int
	// Wins is in how many of them the move advised was seen to win: not more than Won. Where it is 0 and the
	// verdict is not Won, the move is a guess.
	Wins int
	// Verdict is what is proved where nothing is hidden, else Unknown.
	Verdict solver.Verdict
}

// Fair advises by what v shows alone. before are the views of the positions visited in this game up to now; a
// move that returns to one of them is advised only if no other leads to a win. It returns no advice when
// the context is done before the answer is found.
func Fair(ctx context.Context, sv *solver.Solver, v View, before []View, b Budget) Advice {
	b = b.withDefaults(waysForMove)
	c := candidatesOf(v, before)
	var a Advice
	if v.Hidden() == 0 {
		a = open(ctx, sv, v, c, b)
	} else {
		a = sampled(ctx, sv, v, c, b)
	}
	if ctx.Err() != nil {
		return Advice{}
	}
	return a
}

// open advises where nothing is hidden: a line that wins, or a guess unless there is no win.
func open(ctx context.Context, sv *solver.Solver, v View, c candidates, b Budget) Advice {
	s := v.with(nil)
	r := sv.Solve(ctx, s, solver.Budget{Nodes: b.Nodes})
	switch r.Verdict {
	case solver.Won:
		return Advice{Moves: r.Moves, Verdict: r.Verdict}
	case solver.Lost:
		return Advice{Verdict: r.Verdict}
	}
	c.creditGuess(r.Partial)
	return c.advice()
}

// sampled advises by layouts of the hidden cards.
func sampled(ctx context.Context, sv *solver.Solver, v View, c candidates, b Budget) Advice {
	var a Advice
	try(ctx, sv, v, b, func(s *game.State, r solver.Result) {
		a.count(r.Verdict)
		switch r.Verdict {
		case solver.Won:
			c.creditWin(s, r.Moves)
		case solver.Unknown:
			c.creditGuess(r.Partial)
		}
	})
	best := c.advice()
	a.Moves, a.Wins = best.Moves, best.Wins
	return a
}

// count counts a layout by its verdict.
func (a *Advice) count(v solver.Verdict) {
	a.Ways++
	switch v {
	case solver.Won:
		a.Won++
	case solver.Lost:
		a.Lost++
	}
}

// Chance tries layouts of the hidden cards, as many as the budget allows, and counts those that can be won and
// those that cannot; the rest are not known. Where nothing is hidden there is one way.
func Chance(ctx context.Context, sv *solver.Solver, v View, b Budget) (ways, won, lost int) {
	b = b.withDefaults(waysForShare)
	if v.Hidden() == 0 {
		b.Ways = 1
	}
	var a Advice
	try(ctx, sv, v, b, func(_ *game.State, r solver.Result) { a.count(r.Verdict) })
	return a.Ways, a.Won, a.Lost
}

// try searches layouts of v until the budget is spent or the context is done.
func try(ctx context.Context, sv *solver.Solver, v View, b Budget, found func(*game.State, solver.Result)) {
	each := int64(nodesForWay)
	if b.Ways == 1 {
		each = b.Nodes
	}
	l := v.layouts()
	for range b.Ways {
		s := l.next()
		r := sv.Solve(ctx, s, solver.Budget{Nodes: min(each, b.Nodes)})
		if ctx.Err() != nil {
			return
		}
		found(s, r)
		if b.Nodes -= r.Nodes; b.Nodes <= 0 {
			return
		}
	}
}
