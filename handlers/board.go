package handlers

import (
	"context"
	"errors"
	"net/http"

	"github.com/labstack/echo/v4"

	"fortythieves/db"
	"fortythieves/views"
)

// board shows a game; from selects a place, ask asks a question.
func (s *site) board(c echo.Context) error {
	g, err := s.game(c)
	if err != nil {
		return err
	}
	return s.show(c, http.StatusOK, g, func(t *views.Table) {
		if from, ok := views.ParsePlace(c.QueryParam("from")); ok {
			t.From = &from
		}
		switch ask := c.QueryParam("ask"); ask {
		case "new", "daily", "restart", "give-up":
			t.Ask = ask
		}
		if c.QueryParam("hint") != "" {
			t.Hint = s.lastHint(g)
		}
		switch see := c.QueryParam("see"); see {
		case "waste", "table", "keys":
			t.See = see
		}
	})
}

// game loads the game of the address for the player of this browser; anybody else's is not found.
func (s *site) game(c echo.Context) (*db.Game, error) {
	token, ok := s.token(c)
	if !ok {
		return nil, notFound()
	}
	player, g, err := s.Store.Seat(c.Request().Context(), token, c.Param("id"))
	if errors.Is(err, db.ErrNotFound) {
		return nil, notFound()
	}
	if err == nil {
		s.visits(c, token, player)
	}
	return g, err
}

// show draws the board of a game, after change has added to it what is not in the game: the fragment for
// htmx, else the page.
func (s *site) show(c echo.Context, status int, g *db.Game, change func(*views.Table)) error {
	t := views.Table{
		ID: g.ID, Game: g.Play, Version: g.Version, Counted: g.Counted, Played: g.Played,
		Started: !g.Started.IsZero(), Restarted: g.Restarts > 0, Settled: g.Result != "", Won: g.Result == db.Won, Clean: g.Clean(),
		Winnable: g.Winnable, Hard: g.Difficulty, DeadEnd: g.Result == "" && deadEnd(c.Request().Context(), g.Play.State()),
	}
	if change != nil {
		change(&t)
	}
	if t.Won && g.Counted {
		streak, err := s.streak(c.Request().Context(), g)
		if err != nil {
			return err
		}
		t.Streak = streak
	}
	b := views.NewBoard(s.page(c), t)
	if isHTMX(c) {
		return render(c, status, views.BoardAnswer(b))
	}
	return render(c, status, views.BoardPage(b))
}

// streak is the player's current streak in the variant of a game.
func (s *site) streak(ctx context.Context, g *db.Game) (int, error) {
	r, err := s.Store.Record(ctx, g.Player)
	return r.By[g.Play.Variant().Slug].Streak, err
}

// done answers an accepted action: with the board for htmx, else with the way to it.
func (s *site) done(c echo.Context, g *db.Game, said *views.Said) error {
	if !isHTMX(c) {
		return s.seeOther(c, "/games/"+g.ID)
	}
	return s.show(c, http.StatusOK, g, func(t *views.Table) { t.Said = said })
}
