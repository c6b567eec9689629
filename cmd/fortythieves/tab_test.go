package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// A tab is a page in a browser. Its methods fail the test when what they do does not work out in time.
type tab struct {
	t    *testing.T
	site *site
	look look
	ctx  context.Context

	mu       sync.Mutex
	excused  []string
	problems []string // on the console, and requests to others
}

// open opens the home page in a new window with cookies of its own.
func (s *site) open(t *testing.T, l look) *tab {
	t.Helper()
	b := browser(t)
	p := newTab(t, s, l, b, chromedp.WithNewBrowserContext())
	p.visit("/")
	return p
}

// second opens another tab beside this one, which shares its cookies, on the same page.
func (p *tab) second() *tab {
	p.t.Helper()
	other := newTab(p.t, p.site, p.look, p.ctx)
	other.visit(p.path())
	return other
}

func newTab(t *testing.T, s *site, l look, parent context.Context, options ...chromedp.ContextOption) *tab {
	t.Helper()
	p := &tab{t: t, site: s, look: l}
	ctx, cancel := chromedp.NewContext(parent, append(options, chromedp.WithListener(p.hear))...)
	p.ctx = ctx
	t.Cleanup(func() {
		cancel()
		p.mu.Lock()
		defer p.mu.Unlock()
		for _, problem := range p.problems {
			t.Error("the browser complains: ", problem)
		}
	})
	viewport := chromedp.EmulateViewport(l.width, l.height)
	if l.touch {
		viewport = chromedp.EmulateViewport(l.width, l.height, chromedp.EmulateMobile, chromedp.EmulateTouch, chromedp.EmulatePortrait)
	}
	scripts := chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		_, err := cdp.Call(ctx, target, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: l.noScript})
		return err
	})
	if err := chromedp.Do(ctx, viewport, scripts); err != nil {
		t.Fatal(err)
	}
	return p
}

// hear collects what a page complains of.
func (p *tab) hear(event any) {
	switch e := event.(type) {
	case *runtime.EventExceptionThrown:
		p.complain("exception: " + e.ExceptionDetails.Text + " " + string(jsonOf(e.ExceptionDetails.Exception)))
	case *runtime.EventConsoleAPICalled:
		p.complain("console." + string(e.Type) + ": " + string(jsonOf(e.Args)))
	case *log.EventEntryAdded:
		if e.Entry.Level == log.EntryLevelError || e.Entry.Level == log.EntryLevelWarning {
			p.complain(string(e.Entry.Source) + ": " + e.Entry.Text)
		}
	case *page.EventJavascriptDialogOpening:
		p.complain("a dialog: " + e.Message)
	case *network.EventRequestWillBeSent:
		if u := e.Request.URL; !strings.HasPrefix(u, p.site.url+"/") && !strings.HasPrefix(u, "data:") {
			p.complain("a request to " + u)
		}
	}
}

func jsonOf(v any) []byte {
	text, err := json.Marshal(v)
	if err != nil {
		return []byte(err.Error())
	}
	return text
}

func (p *tab) complain(text string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, e := range p.excused {
		if strings.Contains(text, e) {
			return
		}
	}
	p.problems = append(p.problems, text)
}

// excuse lets complaints with the text in them pass, such as "status of 422", which Chromium logs for
// every answer of that kind.
func (p *tab) excuse(text string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.excused = append(p.excused, text)
}

// do runs an action in the tab.
func do[T any](p *tab, action chromedp.Action[T]) T {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	v, err := chromedp.Run(ctx, action)
	if err != nil {
		p.t.Fatal(err)
	}
	return v
}

// eval is the value of a JavaScript expression on the page, also where the page's own scripts are
// switched off.
func eval[T any](p *tab, format string, args ...any) T {
	p.t.Helper()
	return do(p, chromedp.Evaluate[T](fmt.Sprintf(format, args...)))
}

// quoted is text as a JavaScript string.
func quoted(text string) string { return string(jsonOf(text)) }

// visit goes to a path of the site and waits until the page is complete.
func (p *tab) visit(path string) {
	p.t.Helper()
	do(p, chromedp.Navigate(p.site.url+path))
	p.arrive(p.site.url + path)
}

// path is where the tab is, without the site.
func (p *tab) path() string {
	p.t.Helper()
	return eval[string](p, `location.pathname + location.search`)
}

// resize changes the size of the window.
func (p *tab) resize(width, height int64) {
	p.t.Helper()
	do(p, chromedp.EmulateViewport(width, height))
}

// post sends a form from the page without showing what comes of it, for what is not the matter of a
// test. It returns the path where the answer leads.
func (p *tab) post(path string, pairs ...string) string {
	p.t.Helper()
	answer := do(p, chromedp.Evaluate[struct {
		Status int
		Path   string
	}](fmt.Sprintf(`fetch(%s, {method: "POST", body: new URLSearchParams(%s)})
		.then(r => ({status: r.status, path: new URL(r.url).pathname}))`, quoted(path), quoted(form(pairs...).Encode())),
		chromedp.EvalAwaitPromise))
	if answer.Status != http.StatusOK {
		p.t.Fatalf("POST %s %q is answered with %d", path, pairs, answer.Status)
	}
	return answer.Path
}

// set chooses settings, and takes all others as they come.
func (p *tab) set(pairs ...string) {
	p.t.Helper()
	p.post("/settings", pairs...)
}

// practise deals a numbered deal, makes the moves, separated by commas, and returns the path of the
// board, which it does not show.
func (p *tab) practise(slug string, deal uint32, moves string) (path string) {
	p.t.Helper()
	path = p.post("/games", "variant", slug, "deal", fmt.Sprint(deal), "room", "1") // of twenty the oldest may go
	p.replay(path, moves)
	return path
}

// replay makes moves in a game that has none yet, without showing it.
func (p *tab) replay(path, moves string) {
	p.t.Helper()
	if moves == "" {
		return
	}
	for i, m := range strings.Split(moves, ",") {
		p.post(path+"/moves", "move", m, "version", fmt.Sprint(i+1))
	}
}

// leave marks what is on the page now, so that arrive can tell what comes after it.
const leave = `(() => {
	document.left = true;
	const board = document.getElementById("board");
	if (board) {
		board.left = true;
		document.was = board.outerHTML;
	}
	const problem = document.getElementById("problem")?.firstElementChild;
	if (problem) problem.left = true;
})()`

// arrived holds when something new stands on the page: another page, another board, another selection on
// it, or an error beside the board, and nothing is under way any more.
const arrived = `(() => {
	if (document.readyState != "complete") return false;
	if (document.querySelector(".htmx-request, .htmx-swapping, .htmx-settling, .taken")) return false;
	if (!document.left) return true;
	const board = document.getElementById("board");
	const problem = document.getElementById("problem")?.firstElementChild;
	return !!board && (!board.left || board.outerHTML != document.was) || !!problem && !problem.left;
})()`

// arrive waits for the consequence of what was done after leave.
func (p *tab) arrive(what string) {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	for {
		// While one page goes and the next one comes there is none to ask, which is an error.
		there, err := chromedp.Run(ctx, chromedp.Evaluate[bool](arrived))
		if err == nil && there {
			return
		}
		if ctx.Err() != nil {
			p.screenshot("late")
			p.t.Fatalf("nothing new on the page after %s (last: %v)", what, err)
		}
		time.Sleep(2 * time.Millisecond)
	}
}

// aim finds the point to click on: the middle of an element, which must lie open to the eye and be
// ready. Cards that still glide are put down where they go.
const aim = `(() => {
	document.getAnimations().forEach(a => a.finish());
	const e = document.querySelector(%s);
	if (!e) return {problem: "is not there"};
	if (!document.body.classList.contains("table")) e.scrollIntoView({block: "center"});
	const r = e.getBoundingClientRect();
	const at = {x: r.left + r.width / 2, y: r.top + r.height / 2};
	const hit = document.elementFromPoint(at.x, at.y);
	if (!hit) return {problem: "lies outside of the window, at " + at.x + ", " + at.y};
	if (!e.contains(hit)) return {problem: "is covered by " + hit.outerHTML.slice(0, 200)};
	if (e.disabled) return {problem: "is disabled"};
	return at;
})()`

// point clicks on the element of a selector with the mouse, or taps on it, and does not wait for what
// comes of it.
func (p *tab) point(selector string) {
	p.t.Helper()
	at := eval[struct {
		X, Y    float64
		Problem string
	}](p, aim, quoted(selector))
	if at.Problem != "" {
		p.screenshot("no-click")
		p.t.Fatalf("%s %s", selector, at.Problem)
	}
	if p.look.touch {
		do(p, chromedp.TapXY(at.X, at.Y))
		return
	}
	do(p, chromedp.MouseClickXY(at.X, at.Y))
}

// click clicks on an element and waits for the board or the page that comes of it.
func (p *tab) click(selector string) {
	p.t.Helper()
	eval[any](p, leave)
	p.point(selector)
	p.arrive("a click on " + selector)
}

// press presses a key, such as kb.Enter, and waits for the board or the page that comes of it.
func (p *tab) press(key string) {
	p.t.Helper()
	eval[any](p, leave)
	do(p, chromedp.KeyEvent(key))
	p.arrive(fmt.Sprintf("pressing %q", key))
}

// focus moves the keyboard's focus to an element.
func (p *tab) focus(selector string) {
	p.t.Helper()
	if !eval[bool](p, `(e => { e?.focus(); return !!e && document.activeElement == e })(document.querySelector(%s))`, quoted(selector)) {
		p.t.Fatalf("%s takes no focus", selector)
	}
}

// focused is the id of the element with the focus, or its name in angle brackets.
func (p *tab) focused() string {
	p.t.Helper()
	return eval[string](p, `document.activeElement.id || "<" + document.activeElement.localName + ">"`)
}

// has reports whether there is such an element.
func (p *tab) has(selector string) bool {
	p.t.Helper()
	return eval[bool](p, `!!document.querySelector(%s)`, quoted(selector))
}

// text is what the element of a selector shows, with single spaces.
func (p *tab) text(selector string) string {
	p.t.Helper()
	list := p.texts(selector)
	if len(list) == 0 {
		p.t.Fatalf("%s is not there", selector)
	}
	return list[0]
}

// texts are what all elements of a selector show.
func (p *tab) texts(selector string) []string {
	p.t.Helper()
	list := eval[[]string](p, `[...document.querySelectorAll(%s)].map(e => e.innerText)`, quoted(selector))
	for i, text := range list {
		list[i] = strings.Join(strings.Fields(text), " ")
	}
	return list
}

// attributes are the values of an attribute of all elements of a selector.
func (p *tab) attributes(selector, name string) []string {
	p.t.Helper()
	return eval[[]string](p, `[...document.querySelectorAll(%s)].map(e => e.getAttribute(%s))`, quoted(selector), quoted(name))
}

// screenshot writes what the tab shows to a file of that name in the folder $SHOTS, if that is set.
func (p *tab) screenshot(name string) {
	p.t.Helper()
	folder := os.Getenv("SHOTS")
	if folder == "" {
		return
	}
	image := do(p, func(ctx context.Context, target *chromedp.Target) ([]byte, error) {
		r, err := cdp.Call(ctx, target, page.CaptureScreenshot, page.CaptureScreenshotParams{})
		return r.Data, err
	})
	file := strings.NewReplacer("/", "-", " ", "-").Replace(p.t.Name()+"-"+name) + ".png"
	if err := os.WriteFile(filepath.Join(folder, file), image, 0o600); err != nil {
		p.t.Error(err)
	}
}
