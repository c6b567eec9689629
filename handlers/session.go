package handlers

import (
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/gorilla/securecookie"
	"github.com/gorilla/sessions"
	"github.com/labstack/echo/v4"

	"fortythieves/db"
	"fortythieves/views"
)

const (
	cookieAge   = 400 * 24 * 60 * 60 // seconds; browsers keep none for longer
	tokenKey    = "token"
	settingsKey = "settings" // of a visitor; those of a player are in the store
)

// cookieStore is the session cookie's store, with everything set on it that its defaults leave open.
func cookieStore(o Options) *sessions.CookieStore {
	var pairs [][]byte
	for _, key := range o.Keys {
		pairs = append(pairs, key, nil) // signed, not encrypted: a token says nothing
	}
	s := sessions.NewCookieStore(pairs...)
	path := o.Base + "/"
	if o.Secure {
		path = "/" // as the prefix of the name demands
	}
	s.Options = &sessions.Options{
		Path: path, HttpOnly: true, SameSite: http.SameSiteLaxMode, Secure: o.Secure, MaxAge: cookieAge,
	}
	s.MaxAge(cookieAge)
	for _, codec := range s.Codecs {
		codec.(*securecookie.SecureCookie).SetSerializer(sessionText{})
		codec.(*securecookie.SecureCookie).MaxAge(0) // a clock that jumps ends no session; the browser keeps the time
	}
	return s
}

// sessionText is the form of a session in the cookie: the token, a new line, the settings. The usual
// one, gob, took a tenth of the time of a move.
type sessionText struct{}

func (sessionText) Serialize(values any) ([]byte, error) {
	v := values.(map[any]any)
	token, _ := v[tokenKey].(string)
	settings, _ := v[settingsKey].(string)
	return []byte(token + "\n" + settings), nil
}

func (sessionText) Deserialize(text []byte, values any) error {
	token, settings, _ := strings.Cut(string(text), "\n")
	*values.(*map[any]any) = map[any]any{tokenKey: token, settingsKey: settings}
	return nil
}

// cookieName is the name of the session cookie. By https it has the prefix that binds it to this host, to
// which it then goes with any path; so a site below a path has a name of its own.
func (o Options) cookieName() string {
	if o.Secure {
		return "__Host-fortythieves" + strings.ReplaceAll(o.Base, "/", "-")
	}
	return "fortythieves"
}

// session is the browser's session. A cookie that is missing or not ours makes a new one.
func (s *site) session(c echo.Context) *sessions.Session {
	session, _ := s.cookies.Get(c.Request(), s.cookieName()) // with an error comes a new session
	return session
}

// token is the browser's token, and false for a visitor who has none.
func (s *site) token(c echo.Context) (db.Token, bool) {
	secret, _ := s.session(c).Values[tokenKey].(string)
	return sha256.Sum256([]byte(secret)), secret != ""
}

const playerKey = "player" // under which the player of a request is kept

// player is who plays in this browser: one with ID 0 has no game yet, and the settings of the session.
func (s *site) player(c echo.Context) (db.Player, error) {
	if p, ok := c.Get(playerKey).(db.Player); ok {
		return p, nil
	}
	if token, ok := s.token(c); ok {
		p, err := s.Store.Player(c.Request().Context(), token)
		if err == nil {
			s.visits(c, token, p)
		}
		if !errors.Is(err, db.ErrNotFound) {
			return p, err
		}
	}
	p := db.Player{}
	p.Settings, _ = s.session(c).Values[settingsKey].(string)
	c.Set(playerKey, p)
	return p, nil
}

// visits keeps the player of a request and, once a day, notes the visit and renews the cookie. Where that
// fails the next request tries again.
func (s *site) visits(c echo.Context, token db.Token, p db.Player) {
	c.Set(playerKey, p)
	if s.visitDue(p) {
		err := s.Store.Seen(c.Request().Context(), token, deviceName(c), s.Now())
		if err == nil {
			err = s.session(c).Save(c.Request(), c.Response())
		}
		if err != nil {
			s.Log.Warn("a visit was not noted", "error", err)
		}
	}
}

// visitDue reports whether a visit is to be noted.
func (s *site) visitDue(p db.Player) bool { return s.Now().Sub(p.Seen) >= 24*time.Hour }

// newToken gives the browser a token and returns it. Settings stay.
func (s *site) newToken(c echo.Context) (db.Token, error) {
	secret, err := s.secret()
	if err == nil {
		err = s.setToken(c, secret)
	}
	return sha256.Sum256([]byte(secret)), err
}

// setToken puts a token into the browser's session.
func (s *site) setToken(c echo.Context, secret string) error {
	session := s.session(c)
	session.Values[tokenKey] = secret
	return session.Save(c.Request(), c.Response())
}

// secret is 128 random bits as text for URLs.
func (s *site) secret() (string, error) {
	var b [16]byte
	_, err := io.ReadFull(s.Rand, b[:])
	return base64.RawURLEncoding.EncodeToString(b[:]), err
}

// settings are what the player of a request has chosen; where the store fails, nothing is.
func (s *site) settings(c echo.Context) views.Settings {
	p, _ := s.player(c)
	return views.ParseSettings(p.Settings)
}
