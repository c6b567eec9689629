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
	if s.Stuck() || s.Won() {
		return false
	}
	seen := map[string]bool{s.columnsKey(): true}
	open := []*State{s}
	var room [64]Move
	for len(open) > 0 {
		t := open[len(open)-1]
		open = open[:len(open)-1]
		for _, m := range t.AppendLegal(room[:0]) {
			if _, ok := m.From.Column(); !ok || m.To == Foundation {
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
