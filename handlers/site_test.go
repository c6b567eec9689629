package handlers

import (
	"crypto/rand"
	"crypto/sha256"
	"database/sql"
	"encoding/binary"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"
	"github.com/gorilla/securecookie"

	"fortythieves/db"
	"fortythieves/game"
	"fortythieves/game/gametest"
)

// origin is where the site of a test is.
const origin = "http://cards.test"

var (
	siteURL = must(url.Parse(origin + "/"))
	quiet   = slog.New(slog.DiscardHandler)
)

// testKey signs the cookies of the tests.
var testKey = []byte("0123456789abcdef0123456789abcdef")

// house is a whole site with its database, a clock that a test moves and deals that it chooses.
type house struct {
	tb    testing.TB
	site  http.Handler
	db    *db.Store
	file  string // of the database
	now   time.Time
	deals []uint32 // the numbers of the next counted games; random when there are none
}

// Read is where the site's random bytes come from: it asks for 4 where it wants a deal number.
func (h *house) Read(p []byte) (int, error) {
	if len(p) == 4 && len(h.deals) > 0 {
		binary.LittleEndian.PutUint32(p, h.deals[0])
		h.deals = h.deals[1:]
		return 4, nil
	}
	return rand.Read(p)
}

// open makes a site with an empty database. change, if not nil, changes its options.
func open(tb testing.TB, change func(*Options)) *house {
	tb.Helper()
	dir := tb.TempDir()
	store, err := db.Open(tb.Context(), dir)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { store.Close() })
	h := &house{tb: tb, db: store, file: filepath.Join(dir, db.FileName), now: time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)}
	o := Options{Store: store, Keys: [][]byte{testKey}, Log: quiet,
		Now: func() time.Time { return h.now }, Rand: h}
	if change != nil {
		change(&o)
	}
	h.site = New(o)
	return h
}

// dump is every column of every row of a table, one row a line, read by a connection of its own.
func (h *house) dump(table string) string {
	h.tb.Helper()
	conn, err := sql.Open("sqlite", "file:"+filepath.ToSlash(h.file)+"?mode=ro&_pragma=query_only(1)&_pragma=busy_timeout(5000)")
	if err != nil {
		h.tb.Fatal(err)
	}
	defer conn.Close()
	rows, err := conn.Query("SELECT * FROM " + table + " ORDER BY 1")
	if err != nil {
		h.tb.Fatal(err)
	}
	defer rows.Close()
	names, err := rows.Columns()
	if err != nil {
		h.tb.Fatal(err)
	}
	var text strings.Builder
	for rows.Next() {
		values, into := make([]any, len(names)), make([]any, len(names))
		for i := range values {
			into[i] = &values[i]
		}
		if err := rows.Scan(into...); err != nil {
			h.tb.Fatal(err)
		}
		fmt.Fprintf(&text, "%v\n", values)
	}
	if err := rows.Err(); err != nil {
		h.tb.Fatal(err)
	}
	return text.String()
}

// browser is a visitor: it keeps cookies, and sends what htmx sends when htmx is true.
type browser struct {
	*house
	jar  http.CookieJar
	htmx bool
}

func (h *house) browser() *browser {
	jar, err := cookiejar.New(nil)
	if err != nil {
		h.tb.Fatal(err)
	}
	return &browser{house: h, jar: jar}
}

// with is the same browser, with htmx or without.
func (b *browser) with(htmx bool) *browser { return &browser{b.house, b.jar, htmx} }

// answer is what came back.
type answer struct {
	tb     testing.TB
	status int
	header http.Header
	body   string
}

// send sends a request with the browser's cookies and keeps those that come back.
func (b *browser) send(r *http.Request) *answer {
	b.tb.Helper()
	at := &url.URL{Scheme: "http", Host: "cards.test", Path: r.URL.Path}
	for _, c := range b.jar.Cookies(at) {
		r.AddCookie(c)
	}
	if b.htmx {
		r.Header.Set("HX-Request", "true")
	}
	w := httptest.NewRecorder()
	b.site.ServeHTTP(w, r)
	b.jar.SetCookies(at, w.Result().Cookies())
	return &answer{b.tb, w.Code, w.Result().Header, w.Body.String()}
}

func (b *browser) get(path string) *answer {
	b.tb.Helper()
	return b.send(httptest.NewRequest("GET", origin+path, nil))
}

// post sends a form; pairs are names and values in turn.
func (b *browser) post(path string, pairs ...string) *answer {
	b.tb.Helper()
	return b.send(formRequest(path, pairs...))
}

func formRequest(path string, pairs ...string) *http.Request {
	form := url.Values{}
	for i := 0; i+1 < len(pairs); i += 2 {
		form.Add(pairs[i], pairs[i+1])
	}
	return formOf(path, form)
}

func formOf(path string, form url.Values) *http.Request {
	r := httptest.NewRequest("POST", origin+path, strings.NewReader(form.Encode()))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Header.Set("Origin", origin)
	return r
}

// want fails the test unless the answer has the status.
func (a *answer) want(status int) *answer {
	a.tb.Helper()
	if a.status != status {
		a.tb.Fatalf("status %d, want %d: %s", a.status, status, a.body)
	}
	return a
}

// doc is the answer's HTML; in a fragment the piles and places are numbered, as the script does it.
func (a *answer) doc() *goquery.Document {
	a.tb.Helper()
	doc, err := goquery.NewDocumentFromReader(strings.NewReader(a.body))
	if err != nil {
		a.tb.Fatal(err)
	}
	if strings.HasPrefix(a.body, `<div id="board"`) {
		number(doc)
	}
	return doc
}

func number(doc *goquery.Document) {
	click := "from"
	if doc.Find("#game input[name=from]").Length() > 0 {
		click = "to"
	}
	name := func(pile *goquery.Selection, name string) {
		buttons := pile.SetAttr("data-pile", name).Find("button:not(#stock)").SetAttr("name", click)
		buttons.Each(func(i int, b *goquery.Selection) {
			value := name
			if n := buttons.Length() - i; n > 1 {
				value += fmt.Sprint("x", n)
			}
			b.SetAttr("value", value)
		})
	}
	name(doc.Find(".waste"), "w")
	doc.Find(".home").Each(func(_ int, home *goquery.Selection) { name(home, "f") })
	doc.Find(".column").Each(func(i int, column *goquery.Selection) { name(column, fmt.Sprint("c", i+1)) })
}

// spoken is what a fragment gives the script for the live region.
func (a *answer) spoken() string { return a.doc().Find(".say").AttrOr("data-spoken", "") }

// text is the text of the elements that a selector finds, with single spaces.
func (a *answer) text(selector string) string {
	a.tb.Helper()
	return strings.Join(strings.Fields(a.doc().Find(selector).Text()), " ")
}

// place is where the answer sends the browser, by a redirect or by htmx.
func (a *answer) place() string {
	if to := a.header.Get("HX-Redirect"); to != "" {
		return to
	}
	return a.header.Get("Location")
}

// deal begins a counted game and returns its id.
func (b *browser) deal(slug string) string {
	b.tb.Helper()
	return b.begun(b.with(false).post("/games", "variant", slug))
}

// choose saves settings: pairs of names and values. All others are as they come.
func (b *browser) choose(pairs ...string) {
	b.tb.Helper()
	a := b.with(false).post("/settings", pairs...).want(http.StatusSeeOther)
	if a.place() != "/settings?saved=1" {
		b.tb.Fatalf("saving settings leads to %q", a.place())
	}
}

// practise begins a game of a deal number, which is practice.
func (b *browser) practise(slug string, deal uint32) string {
	b.tb.Helper()
	return b.begun(b.with(false).post("/games", "variant", slug, "deal", strconv.FormatUint(uint64(deal), 10)))
}

var gamePath = regexp.MustCompile(`^/games/([\w-]{22})$`)

func (b *browser) begun(a *answer) string {
	b.tb.Helper()
	m := gamePath.FindStringSubmatch(a.want(http.StatusSeeOther).place())
	if m == nil {
		b.tb.Fatalf("no game was begun; the browser was sent to %q", a.place())
	}
	return m[1]
}

// plant stores a game as if the browser had played it, and returns its id. A visitor becomes a player.
func (b *browser) plant(g *game.Game, counted bool) string {
	b.tb.Helper()
	id := rand.Text()
	if err := b.db.Begin(b.tb.Context(), b.token(), &db.Game{ID: id, Play: g, Counted: counted}, b.now); err != nil {
		b.tb.Fatal(err)
	}
	return id
}

// token is the browser's token as the store knows it. A visitor gets one.
func (b *browser) token() db.Token {
	b.tb.Helper()
	codecs := cookieStore(Options{Keys: [][]byte{testKey}}).Codecs
	values := map[any]any{tokenKey: rand.Text()}
	if cookies := b.jar.Cookies(siteURL); len(cookies) > 0 {
		must(0, securecookie.DecodeMulti(cookieName, cookies[0].Value, &values, codecs...))
	} else {
		text := must(securecookie.EncodeMulti(cookieName, values, codecs...))
		b.jar.SetCookies(siteURL, []*http.Cookie{{Name: cookieName, Value: text, Path: "/"}})
	}
	return sha256.Sum256([]byte(values[tokenKey].(string)))
}

// wonGame is a won game, taken back to the position after n moves, and without the moves after it.
func wonGame(tb testing.TB, slug string, n int) (g *game.Game, rest []game.Move) {
	tb.Helper()
	won := must(game.Parse(gametest.Won(slug)))
	return must(dealt(won, won.Moves()[:n])), won.Moves()[n:]
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}
