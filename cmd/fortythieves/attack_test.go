package main

import (
	"crypto/sha256"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/chromedp"

	"fortythieves/game/review"
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

// A post is what a form sends. A field named file is one.
type post struct {
	Path   string
	Fields map[string]string
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

// all is a digest of all that the database has. Of visits it notes the first of a day, which has been.
func (s *site) all(t *testing.T) string {
	t.Helper()
	conn, err := database(s.dir)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	var tables []string
	column := func(query string, add func(string)) {
		t.Helper()
		rows, err := conn.Query(query)
		if err != nil {
			t.Fatal(err)
		}
		defer rows.Close()
		names, _ := rows.Columns()
		for rows.Next() {
			values, into := make([]any, len(names)), make([]any, len(names))
			for i := range values {
				into[i] = &values[i]
			}
			if err := rows.Scan(into...); err != nil {
				t.Fatal(err)
			}
			add(fmt.Sprint(values...))
		}
		if err := rows.Err(); err != nil {
			t.Fatal(err)
		}
	}
	column(`SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`, func(name string) { tables = append(tables, name) })
	h := sha256.New()
	for _, table := range tables {
		fmt.Fprintln(h, table)
		column(`SELECT * FROM "`+table+`" ORDER BY 1, 2`, func(row string) { fmt.Fprintln(h, row) })
	}
	if !slices.Contains(tables, "games") || !slices.Contains(tables, "players") {
		t.Fatalf("the tables are %q", tables)
	}
	return fmt.Sprintf("%x", h.Sum(nil))
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
// in ways that need leave. lure gets paths as pages get what is elsewhere. Both take a few of the ways for each path, the
// next ones on each turn, or all if turn is negative.
const villainy = `
	const types = ["application/x-www-form-urlencoded", "multipart/form-data", "text/plain"];
	const make = (name, attributes) => Object.assign(document.createElement(name), attributes);
	const file = (text) => new File([text], "record.json", {type: "application/json"});
	const turned = (list, n, turn, few = 1) => list.filter((_, i) => turn < 0 || (i + few * (n + turn)) % list.length < few);
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
		turned(simply, n, turn, 2).forEach((way) => way(site + Path, Fields));
		turned(withLeave, n, turn).forEach((options) => send(site + Path, {body: JSON.stringify(Fields), ...options}));
	});
	const ways = [
		(src) => document.body.append(make("img", {src})), (src) => document.body.append(make("script", {src})), (src) => document.body.append(make("iframe", {src})),
		(href) => document.body.append(make("link", {rel: "stylesheet", href})), (url) => send(url, {method: "GET", mode: "no-cors"}),
	];
	const lure = (site, paths, turn) => paths.forEach((path, n) => turned(ways, n, turn).forEach((way) => way(site + path)));
`

// Where a site is, and what pages on the same machine are to it. A browser says where a request comes from in Sec-Fetch-Site
// only to a site that it trusts, which one without https is not; there Origin has to do.
var villains = []struct {
	name, from string // the latter with MINE for the domain that the site shares with a sibling
	query      string
	sandboxed  bool // which makes its origin null
	cookies    bool // go along with a form
}{
	{"another port", "play.MINE", "", false, true},
	{"a sibling", "evil.MINE", "", false, true},
	{"a sibling that says nothing of itself", "evil.MINE", "?referrer=no-referrer", false, true},
	{"a sandboxed frame of a sibling", "evil.MINE", "", true, false},
	{"another site", "MINE.evil.test", "", false, false},
}

func TestNoOtherSiteHasAnEffectInABrowser(t *testing.T) {
	for _, domain := range []string{"cards.localhost", "cards.test"} {
		t.Run(domain, func(t *testing.T) {
			t.Parallel()
			s := newSite(t, 11)
			s.url = strings.Replace(s.url, "127.0.0.1", "play."+domain, 1)
			p := newTab(t, s, laptop, browser(t), chromedp.WithNewBrowserContext())
			p.excuse("Cross-Origin-Opener-Policy header has been ignored") // by a browser that does not trust the site
			p.visit("/")
			list, paths := p.temptations()
			open := path.Base(path.Dir(list[1].Path))
			before := s.all(t)
			port := villain(t)
			q := newTab(t, s, laptop, p.ctx)
			q.excuse("") // that it is refused
			for i, v := range villains {
				home := "http://" + strings.ReplaceAll(v.from, "MINE", domain) + ":" + port + "/" + v.query
				turn, ways, asks, gets := i, 2, 1, 1
				if times(0, 1) == 1 {
					turn, ways, asks, gets = -1, 8, 3, 5
				}
				heard := s.listen()
				try := func(call string, args ...any) {
					t.Helper()
					call = fmt.Sprintf(call, args...)
					if v.sandboxed {
						call = fmt.Sprintf(`document.body.append(make("iframe", {sandbox: "allow-scripts allow-forms", srcdoc: "<body><script>" + %s + "</script>"}))`, quoted(villainy+call))
					}
					do(q, chromedp.Navigate(home))
					eval[any](q, leave)
					eval[any](q, `(() => {%s; %s})()`, villainy, call)
				}
				try(`assault(%s, %s, %d)`, quoted(s.url), jsonOf(list), turn)
				until(t, v.name+" has posted all", func() bool {
					return count(heard(), "POST") >= ways*len(list) && count(heard(), "OPTIONS") >= asks*len(list)
				})
				try(`lure(%s, %s, %d)`, quoted(s.url), jsonOf(paths), turn)
				until(t, v.name+" has got all", func() bool { return count(heard(), "GET") >= gets*len(paths) })
				posted := ways * len(list)
				for n, post := range list {
					if !v.sandboxed && n%times(20, 1) == i%times(20, 1) {
						posted++
						try(`filled(%s, %s, types[0], "").submit()`, quoted(s.url+post.Path), jsonOf(post.Fields))
						q.arrive("a form of " + v.name)
						try(`location.href = %s`, quoted(s.url+paths[n]))
						q.arrive("a link of " + v.name)
					}
				}
				if s.all(t) != before {
					t.Fatalf("%s has an effect", v.name)
				}
				if got := count(heard(), "POST"); got != posted {
					t.Errorf("%s: %d posts, want %d", v.name, got, posted)
				}
				for _, h := range heard() {
					if h.method == "GET" || h.method == "OPTIONS" {
						continue
					}
					if h.status != http.StatusForbidden {
						t.Errorf("%s: %+v", v.name, h)
					}
					if (h.cookie != "") != v.cookies || (h.fetchSite != "") != (domain == "cards.localhost") || v.sandboxed && h.origin != "null" {
						t.Fatalf("%s: not as it is meant to be: %+v", v.name, h)
					}
				}
			}
			s.heard = nil
			turn := map[string]int{"/devices/link": -1, "/language": -1, "/delete": 1} // before another code, before the settings have it, after all
			slices.SortStableFunc(list, func(a, b post) int { return turn[a.Path] - turn[b.Path] })
			for _, post := range list { // from the site itself
				g, err := s.store.Game(t.Context(), 1, open)
				if err != nil {
					t.Fatal(err)
				}
				post.Fields["version"] = fmt.Sprint(g.Version)
				status := do(p, chromedp.Evaluate[int](fmt.Sprintf(`(() => {%s
					return fetch(%s, {method: "POST", body: body(%s, types[%d])}).then(r => r.status); })()`,
					villainy, quoted(post.Path), jsonOf(post.Fields), strings.Count(post.Path, "import")), chromedp.EvalAwaitPromise))
				idle := strings.HasSuffix(post.Path, "/finish") || strings.HasSuffix(post.Path, "/review") // here
				if status != http.StatusOK || s.all(t) == before && !idle {
					t.Errorf("from the site itself %s has no effect, status %d", post.Path, status)
				}
				before = s.all(t)
			}
		})
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

// temptations are a post for each route with effects, which has its effect if it comes from the site itself, and the
// same as addresses, with those of all pages after them.
func (p *tab) temptations() (list []post, paths []string) {
	p.t.Helper()
	ctx, store := p.t.Context(), p.site.store
	open := p.post("/games", "variant", "maria")
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
				list = append(list, post{to, fields})
			}
			paths = append(paths, to+"?"+query.Encode())
		}
	}
	return list, paths
}
