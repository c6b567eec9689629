package handlers

import (
	"errors"
	"net/http"
	"strconv"

	"github.com/labstack/echo/v4"

	"fortythieves/db"
	"fortythieves/game/solver"
	"fortythieves/views"
)

// problem is an error with its status and what the player reads.
type problem struct {
	status int
	key    string // of the text in the catalogue; the title's is error.STATUS.title
	pairs  []string
	cause  error
}

func (p *problem) Error() string {
	if p.cause != nil {
		return p.cause.Error()
	}
	return p.key
}

func (p *problem) Unwrap() error { return p.cause }

func badRequest(cause error) error {
	return &problem{status: http.StatusBadRequest, key: "error.400.text", cause: cause}
}

func notFound() error { return &problem{status: http.StatusNotFound, key: "error.404.text"} }

// foreign is the refusal of a request from another site.
func (s *site) foreign(c echo.Context, cause error) error {
	r := c.Request()
	received := r.Header.Get("Origin")
	if received == "" {
		received = locale(c).T("error.403.none")
	}
	return &problem{http.StatusForbidden, "error.403.text", []string{"expected", s.ownOrigin(c), "received", received}, cause}
}

// fail is the one place that turns an error into status and page.
func (s *site) fail(err error, c echo.Context) {
	if c.Response().Committed {
		return
	}
	p := asProblem(err)
	if p.status == http.StatusServiceUnavailable {
		c.Response().Header().Set("Retry-After", retryAfter)
	}
	code := strconv.Itoa(p.status)
	page := views.Problem{Page: s.page(c), Title: page(c, "error."+code+".title"), Text: page(c, p.key, p.pairs...)}
	if isHTMX(c) {
		err = render(c, p.status, views.ErrorFragment(page))
	} else {
		err = render(c, p.status, views.ErrorPage(page))
	}
	if err == nil {
		return
	}
	if gone := c.Request().Context().Err() != nil; !gone {
		s.Log.Error("drawing an error page", "error", err)
	}
	if !c.Response().Committed {
		c.Response().WriteHeader(p.status) // else net/http would say that all is well
	}
}

// retryAfter is when to try again, in seconds, after database or solver were in use for too long.
const retryAfter = "2"

// asProblem gives an error its status: those of the router by their own, all others are the server's
// fault.
func asProblem(err error) *problem {
	var p *problem
	if errors.As(err, &p) {
		return p
	}
	switch {
	case errors.Is(err, db.ErrFull):
		return &problem{status: http.StatusInsufficientStorage, key: "error.507.text", cause: err}
	case errors.Is(err, solver.ErrBusy):
		return &problem{status: http.StatusServiceUnavailable, key: "error.503.solver", cause: err}
	case errors.Is(err, db.ErrBusy):
		return &problem{status: http.StatusServiceUnavailable, key: "error.503.text", cause: err}
	}
	status := http.StatusInternalServerError
	var h *echo.HTTPError
	if errors.As(err, &h) {
		switch h.Code {
		case http.StatusBadRequest, http.StatusNotFound, http.StatusMethodNotAllowed, http.StatusRequestEntityTooLarge:
			status = h.Code
		}
	}
	return &problem{status: status, key: "error." + strconv.Itoa(status) + ".text", cause: err}
}

func page(c echo.Context, key string, pairs ...string) string { return locale(c).T(key, pairs...) }
