package handlers

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"sync/atomic"
	"time"

	"github.com/labstack/echo/v4"

	"fortythieves/db"
	"fortythieves/game"
	"fortythieves/game/review"
	"fortythieves/game/solver"
	"fortythieves/views"
)

var reviewBudget = solver.Budget{Nodes: 600_000, Bytes: 48 << 20} // for each position

const (
	reviewTries = 24               // positions of a game that are searched
	reviewWait  = 10 * time.Minute // for a turn at the solver
	reviewsMost = 4                // that wait or are under way
)

// reviewing is a review under way.
type reviewing struct {
	tried atomic.Int32
	over  atomic.Bool
}

// review begins to find out where a settled game was lost. It goes on after the answer, and the result is kept.
func (s *site) review(c echo.Context) error {
	if _, err := form(c); err != nil {
		return err
	}
	g, err := s.settled(c)
	if err != nil {
		return err
	}
	if err := s.begunReview(c.Request().Context(), g); err != nil {
		return err
	}
	return s.seeOther(c, "/games/"+g.ID+"/review")
}

// begunReview begins the review of a game unless it is done or under way.
func (s *site) begunReview(ctx context.Context, g *db.Game) error {
	if r, err := s.found(ctx, g); err != nil || r != nil {
		return err
	}
	if r, ok := s.reviews.Get(g.ID); ok && !r.over.Load() {
		return nil
	}
	if s.underWay.Add(1) > reviewsMost {
		s.underWay.Add(-1)
		return solver.ErrBusy
	}
	r := new(reviewing)
	s.reviews.Add(g.ID, r)
	go func() {
		defer s.underWay.Add(-1)
		defer r.over.Store(true)
		ctx, cancel := context.WithTimeout(s.Work, reviewWait)
		defer cancel()
		found, err := s.findLoss(ctx, g, r)
		if err == nil {
			err = s.Store.KeepAnalysis(ctx, g.ID, found.String())
		}
		if err != nil && s.Work.Err() == nil {
			s.Log.Error("a review failed", "error", err)
		}
	}()
	return nil
}

// findLoss reviews a game. For each position it takes its turn at the solver, so that hints need not wait for all.
func (s *site) findLoss(ctx context.Context, g *db.Game, r *reviewing) (review.Review, error) {
	line, err := s.line(ctx, g)
	if err != nil {
		return review.Review{}, err
	}
	return review.Find(g.Play, line, reviewTries, func(state *game.State) (solver.Result, error) {
		var found solver.Result
		err := s.searching(ctx, ctx, func(ctx context.Context, sv *solver.Solver) { found = sv.Solve(ctx, state, reviewBudget) })
		r.tried.Add(1)
		return found, err
	})
}

// found is the review of a settled game, or nil.
func (s *site) found(ctx context.Context, g *db.Game) (*review.Review, error) {
	text, err := s.Store.Analysis(ctx, g.ID)
	if err != nil || text == "" {
		return nil, err
	}
	r, err := review.Parse(text)
	if err == nil && (r.Won > len(g.Play.Moves()) || r.Won < -1 || r.Lost < 0) {
		err = errors.New("the review is of another game")
	}
	return &r, err
}

// reviewed shows how far a review is, and goes to the replay when it is done.
func (s *site) reviewed(c echo.Context) error {
	g, err := s.settled(c)
	if err != nil {
		return err
	}
	r, ok := s.reviews.Get(g.ID)
	if !ok || r.over.Load() {
		found, err := s.found(c.Request().Context(), g)
		if err != nil {
			return err
		}
		at := 0
		if found != nil {
			at = max(0, found.Won)
		}
		return s.seeOther(c, "/games/"+g.ID+"/replay?at="+strconv.Itoa(at))
	}
	v := views.Review{Page: s.page(c), ID: g.ID, Variant: g.Play.Variant(), Tried: int(r.tried.Load()), Tries: reviewTries}
	if isHTMX(c) {
		return render(c, http.StatusOK, views.ReviewFragment(v))
	}
	return render(c, http.StatusOK, views.ReviewPage(v))
}
