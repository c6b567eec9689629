package handlers

import (
	"encoding/json"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"testing"

	"fortythieves/views"
)

// speaks is the language of a page, with its first heading.
func (b *browser) speaks(path string, headers ...string) string {
	b.tb.Helper()
	r := get(path)
	for i := 0; i < len(headers); i += 2 {
		r = with(r, headers[i], headers[i+1])
	}
	a := b.send(r)
	return a.doc().Find("html").AttrOr("lang", "") + " " + a.text("h1")
}

func TestTheLanguageIsTheOneAskedForElseTheOneChosenElseThatOfTheBrowser(t *testing.T) {
	b := open(t, nil).browser()
	const asks = "Accept-Language"
	check := func(when, want string, path string, headers ...string) {
		t.Helper()
		if got := b.speaks(path, headers...); got != want {
			t.Errorf("%s, %s: %s, want %s", when, path, got, want)
		}
	}
	check("no wish", "en Settings", "/settings")
	check("a wish", "hu Beállítások", "/settings", asks, "hu-HU,hu;q=0.9,en;q=0.8")
	check("a language that is not there", "en Settings", "/settings?lang=xx", asks, "fr")
	check("asked for", "da Indstillinger", "/settings?lang=da", asks, "hu")
	check("asking is not choosing", "hu Beállítások", "/settings", asks, "hu")
	b.post("/language", "lang", "mk", "to", "/rules").want(http.StatusSeeOther)
	check("chosen", "mk Поставки", "/settings", asks, "hu")
	check("asked for, though chosen", "da Indstillinger", "/settings?lang=da", asks, "hu")
	check("an error", "mk Не е тука", "/nope", asks, "hu")
	id := b.deal("indian") // a visitor becomes a player
	check("a player", "mk Индиски (Indian)", "/games/"+id, asks, "hu")
	b.choose("lang", "id", "table", "blue")
	check("by the settings", "id Pengaturan", "/settings")
	b.post("/language", "lang", "af")
	if a := b.get("/settings"); a.text("h1") != "Instellings" || !strings.Contains(a.body, `data-table="blue"`) || strings.Contains(a.body, "data-lang") {
		t.Error("choosing a language changes other settings, or does nothing")
	}
	b.choose("lang", "auto")
	check("as the browser asks", "hu Beállítások", "/settings", asks, "hu")
}

func TestAnAnswerToTheScriptIsInTheLanguageOfItsPage(t *testing.T) {
	b := open(t, nil).browser()
	id := b.deal("indian")
	r := with(with(formRequest("/games/"+id+"/moves", "move", "d", "version", "1"), "HX-Request", "true"), "HX-Current-URL", origin+"/games/"+id+"?lang=da")
	if a := b.send(r).want(http.StatusOK); !strings.Contains(a.body, "1 træk") {
		t.Errorf("the answer is %s", a.body)
	}
	if a := b.send(with(with(get("/games/"+id), "HX-Request", "true"), "HX-Current-URL", "%zz")).want(http.StatusOK); !strings.Contains(a.body, "1 move") {
		t.Errorf("without a page the answer is %s", a.body)
	}
}

func TestChoosingALanguageLeadsBackToThePage(t *testing.T) {
	for _, base := range []string{"", "/cards"} {
		b := open(t, func(o *Options) { o.Base = base }).browser()
		for _, path := range []string{"/", "/rules/lucas", "/stats?span=year", "/?q=napoleon"} {
			field := b.get(base+path).doc().Find(".languages [name=to]").AttrOr("value", "")
			if place := b.post(base+"/language", "lang", "da", "to", field).place(); place != base+path {
				t.Errorf("from %s it leads to %s", base+path, place)
			}
		}
		if field := b.get(base+"/rules?lang=hu").doc().Find(".languages [name=to]").AttrOr("value", ""); field != "/rules" {
			t.Errorf("from a page in an asked language it leads to %s", field)
		}
		for _, to := range []string{"", "x", "//evil.test", "///evil.test", "https://evil.test/", "/\\evil.test", "\n/x", "javascript:x"} {
			place := b.post(base+"/language", "lang", "da", "to", to).want(http.StatusSeeOther).place()
			if place != base+"/" && place != base+"/%5Cevil.test" {
				t.Errorf("%q leads to %s", to, place)
			}
		}
	}
}

func TestEveryFooterOffersEveryLanguageInItself(t *testing.T) {
	b := open(t, nil).browser()
	for _, l := range views.Locales {
		for _, path := range []string{"/", "/rules", "/rules/lucas", "/settings", "/stats", "/history", "/daily", "/devices", "/privacy"} {
			buttons := b.get(path + "?lang=" + l.Lang).doc().Find("footer .languages button")
			if buttons.Length() != len(views.Locales) || buttons.Filter("[aria-current]").Text() != l.Own {
				t.Errorf("%s in %s offers %s", path, l.Lang, buttons.Text())
			}
			for i, other := range views.Locales {
				if e := buttons.Eq(i); e.AttrOr("lang", "") != other.Lang || e.Text() != other.Own {
					t.Errorf("%s offers %s as %s", path, other.Lang, e.Text())
				}
			}
		}
	}
}

func TestWordsOfAnotherLanguageAreMarked(t *testing.T) {
	b := open(t, nil).browser()
	for path, want := range map[string]string{
		"/?lang=en":               "fr Le Cadran",
		"/?lang=da":               "en (Indian)|en (Limited)|en (Little Forty)|en (Rank and File)|en Big Forty|en Napoleon at St Helena|en Roosevelt at San Juan|fr Le Cadran",
		"/rules/indian?lang=hu":   "en (Indian)",
		"/rules/lucas?lang=hu":    "",
		"/deal/streets/7?lang=mk": "en (Forty Thieves)|en (Indian)|en (Limited)|en (Little Forty)|en (Rank and File)",
	} {
		var got []string
		for _, e := range b.get(path).want(http.StatusOK).doc().Find("body span[lang]").EachIter() {
			got = append(got, e.AttrOr("lang", "")+" "+e.Text())
		}
		slices.Sort(got)
		if text := strings.Join(slices.Compact(got), "|"); text != want {
			t.Errorf("%s marks %s, want %s", path, text, want)
		}
	}
}

func TestTheManifestIsInTheLanguageOfThePage(t *testing.T) {
	b := open(t, nil).browser()
	b.choose("lang", "mk")
	at := b.get("/").doc().Find("link[rel=manifest]").AttrOr("href", "")
	other := b.browser() // a browser fetches it without cookies
	var m struct{ Name, Lang string }
	if err := json.Unmarshal([]byte(other.get(at).want(http.StatusOK).body), &m); err != nil || m.Name != "Четириесет крадци" || m.Lang != "mk" {
		t.Errorf("the manifest at %s is %+v, %v", at, m, err)
	}
}

func TestNoPageInAnotherLanguageHasAnEnglishSentence(t *testing.T) {
	kinds := everyKind(t)
	english := map[string]bool{}
	for _, a := range kinds {
		for _, s := range sentences(a) {
			english[s] = true
		}
	}
	b := open(t, nil).browser()
	id := b.deal("indian")
	// What is a name or a sign in all languages.
	same := []string{"Lucas", "Maria", "Menu", "Afrikaans", "Dansk", "Magyar", "Bahasa Indonesia", "November 2026", "September 2026"}
	for _, l := range views.Locales[1:] {
		for _, path := range []string{"/", "/rules", "/rules/lucas", "/settings", "/stats", "/history", "/daily", "/devices", "/privacy", "/nope", "/games/" + id, "/games/" + id + "?ask=give-up"} {
			a := b.send(get(path + map[bool]string{true: "&", false: "?"}[strings.Contains(path, "?")] + "lang=" + l.Lang))
			doc := a.doc()
			doc.Find("[lang]:not(html)").Remove()
			var left []string
			for _, s := range sentences(&answer{tb: t, body: must(doc.Html())}) {
				if english[s] && strings.ContainsAny(s, "abcdefghijklmnopqrstuvwxyz") && !slices.Contains(same, s) {
					left = append(left, s)
				}
			}
			if len(left) > 0 {
				t.Errorf("%s in %s says %q", path, l.Lang, left)
			}
		}
	}
}

func TestACatalogueThatLacksSomethingIsCountedInTheLogOnce(t *testing.T) {
	l := views.Language("da")
	l.Missing = []string{"waste", "stock"}
	t.Cleanup(func() { l.Missing = nil })
	var log strings.Builder
	h := open(t, func(o *Options) { o.Log = slog.New(slog.NewTextHandler(&log, nil)) })
	h.browser().get("/?lang=da")
	h.browser().get("/?lang=da")
	if n := strings.Count(log.String(), "language=da sentences=2"); n != 1 {
		t.Errorf("it is counted %d times: %s", n, log.String())
	}
}
