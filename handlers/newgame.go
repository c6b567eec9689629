package handlers

import (
	"crypto/rand"
	"encoding/binary"
	"errors"
	"io"
	"math/big"
	"net/http"
	"strconv"

	"github.com/labstack/echo/v4"

	"fortythieves/db"
	"fortythieves/game"
)

// newGame deals: a counted game of a random number, or practice of the number in deal. A counted game
// that is in the way is given up if give-up names it, else the player is asked.
func (s *site) newGame(c echo.Context) error {
	f, err := form(c)
	if err != nil {
		return err
	}
	v := game.BySlug(f.Get("variant"))
	if v == nil {
		return &problem{status: http.StatusNotFound, key: "error.404.variant"}
	}
	player, err := s.player(c)
	if err != nil {
		return err
	}
	if text := f.Get("deal"); text != "" {
		n, err := game.ParseDeal(text)
		if err != nil {
			return &problem{status: http.StatusBadRequest, key: "error.400.deal", cause: err}
		}
		return s.begin(c, player, game.New(v, n), false)
	}
	if player.ID != 0 {
		open, err := s.leave(c, player.ID, v.Slug, f.Get("give-up"), f.Get("version"))
		if err != nil {
			return err
		}
		if open != nil {
			return s.seeOther(c, "/games/"+open.ID+"?ask=new")
		}
	}
	for {
		n, winnable, err := s.freshDeal(c, player.ID, v)
		if err != nil {
			return err
		}
		err = s.beginGame(c, player, &db.Game{Play: game.New(v, n), Counted: true, Winnable: winnable})
		if !errors.Is(err, db.ErrDealCounted) {
			return err
		}
	}
}

// freshDeal chooses the number of a counted game: of those that can be won, if the player wants it so and there are
// any left, else any.
func (s *site) freshDeal(c echo.Context, player int64, v *game.Variant) (deal uint32, winnable bool, err error) {
	if s.settings(c).Get("deals") == "winnable" {
		deal, err = s.Store.FreshWinnable(c.Request().Context(), player, v.Slug, s.below)
		if !errors.Is(err, db.ErrNotFound) {
			return deal, err == nil, err
		}
	}
	deal, err = s.randomDeal()
	return deal, false, err
}

// below is a random number from 0 to n−1.
func (s *site) below(n int) (int, error) {
	i, err := rand.Int(s.Rand, big.NewInt(int64(n)))
	if err != nil {
		return 0, err
	}
	return int(i.Int64()), nil
}

// begin stores a new game and sends the browser to it.
func (s *site) begin(c echo.Context, player db.Player, play *game.Game, counted bool) error {
	return s.beginGame(c, player, &db.Game{Play: play, Counted: counted})
}

// beginGame stores a new game, to which it gives an id, and sends the browser to it. A visitor becomes a player
// by it.
func (s *site) beginGame(c echo.Context, player db.Player, g *db.Game) error {
	id, err := s.secret()
	if err != nil {
		return err
	}
	g.ID = id
	token, known := s.token(c)
	visitor := !known || player.ID == 0
	if visitor {
		if token, err = s.newToken(c); err != nil {
			return err
		}
	}
	if player.ID != 0 && !g.Counted {
		if err := s.makeRoom(c, player.ID); err != nil {
			return err
		}
	}
	err = s.Store.Begin(c.Request().Context(), token, g, s.Now())
	if errors.Is(err, db.ErrOpenGame) { // another tab was quicker
		return s.seeOther(c, "/")
	}
	if errors.Is(err, db.ErrPracticeFull) {
		return s.askForRoom(c, player.ID)
	}
	if err == nil {
		s.meters.games.Inc()
	}
	if err == nil && visitor {
		err = s.Store.Seen(c.Request().Context(), token, deviceName(c), s.Now())
	}
	if err == nil && visitor && player.Settings != "" {
		err = s.Store.SaveSettings(c.Request().Context(), g.Player, player.Settings)
	}
	if err != nil {
		return err
	}
	return s.seeOther(c, "/games/"+g.ID)
}

// randomDeal is a deal number, each equally likely.
func (s *site) randomDeal() (uint32, error) {
	var b [4]byte
	for {
		if _, err := io.ReadFull(s.Rand, b[:]); err != nil {
			return 0, err
		}
		if n := binary.LittleEndian.Uint32(b[:]); n != 0 {
			return n, nil
		}
	}
}

func formatVersion(v int64) string { return strconv.FormatInt(v, 10) }
