package handlers

import (
	"context"
	"net/http"
	"strconv"

	"github.com/labstack/echo/v4"

	"fortythieves/db"
	"fortythieves/views"
)

// inTheWay lists the open practice games of a player that a new one leaves no room for: all but the
// nineteen touched last.
func (s *site) inTheWay(ctx context.Context, player int64) ([]db.OpenGame, error) {
	list, err := s.Store.OpenGames(ctx, player)
	if err != nil {
		return nil, err
	}
	var practice []db.OpenGame
	for _, g := range list {
		if !g.Counted {
			practice = append(practice, g)
		}
	}
	return practice[min(len(practice), db.PracticeLimit-1):], nil
}

// askForRoom asks whether the practice games in the way of a new one may be given up. The answer is the
// same request again, with their number in room.
func (s *site) askForRoom(c echo.Context, player int64) error {
	list, err := s.inTheWay(c.Request().Context(), player)
	if err != nil {
		return err
	}
	f, err := form(c)
	if err != nil {
		return err
	}
	r := views.Room{Page: s.page(c), Action: c.Request().URL.Path, Games: openGames(list)}
	for _, name := range []string{"variant", "deal", "at"} {
		if f.Has(name) {
			r.Fields = append(r.Fields, [2]string{name, f.Get(name)})
		}
	}
	return render(c, http.StatusConflict, views.RoomPage(r))
}

// makeRoom gives up the practice games in the way of a new one, if the player has agreed to as many.
func (s *site) makeRoom(c echo.Context, player int64) error {
	f, err := form(c)
	if err != nil || !f.Has("room") {
		return err
	}
	ctx := c.Request().Context()
	list, err := s.inTheWay(ctx, player)
	if err != nil || f.Get("room") != strconv.Itoa(len(list)) {
		return err
	}
	token, _ := s.token(c)
	for _, o := range list {
		_, g, err := s.Store.Seat(ctx, token, o.ID)
		if err == nil {
			err = s.Store.GiveUp(ctx, g, s.Now())
		}
		if err != nil {
			return err
		}
		s.meters.saved(g)
	}
	return nil
}
