package views

import "fortythieves/game"

// OnlyPlace is the one sensible place to which the cards at a place can go, and false when there is none
// or a choice. Empty columns are all one place, the leftmost, and none at all for a whole column, which
// would gain nothing.
func OnlyPlace(s *game.State, at Place) (game.Pile, bool) {
	var room [16]game.Pile
	return onlyPlace(s, at, s.AppendTargets(room[:0], at.Pile, at.N))
}

// onlyPlace is OnlyPlace where the targets are known.
func onlyPlace(s *game.State, at Place, targets []game.Pile) (game.Pile, bool) {
	var only game.Pile
	found, empty := 0, false
	for _, p := range targets {
		if i, ok := p.Column(); ok && len(s.Columns[i].Cards) == 0 {
			if empty || whole(s, at) {
				continue
			}
			empty = true
		}
		if found == 0 {
			only = p
		}
		found++
	}
	return only, found == 1
}

// whole reports whether a place is a column from its first card on.
func whole(s *game.State, at Place) bool {
	i, ok := at.Pile.Column()
	return ok && at.N == len(s.Columns[i].Cards)
}

// SecondTap is the move of a second tap on cards that are selected, as the settings have it: home, to
// the first column that takes them, or none.
func SecondTap(s *game.State, at Place, settings Settings) (game.Pile, bool) {
	var room [16]game.Pile
	targets := s.AppendTargets(room[:0], at.Pile, at.N)
	prefer := settings.Get("double")
	if prefer == "nothing" || len(targets) == 0 {
		return 0, false
	}
	if prefer == "column" && len(targets) > 1 && targets[0] == game.Foundation {
		return targets[1], true
	}
	return targets[0], prefer == "column" || targets[0] == game.Foundation
}
