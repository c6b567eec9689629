package handlers

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"

	"github.com/labstack/echo/v4"

	"fortythieves/db"
	"fortythieves/views"
)

// importLimit is the size in bytes of the largest file that is read: some ten thousand games.
const importLimit = 16 << 20

// privacy says what is kept, and lets the player take it away, bring it back and delete it.
func (s *site) privacy(c echo.Context) error { return s.showPrivacy(c, http.StatusOK, views.Privacy{}) }

func (s *site) showPrivacy(c echo.Context, status int, p views.Privacy) error {
	player, err := s.player(c)
	if err != nil {
		return err
	}
	p.Page, p.Known, p.Ask, p.KeepDays = s.page(c), player.ID != 0, c.QueryParam("ask") == "delete", s.KeepDays
	return render(c, status, views.PrivacyPage(p))
}

// export sends all that is kept of the player as a file.
func (s *site) export(c echo.Context) error {
	player, err := s.known(c)
	if err != nil {
		return err
	}
	a, err := s.Store.Export(c.Request().Context(), player, s.Now())
	if err != nil {
		return err
	}
	c.Response().Header().Set("Content-Disposition", fmt.Sprintf("attachment; filename=fortythieves-%s.json", a.Exported.Format(dateForm)))
	return c.JSONPretty(http.StatusOK, a, " ")
}

// importGames reads a file that was exported and adds its games to the player.
func (s *site) importGames(c echo.Context) error {
	r := c.Request()
	r.Body = http.MaxBytesReader(c.Response(), r.Body, importLimit)
	file, _, err := r.FormFile("file")
	var large *http.MaxBytesError
	if errors.As(err, &large) {
		return echo.ErrStatusRequestEntityTooLarge
	}
	if err != nil {
		return badRequest(err)
	}
	defer file.Close()
	var a db.Archive
	if err := json.NewDecoder(file).Decode(&a); err != nil || a.Version != db.ArchiveVersion {
		return s.showPrivacy(c, http.StatusUnprocessableEntity, views.Privacy{BadFile: true})
	}
	player, err := s.player(c)
	if err != nil {
		return err
	}
	if player.ID == 0 {
		token, err := s.newToken(c)
		if err != nil {
			return err
		}
		if player, err = s.Store.NewPlayer(r.Context(), token, s.Now()); err != nil {
			return err
		}
		c.Set(playerKey, player)
	}
	done, err := s.Store.Import(r.Context(), player.ID, a, s.Now(), s.secret)
	if err != nil {
		return err
	}
	p := views.Privacy{Imported: true, Added: done.Added, Already: done.Known}
	for _, i := range slices.Sorted(maps.Keys(done.Refused)) {
		p.Refused = append(p.Refused, views.RefusedGame{Number: i + 1, Variant: a.Games[i].Variant, Why: string(done.Refused[i])})
	}
	return s.showPrivacy(c, http.StatusOK, p)
}

// forget deletes the player with everything, and ends the session.
func (s *site) forget(c echo.Context) error {
	if _, err := form(c); err != nil {
		return err
	}
	player, err := s.known(c)
	if err != nil {
		return err
	}
	if err := s.Store.Delete(c.Request().Context(), player.ID); err != nil {
		return err
	}
	session := s.session(c)
	session.Options.MaxAge = -1
	if err := session.Save(c.Request(), c.Response()); err != nil {
		return err
	}
	return s.seeOther(c, "/")
}
