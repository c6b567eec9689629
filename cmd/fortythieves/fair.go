package main

import (
	"context"
	"time"

	"fortythieves/game"
	"fortythieves/game/hint"
	"fortythieves/game/solver"
)

// mostFairMoves bounds a game that is played by hints; a win takes some 250 moves.
const mostFairMoves = 400

// playFair plays a deal by fair hints alone, without taking anything back, until it is won or no hint leads on.
// A game not won may still be one that can be won: its verdict is unknown.
func playFair(ctx context.Context, v *solver.Solver, s *game.State, b hint.Budget) surveyed {
	began := time.Now()
	view := hint.See(s)
	player := hint.NewPlayer(v, view, b)
	visits := map[string]int{}
	var played []game.Move
	hints := 0
	for !s.Won() && len(played) < mostFairMoves {
		visits[view.Key()]++
		if visits[view.Key()] > 2 {
			break // it goes in circles
		}
		var moves []game.Move
		if m, ok := view.Certain(); ok {
			moves = append(moves, m)
		} else {
			moves = player.Advise(ctx).Moves
			hints++
		}
		if len(moves) == 0 {
			break
		}
		for _, m := range moves {
			if _, err := s.Apply(m); err != nil {
				panic("a hint that is not legal: " + err.Error())
			}
			view = hint.See(s)
			player.Played(m, view)
		}
		played = append(played, moves...)
	}
	r := surveyed{Home: s.Home(), Fair: true, Hints: hints}
	verdict := solver.Unknown
	if s.Won() {
		verdict = solver.Won
	}
	r.measured = measured{
		Game: s.Variant.Slug, Verdict: verdict.String(), Moves: game.FormatMoves(played),
		Depth: len(played), Ms: time.Since(began).Milliseconds(),
	}
	return r
}
