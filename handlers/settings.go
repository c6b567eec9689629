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

// saveSettings keeps what was chosen.
func (s *site) saveSettings(c echo.Context) error {
	f, err := form(c)
	if err != nil {
		return err
	}
	if err := s.keep(c, views.ChooseSettings(f.Get)); err != nil {
		return err
	}
	path := "/settings?saved=1"
	if id := f.Get("game"); id != "" {
		path += "&game=" + url.QueryEscape(id)
	}
	return s.seeOther(c, path)
}

// keep stores settings: with the player, or in the session of a visitor.
func (s *site) keep(c echo.Context, chosen views.Settings) error {
	player, err := s.player(c)
	if err != nil {
		return err
	}
	if player.ID != 0 {
		return s.Store.SaveSettings(c.Request().Context(), player.ID, chosen.String())
	}
	session := s.session(c)
	session.Values[settingsKey] = chosen.String()
	return session.Save(c.Request(), c.Response())
}
