package handlers

import (
	"context"
	"errors"
	"net/http"
	"strconv"

	"github.com/labstack/echo/v4"

	"fortythieves/db"
	"fortythieves/game/hint"
	"fortythieves/game/solver"
	"fortythieves/views"
)

// chanceBudget is some half a second where little can be won: a share needs more ways than a move.
var chanceBudget = hint.Budget{Nodes: 800_000}

// light says whether the position can still be won, as far as the player has chosen to be told. Who asks is aided
// from then on. It saves no move, so the version stays.
func (s *site) light(c echo.Context) error {
	f, err := form(c)
	if err != nil {
		return err
	}
	version, err := strconv.ParseInt(f.Get("version"), 10, 64)
	if err != nil {
		return badRequest(errors.New("version is no number"))
	}
	g, err := s.game(c)
	if err != nil {
		return err
	}
	if version != g.Version || g.Result != "" {
		if isHTMX(c) {
			return c.NoContent(http.StatusNoContent) // the board that asked is not there any more
		}
		return s.seeOther(c, "/games/"+g.ID)
	}
	if !g.Aided {
		if err := s.Store.Aid(c.Request().Context(), g.ID); err != nil {
			return err
		}
		g.Aided = true
	}
	l, err := s.chance(c.Request().Context(), g, s.settings(c).Get("light") == "all")
	if errors.Is(err, solver.ErrBusy) && isHTMX(c) {
		return c.NoContent(http.StatusNoContent) // it is not worth a word beside the board; the button asks again
	}
	if err != nil {
		return err
	}
	if isHTMX(c) {
		return render(c, http.StatusOK, views.LightFragment(s.page(c), l))
	}
	return s.show(c, http.StatusOK, g, func(t *views.Table) { t.Light = &l })
}

// chance is how likely a game can still be won: proved by all cards if known, else as the player can know.
func (s *site) chance(ctx context.Context, g *db.Game, known bool) (l views.Light, err error) {
	if view := hint.See(g.Play.State()); !known && view.Hidden() > 0 {
		err = s.solving(ctx, func(ctx context.Context, sv *solver.Solver) {
			l.Ways, l.Won, l.Lost = hint.Chance(ctx, sv, view, chanceBudget)
		})
		return l, err
	}
	a, err := s.foresee(ctx, g)
	return views.Light{Verdict: a.Verdict.String()}, err
}
