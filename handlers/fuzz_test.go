package handlers

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"strings"
	"sync"
	"testing"

	"github.com/labstack/echo/v4"

	"fortythieves/game"
)

// times is how often something is done, and with LONG=1 in the environment.
func times(short, long int) int {
	if os.Getenv("LONG") == "1" {
		return long
	}
	return short
}

// generator makes requests that know the site's schema: every route and method, and fields with values that
// fit, nearly fit, or are rubbish.
type generator struct {
	r      *rand.Rand
	routes []*echo.Route
	ids    []string // of games, of the player and of another one
}

var methods = strings.Split("GET HEAD POST PUT DELETE OPTIONS PATCH TRACE", " ")

// fieldsOf are the names of the forms, with values that mean something.
var fieldsOf = map[string][]string{
	"variant": append(strings.Split(game.Slugs(), ", "), "nope"),
	"deal":    {"1", "17", "4294967295", "4294967296", "0", "-1"},
	"version": {"1", "2", "3", "0", "-1", "9223372036854775807", "9223372036854775808"},
	"move":    {"d", "wc5", "wf", "c3c7", "c3f", "c3c7x4", "c14f", "x"},
	"line":    {"d", "3 7", "w f", "u", "r", "♥"},
	"from":    {"c1", "c3", "w", "s", "f", "f1", "c1.2", "c99"},
	"to":      {"c1", "c5", "f", "w"},
	"at":      {"0", "1", "99999", "-1"},
	"room":    {"1", "20"},
	"give-up": {""},
	"code":    {"0000-0000", "ABCD-EFGH", "OIL", strings.Repeat("7", 26)},
	"sure":    {"1"},
	"device":  {"00", "zz"},
	"zone":    {"Europe/Copenhagen", "UTC", "Local", "../../etc/passwd"},
	"tap":     {"select", "move", "x"}, "up": {"on", "off"}, "ask": {"new", "restart", "give-up", "delete", "x"},
	"see": {"waste", "table", "keys", "x"}, "q": {"nap", "é", "%"}, "page": {"1", "0", "-1", "99999999999999999999"},
	"date": {"2026-11-30", "2026-02-30", "9999-99-99"}, "saved": {"1"},
}

var rubbish = []string{"", "\x00", "\xff\xfe", "<script>alert(1)</script>", "' OR 1=1 --", "../../..", "💥", strings.Repeat("A", 5000),
	"%s%n", "{{7*7}}", "\r\nSet-Cookie: a=b", "1e309", "NaN", "null", "٣"}

func pick[T any](r *rand.Rand, list []T) T { return list[r.IntN(len(list))] }

func (g *generator) value(name string) string {
	if values := fieldsOf[name]; len(values) > 0 && g.r.IntN(5) > 0 {
		return pick(g.r, values)
	}
	if g.r.IntN(3) == 0 {
		return pick(g.r, g.ids)
	}
	return pick(g.r, rubbish)
}

func (g *generator) form() url.Values {
	f := url.Values{}
	names := make([]string, 0, len(fieldsOf))
	for name := range fieldsOf {
		names = append(names, name)
	}
	for range g.r.IntN(5) {
		name := pick(g.r, names)
		f.Add(name, g.value(name))
	}
	if g.r.IntN(2) == 0 { // what most forms need
		f.Set("version", g.value("version"))
		f.Set("move", g.value("move"))
	}
	return f
}

func (g *generator) request() *http.Request {
	route := pick(g.r, g.routes)
	path, method := route.Path, route.Method
	if g.r.IntN(6) == 0 {
		method = pick(g.r, methods)
	}
	for name, values := range map[string][]string{":id": g.ids, ":link": g.ids, ":slug": fieldsOf["variant"], ":number": fieldsOf["deal"], "*": {"app.css", "x"}} {
		value := pick(g.r, values)
		if g.r.IntN(10) == 0 {
			value = pick(g.r, rubbish)
		}
		path = strings.ReplaceAll(path, name, url.PathEscape(value))
	}
	if g.r.IntN(50) == 0 {
		path += url.PathEscape(pick(g.r, rubbish))
	}
	at := url.URL{Scheme: "http", Host: "cards.test", RawQuery: g.form().Encode()}
	at.Path, _ = url.PathUnescape(path)
	at.RawPath = path
	body, kind := g.form().Encode(), "application/x-www-form-urlencoded"
	switch g.r.IntN(12) {
	case 0:
		body = pick(g.r, rubbish)
	case 1:
		kind = pick(g.r, []string{"", "text/plain", "application/json", "multipart/form-data", "multipart/form-data; boundary=x"})
	case 2:
		var b bytes.Buffer
		w := multipart.NewWriter(&b)
		file, _ := w.CreateFormFile("file", "games.json")
		fmt.Fprintf(file, `{"version":1,"games":[{"variant":%q,"deal":%d,"moves":%q,"result":%q,"settled":"2026-01-01T00:00:00Z"}]}`,
			g.value("variant"), g.r.Uint32(), g.value("move"), pick(g.r, []string{"won", "lost", "", "x"}))
		w.Close()
		body, kind = b.String(), w.FormDataContentType()
	}
	r := httptest.NewRequest(method, "http://cards.test/", strings.NewReader(body))
	r.URL, r.RequestURI = &at, at.RequestURI()
	r.Header.Set("Content-Type", kind)
	for name, values := range map[string][]string{"HX-Request": {"true"}, "Origin": {origin, "null", "http://evil.test"}, "Accept-Language": {"de", "en;q=0.1", "\xff"},
		"Accept-Encoding": {"gzip", "br", "*"}, "Cookie": {"fortythieves=rubbish", "fortythieves="}, "X-Forwarded-For": {"1.2.3.4", "x"}, "Range": {"bytes=0-9"}} {
		if g.r.IntN(4) == 0 {
			r.Header.Set(name, pick(g.r, values))
		}
	}
	return r
}

// With -race and LONG=1 it is the figure of the README.
func TestNoGeneratedRequestIsTheServersFault(t *testing.T) {
	h := open(t, nil)
	one, two := h.browser(), h.browser()
	ids := []string{one.plant(midGame(t), true), one.practise("lucas", 3), two.plant(midGame(t), true), "nobodys"}
	id, _ := one.nearlyWon("maria")
	ids = append(ids, id)
	routes := routesOf(t, "")
	cookie := one.cookie()
	var mu sync.Mutex
	statuses := map[int]int{}
	var wg sync.WaitGroup
	const workers = 4
	for n := range workers {
		wg.Go(func() {
			g := &generator{rand.New(rand.NewPCG(uint64(n), 7)), routes, ids}
			for range times(5000, 100000) / workers {
				r := g.request()
				if r.Header.Get("Cookie") == "" && r.URL.Path != "/delete" {
					r.AddCookie(&http.Cookie{Name: cookieName, Value: cookie})
				}
				w := httptest.NewRecorder()
				h.site.ServeHTTP(w, r)
				mu.Lock()
				statuses[w.Code]++
				mu.Unlock()
				if w.Code >= 500 {
					t.Errorf("%s %s is answered with %d", r.Method, r.RequestURI, w.Code)
				}
				if set := w.Result().Header["A"]; set != nil || strings.Contains(w.Header().Get("Set-Cookie"), "a=b") {
					t.Errorf("%s writes a header", r.RequestURI)
				}
			}
		})
	}
	wg.Wait()
	for _, want := range []int{200, 303, 400, 403, 404, 405, 409, 422} {
		if statuses[want] == 0 {
			t.Errorf("no request came to %d: %v", want, statuses)
		}
	}
	t.Log(statuses)
}
