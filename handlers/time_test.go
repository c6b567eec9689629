package handlers

import (
	"net/http"
	"testing"
	"time"
)

func TestTimePlayedRunsWhileThePlayerIsAtTheTable(t *testing.T) {
	h := open(t, nil)
	b := h.browser()
	id := b.deal("indian")
	version := int64(1)
	for _, c := range []struct {
		wait  time.Duration
		act   []string
		shows string
	}{
		{90 * time.Second, []string{"moves", "move", "d"}, "0:00"}, // before the first move nothing runs
		{30 * time.Second, []string{"moves", "move", "d"}, "0:30"},
		{2 * time.Minute, []string{"undo"}, "2:30"},                          // two minutes are time to think
		{2*time.Minute + time.Millisecond, []string{"redo"}, "2:30"},         // more is none
		{24 * time.Hour, []string{"moves", "move", "d"}, "2:30"},             // nor is a day
		{-time.Hour, []string{"moves", "move", "d"}, "2:30"},                 // the clock is set back
		{15 * time.Second, []string{"moves", "move", "d"}, "2:45"},           // and runs on
		{500 * time.Millisecond, []string{"moves", "move", "d"}, "2:45"},     // parts of a second
		{500 * time.Millisecond, []string{"restart"}, "2:46"},                // add up
		{-100 * 365 * 24 * time.Hour, []string{"redo"}, "2:46"},              // a broken clock
		{100 * 365 * 24 * time.Hour, []string{"moves", "move", "d"}, "2:46"}, // repaired
		{14 * time.Second, []string{"give-up"}, "3:00"},
	} {
		h.now = h.now.Add(c.wait)
		b.act(id, c.act, version).want(http.StatusSeeOther)
		version++
		if shown := b.get("/games/" + id).text(".facts time"); shown != c.shows {
			t.Errorf("%v later, after %q, the board shows %s, want %s", c.wait, c.act, shown, c.shows)
		}
	}
}

func TestLookingAndClicksThatDoNothingAreNoTimePlayed(t *testing.T) {
	h := open(t, nil)
	b := h.browser()
	id := b.deal("indian")
	b.act(id, []string{"moves", "move", "d"}, 1).want(http.StatusSeeOther)
	for range 10 { // in all more than two minutes
		h.now = h.now.Add(time.Minute)
		b.get("/games/" + id + "?from=w").want(http.StatusOK)
		b.act(id, []string{"moves", "move", "c1c1"}, 2).want(http.StatusUnprocessableEntity)
		b.act(id, []string{"redo"}, 2).want(http.StatusSeeOther)
		b.act(id, []string{"undo"}, 1).want(http.StatusConflict)
	}
	b.act(id, []string{"moves", "move", "d"}, 2).want(http.StatusSeeOther)
	if shown := b.get("/games/" + id).text(".facts time"); shown != "0:00" {
		t.Errorf("the board shows %s", shown)
	}
}

func TestTimePlayedOfMoreThanAnHourShowsHours(t *testing.T) {
	h := open(t, nil)
	b := h.browser()
	id := b.deal("indian")
	for i := range 40 {
		b.act(id, []string{"moves", "move", "d"}, int64(i+1)).want(http.StatusSeeOther)
		h.now = h.now.Add(2 * time.Minute)
	}
	time := b.get("/games/" + id).doc().Find(".facts time")
	if time.Text() != "1:18:00" || time.AttrOr("aria-label", "") != "Time played 1:18:00" {
		t.Errorf("the board shows %s, speaks %s", time.Text(), time.AttrOr("aria-label", ""))
	}
}
