package handlers

import (
	"bytes"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/labstack/echo/v4"

	"fortythieves/game"
	"fortythieves/game/gametest"
)

// posts are the routes that take a POST, each with the fields of a request that would do something.
// {id} stands for a game whose version is 1, {done} for one that is settled, {link} for what stands in the link
// to its replay.
var posts = []struct {
	path   string
	fields []string
}{
	{"/games", []string{"variant", "indian", "deal", "7"}},
	{"/games/{id}/moves", []string{"move", "d", "version", "1"}},
	{"/games/{id}/undo", []string{"version", "1"}},
	{"/games/{id}/redo", []string{"version", "1"}},
	{"/games/{id}/restart", []string{"version", "1"}},
	{"/games/{id}/up", []string{"version", "1"}},
	{"/games/{id}/finish", []string{"version", "1"}},
	{"/games/{id}/give-up", []string{"version", "1"}},
	{"/games/{id}/hint", []string{"version", "1"}},
	{"/games/{id}/light", []string{"version", "1"}},
	{"/games/{done}/review", nil},
	{"/settings", []string{"tap", "select"}},
	{"/language", []string{"lang", "da"}},
	{"/games/{done}/share", nil},
	{"/games/{done}/replay/branch", []string{"at", "1"}},
	{"/replay/{link}/branch", []string{"at", "1"}},
	{"/daily", []string{"variant", "indian"}},
	{"/daily/zone", []string{"zone", "Asia/Tokyo"}},
	{"/devices/code", nil},
	{"/devices/recovery", nil},
	{"/devices/link", []string{"code", "0123-4567"}},
	{"/devices/end", []string{"device", "x"}},
	{"/delete", nil},
}

// importPost takes a file; what it refuses is in the tests of the archive.
const importPost = "/import"

// gamePosts are those of posts that are about an open game.
var gamePosts = posts[1:9]

func TestEveryPOSTRouteIsInTheListOfTheseTests(t *testing.T) {
	var got, want []string
	for _, r := range routesOf(t, "") {
		if r.Method == http.MethodPost {
			got = append(got, strings.NewReplacer(":id", "{id}", ":link", "{link}").Replace(r.Path))
		}
	}
	want = append(want, importPost)
	for _, p := range posts {
		want = append(want, strings.ReplaceAll(p.path, "{done}", "{id}"))
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("the routes are\n%q, the list has\n%q", got, want)
	}
}

// routesOf are the routes of a site below a base path.
func routesOf(t *testing.T, base string) []*echo.Route {
	t.Helper()
	e := echo.New()
	(&site{Options: Options{Base: base}}).routes(e)
	return e.Routes()
}

// trial is a request to which the site must say no, and what it says.
type trial struct {
	name    string
	request *http.Request
	status  int
	says    string // a part of the page, as text
}

// midGame is a game with moves to undo and to redo. As a position:
//
//	variant number-ten
//	foundations AC 7D 3H
//	stock …
//	waste 8H TH
//	c1 KH QC JH TC 9D
//	c2 (2D) (KD) 4C
//	c3 9H 8S 7H 6C
//	c4 7C 6H
//	c5 (2C) (6S) TS 9D
//	c6 8D 7S
//	c7 KD QC
//	c8 QD JC TH 9C 8H 7C
//	c9
//	c10 KH QS
func midGame(tb testing.TB) *game.Game {
	tb.Helper()
	g, _ := wonGame(tb, "number-ten", 41)
	g.Undo()
	if s := g.State().String(); !strings.Contains(s, "c2 (2D) (KD) 4C\n") || !strings.Contains(s, "c9\n") {
		tb.Fatalf("the won game is another now, and these tests know it as it was:\n%s", s)
	}
	return g
}

// tryAll sends each trial with and without htmx, as a player with a game in progress, and fails when
// the answer is another, or when anything is stored differently afterwards.
func tryAll(t *testing.T, g *game.Game, trials func(b *browser, id string) []trial) {
	for _, htmx := range []bool{false, true} {
		b := open(t, nil).browser().with(htmx)
		all := trials(b, b.plant(g, true))
		before := b.stored()
		for _, c := range all {
			name := c.name
			if htmx {
				name += ", by htmx"
			}
			t.Run(name, func(t *testing.T) {
				a := b.send(c.request)
				if a.status != c.status {
					t.Errorf("status %d, want %d: %s", a.status, c.status, a.body)
				}
				if text := a.text("body"); !strings.Contains(text, c.says) {
					t.Errorf("the answer does not say %q, but: %s", c.says, text)
				}
				onBoard := c.status == http.StatusConflict || c.status == http.StatusUnprocessableEntity
				if boards := a.doc().Find("#board").Length(); (boards == 1) != onBoard {
					t.Errorf("status %d comes with %d boards", c.status, boards)
				}
				if whole := a.doc().Find("title").Length() == 1; whole == htmx {
					t.Errorf("with htmx %v the answer is a whole page: %v", htmx, whole)
				}
				b.unchanged(t, before)
			})
		}
	}
}

// stored is all that the database has.
func (h *house) stored() string {
	return h.dump("players") + h.dump("devices") + h.dump("codes") + h.dump("games")
}

// unchanged fails the test unless the database is, byte for byte, what stored returned before.
func (h *house) unchanged(t *testing.T, before string) {
	t.Helper()
	after := h.stored()
	if after == before {
		return
	}
	for row := range strings.Lines(before) {
		if !strings.Contains(after, row) {
			t.Errorf("no longer stored: %s", row)
		}
	}
	for row := range strings.Lines(after) {
		if !strings.Contains(before, row) {
			t.Errorf("stored now: %s", row)
		}
	}
}

func TestBadInputOnAnyPOSTRouteIsRefusedAndChangesNothing(t *testing.T) {
	tryAll(t, midGame(t), func(b *browser, id string) (all []trial) {
		done := b.with(false).lose("streets")
		link := must(b.db.Share(t.Context(), must(b.db.Player(t.Context(), b.token())).ID, done, "link"))
		for _, p := range posts {
			path := strings.NewReplacer("{id}", id, "{done}", done, "{link}", link).Replace(p.path)
			for _, c := range anywhere(path, p.fields) {
				if c.name == "GET" && (p.path == "/settings" || p.path == "/daily" || p.path == "/games/{done}/review") {
					continue // a page
				}
				c.name = "POST " + p.path + ": " + c.name
				all = append(all, c)
			}
		}
		return all
	})
}

// anywhere are the trials that are the same for every route.
func anywhere(path string, fields []string) []trial {
	const unreadable, tooLarge, foreign = "made no sense", "larger than this server accepts", "sent from another site"
	with := func(change func(*http.Request)) *http.Request {
		r := formRequest(path, fields...)
		change(r)
		return r
	}
	header := func(name, value string) *http.Request {
		return with(func(r *http.Request) { r.Header.Set(name, value) })
	}
	site := func(value string) *http.Request {
		return with(func(r *http.Request) {
			r.Header.Del("Origin")
			r.Header.Set("Sec-Fetch-Site", value)
		})
	}
	body := func(body io.Reader) *http.Request {
		r := httptest.NewRequest("POST", origin+path, body)
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		return r
	}
	large := formRequest(path, fields...)
	form, _ := io.ReadAll(large.Body)
	large64K := string(form) + "&x=" + strings.Repeat("x", 64<<10-len(form)-3)
	return []trial{
		{"the origin of another host", header("Origin", "http://evil.test"), 403, "expected the origin " + origin + " and got http://evil.test."},
		{"the origin of another port", header("Origin", origin+":8081"), 403, "got " + origin + ":8081."},
		{"no origin of its own", header("Origin", "null"), 403, "got null."},
		{"an origin with markup in it", header("Origin", "http://<b>x</b>"), 403, "got http://<b>x</b>."},
		{"sent across sites", site("cross-site"), 403, foreign},
		{"sent from a subdomain", site("same-site"), 403, foreign},
		{"more than 64 KiB", body(strings.NewReader(large64K + "x")), 413, tooLarge},
		{"more than 64 KiB in chunks", body(io.MultiReader(strings.NewReader(large64K + "x"))), 413, tooLarge},
		{"far more than 64 KiB in chunks", body(io.MultiReader(strings.NewReader(large64K + large64K))), 413, tooLarge},
		{"a broken escape", body(strings.NewReader(string(form) + "&x=%zz")), 400, unreadable},
		{"a semicolon", body(strings.NewReader(string(form) + ";x=1")), 400, unreadable},
		{"a broken escape in the address", with(func(r *http.Request) { r.URL.RawQuery = "x=%zz" }), 400, unreadable},
		{"a body that breaks off", body(io.MultiReader(strings.NewReader(string(form)), broken{})), 400, unreadable},
		{"PUT", with(func(r *http.Request) { r.Method = "PUT" }), 405, "Not that way"},
		{"PATCH", with(func(r *http.Request) { r.Method = "PATCH" }), 405, "Not that way"},
		{"DELETE", with(func(r *http.Request) { r.Method = "DELETE" }), 405, "Not that way"},
		{"GET", with(func(r *http.Request) { r.Method = "GET" }), 405, "Not that way"},
	}
}

// broken is a connection that breaks off.
type broken struct{}

func (broken) Read([]byte) (int, error) { return 0, io.ErrUnexpectedEOF }

func TestAFormOf64KiBIsNotTooLarge(t *testing.T) {
	b := open(t, nil).browser()
	r := formRequest("/games", "variant", "maria", "x", strings.Repeat("x", 64<<10-len("variant=maria&x=")))
	if r.ContentLength != 64<<10 {
		t.Fatalf("the form has %d bytes", r.ContentLength)
	}
	b.send(r).want(http.StatusSeeOther)
}

func TestBadInputAboutAGameIsRefusedAndChangesNothing(t *testing.T) {
	g := midGame(t)
	tryAll(t, g, func(b *browser, id string) (all []trial) {
		stranger := b.house.browser()
		theirs := stranger.plant(g, true)
		for _, p := range gamePosts {
			// but sends the fields with another value for one of them.
			but := func(id, field, value string) *http.Request {
				fields := slices.Clone(p.fields)
				fields[slices.Index(fields, field)+1] = value
				return formRequest(strings.ReplaceAll(p.path, "{id}", id), fields...)
			}
			add := func(name string, r *http.Request, status int, says string) {
				all = append(all, trial{"POST " + p.path + ": " + name, r, status, says})
			}
			for _, v := range []string{"", "x", "1.5", "1e0", "0x1", " 1", "1 ", "1,1", "١", "99999999999999999999", "-99999999999999999999"} {
				add("version "+v, but(id, "version", v), 400, "made no sense")
			}
			for _, v := range []string{"0", "2", "-1", "9223372036854775807", "-9223372036854775808"} {
				add("version "+v, but(id, "version", v), 409, "This game was changed elsewhere.")
			}
			for _, other := range []string{"x", theirs, id + "x", id[1:], strings.ToLower(id), id + "%00", "%ff", id + "%20", "'", "..", strings.Repeat("x", 5000)} {
				add("game "+other, but(other, "version", "1"), 404, "There is no such page, or it is a game of another player.")
			}
			add("no fields", formRequest(strings.ReplaceAll(p.path, "{id}", id)), 400, "made no sense")
			add("fields in the address", httptest.NewRequest("POST", origin+strings.ReplaceAll(p.path, "{id}", id)+"?version=1&move=d", nil), 400, "made no sense")
			add("fields as multipart", multipartRequest(strings.ReplaceAll(p.path, "{id}", id), p.fields), 400, "made no sense")
			add("fields as JSON", with(but(id, "version", "1"), "Content-Type", "application/json"), 400, "made no sense")
			add("a content type that is none", with(but(id, "version", "1"), "Content-Type", "a/b;c=d;c"), 400, "made no sense")
		}
		return all
	})
}

func with(r *http.Request, name, value string) *http.Request {
	r.Header.Set(name, value)
	return r
}

func multipartRequest(path string, fields []string) *http.Request {
	var body bytes.Buffer
	w := multipart.NewWriter(&body)
	for i := 0; i < len(fields); i += 2 {
		w.WriteField(fields[i], fields[i+1])
	}
	w.Close()
	return with(httptest.NewRequest("POST", origin+path, &body), "Content-Type", w.FormDataContentType())
}

func TestAMoveThatIsNoneIsRefusedAndChangesNothing(t *testing.T) {
	tryAll(t, midGame(t), func(_ *browser, id string) (all []trial) {
		add := func(fields ...string) {
			r := formRequest("/games/"+id+"/moves", append(fields, "version", "1")...)
			all = append(all, trial{strings.Join(fields, " "), r, 400, "That request made no sense"})
		}
		for _, m := range []string{
			"x", "dd", "D", "d,d", " d", "d\n", "d\x00", "s", "w", "c3", "c3c", "sc1", "fc1", "c1s", "c1w", "ws", "ww", "sw",
			"c0f", "c14f", "c1c0", "c1c14", "c01f", "c999999999999f", "c-1f", "C1F", "c1f ", "c1 f", "c1-f", "c1,f", "ｃ1f",
			"c1c2x", "c1c2x0", "c1c2x-1", "c1c2x+1", "c1c2x01", "c1c2x105", "c1c2x256", "c1c2x257", "c1c2x1.0", "c1c2x1x1", "c1c2X2",
			"\xff", "<script>", strings.Repeat("c1f,", 10000),
		} {
			add("move", m)
		}
		for _, p := range []string{
			"x", "c", "c0", "c14", "c01", "c1c2", "c1x", "c1x0", "c1x-1", "c1x105", "c1x256", "c1x01", "wx2", "sx2", "fx2", "c1 ", "W", "d", "\xff",
		} {
			add("from", p)
			add("from", p, "to", "c1")
			add("from", "c1", "to", p)
		}
		add("from", "", "to", "c1")
		return all
	})
}

func TestAMoveThatTheRulesForbidComesBackWithTheBoardAndTheReason(t *testing.T) {
	tryAll(t, midGame(t), func(_ *browser, id string) (all []trial) {
		refused := refusals(&all, id)
		refused("That is not a move in this game.",
			"move=c11f", "move=c13c1", "move=c1c11", "from=c11&to=c11", "from=s&to=c1", "from=s&to=f", "from=c1&to=s", "from=c1&to=w")
		refused("There is no card to move.", "move=c9f", "move=c9c1", "from=c9", "from=c9&to=c1", "from=c11", "from=s",
			"from=c1x6", "from=c2x2", "from=c2x104")
		refused("A card that lies face down cannot move.", "move=c2c9x2", "move=c2c9x3", "from=c2x3&to=c9", "move=c5fx4")
		refused("Only the top card of a pile can move.", "move=wc1x2", "move=c2c9x4", "move=c2c9x104", "from=c1x6&to=c9")
		refused("That card is there already.", "move=c1c1", "move=c9c9", "from=c9&to=c9", "from=c2x2&to=c2x2", "from=c5x4&to=c5x4")
		refused("A card on a foundation stays there; undo takes it back.", "from=f", "from=f&to=c1", "from=f&to=f")
		refused("Cards go to the foundations one at a time.", "move=c6fx2", "from=c6x2&to=f")
		refused("9♦ cannot go up yet: 8♦ must go there first.", "move=c1f", "from=c1&to=f")
		refused("Q♠ cannot go up yet: A♠ must go there first.", "move=c10f")
		refused("10♠ does not go on Q♣: it needs J♦ or J♥.", "move=c5c7x2", "from=c5x2&to=c7")
		refused("6♣ does not go on 7♣: red goes on black and black on red.", "move=c3c8", "from=c3&to=c8")
		refused("A king goes only to an empty column or on a queen of its suit on a foundation.", "move=c7c1x2")
		return all
	})
	oneCard, _ := wonGame(t, "forty-thieves", 0)
	tryAll(t, oneCard, func(_ *browser, id string) (all []trial) {
		refused := refusals(&all, id)
		refused("is covered: in this game only the last card of a column moves.", "move=c1c2x3", "move=c1c2x4", "from=c1x4&to=c2")
		return all
	})
	dry := game.New(game.BySlug("indian"), 1)
	for dry.State().CanDraw() {
		if err := dry.Play(game.Draw); err != nil {
			t.Fatal(err)
		}
	}
	tryAll(t, dry, func(_ *browser, id string) (all []trial) {
		refusals(&all, id)("The stock is empty and no redeal is left.", "move=d", "from=s&to=w")
		return all
	})
}

// refusals returns a function that adds trials of forms, without their version, that are refused for a
// reason.
func refusals(all *[]trial, id string) func(says string, forms ...string) {
	return func(says string, forms ...string) {
		for _, form := range forms {
			r := httptest.NewRequest("POST", origin+"/games/"+id+"/moves", strings.NewReader(form+"&version=1"))
			r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
			*all = append(*all, trial{form, r, 422, says})
		}
	}
}

func TestANewGameThatIsNoneIsRefusedAndChangesNothing(t *testing.T) {
	tryAll(t, midGame(t), func(_ *browser, id string) (all []trial) {
		add := func(status int, says string, fields ...string) {
			all = append(all, trial{strings.Join(fields, " "), formRequest("/games", fields...), status, says})
		}
		const noGame, noDeal = "There is no game of that name.", "A deal number is a whole number from 1 to 4294967295."
		for _, v := range []string{"nope", "", "Number Ten", "NUMBER-TEN", "number-ten ", "number_ten", "big-forty", "'", "\xff", "../", strings.Repeat("x", 60000)} {
			add(404, noGame, "variant", v)
			add(404, noGame, "variant", v, "deal", "1")
		}
		for _, n := range []string{"0", "-1", "4294967296", "abc", "1.5", "1e3", "+5", " 5", "5 ", "0x5", "5_0", "٥", "99999999999999999999", "\xff"} {
			add(400, noDeal, "variant", "indian", "deal", n)
			add(400, noDeal, "variant", "number-ten", "deal", n, "give-up", id, "version", "1")
		}
		all = append(all, trial{"fields in the address", httptest.NewRequest("POST", origin+"/games?variant=indian", nil), 404, noGame})
		all = append(all, trial{"fields as multipart", multipartRequest("/games", posts[0].fields), 404, noGame})
		return all
	})
}

func TestANewDealWithTheWrongAnswerToTheQuestionAsksAgain(t *testing.T) {
	b := open(t, nil).browser()
	id := b.plant(midGame(t), true)
	theirs := b.house.browser().plant(midGame(t), true)
	before := b.stored()
	for _, answer := range [][]string{
		{}, {"give-up", ""}, {"give-up", "yes", "version", "1"}, {"give-up", theirs, "version", "1"},
		{"give-up", id}, {"give-up", id, "version", "0"}, {"give-up", id, "version", "2"}, {"give-up", id, "version", "x"},
	} {
		a := b.post("/games", append(answer, "variant", "number-ten")...).want(http.StatusSeeOther)
		if a.place() != "/games/"+id+"?ask=new" {
			t.Errorf("%q leads to %s", answer, a.place())
		}
		b.unchanged(t, before)
	}
}

func TestAFinishedGameStaysAsItIs(t *testing.T) {
	for name, finish := range map[string]func(b *browser) (id string){
		"won": func(b *browser) string { return finishByMove(b, "number-ten") },
		"lost": func(b *browser) string {
			id := b.plant(midGame(t), true)
			b.post("/games/"+id+"/give-up", "version", "1").want(http.StatusSeeOther)
			return id
		},
	} {
		for _, htmx := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s, htmx %v", name, htmx), func(t *testing.T) {
				b := open(t, nil).browser()
				id := finish(b)
				b.htmx = htmx
				before := b.stored()
				for _, fields := range [][]string{{"move", "d"}, {"move", "c1c9"}, {"from", "c1", "to", "c9"}, {"from", "c6", "to", "f"}} {
					a := b.post("/games/"+id+"/moves", append(fields, "version", "2")...).want(http.StatusUnprocessableEntity)
					if say := a.text(".say"); say != map[string]string{"won": "This game is finished. You won!", "lost": "This game is finished."}[name] {
						t.Errorf("%q is refused because: %s", fields, say)
					}
				}
				for _, action := range []string{"undo", "redo", "restart", "up", "finish", "give-up"} {
					a := b.post("/games/"+id+"/"+action, "version", "2")
					if a.status != http.StatusOK && a.status != http.StatusSeeOther && a.status != http.StatusConflict {
						t.Errorf("%s: status %d", action, a.status)
					}
				}
				for _, p := range gamePosts {
					b.post(strings.ReplaceAll(p.path, "{id}", id), p.fields...).want(http.StatusConflict)
				}
				b.unchanged(t, before)
			})
		}
	}
}

// finishByMove makes the last move of a won game, and returns the game's id.
func finishByMove(b *browser, slug string) string {
	b.tb.Helper()
	id, last := b.nearlyWon(slug)
	b.with(false).post("/games/"+id+"/moves", "move", last, "version", "1").want(http.StatusSeeOther)
	return id
}

// nearlyWon plants a counted game which is won by one more move.
func (b *browser) nearlyWon(slug string) (id, last string) {
	b.tb.Helper()
	won := must(game.Parse(gametest.Won(slug)))
	g, rest := wonGame(b.tb, slug, len(won.Moves())-1)
	return b.plant(g, true), rest[0].String()
}

func TestWrongMethodsAreRefusedAndTheRightOnesNamed(t *testing.T) {
	h := open(t, nil)
	b := h.browser()
	id := b.plant(midGame(t), true)
	allowed := map[string][]string{}
	for _, r := range routesOf(t, "") {
		allowed[r.Path] = append(allowed[r.Path], r.Method)
	}
	before := b.stored()
	for path, methods := range allowed {
		for _, method := range []string{"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "TRACE", "PURGE"} {
			if slices.Contains(methods, method) {
				continue
			}
			at := strings.NewReplacer(":id", id, "*", "x").Replace(path)
			a := b.send(httptest.NewRequest(method, origin+at, nil)).want(http.StatusMethodNotAllowed)
			for _, m := range methods {
				if !strings.Contains(a.header.Get("Allow"), m) {
					t.Errorf("%s %s: Allow is %q, without %s", method, path, a.header.Get("Allow"), m)
				}
			}
		}
	}
	b.unchanged(t, before)
}

func TestUnknownPagesAreNotFound(t *testing.T) {
	b := open(t, nil).browser()
	id := b.plant(midGame(t), true)
	for _, path := range []string{
		"/nope", "/games/", "/games/x", "/games/" + id + "x", "/games/" + id + "/", "/games/" + id + "/nope", "/Games/" + id,
		"//", "/static/", "/static/app.css", "/static/../go.mod", "/static/%2e%2e/%2e%2e/go.mod", "/games/%ff", "/games/%00", "/index.html",
		"/games/" + id + "/moves/x", "/" + strings.Repeat("x/", 2000),
	} {
		b.get(path).want(http.StatusNotFound)
		b.with(true).get(path).want(http.StatusNotFound)
	}
}

func TestAddressesWithNonsenseInThemShowTheBoardAsItIs(t *testing.T) {
	b := open(t, nil).browser()
	id := b.plant(midGame(t), true)
	plain := b.get("/games/" + id).want(http.StatusOK).body
	for _, query := range []string{
		"?from=", "?from=x", "?from=c14", "?from=c11", "?from=c9", "?from=c1x104", "?from=c2x2", "?from=s", "?from=f", "?from=%ff", "?from=%zz",
		"?ask=", "?ask=x", "?ask=New", "?ask=%3Cscript%3E", "?x=1", "?;", "?from[]=c1",
	} {
		if body := b.get("/games/" + id + query).want(http.StatusOK).body; body != plain {
			t.Errorf("%s shows another board:\n%s", query, body)
		}
	}
}
