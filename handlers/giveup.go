package handlers

import (
	"errors"

	"github.com/labstack/echo/v4"

	"fortythieves/db"
)

// giveUp ends a game as lost. One without a move just goes: an untouched deal counts as nothing.
func (s *site) giveUp(c echo.Context) error {
	f, err := form(c)
	if err != nil {
		return err
	}
	g, err := s.current(c, f)
	if g == nil || err != nil {
		return err
	}
	err = s.Store.GiveUp(c.Request().Context(), g, s.Now())
	if err == nil && g.Started.IsZero() {
		return s.seeOther(c, "/")
	}
	return s.stored(c, g, err, nil)
}

// leave gives up the open counted game of a variant when the form says so, as the answer to the
// question. It returns the game when it is in the way of a new one.
func (s *site) leave(c echo.Context, player int64, slug, giveUp, version string) (*db.Game, error) {
	g, err := s.Store.OpenCounted(c.Request().Context(), player, slug)
	if errors.Is(err, db.ErrNotFound) {
		return nil, nil
	}
	if err != nil || g.Started.IsZero() {
		return nil, err
	}
	if giveUp != g.ID || version != formatVersion(g.Version) {
		return g, nil
	}
	err = s.Store.GiveUp(c.Request().Context(), g, s.Now())
	if errors.Is(err, db.ErrStale) || errors.Is(err, db.ErrSettled) {
		return g, nil
	}
	if err == nil {
		s.meters.saved(g)
	}
	return nil, err
}
