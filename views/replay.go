package views

import (
	"fortythieves/game"
	"fortythieves/game/review"
)

// Replay is a finished game at one of its moves.
type Replay struct {
	*Board
	At    int            // moves made
	Moves []Move         // all
	Root  string         // the address of the replay, without the base path
	Own   bool           // it is the player's, who may share it
	URL   string         // of this page, with scheme and host
	Lost  bool           // the game is lost
	Found *review.Review // where it was lost; nil while that is not known
	Way   bool           // it shows the way to win
}

// Move is a move in a list.
type Move struct {
	Number int
	Text   string // in the notation, with the card that it turned up

	Verdict string // on the position after it: won, lost or unknown; empty without a review
}

// NewReplay shows a game, which it moves to the position after at moves; root is the address of the replay. found is
// its review, or nil; way says that the game is the way to win that the review found.
func NewReplay(p Page, t Table, at int, root string, own bool, found *review.Review, way bool) Replay {
	at = min(max(at, 0), len(t.Game.Moves()))
	r := Replay{At: at, Root: root, Own: own, Found: found, Way: way}
	for i, step := range t.Game.Steps() {
		text := step.Move.String()
		if step.Turned != 0 {
			text += " (" + index(step.Turned) + ")"
		}
		move := Move{Number: i + 1, Text: text}
		if found != nil && !way {
			move.Verdict = found.Of(i + 1).String()
		}
		r.Moves = append(r.Moves, move)
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
	path := r.Path(r.Root) + "?at=" + itoa(min(max(n, 0), len(r.Moves)))
	if r.Way {
		path += "&way=1"
	}
	return path
}

// verdict says what is known of the position shown.
func (r Replay) verdict() string {
	if r.Found == nil || r.Way {
		return ""
	}
	return r.L.T("review." + r.Found.Of(r.At).String())
}

// lostBy says by which move, or where, the game was lost.
func (r Replay) lostBy() string {
	n, ok := r.Found.Move(len(r.Moves))
	switch {
	case ok:
		return r.L.T("review.move", "n", itoa(n), "move", r.Moves[n-1].Text)
	case r.Found.Won < 0 && r.Found.Lost > len(r.Moves):
		return r.L.T("review.nothing")
	case r.Found.Won < 0:
		return r.L.T("review.lost-from", "n", itoa(r.Found.Lost))
	case r.Found.Lost > len(r.Moves):
		return r.L.T("review.won-until", "n", itoa(r.Found.Won))
	}
	return r.L.T("review.between", "from", itoa(r.Found.Won+1), "to", itoa(r.Found.Lost))
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

// marked is the move with what is known of the position after it.
func (m Move) marked(l *Locale) string {
	if m.Verdict == "" {
		return m.Text
	}
	return m.Text + " " + l.T("review.mark."+m.Verdict)
}
