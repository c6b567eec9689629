package handlers

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"fortythieves/handlers/attack"
)

// everyPost lists a request for each route with effects, which would have its effect if it came from the
// site itself.
func everyPost(t *testing.T, id string) (list []*http.Request) {
	t.Helper()
	for _, r := range routesOf(t, "") {
		if r.Method == http.MethodPost {
			path := strings.NewReplacer(":id", id, ":link", "x").Replace(r.Path)
			list = append(list, formRequest(path, "version", "1", "move", "d", "variant", "lucas", "at", "1", "zone", "UTC", "sure", "1", "tap", "select"))
		}
	}
	return list
}

func TestNoOtherSiteHasAnEffect(t *testing.T) {
	for name, change := range map[string]func(http.Header){
		"a form of another site": func(h http.Header) { h.Set("Origin", "http://evil.test"); h.Set("Sec-Fetch-Site", "cross-site") },
		"fetch of another site": func(h http.Header) {
			h.Set("Origin", "http://evil.test")
			h.Set("Sec-Fetch-Mode", "no-cors")
			h.Set("Sec-Fetch-Site", "cross-site")
		},
		"a null origin":            func(h http.Header) { h.Set("Origin", "null") },
		"a null origin, fetched":   func(h http.Header) { h.Set("Origin", "null"); h.Set("Sec-Fetch-Site", "cross-site") },
		"a sibling host":           func(h http.Header) { h.Set("Origin", "http://other.cards.test"); h.Set("Sec-Fetch-Site", "same-site") },
		"a sibling, old browser":   func(h http.Header) { h.Set("Origin", "http://other.cards.test") },
		"another port":             func(h http.Header) { h.Set("Origin", origin+":81") },
		"a host that begins alike": func(h http.Header) { h.Set("Origin", origin+".evil.test") },
		"Sec-Fetch-Site alone":     func(h http.Header) { h.Del("Origin"); h.Set("Sec-Fetch-Site", "cross-site") },
		"same-site alone":          func(h http.Header) { h.Del("Origin"); h.Set("Sec-Fetch-Site", "same-site") },
	} {
		h := open(t, nil)
		b := h.browser()
		id := b.plant(midGame(t), true)
		before := b.dump("players") + b.dump("games") + b.dump("devices") + b.dump("codes")
		for _, r := range everyPost(t, id) {
			change(r.Header)
			b.send(r).want(http.StatusForbidden)
		}
		if after := b.dump("players") + b.dump("games") + b.dump("devices") + b.dump("codes"); after != before {
			t.Errorf("%s has an effect", name)
		}
	}
	// A GET, which any site may cause, has none.
	h := open(t, nil)
	b := h.browser()
	id := b.plant(midGame(t), true)
	before := b.dump("players") + b.dump("games") + b.dump("devices")
	for _, r := range routesOf(t, "") {
		if r.Method == http.MethodGet {
			path := strings.NewReplacer(":id", id, ":link", "x", ":slug", "lucas", ":number", "1", "*", "x").Replace(r.Path)
			b.send(get(path + "?variant=lucas&move=d&version=1&ask=delete"))
		}
	}
	for _, r := range everyPost(t, id) {
		r.Method = http.MethodGet
		b.send(r)
	}
	if after := b.dump("players") + b.dump("games") + b.dump("devices"); after != before {
		t.Error("a GET has an effect")
	}
}

func TestOverHTTPSAPageWithoutItHasNoEffect(t *testing.T) {
	b := open(t, func(o *Options) { o.Origin, o.Secure = "https://cards.test", true }).browser()
	b.send(with(formRequest("/games", "variant", "lucas"), "Origin", origin)).want(http.StatusForbidden)
	b.send(with(formRequest("/games", "variant", "lucas"), "Origin", "https://cards.test")).want(http.StatusSeeOther)
	a := b.send(with(formRequest("/games", "variant", "lucas"), "Origin", "https://evil.test")).want(http.StatusForbidden)
	if !strings.Contains(a.body, "https://cards.test") || !strings.Contains(a.body, "https://evil.test") {
		t.Errorf("the refusal does not name the origins: %s", a.body)
	}
}

func TestNothingThatIsSentLeadsToAnotherSite(t *testing.T) {
	b := open(t, func(o *Options) { o.Base = "/cards" }).browser()
	names := []string{"next", "return", "returnTo", "redirect", "url", "to", "from", "variant", "deal", "at", "ask", "zone"}
	list := attack.Elsewhere()
	if len(list) != 60 {
		t.Fatalf("%d strings", len(list))
	}
	for _, text := range list {
		f := url.Values{}
		for _, name := range names {
			f.Set(name, text)
		}
		for _, path := range []string{"/cards/games", "/cards/settings", "/cards/daily", "/cards/devices/link"} {
			r := formOf(path+"?"+f.Encode(), f)
			r.Header.Set("Referer", "http://evil.test/")
			r.Header.Set("X-Forwarded-Host", "evil.test")
			leadsHere(t, b.send(r), text)
		}
		for _, path := range []string{"/cards" + text, text, "/" + text, "/cards/" + text} {
			r := httptest.NewRequest("GET", "http://cards.test/", nil)
			if u, err := url.ParseRequestURI(path); err == nil && strings.HasPrefix(path, "/") {
				r.URL, r.RequestURI = u, path
				leadsHere(t, b.send(r), path)
			}
		}
	}
}

func leadsHere(t *testing.T, a *answer, by string) {
	t.Helper()
	to := a.place()
	if to == "" {
		return
	}
	u, err := siteURL.Parse(to)
	if err != nil || u.Host != siteURL.Host || strings.HasPrefix(to, "//") || strings.ContainsAny(to, "\\\t") {
		t.Errorf("%q leads to %q", by, to)
	}
}

func TestNoPathLeadsOutOfTheStaticFiles(t *testing.T) {
	b := open(t, nil).browser()
	list := attack.Paths()
	if len(list) != 200 {
		t.Fatalf("%d strings", len(list))
	}
	for _, text := range list {
		path := "/static/" + text
		r := httptest.NewRequest("GET", "http://cards.test/", nil)
		u, err := url.ParseRequestURI(path)
		if err != nil {
			continue
		}
		r.URL, r.RequestURI = u, path
		if a := b.send(r); a.status != http.StatusNotFound && a.status != http.StatusBadRequest && !(a.status == 301 && strings.HasPrefix(a.place(), "/")) {
			t.Errorf("%s is answered with %d: %.100s", path, a.status, a.body)
		}
	}
}

// What is typed comes back as text or not at all: no element or attribute of it is on a page.
func TestNothingThatIsTypedBecomesMarkup(t *testing.T) {
	h := open(t, nil)
	b := h.browser()
	id := b.plant(midGame(t), true)
	list := attack.Scripts()
	if len(list) != 120 {
		t.Fatalf("%d payloads", len(list))
	}
	for _, p := range list {
		agent := with(get("/devices"), "User-Agent", "Firefox "+p)
		pages := []*answer{b.get("/?q=" + url.QueryEscape(p)), b.get("/deal/" + url.PathEscape(p) + "/1"), b.get("/rules/" + url.PathEscape(p)),
			b.get("/games/" + id + "?from=" + url.QueryEscape(p) + "&ask=" + url.QueryEscape(p) + "&see=" + url.QueryEscape(p)),
			b.post("/games/"+id+"/moves", "version", "1", "line", p), b.post("/games/"+id+"/moves", "version", p, "move", p),
			b.post("/games", "variant", p), b.post("/games", "variant", "lucas", "deal", p), b.post("/daily/zone", "zone", p),
			b.post("/settings", "tap", p, "up", p), b.send(agent), b.get("/devices"),
			b.send(with(formRequest("/games"), "Origin", "http://"+p)), b.get("/history?page=" + url.QueryEscape(p)), b.get("/stats?span=" + url.QueryEscape(p)),
			b.upload(fmt.Sprintf(`{"version":1,"games":[{"variant":%q,"deal":1,"moves":%q,"result":%q}]}`, p, p, p))}
		for _, a := range pages {
			harmless(t, a, p)
		}
	}
}

func harmless(t *testing.T, a *answer, payload string) {
	t.Helper()
	if a.body == "" {
		return
	}
	doc := a.doc()
	for _, bad := range []string{"script:not([src])", "[onerror],[onload],[onbegin],[onfocus],[onmouseover],[onpageshow],[ontoggle]", "iframe", "base", "animate", "math",
		"[href^='javascript:']", "[srcdoc]", "[hx-get*='evil']", "[autofocus][onfocus]"} {
		if n := doc.Find(bad).Length(); n > 0 {
			t.Errorf("%q puts %s on the page", payload, bad)
		}
	}
}
