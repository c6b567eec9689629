package handlers

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"fortythieves/db"
)

func TestOfTwoTabsOnTheSameBoardExactlyOneMoves(t *testing.T) {
	b := open(t, nil).browser()
	const pairs = 200
	actions := [][2][]string{
		{{"moves", "move", "d"}, {"moves", "move", "d"}},
		{{"moves", "move", "d"}, {"undo"}},
		{{"redo"}, {"moves", "move", "d"}},
		{{"undo"}, {"undo"}},
		{{"moves", "from", "s", "to", "w"}, {"restart"}},
	}
	var id string
	for i := range pairs {
		if i%20 == 0 { // a game, in which one move is made and one is taken back
			id = b.practise("indian", uint32(i+1))
			for version, action := range [][]string{{"moves", "move", "d"}, {"moves", "move", "d"}, {"undo"}} {
				b.act(id, action, int64(version+1)).want(http.StatusSeeOther)
			}
		}
		before := b.load(id)
		pair := actions[i%len(actions)]
		statuses := b.together(id, pair, before.Version)
		slices.Sort(statuses)
		if statuses[0] >= 400 || statuses[1] != http.StatusConflict {
			t.Fatalf("pair %d, %q: statuses %v", i, pair, statuses)
		}
		after := b.load(id)
		if after.Version != before.Version+1 {
			t.Fatalf("pair %d, %q: from version %d to %d", i, pair, before.Version, after.Version)
		}
		if from, to := before.Play.Cursor(), after.Play.Cursor(); to != from+1 && to != from-1 && (to != 0 || pair[1][0] != "restart") {
			t.Fatalf("pair %d, %q: from %d moves made to %d", i, pair, from, to)
		}
		if after.Play.Cursor() < 1 || after.Play.Cursor() == len(after.Play.Moves()) {
			// so that the next pair has something to undo and to redo
			b.act(id, []string{"moves", "move", "d"}, after.Version).want(http.StatusSeeOther)
			b.act(id, []string{"moves", "move", "d"}, after.Version+1).want(http.StatusSeeOther)
			b.act(id, []string{"undo"}, after.Version+2).want(http.StatusSeeOther)
		}
	}
}

// act posts an action, which is the end of its address and its fields.
func (b *browser) act(id string, action []string, version int64) *answer {
	b.tb.Helper()
	return b.post("/games/"+id+"/"+action[0], append(slices.Clone(action[1:]), "version", fmt.Sprint(version))...)
}

// together posts two actions at the same time, one of them by htmx.
func (b *browser) together(id string, pair [2][]string, version int64) []int {
	statuses := make([]int, 2)
	start := make(chan struct{})
	var tabs sync.WaitGroup
	for i, action := range pair {
		tabs.Go(func() {
			<-start
			statuses[i] = b.with(i == 0).act(id, action, version).status
		})
	}
	close(start)
	tabs.Wait()
	return statuses
}

// load is a game of the browser's player, from the store.
func (b *browser) load(id string) *db.Game {
	b.tb.Helper()
	player, err := b.db.Player(b.tb.Context(), b.token())
	if err != nil {
		b.tb.Fatal(err)
	}
	g, err := b.db.Game(b.tb.Context(), player.ID, id)
	if err != nil {
		b.tb.Fatal(err)
	}
	return g
}

func TestTheLogGrowsByOneForEachRaceOfTwoMoves(t *testing.T) {
	b := open(t, nil).browser()
	id := b.practise("little-forty", 1)
	for i := range 80 { // as many draws as there are: 4 passes and 3 redeals
		b.together(id, [2][]string{{"moves", "move", "d"}, {"moves", "move", "d"}}, int64(i+1))
		if n := len(b.load(id).Play.Moves()); n != i+1 {
			t.Fatalf("after %d races the log has %d moves", i+1, n)
		}
	}
}

// meddling is a store in which something else happens just before a call.
type meddling struct {
	Store
	before map[string]func() // by the method; it happens once
}

func (m *meddling) meddle(method string) {
	if f := m.before[method]; f != nil {
		delete(m.before, method)
		f()
	}
}

func (m *meddling) Begin(ctx context.Context, t db.Token, g *db.Game, now time.Time) error {
	m.meddle("Begin")
	return m.Store.Begin(ctx, t, g, now)
}

func (m *meddling) Save(ctx context.Context, g *db.Game, now time.Time) error {
	m.meddle("Save")
	return m.Store.Save(ctx, g, now)
}

func (m *meddling) Follow(ctx context.Context, t db.Token, settings string, g *db.Game, now time.Time) error {
	m.meddle("Save")
	return m.Store.Follow(ctx, t, settings, g, now)
}

func (m *meddling) GiveUp(ctx context.Context, g *db.Game, now time.Time) error {
	m.meddle("GiveUp")
	return m.Store.GiveUp(ctx, g, now)
}

// In each case the other tab is quicker, and does its part between the reading and the writing of this
// one.
func TestWhatAnotherTabDoesInBetweenIsNeverLost(t *testing.T) {
	move, giveUp, newDeal := []string{"/games/{id}/moves", "move", "d"}, []string{"/games/{id}/give-up"}, []string{"/games", "variant", "indian"}
	for _, c := range []struct {
		name   string
		before string   // the call before which it happens
		other  []string // what the other tab posts
		this   []string // what this one posts
		moves  int      // made in the game beforehand
		status int
		place  string
		record string
	}{
		{"a move before a move", "Save", move, move, 1, 409, "", ""},
		{"the end before a move", "Save", giveUp, move, 1, 409, "", "1 0 0 0"},
		{"another deal before the first move", "Save", newDeal, move, 0, 404, "", ""},
		{"a move before the end", "GiveUp", move, giveUp, 1, 409, "", ""},
		{"the end before the end", "GiveUp", giveUp, giveUp, 1, 409, "", "1 0 0 0"},
		{"the end of an untouched deal before its end", "GiveUp", giveUp, giveUp, 0, 404, "", ""},
		{"the first move before the end of an untouched deal", "GiveUp", move, giveUp, 0, 409, "", ""},
		{"the first move before a new deal", "Begin", move, newDeal, 0, 303, "/", ""},
		{"a move before the yes to a new deal", "GiveUp", move, append(newDeal, "give-up", "{id}"), 1, 303, "/games/{id}?ask=new", ""},
	} {
		for _, htmx := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s, htmx %v", c.name, htmx), func(t *testing.T) {
				m := &meddling{before: map[string]func(){}}
				b := open(t, func(o *Options) { m.Store, o.Store = o.Store, m }).browser()
				id := b.deal("indian")
				for i := range c.moves {
					b.act(id, []string{"moves", "move", "d"}, int64(i+1)).want(http.StatusSeeOther)
				}
				version := fmt.Sprint(c.moves + 1)
				var then string
				m.before[c.before] = func() {
					b.submit(id, c.other, version)
					then = b.dump("games")
				}
				a := b.with(htmx).submit(id, c.this, version)
				if want := statusFor(c.status, htmx); a.status != want || a.place() != replaceID(c.place, id) {
					t.Errorf("status %d, to %q, want %d, to %q: %s", a.status, a.place(), want, c.place, a.body)
				}
				if now := b.dump("games"); now != then {
					t.Errorf("the other tab left\n%safterwards there is\n%s", then, now)
				}
				if r := b.recordOf(".overall"); r != c.record {
					t.Errorf("the record is %q, want %q", r, c.record)
				}
			})
		}
	}
}

// submit posts a form: its address, then its fields, with {id} for the game.
func (b *browser) submit(id string, form []string, version string) *answer {
	b.tb.Helper()
	fields := []string{"version", version}
	for _, f := range form[1:] {
		fields = append(fields, replaceID(f, id))
	}
	return b.post(replaceID(form[0], id), fields...)
}

func replaceID(text, id string) string { return strings.ReplaceAll(text, "{id}", id) }

// statusFor is the status with which htmx gets what is a redirect without it.
func statusFor(status int, htmx bool) int {
	if htmx && status == http.StatusSeeOther {
		return http.StatusNoContent
	}
	return status
}
