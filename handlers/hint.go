package handlers

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"time"

	"github.com/labstack/echo/v4"

	"fortythieves/db"
	"fortythieves/game"
	"fortythieves/game/hint"
	"fortythieves/game/review"
	"fortythieves/game/solver"
	"fortythieves/views"
)

// advice is what was said last of a position, for who asks again.
type advice struct {
	log   string // the moves that led to the position
	known bool   // it comes from all cards, those too that the player cannot see
	shown int    // of its moves
	back  int    // the last position that can be won where this one cannot; −1 where that is not known, or not asked
	hint.Advice
}

var (
	hintBudget = solver.Budget{Nodes: 300_000, Bytes: 24 << 20} // some 300 ms
	backBudget = solver.Budget{Nodes: 150_000, Bytes: 12 << 20} // for each of the positions tried on the way back
)

// A request waits for its turn at the solver as long as patience, and for that and the search as long as thinking: a slow
// machine searches for some seconds. A hint may do both twice within the half minute that an answer has.
const (
	patience = 5 * time.Second
	thinking = 14 * time.Second
)

// hint advises a move. One that advises something counts as an aid.
func (s *site) hint(c echo.Context) error {
	g, err := s.live(c)
	if g == nil || err != nil {
		return err
	}
	a, err := s.advise(c, g)
	if err != nil {
		return err
	}
	if len(a.Moves) > 0 || a.back >= 0 {
		g.Hints++
		g.Aided = g.Aided || a.known
		if err := s.Store.Save(c.Request().Context(), g, s.Now()); err != nil {
			return s.stored(c, g, err, nil)
		}
		s.meters.saved(g)
	}
	if !isHTMX(c) {
		return s.seeOther(c, "/games/"+g.ID+"?hint=1")
	}
	return s.show(c, http.StatusOK, g, func(t *views.Table) { t.Hint = a.view(g.Play.State()) })
}

// lastHint is what was advised last, if that was of the position of the game now.
func (s *site) lastHint(g *db.Game) *views.Hint {
	if a, ok := s.advised.Get(g.ID); ok && a.log == made(g) {
		return a.view(g.Play.State())
	}
	return nil
}

// made are the moves that led to the position of a game, in the notation.
func made(g *db.Game) string { return game.FormatMoves(g.Play.Moves()[:g.Play.Cursor()]) }

// advise finds advice, or one more move of what was advised for the same position before.
func (s *site) advise(c echo.Context, g *db.Game) (advice, error) {
	known, log := s.settings(c).Get("hints") == "all", made(g)
	if a, ok := s.advised.Get(g.ID); ok && a.log == log && a.known == known {
		a.shown++
		s.advised.Add(g.ID, a)
		return a, nil
	}
	a := advice{log: log, known: known, shown: 1, back: -1}
	var err error
	if known {
		a.Advice, err = s.foresee(c.Request().Context(), g)
	} else {
		err = s.solving(c.Request().Context(), func(ctx context.Context, sv *solver.Solver) {
			a.Advice = hint.Fair(ctx, sv, hint.See(g.Play.State()), visited(g.Play), hint.Budget{})
		})
	}
	if err == nil && a.Verdict == solver.Lost { // by fair means only where nothing is hidden now
		a.back, err = s.wayBack(c.Request().Context(), g)
	}
	if err == nil {
		s.advised.Add(g.ID, a)
	}
	return a, err
}

// solving waits some seconds for a turn at the solver and calls do. Where either takes too long the solver is busy.
func (s *site) solving(ctx context.Context, do func(context.Context, *solver.Solver)) error {
	ctx, cancel := context.WithTimeout(ctx, thinking)
	defer cancel()
	turn, over := context.WithTimeout(ctx, patience)
	defer over()
	err := s.searching(turn, ctx, do)
	if errors.Is(err, context.DeadlineExceeded) {
		err = solver.ErrBusy
	}
	return err
}

// searching waits until turn is done for a turn at the solver and calls do. A context that is done meanwhile makes the
// result worth nothing, and is the error.
func (s *site) searching(turn, ctx context.Context, do func(context.Context, *solver.Solver)) error {
	sv, err := s.Desk.Acquire(turn)
	if err != nil {
		s.meters.busy.Inc()
		return err
	}
	defer s.Desk.Release(sv)
	begun := time.Now()
	do(ctx, sv)
	s.meters.searching.Add(time.Since(begun).Seconds())
	return ctx.Err()
}

// foresee advises by all cards: the next moves of a line that wins, where one is known or found; else what is
// proved; else a guess.
func (s *site) foresee(ctx context.Context, g *db.Game) (hint.Advice, error) {
	moves := g.Play.Moves()[:g.Play.Cursor()]
	line, err := s.line(ctx, g)
	if err != nil {
		return hint.Advice{}, err
	}
	if len(line) > len(moves) && slices.Equal(line[:len(moves)], moves) {
		return hint.Advice{Moves: line[len(moves):], Verdict: solver.Won}, nil
	}
	var r solver.Result
	err = s.solving(ctx, func(ctx context.Context, sv *solver.Solver) { r = sv.Solve(ctx, g.Play.State(), hintBudget) })
	switch {
	case err != nil || r.Verdict == solver.Lost:
	case r.Verdict == solver.Won:
		s.lines.Add(g.ID, slices.Concat(moves, r.Moves))
	default:
		r.Moves = r.Partial[:min(1, len(r.Partial))]
	}
	return hint.Advice{Moves: r.Moves, Verdict: r.Verdict}, err
}

// line is a line that wins the deal of a game from the start, or nil where none is known.
func (s *site) line(ctx context.Context, g *db.Game) ([]game.Move, error) {
	if line, ok := s.lines.Get(g.ID); ok {
		return line, nil
	}
	text, err := s.Store.Line(ctx, g.Play.Variant().Slug, g.Play.Deal())
	if errors.Is(err, db.ErrNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	line, err := game.ParseMoves(text)
	if err == nil {
		s.lines.Add(g.ID, line)
	}
	return line, err
}

// wayBack is lastWinnable as far as it is found in time: that the game is lost is known all the same.
func (s *site) wayBack(ctx context.Context, g *db.Game) (int, error) {
	at := -1
	err := s.solving(ctx, func(ctx context.Context, sv *solver.Solver) { at = s.lastWinnable(ctx, sv, g) })
	if errors.Is(err, solver.ErrBusy) {
		err = nil
	}
	return at, err
}

// lastWinnable is the latest position of a game, by the moves made, that is proved to be winnable; −1 where none is
// found. As far as the game follows a line that wins, it can be won.
func (s *site) lastWinnable(ctx context.Context, sv *solver.Solver, g *db.Game) int {
	moves := g.Play.Moves()[:g.Play.Cursor()]
	won, lost := -1, len(moves)
	if line, err := s.line(ctx, g); err == nil && line != nil {
		won = review.Common(line, moves)
	}
	for lost-won > 1 && ctx.Err() == nil {
		at := (won + lost) / 2
		r := sv.Solve(ctx, g.Play.At(at), backBudget)
		if r.Verdict == solver.Won {
			won = at
			s.lines.Add(g.ID, slices.Concat(moves[:at], r.Moves))
		} else {
			lost = at
		}
	}
	return won
}

// visited is what the player saw of the positions before that of the game.
func visited(g *game.Game) []hint.View {
	before := make([]hint.View, g.Cursor())
	s := g.At(0)
	for i := range before {
		before[i] = hint.See(s)
		s.Apply(g.Moves()[i]) // legal, as the game has made it
	}
	return before
}

// view is the advice as the table shows it: as many of its moves as were asked for, up to the first that turns a
// card up, since what comes after it would tell of that card.
func (a advice) view(s *game.State) *views.Hint {
	h := &views.Hint{Back: a.back, Ways: a.Ways, Won: a.Wins, Lost: a.Lost}
	t := s.Clone()
	for _, m := range a.Moves[:min(a.shown, len(a.Moves))] {
		h.Moves = append(h.Moves, m)
		if step, err := t.Apply(m); err != nil || m == game.Draw || step.Turned != 0 {
			h.Wait = len(h.Moves) < min(a.shown, len(a.Moves))
			break
		}
	}
	switch {
	case a.back >= 0 || a.Verdict == solver.Lost:
		h.Kind = "lost"
	case len(a.Moves) == 0:
		h.Kind = "nothing"
	case a.Verdict == solver.Won:
		h.Kind = "proved"
	case a.Ways > 0 && a.Lost == a.Ways:
		h.Kind = "hopeless"
	case a.Ways > 0 && 4*(a.Won+a.Lost) < a.Ways:
		h.Kind = "early"
	case a.Wins > 0:
		h.Kind = "ways"
	default:
		h.Kind = "guess"
	}
	return h
}
