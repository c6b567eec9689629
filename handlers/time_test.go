package handlers

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/gorilla/securecookie"

	"fortythieves/db"
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
	if shown := b.get("/games/" + id).text(".facts time[role=timer]"); shown != "1:18:00" {
		t.Errorf("the board shows %s", shown)
	}
}

// Each player wins a game, the clock jumps, and another game is won: three times.
func TestAClockThatJumpsLosesNoSessionAndNoStreak(t *testing.T) {
	for _, jump := range []time.Duration{-24 * time.Hour, 24 * time.Hour, 400 * 24 * time.Hour, -400 * 24 * time.Hour} {
		h := open(t, nil)
		b := h.browser()
		for i, slug := range []string{"lucas", "maria", "indian", "streets"} {
			id := finishByMove(b, slug)
			for _, back := range []time.Duration{jump, -jump, jump} {
				h.now = h.now.Add(back)
				if text := b.get("/games/" + id).want(http.StatusOK).text("body"); strings.Contains(text, "-0:") || strings.Contains(text, "−") {
					t.Errorf("after a jump of %v the board shows a negative time: %s", back, text)
				}
				b.get("/history").want(http.StatusOK)
			}
			player := must(h.db.Player(t.Context(), b.token()))
			record := must(h.db.Record(t.Context(), player.ID))
			if record.All.Streak != i+1 || record.All.Won != i+1 {
				t.Fatalf("with a clock that jumps by %v, after %d wins the record is %+v", jump, i+1, record.All)
			}
		}
		if n, err := h.db.Verify(t.Context(), func(d db.Difference) { t.Error(d) }); err != nil || n != 4 {
			t.Errorf("%d games are verified (%v)", n, err)
		}
	}
}

// The signature has a time of its own, which is the real one.
func TestACookieOfLongAgoIsStillKnown(t *testing.T) {
	h := open(t, nil)
	b := h.browser()
	id := b.plant(midGame(t), true)
	codec := cookieStore(Options{Keys: [][]byte{testKey}}).Codecs[0].(*securecookie.SecureCookie)
	values := map[any]any{}
	if err := codec.Decode(cookieName, b.cookie(), &values); err != nil {
		t.Fatal(err)
	}
	old := signedAt(t, time.Now().Add(-2*400*24*time.Hour), values[tokenKey].(string))
	r := get("/games/" + id)
	r.AddCookie(&http.Cookie{Name: cookieName, Value: old})
	h.browser().send(r).want(http.StatusOK)
}

// signedAt is the cookie of a token as it was signed at a time: the date, the value and the signature of
// both, as gorilla/securecookie writes it.
func signedAt(t *testing.T, at time.Time, token string) string {
	t.Helper()
	value := base64.URLEncoding.EncodeToString([]byte(token + "\n"))
	signed := fmt.Sprintf("%s|%d|%s|", cookieName, at.Unix(), value)
	mac := hmac.New(sha256.New, testKey)
	mac.Write([]byte(signed[:len(signed)-1]))
	return base64.URLEncoding.EncodeToString(append([]byte(signed), mac.Sum(nil)...)[len(cookieName)+1:])
}
