package handlers

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"fortythieves/game"
	"fortythieves/static"
	"fortythieves/views"
)

// rules compares the nine games.
func (s *site) rules(c echo.Context) error {
	return render(c, http.StatusOK, views.RulesPage(s.page(c)))
}

// rulesOf shows the rules of one game.
func (s *site) rulesOf(c echo.Context) error {
	v := game.BySlug(c.Param("slug"))
	if v == nil {
		return &problem{status: http.StatusNotFound, key: "error.404.variant"}
	}
	return render(c, http.StatusOK, views.GamePage(views.NewRules(s.page(c), v)))
}

// manifest lets a browser keep the site on the home screen.
func (s *site) manifest(c echo.Context) error {
	icon := func(name, sizes, kind string) map[string]string {
		return map[string]string{"src": s.Base + static.URL(name), "sizes": sizes, "type": kind}
	}
	c.Response().Header().Set(echo.HeaderContentType, "application/manifest+json")
	return c.JSON(http.StatusOK, map[string]any{
		"name": locale(c).T("app"), "short_name": locale(c).T("app"), "description": locale(c).T("app.about"),
		"lang": locale(c).Lang, "start_url": s.Base + "/", "scope": s.Base + "/", "display": "standalone",
		"background_color": "#1f6b4a", "theme_color": "#175239",
		"icons": []any{
			icon("icon.svg", "any", "image/svg+xml"), icon("icon-180.png", "180x180", "image/png"),
			icon("icon-512.png", "512x512", "image/png"),
		},
	})
}
