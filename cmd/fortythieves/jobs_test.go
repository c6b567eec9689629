package main

import (
	"crypto/sha256"
	"fmt"
	"log/slog"
	"testing"
	"time"

	"fortythieves/db"
	"fortythieves/game"
)

func TestPlayersAreForgottenOnlyByAClockThatIsBelieved(t *testing.T) {
	for _, c := range []struct {
		visits []time.Duration // ago, each of a player
		want   []bool          // who is still there
	}{
		{[]time.Duration{500 * day, day}, []bool{false, true}},
		{[]time.Duration{500 * day, 450 * day}, []bool{true, true}}, // nobody for a year: rather the clock
		{nil, nil},
	} {
		store, err := db.Open(t.Context(), t.TempDir())
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { store.Close() })
		token := func(i int) db.Token { return sha256.Sum256([]byte{byte(i)}) }
		for i, ago := range c.visits {
			g := &db.Game{ID: fmt.Sprint(i), Play: game.New(game.Variants[0], 1), Counted: true}
			if err := store.Begin(t.Context(), token(i), g, time.Now().Add(-ago)); err != nil {
				t.Fatal(err)
			}
		}
		if err := forgetting(store, slog.New(slog.DiscardHandler), 400).run(t.Context()); err != nil {
			t.Fatal(err)
		}
		for i, want := range c.want {
			if _, err := store.Player(t.Context(), token(i)); (err == nil) != want {
				t.Errorf("visits %v: player %d is there: %v, want %v", c.visits, i, err == nil, want)
			}
		}
	}
}

func TestTimeThatPassesIsNoJumpOfTheClock(t *testing.T) {
	now := time.Now()
	if got := jump(now, now.Add(25*time.Hour)); got != 0 {
		t.Errorf("time that passes jumps by %v", got)
	}
}
