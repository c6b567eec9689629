package handlers

import (
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"io"
	"net/http"

	"github.com/gorilla/securecookie"
	"github.com/gorilla/sessions"
	"github.com/labstack/echo/v4"

	"fortythieves/db"
)

const (
	cookieName = "fortythieves"
	cookieAge  = 400 * 24 * 60 * 60 // seconds; browsers keep none for longer
	tokenKey   = "token"
)

// cookieStore is the session cookie's store, with everything set on it that its defaults leave open.
func cookieStore(o Options) *sessions.CookieStore {
	var pairs [][]byte
	for _, key := range o.Keys {
		pairs = append(pairs, key, nil) // signed, not encrypted: a token says nothing
	}
	s := sessions.NewCookieStore(pairs...)
	s.Options = &sessions.Options{
		Path: o.Base + "/", HttpOnly: true, SameSite: http.SameSiteLaxMode, Secure: o.Secure, MaxAge: cookieAge,
	}
	s.MaxAge(cookieAge)
	for _, codec := range s.Codecs {
		codec.(*securecookie.SecureCookie).SetSerializer(tokenText{})
	}
	return s
}

// tokenText is the form of a session in the cookie: the token alone. The usual one, gob, took a tenth
// of the time of a move.
type tokenText struct{}

func (tokenText) Serialize(values any) ([]byte, error) {
	token, _ := values.(map[any]any)[tokenKey].(string)
	return []byte(token), nil
}

func (tokenText) Deserialize(text []byte, values any) error {
	*values.(*map[any]any) = map[any]any{tokenKey: string(text)}
	return nil
}

// token is the browser's token, and false for a new visitor: without a cookie, or with one that is not
// ours.
func (s *site) token(c echo.Context) (db.Token, bool) {
	session, err := s.cookies.Get(c.Request(), cookieName)
	if err != nil || session.IsNew {
		return db.Token{}, false
	}
	secret, ok := session.Values[tokenKey].(string)
	return sha256.Sum256([]byte(secret)), ok && secret != ""
}

// player is who plays in this browser; one with ID 0 has no game yet.
func (s *site) player(c echo.Context) (db.Player, error) {
	token, ok := s.token(c)
	if !ok {
		return db.Player{}, nil
	}
	p, err := s.Store.Player(c.Request().Context(), token)
	if errors.Is(err, db.ErrNotFound) {
		return db.Player{}, nil
	}
	return p, err
}

// newToken gives the browser a token and returns it.
func (s *site) newToken(c echo.Context) (db.Token, error) {
	secret, err := s.secret()
	if err != nil {
		return db.Token{}, err
	}
	session, _ := s.cookies.Get(c.Request(), cookieName) // on an error it is a new one, which is what we want
	session.Values = map[any]any{tokenKey: secret}
	if err := session.Save(c.Request(), c.Response()); err != nil {
		return db.Token{}, err
	}
	return sha256.Sum256([]byte(secret)), nil
}

// secret is 128 random bits as text for URLs.
func (s *site) secret() (string, error) {
	var b [16]byte
	_, err := io.ReadFull(s.Rand, b[:])
	return base64.RawURLEncoding.EncodeToString(b[:]), err
}
