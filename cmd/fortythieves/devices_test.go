package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"fortythieves/db"
	"fortythieves/game"
)

// link types a code on the page of the devices.
func (p *tab) link(code string) {
	p.t.Helper()
	p.visit("/devices")
	p.focus("#code")
	do(p, chromedp.KeyEvent(code))
	p.press(kb.Enter)
}

// fill puts a file into a field.
func (p *tab) fill(selector, file string) {
	p.t.Helper()
	do(p, chromedp.SetUploadFiles(selector, []string{file}))
}

// stranger fails unless the browser is a visitor's, who cannot see the game.
func (p *tab) stranger(path string) {
	p.t.Helper()
	p.visit("/devices")
	if list := p.texts(".practice li"); len(list) > 0 {
		p.t.Errorf("a visitor has the devices %q", list)
	}
	p.visit("/")
	if is := p.figures(".overall"); is != "" || p.has(".tile a.go") {
		p.t.Errorf("a visitor has the record %q, or open games", is)
	}
	p.excuse("status of 404")
	p.excuse("Error Code 404")
	p.visit(path)
	if p.has("#game") {
		p.t.Error("a visitor sees the game")
	}
}

func TestASecondBrowserIsLinkedByACodeBothPlayOnAndOneIsEnded(t *testing.T) {
	looks(t, laptop, func(t *testing.T, l look) {
		s := newSite(t, 11)
		one, two := s.open(t, l), s.open(t, l)
		one.click("button[value=maria]")
		one.click("#draw")
		path := one.path()
		one.visit("/devices")
		one.click("form[action='/devices/code'] button")
		two.link(strings.ToLower(one.text(".code output")))
		if list := two.texts(".practice li"); len(list) != 2 || !strings.Contains(list[0]+list[1], "this one") {
			t.Fatalf("after the code the devices are %q", list)
		}
		made := func(p *tab, want string) {
			t.Helper()
			p.visit(path)
			p.click("#draw")
			if is := p.text(".facts span"); is != want {
				t.Errorf("the next move makes %s, want %s", is, want)
			}
		}
		made(two, "2 moves")
		made(one, "3 moves")
		made(two, "4 moves")
		two.menu("a[href$=give-up]")
		two.click(".ask button")
		one.visit("/")
		if is := one.figures(".overall"); is != "1 0 0 0" {
			t.Errorf("what the second browser lost is %q for the first", is)
		}

		one.visit("/devices")
		list := one.texts(".practice li")
		other := slices.IndexFunc(list, func(text string) bool { return !strings.Contains(text, "this one") })
		one.click(`button[value="` + one.attributes(".practice button", "value")[other] + `"]`)
		if list := one.texts(".practice li"); len(list) != 1 || !strings.Contains(list[0], "this one") {
			t.Errorf("after one is ended the devices are %q", list)
		}
		two.stranger(path)
		one.visit(path)
		if !one.has("#game") {
			t.Error("the browser that stays does not see the game")
		}
	})
}

func TestARecoveryCodeBringsTheRecordToANewBrowserOnce(t *testing.T) {
	looks(t, laptop, func(t *testing.T, l look) {
		s := newSite(t, 11)
		lost := s.open(t, l)
		lost.click("button[value=maria]")
		lost.click("#draw")
		path := lost.path()
		lost.visit("/devices")
		lost.click("form[action='/devices/recovery'] button")
		code := lost.text(".code output")
		lost.visit("/devices")
		if lost.has(".code output") {
			t.Error("the code is shown twice")
		}
		found, third := s.open(t, l), s.open(t, l)
		found.link(code)
		found.visit(path)
		found.click("#draw")
		if is := found.text(".facts span"); is != "2 moves" {
			t.Errorf("in the new browser the game has %s", is)
		}
		third.excuse("status of 422")
		third.excuse("Error Code 422")
		third.link(code)
		if said := third.text("[role=alert]"); !strings.Contains(said, "used already") {
			t.Errorf("the second time it says %q", said)
		}
		third.stranger(path)
	})
}

func TestARecordIsExportedDeletedAndImportedIntoANewBrowser(t *testing.T) {
	looks(t, laptop, func(t *testing.T, l look) {
		deal, moves := recorded(t, "lucas")
		s := newSite(t, deal, 12)
		old := s.open(t, l)
		won := old.post("/games", "variant", "lucas")
		old.replay(won, game.FormatMoves(moves))
		old.click("button[value=maria]")
		old.click("#draw")
		old.menu("a[href$=give-up]")
		old.click(".ask button")

		old.visit("/privacy")
		href := old.attributes("main a[href$='/export']", "href")[0]
		text := do(old, chromedp.Evaluate[string](`fetch(`+quoted(href)+`).then(r => r.text())`, chromedp.EvalAwaitPromise))
		file := filepath.Join(t.TempDir(), "record.json")
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		old.click("a[href$='ask=delete']")
		old.click("form[action='/delete'] button")
		old.stranger(won)

		p := s.open(t, l)
		for _, want := range []string{"2 games imported. 0 were here already.", "0 games imported. 2 were here already."} {
			p.visit("/privacy")
			p.fill("#file", file)
			p.click("form[action='/import'] button")
			if said := p.text(".saved"); said != want {
				t.Errorf("it says %q, want %q", said, want)
			}
		}
		p.visit("/")
		if is := p.figures(".overall"); is != "2 1 0 0" {
			t.Errorf("the record is %q", is)
		}
		p.visit("/history")
		if rows := p.texts("tbody tr"); len(rows) != 2 || !strings.Contains(rows[1], "Lucas won, clean, imported") {
			t.Errorf("the history is %q", rows)
		}
		p.click("tbody tr:last-child a[href$='/replay']")
		if is := p.text(".facts"); !strings.HasPrefix(is, "Move 0 of ") {
			t.Errorf("the replay is at %q", is)
		}
		if games, err := s.store.Verify(t.Context(), func(d db.Difference) { t.Errorf("%+v", d) }); err != nil || games != 2 {
			t.Errorf("%d games, %v", games, err)
		}
	})
}
