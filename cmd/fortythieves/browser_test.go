package main

import (
	"context"
	"crypto/rand"
	"encoding/binary"
	"log/slog"
	"net/http/httptest"
	"os"
	"os/exec"
	"sync"
	"testing"

	"github.com/chromedp/chromedp"

	"fortythieves/db"
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
			chromedp.Flag("hide-scrollbars", false)) // they take room from the page, as for most people
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

// A site is a whole site of its own in this process.
type site struct{ url string }

// newSite starts a site. Its counted games get the deals in turn, and random ones after that.
func newSite(t *testing.T, deals ...uint32) *site {
	t.Helper()
	dir := t.TempDir()
	store, err := db.Open(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { store.Close() })
	keys, err := db.CookieKeys(dir)
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(handlers.New(handlers.Options{
		Store: store, Keys: keys, Log: slog.New(slog.NewTextHandler(t.Output(), nil)), Rand: &chance{deals: deals},
	}))
	t.Cleanup(server.Close)
	return &site{server.URL}
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
