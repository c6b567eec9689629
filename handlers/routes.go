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
	post("/games", s.limited(s.starts, s.newGame))
	get("/games/:id", s.board)
	post("/games/:id/moves", s.move)
	post("/games/:id/undo", s.undo)
	post("/games/:id/redo", s.redo)
	post("/games/:id/restart", s.restart)
	post("/games/:id/up", s.up)
	post("/games/:id/finish", s.finish)
	post("/games/:id/hint", s.hint)
	post("/games/:id/light", s.light)
	post("/games/:id/give-up", s.giveUp)
	get("/games/:id/replay", s.replay)
	post("/games/:id/replay/branch", s.limited(s.starts, s.branch))
	post("/games/:id/review", s.review)
	get("/games/:id/review", s.reviewed)
	post("/games/:id/share", s.share)
	get("/replay/:link", s.shared)
	post("/replay/:link/branch", s.limited(s.starts, s.branchShared))
	get("/deal/:slug/:number", s.deal)
	get("/devices", s.devices)
	post("/devices/code", s.newCode)
	post("/devices/recovery", s.newRecovery)
	post("/devices/link", s.link)
	post("/devices/end", s.endDevice)
	get("/privacy", s.privacy)
	get("/export", s.export)
	post("/import", s.limited(s.imports, s.importGames))
	post("/delete", s.forget)
	get("/daily", s.daily)
	post("/daily", s.limited(s.starts, s.playDaily))
	post("/daily/zone", s.setZone)
	get("/stats", s.stats)
	get("/history", s.games)
	get("/rules", s.rules)
	get("/rules/:slug", s.rulesOf)
	get("/settings", s.settingsPage)
	post("/settings", s.saveSettings)
	post("/language", s.setLanguage)
	get("/manifest.webmanifest", s.manifest)
	get("/healthz", s.alive)
	get("/readyz", s.ready)
	if s.Base != "" { // what probes the process need not know the path
		e.GET("/healthz", s.alive)
		e.GET("/readyz", s.ready)
		e.GET(s.Base, s.slash)
	}
	get("/static/*", echo.WrapHandler(http.StripPrefix(s.Base, static.Handler())))
}

func isStatic(r *http.Request) bool { return strings.Contains(r.URL.Path, "/static/") }
