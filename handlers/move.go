package handlers

import (
	"errors"
	"net/http"
	"net/url"
	"strconv"

	"github.com/labstack/echo/v4"

	"fortythieves/db"
	"fortythieves/game"
	"fortythieves/views"
)

// move makes a move, or takes the clicks that lead to one: from alone selects a place, from and to
// move from one to the other, move is a move in the game's notation.
func (s *site) move(c echo.Context) error {
	f, err := form(c)
	if err != nil {
		return err
	}
	if f.Get("move") == "" && f.Get("to") == "" {
		return s.selection(c, f)
	}
	var from, to views.Place
	m, err := game.ParseMove(f.Get("move"))
	if f.Get("move") == "" {
		var ok1, ok2 bool
		from, ok1 = views.ParsePlace(f.Get("from"))
		to, ok2 = views.ParsePlace(f.Get("to"))
		if err = nil; !ok1 || !ok2 {
			err = errors.New("from or to is no place")
		}
		m = game.Move{From: from.Pile, To: to.Pile, N: uint8(from.N)}
	}
	if err != nil {
		return badRequest(err)
	}
	g, err := s.current(c, f)
	if g == nil || err != nil {
		return err
	}
	if from.Pile == to.Pile && cardAt(g, from) != 0 {
		if from != to || g.Play.State().FoundationFor(cardAt(g, from)) < 0 {
			return s.reselect(c, g, from, to)
		}
		m.To = game.Foundation // the second click on the same card
	}
	if err := play(g, m); err != nil {
		return s.refuse(c, g, err, to)
	}
	return s.save(c, g, nil)
}

// play makes a move in an open game.
func play(g *db.Game, m game.Move) error {
	if g.Result != "" {
		return &game.Refusal{Move: m, Reason: game.GameOver}
	}
	return g.Play.Play(m)
}

// selection answers the first of two clicks.
func (s *site) selection(c echo.Context, f url.Values) error {
	from, ok := views.ParsePlace(f.Get("from"))
	if !ok {
		return badRequest(errors.New("from is no place"))
	}
	g, err := s.game(c)
	if err != nil {
		return err
	}
	if from.Pile == game.Foundation {
		return s.refuse(c, g, &game.Refusal{Reason: game.FromFoundation}, views.Place{})
	}
	if cardAt(g, from) == 0 {
		return s.refuse(c, g, &game.Refusal{Reason: game.EmptyPile}, views.Place{})
	}
	return s.selected(c, g, from)
}

// selected shows the board with a place selected.
func (s *site) selected(c echo.Context, g *db.Game, from views.Place) error {
	if !isHTMX(c) {
		return s.seeOther(c, "/games/"+g.ID+"?from="+from.String())
	}
	return s.show(c, http.StatusOK, g, func(t *views.Table) { t.From = &from })
}

// reselect answers a second click within the same pile: on another card of a run it selects that, on
// the same card it puts it down.
func (s *site) reselect(c echo.Context, g *db.Game, from, to views.Place) error {
	if from != to {
		return s.selected(c, g, to)
	}
	said := locale(c).PutDown(cardAt(g, from))
	return s.done(c, g, &said)
}

// cardAt is the lowest card at a place; 0 where there is none, or where it lies face down.
func cardAt(g *db.Game, at views.Place) game.Card {
	s := g.Play.State()
	var cards []game.Card
	if i, ok := at.Pile.Column(); ok && i < len(s.Columns) {
		cards = s.Columns[i].Cards[s.Columns[i].Down:]
	} else if at.Pile == game.Waste {
		cards = s.Waste
	}
	if at.N < 1 || at.N > len(cards) {
		return 0
	}
	return cards[len(cards)-at.N]
}

// refuse shows the board as it is and says why the rules do not allow what was asked. What was clicked
// last is selected, if it can be.
func (s *site) refuse(c echo.Context, g *db.Game, err error, to views.Place) error {
	var r *game.Refusal
	if !errors.As(err, &r) {
		return err
	}
	return s.show(c, http.StatusUnprocessableEntity, g, func(t *views.Table) {
		said := locale(c).Refusal(r)
		t.Said, t.From = &said, &to
	})
}

// current loads the game of the address if it still has the version that was posted. If not it answers
// with the board as it is now and returns nil.
func (s *site) current(c echo.Context, f url.Values) (*db.Game, error) {
	version, err := strconv.ParseInt(f.Get("version"), 10, 64)
	if err != nil {
		return nil, badRequest(errors.New("version is no number"))
	}
	g, err := s.game(c)
	if err != nil {
		return nil, err
	}
	if g.Version != version {
		return nil, s.stale(c, g)
	}
	return g, nil
}

// stale shows the current board after a click on an old one, which did nothing.
func (s *site) stale(c echo.Context, g *db.Game) error {
	return s.show(c, http.StatusConflict, g, func(t *views.Table) {
		said := views.Plain(locale(c).T("say.stale"))
		t.Said = &said
	})
}

// save stores a changed game before it is answered.
func (s *site) save(c echo.Context, g *db.Game, said *views.Said) error {
	return s.stored(c, g, s.Store.Save(c.Request().Context(), g, s.Now()), said)
}

// stored answers after the store was asked to keep a change.
func (s *site) stored(c echo.Context, g *db.Game, err error, said *views.Said) error {
	if errors.Is(err, db.ErrStale) || errors.Is(err, db.ErrSettled) || errors.Is(err, db.ErrNotFound) {
		if g, err = s.game(c); err == nil {
			err = s.stale(c, g)
		}
		return err
	}
	if err != nil {
		return err
	}
	return s.done(c, g, said)
}
