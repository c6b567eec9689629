package handlers

import (
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"fortythieves/static"
)

// routes lists every address of the site.
func (s *site) routes(e *echo.Echo) {
	site := e.Group(s.Base)
	get := func(path string, h echo.HandlerFunc) {
		site.GET(path, h)
		site.HEAD(path, h)
	}
	post := func(path string, h echo.HandlerFunc) { site.POST(path, h) }

	get("/", s.home)
	post("/games", s.newGame)
	get("/games/:id", s.board)
	post("/games/:id/moves", s.move)
	post("/games/:id/undo", s.undo)
	post("/games/:id/redo", s.redo)
	post("/games/:id/restart", s.restart)
	post("/games/:id/up", s.up)
	post("/games/:id/finish", s.finish)
	post("/games/:id/give-up", s.giveUp)
	get("/rules", s.rules)
	get("/rules/:slug", s.rulesOf)
	get("/settings", s.settingsPage)
	post("/settings", s.saveSettings)
	get("/manifest.webmanifest", s.manifest)
	get("/static/*", echo.WrapHandler(http.StripPrefix(s.Base, static.Handler())))
}

func isStatic(r *http.Request) bool { return strings.Contains(r.URL.Path, "/static/") }
