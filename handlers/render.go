package handlers

import (
	"bytes"
	"errors"
	"net/http"
	"net/url"
	"sync"

	"github.com/a-h/templ"
	"github.com/labstack/echo/v4"

	"fortythieves/views"
)

var buffers = sync.Pool{New: func() any { return new(bytes.Buffer) }}

// render draws a page into a buffer, so that the status is known to be right, and sends it.
func render(c echo.Context, status int, page templ.Component) error {
	b := buffers.Get().(*bytes.Buffer)
	defer buffers.Put(b)
	b.Reset()
	if err := page.Render(c.Request().Context(), b); err != nil {
		return err
	}
	return c.HTMLBlob(status, b.Bytes())
}

// isHTMX tells whether htmx asks. It writes HX-Request; a name in the form that net/http keeps is found as it is.
func isHTMX(c echo.Context) bool { return c.Request().Header.Get("Hx-Request") == "true" }

func (s *site) page(c echo.Context) views.Page {
	return views.Page{L: locale(c), Base: s.Base, S: s.settings(c), At: s.at(c)}
}

// seeOther sends the browser to a path of the site.
func (s *site) seeOther(c echo.Context, path string) error {
	if isHTMX(c) {
		c.Response().Header().Set("HX-Redirect", s.Base+path)
		return c.NoContent(http.StatusNoContent)
	}
	return c.Redirect(http.StatusSeeOther, s.Base+path)
}

// absolute is the address of a path of the site with scheme and host, to be given to others.
func (s *site) absolute(c echo.Context, path string) string {
	return s.ownOrigin(c) + s.Base + path
}

// ownOrigin is scheme and host of the site: as set, else as the request has them.
func (s *site) ownOrigin(c echo.Context) string {
	if s.Origin != "" {
		return s.Origin
	}
	return c.Scheme() + "://" + c.Request().Host
}

// form reads the fields of a posted form.
func form(c echo.Context) (url.Values, error) {
	err := c.Request().ParseForm()
	var h *echo.HTTPError
	switch {
	case errors.As(err, &h):
		return nil, err
	case err != nil:
		return nil, badRequest(err)
	}
	return c.Request().PostForm, nil
}
