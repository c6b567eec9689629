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

// shortened is a line that wins without the moves between columns that it wins without: a search makes some that
// come to nothing.
func shortened(start *game.State, line []game.Move) []game.Move {
	t, u := start.Clone(), start.Clone()
	var short []game.Move
	for i, m := range line {
		_, from := m.From.Column()
		_, to := m.To.Column()
		if from && to {
			if u.Set(t); plays(u, line[i+1:]) {
				continue
			}
		}
		t.Apply(m)
		short = append(short, m)
	}
	return short
}

// plays plays moves on s and reports whether all are legal and win.
func plays(s *game.State, moves []game.Move) bool {
	for _, m := range moves {
		if _, err := s.Apply(m); err != nil {
			return false
		}
	}
	return s.Won()
}
