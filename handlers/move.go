package handlers

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"fortythieves/db"
	"fortythieves/game"
	"fortythieves/views"
)

// move makes a move, or takes the clicks that lead to one: from alone is the first click, from and to
// are both; move is a move in the game's notation, line one as a person types it.
func (s *site) move(c echo.Context) error {
	f, err := form(c)
	if err != nil {
		return err
	}
	switch strings.ToLower(strings.TrimSpace(f.Get("line"))) {
	case "u":
		return s.undo(c)
	case "r":
		return s.redo(c)
	case "h":
		return s.hint(c)
	}
	k, err := parseClick(f)
	if err != nil {
		return badRequest(err)
	}
	if k.move.N > 0 {
		if answered, err := s.follow(c, f.Get("version"), k.move); answered || err != nil {
			return err
		}
	}
	g, err := s.current(c, f)
	if g == nil || err != nil {
		return err
	}
	if k.move.N == 0 {
		if answered, err := s.resolve(c, g, &k); answered || err != nil {
			return err
		}
	}
	said, err := s.play(c, g, k.move)
	if err != nil {
		return s.refuse(c, g, err, k.to)
	}
	return s.save(c, g, said)
}

// click is what a form of the board says: a move, or the places of one click or two.
type click struct {
	move     game.Move
	from, to views.Place // without a second click to is the zero Place
}

// asMove is the move from one place to the other.
func (k click) asMove() game.Move {
	return game.Move{From: k.from.Pile, To: k.to.Pile, N: uint8(k.from.N)}
}

func parseClick(f url.Values) (k click, err error) {
	if line := f.Get("line"); line != "" {
		k.move, err = game.ParseMove(notation(line))
		return k, err
	}
	if text := f.Get("move"); text != "" {
		k.move, err = game.ParseMove(text)
		return k, err
	}
	var ok bool
	if k.from, ok = views.ParsePlace(f.Get("from")); !ok {
		return k, fmt.Errorf("from %q is no place", f.Get("from"))
	}
	if to := f.Get("to"); to != "" {
		if k.to, ok = views.ParsePlace(to); !ok {
			return k, fmt.Errorf("to %q is no place", to)
		}
		if k.from.Pile != k.to.Pile {
			k.move = k.asMove()
		}
	}
	return k, nil
}

// notation turns a move as a person types it, such as "3 7", "c3 c7 x2" or "W F", into the game's.
func notation(line string) string {
	words := strings.Fields(strings.ToLower(line))
	for i, word := range words {
		if _, err := strconv.Atoi(word); err == nil {
			words[i] = "c" + word
		}
	}
	return strings.Join(words, "")
}

// resolve turns clicks into the move they stand for. Where they stand for none it answers the request:
// a place is selected or put down, or the reason said.
func (s *site) resolve(c echo.Context, g *db.Game, k *click) (answered bool, err error) {
	state, settings := g.Play.State(), s.settings(c)
	k.move = k.asMove()
	var ok bool
	switch {
	case g.Result != "":
		return false, nil // play says that it is over
	case k.to.N == 0 && k.from.Pile == game.Foundation:
		return true, s.refuse(c, g, &game.Refusal{Reason: game.FromFoundation}, k.to)
	case k.to.N == 0 && cardAt(g, k.from) == 0:
		return true, s.refuse(c, g, &game.Refusal{Reason: game.EmptyPile}, k.to)
	case k.to.N == 0:
		k.move.To, ok = views.OnlyPlace(state, k.from)
		if !ok || settings.Get("tap") == "select" {
			return true, s.selected(c, g, k.from)
		}
	case k.from == k.to && cardAt(g, k.from) != 0:
		if k.move.To, ok = views.SecondTap(state, k.from, settings); !ok {
			said := locale(c).PutDown(cardAt(g, k.from))
			return true, s.done(c, g, &said)
		}
	case k.from.Pile == k.to.Pile && k.from != k.to && cardAt(g, k.from) != 0 && cardAt(g, k.to) != 0:
		return true, s.selected(c, g, k.to)
	}
	return false, nil
}

// play makes a move in an open game and, if the player has chosen that, sends up the cards that it let
// go and that are of no more use. A card that could go before stays: the player left it there, or took
// it back. It returns what is to be said of it, nil if that is the last move alone.
func (s *site) play(c echo.Context, g *db.Game, m game.Move) (*views.Said, error) {
	if g.Result != "" {
		return nil, &game.Refusal{Move: m, Reason: game.GameOver}
	}
	auto := s.settings(c).Get("up") == "on"
	left := map[game.Card]bool{}
	if auto {
		for _, up := range g.Play.State().Up(nil) {
			left[g.Play.State().Top(up.From)] = true
		}
	}
	if err := g.Play.Play(m); err != nil || !auto {
		return nil, err
	}
	said := locale(c).Last(g.Play)
	ups := g.Play.State().Up(func(t *game.State, from game.Pile) bool { return !left[t.Top(from)] && t.Safe(from) })
	if err := playAll(g, ups); err != nil || len(ups) == 0 {
		return nil, err
	}
	said = said.And(locale(c).SentUp(len(ups)))
	return &said, nil
}

// playAll makes moves that are known to be legal.
func playAll(g *db.Game, moves []game.Move) error {
	for _, m := range moves {
		if err := g.Play.Play(m); err != nil {
			return err
		}
	}
	return nil
}

// selected shows the board with a place selected.
func (s *site) selected(c echo.Context, g *db.Game, from views.Place) error {
	if !isHTMX(c) {
		return s.seeOther(c, "/games/"+g.ID+"?from="+from.String())
	}
	return s.show(c, http.StatusOK, g, func(t *views.Table) { t.From = &from })
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
	s.meters.saved(g)
	if err = s.done(c, g, said); err == nil {
		s.keepGame(c, g)
	}
	return err
}
