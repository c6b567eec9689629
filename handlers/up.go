package handlers

import (
	"github.com/labstack/echo/v4"

	"fortythieves/db"
	"fortythieves/game"
)

// up sends home every card that can go.
func (s *site) up(c echo.Context) error {
	return s.sendUp(c, "say.up.none", func(t *game.State) []game.Move { return t.Up(nil) })
}

// finish plays a game to its end that needs no more decision.
func (s *site) finish(c echo.Context) error {
	return s.sendUp(c, "say.finish.none", func(t *game.State) []game.Move {
		moves, _ := t.Finish()
		return moves
	})
}

// sendUp plays the moves that choose finds in an open game and saves them as one; none is the key of what is said
// where it finds none.
func (s *site) sendUp(c echo.Context, none string, choose func(*game.State) []game.Move) error {
	return s.rewind(c, none, func(g *db.Game) bool {
		moves := choose(g.Play.State())
		return len(moves) > 0 && playAll(g, moves) == nil
	})
}
