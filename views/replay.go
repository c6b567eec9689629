package views

import "fortythieves/game"

// Replay is a finished game at one of its moves.
type Replay struct {
	Board
	At    int    // moves made
	Moves []Move // all
	Root  string // the address of the replay, without the base path
	Own   bool   // it is the player's, who may share it
	URL   string // of this page, with scheme and host
}

// Move is a move in a list.
type Move struct {
	Number int
	Text   string // in the notation, with the card that it turned up
}

// NewReplay shows a game, which it moves to the position after at moves; root is the address of the replay.
func NewReplay(p Page, t Table, at int, root string, own bool) Replay {
	at = min(max(at, 0), len(t.Game.Moves()))
	r := Replay{At: at, Root: root, Own: own}
	for i, step := range t.Game.Steps() {
		text := step.Move.String()
		if step.Turned != 0 {
			text += " (" + index(step.Turned) + ")"
		}
		r.Moves = append(r.Moves, Move{i + 1, text})
	}
	t.Game.Jump(at)
	t.Settled = true
	r.Board = NewBoard(p, t)
	if r.Said = p.L.Last(t.Game); at == 0 {
		r.Said = Said{Shown: p.L.T("replay.start")}
	}
	return r
}

// to is the address of the replay after n moves.
func (r Replay) to(n int) string {
	return r.Path(r.Root) + "?at=" + itoa(min(max(n, 0), len(r.Moves)))
}

// others are the variants other than the one played.
func (l *Locale) others(v *game.Variant) []*game.Variant {
	var list []*game.Variant
	for _, o := range l.Variants() {
		if o != v {
			list = append(list, o)
		}
	}
	return list
}

// class is the kind of page that a replay is.
func (r Replay) class() string {
	if r.Own {
		return "table replay"
	}
	return "table replay shared"
}
