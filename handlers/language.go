package handlers

import (
	"net/url"
	"strings"

	"github.com/labstack/echo/v4"

	"fortythieves/views"
)

// siteKey and localeKey are where a request keeps the site and its language.
const siteKey, localeKey = "site", "locale"

// speaks lets locale choose the language of a request once it is asked for, when the player is known.
func (s *site) speaks(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		c.Set(siteKey, s)
		return next(c)
	}
}

// locale is the language of the answer.
func locale(c echo.Context) *views.Locale {
	l, ok := c.Get(localeKey).(*views.Locale)
	if !ok {
		l = c.Get(siteKey).(*site).language(c)
		c.Set(localeKey, l)
	}
	return l
}

// language is the one that the address asks for, else the player's choice, else the best that the browser
// would like. What htmx asks for is a part of the page that it is on.
func (s *site) language(c echo.Context) *views.Locale {
	asked := c.QueryParam("lang")
	if asked == "" && isHTMX(c) {
		if page, err := url.Parse(c.Request().Header.Get("HX-Current-URL")); err == nil {
			asked = page.Query().Get("lang")
		}
	}
	if l := views.Language(asked); l != nil {
		return l
	}
	if l := views.Language(s.settings(c).Get("lang")); l != nil {
		return l
	}
	return views.Match(c.Request().Header.Get("Accept-Language"))
}

// setLanguage keeps the language that was chosen and shows the page again on which that was done.
func (s *site) setLanguage(c echo.Context) error {
	f, err := form(c)
	if err != nil {
		return err
	}
	if err := s.keep(c, s.settings(c).With("lang", f.Get("lang"))); err != nil {
		return err
	}
	return s.seeOther(c, ownPath(f.Get("to")))
}

// at is the path of a page without the base path, to come back to; the language that the address asks for
// is left out.
func (s *site) at(c echo.Context) string {
	if c.Request().Method == "POST" {
		return "/"
	}
	u := *c.Request().URL
	if q := u.Query(); q.Has("lang") {
		q.Del("lang")
		u.RawQuery = q.Encode()
	}
	return strings.TrimPrefix(u.RequestURI(), s.Base)
}

// ownPath is a path if it is one of this site, else the first page.
func ownPath(path string) string {
	u, err := url.Parse(path)
	if err != nil || u.Scheme != "" || u.Host != "" || !strings.HasPrefix(u.Path, "/") || strings.HasPrefix(u.Path, "//") {
		return "/"
	}
	return u.RequestURI()
}

// missing counts in the log what the catalogues lack.
func (s *site) missing() {
	for _, l := range views.Locales {
		if n := len(l.Missing); n > 0 {
			s.Log.Warn("sentences are shown in English, for a catalogue lacks them", "language", l.Lang, "sentences", n, "first", l.Missing[0])
		}
	}
}
