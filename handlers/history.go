package handlers

import (
	"cmp"
	"errors"
	"strconv"

	"github.com/labstack/echo/v4"

	"fortythieves/db"
	"fortythieves/views"
)

// undo takes back a move or, with to, all after so many.
func (s *site) undo(c echo.Context) error {
	f, err := form(c)
	if err != nil {
		return err
	}
	to, err := strconv.Atoi(cmp.Or(f.Get("to"), "0"))
	if err != nil || to < 0 {
		return badRequest(errors.New("to is no number of moves"))
	}
	return s.rewind(c, "say.undone.none", func(g *db.Game) bool {
		g.Undos++
		if !f.Has("to") {
			return g.Play.Undo()
		}
		if to >= g.Play.Cursor() {
			return false
		}
		g.Play.Jump(to)
		return true
	})
}

// redo makes again the move that was taken back last.
func (s *site) redo(c echo.Context) error {
	return s.rewind(c, "say.redone.none", func(g *db.Game) bool { return g.Play.Redo() })
}

// restart goes back to the deal; redo brings the moves back, or back=1 all of them.
func (s *site) restart(c echo.Context) error {
	f, err := form(c)
	if err != nil {
		return err
	}
	if f.Get("back") != "" {
		return s.rewind(c, "say.redone.none", func(g *db.Game) bool {
			more := g.Play.Cursor() < len(g.Play.Moves())
			g.Play.Jump(len(g.Play.Moves()))
			return more
		})
	}
	return s.rewind(c, "say.undone.none", func(g *db.Game) bool {
		g.Restarts++
		moved := g.Play.Cursor() > 0
		g.Play.Jump(0)
		return moved
	})
}

// rewind goes to another place in the log of an open game and saves that. If there is nowhere to go it
// changes nothing and says so by the sentence of a key.
func (s *site) rewind(c echo.Context, none string, step func(*db.Game) bool) error {
	g, err := s.live(c)
	if g == nil || err != nil {
		return err
	}
	if !step(g) {
		said := views.Plain(locale(c).T(none))
		return s.done(c, g, &said)
	}
	return s.save(c, g, nil)
}

// live loads the game of the address if it still has the version that was posted and is not over. If not it
// answers the request and returns nil.
func (s *site) live(c echo.Context) (*db.Game, error) {
	f, err := form(c)
	if err != nil {
		return nil, err
	}
	g, err := s.current(c, f)
	if g == nil || err != nil || g.Result == "" {
		return g, err
	}
	said := views.Plain(locale(c).T("say.settled"))
	return nil, s.done(c, g, &said)
}
