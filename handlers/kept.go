package handlers

import (
	"errors"
	"strconv"
	"sync/atomic"

	"github.com/labstack/echo/v4"

	"fortythieves/db"
	"fortythieves/game"
)

// kept is a game as the last answer left it, for the next move: most moves follow one of the same browser, and
// need not read and play the game again. The store has the last word: it saves the move only where nothing that
// it rests on has changed since, by whichever process. Else the move begins anew with what is stored.
type kept struct {
	token  db.Token
	player db.Player
	game   *db.Game
	taken  atomic.Bool // a move has it, and no other may
}

// keepGame keeps a game that was saved and answered.
func (s *site) keepGame(c echo.Context, g *db.Game) {
	token, known := s.token(c)
	player, err := s.player(c)
	if known && err == nil && g.Result == "" {
		s.kept.Add(g.ID, &kept{token: token, player: player, game: g})
	}
}

// follow makes a move in a game that was kept. Where it does not answer nothing has happened.
func (s *site) follow(c echo.Context, version string, m game.Move) (answered bool, err error) {
	k, ok := s.kept.Get(c.Param("id"))
	token, _ := s.token(c)
	if !ok || k.token != token || strconv.FormatInt(k.game.Version, 10) != version || s.visitDue(k.player) || k.taken.Swap(true) {
		return false, nil
	}
	c.Set(playerKey, k.player)
	said, err := s.play(c, k.game, m)
	if err == nil && !k.game.Play.Won() {
		err = s.Store.Follow(c.Request().Context(), token, k.player.Settings, k.game, s.Now())
		if !errors.Is(err, db.ErrStale) {
			return true, s.stored(c, k.game, err, said)
		}
	}
	c.Set(playerKey, nil)
	c.Set(localeKey, nil)
	return false, nil
}
