package handlers

import (
	"errors"
	"net/http"
	"slices"
	"strconv"

	"github.com/labstack/echo/v4"

	"fortythieves/db"
	"fortythieves/game"
	"fortythieves/game/review"
	"fortythieves/views"
)

// replay shows a settled game of the player after at moves.
func (s *site) replay(c echo.Context) error {
	g, err := s.settled(c)
	if err != nil {
		return err
	}
	return s.showReplay(c, g, "/games/"+g.ID+"/replay", true)
}

// shared shows a settled game that its player shares: the game and nothing else.
func (s *site) shared(c echo.Context) error {
	g, err := s.sharedGame(c)
	if err != nil {
		return err
	}
	return s.showReplay(c, g, "/replay/"+c.Param("link"), false)
}

// settled loads a settled game of the player; an open one is not to be replayed.
func (s *site) settled(c echo.Context) (*db.Game, error) {
	g, err := s.game(c)
	if err == nil && g.Result == "" {
		err = notFound()
	}
	return g, err
}

func (s *site) sharedGame(c echo.Context) (*db.Game, error) {
	g, err := s.Store.Shared(c.Request().Context(), c.Param("link"))
	if errors.Is(err, db.ErrNotFound) {
		return nil, notFound()
	}
	return g, err
}

// showReplay draws a replay, at the deal unless at says otherwise.
func (s *site) showReplay(c echo.Context, g *db.Game, root string, own bool) error {
	at := 0
	if text := c.QueryParam("at"); text != "" {
		var err error
		if at, err = strconv.Atoi(text); err != nil {
			return badRequest(err)
		}
	}
	t := views.Table{ID: g.ID, Game: g.Play, Counted: g.Counted, Played: g.Played}
	found, err := s.found(c.Request().Context(), g)
	if err != nil {
		return err
	}
	way := found != nil && found.Won >= 0 && c.QueryParam("way") != ""
	if way {
		if t.Game, err = wayOf(g.Play, found); err != nil {
			return err
		}
	}
	r := views.NewReplay(s.page(c), t, at, root, own, found, way)
	r.Lost = g.Result == db.Lost
	r.URL = s.absolute(c, root)
	if isHTMX(c) {
		return render(c, http.StatusOK, views.ReplayFragment(r))
	}
	return render(c, http.StatusOK, views.ReplayPage(r))
}

// wayOf is the game as it could have been won: up to the last position that can be won, and from there the line
// that wins.
func wayOf(g *game.Game, r *review.Review) (*game.Game, error) {
	return dealt(g, slices.Concat(g.Moves()[:r.Won], r.Line))
}

// dealt is the deal of a game with other moves.
func dealt(g *game.Game, moves []game.Move) (*game.Game, error) {
	return game.Load(g.Variant(), g.Deal(), len(moves), game.FormatMoves(moves))
}

// share makes the replay of a settled game open to all who have its link.
func (s *site) share(c echo.Context) error {
	if _, err := form(c); err != nil {
		return err
	}
	g, err := s.settled(c)
	if err != nil {
		return err
	}
	secret, err := s.secret()
	if err != nil {
		return err
	}
	link, err := s.Store.Share(c.Request().Context(), g.Player, g.ID, secret)
	if err != nil {
		return err
	}
	return s.seeOther(c, "/replay/"+link)
}

// branch begins a practice game at a move of the player's own replay.
func (s *site) branch(c echo.Context) error {
	g, err := s.settled(c)
	if err != nil {
		return err
	}
	return s.playOn(c, g)
}

// branchShared begins a practice game at a move of a shared replay.
func (s *site) branchShared(c echo.Context) error {
	g, err := s.sharedGame(c)
	if err != nil {
		return err
	}
	return s.playOn(c, g)
}

// playOn begins a practice game with the first at moves of a game.
func (s *site) playOn(c echo.Context, g *db.Game) error {
	f, err := form(c)
	if err != nil {
		return err
	}
	from := g.Play
	if f.Has("way") {
		found, err := s.found(c.Request().Context(), g)
		if err == nil && (found == nil || found.Won < 0) {
			err = badRequest(errors.New("no way to win is known"))
		}
		if err != nil {
			return err
		}
		if from, err = wayOf(g.Play, found); err != nil {
			return err
		}
	}
	at, err := strconv.Atoi(f.Get("at"))
	if err != nil || at < 0 || at > len(from.Moves()) {
		return badRequest(errors.New("at is no move of the game"))
	}
	play, err := dealt(from, from.Moves()[:at])
	if err != nil {
		return err
	}
	player, err := s.player(c)
	if err != nil {
		return err
	}
	return s.begin(c, player, play, false)
}

// deal shows a numbered deal, which anyone can play as practice.
func (s *site) deal(c echo.Context) error {
	v := game.BySlug(c.Param("slug"))
	if v == nil {
		return &problem{status: http.StatusNotFound, key: "error.404.variant"}
	}
	n, err := game.ParseDeal(c.Param("number"))
	if err != nil {
		return &problem{status: http.StatusNotFound, key: "error.404.deal", cause: err}
	}
	b := views.NewBoard(s.page(c), views.Table{Game: game.New(v, n), Settled: true})
	return render(c, http.StatusOK, views.DealPage(views.Deal{Board: b, Number: n, URL: s.absolute(c, "/deal/"+v.Slug+"/"+c.Param("number"))}))
}
