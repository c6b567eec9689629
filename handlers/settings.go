package handlers

import (
	"net/http"
	"net/url"

	"github.com/labstack/echo/v4"

	"fortythieves/views"
)

// settingsPage shows what can be chosen.
func (s *site) settingsPage(c echo.Context) error {
	return render(c, http.StatusOK, views.SettingsPage(s.page(c), c.QueryParam("game"), c.QueryParam("saved") != ""))
}

// saveSettings keeps what was chosen: with the player, or in the session of a visitor.
func (s *site) saveSettings(c echo.Context) error {
	f, err := form(c)
	if err != nil {
		return err
	}
	player, err := s.player(c)
	if err != nil {
		return err
	}
	chosen := views.ChooseSettings(f.Get).String()
	if player.ID != 0 {
		err = s.Store.SaveSettings(c.Request().Context(), player.ID, chosen)
	} else {
		session := s.session(c)
		session.Values[settingsKey] = chosen
		err = session.Save(c.Request(), c.Response())
	}
	if err != nil {
		return err
	}
	path := "/settings?saved=1"
	if id := f.Get("game"); id != "" {
		path += "&game=" + url.QueryEscape(id)
	}
	return s.seeOther(c, path)
}
