// Package review finds out where a game was lost.
package review

import (
	"fmt"
	"strconv"
	"strings"

	"fortythieves/game"
	"fortythieves/game/solver"
)

// Review says of the positions of a game which are proved to be winnable and which lost. A position from
// which a later one is winnable is winnable, and after a lost one all are lost, so two numbers say it.
type Review struct {
	Won  int         // the last position proved winnable, by the moves made; −1 if none is
	Lost int         // the first proved lost; one more than there are moves if none is
	Line []game.Move // wins from position Won
}

// Of is what is known of the position after so many moves.
func (r Review) Of(at int) solver.Verdict {
	switch {
	case at <= r.Won:
		return solver.Won
	case at >= r.Lost:
		return solver.Lost
	}
	return solver.Unknown
}

// Move is the number of the move that lost a game of so many, from 1 on, if it is known to be that one.
func (r Review) Move(moves int) (n int, ok bool) {
	return r.Lost, r.Won >= 0 && r.Lost == r.Won+1 && r.Lost <= moves
}

// Find reviews a game by all its moves. line wins the deal, or is nil. solve searches at most so many positions as
// tries says: first those that halve what is not known, then those in the gaps that an undecided one left. What it
// fails with ends the review.
func Find(g *game.Game, line []game.Move, tries int, solve func(*game.State) (solver.Result, error)) (Review, error) {
	moves := g.Moves()
	r := Review{Won: -1, Lost: len(moves) + 1}
	if g.Won() {
		r.Won = len(moves)
	}
	if n := Common(line, moves); line != nil && n > r.Won {
		r.Won, r.Line = n, line[n:]
	}
	undecided := map[int]bool{}
	for range tries {
		at, ok := next(r, undecided)
		if !ok {
			break
		}
		found, err := solve(g.At(at))
		if err != nil {
			return r, err
		}
		switch found.Verdict {
		case solver.Won:
			r.Won, r.Line = at, found.Moves
		case solver.Lost:
			r.Lost = at
		default:
			undecided[at] = true
		}
	}
	return r, nil
}

// next is the position to search: the middle of the widest gap between those that are decided or were searched.
func next(r Review, undecided map[int]bool) (at int, ok bool) {
	widest, from := 1, r.Won
	for i := r.Won + 1; i <= r.Lost; i++ {
		if i == r.Lost || undecided[i] {
			if i-from > widest {
				widest, at, ok = i-from, (i+from)/2, true
			}
			from = i
		}
	}
	return at, ok
}

// Common is how many moves two games have in common from their start.
func Common(a, b []game.Move) (n int) {
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	return n
}

// String is the stored form: Won, Lost and the line, with spaces between.
func (r Review) String() string {
	return fmt.Sprintf("%d %d %s", r.Won, r.Lost, game.FormatMoves(r.Line))
}

// Parse reads the stored form.
func Parse(text string) (r Review, err error) {
	won, rest, _ := strings.Cut(text, " ")
	lost, line, _ := strings.Cut(rest, " ")
	if r.Won, err = strconv.Atoi(won); err == nil {
		r.Lost, err = strconv.Atoi(lost)
	}
	if err == nil {
		r.Line, err = game.ParseMoves(line)
	}
	if err != nil {
		return Review{}, fmt.Errorf("review %q: %w", text, err)
	}
	return r, nil
}
