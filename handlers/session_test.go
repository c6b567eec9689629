package handlers

import (
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/gorilla/securecookie"
)

func TestAnotherPlayersGameIsLikeOneThatDoesNotExist(t *testing.T) {
	h := open(t, nil)
	id := h.browser().plant(midGame(t), true)
	other := h.browser()
	other.plant(midGame(t), true)
	before := h.stored()
	for who, b := range map[string]*browser{"another player": other, "a visitor": h.browser()} {
		for _, htmx := range []bool{false, true} {
			b := b.with(htmx)
			want := b.get("/games/nope").want(http.StatusNotFound).body
			check := func(name string, a *answer) {
				if a.status != http.StatusNotFound || a.body != want || a.header.Get("Set-Cookie") != "" {
					t.Errorf("%s, htmx %v, %s: status %d, cookie %q, body %s", who, htmx, name, a.status, a.header.Get("Set-Cookie"), a.body)
				}
			}
			for _, query := range []string{"", "?from=c1", "?ask=new", "?ask=give-up"} {
				check("GET "+query, b.get("/games/"+id+query))
			}
			for _, p := range gamePosts {
				check("POST "+p.path, b.post(strings.ReplaceAll(p.path, "{id}", id), p.fields...))
			}
			check("a stale version", b.post("/games/"+id+"/undo", "version", "0"))
			check("a click", b.post("/games/"+id+"/moves", "from", "c1", "version", "1"))
		}
	}
	h.unchanged(t, before)
}

func TestLookingAroundMakesNoPlayerAndSetsNoCookie(t *testing.T) {
	b := open(t, nil).browser()
	for _, path := range []string{"/", "/?q=big+forty", "/games/nope", "/games/nope?ask=new", "/nope", "/static/nope"} {
		for _, method := range []string{"GET", "HEAD"} {
			if c := b.send(httptest.NewRequest(method, origin+path, nil)).header.Get("Set-Cookie"); c != "" {
				t.Errorf("%s %s sets the cookie %q", method, path, c)
			}
		}
	}
	for _, fields := range [][]string{{"variant", "nope"}, {"variant", "indian", "deal", "0"}, {}} {
		if c := b.post("/games", fields...).header.Get("Set-Cookie"); c != "" {
			t.Errorf("a game that is not begun, %q, sets the cookie %q", fields, c)
		}
	}
	if rows := b.stored(); rows != "" {
		t.Errorf("looking around has stored %s", rows)
	}
}

func TestTheFirstGameMakesAPlayerAndLaterOnesAreTheSamePlayers(t *testing.T) {
	b := open(t, nil).browser()
	id := b.deal("indian")
	cookie := b.cookie()
	b.practise("maria", 7)
	b.deal("streets")
	b.get("/games/" + id).want(http.StatusOK)
	if b.cookie() != cookie {
		t.Error("the cookie of a known player has another token after the next game")
	}
	if n := strings.Count(b.dump("players"), "\n"); n != 1 {
		t.Errorf("%d players", n)
	}
}

// cookie is the value of the browser's cookie.
const cookieName = "fortythieves" // by http

func (b *browser) cookie() string {
	b.tb.Helper()
	cookies := b.jar.Cookies(siteURL)
	if len(cookies) != 1 || cookies[0].Name != cookieName {
		b.tb.Fatalf("the browser has the cookies %v", cookies)
	}
	return cookies[0].Value
}

func TestTheCookieIsForThisSiteOnlyAndLastsAsLongAsBrowsersAllow(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(*Options)
		path   string
		secure bool
	}{
		{"by http", nil, "/", false},
		{"by https", func(o *Options) { o.Secure = true }, "/", true},
		{"below a path", func(o *Options) { o.Base = "/cards" }, "/cards/", false},
		{"below a path by https", func(o *Options) { o.Base, o.Secure = "/cards", true }, "/", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := open(t, c.change).browser()
			path, name := "/games", "fortythieves"
			if strings.HasPrefix(c.name, "below") {
				path = "/cards/games"
			}
			switch c.name {
			case "by https":
				name = "__Host-fortythieves"
			case "below a path by https": // the cookie goes to all of the host, so its name says whose it is
				name = "__Host-fortythieves-cards"
			}
			w := httptest.NewRecorder()
			b.site.ServeHTTP(w, formRequest(path, "variant", "indian"))
			cookies := w.Result().Cookies()
			if len(cookies) != 1 {
				t.Fatalf("the cookies are %v", cookies)
			}
			got := cookies[0]
			if got.Name != name || !got.HttpOnly || got.SameSite != http.SameSiteLaxMode || got.MaxAge != 400*24*60*60 ||
				got.Path != c.path || got.Secure != c.secure || got.Domain != "" {
				t.Errorf("the cookie is %s", got.Raw)
			}
		})
	}
}

func TestACookieThatIsNotOursIsANewVisitor(t *testing.T) {
	h := open(t, nil)
	owner := h.browser()
	id := owner.plant(midGame(t), true)
	mine := owner.cookie()
	signed := func(key []byte, name, token string) string {
		codec := cookieStore(Options{Keys: [][]byte{key}}).Codecs[0]
		return must(codec.Encode(name, map[any]any{tokenKey: token}))
	}
	gob := func(values any) string { return must(securecookie.New(testKey, nil).Encode(cookieName, values)) }
	otherKey := []byte("another key of thirty-two bytes.")
	for name, value := range map[string]string{
		"empty":               "",
		"garbage":             "garbage",
		"no base64":           "%%%",
		"cut":                 mine[:len(mine)-1],
		"one letter changed":  "A" + mine[1:],
		"longer":              mine + "A",
		"twice":               mine + mine,
		"very long":           strings.Repeat("A", 5000),
		"of another key":      signed(otherKey, cookieName, "x"),
		"of another name":     signed(testKey, "other", "x"),
		"of an unknown token": signed(testKey, cookieName, "x"),
		"of an empty token":   signed(testKey, cookieName, ""),
		"of other contents":   gob("x"),
		"of nothing":          gob(map[any]any{}),
		"of a number":         gob(map[any]any{tokenKey: 1}),
	} {
		t.Run(name, func(t *testing.T) {
			send := func(r *http.Request) *answer {
				r.Header.Set("Cookie", cookieName+"="+value)
				return h.browser().send(r)
			}
			before := h.stored()
			send(httptest.NewRequest("GET", origin+"/", nil)).want(http.StatusOK)
			send(httptest.NewRequest("GET", origin+"/games/"+id, nil)).want(http.StatusNotFound)
			send(formRequest("/games/"+id+"/moves", "move", "d", "version", "1")).want(http.StatusNotFound)
			h.unchanged(t, before)
			a := send(formRequest("/games", "variant", "indian")).want(http.StatusSeeOther)
			if !strings.HasPrefix(a.header.Get("Set-Cookie"), cookieName+"=") {
				t.Error("the new player gets no cookie")
			}
			if a.header.Get("Set-Cookie") == cookieName+"="+value {
				t.Error("the new player gets the old cookie")
			}
		})
	}
}

// A token that somebody planted must not become a player's: who planted it would be that player too.
func TestASignedTokenThatNobodyHasIsReplacedWhenAGameBegins(t *testing.T) {
	b := open(t, nil).browser()
	b.token() // puts a signed cookie into the browser
	planted := b.cookie()
	id := b.deal("indian")
	if b.cookie() == planted {
		t.Fatal("the planted cookie is the player's now")
	}
	b.get("/games/" + id).want(http.StatusOK)
	attacker := b.house.browser()
	attacker.jar.SetCookies(siteURL, []*http.Cookie{{Name: cookieName, Value: planted}})
	attacker.get("/games/" + id).want(http.StatusNotFound)
}

func TestTheCookieIsRenewedOnceADay(t *testing.T) {
	h := open(t, nil)
	b := h.browser()
	id := b.deal("indian")
	for _, c := range []struct {
		after   time.Duration
		path    string
		renewed bool
	}{
		{time.Hour, "/", false},
		{23*time.Hour - time.Second, "/games/" + id, false},
		{time.Second, "/games/" + id, true},
		{0, "/", false},
		{24 * time.Hour, "/rules", true},
		{-48 * time.Hour, "/", false},
	} {
		h.now = h.now.Add(c.after)
		a := b.get(c.path).want(http.StatusOK)
		if got := a.header.Get("Set-Cookie") != ""; got != c.renewed {
			t.Errorf("%s after %s more: renewed %v", c.path, c.after, got)
		}
	}
	if rows := h.dump("devices"); !strings.Contains(rows, strconv.FormatInt(h.now.Add(48*time.Hour).UnixMilli(), 10)) {
		t.Errorf("the visit is not noted: %s", rows)
	}
}

func TestACookieOfAnOlderKeyIsStillRead(t *testing.T) {
	newer := []byte("a newer key, of thirty-two bytes")
	h := open(t, nil)
	b := h.browser()
	id := b.plant(midGame(t), true)
	h.site = New(Options{Store: h.db, Keys: [][]byte{newer, testKey}, Log: quiet})
	b.get("/games/" + id).want(http.StatusOK)
	h.site = New(Options{Store: h.db, Keys: [][]byte{newer}, Log: quiet})
	b.get("/games/" + id).want(http.StatusNotFound)
}

func TestIDsOfGamesCannotBeGuessed(t *testing.T) {
	b := open(t, nil).browser()
	seen := map[string]bool{}
	for i := range 50 {
		id := b.practise("indian", uint32(i+1))
		if len(id) != 22 || seen[id] { // 22 letters of base64 are 128 bits and a little
			t.Fatalf("game %d has the id %q", i, id)
		}
		seen[id] = true
	}
}
