// Package handlers answers requests: every route stands in routes.go, a page or an action has a file
// of its own. A handler parses what was sent, lets game and the store decide, and draws with views.
package handlers

import (
	"context"
	"crypto/rand"
	"errors"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"net/netip"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/gorilla/sessions"
	lru "github.com/hashicorp/golang-lru/v2"
	"github.com/klauspost/compress/gzhttp"
	"github.com/labstack/echo/v4"
	"github.com/labstack/echo/v4/middleware"
	"github.com/prometheus/client_golang/prometheus"

	"fortythieves/db"
	"fortythieves/game"
	"fortythieves/game/solver"
)

// Store is what the handlers need of a database; *db.Store is one. Its methods are described there.
type Store interface {
	Player(ctx context.Context, t db.Token) (db.Player, error)
	Begin(ctx context.Context, t db.Token, g *db.Game, now time.Time) error
	SaveSettings(ctx context.Context, player int64, settings string) error
	Seat(ctx context.Context, t db.Token, id string) (db.Player, *db.Game, error)
	Save(ctx context.Context, g *db.Game, now time.Time) error
	Follow(ctx context.Context, t db.Token, settings string, g *db.Game, now time.Time) error
	GiveUp(ctx context.Context, g *db.Game, now time.Time) error
	OpenGames(ctx context.Context, player int64) ([]db.OpenGame, error)
	OpenCounted(ctx context.Context, player int64, slug string) (*db.Game, error)
	Record(ctx context.Context, player int64) (db.Record, error)
	Counted(ctx context.Context, player int64) ([]db.Settled, error)
	History(ctx context.Context, player int64, limit, skip int) ([]db.Settled, int, error)
	Share(ctx context.Context, player int64, id, share string) (string, error)
	Shared(ctx context.Context, link string) (*db.Game, error)
	NewPlayer(ctx context.Context, t db.Token, now time.Time) (db.Player, error)
	Devices(ctx context.Context, player int64) ([]db.Device, error)
	Seen(ctx context.Context, t db.Token, name string, now time.Time) error
	EndDevice(ctx context.Context, player int64, t db.Token) error
	NewCode(ctx context.Context, player int64, code []byte, now, expires time.Time) error
	SetRecovery(ctx context.Context, player int64, code []byte) error
	Link(ctx context.Context, link, recovery []byte, t db.Token, name string, now time.Time) error
	Unfinished(ctx context.Context, player int64) (int, error)
	Export(ctx context.Context, p db.Player, now time.Time) (db.Archive, error)
	Import(ctx context.Context, player int64, a db.Archive, now time.Time, key func() (string, error)) (db.Imported, error)
	Delete(ctx context.Context, player int64) error
	Secret(ctx context.Context, name string, fresh []byte) ([]byte, error)
	Tallies(ctx context.Context, date string) (map[string]db.Tally, error)
	Dailies(ctx context.Context, player int64) ([]db.Daily, error)
	Zone(ctx context.Context, player int64) (*time.Location, error)
	SetZone(ctx context.Context, player int64, zone string, now time.Time) error
	FreshWinnable(ctx context.Context, player int64, slug string, pick func(n int) (int, error)) (uint32, error)
	Line(ctx context.Context, slug string, deal uint32) (string, error)
	Aid(ctx context.Context, id string) error
	Analysis(ctx context.Context, id string) (string, error)
	KeepAnalysis(ctx context.Context, id, text string) error
}

// Options are what a site is made of. Store, Keys and Log must be set.
type Options struct {
	Store  Store
	Keys   [][]byte // that sign the session cookie, newest first; the others still read what they signed
	Log    *slog.Logger
	Base   string           // the path of the site, without a slash at its end; "" for the root
	Secure bool             // the site is reached by https, so the cookie goes by nothing else
	Now    func() time.Time // time.Now if nil
	Rand   io.Reader        // crypto/rand if nil: ids, tokens, deal numbers
	Desk   *solver.Desk     // lends the solvers; one of its own if nil
	Work   context.Context  // ends what goes on between requests; never if nil

	Origin  string                      // scheme and host that browsers see, such as https://example.org; "" if not known
	Trusted []netip.Prefix              // of proxies whose X-Forwarded-For is believed
	Ready   func(context.Context) error // tells why no games can be kept; nil if nobody knows
	Metrics prometheus.Registerer       // nil for none

	Starts, Codes, Imports Limit // of games begun, codes made or tried (which have one in any case), files imported

	KeepDays int // after which a player without a settled game is removed, as the page on privacy says
}

// site holds what the handlers share.
type site struct {
	Options
	cookies *sessions.CookieStore
	origin  *http.CrossOriginProtection
	meters  *meters
	starts  *limiter // of games
	guesses *limiter // of codes
	imports *limiter

	kept    *lru.Cache[string, *kept] // by the id of the game, as the next three
	advised *lru.Cache[string, advice]
	lines   *lru.Cache[string, []game.Move] // that win the deal, from its start
	reviews *lru.Cache[string, *reviewing]

	underWay atomic.Int32 // reviews

	dailyOnce   sync.Mutex
	dailySecret []byte // from which the daily deals come; nil until it is asked for
}

// bodyLimit is more than any form of the site needs.
const bodyLimit = "64KiB"

// New returns the handler of a whole site.
func New(o Options) http.Handler {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Rand == nil {
		o.Rand = rand.Reader
	}
	if o.Codes == (Limit{}) {
		o.Codes = Limit{5, 60}
	}
	if o.Desk == nil {
		o.Desk = solver.NewDesk(0, 0, 0)
	}
	if o.Work == nil {
		o.Work = context.Background()
	}
	s := &site{Options: o, cookies: cookieStore(o), origin: http.NewCrossOriginProtection(), meters: newMeters(o.Metrics),
		starts: newLimiter(o.Starts), guesses: newLimiter(o.Codes), imports: newLimiter(o.Imports),
		kept: remembered[*kept](), advised: remembered[advice](), lines: remembered[[]game.Move](), reviews: remembered[*reviewing]()}
	if o.Origin != "" {
		if err := s.origin.AddTrustedOrigin(o.Origin); err != nil {
			panic(err) // no origin, which main has checked
		}
	}
	s.missing()
	e := echo.New()
	e.HideBanner, e.HidePort = true, true
	e.HTTPErrorHandler = s.fail
	e.IPExtractor = addresses(o.Trusted)
	e.Use(
		s.speaks,
		s.logged(),
		s.counts,
		middleware.RecoverWithConfig(middleware.RecoverConfig{DisablePrintStack: true, LogErrorFunc: s.panicked}),
		s.headers,
		middleware.BodyLimitWithConfig(middleware.BodyLimitConfig{Limit: bodyLimit, Skipper: s.largeBody}),
		s.sameOrigin,
	)
	s.routes(e)
	return compressed(e)
}

// remembered holds what is known of the games that were asked about last.
func remembered[V any]() *lru.Cache[string, V] {
	c, err := lru.New[string, V](1000)
	if err != nil {
		panic(err) // a size that is none
	}
	return c
}

// compressed compresses the pages. The static files are compressed already.
func compressed(site http.Handler) http.Handler {
	wrap, err := gzhttp.NewWrapper(gzhttp.MinSize(1024), gzhttp.CompressionLevel(6))
	if err != nil {
		panic(err) // a level that there is not
	}
	pages := wrap(site)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if isStatic(r) {
			site.ServeHTTP(w, r)
		} else {
			pages.ServeHTTP(w, r)
		}
	})
}

// logged writes a line for each request, with the route but not the address, which may tell an id.
func (s *site) logged() echo.MiddlewareFunc {
	return middleware.RequestLoggerWithConfig(middleware.RequestLoggerConfig{
		LogMethod: true, LogRoutePath: true, LogStatus: true, LogLatency: true, LogError: true, HandleError: true,
		Skipper: func(c echo.Context) bool { return isStatic(c.Request()) },
		LogValuesFunc: func(c echo.Context, v middleware.RequestLoggerValues) error {
			level, attrs := slog.LevelDebug, []slog.Attr{
				slog.String("method", v.Method), slog.String("route", v.RoutePath),
				slog.Int("status", v.Status), slog.Duration("took", v.Latency)}
			if v.Status >= 500 {
				if level = slog.LevelError; errors.Is(v.Error, solver.ErrBusy) {
					level = slog.LevelWarn // it passes by itself
				}
				attrs = append(attrs, slog.Any("error", v.Error))
			}
			s.Log.LogAttrs(c.Request().Context(), level, "request", attrs...)
			return nil
		},
	})
}

func (s *site) panicked(_ echo.Context, err error, stack []byte) error {
	s.Log.Error("panic", "error", err, "stack", string(stack))
	return err
}

// largeBody is the one request with a body that may be larger; it has a limit of its own.
func (s *site) largeBody(c echo.Context) bool { return c.Path() == s.Base+"/import" }

// carried is what every answer carries.
var carried = http.Header{
	"Content-Security-Policy": {"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; " +
		"font-src 'self'; connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"},
	"X-Content-Type-Options":       {"nosniff"},
	"X-Frame-Options":              {"DENY"},
	"Referrer-Policy":              {"same-origin"},
	"Cross-Origin-Opener-Policy":   {"same-origin"},
	"Cross-Origin-Resource-Policy": {"same-origin"},
	"Permissions-Policy":           {"camera=(), geolocation=(), microphone=(), payment=(), usb=()"},
}

// headers sets what an answer carries.
func (s *site) headers(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		h := c.Response().Header()
		maps.Copy(h, carried)
		if s.Secure {
			h.Set("Strict-Transport-Security", "max-age=31536000")
		}
		if !isStatic(c.Request()) {
			h.Set("Cache-Control", "no-store")
			h.Add("Vary", "HX-Request")
			h.Add("Vary", "Accept-Language")
		}
		return next(c)
	}
}

// isUnsafe tells whether a request may have an effect.
func isUnsafe(r *http.Request) bool {
	return r.Method != http.MethodGet && r.Method != http.MethodHead && r.Method != http.MethodOptions
}

// sameOrigin refuses requests with effects that come from pages of another site.
func (s *site) sameOrigin(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		err := s.origin.Check(c.Request())
		if err == nil && strings.HasPrefix(s.Origin, "https:") && isUnsafe(c.Request()) && strings.HasPrefix(c.Request().Header.Get("Origin"), "http://") &&
			c.Request().Header.Get("Sec-Fetch-Site") == "" { // of the host alone, which is all that was compared
			err = errors.New("a page without https sent it")
		}
		if err != nil {
			s.meters.foreign.Inc()
			return s.foreign(c, err)
		}
		return next(c)
	}
}
