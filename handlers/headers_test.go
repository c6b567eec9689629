package handlers

import (
	"bytes"
	"compress/gzip"
	"context"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"fortythieves/db"
	"fortythieves/static"
)

// everywhere are the headers of every answer.
var everywhere = map[string]string{
	"Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; " +
		"font-src 'self'; connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
	"X-Content-Type-Options":       "nosniff",
	"X-Frame-Options":              "DENY",
	"Referrer-Policy":              "same-origin",
	"Cross-Origin-Opener-Policy":   "same-origin",
	"Cross-Origin-Resource-Policy": "same-origin",
	"Permissions-Policy":           "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}

func TestEveryAnswerHasTheHeadersThatProtectIt(t *testing.T) {
	h := open(t, nil)
	player := h.browser()
	id := player.plant(midGame(t), true)
	failing := &browser{house: open(t, func(o *Options) { o.Store = failingStore{} }), jar: player.jar}
	for _, c := range []struct {
		name   string
		b      *browser
		r      *http.Request
		status int
	}{
		{"home", player, get("/"), 200},
		{"a board", player, get("/games/" + id), 200},
		{"a question", player, get("/games/" + id + "?ask=new"), 200},
		{"a fragment", player.with(true), get("/games/" + id), 200},
		{"a refused move", player, formRequest("/games/"+id+"/moves", "move", "c1f", "version", "1"), 422},
		{"an old board", player, formRequest("/games/"+id+"/undo", "version", "0"), 409},
		{"a malformed move", player, formRequest("/games/"+id+"/moves", "move", "x", "version", "1"), 400},
		{"a new game", player, formRequest("/games", "variant", "indian"), 303},
		{"a new game by htmx", player.with(true), formRequest("/games", "variant", "indian"), 204},
		{"an unknown page", player, get("/nope"), 404},
		{"an unknown game", player.with(true), get("/games/nope"), 404},
		{"a wrong method", player, httptest.NewRequest("PUT", origin+"/games", nil), 405},
		{"a foreign origin", player, with(formRequest("/games"), "Origin", "http://evil.test"), 403},
		{"too large a body", player, formRequest("/games", "x", strings.Repeat("x", 70000)), 413},
		{"a failure", failing, get("/"), 500},
		{"a panic", failing, get("/games/x"), 500},
	} {
		t.Run(c.name, func(t *testing.T) {
			a := c.b.send(c.r).want(c.status)
			for name, want := range everywhere {
				if got := a.header.Values(name); !slices.Equal(got, []string{want}) {
					t.Errorf("%s: %q, want %q", name, got, want)
				}
			}
			if got := a.header.Get("Cache-Control"); got != "no-store" {
				t.Errorf("Cache-Control: %s", got)
			}
			if got := strings.Join(a.header.Values("Vary"), ", "); !strings.Contains(got, "HX-Request") || !strings.Contains(got, "Accept-Language") || !strings.Contains(got, "Accept-Encoding") {
				t.Errorf("Vary: %s", got)
			}
			if got := a.header.Get("Content-Type"); a.body != "" && got != "text/html; charset=UTF-8" {
				t.Errorf("Content-Type: %s", got)
			}
			for _, name := range []string{"Server", "X-Powered-By", "ETag", "Last-Modified"} {
				if got := a.header.Get(name); got != "" {
					t.Errorf("%s: %s", name, got)
				}
			}
		})
	}
}

func get(path string) *http.Request { return httptest.NewRequest("GET", origin+path, nil) }

// failingStore fails when it is asked for a player, and panics when it is asked for a game.
type failingStore struct{ Store }

func (failingStore) Player(context.Context, db.Token) (db.Player, error) {
	return db.Player{ID: 1}, nil
}

func (failingStore) Seen(context.Context, db.Token, string, time.Time) error {
	return context.DeadlineExceeded
}

func (failingStore) OpenGames(context.Context, int64) ([]db.OpenGame, error) {
	return nil, context.DeadlineExceeded
}

func TestABoardIsCompressedForWhoAsksForIt(t *testing.T) {
	b := open(t, nil).browser()
	path := "/games/" + b.plant(midGame(t), true)
	plain := b.get(path)
	packed := b.send(with(get(path), "Accept-Encoding", "gzip")).want(http.StatusOK)
	if packed.header.Get("Content-Encoding") != "gzip" || len(packed.body) > len(plain.body)/3 {
		t.Fatalf("Content-Encoding %q, %d bytes of %d", packed.header.Get("Content-Encoding"), len(packed.body), len(plain.body))
	}
	body := must(io.ReadAll(must(gzip.NewReader(strings.NewReader(packed.body)))))
	if string(body) != plain.body {
		t.Errorf("unpacked it is %s", body)
	}
}

func TestStaticFilesAreKeptForEver(t *testing.T) {
	b := open(t, nil).browser()
	for _, name := range []string{"app.css", "htmx.min.js", "cards.woff2", "icon.svg"} {
		a := b.get(static.URL(name)).want(http.StatusOK)
		for header, want := range everywhere {
			if got := a.header.Get(header); got != want {
				t.Errorf("%s: %s: %q, want %q", name, header, got, want)
			}
		}
		if got := a.header.Get("Cache-Control"); got != "public, max-age=31536000, immutable" {
			t.Errorf("%s: Cache-Control: %s", name, got)
		}
		if vary := a.header.Values("Vary"); slices.Contains(vary, "HX-Request") || a.header.Get("Set-Cookie") != "" {
			t.Errorf("%s: Vary: %q, Set-Cookie: %q", name, vary, a.header.Get("Set-Cookie"))
		}
	}
}

// A failure shows neither its reason nor whose it is, and the log has the reason.
func TestAFailureIsAPageAndALineInTheLog(t *testing.T) {
	var log bytes.Buffer
	h := open(t, func(o *Options) {
		o.Store, o.Log = failingStore{}, slog.New(slog.NewTextHandler(&log, nil))
	})
	for _, path := range []string{"/", "/games/x"} {
		for _, htmx := range []bool{false, true} {
			log.Reset()
			b := h.browser().with(htmx)
			b.token()
			a := b.get(path).want(http.StatusInternalServerError)
			if text := a.text("body"); !strings.Contains(text, "The fault is the server's, not yours.") {
				t.Errorf("%s shows: %s", path, text)
			}
			for _, secret := range []string{"deadline", "nil pointer", "goroutine", ".go:"} {
				if strings.Contains(a.body, secret) {
					t.Errorf("%s shows %q: %s", path, secret, a.body)
				}
			}
			if lines := log.String(); !strings.Contains(lines, "level=ERROR") ||
				!strings.Contains(lines, "deadline") && !strings.Contains(lines, "nil pointer") {
				t.Errorf("%s is logged as: %s", path, lines)
			}
		}
	}
}

// The addresses of games, the moves and the cards are nobody's business: an operator reads the log.
func TestTheLogTellsNoGame(t *testing.T) {
	var log bytes.Buffer
	b := open(t, func(o *Options) {
		o.Log = slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	}).browser()
	id := b.plant(midGame(t), true)
	for _, p := range gamePosts {
		b.post(strings.ReplaceAll(p.path, "{id}", id), p.fields...)
	}
	b.post("/games/"+id+"/moves", "move", "c1f", "version", "2")
	b.get("/games/" + id + "?from=c1")
	b.get("/games/" + id + "x")
	if n := strings.Count(log.String(), "\n"); n < 8 {
		t.Fatalf("the log has %d lines:\n%s", n, &log)
	}
	for _, secret := range []string{id, "c1f", "from=", b.cookie()} {
		if strings.Contains(log.String(), secret) {
			t.Errorf("the log has %q:\n%s", secret, &log)
		}
	}
	if card := regexp.MustCompile(`\b[A2-9TJQK][CDHS]\b`).FindString(log.String()); card != "" {
		t.Errorf("the log names the card %s:\n%s", card, &log)
	}
}

func TestEveryRouteIsBelowTheBasePath(t *testing.T) {
	atRoot := []string{"/healthz", "/readyz", "/cards"} // for what probes, and the address without its slash
	for _, r := range routesOf(t, "/cards") {
		if !slices.Contains(atRoot, r.Path) && !strings.HasPrefix(r.Path, "/cards/") {
			t.Errorf("%s %s", r.Method, r.Path)
		}
	}
}
