package handlers

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"fortythieves/db"
	"fortythieves/views"
)

// home shows the nine games with the player's open games and record.
func (s *site) home(c echo.Context) error {
	player, err := s.player(c)
	if err != nil {
		return err
	}
	var list []db.OpenGame
	var record db.Record
	if player.ID != 0 {
		ctx := c.Request().Context()
		if list, err = s.Store.OpenGames(ctx, player.ID); err != nil {
			return err
		}
		if record, err = s.Store.Record(ctx, player.ID); err != nil {
			return err
		}
	}
	open := map[string]views.OpenGame{}
	var practice []views.OpenGame
	for i, g := range openGames(list) {
		switch o := list[i]; {
		case !o.Counted:
			practice = append(practice, g)
		case o.Started:
			open[o.Variant.Slug] = g
		}
	}
	by := map[string]views.Figures{}
	for slug, f := range record.By {
		by[slug] = views.Figures(f)
	}
	h := views.NewHome(s.page(c), c.QueryParam("q"), open, practice, views.Figures(record.All), by)
	return render(c, http.StatusOK, views.HomePage(h))
}

// openGames are open games as a page lists them.
func openGames(list []db.OpenGame) []views.OpenGame {
	var games []views.OpenGame
	for _, o := range list {
		games = append(games, views.OpenGame{ID: o.ID, Variant: o.Variant, Deal: o.Deal, Moves: o.Moves})
	}
	return games
}
