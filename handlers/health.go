package handlers

import (
	"net/http"

	"github.com/labstack/echo/v4"
)

// alive says that the process answers.
func (s *site) alive(c echo.Context) error { return c.String(http.StatusOK, "ok\n") }

// ready says whether games can be kept. The reason why not is the operator's and stands in the log.
func (s *site) ready(c echo.Context) error {
	if s.Ready != nil {
		if err := s.Ready(c.Request().Context()); err != nil {
			s.Log.Warn("not ready", "error", err)
			return c.String(http.StatusServiceUnavailable, "no games can be kept now\n")
		}
	}
	return c.String(http.StatusOK, "ok\n")
}

// slash sends the address of the site without a slash at its end to the one with it.
func (s *site) slash(c echo.Context) error {
	return c.Redirect(http.StatusMovedPermanently, s.Base+"/")
}
