package solver

import (
	"slices"

	"fortythieves/game"
)

// line is the moves from the start to a node.
func (s *search) line(n uint32) []game.Move {
	var steps []step
	for ; n != 0; n = s.nodes.at(n).parent {
		steps = append(steps, s.nodes.at(n).step)
	}
	slices.Reverse(steps)
	var moves []game.Move
	p := s.first
	settle := func() {
		if !s.free {
			p.settle(&s.rules, func(from uint8) { moves = append(moves, game.Move{From: pile(from), To: game.Foundation, N: 1}) })
		}
	}
	settle()
	for _, st := range steps {
		for range st.draws {
			moves = append(moves, game.Draw)
		}
		moves = append(moves, game.Move{From: pile(st.from), To: pile(st.to), N: st.n})
		p.apply(&s.rules, st)
		settle()
	}
	return moves
}

// pile is a place of a step as the game names it.
func pile(place uint8) game.Pile {
	switch place {
	case fromWaste:
		return game.Waste
	case foundation:
		return game.Foundation
	}
	return game.Column(int(place))
}
