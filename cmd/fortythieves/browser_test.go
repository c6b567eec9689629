package main

import (
	"context"
	"crypto/rand"
	"encoding/binary"
	"log/slog"
	"maps"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"fortythieves/db"
	"fortythieves/game"
	"fortythieves/handlers"
)

// The tests in a browser share one Chromium, which the first of them starts. Each page has cookies of its
// own, as a private window has. A test fails for anything on the console, too, and for a request to
// another site.

var chromium struct {
	sync.Once
	ctx    context.Context
	cancel context.CancelFunc
	err    error
}

// browser is the context of the running Chromium. Without one the test is skipped, or fails if the
// environment has REQUIRE_BROWSER=1.
func browser(t *testing.T) context.Context {
	t.Helper()
	path := ""
	for _, name := range []string{"/usr/bin/chromium", "chromium", "google-chrome"} {
		if found, err := exec.LookPath(name); err == nil {
			path = found
			break
		}
	}
	if path == "" && os.Getenv("REQUIRE_BROWSER") == "1" {
		t.Fatal("there is no chromium and no google-chrome in the PATH")
	}
	if path == "" {
		t.Skip("there is no chromium and no google-chrome in the PATH")
	}
	chromium.Do(func() {
		options := append(chromedp.DefaultExecAllocatorOptions[:],
			chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.DisableGPU,
			chromedp.Flag("disable-component-update", true),
			chromedp.Flag("host-resolver-rules", "MAP *.test 127.0.0.1"), // hosts that are not trusted as this machine is
			chromedp.Flag("hide-scrollbars", false))                      // they take room from the page, as for most people
		allocator, stop := chromedp.NewExecAllocator(context.Background(), options...)
		ctx, cancel := chromedp.NewContext(allocator)
		chromium.ctx, chromium.cancel = ctx, func() { cancel(); stop() }
		chromium.err = chromedp.Do(ctx)
	})
	if chromium.err != nil {
		t.Fatal("starting ", path, ": ", chromium.err)
	}
	return chromium.ctx
}

func closeBrowser() {
	if chromium.cancel != nil {
		chromium.cancel()
	}
}

// A site is a whole site of its own in this process. It can be stopped and started again, counts what it is
// asked, and can be slow.
type site struct {
	url   string // the same after each start
	dir   string
	deals *chance

	server *httptest.Server
	store  *db.Store

	mu    sync.Mutex
	asked []string                          // the requests for what is no file, such as "POST undo" and "GET"
	heard func(r *http.Request, status int) // is told of each request, if it is set
	late  func(n int) (time.Duration, bool) // by how much the answer to request n, from 0, comes late, and whether it is lost
}

// newSite starts a site. Its counted games get the deals in turn, and random ones after that.
func newSite(t *testing.T, deals ...uint32) *site {
	t.Helper()
	s := &site{dir: t.TempDir(), deals: &chance{deals: deals}}
	s.start(t)
	t.Cleanup(s.stop)
	return s
}

// start starts a site that was stopped, at its old address.
func (s *site) start(t *testing.T) {
	t.Helper()
	store, err := db.Open(t.Context(), s.dir)
	if err != nil {
		t.Fatal(err)
	}
	keys, err := db.CookieKeys(s.dir)
	if err != nil {
		t.Fatal(err)
	}
	s.store = store
	h := handlers.New(handlers.Options{Store: store, Keys: keys, Log: slog.New(slog.NewTextHandler(t.Output(), nil)), Rand: s.deals, KeepDays: 400,
		Codes: handlers.Limit{Each: 1000, All: 1000}})
	s.server = httptest.NewUnstartedServer(s.watch(h))
	if s.url != "" {
		l, err := net.Listen("tcp", strings.TrimPrefix(s.url, "http://"))
		if err != nil {
			t.Fatal(err)
		}
		s.server.Listener.Close()
		s.server.Listener = l
	}
	s.server.Start()
	s.url = s.server.URL
}

func (s *site) stop() {
	s.server.CloseClientConnections()
	s.server.Close()
	s.store.Close()
}

var gamePath = regexp.MustCompile(`^/games/[\w-]{22}/?`)

// watch counts requests and keeps answers back, which are made at once all the same.
func (s *site) watch(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasPrefix(r.URL.Path, "/static/") {
			h.ServeHTTP(w, r)
			return
		}
		s.mu.Lock()
		n, heard, late := len(s.asked), s.heard, s.late
		s.asked = append(s.asked, strings.TrimSpace(r.Method+" "+gamePath.ReplaceAllString(r.URL.Path, "")))
		s.mu.Unlock()
		if late == nil && heard == nil {
			h.ServeHTTP(w, r)
			return
		}
		answer := httptest.NewRecorder()
		h.ServeHTTP(answer, r)
		if heard != nil {
			heard(r, answer.Code)
		}
		if late != nil {
			wait, lost := late(n)
			time.Sleep(wait)
			if lost {
				panic(http.ErrAbortHandler)
			}
		}
		maps.Copy(w.Header(), answer.Header())
		w.WriteHeader(answer.Code)
		w.Write(answer.Body.Bytes())
	})
}

// count forgets what was asked so far; answers come late by the function, if there is one.
func (s *site) count(late func(n int) (time.Duration, bool)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.asked, s.late = nil, late
}

// requests are what was asked since count.
func (s *site) requests() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return strings.Join(s.asked, ", ")
}

// log are the moves of the game at a path as the server keeps them. It is the first player's.
func (s *site) log(t *testing.T, path string) string {
	t.Helper()
	path, _, _ = strings.Cut(path, "?")
	g, err := s.store.Game(t.Context(), 1, strings.TrimPrefix(path, "/games/"))
	if err != nil {
		t.Fatal(err)
	}
	return game.FormatMoves(g.Play.Moves()[:g.Play.Cursor()])
}

// chance gives the deal numbers to those who ask for four bytes, and random bytes to all others.
type chance struct {
	mu    sync.Mutex
	deals []uint32
}

func (c *chance) Read(b []byte) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(b) != 4 || len(c.deals) == 0 {
		return rand.Read(b)
	}
	binary.LittleEndian.PutUint32(b, c.deals[0])
	c.deals = c.deals[1:]
	return 4, nil
}

// look says what kind of browser window a page has.
type look struct {
	width, height int64
	noScript      bool
	touch         bool
}

var (
	laptop = look{width: 1280, height: 800}
	phone  = look{width: 360, height: 640, touch: true}
)

// without is the same window with scripts switched off.
func (l look) without() look {
	l.noScript = true
	return l
}

// looks runs a test with scripts and without, beside other tests.
func looks(t *testing.T, l look, test func(t *testing.T, l look)) {
	t.Helper()
	t.Parallel()
	t.Run("with JavaScript", func(t *testing.T) { t.Parallel(); test(t, l) })
	t.Run("without JavaScript", func(t *testing.T) { t.Parallel(); test(t, l.without()) })
}
