package handlers

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/netip"
	"strings"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"

	"fortythieves/db"
	"fortythieves/game"
)

// recordPage are the figures on the page of the record, as "Played 3 Won 1 …".
func (b *browser) recordPage(query string) map[string]string {
	b.tb.Helper()
	figures := map[string]string{}
	b.get("/stats" + query).want(http.StatusOK).doc().Find("dl.record > div").Each(func(_ int, d *goquery.Selection) {
		figures[d.Find("summary").Text()] = d.Find("dd").Text()
	})
	return figures
}

func TestThePageOfTheRecordAndItsFilters(t *testing.T) {
	h := open(t, nil)
	b := h.browser()
	if f := b.recordPage(""); f["Played"] != "0" || f["Win rate"] != "0%" && f["Win rate"] != "0 %" || f["Best time"] != "" || f["First game"] != "" {
		t.Errorf("an empty record: %v", f)
	}
	h.now = time.Date(2025, 12, 31, 23, 0, 0, 0, time.UTC)
	finishByMove(b, "lucas")
	if f := b.recordPage(""); f["Played"] != "1" || f["Won"] != "1" || f["Streak"] != "1" || f["Clean wins"] != "1" || f["Best time"] == "" || f["First game"] != "31 December 2025" {
		t.Errorf("one game: %v", f)
	}
	if n := b.get("/stats").doc().Find("svg").Length(); n < 2 {
		t.Errorf("one game has %d pictures", n)
	}
	h.now = time.Date(2026, 1, 1, 1, 0, 0, 0, time.UTC)
	b.lose("maria")
	finishByMove(b, "streets")
	for query, want := range map[string]string{
		"": "3 2 1 1 1", "?game=lucas": "1 1 0 1 1", "?game=maria": "1 0 1 0 0", "?game=indian": "0 0 0 0 0", "?span=year": "2 1 1 1 1",
		"?game=lucas&span=year": "0 0 0 0 0", "?span=100": "3 2 1 1 1", "?span=nope": "3 2 1 1 1",
	} {
		f := b.recordPage(query)
		if got := strings.Join([]string{f["Played"], f["Won"], f["Lost"], f["Streak"], f["Best streak"]}, " "); got != want {
			t.Errorf("%s: played, won, lost, streak, best are %s, want %s", query, got, want)
		}
	}
	for range 100 {
		b.lose("indian")
	}
	if f := b.recordPage("?span=100"); f["Played"] != "100" || f["Won"] != "0" || b.recordPage("")["Played"] != "103" {
		t.Errorf("the last hundred: %v", f)
	}
	b.get("/stats?game=nope").want(http.StatusNotFound)
	b.get("/stats").doc().Find("section.chart").Each(func(_ int, c *goquery.Selection) {
		if c.Find("svg").Length() != c.Find("table").Length() {
			t.Errorf("a picture without its table: %s", c.Text())
		}
	})

	first := b.get("/history").want(http.StatusOK)
	if rows := first.doc().Find("tbody tr").Length(); rows != 50 || first.doc().Find("a[href='/history?page=3']").Length() != 1 || first.doc().Find("a[href='/history?page=4']").Length() != 0 {
		t.Errorf("the first page has %d rows", rows)
	}
	last := b.get("/history?page=3").want(http.StatusOK)
	if rows := last.doc().Find("tbody tr").Length(); rows != 3 || !strings.Contains(last.text("tbody tr:last-child"), "Lucas") {
		t.Errorf("the last page has %d rows: %s", rows, last.text("tbody"))
	}
	last.doc().Find("tbody a").Each(func(_ int, a *goquery.Selection) { b.get(a.AttrOr("href", "")).want(http.StatusOK) })
	for _, page := range []string{"0", "-1", "x", "99999999999"} {
		b.get("/history?page=" + page).want(http.StatusNotFound)
	}
}

func TestAReplayStepsThroughASettledGameOfOnesOwn(t *testing.T) {
	h := open(t, nil)
	b := h.browser()
	id := finishByMove(b, "lucas")
	won, moves := wonGame(t, "lucas", 0)
	end := len(moves)
	root := "/games/" + id + "/replay"
	for at, want := range map[string]int{"": 0, "?at=0": 0, "?at=1": 1, "?at=-1": 0, "?at=-99": 0, "?at=9999": end, fmt.Sprint("?at=", end): end} {
		page := b.get(root + at).want(http.StatusOK)
		for button, to := range map[string]int{"#first": 0, "#back": max(0, want-1), "#next": min(end, want+1), "#last": end} {
			if href := page.doc().Find(button).AttrOr("href", ""); href != fmt.Sprintf("%s?at=%d", root, to) {
				t.Errorf("%s: %s leads to %s", at, button, href)
			}
		}
		if n := page.doc().Find(".moves ol li").Length(); n != end || page.doc().Find("#game .pile button:not([disabled])").Length() != 0 {
			t.Errorf("%s: %d moves are listed, or something can be played", at, n)
		}
	}
	for _, at := range []string{"abc", "1.5", "99999999999999999999"} {
		b.get(root + "?at=" + at).want(http.StatusBadRequest)
	}
	if frag := b.with(true).get(root + "?at=1").want(http.StatusOK); strings.Contains(frag.body, "<html") || frag.doc().Find("#board").Length() != 1 {
		t.Errorf("by htmx it is %s", frag.body)
	}

	open := b.deal("maria")
	b.post("/games/"+open+"/moves", "move", "d", "version", "1").want(http.StatusSeeOther)
	stranger := h.browser()
	theirs := stranger.lose("maria")
	for who, c := range map[string]struct {
		b    *browser
		game string
	}{"an open game": {b, open}, "another player's": {b, theirs}, "ours, for another": {stranger, id}, "for a visitor": {h.browser(), id}, "none": {b, "nope"}} {
		c.b.get("/games/" + c.game + "/replay").want(http.StatusNotFound)
		before := h.stored()
		c.b.post("/games/" + c.game + "/share\"").want(http.StatusNotFound)
		c.b.post("/games/"+c.game+"/replay/branch", "at", "1").want(http.StatusNotFound)
		h.unchanged(t, before)
		_ = who
	}

	branch := b.begun(b.post(root+"/branch", "at", "7"))
	if text := b.get("/games/" + branch).want(http.StatusOK).text(".facts span:first-child"); text != "7 moves" {
		t.Errorf("playing on at 7 begins with %s", text)
	}
	player := must(b.db.Player(t.Context(), b.token())).ID
	g := must(b.db.OpenGames(t.Context(), player))
	if g[0].ID != branch || g[0].Counted || g[0].Deal != won.Deal() || g[0].Moves != 7 {
		t.Errorf("it begins %+v", g[0])
	}
	for _, at := range []string{"", "x", "-1", fmt.Sprint(end + 1)} {
		b.post(root+"/branch", "at", at).want(http.StatusBadRequest)
	}
}

func TestASharedReplayShowsTheGameAndNothingOfThePlayer(t *testing.T) {
	h := open(t, nil)
	b := h.browser()
	id := finishByMove(b, "lucas")
	link := b.post("/games/" + id + "/share").want(http.StatusSeeOther).place()
	if again := b.post("/games/" + id + "/share").place(); again != link || !strings.HasPrefix(link, "/replay/") || len(link) != len("/replay/")+22 {
		t.Errorf("links %s and %s", link, again)
	}
	visitor := h.browser()
	for _, htmx := range []bool{false, true} {
		page := visitor.with(htmx).get(link + "?at=3").want(http.StatusOK)
		if strings.Contains(page.body, id) || page.doc().Find("form[action$='/share'], a[href$='/history']").Length() != 0 {
			t.Errorf("the shared page says whose it is: %s", page.body)
		}
		if page.header.Get("Set-Cookie") != "" {
			t.Error("it sets a cookie")
		}
	}
	branch := visitor.begun(visitor.post(link+"/branch", "at", "3"))
	visitor.get("/games/" + branch).want(http.StatusOK)
	if f := visitor.recordPage(""); f["Played"] != "0" {
		t.Errorf("the visitor's record: %v", f)
	}
	visitor.get("/replay/" + id).want(http.StatusNotFound)
	visitor.get("/games/" + id + "/replay").want(http.StatusNotFound)
	b.post("/delete").want(http.StatusSeeOther)
	visitor.get(link).want(http.StatusNotFound)
}

// boardOf is the part of a replay that shows the cards.
func boardOf(a *answer) string {
	a.tb.Helper()
	doc := a.doc()
	doc.Find("nav, script").Remove()
	html, err := doc.Find("#board").Html()
	if err != nil {
		a.tb.Fatal(err)
	}
	return html
}

func TestAReplayShowsOnlyTheCardsThatLieFaceUpAtThatMove(t *testing.T) {
	for _, slug := range []string{"indian", "number-ten", "rank-and-file"} {
		b := open(t, nil).browser()
		id := finishByMove(b, slug)
		won, moves := wonGame(t, slug, 0)
		for _, at := range []int{0, 5, 20, len(moves) / 2} {
			g := game.New(won.Variant(), won.Deal())
			for _, m := range moves[:at] {
				must(0, g.Play(m))
			}
			up := map[game.Card]bool{}
			for _, c := range hidden(g.State()) {
				up[c] = false
			}
			html := boardOf(b.get(fmt.Sprintf("/games/%s/replay?at=%d", id, at)))
			for c := range up {
				if strings.Contains(html, fmt.Sprintf(`id="%s"`, idOf(c))) {
					t.Errorf("%s at %d shows %s", slug, at, c)
				}
			}
			if len(up) == 0 {
				t.Errorf("%s at %d hides nothing", slug, at)
			}
		}
	}
}

func TestAChosenDealIsShownAndIsPractice(t *testing.T) {
	b := open(t, nil).browser()
	for _, path := range []string{"/deal/nope/1", "/deal/lucas/0", "/deal/lucas/4294967296", "/deal/lucas/-1", "/deal/lucas/x", "/deal/lucas/01x", "/deal/lucas", "/deal/lucas/1/2"} {
		b.get(path).want(http.StatusNotFound)
	}
	page := b.get("/deal/lucas/4294967295").want(http.StatusOK)
	if page.header.Get("Set-Cookie") != "" || b.stored() != "" || page.doc().Find("a[href='/deal/maria/4294967295']").Length() != 1 {
		t.Errorf("the deal is %s", page.body)
	}
	won, moves := wonGame(t, "lucas", 0)
	board := b.press(b.get(fmt.Sprintf("/deal/lucas/%d", won.Deal())), ".notice .go").want(http.StatusOK)
	b.playOn(board, moves)
	if f := b.recordPage(""); f["Played"] != "0" {
		t.Errorf("the record is %v", f)
	}
	if rows := b.get("/history").text("tbody"); !strings.Contains(rows, "ractice") {
		t.Errorf("the history is %s", rows)
	}
}

func (b *browser) dealOf(id string) string {
	b.tb.Helper()
	return b.get("/games/" + id).want(http.StatusOK).text(".more span:first-child")
}

func TestTheDailyDealIsTheSameForAllAndCountsOnce(t *testing.T) {
	h := open(t, nil)
	a, b := h.browser(), h.browser()
	if a.get("/daily").want(http.StatusOK); a.stored() != "" {
		t.Error("looking makes a player")
	}
	id := a.begun(a.post("/daily", "variant", "lucas", "zone", "Asia/Tokyo"))
	if again := a.begun(a.post("/daily", "variant", "lucas")); again != id {
		t.Error("a second press deals anew")
	}
	theirs := b.begun(b.post("/daily", "variant", "lucas"))
	seen := map[string]bool{a.dealOf(id): true}
	if b.dealOf(theirs) != a.dealOf(id) {
		t.Error("two players have two deals")
	}
	other := a.dealOf(a.begun(a.post("/daily", "variant", "maria")))
	if seen[other] {
		t.Error("two games have the same number")
	}
	if at := must(h.db.Zone(t.Context(), must(h.db.Player(t.Context(), a.token())).ID)); at.String() != "Asia/Tokyo" {
		t.Errorf("the zone is %s", at)
	}
	if text := a.get("/daily").text(".tile:has(h2:contains('Lucas'))"); strings.Contains(text, "1") {
		t.Errorf("before a move the tally is %s", text)
	}
	a.post("/games/"+id+"/moves", "move", "d", "version", "1").want(http.StatusSeeOther)
	b.post("/games/"+theirs+"/moves", "move", "d", "version", "1").want(http.StatusSeeOther)
	b.post("/games/"+theirs+"/give-up", "version", "2").want(http.StatusSeeOther)
	if got := must(h.db.Tallies(t.Context(), "2026-11-30"))["lucas"]; got != (db.Tally{Tried: 2}) {
		t.Errorf("tally %+v", got)
	}
	if f := b.recordPage(""); f["Played"] != "1" || f["Lost"] != "1" {
		t.Errorf("a lost daily deal: %v", f)
	}
	if again := b.begun(b.post("/daily", "variant", "lucas")); again != theirs {
		t.Error("a lost daily deal is dealt again")
	}

	h.now = h.now.Add(24 * time.Hour)
	asked := a.post("/daily", "variant", "lucas").want(http.StatusSeeOther)
	if asked.place() != "/games/"+id+"?ask=daily" {
		t.Fatalf("with a game open it leads to %s", asked.place())
	}
	page := a.follow(asked)
	if page.doc().Find(".ask").Length() != 1 {
		t.Fatalf("it does not ask: %s", page.body)
	}
	next := a.press(page, ".ask button").want(http.StatusOK)
	if deal := next.text(".more span:first-child"); seen[deal] || deal == "" {
		t.Errorf("the next day has %s", deal)
	}
	if f := a.recordPage(""); f["Lost"] != "1" {
		t.Errorf("after yes the record is %v", f)
	}
	past := a.get("/daily?date=2026-11-30").want(http.StatusOK)
	if past.doc().Find("form[action='/daily']").Length() != 0 || past.doc().Find("form[action='/games'] input[name=deal]").Length() != 9 {
		t.Error("a past day is no practice")
	}
	for _, date := range []string{"2026-12-02", "x", "2026-13-01", "2026-02-30", "0001-01-01", "9999-12-31"} {
		a.get("/daily?date=" + date).want(http.StatusNotFound)
	}
	a.post("/daily", "variant", "nope").want(http.StatusNotFound)
	a.post("/daily/zone", "zone", "Atlantis/X").want(http.StatusUnprocessableEntity)
	a.post("/daily/zone", "zone", "Local").want(http.StatusUnprocessableEntity)
	a.post("/daily/zone", "zone", "Europe/Copenhagen").want(http.StatusSeeOther)
	a.post("/daily/zone", "zone", "UTC").want(http.StatusUnprocessableEntity)
	h.browser().post("/daily/zone", "zone", "UTC").want(http.StatusNotFound)
}

func TestASecondBrowserIsLinkedByACodeAndBothPlayOn(t *testing.T) {
	h := open(t, nil)
	a, b := h.browser(), h.browser()
	id := a.deal("lucas")
	code := a.post("/devices/code").want(http.StatusOK).text("section.code output")
	if len(code) != 9 {
		t.Fatalf("the code is %q", code)
	}
	for _, wrong := range []string{"", "x", "0000-0000", code + "0"} {
		h.now = h.now.Add(15 * time.Second)
		if w := b.post("/devices/link", "code", wrong).want(http.StatusUnprocessableEntity); w.header.Get("Set-Cookie") != "" {
			t.Errorf("%q sets a cookie", wrong)
		}
	}
	b.token() // a planted cookie
	planted := b.cookie()
	b.post("/devices/link", "code", " "+strings.ToLower(code)).want(http.StatusSeeOther)
	if b.cookie() == planted || b.cookie() == a.cookie() {
		t.Error("the linked browser has no token of its own")
	}
	attacker := h.browser()
	attacker.jar.SetCookies(siteURL, []*http.Cookie{{Name: cookieName, Value: planted}})
	attacker.get("/games/" + id).want(http.StatusNotFound)

	h.now = h.now.Add(time.Minute)
	h.browser().post("/devices/link", "code", code).want(http.StatusUnprocessableEntity) // used
	b.post("/games/"+id+"/moves", "move", "d", "version", "1").want(http.StatusSeeOther)
	a.post("/games/"+id+"/moves", "move", "d", "version", "2").want(http.StatusSeeOther)

	devices := a.get("/devices").doc().Find("button[name=device]")
	if devices.Length() != 2 {
		t.Fatalf("%d devices", devices.Length())
	}
	stranger := h.browser()
	stranger.deal("maria")
	devices.Each(func(_ int, d *goquery.Selection) {
		stranger.post("/devices/end", "device", d.AttrOr("value", "")).want(http.StatusNotFound)
	})
	a.get("/devices").doc().Find("li").Each(func(_ int, li *goquery.Selection) {
		if !strings.Contains(li.Text(), "this") {
			a.post("/devices/end", "device", li.Find("button").AttrOr("value", "")).want(http.StatusSeeOther)
		}
	})
	b.get("/games/" + id).want(http.StatusNotFound)
	a.get("/games/" + id).want(http.StatusOK)

	late := a.post("/devices/code").text("section.code output")
	h.now = h.now.Add(10 * time.Minute)
	h.browser().post("/devices/link", "code", late).want(http.StatusUnprocessableEntity)
	recovery := a.post("/devices/recovery").text("section.code output")
	h.now = h.now.AddDate(2, 0, 0)
	lost := h.browser()
	lost.post("/devices/link", "code", recovery).want(http.StatusSeeOther)
	lost.get("/games/" + id).want(http.StatusOK)
	h.browser().post("/devices/link", "code", recovery).want(http.StatusUnprocessableEntity)

	own := h.browser() // one with games of its own is asked first
	mine := own.lose("maria")
	open := own.deal("maria")
	own.post("/games/"+open+"/moves", "move", "d", "version", "1").want(http.StatusSeeOther)
	code = a.post("/devices/code").text("section.code output")
	h.now = h.now.Add(time.Minute)
	page := own.post("/devices/link", "code", code).want(http.StatusOK)
	if page.doc().Find("a[href='/export']").Length() == 0 {
		t.Errorf("it offers no export: %s", page.body)
	}
	own.get("/games/" + open).want(http.StatusOK)
	own.press(page, "button[name=sure]").want(http.StatusOK)
	own.get("/games/" + mine).want(http.StatusNotFound) // never merged
	own.get("/games/" + id).want(http.StatusOK)
	for _, path := range []string{"/devices/code", "/devices/recovery", "/devices/end", "/delete"} {
		h.browser().post(path).want(http.StatusNotFound)
	}
}

func TestGuessingCodesIsHeldToItsLimits(t *testing.T) {
	h := open(t, func(o *Options) { o.Trusted = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")} })
	start := h.now
	guess := func(address, forwarded string) *answer {
		r := formRequest("/devices/link", "code", "0000-0000")
		r.RemoteAddr = address
		if forwarded != "" {
			r.Header.Set("X-Forwarded-For", forwarded)
		}
		return h.browser().send(r)
	}
	allowed := func(address func(i int) string, forwarded func(i int) string, n int) (ok int) {
		for i := range n {
			switch a := guess(address(i), forwarded(i)); a.status {
			case http.StatusUnprocessableEntity:
				ok++
			case http.StatusTooManyRequests:
				if a.header.Get("Retry-After") == "" {
					t.Error("no Retry-After")
				}
			default:
				t.Fatalf("status %d", a.status)
			}
		}
		return ok
	}
	none := func(int) string { return "" }
	one := func(int) string { return "203.0.113.9:1" }
	many := func(i int) string { return fmt.Sprintf("198.51.100.%d:1", i%200) }
	if n := allowed(one, none, 20); n != 5 {
		t.Errorf("one address had %d tries", n)
	}
	h.now = start.Add(10 * time.Minute)
	if n := allowed(one, func(i int) string { return fmt.Sprintf("10.0.0.%d", i) }, 20); n != 5 {
		t.Errorf("one address that makes others up had %d tries", n)
	}
	h.now = start.Add(20 * time.Minute)
	if n := allowed(many, none, 1000); n != 60 {
		t.Errorf("200 addresses had %d tries at once", n)
	}
	h.now = h.now.Add(time.Minute)
	if n := allowed(many, none, 1000); n != 60 {
		t.Errorf("200 addresses had %d tries a minute later", n)
	}
	h.now = start.Add(30 * time.Minute)
	if n := allowed(func(int) string { return "127.0.0.1:1" }, func(i int) string { return fmt.Sprintf("203.0.113.%d", i) }, 20); n != 20 {
		t.Errorf("20 addresses behind a proxy had %d tries", n)
	}
}

func TestDataIsTakenAwayBroughtBackAndDeleted(t *testing.T) {
	h := open(t, nil)
	a, b := h.browser(), h.browser()
	finishByMove(a, "lucas")
	a.lose("maria")
	file := a.get("/export").want(http.StatusOK)
	var archive db.Archive
	if err := json.Unmarshal([]byte(file.body), &archive); err != nil || len(archive.Games) != 2 {
		t.Fatalf("the export is %s", file.body)
	}
	if d := file.header.Get("Content-Disposition"); d != "attachment; filename=fortythieves-2026-11-30.json" {
		t.Errorf("Content-Disposition: %s", d)
	}
	b.get("/export").want(http.StatusNotFound)
	for _, want := range []string{"2 games imported. 0 were", "0 games imported. 2 were"} {
		if text := b.upload(file.body).want(http.StatusOK).text(".saved"); !strings.HasPrefix(text, want) {
			t.Errorf("it says %s, want %s", text, want)
		}
	}
	if f := b.recordPage(""); f["Played"] != "2" || f["Won"] != "1" || f["Streak"] != "0" {
		t.Errorf("the record imported is %v", f)
	}
	for range 5 { // in the order of the file
		bad := b.upload(`{"version":1,"games":[{"variant":"maria","deal":1,"moves":"x"},{"variant":"nope","deal":1},{"variant":"lucas"},{"deal":4}]}`).want(http.StatusOK)
		last := -1
		for n := range 4 {
			at := strings.Index(bad.text("section ul"), fmt.Sprintf("Game %d", n+1))
			if at < last || at < 0 {
				t.Fatalf("refused: %s", bad.text("section ul"))
			}
			last = at
		}
	}
	before := h.stored()
	for _, text := range []string{"", "x", "[]", "null", "{}", `{"version":2}`, `{"version":1,"games":[{"deal":-1}]}`, `{"version":1,"games":3}`} {
		b.upload(text).want(http.StatusUnprocessableEntity)
	}
	b.post("/import", "file", "x").want(http.StatusBadRequest)
	b.upload(strings.Repeat(" ", importLimit)).want(http.StatusRequestEntityTooLarge)
	b.send(with(importRequest(file.body), "Origin", "http://evil.test")).want(http.StatusForbidden)
	h.unchanged(t, before)
	if a := b.upload(`{"version":1,"games":[]}` + strings.Repeat(" ", 1<<20)); a.status != http.StatusOK {
		t.Errorf("a file of 1 MiB: status %d", a.status)
	}

	if b.get("/privacy").want(http.StatusOK).doc().Find("form[action='/delete']").Length() != 0 {
		t.Error("it deletes without a question")
	}
	gone := b.press(b.get("/privacy?ask=delete"), "form[action='/delete'] button").want(http.StatusOK)
	if cookies := b.jar.Cookies(siteURL); len(cookies) != 0 || gone.text("h1") == "" {
		t.Errorf("after the deletion there are the cookies %v", cookies)
	}
	if n := strings.Count(h.dump("players"), "\n"); n != 1 || h.games() != 2 {
		t.Errorf("%d players and %d games are left", n, h.games())
	}
	if f := a.recordPage(""); f["Played"] != "2" {
		t.Errorf("the other player's record is %v", f)
	}
	visitor := h.browser()
	if p := visitor.get("/privacy?ask=delete").want(http.StatusOK); p.doc().Find("form[action='/delete']").Length() != 0 {
		t.Error("a visitor is asked what to delete")
	}
}

// idOf is the id of the element of a card.
func idOf(c game.Card) string {
	for pack := range 2 {
		for s := game.Clubs; s <= game.Spades; s++ {
			for r := game.Ace; r <= game.King; r++ {
				if game.NewCard(pack, s, r) == c {
					return fmt.Sprintf("k%s%d", c, pack+1)
				}
			}
		}
	}
	return ""
}

func TestAMoreThanTwentiethPracticeGameAsksForRoom(t *testing.T) {
	h := open(t, nil)
	b := h.browser()
	done := b.lose("indian")
	begun := func(n int) *answer {
		return b.post("/games", "variant", "maria", "deal", fmt.Sprint(n+1))
	}
	for n := range db.PracticeLimit {
		id := b.begun(begun(n))
		b.post("/games/"+id+"/moves", "move", "d", "version", "1").want(http.StatusSeeOther)
		h.now = h.now.Add(time.Minute)
	}
	for _, ask := range []*answer{begun(20), b.post("/games/"+done+"/replay/branch", "at", "1")} {
		ask.want(http.StatusConflict)
		if list := ask.text(".practice"); !strings.Contains(list, "Maria, deal 1") || ask.doc().Find(".practice li").Length() != 1 {
			t.Errorf("it names %s", list)
		}
	}
	before := h.stored()
	b.post("/games", "variant", "maria", "deal", "21", "room", "2").want(http.StatusConflict)
	h.unchanged(t, before)
	b.press(begun(20), "button[name=room]").want(http.StatusOK)
	player := must(b.db.Player(t.Context(), b.token())).ID
	newest := must(b.db.OpenGames(t.Context(), player))[0].ID
	b.post("/games/"+newest+"/moves", "move", "d", "version", "1").want(http.StatusSeeOther) // or it would make room itself
	again := b.press(b.post("/games/"+done+"/replay/branch", "at", "1"), "button[name=room]").want(http.StatusOK)
	if text := again.text(".facts"); !strings.HasPrefix(text, "1 move") {
		t.Errorf("it begins at %s", text)
	}
	list := must(b.db.OpenGames(t.Context(), player))
	if len(list) != db.PracticeLimit || list[len(list)-1].Deal != 3 {
		t.Errorf("%d games are open, the oldest of deal %d", len(list), list[len(list)-1].Deal)
	}
}

func TestAWinIsFinalWhateverIsPostedAfterIt(t *testing.T) {
	h := open(t, nil)
	b := h.browser()
	id, last := b.nearlyWon("lucas")
	tab := b.get("/games/" + id).want(http.StatusOK) // a second one, which shows the board before the last move
	b.post("/games/"+id+"/moves", "move", last, "version", "1").want(http.StatusSeeOther)
	won := h.dump("games")
	for _, version := range []string{"1", "2", "3"} {
		for _, action := range [][]string{{"moves", "move", last}, {"moves", "move", "d"}, {"undo"}, {"redo"}, {"restart"}, {"restart", "back", "1"}, {"up"}, {"finish"}, {"give-up"}} {
			for _, htmx := range []bool{false, true} {
				a := b.with(htmx).post("/games/"+id+"/"+action[0], append(action[1:], "version", version)...)
				if a.status >= 500 {
					t.Errorf("%v at version %s: status %d", action, version, a.status)
				}
			}
		}
	}
	b.press(tab, "#undo").want(http.StatusConflict)
	if h.dump("games") != won {
		t.Errorf("the game was\n%s\nand is\n%s", won, h.dump("games"))
	}
	f := b.recordPage("")
	if got := strings.Join([]string{f["Played"], f["Won"], f["Lost"], f["Streak"], f["Best streak"], f["Clean wins"]}, " "); got != "1 1 0 1 1 1" {
		t.Errorf("the record is %s", got)
	}
	must(h.db.Verify(t.Context(), func(d db.Difference) { t.Errorf("%+v", d) }))
}

func TestALinkToBeSharedHasTheAddressThatBrowsersSee(t *testing.T) {
	for origin, want := range map[string]string{"": "http://cards.test", "https://example.org": "https://example.org"} {
		b := open(t, func(o *Options) { o.Origin, o.Base = origin, "/cards" }).browser()
		page := b.get("/cards/deal/maria/7").want(http.StatusOK)
		if got := page.doc().Find("#link").AttrOr("value", ""); got != want+"/cards/deal/maria/7" {
			t.Errorf("with the origin %q the link is %s", origin, got)
		}
	}
}
