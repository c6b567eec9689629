package main

import (
	"strings"
	"sync"
	"testing"
	"time"
)

func TestALateAnswerNeverReplacesANewerBoard(t *testing.T) {
	t.Parallel()
	p := newSite(t).open(t, laptop)
	path := p.sit(scene{slug: "lucas", deal: 2})
	gate := make(chan struct{})
	answer := sync.OnceFunc(func() { close(gate) })
	defer answer()
	p.site.count(func(n int) (time.Duration, bool) {
		if n == 0 {
			<-gate
		}
		return 0, false
	})
	eval[any](p, `void (window.old = htmx.ajax("GET", location.pathname, {source: document.body, target: "#board", swap: "outerHTML"}).then(() => { window.came = true }))`)
	until(t, "the first request is made", func() bool { return p.site.requests() != "" })
	for _, made := range []string{"1 move", "2 moves"} {
		p.point("#draw")
		until(t, made, func() bool { return p.text(".facts span") == made })
	}
	if p.site.requests() != "GET, POST moves, POST moves" || eval[bool](p, `!!window.came`) {
		t.Fatalf("the old answer is no late one: %s", p.site.requests())
	}
	version := p.version()
	answer()
	until(t, "the old answer comes", func() bool { return eval[bool](p, `!!window.came`) })
	if p.version() != version || p.text(".facts span") != "2 moves" {
		t.Errorf("a late answer brought back version %s with %s", p.version(), p.text(".facts span"))
	}
	p.click("#draw")
	if log := p.site.log(t, path); log != "d,d,d" {
		t.Errorf("after it the moves are %s", log)
	}
}

// Without an answer the click says so, and with "Try again" nothing is lost or made twice.
func TestAServerThatIsAwayForAWhileLosesNothing(t *testing.T) {
	t.Parallel()
	p := newSite(t).open(t, laptop)
	p.excuse("net::ERR_")
	p.excuse("htmx:sendError")
	p.excuse("htmx:afterRequest")
	p.excuse("status of 409")
	p.excuse("status of 502")
	path := p.sit(scene{slug: "lucas", deal: 2})
	p.mark()
	p.click("#draw")
	before := p.table()
	p.site.stop()
	for range 2 {
		p.click("#draw")
		if said := p.text("#problem"); !strings.Contains(said, "did not answer") || !p.has("#problem button") {
			t.Errorf("without a server a click says %q", said)
		}
		if p.table() != before {
			t.Errorf("without a server the table became\n%s", p.table())
		}
	}
	p.click("#problem button")
	if !p.has("#problem button") {
		t.Error("a retry in vain offers none again")
	}
	p.site.start(t)
	p.click("#problem button")
	p.idle()
	if p.has("#problem *") {
		t.Errorf("after the retry it still says %q", p.text("#problem"))
	}
	if log := p.site.log(t, path); log != "d,d,d" || !p.marked() {
		t.Errorf("after the retry the moves are %s; the page is the same: %v", log, p.marked())
	}

	// The move was made, and its answer was lost.
	p.site.count(func(n int) (time.Duration, bool) { return 0, n < 4 })
	p.click("#draw")
	p.site.count(nil)
	p.click("#problem button")
	p.idle()
	if log := p.site.log(t, path); log != "d,d,d,d" {
		t.Errorf("after a lost answer the moves are %s", log)
	}
	if said := p.text(".say"); p.text(".facts span") != "4 moves" || !strings.Contains(said, "changed elsewhere") && !strings.Contains(said, "drew") {
		t.Errorf("after a lost answer the page has %s and says %q", p.text(".facts span"), said)
	}
	p.shows("d,d,d,d")
}

func TestBackAndForwardShowTheBoardAsItIs(t *testing.T) {
	t.Parallel()
	p := newSite(t).open(t, laptop)
	path := p.sit(scene{slug: "lucas", deal: 2})
	other := p.second()
	made := func(when, want string) {
		t.Helper()
		until(t, when+" there are "+want, func() bool {
			return eval[string](p, `location.pathname`) == path && p.has(".facts span") && p.text(".facts span") == want
		})
	}
	p.click("#draw")
	p.menu(`a[href^="/rules/"]`)
	eval[any](p, `history.back()`)
	made("after Back", "1 move")
	eval[any](p, `history.forward()`)
	until(t, "the rules are there", func() bool { return strings.HasPrefix(p.path(), "/rules/") })
	other.visit(path)
	other.click("#draw")
	eval[any](p, `history.back()`)
	made("after a move in another tab and Back", "2 moves")
	p.click("#draw")
	other.visit(path)
	other.click("#undo")
	// As a page does that the browser has kept.
	eval[any](p, `void dispatchEvent(new PageTransitionEvent("pageshow", {persisted: true}))`)
	made("after an undo in another tab and a return from memory", "2 moves")
	p.shows("d,d")
}
