package handlers

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"fortythieves/game"
)

// chosen are the settings that a page of the settings shows as chosen, without those that are as they come.
func chosen(a *answer) string {
	a.tb.Helper()
	var list []string
	a.doc().Find("fieldset").Each(func(_ int, f *goquery.Selection) {
		inputs := f.Find("input[type=radio]")
		on := f.Find("input[checked]")
		if on.Length() != 1 || inputs.Length() < 2 {
			a.tb.Errorf("%d of %d options are chosen: %s", on.Length(), inputs.Length(), f.Text())
		}
		if value := on.AttrOr("value", ""); value != inputs.First().AttrOr("value", "") {
			list = append(list, on.AttrOr("name", "")+" "+value)
		}
	})
	return strings.Join(list, ", ")
}

// everySetting chooses the second option of each.
var everySetting = []string{"tap", "select", "double", "column", "up", "on", "theme", "light", "table", "blue", "print", "large",
	"suits", "2", "colours", "4", "hand", "left", "homes", "below"}

const everyChosen = "tap select, double column, up on, theme light, table blue, print large, suits 2, colours 4, hand left, homes below"

func TestAVisitorsSettingsAreKeptInTheCookieAndMakeNoPlayer(t *testing.T) {
	h := open(t, nil)
	b := h.browser()
	if got := chosen(b.get("/settings").want(http.StatusOK)); got != "" {
		t.Errorf("at first chosen are %s", got)
	}
	b.choose(everySetting...)
	if rows := b.stored(); rows != "" {
		t.Errorf("stored is %s", rows)
	}
	if got := chosen(b.get("/settings")); got != everyChosen {
		t.Errorf("chosen are %s", got)
	}
	if !strings.Contains(b.get("/").body, `data-theme="light"`) {
		t.Error("the first page has another theme")
	}
	if got := chosen(h.browser().get("/settings")); got != "" {
		t.Errorf("another visitor has %s", got)
	}
	h.site = New(Options{Store: h.db, Keys: [][]byte{testKey}, Log: quiet, Rand: h}) // the program is started again
	if got := chosen(b.get("/settings")); got != everyChosen {
		t.Errorf("after a restart chosen are %s", got)
	}
	b.choose()
	if got := chosen(b.get("/settings")); got != "" {
		t.Errorf("all is as it comes, but chosen are %s", got)
	}
}

func TestAVisitorsSettingsBecomeThePlayersWithTheFirstGame(t *testing.T) {
	h := open(t, nil)
	b := h.browser()
	b.choose(everySetting...)
	id := b.deal("indian")
	if got := chosen(b.get("/settings")); got != everyChosen {
		t.Errorf("with the first game chosen are %s", got)
	}
	if rows := b.dump("players"); !strings.Contains(rows, `"print":"large"`) || strings.Count(rows, "\n") != 1 {
		t.Errorf("the players are %s", rows)
	}
	cookie := b.cookie()
	b.choose("table", "plum")
	if b.cookie() != cookie {
		t.Error("a player's settings change the cookie")
	}
	h.site = New(Options{Store: h.db, Keys: [][]byte{testKey}, Log: quiet, Rand: h})
	tab := &browser{house: h, jar: b.jar}
	if got := chosen(tab.get("/settings")); got != "table plum" {
		t.Errorf("after a restart, in another tab, chosen are %s", got)
	}
	for _, path := range []string{"/", "/rules", "/rules/indian", "/settings", "/games/" + id, "/nope"} {
		if !strings.Contains(tab.get(path).body, `data-table="plum"`) {
			t.Errorf("%s has another table", path)
		}
	}
	tab.practise("maria", 3) // the next game changes nothing
	if got := chosen(b.get("/settings")); got != "table plum" {
		t.Errorf("after the next game chosen are %s", got)
	}
	if got := chosen(h.browser().get("/settings")); got != "" {
		t.Errorf("another visitor has %s", got)
	}
}

func TestValuesThatAreNoneAreIgnored(t *testing.T) {
	for _, player := range []bool{false, true} {
		b := open(t, nil).browser()
		if player {
			b.deal("indian")
		}
		b.choose("tap", "x", "double", "", "up", "ON", "theme", "<b>", "table", "\xff", "print", "large", "nope", "x", "suits", "3", "homes", strings.Repeat("below", 5000))
		if got := chosen(b.get("/settings")); got != "print large" {
			t.Errorf("player %v: chosen are %s", player, got)
		}
	}
}

func TestDamagedSettingsOfAPlayerAreAsTheyCome(t *testing.T) {
	b := open(t, nil).browser()
	id := b.deal("indian")
	for _, text := range []string{"x", "[]", `{"tap":1}`, `{"nope":"x"}`} {
		if err := b.db.SaveSettings(t.Context(), b.load(id).Player, text); err != nil {
			t.Fatal(err)
		}
		if got := chosen(b.get("/settings").want(http.StatusOK)); got != "" {
			t.Errorf("%s: chosen are %s", text, got)
		}
		b.get("/games/" + id).want(http.StatusOK)
	}
}

func TestFromTheSettingsOneComesBackToTheGame(t *testing.T) {
	for _, base := range []string{"", "/cards"} {
		b := open(t, func(o *Options) { o.Base = base }).browser()
		game := b.post(base+"/games", "variant", "indian").want(http.StatusSeeOther).place()
		page := b.get(b.get(game).doc().Find(".menu a[href*=settings]").AttrOr("href", "")).want(http.StatusOK)
		saved := b.press(page, "form .go").want(http.StatusOK)
		for _, p := range []*answer{page, saved} {
			if back := p.doc().Find("form .choices a").AttrOr("href", ""); back != game {
				t.Errorf("base %q: back leads to %q, not to %s", base, back, game)
			}
		}
		if saved.text(".saved") != "Saved." || page.text(".saved") != "" {
			t.Errorf("base %q: saved says %q, before %q", base, saved.text(".saved"), page.text(".saved"))
		}
		for _, id := range []string{"../../x", "//evil.test", "?x", "\"><b>", "%2e%2e/"} {
			a := b.get(base + "/settings?game=" + strings.NewReplacer("?", "%3F", `"`, "%22", ">", "%3E", "<", "%3C").Replace(id)).want(http.StatusOK)
			if back := a.doc().Find("form .choices a").AttrOr("href", ""); !strings.HasPrefix(back, base+"/games/") {
				t.Errorf("%q: back leads to %q", id, back)
			}
		}
	}
}

func TestTheManifestNamesIconsThatExist(t *testing.T) {
	for _, base := range []string{"", "/cards"} {
		b := open(t, func(o *Options) { o.Base = base }).browser()
		at := b.get(base+"/").doc().Find("link[rel=manifest]").AttrOr("href", "")
		a := b.get(at).want(http.StatusOK)
		if kind := a.header.Get("Content-Type"); kind != "application/manifest+json" {
			t.Errorf("Content-Type: %s", kind)
		}
		var m struct {
			Name, Short_name, Lang, Start_url, Scope, Display string
			Icons                                             []struct{ Src, Sizes, Type string }
		}
		if err := json.Unmarshal([]byte(a.body), &m); err != nil {
			t.Fatal(err)
		}
		if m.Name != "Forty Thieves" || m.Short_name == "" || m.Lang != "en" || m.Start_url != base+"/" || m.Scope != base+"/" || m.Display != "standalone" || len(m.Icons) != 3 {
			t.Errorf("the manifest is %s", a.body)
		}
		for _, icon := range m.Icons {
			if got := b.get(icon.Src).want(http.StatusOK); got.header.Get("Content-Type") != icon.Type {
				t.Errorf("%s is %s, not %s", icon.Src, got.header.Get("Content-Type"), icon.Type)
			}
		}
		for _, v := range game.Variants { // a board names it too
			if href := b.follow(b.post(base+"/games", "variant", v.Slug)).doc().Find("link[rel=manifest]").AttrOr("href", ""); href != at {
				t.Errorf("%s: the manifest is %q", v.Slug, href)
			}
		}
	}
}

func TestEachGameHasItsRulesAndNothingElseHas(t *testing.T) {
	b := open(t, nil).browser()
	list := b.get("/rules").want(http.StatusOK)
	for _, v := range game.Variants {
		if list.doc().Find("a[href='/rules/"+v.Slug+"']").Length() != 1 {
			t.Errorf("/rules does not lead to %s", v.Slug)
		}
		page := b.get("/rules/" + v.Slug).want(http.StatusOK)
		if page.text("h1") != v.Name || page.text("title") != "Rules of "+v.Name || page.doc().Find("section").Length() != 9 {
			t.Errorf("the rules of %s are %s", v.Slug, page.body)
		}
		if board := b.press(page, "form.start .go"); board.text("h1") != v.Name || board.doc().Find("#board").Length() != 1 {
			t.Errorf("the rules of %s begin %s", v.Slug, board.body)
		}
	}
	for _, slug := range []string{"nope", "Lucas", "", "lucas/", "big-forty", "%ff", "..", strings.Repeat("x", 5000)} {
		b.get("/rules/" + slug).want(http.StatusNotFound)
	}
}

func TestEveryPageThatIsNoBoardLeadsToTheOthers(t *testing.T) {
	for _, base := range []string{"", "/cards"} {
		b := open(t, func(o *Options) { o.Base = base }).browser()
		paths := []string{"/", "/?q=zzz", "/rules", "/settings", "/settings?saved=1",
			"/stats", "/history", "/daily", "/daily?date=2026-11-01", "/devices", "/privacy"}
		for _, v := range game.Variants {
			paths = append(paths, "/rules/"+v.Slug)
		}
		for _, path := range paths {
			nav := b.get(base + path).want(http.StatusOK).doc().Find("header nav[aria-label=Site] a")
			var to []string
			nav.Each(func(_ int, a *goquery.Selection) { to = append(to, a.AttrOr("href", "")) })
			if got, want := strings.Join(to, " "), base+"/ "+base+"/daily "+base+"/stats "+base+"/rules "+base+"/settings"; got != want {
				t.Errorf("base %q: %s leads to %q, want %q", base, path, got, want)
			}
		}
		id := regexp.MustCompile(`[\w-]{22}$`).FindString(b.post(base+"/games", "variant", "lucas").place())
		menu := b.get(base + "/games/" + id).doc().Find(".menu")
		for _, href := range []string{"/rules/lucas", "/settings?game=" + id, "/", "/games/" + id + "?see=waste", "/games/" + id + "?ask=restart"} {
			if menu.Find("a[href='"+base+href+"']").Length() != 1 || menu.Closest("#board").Length() > 0 {
				t.Errorf("base %q: the menu of a board does not lead to %s", base, href)
			}
		}
	}
}

func TestSettingsFromAnotherSiteOrTooLargeAreRefused(t *testing.T) {
	b := open(t, nil).browser()
	for name, r := range map[string]*http.Request{
		"foreign":   with(formRequest("/settings", "tap", "select"), "Origin", "http://evil.test"),
		"too large": formRequest("/settings", "tap", "select", "x", strings.Repeat("x", 70000)),
		"PUT":       httptest.NewRequest("PUT", origin+"/settings", nil),
	} {
		a := b.send(r)
		if want := map[string]int{"foreign": 403, "too large": 413, "PUT": 405}[name]; a.status != want || a.header.Get("Set-Cookie") != "" {
			t.Errorf("%s: status %d, want %d, cookie %q", name, a.status, want, a.header.Get("Set-Cookie"))
		}
	}
	if got := chosen(b.get("/settings")); got != "" {
		t.Errorf("chosen are %s", got)
	}
}
