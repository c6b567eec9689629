package handlers

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"fortythieves/game"
)

// recordOf is the overall record on the home page: played, won, streak, best; "" when nothing was
// played.
func (b *browser) recordOf(where string) string {
	b.tb.Helper()
	return figuresOf(b.with(false).get("/").want(http.StatusOK), where)
}

// games is the number of games that are stored.
func (h *house) games() int { return strings.Count(h.dump("games"), "\n") }

func TestDealsThatAreNotTouchedCountAsNothing(t *testing.T) {
	b := open(t, nil).browser()
	seen := map[string]bool{}
	for range 20 {
		seen[b.deal("indian")] = true
	}
	if len(seen) != 20 {
		t.Errorf("20 new deals were %d games", len(seen))
	}
	if r := b.recordOf(".overall"); r != "" {
		t.Errorf("the record is %s", r)
	}
	if n := b.games(); n != 1 {
		t.Errorf("%d games are stored", n)
	}
	home := b.get("/")
	if home.doc().Find("a[href^='/games/']").Length() > 0 {
		t.Errorf("an untouched deal is offered to go on with: %s", home.body)
	}
}

func TestANewDealAsksBeforeItGivesAGameUp(t *testing.T) {
	b := open(t, nil).browser()
	id := b.deal("indian")
	b.post("/games/"+id+"/moves", "move", "d", "version", "1").want(http.StatusSeeOther)
	home := b.get("/")
	if text := home.text(tileOf("indian") + " .start"); text != "Continue 1 move New deal" {
		t.Errorf("the tile offers %q", text)
	}
	if href := home.doc().Find(tileOf("indian")+" a.go").AttrOr("href", ""); href != "/games/"+id {
		t.Errorf("Continue leads to %s", href)
	}

	a := b.post("/games", "variant", "indian").want(http.StatusSeeOther)
	if a.place() != "/games/"+id+"?ask=new" {
		t.Fatalf("a new deal leads to %s", a.place())
	}
	asked := b.follow(a)
	if title := asked.text(".ask h2"); title != "Leave this game for a new deal?" {
		t.Errorf("it asks %q", title)
	}
	if r := b.recordOf(".overall"); r != "" {
		t.Errorf("asking makes the record %s", r)
	}
	kept := b.get(asked.doc().Find(".ask a.go").AttrOr("href", "")).want(http.StatusOK)
	if kept.doc().Find(".ask").Length() > 0 || kept.text(".facts span:first-child") != "1 move" {
		t.Errorf("Keep playing shows %s", kept.body)
	}

	next := b.press(asked, ".ask button")
	if next.text(".facts span:first-child") != "0 moves" || strings.Contains(next.body, id) {
		t.Errorf("yes leads to %s", next.body)
	}
	for _, where := range []string{".overall", tileOf("indian")} {
		if r := b.recordOf(where); r != "1 0 0 0" {
			t.Errorf("%s: after yes the record is %s", where, r)
		}
	}
	if title := b.get("/games/" + id).want(http.StatusOK).text(".notice h2"); title != "Given up" {
		t.Errorf("the old game says %q", title)
	}
}

func TestANewDealIsDealtAtOnceWhereNothingIsLostByIt(t *testing.T) {
	for _, htmx := range []bool{false, true} {
		for name, begin := range map[string]func(b *browser) (id string){
			"an untouched deal": func(b *browser) string { return b.deal("number-ten") },
			"practice":          func(b *browser) string { return b.plant(midGame(t), false) },
		} {
			b := open(t, nil).browser()
			id := begin(b)
			page := b.with(htmx).press(b.get("/games/"+id), ".menu button[name=variant]").want(http.StatusOK)
			if page.text(".facts span:first-child") != "0 moves" || strings.Contains(page.body, id) || page.text(".ask") != "" {
				t.Errorf("htmx %v, %s: a new deal leads to %s", htmx, name, page.body)
			}
			if r := b.recordOf(".overall"); r != "" {
				t.Errorf("htmx %v, %s: the record is %s", htmx, name, r)
			}
		}
	}
}

func TestGivingUpAsksAndIsALoss(t *testing.T) {
	for _, htmx := range []bool{false, true} {
		b := open(t, nil).browser().with(htmx)
		id := b.plant(midGame(t), true)
		href := b.with(false).get("/games/"+id).doc().Find("a:contains('Give up')").AttrOr("href", "")
		asked := b.get(href).want(http.StatusOK)
		if title := asked.text(".ask h2"); title != "Give this game up?" {
			t.Errorf("it asks %q", title)
		}
		if r := b.recordOf(".overall"); r != "" {
			t.Errorf("asking makes the record %s", r)
		}
		lost := b.press(asked, ".ask button").want(http.StatusOK)
		if notice := lost.text(".notice h2, .notice h2 + p"); notice != "Given up11 cards came home." {
			t.Errorf("the board says %q", notice)
		}
		if r := b.recordOf(".overall"); r != "1 0 0 0" {
			t.Errorf("the record is %s", r)
		}
	}
}

func TestGivingUpAnUntouchedDealIsNoLoss(t *testing.T) {
	for _, htmx := range []bool{false, true} {
		b := open(t, nil).browser().with(htmx)
		id := b.deal("indian")
		a := b.press(b.get("/games/"+id+"?ask=give-up"), ".ask button").want(http.StatusOK)
		if a.text("h1") != "Forty Thieves" {
			t.Errorf("giving up leads to %s", a.body)
		}
		if r := b.recordOf(".overall"); r != "" || b.games() != 0 {
			t.Errorf("the record is %q, with %d games", r, b.games())
		}
		b.post("/games/"+id+"/give-up", "version", "1").want(http.StatusNotFound)
	}
}

func TestASecondPOSTOfGivingUpChangesNothing(t *testing.T) {
	b := open(t, nil).browser()
	id := b.plant(midGame(t), true)
	b.post("/games/"+id+"/give-up", "version", "1").want(http.StatusSeeOther)
	before := b.stored()
	b.post("/games/"+id+"/give-up", "version", "1").want(http.StatusConflict)
	b.post("/games/"+id+"/give-up", "version", "2").want(http.StatusConflict)
	b.unchanged(t, before)
}

func TestASecondPOSTOfGiveUpAndDealAnewGivesNoSecondGameUp(t *testing.T) {
	b := open(t, nil).browser()
	id := b.plant(midGame(t), true)
	yes := []string{"variant", "number-ten", "give-up", id, "version", "1"}
	b.begun(b.post("/games", yes...))
	next := b.begun(b.post("/games", yes...))
	b.get("/games/" + next).want(http.StatusOK)
	if r := b.recordOf(".overall"); r != "1 0 0 0" || b.games() != 2 {
		t.Errorf("the record is %s, with %d games", r, b.games())
	}
	b.post("/games/"+next+"/moves", "move", "d", "version", "1").want(http.StatusSeeOther)
	if a := b.post("/games", yes...).want(http.StatusSeeOther); a.place() != "/games/"+next+"?ask=new" {
		t.Errorf("once the next game is begun, the form leads to %s", a.place())
	}
	if r := b.recordOf(".overall"); r != "1 0 0 0" {
		t.Errorf("the record is %s", r)
	}
}

func TestAnOldAnswerGivesUpNoGameThatWentOnElsewhere(t *testing.T) {
	b := open(t, nil).browser()
	id := b.deal("indian")
	b.post("/games/"+id+"/moves", "move", "d", "version", "1").want(http.StatusSeeOther)
	asked := b.get("/games/" + id + "?ask=new")
	b.post("/games/"+id+"/moves", "move", "d", "version", "2").want(http.StatusSeeOther)
	if again := b.press(asked, ".ask button"); again.text(".ask h2") != "Leave this game for a new deal?" {
		t.Errorf("the old answer leads to %s", again.body)
	}
	if r := b.recordOf(".overall"); r != "" {
		t.Errorf("the record is %s", r)
	}
}

func TestClosingTheTabIsNoLossAndTheGameIsThereAgain(t *testing.T) {
	h := open(t, nil)
	b := h.browser()
	id := b.plant(midGame(t), true)
	board := b.get("/games/" + id).body
	h.now = h.now.AddDate(0, 6, 0)
	if again := b.get("/games/" + id).body; again != board {
		t.Errorf("after half a year the board is\n%s\nnot\n%s", again, board)
	}
	if r := b.recordOf(".overall"); r != "" {
		t.Errorf("the record is %s", r)
	}
	if text := b.get("/").text(tileOf("number-ten") + " .start"); text != "Continue 40 moves New deal" {
		t.Errorf("the tile offers %q", text)
	}
}

func TestEachGameHasItsOwnOpenGame(t *testing.T) {
	b := open(t, nil).browser()
	for _, v := range game.Variants {
		id := b.deal(v.Slug)
		b.post("/games/"+id+"/moves", "move", "d", "version", "1").want(http.StatusSeeOther)
	}
	if n := b.get("/").doc().Find(".tile a.go").Length(); n != 9 {
		t.Errorf("%d games can be gone on with", n)
	}
}

func TestStreaksAreKeptPerGameAndOverAll(t *testing.T) {
	b := open(t, nil).browser()
	finishByMove(b, "maria")
	finishByMove(b, "lucas")
	lost := b.plant(must(game.Parse("maria 99 1 d")), true)
	b.post("/games/"+lost+"/give-up", "version", "1").want(http.StatusSeeOther)
	finishByMove(b, "streets")
	home := b.get("/")
	for where, want := range map[string]string{
		".overall": "4 3 1 2", tileOf("maria"): "2 1 0 1", tileOf("lucas"): "1 1 1 1", tileOf("streets"): "1 1 1 1", tileOf("indian"): "",
	} {
		if got := figuresOf(home, where); got != want {
			t.Errorf("%s: played, won, streak, best are %q, want %q", where, got, want)
		}
	}
}

func TestPracticeIsListedAndNeverCounts(t *testing.T) {
	for _, htmx := range []bool{false, true} {
		b := open(t, nil).browser()
		id := b.practise("indian", 4294967295)
		b.post("/games/"+id+"/moves", "move", "d", "version", "1").want(http.StatusSeeOther)
		home := b.get("/")
		if text := home.text(".practice"); text != "Indian, deal 4294967295, 1 move" {
			t.Errorf("the home page lists %q", text)
		}
		if text := home.text(tileOf("indian") + " .start"); text != "Play" {
			t.Errorf("with a practice game open the tile offers %q", text)
		}
		b.deal("indian") // does not ask
		b = b.with(htmx)
		asked := b.get("/games/" + id + "?ask=give-up")
		if text := asked.text(".ask p"); !strings.HasPrefix(text, "It is practice and does not count") {
			t.Errorf("it asks %q", text)
		}
		b.press(asked, ".ask button").want(http.StatusOK)
		if r := b.recordOf(".overall"); r != "" {
			t.Errorf("the record is %s", r)
		}
	}
}

func TestADealCountsOnceForAPlayer(t *testing.T) {
	h := open(t, nil)
	b := h.browser()
	h.deals = []uint32{7}
	id := b.deal("indian")
	b.post("/games/"+id+"/moves", "move", "d", "version", "1").want(http.StatusSeeOther)
	b.post("/games/"+id+"/give-up", "version", "2").want(http.StatusSeeOther)
	h.deals = []uint32{7, 8}
	if deal := b.get("/games/" + b.deal("indian")).text(".more span:first-child"); deal != "Deal 8" {
		t.Errorf("after the deal 7 was played, it deals %s", deal)
	}
}

func TestDealNumberZeroIsDrawnAgain(t *testing.T) {
	h := open(t, nil)
	h.deals = []uint32{0, 5}
	b := h.browser()
	if deal := b.get("/games/" + b.deal("indian")).text(".more span:first-child"); deal != "Deal 5" {
		t.Errorf("it deals %s", deal)
	}
}

func TestSearchFindsAGameByAnyOfItsNames(t *testing.T) {
	b := open(t, nil).browser()
	forty := []string{"Forty Thieves"}
	for _, c := range []struct {
		query string
		want  []string
	}{
		{"Big Forty", forty}, {"big forty", forty}, {"BIG  FORTY", forty}, {"Le Cadran", forty}, {"cadran", forty}, {"Cádran", forty},
		{"Napoleon at St Helena", forty}, {"napoleon at st. helena", forty}, {"Napoléon", forty}, {"st.helena", forty},
		{"Roosevelt at San Juan", forty}, {"roosevelt", forty}, {"forty-thieves", forty}, {"thieves", forty},
		{"forty", []string{"Forty Thieves", "Little Forty"}}, {"rank", []string{"Rank and File"}}, {"NUMBER-TEN", []string{"Number Ten"}},
	} {
		home := b.get("/?q=" + url.QueryEscape(c.query)).want(http.StatusOK)
		if got := tiles(home); !slices.Equal(got, c.want) {
			t.Errorf("%q finds %q, want %q", c.query, got, c.want)
		}
		if home.doc().Find("#q").AttrOr("value", "") != c.query || home.doc().Find("#q-hint a[href='/']").Length() != 1 {
			t.Errorf("%q: the search is %s", c.query, home.body)
		}
	}
}

func tiles(home *answer) (names []string) {
	home.tb.Helper()
	home.doc().Find(".tile h2").Each(func(_ int, h2 *goquery.Selection) { names = append(names, h2.Find("a").Text()) })
	return names
}

func TestASearchThatFindsNothingSaysSoAndShowsAllGames(t *testing.T) {
	b := open(t, nil).browser()
	for _, query := range []string{"zzz", "<zzz>", "klondike"} {
		home := b.get("/?q=" + url.QueryEscape(query)).want(http.StatusOK)
		if n := len(tiles(home)); n != 9 {
			t.Errorf("%q shows %d games", query, n)
		}
		if hint, want := home.text("#q-hint"), fmt.Sprintf("No game is called “%s”. Here are all nine.", query); hint != want {
			t.Errorf("%q: %s", query, hint)
		}
	}
}

func TestHomeShowsEachGameWithItsCharacter(t *testing.T) {
	home := open(t, nil).browser().get("/").want(http.StatusOK)
	for slug, want := range map[string]string{
		"forty-thieves": "10 columns of 4 build down in suit one card at a time",
		"indian":        "10 columns of 3 1 face down build down in any other suit one card at a time",
		"little-forty":  "10 columns of 4 build down in any other suit",
		"lucas":         "13 columns of 3 build down in suit one card at a time",
		"rank-and-file": "10 columns of 4 3 face down build down in alternating colours",
	} {
		var words []string
		home.doc().Find(tileOf(slug) + " .character li").Each(func(_ int, li *goquery.Selection) { words = append(words, li.Text()) })
		if text := strings.Join(words, " "); !strings.HasPrefix(text, want) {
			t.Errorf("%s is %q, want %q …", slug, text, want)
		}
	}
}
