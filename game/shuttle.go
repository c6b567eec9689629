package game

import (
	"bytes"
	"slices"
)

// shuttleLimit bounds the search of Shuttling, in positions.
const shuttleLimit = 500

// Shuttling reports that moves are left, but that whatever is done with them only pushes cards to and
// fro among the columns: no line of play draws, plays the waste, turns a card up or brings one home.
// It is found by trying all of them; when that is more than a few hundred positions the answer is
// false.
func (s *State) Shuttling() bool {
	var room [64]Move
	moves := s.AppendLegal(room[:0])
	if len(moves) == 0 || slices.ContainsFunc(moves, progress) {
		return false // the usual case, without a search
	}
	seen := map[string]bool{s.columnsKey(): true}
	open := []*State{s}
	for len(open) > 0 {
		t := open[len(open)-1]
		open = open[:len(open)-1]
		for _, m := range t.AppendLegal(room[:0]) {
			if progress(m) {
				return false
			}
			u := t.Clone()
			if step := u.apply(m); step.Turned != 0 {
				return false
			}
			key := u.columnsKey()
			if seen[key] {
				continue
			}
			if len(seen) == shuttleLimit {
				return false
			}
			seen[key] = true
			open = append(open, u)
		}
	}
	return true
}

// progress reports whether a move is more than one from column to column.
func progress(m Move) bool {
	_, column := m.From.Column()
	return !column || m.To == Foundation
}

// columnsKey tells positions apart by their columns, whose order does not matter.
func (s *State) columnsKey() string {
	cols := make([][]byte, len(s.Columns))
	for i, col := range s.Columns {
		for _, c := range col.Cards {
			cols[i] = append(cols[i], byte(c.Face()))
		}
	}
	slices.SortFunc(cols, bytes.Compare)
	return string(bytes.Join(cols, []byte{0}))
}
