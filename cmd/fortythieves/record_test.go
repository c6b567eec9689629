package main

import (
	"database/sql"
	"fmt"
	"net/url"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"

	"fortythieves/db"
	"fortythieves/game"
	"fortythieves/game/gametest"
)

// enrich gives the first player of a site a record of two years: recorded wins with losses between them. Of
// Limited there is one game and of Number Ten none.
func (s *site) enrich(t *testing.T) {
	t.Helper()
	archive := db.Archive{Version: db.ArchiveVersion}
	at := time.Now().AddDate(-2, 0, 0)
	add := func(play *game.Game) {
		n, moves, result := len(archive.Games), play.Moves(), db.Lost
		if play.Won() {
			result = db.Won
		}
		begun := at
		at = at.Add(time.Duration(150+n%90) * time.Hour)
		archive.Games = append(archive.Games, db.ArchivedGame{Variant: play.Variant().Slug, Deal: play.Deal(), Counted: true,
			Cursor: len(moves), Moves: game.FormatMoves(moves), Undos: n % 4 / 2 * n, Restarts: n % 7 / 6,
			PlayedMS: int64(len(moves) * (2000 + 100*(n%17))), Created: begun, Started: begun, Touched: begun.Add(time.Hour), Settled: begun.Add(time.Hour), Result: result})
	}
	for _, v := range game.Variants {
		for i, text := range gametest.WonGames(v.Slug) {
			if v.Slug == "number-ten" || v.Slug == "limited" && i > 0 {
				break
			}
			g, err := game.Parse(text)
			if err != nil {
				t.Fatal(err)
			}
			g.Jump(len(g.Moves()))
			add(g)
			for lost := 0; v.Slug != "limited" && lost <= i; lost++ {
				g := game.New(v, uint32(1000+10*i+lost))
				for range 60 + 10*lost {
					legal := g.State().Legal()
					if len(legal) == 0 {
						break
					}
					best := slices.IndexFunc(legal, func(m game.Move) bool { return m.To == game.Foundation })
					if best < 0 {
						best = slices.Index(legal, game.Draw)
					}
					if err := g.Play(legal[max(best, 0)]); err != nil {
						t.Fatal(err)
					}
				}
				add(g)
			}
		}
	}
	n := 0
	done, err := s.store.Import(t.Context(), 1, archive, time.Now(), func() (string, error) { n++; return fmt.Sprintf("recorded-game-%08d", n), nil })
	if err != nil || len(done.Refused) > 0 || done.Added < 55 {
		t.Fatalf("%+v, %v", done, err)
	}
	own, err := sql.Open("sqlite", (&url.URL{Scheme: "file", Path: filepath.Join(s.dir, db.FileName), RawQuery: "_pragma=busy_timeout(5000)"}).String())
	if err != nil {
		t.Fatal(err)
	}
	defer own.Close()
	if _, err := own.Exec(`UPDATE games SET imported = 0`); err != nil {
		t.Fatal(err)
	}
}

// recordSights are the pages of the record, replays, daily deals, devices and data as a player may see them.
// limited has one game, number-ten none.
func (p *tab) recordSights() []sight {
	p.t.Helper()
	p.excuse("status of 409")
	p.excuse("Error Code 409")
	p.post("/daily", "variant", "streets")
	p.site.enrich(p.t)
	g, err := game.Parse(gametest.WonGames("rank-and-file")[0])
	if err != nil {
		p.t.Fatal(err)
	}
	done := p.practise("rank-and-file", g.Deal(), game.FormatMoves(g.Moves()[:60]))
	p.post(done+"/give-up", "version", "61")
	shared := p.post(done + "/share")
	step := func(id string) func(*tab) { return func(p *tab) { p.click(id) } }
	open := func(selector string) func(*tab) {
		return func(p *tab) {
			eval[any](p, `document.querySelectorAll(%s).forEach(e => e.open = true)`, quoted(selector))
		}
	}
	return []sight{
		{"stats", "/stats", nil},
		{"stats-open", "/stats", open("main details")},
		{"stats-game", "/stats?game=lucas&span=100", nil},
		{"stats-one", "/stats?game=limited", nil},
		{"stats-none", "/stats?game=number-ten", nil},
		{"history", "/history", nil},
		{"history-2", "/history?page=2", nil},
		{"replay", done + "/replay?at=30", nil},
		{"replay-start", done + "/replay", nil},
		{"replay-stepped", done + "/replay?at=30", step("#next")},
		{"replay-moves", done + "/replay?at=30", open(".moves")},
		{"replay-menu", done + "/replay?at=30", open(".bar .menu")},
		{"replay-shared", shared + "?at=60", nil},
		{"deal-page", "/deal/rank-and-file/4294967295", nil},
		{"deal-others", "/deal/maria/7", open(".notice details")},
		{"daily", "/daily", nil},
		{"daily-past", "/daily?date=" + time.Now().UTC().AddDate(0, 0, -2).Format("2006-01-02"), nil},
		{"devices", "/devices", nil},
		{"devices-code", "/devices", step("form[action='/devices/code'] button")},
		{"devices-recovery", "/devices", step("form[action='/devices/recovery'] button")},
		{"privacy", "/privacy", nil},
		{"privacy-ask", "/privacy?ask=delete", nil},
		{"room", "/", (*tab).crowd},
	}
}

func TestNoPageOfTheRecordIsWiderThanTheWindow(t *testing.T) {
	t.Parallel()
	p := newSite(t).open(t, laptop)
	for _, s := range p.recordSights() {
		for _, width := range []int64{320, 360, 1440} {
			p.resize(width, min(900, 2*width))
			s.show(p)
			if out := eval[[]string](p, outside); len(out) > 0 {
				t.Errorf("%s at %d pixels: outside of the window is\n%s", s.name, width, strings.Join(out, "\n"))
			}
		}
	}
}

func TestTheRecordIsReadInATextBrowser(t *testing.T) {
	t.Parallel()
	for _, b := range textBrowsers {
		t.Run(b.name, func(t *testing.T) {
			t.Parallel()
			s := newSite(t)
			r := s.read(t)
			r.press(r.find(".start button[value=maria]"))
			r.get("/stats")
			says := func(page string, patterns ...string) {
				t.Helper()
				text := b.noise.ReplaceAllString(r.dump(b.name, b.args), "")
				for _, p := range patterns {
					if !regexp.MustCompile(p).MatchString(text) {
						t.Errorf("%s says nothing like %q:\n%s", page, p, text)
					}
				}
			}
			says("an empty record", `(?m)^ *Played *$`, `(?m)^ *Win rate *$`, `(?m)all games +Forty Thieves +Indian`, `No such games yet`, `What counts`)
			s.enrich(t)
			r.get("/stats?game=lucas")
			says("the record", `Win rate`, `Games won among those played`, `33%`, `(?m)^ *Game +Result *$`, `(?m)^ *Lucas, \d+ \w+ \d{4} +won *$`,
				`(?m)^ *Lucas, \d+ \w+ \d{4} +lost *$`, `(?m)^ *After game +Win rate *$`, `(?m)^ *9 +33% *$`, `(?m)^ *Moves +Games *$`, `(?m)^ *\d+–\d+ +1 *$`)
			r.get("/history")
			says("the history", `(?m)^ *Ended +Game +Result +Moves +Time +Aids +Deal`, `(?m)^ *\d+ \w+( \d{4})? +Lucas +won, clean +196 +\d+:\d\d +– +3 +– +Replay`, `(?m)^ *\d+ \w+( \d{4})? +Maria +lost, \d+ cards?( home)? +\d+ +\d:\d\d +\d+ undos +\d+ +– +Replay`, `\b1 +2\b`)
			r.find("tbody tr").Each(func(_ int, row *goquery.Selection) {
				if cells := row.Find("td"); cells.Eq(1).Text() == "Lucas" && cells.Eq(3).Text() == "187" {
					r.get(cells.Last().Find("a").AttrOr("href", ""))
				}
			})
			r.follow("Next")
			r.follow("Next")
			says("the replay", `Replay of Lucas`, `Move 2 of 187`, `Stock: +57`, `Foundations:`, `(?m)^ *1\. `, `First +Back +Next +Last +Moves`, `Play on from here`, `Go to move`)
			r.get("/daily")
			says("the daily deals", `Forty Thieves`, `0 players tried it`, `(?m)^ *(CAPTION: )?\w+ \d{4} *$`, `(?m) 8 +9 +10`)
		})
	}
}

// crowd begins practice games until there is no room for another, and asks for one.
func (p *tab) crowd() {
	p.t.Helper()
	open, err := p.site.store.OpenGames(p.t.Context(), 1)
	if err != nil {
		p.t.Fatal(err)
	}
	practice := 0
	for _, g := range open {
		if !g.Counted && g.Started {
			practice++
		}
	}
	for n := practice; n < db.PracticeLimit; n++ {
		p.practise("lucas", uint32(500+n), "d")
	}
	eval[any](p, leave)
	eval[any](p, `(() => {
		const form = document.createElement("form");
		form.method = "post";
		form.action = "/games";
		for (const [name, value] of [["variant", "maria"], ["deal", "900"]]) {
			const field = document.createElement("input");
			[field.name, field.value] = [name, value];
			form.append(field);
		}
		document.body.append(form);
		form.submit();
	})()`)
	p.arrive("one practice game too many")
	if !p.has("button[name=room]") {
		p.t.Fatalf("it does not ask for room: %s", p.text("body"))
	}
}
