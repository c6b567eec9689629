package main

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"fortythieves/game"
	"fortythieves/game/review"
	"fortythieves/handlers/attack"
)

// What attackers do, done by a real browser with the player's cookies. handlers has the same against the router.

// routes are the paths that routes.go lists for a method, get or post.
func routes(t *testing.T, method string) (list []string) {
	t.Helper()
	text, err := os.ReadFile("../../handlers/routes.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range regexp.MustCompile(`\b`+method+`\("([^"]+)"`).FindAllStringSubmatch(string(text), -1) {
		list = append(list, m[1])
	}
	if other := regexp.MustCompile(`\.(POST|PUT|PATCH|DELETE|Any|Match|Add)\(`).FindAllString(string(text), -1); len(list) < 15 || len(other) != 1 {
		t.Fatalf("routes.go lists %q and, elsewhere than in post, uses %q", list, other)
	}
	return list
}

// A post is what a form sends, or without fields a request for a page. A field named file is one.
type post struct {
	Path            string
	Fields, Headers map[string]string
}

// A hearing is what a site was asked and how it answered.
type hearing struct {
	method, path, origin, fetchSite, cookie string
	status                                  int
}

// listen notes what a site is asked from now on.
func (s *site) listen() (heard func() []hearing) {
	var mu sync.Mutex
	var list []hearing
	s.mu.Lock()
	defer s.mu.Unlock()
	s.heard = func(r *http.Request, status int) {
		mu.Lock()
		defer mu.Unlock()
		list = append(list, hearing{r.Method, r.URL.Path, r.Header.Get("Origin"), r.Header.Get("Sec-Fetch-Site"), r.Header.Get("Cookie"), status})
	}
	return func() []hearing {
		mu.Lock()
		defer mu.Unlock()
		return slices.Clone(list)
	}
}

// writes tells whether anything was written to the database since it was asked last, be it what was there before.
func (s *site) writes(t *testing.T) (written func() bool) {
	t.Helper()
	conn, err := database(s.dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	conn.SetMaxOpenConns(1) // each counts for itself
	seen := int64(0)
	written = func() bool {
		t.Helper()
		before := seen
		if err := conn.QueryRow(`PRAGMA data_version`).Scan(&seen); err != nil {
			t.Fatal(err)
		}
		return seen != before
	}
	written()
	return written
}

// A villain's page, empty as yet. It is reached by any name that leads to this machine.
func villain(t *testing.T) (port string) {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		w.Header().Set("Referrer-Policy", r.URL.Query().Get("referrer"))
		fmt.Fprint(w, "<!DOCTYPE html><link rel=icon href=data:,><body>")
	}))
	t.Cleanup(s.Close)
	u, _ := url.Parse(s.URL)
	return u.Port()
}

// villainy is what a page of another site has to try. assault sends posts in the ways that need no leave, which are a
// form of each type into a frame, fetch of each type without a look at the answer and of one with it, and a beacon; and
// in ways that need leave. lure gets paths as pages get what is elsewhere. Both try one way for each path, the next one on
// each turn.
const villainy = `
	const types = ["application/x-www-form-urlencoded", "multipart/form-data", "text/plain"];
	const make = (name, attributes) => Object.assign(document.createElement(name), attributes);
	const file = (text) => new File([text], "record.json", {type: "application/json"});
	const body = (fields, type) => {
		if (type === types[2]) return Object.entries(fields).map(([k, v]) => k + "=" + v).join("&");
		const b = type === types[0] ? new URLSearchParams() : new FormData();
		for (const [k, v] of Object.entries(fields)) b.append(k, k === "file" && type === types[1] ? file(v) : v);
		return b;
	};
	const filled = (url, fields, type, target) => {
		const form = make("form", {method: "post", action: url, enctype: type, target});
		for (const [name, value] of Object.entries(fields)) {
			const input = form.appendChild(make("input", {name, type: name === "file" ? "file" : "text"}));
			if (name !== "file") { input.value = value; continue; }
			const held = new DataTransfer();
			held.items.add(file(value));
			input.files = held.files;
		}
		document.body.append(form);
		return form;
	};
	const framed = (url, fields, type) => {
		const frame = document.body.appendChild(make("iframe", {name: Math.random()}));
		filled(url, fields, type, frame.name).submit();
	};
	const send = (url, options) => fetch(url, {method: "POST", credentials: "include", ...options}).catch(() => {});
	const simply = types.flatMap((type) => [(url, fields) => framed(url, fields, type), (url, fields) => send(url, {mode: "no-cors", body: body(fields, type)})])
		.concat((url, fields) => send(url, {body: body(fields, types[0])}), (url, fields) => navigator.sendBeacon(url, body(fields, types[0])));
	const withLeave = [{method: "PUT"}, {headers: {"HX-Request": "true"}}, {headers: {"Content-Type": "application/json"}}];
	const assault = (site, posts, turn) => posts.forEach(({Path, Fields}, n) => {
		simply[(n + turn) % simply.length](site + Path, Fields);
		send(site + Path, {body: JSON.stringify(Fields), ...withLeave[(n + turn) % withLeave.length]});
	});
	const ways = [
		(src) => document.body.append(make("img", {src})), (src) => document.body.append(make("script", {src})), (src) => document.body.append(make("iframe", {src})),
		(href) => document.body.append(make("link", {rel: "stylesheet", href})), (url) => send(url, {method: "GET", mode: "no-cors"}),
	];
	const lure = (site, paths, turn) => paths.forEach((path, n) => ways[(n + turn) % ways.length](site + path));
`

// villains are what pages on the same machine can be to a site. MINE stands for the domain that it shares with a sibling.
var villains = []struct {
	name, host, query string
	sandboxed         bool // which makes its origin null
	cookies           bool // of the player go along with a form
}{
	{"another port", "play.MINE", "", false, true},
	{"a sibling", "evil.MINE", "", false, true},
	{"a sibling that says nothing of itself", "evil.MINE", "?referrer=no-referrer", false, true},
	{"a sandboxed frame of a sibling", "evil.MINE", "", true, false},
	{"another site", "MINE.evil.test", "", false, false},
}

// A browser says in Sec-Fetch-Site where a request comes from, but only to a site that it trusts, which one by http at
// another name than localhost is not. There Origin has to do.
func TestNoOtherSiteHasAnEffectInABrowser(t *testing.T) {
	for first, domain := range []string{"cards.localhost", "cards.test"} {
		trusted := first == 0
		t.Run(domain, func(t *testing.T) {
			t.Parallel()
			s := newSite(t, 11)
			s.url = strings.Replace(s.url, "127.0.0.1", "play."+domain, 1)
			p := newTab(t, s, laptop, browser(t), chromedp.WithNewBrowserContext())
			p.excuse("Cross-Origin-Opener-Policy header has been ignored") // where the site is not trusted
			p.visit("/")
			open, list, paths := p.temptations()
			written, port := s.writes(t), villain(t)
			q := newTab(t, s, laptop, p.ctx)
			q.excuse("") // that it is refused
			for i, v := range villains {
				home := "http://" + strings.ReplaceAll(v.host, "MINE", domain) + ":" + port + "/" + v.query
				heard := s.listen()
				posted := q.villainy(i+first*len(villains), home, v.sandboxed, heard, list, paths)
				if written() {
					t.Fatalf("%s has an effect", v.name)
				}
				for _, h := range heard() {
					switch {
					case h.method == "GET" || h.method == "OPTIONS":
					case h.status != http.StatusForbidden:
						t.Errorf("%s: %+v", v.name, h)
					case (h.cookie != "") != v.cookies || (h.fetchSite != "") != trusted || v.sandboxed && h.origin != "null":
						t.Fatalf("%s is not what it is meant to be: %+v", v.name, h)
					}
				}
				if n := count(heard(), "POST"); n != posted {
					t.Errorf("%s: %d posts, want %d", v.name, n, posted)
				}
			}
			if trusted {
				p.effects(open, list, written)
			}
		})
	}
}

// villainy tries what there is to try from the page at home, and returns how many posts are to come of it. first says in
// which way each post and address is tried, unless that is all.
func (q *tab) villainy(first int, home string, sandboxed bool, heard func() []hearing, list []post, paths []string) (posted int) {
	q.t.Helper()
	try := func(call string, args ...any) {
		q.t.Helper()
		call = fmt.Sprintf(call, args...)
		if sandboxed {
			call = fmt.Sprintf(`document.body.append(make("iframe", {sandbox: "allow-scripts allow-forms", srcdoc: "<body><script>" + %s + "</script>"}))`, quoted(villainy+call))
		}
		do(q, chromedp.Navigate(home))
		eval[any](q, leave)
		eval[any](q, `(() => {%s; %s})()`, villainy, call)
	}
	arrive := func(method string, all int) {
		q.t.Helper()
		for n := 0; n < all; n = count(heard(), method) {
			until(q.t, fmt.Sprintf("after %d of %d comes another %s", n, all, method), func() bool { return count(heard(), method) > n })
		}
	}
	asked, got := 0, 0
	for turn := range times(1, 10) {
		turn += first
		posted, asked = posted+len(list), asked+len(list)
		try(`assault(%s, %s, %d)`, quoted(q.site.url), jsonOf(list), turn)
		arrive("POST", posted)
		arrive("OPTIONS", asked)
		var half []string
		for i := turn % 2; i < len(paths); i += 2 {
			half = append(half, paths[i])
		}
		got += len(half)
		try(`lure(%s, %s, %d)`, quoted(q.site.url), jsonOf(half), turn)
		arrive("GET", got)
	}
	for i, post := range list {
		if !sandboxed && (i-first)%times(20, 1) == 0 {
			posted++
			try(`filled(%s, %s, types[0], "").submit()`, quoted(q.site.url+post.Path), jsonOf(post.Fields))
			q.arrive("a form of another site")
			try(`location.href = %s`, quoted(q.site.url+paths[i]))
			q.arrive("a link of another site")
		}
	}
	return posted
}

// effects fails unless each post has its effect when it comes from the site itself.
func (p *tab) effects(open string, list []post, written func() bool) {
	p.t.Helper()
	turn := map[string]int{"/devices/link": -1, "/language": -1, "/delete": 1} // before another code, before the settings have it, after all
	slices.SortStableFunc(list, func(a, b post) int { return turn[a.Path] - turn[b.Path] })
	for _, post := range list {
		g, err := p.site.store.Game(p.t.Context(), 1, path.Base(open))
		if err != nil {
			p.t.Fatal(err)
		}
		post.Fields["version"] = fmt.Sprint(g.Version)
		status := await[int](p, `fetch(%s, {method: "POST", body: body(%s, types[%d])}).then((r) => r.status)`,
			quoted(post.Path), jsonOf(post.Fields), strings.Count(post.Path, "import"))
		idle := strings.HasSuffix(post.Path, "/finish") || strings.HasSuffix(post.Path, "/review") // here
		if !written() && !idle || status != http.StatusOK {
			p.t.Errorf("from the site itself %s has no effect, status %d", post.Path, status)
		}
	}
}

func count(all []hearing, method string) (n int) {
	for _, h := range all {
		if h.method == method {
			n++
		}
	}
	return n
}

// temptations are an open game, a post for each route with effects, which has its effect if it comes from the site itself, and the
// same as addresses, with those of all pages after them.
func (p *tab) temptations() (open string, list []post, paths []string) {
	p.t.Helper()
	ctx, store := p.t.Context(), p.site.store
	open = p.post("/games", "variant", "maria")
	p.replay(open, "d,d")
	p.post(open+"/undo", "version", "3")
	over := strings.TrimSuffix(p.over(2), "/replay")
	link := p.post(strings.TrimSuffix(p.over(1), "/replay") + "/share")
	if err := store.KeepAnalysis(ctx, path.Base(over), review.Review{Won: -1}.String()); err != nil { // a search is not the matter
		p.t.Fatal(err)
	}
	p.visit("/daily") // makes the secret that all daily deals come from
	p.visit("/devices")
	p.click("form[action='/devices/code'] button")
	devices, err := store.Devices(ctx, 1)
	if err != nil || len(devices) != 1 {
		p.t.Fatal(devices, err)
	}
	fields := map[string]string{"version": "4", "move": "d", "variant": "indian", "at": "1", "zone": "Europe/Vienna", "tap": "select", "lang": "da",
		"code": p.text(".code output"), "sure": "1", "device": fmt.Sprintf("%x", devices[0].Token[:8]),
		"file": `{"version":1,"games":[{"variant":"lucas","deal":5,"moves":"d","cursor":1,"created":"2026-01-01T00:00:00Z","touched":"2026-01-01T00:00:00Z","started":"2026-01-01T00:00:00Z"}]}`}
	query := url.Values{}
	for name, value := range fields {
		query.Set(name, value)
	}
	for _, method := range []string{"post", "get"} {
		for _, to := range routes(p.t, method) {
			for _, r := range [][2]string{{"/games/:id/replay", over + "/replay"}, {"/games/:id/share", over + "/share"}, {"/games/:id/review", over + "/review"},
				{"/games/:id", open}, {"/replay/:link", link}, {":slug", "lucas"}, {":number", "5"}, {"/static/*", "/rules"}} {
				to = strings.ReplaceAll(to, r[0], r[1])
			}
			if method == "post" {
				list = append(list, post{Path: to, Fields: fields})
			}
			paths = append(paths, to+"?"+query.Encode())
		}
	}
	return open, list, paths
}

// ran puts documents into frames, so many at a time, pokes at what a script may hang on and returns the numbers of those
// after which a script of an attack has left its mark.
const ran = `
	const ran = async (docs, few) => {
		const hits = [];
		let marks = 0;
		Object.defineProperty(window, "x", {configurable: true, set() { marks++; }});
		for (let i = 0; i < docs.length; i += few) {
			const before = marks;
			const frames = await Promise.all(docs.slice(i, i + few).map((srcdoc) => new Promise((done) => {
				const frame = make("iframe", {srcdoc, onload: () => done(frame)});
				document.body.append(frame);
			})));
			for (const frame of frames) {
				for (const e of frame.contentDocument?.querySelectorAll("*") || []) {
					e.dispatchEvent(new MouseEvent("mouseover"));
					if (e.onfocus) e.focus();
					if (/^javascript:/.test(e.href)) e.click();
				}
			}
			await fetch(location.href); // whatever was to come has come
			if (marks > before || frames.some((f) => !f.contentDocument?.body || f.contentDocument.title === "x")) hits.push(i);
			frames.forEach((f) => f.remove());
		}
		return hits;
	};
	// answers are the pages that come and have something of an attack in them, without our own scripts and style sheets.
	const answers = (posts) => Promise.all(posts.map(({Path, Fields, Headers}) => fetch(Path, {headers: Headers || {},
		...(Fields && {method: "POST", body: body(Fields, types[Fields.file ? 1 : 0])})})
		.then((r) => /^text.html/.test(r.headers.get("Content-Type")) ? r.text() : "")))
		.then((pages) => pages.filter((text) => /alert|evil\.test|document\.title|top\.x/.test(text)).map((text) => text.replace(/<(link|script) [^>]*"\/static\/[^>]*>/g, "")));
`

// await is the value of a promise that the helpers of this file make.
func await[T any](p *tab, format string, args ...any) T {
	p.t.Helper()
	return do(p, chromedp.Evaluate[T](fmt.Sprintf("(() => {%s %s; return %s})()", villainy, ran, fmt.Sprintf(format, args...)), chromedp.EvalAwaitPromise))
}

// careless makes the tab take no notice of the pages' Content-Security-Policy from the next page on.
func (p *tab) careless() {
	p.t.Helper()
	do(p, func(ctx context.Context, target *chromedp.Target) (cdp.Empty, error) {
		return cdp.Call(ctx, target, page.SetBypassCSP, page.SetBypassCSPParams{Enabled: true})
	})
}

// raw are pages with the scripts that leave a mark in the page itself, as no page should have them: those with the call
// in them.
func raw(call string) (list []string) {
	for _, s := range attack.Scripts() {
		if strings.Contains(s, call) && !strings.Contains(s, "alert") && !strings.Contains(s, "fetch") {
			list = append(list, fmt.Sprintf(`<!DOCTYPE html><p>%[1]s</p><input value="%[1]s"><b title='%[1]s'>b</b><a href="%[1]s">a</a>`, s))
		}
	}
	return list
}

// Either wall, the policy and that pages escape what was sent, is tried without the other. Without both the scripts run,
// but for those that need another gap.
func TestThePolicyAloneStopsScriptsThatAreInAPage(t *testing.T) {
	t.Parallel()
	p := newSite(t).open(t, laptop)
	p.excuse("") // that it stops them
	p.visit("/rules")
	for pages := range slices.Chunk(raw(""), 20) {
		if hits := await[[]int](p, "ran(%s, 20)", jsonOf(pages)); len(hits) > 0 {
			t.Errorf("with the policy a script ran on one of\n%s", strings.Join(pages, "\n"))
		}
	}
	p.careless()
	p.visit("/rules")
	for _, call := range []string{"document.title", "import", "eval"} {
		pages := raw(call)
		if hits := await[[]int](p, "ran(%s, 1)", jsonOf(pages)); len(pages) != 20 || len(hits) < 10 {
			t.Errorf("without a policy only %v ran of\n%s", hits, strings.Join(pages, "\n"))
		}
	}
}

// places are requests with a text in all that the site reads of them.
func places(text, open, over string) []post {
	q := url.QueryEscape(text)
	seg := url.PathEscape(text)
	get := func(path string, headers ...string) post { return post{Path: path, Headers: pairs(headers)} }
	form := func(path string, fields ...string) post { return post{Path: path, Fields: pairs(fields)} }
	return []post{
		get("/?q=" + q), get("/?lang=" + q + "&" + q + "=" + q), get("/" + seg), get("/rules?"+q, "Accept-Language", text), get("/static/" + seg),
		get("/deal/" + seg + "/1"), get("/deal/lucas/" + seg), get("/rules/" + seg), get("/games/" + seg), get("/replay/" + seg),
		get(open + "?from=" + q + "&ask=" + q + "&see=" + q + "&hint=" + q), get(over + "/replay?at=" + q), get(over + "/replay?at=1&way=" + q),
		get("/history?page=" + q + "&game=" + q), get("/stats?game=" + q + "&span=" + q), get("/daily?date=" + q), get("/settings?saved=" + q + "&game=" + q), get("/privacy?ask=" + q),
		form("/games", "variant", text), form("/games", "variant", "lucas", "deal", text, "room", text), form("/daily", "variant", text), form("/daily/zone", "zone", text),
		form(open+"/moves", "version", "1", "line", text), form(open+"/moves", "version", text, "move", text), form(open+"/moves", "version", "1", "from", text, "to", text),
		form(open+"/undo", "version", "1", "to", text), form(over+"/replay/branch", "at", text), form("/"+seg, "x", text),
		form("/settings", "tap", text, "up", text, "lang", text, "game", text), form("/language", "lang", text, "to", "/"+text), form("/language", "lang", text, "to", "/?q="+q),
		form("/devices/link", "code", text), form("/devices/link", "code", text, "sure", "1"), form("/devices/end", "device", text),
		form("/import", "file", text), form("/import", "file", archive(text)),
	}
}

// archive is a file to be imported with texts in place of all words.
func archive(texts ...string) string {
	var a struct {
		Version  int    `json:"version"`
		Settings string `json:"settings"`
		Games    []any  `json:"games"`
	}
	a.Version, a.Settings = 1, texts[0]
	for _, text := range texts {
		a.Games = append(a.Games, map[string]any{"variant": text, "deal": 1, "moves": text, "result": text, text: text},
			map[string]any{"variant": "lucas", "deal": 1, "moves": text, "result": text, "created": "2026-01-01T00:00:00Z", "touched": "2026-01-01T00:00:00Z", "started": "2026-01-01T00:00:00Z"})
	}
	return string(jsonOf(a))
}

func pairs(list []string) map[string]string {
	m := map[string]string{}
	for i := 0; i+1 < len(list); i += 2 {
		m[list[i]] = list[i+1]
	}
	return m
}

func TestWithoutThePolicyNothingThatIsSentRunsAsAScript(t *testing.T) {
	t.Parallel()
	p := newSite(t, 11).open(t, laptop)
	p.excuse("Failed to load resource") // in many ways
	p.careless()
	open := p.post("/games", "variant", "maria")
	p.replay(open, "d,d")
	over := strings.TrimSuffix(p.over(2), "/replay")
	var list []post
	for i, text := range attack.Scripts() {
		for j, place := range places(text, open, over) {
			if (i+3*j)%times(11, 1) != 0 {
				continue
			}
			if len(place.Headers) == 0 && i%4 == 0 {
				place.Headers = map[string]string{"HX-Request": "true"}
			}
			list = append(list, place)
		}
	}
	p.visit("/rules")
	seen := 0
	for part := range slices.Chunk(list, 60) {
		found := await[struct {
			Seen int
			Hits []int
		}](p, "answers(%s).then(async (pages) => ({Seen: pages.length, Hits: await ran(pages, 20)}))", jsonOf(part))
		seen += found.Seen
		if len(found.Hits) > 0 {
			t.Errorf("a script ran in what came of one of %.2000s", jsonOf(part))
		}
	}
	if seen < len(list)/5 {
		t.Errorf("only %d of %d answers have anything of the attack in them", seen, len(list))
	}
}

// What is typed where a form does not expect it, and what is in a file, is shown on whole pages with their own scripts. A
// script that wanted to run would be one that the policy has to stop, which the browser logs.
func TestWhatIsTypedOrImportedIsShownAsText(t *testing.T) {
	t.Parallel()
	p := newSite(t, 11).open(t, laptop)
	for _, status := range []string{"400", "404", "422"} {
		p.excuse("status of " + status)
		p.excuse("Error Code " + status)
	}
	all := attack.Scripts()
	text := strings.Join(all, " ")
	do(p, func(ctx context.Context, target *chromedp.Target) (cdp.Empty, error) {
		return cdp.Call(ctx, target, emulation.SetUserAgentOverride, emulation.SetUserAgentOverrideParams{UserAgent: "Firefox Linux " + text, AcceptLanguage: text})
	})
	open := p.post("/games", "variant", "maria")
	p.replay(open, "d,d")
	file := filepath.Join(t.TempDir(), "record.json")
	if err := os.WriteFile(file, []byte(archive(all...)), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ path, field, button, shown string }{
		{"/", "#q", ".search button", "#q"},
		{"/devices", "#code", "form[action='/devices/link'] button", "form[action='/devices/link'] [name=code]"},
		{"/daily", "#zone", "form[action='/daily/zone'] button", ""},
		{"/settings", "[name=tap]", ".settings form .go", ""},
		{"/settings?game=" + url.QueryEscape(text), "[name=to]", "form[action='/language'] button", ""},
		{open, "#line-text", "#line button", ""},
		{"/privacy", "#file", "form[action='/import'] button", "main li"},
	} {
		p.visit(c.path)
		if c.field == "#file" {
			p.fill(c.field, file)
		} else {
			eval[any](p, `(() => { const e = document.querySelector(%s); e.removeAttribute("maxlength"); e.value = %s; })()`, quoted(c.field), quoted(text))
		}
		eval[any](p, leave)
		eval[any](p, `document.querySelector(%s).click()`, quoted(c.button))
		p.arrive("text in " + c.field)
		if c.shown == "" {
			continue
		}
		shown := eval[string](p, `[...document.querySelectorAll(%s)].map(e => e.value || e.textContent).join(" ")`, quoted(c.shown))
		for _, script := range all {
			if !strings.Contains(shown, script) {
				t.Fatalf("%s shows %.300s, not %s", c.shown, shown, script)
			}
		}
	}
	for _, path := range []string{"/", "/devices", "/daily", "/settings", "/history", "/stats", "/privacy", open, "/" + url.PathEscape(text), "/deal/" + url.PathEscape(text) + "/1"} {
		p.visit(path)
	}
	if n := eval[int](p, `document.querySelectorAll("script:not([src]), iframe, base, svg, math, details[ontoggle], [onerror], [autofocus]").length`); n > 0 {
		t.Errorf("%d elements of an attack are on the page", n)
	}
}

// The browser logs what the policy forbids, which fails every test with a tab; this one goes everywhere.
func TestNoPageBreaksThePolicyInNormalUse(t *testing.T) {
	t.Parallel()
	p := newSite(t, 11).open(t, laptop)
	open, list, paths := p.temptations()
	which := `[\w-]{22}|\d+`
	for _, v := range game.Variants {
		which += "|" + v.Slug
	}
	one, noPage := regexp.MustCompile(which), regexp.MustCompile(`^/(export|manifest|healthz|readyz)`)
	seen := map[string]bool{}
	for todo := append([]string{open}, paths[len(list):]...); len(todo) > 0; todo = todo[1:] {
		path, _, _ := strings.Cut(todo[0], "?at=1&code=") // what tempts
		kind := one.ReplaceAllString(path, "x")
		if seen[kind] || noPage.MatchString(path) {
			continue
		}
		seen[kind] = true
		p.visit(path)
		todo = append(todo, p.attributes(`a[href^="/"]`, "href")...)
	}
	if len(seen) < 20 {
		t.Errorf("links lead to no more than %v", seen)
	}
	p.visit(open)
	for _, button := range []string{"#draw", "#hint", "#undo", "#redo"} {
		p.click(button)
	}
	p.visit("/settings")
	p.click(".settings form .go")

	q := p.second()
	eval[any](q, `document.body.append(Object.assign(document.createElement("script"), {textContent: "window.x = 1"}))`)
	until(t, "what is forbidden is logged", func() bool {
		q.mu.Lock()
		defer q.mu.Unlock()
		said := len(q.problems) == 1 && strings.Contains(q.problems[0], "Content Security Policy")
		if said {
			q.problems = nil
		}
		return said
	})
	if eval[bool](q, `"x" in window`) {
		t.Error("a script in the page has run")
	}
}

// A request to another site, by whatever way, is one of the things that the browser complains of.
func TestABrowserIsLedToNoOtherSite(t *testing.T) {
	t.Parallel()
	p := newSite(t, 11).open(t, laptop)
	p.excuse("Failed to load resource")
	open := p.post("/games", "variant", "maria")
	p.replay(open, "d,d")
	over := strings.TrimSuffix(p.over(2), "/replay")
	names := strings.Fields("next return returnTo redirect url to from back variant deal at ask zone game")
	var list []post
	for i, text := range attack.Elsewhere() {
		f := map[string]string{}
		query := url.Values{}
		for _, name := range names {
			f[name] = text
			query.Set(name, text)
		}
		for j, path := range []string{"/games", "/settings", "/language", "/daily", "/daily/zone", "/devices/link", open + "/undo", over + "/share"} {
			if way := times((i+j)%2, 2); way != 1 {
				list = append(list, post{Path: path + "?" + query.Encode(), Fields: f})
			}
			if way := times((i+j)%2, 2); way != 0 {
				list = append(list, post{Path: path, Fields: f, Headers: map[string]string{"HX-Request": "true"}})
			}
		}
		for _, before := range []string{"", "/", "/rules/", "/static/", "/games/"} {
			list = append(list, post{Path: p.site.url + before + "/" + strings.TrimLeft(text, "/")}, post{Path: p.site.url + before + text})
		}
	}
	answered := 0
	for part := range slices.Chunk(list, 200) { // more at a time is more than Chromium takes
		led := await[[]string](p, `Promise.all(%s.filter(({Path}) => URL.parse(Path, location)?.origin === location.origin).map(({Path, Fields, Headers}) =>
			fetch(Path, {headers: Headers || {}, ...(Fields && {method: "POST", body: body(Fields, types[0])})})
			.then((r) => new URL(r.headers.get("HX-Redirect") || r.url, location).href, (e) => "nowhere, from " + Path + ": " + e)))`, jsonOf(part))
		for _, to := range led {
			if answered++; !strings.HasPrefix(to, p.site.url+"/") {
				t.Errorf("the browser is led to %s", to)
			}
		}
	}
	if answered < 60*14 {
		t.Errorf("%d of %d requests were made", answered, len(list))
	}
	// By a form and by htmx, as the browser itself does what it is told.
	for i, text := range attack.Elsewhere() {
		if i%times(6, 1) != 0 {
			continue
		}
		p.visit("/rules")
		eval[any](p, leave)
		eval[any](p, `(() => { const form = document.querySelector(".languages"); form.elements.to.value = %s; form.querySelector("button").click(); })()`, quoted(text))
		p.arrive("the language, with " + text)
		if at := eval[string](p, `location.origin`); at != p.site.url {
			t.Errorf("%q leads to %s", text, at)
		}
	}
}

func TestABrowserGetsNoFileOfTheServer(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	p := s.open(t, laptop)
	p.excuse("Failed to load resource")
	secret, err := os.ReadFile(filepath.Join(s.dir, "cookie.keys"))
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	for i, text := range attack.Paths() {
		list = append(list, "/static/"+text, []string{"/", "/rules/", "/games/"}[i%3]+text)
	}
	type answer struct {
		At, Text string
		Status   int
	}
	for i, a := range await[[]answer](p, `Promise.all(%s.map((path) => fetch(path).then(async (r) => ({At: r.url, Status: r.status, Text: await r.text()}))))`, jsonOf(list)) {
		if a.Status != http.StatusNotFound && a.Status != http.StatusBadRequest || !strings.HasPrefix(a.At, s.url+"/") ||
			strings.Contains(a.Text, strings.TrimSpace(string(secret))) || strings.Contains(a.Text, "root:x:") || strings.Contains(a.Text, "SQLite format") {
			t.Errorf("%s: %d at %s: %.200s", list[i], a.Status, a.At, a.Text)
		}
	}
}
