package hint

import (
	"context"

	"fortythieves/game"
	"fortythieves/game/solver"
)

// Budget bounds the work for an answer. It counts positions and knows no clock, so that the same view always
// gets the same answer.
type Budget struct {
	// Ways is how many layouts of the hidden cards are tried. Zero is 16 for Fair, which finds a move; 32 for
	// Chance, which finds a share within some ten points of a hundred.
	Ways int
	// Nodes bounds the positions generated in all searches together, as in solver.Budget. Zero is
	// DefaultNodes. What one layout may take of it is bounded too.
	Nodes int64
}

// DefaultNodes is the budget of an answer: some 150 ms where little can be won, less where most can.
const DefaultNodes = 250_000

const (
	waysForMove  = 16
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
	return advise(ctx, sv, newSample(v, b.Ways), before, b)
}

func advise(ctx context.Context, sv *solver.Solver, s *sample, before []View, b Budget) Advice {
	c := candidatesOf(s.view, before)
	a := Advice{}
	if s.view.Hidden() == 0 {
		a = open(ctx, sv, s.view, c, b)
	} else {
		s.search(ctx, sv, b.Nodes)
		a = c.judge(s)
	}
	if ctx.Err() != nil {
		return Advice{}
	}
	return a
}

// open advises where nothing is hidden: a line that wins, or a guess unless there is no win.
func open(ctx context.Context, sv *solver.Solver, v View, c candidates, b Budget) Advice {
	r := sv.Solve(ctx, v.with(nil), solver.Budget{Nodes: b.Nodes})
	switch r.Verdict {
	case solver.Won:
		return Advice{Moves: r.Moves, Verdict: r.Verdict}
	case solver.Lost:
		return Advice{Verdict: r.Verdict}
	}
	c.creditGuess(r.Partial)
	return c.advice()
}

// Chance tries layouts of the hidden cards, as many as the budget allows, and counts those that can be won and
// those that cannot; the rest are not known. Where nothing is hidden there is one way.
func Chance(ctx context.Context, sv *solver.Solver, v View, b Budget) (ways, won, lost int) {
	b = b.withDefaults(waysForShare)
	if v.Hidden() == 0 {
		b.Ways = 1
	}
	s := newSample(v, b.Ways)
	s.search(ctx, sv, b.Nodes)
	return s.count()
}
