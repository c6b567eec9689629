package db

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"fortythieves/game"
)

// verified fails unless Verify finds the store to be as its games make it.
func verified(t *testing.T, s *Store) {
	t.Helper()
	_, err := s.Verify(t.Context(), func(d Difference) { t.Errorf("verify: %+v", d) })
	must(t, err)
}

// ended is a settled game for Fold.
func ended(won, clean, imported bool, moves, home int, played time.Duration) Settled {
	g := Settled{Variant: game.Variants[0], Counted: true, Won: won, Imported: imported, Moves: moves, Home: home, Played: played}
	if !clean {
		g.Undos = 1
	}
	return g
}

func TestTheFiguresOfAListOfGames(t *testing.T) {
	const s = time.Second
	win, dirty, loss := ended(true, true, false, 100, 104, 60*s), ended(true, false, false, 110, 104, 50*s), ended(false, true, false, 9, 10, 5*s)
	long := ended(true, true, false, 300, 104, 600*s)
	from, loss2 := ended(true, true, true, 90, 104, 40*s), ended(false, true, false, 9, 21, 5*s)
	lostThere := ended(false, true, true, 9, 4, 5*s)
	for _, c := range []struct {
		what  string
		games []Settled
		want  Stats
	}{
		{"none", nil, Stats{}},
		{"a win", []Settled{win}, Stats{Played: 1, Won: 1, Streak: 1, Best: 1, Clean: 1, BestClean: 1, BestTime: 60 * s, MedianTime: 60 * s, FewestMoves: 100, Median: 100}},
		{"a win with an undo", []Settled{dirty}, Stats{Played: 1, Won: 1, Streak: 1, Best: 1, BestTime: 50 * s, MedianTime: 50 * s, FewestMoves: 110, Median: 110}},
		{"two losses, the average rounded", []Settled{loss, loss2}, Stats{Played: 2, Lost: 2, BestHome: 21, AverageHome: 16}},
		{"two wins have the lower median", []Settled{long, win}, Stats{Played: 2, Won: 2, Streak: 2, Best: 2, Clean: 2, BestClean: 2, BestTime: 60 * s, MedianTime: 60 * s, FewestMoves: 100, Median: 100}},
		{"three wins, one not clean between", []Settled{win, dirty, long}, Stats{Played: 3, Won: 3, Streak: 3, Best: 3, Clean: 2, BestClean: 1, BestTime: 50 * s, MedianTime: 60 * s, FewestMoves: 100, Median: 110}},
		{"an imported win lengthens no streak", []Settled{win, from}, Stats{Played: 2, Won: 2, Streak: 1, Best: 1, Clean: 2, BestClean: 1, BestTime: 40 * s, MedianTime: 40 * s, FewestMoves: 90, Median: 90}},
		{"an imported loss ends none", []Settled{win, lostThere, win}, Stats{Played: 3, Won: 2, Lost: 1, Streak: 2, Best: 2, Clean: 2, BestClean: 2, BestTime: 60 * s, MedianTime: 60 * s, FewestMoves: 100, Median: 100, BestHome: 4, AverageHome: 4}},
	} {
		if got := Fold(c.games); got != c.want {
			t.Errorf("%s:\n%+v, want\n%+v", c.what, got, c.want)
		}
	}
}

// TestFoldEqualsADefinitionOfEachFigure works out each figure by itself, from its definition.
func TestFoldEqualsADefinitionOfEachFigure(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		var games []Settled
		for range r.IntN(12) {
			won := r.IntN(2) == 0
			home := 104
			if !won {
				home = r.IntN(104)
			}
			games = append(games, ended(won, r.IntN(3) > 0, r.IntN(4) == 0, 1+r.IntN(300), home, time.Duration(r.IntN(5000))*time.Second))
		}
		got := Fold(games)
		var own []Settled // not imported
		var times, moves, homes []int
		for _, g := range games {
			if !g.Imported {
				own = append(own, g)
			}
			if g.Won {
				times, moves = append(times, int(g.Played/time.Second)), append(moves, g.Moves)
			} else {
				homes = append(homes, g.Home)
			}
		}
		longest := func(is func(Settled) bool) (most int) {
			for i := range own {
				for j := i; j < len(own) && is(own[j]); j++ {
					most = max(most, j-i+1)
				}
			}
			return most
		}
		streak := 0
		for i := len(own) - 1; i >= 0 && own[i].Won; i-- {
			streak++
		}
		slices.Sort(times)
		slices.Sort(moves)
		at := func(list []int, i int) int {
			if len(list) == 0 {
				return 0
			}
			return list[i]
		}
		want := Stats{Played: len(games), Won: len(times), Lost: len(homes), Streak: streak,
			Best: longest(func(g Settled) bool { return g.Won }), BestClean: longest(Settled.Clean),
			BestTime: time.Duration(at(times, 0)) * time.Second, MedianTime: time.Duration(at(times, (len(times)-1)/2)) * time.Second,
			FewestMoves: at(moves, 0), Median: at(moves, (len(moves)-1)/2)}
		for _, g := range games {
			if g.Clean() {
				want.Clean++
			}
		}
		sum := 0
		for _, h := range homes {
			want.BestHome, sum = max(want.BestHome, h), sum+h
		}
		if len(homes) > 0 {
			want.AverageHome = int(float64(sum)/float64(len(homes)) + 0.5)
		}
		if got != want {
			t.Fatalf("%+v\nfold %+v\nwant %+v", games, got, want)
		}
	}
}

func TestStoriesOfCleanAndOfRefusedEnds(t *testing.T) {
	for _, c := range []struct {
		what string
		tell func(t *teller)
		want Stats
	}{
		{"restart, then a win, which is not clean", func(t *teller) {
			g := t.begin("lucas", true, t.nextWon("lucas"))
			g.Restarts++
			t.finish(g)
		}, Stats{Played: 1, Won: 1, Streak: 1, Best: 1}},
		{"a win, and the POST of its last move again", func(t *teller) {
			t.tell("begin-to-win lucas")
			g := t.open["lucas"]
			t.finish(g)
			again := *g
			again.Version--
			if err := t.s.Save(t.Context(), &again, t.now.Add(time.Second)); !errors.Is(err, ErrSettled) {
				t.Errorf("the second time: %v", err)
			}
		}, Stats{Played: 1, Won: 1, Streak: 1, Best: 1, Clean: 1, BestClean: 1}},
		{"a lost deal dealt again", func(t *teller) {
			t.tell("lose lucas")
			g := &Game{ID: "again", Play: game.New(game.BySlug("lucas"), t.open["lucas"].Play.Deal()), Counted: true}
			if err := t.s.Begin(t.Context(), browser, g, t.now); !errors.Is(err, ErrDealCounted) {
				t.Errorf("the same deal: %v", err)
			}
		}, Stats{Played: 1, Lost: 1}},
		{"the clock 400 days ahead for a win, then right again", func(t *teller) {
			t.tell("win lucas")
			t.tell("clock 9600h")
			t.tell("win lucas")
			t.tell("clock -9600h")
			t.tell("lose lucas")
			t.tell("win lucas")
		}, Stats{Played: 4, Won: 3, Lost: 1, Streak: 1, Best: 2, Clean: 3, BestClean: 2}},
		{"the clock set back a day between the deal and the win", func(t *teller) {
			t.tell("begin-to-win lucas")
			t.tell("clock -24h")
			t.tell("go-on-to-win lucas")
		}, Stats{Played: 1, Won: 1, Streak: 1, Best: 1, Clean: 1, BestClean: 1}},
		{"practice at a move of a settled game", func(t *teller) {
			t.tell("lose lucas")
			g := &Game{ID: "branch", Play: t.open["lucas"].Play}
			must(t, t.s.Begin(t.Context(), browser, g, t.now))
			must(t, t.s.GiveUp(t.Context(), g, t.now))
		}, Stats{Played: 1, Lost: 1}},
	} {
		t.Run(c.what, func(t *testing.T) {
			tell := &teller{T: t, s: openStore(t), now: noon, won: wonGames(t), open: map[string]*Game{}}
			c.tell(tell)
			games, err := tell.s.Counted(t.Context(), 1)
			must(t, err)
			got := Fold(games)
			got.BestTime, got.MedianTime, got.FewestMoves, got.Median, got.BestHome, got.AverageHome, got.First, got.Latest = 0, 0, 0, 0, 0, 0, time.Time{}, time.Time{}
			if got != c.want {
				t.Errorf("%+v, want %+v", got, c.want)
			}
			if got.Won > got.Played {
				t.Error("more won than played")
			}
			verified(t, tell.s)
		})
	}
}

func TestVerifyFindsWhatWasTamperedWith(t *testing.T) {
	for what, c := range map[string]struct{ change, says string }{
		"a loss made a win":        {`UPDATE games SET result = 'won' WHERE result = 'lost'`, "do not win"},
		"a win made a loss":        {`UPDATE games SET result = 'lost' WHERE result = 'won'`, "its moves win"},
		"a win opened again":       {`UPDATE games SET result = NULL, settled_at = NULL WHERE result = 'won'`, "its moves win"},
		"more cards home":          {`UPDATE games SET home = home + 1 WHERE result = 'lost'`, "cards home"},
		"no cards home":            {`UPDATE games SET home = NULL WHERE result = 'won'`, "cards home"},
		"a move that cannot be":    {`UPDATE games SET moves = 'c1f,' || moves WHERE result = 'lost'`, "damaged"},
		"a move that is none":      {`UPDATE games SET moves = 'x' WHERE result = 'lost'`, "damaged"},
		"a cursor beyond the end":  {`UPDATE games SET cursor = 10000 WHERE result = 'lost'`, "damaged"},
		"a negative time":          {`UPDATE games SET played_ms = -1 WHERE result = 'lost'`, "negative"},
		"another deal":             {`UPDATE games SET deal = 77 WHERE result = 'won'`, ""},
		"a game that there is not": {`UPDATE games SET variant = 'nope' WHERE result = 'lost'`, "nope"},
		"moves, but no start":      {`UPDATE games SET started_at = NULL WHERE settled_at IS NULL`, "never started"},
	} {
		t.Run(what, func(t *testing.T) {
			tell := &teller{T: t, s: openStore(t), now: noon, won: wonGames(t), open: map[string]*Game{}}
			for _, event := range []string{"win lucas", "lose lucas", "start indian"} {
				tell.tell(event)
			}
			verified(t, tell.s)
			run(t, tell.s, c.change)
			var found []string
			games, err := tell.s.Verify(t.Context(), func(d Difference) { found = append(found, d.Text) })
			if games != 3 && err == nil {
				t.Errorf("%d games", games)
			}
			if err != nil {
				found = append(found, err.Error())
			}
			if len(found) == 0 || !strings.Contains(strings.Join(found, "\n"), c.says) {
				t.Errorf("found %q, %v", found, err)
			}
		})
	}
}

func TestTheDailyStreak(t *testing.T) {
	where := func(name string) *time.Location {
		at, err := time.LoadLocation(name)
		must(t, err)
		return at
	}
	type win struct{ at, zone string } // local time, and the zone chosen then
	const utc, tokyo, honolulu, cph = "UTC", "Asia/Tokyo", "Pacific/Honolulu", "Europe/Copenhagen"
	for _, c := range []struct {
		what          string
		wins          []win
		now           win
		current, best int
	}{
		{"none", nil, win{"2026-11-29 12:00", utc}, 0, 0},
		{"today", []win{{"2026-11-29 10:00", utc}}, win{"2026-11-29 12:00", utc}, 1, 1},
		{"yesterday, and alive", []win{{"2026-11-28 00:01", utc}}, win{"2026-11-29 23:59", utc}, 1, 1},
		{"the day before yesterday, 36 hours ago", []win{{"2026-11-27 23:00", utc}}, win{"2026-11-29 11:00", utc}, 1, 1},
		{"the day before yesterday, 37 hours ago", []win{{"2026-11-27 23:00", utc}}, win{"2026-11-29 12:00", utc}, 0, 1},
		{"twice a day", []win{{"2026-11-29 10:00", utc}, {"2026-11-29 11:00", utc}}, win{"2026-11-29 12:00", utc}, 1, 1},
		{"two days", []win{{"2026-11-28 00:10", utc}, {"2026-11-29 23:00", utc}}, win{"2026-11-29 23:30", utc}, 2, 2},
		{"a day left out", []win{{"2026-11-26 10:00", utc}, {"2026-11-27 10:00", utc}, {"2026-11-29 10:00", utc}}, win{"2026-11-29 12:00", utc}, 1, 2},
		{"a day left out, but 36 hours", []win{{"2026-11-27 22:00", utc}, {"2026-11-29 10:00", utc}}, win{"2026-11-29 12:00", utc}, 2, 2},
		{"a day left out, and 36 hours since the second win of a day", []win{{"2026-11-27 01:00", utc}, {"2026-11-27 22:00", utc}, {"2026-11-29 09:00", utc}}, win{"2026-11-29 12:00", utc}, 2, 2},
		{"flown east over a day's end", []win{{"2026-11-27 20:00", honolulu}, {"2026-11-29 21:00", tokyo}}, win{"2026-11-29 22:00", tokyo}, 2, 2},
		{"flown west", []win{{"2026-11-28 09:00", tokyo}, {"2026-11-28 20:00", honolulu}, {"2026-11-29 20:00", honolulu}}, win{"2026-11-29 21:00", honolulu}, 2, 2},
		{"the clocks go back", []win{{"2026-10-24 00:10", cph}, {"2026-10-25 23:50", cph}}, win{"2026-10-26 12:00", cph}, 2, 2},
		{"the clocks go forward", []win{{"2026-03-28 23:50", cph}, {"2026-03-29 03:10", cph}}, win{"2026-03-30 23:00", cph}, 2, 2},
		{"the zone was changed since: days stay as they were", []win{{"2026-11-28 09:00", tokyo}, {"2026-11-29 08:00", tokyo}}, win{"2026-11-29 12:00", utc}, 2, 2},
	} {
		var games []Daily
		moment := func(w win) time.Time {
			at, err := time.ParseInLocation("2006-01-02 15:04", w.at, where(w.zone))
			must(t, err)
			return at
		}
		for _, w := range c.wins {
			games = append(games, Daily{Result: Won, Day: w.at[:10], Ended: moment(w)})
		}
		games = append(games, Daily{Result: Lost, Ended: moment(c.now)}, Daily{}) // which matter nothing
		if current, best := DailyStreak(games, moment(c.now), where(c.now.zone)); current != c.current || best != c.best {
			t.Errorf("%s: %d and %d, want %d and %d", c.what, current, best, c.current, c.best)
		}
	}
}

// Real games on real days, as the store keeps them.
func TestTheDailyStreakOfAStory(t *testing.T) {
	type win struct{ at, zone string } // local time, and the zone that is chosen then, if another
	const utc, tokyo, honolulu, cph = "UTC", "Asia/Tokyo", "Pacific/Honolulu", "Europe/Copenhagen"
	for _, c := range []struct {
		what          string
		wins          []win
		current, best int // right after the last
	}{
		{"three days", []win{{"2026-11-27 23:50", utc}, {"2026-11-28 00:10", utc}, {"2026-11-29 23:50", utc}}, 3, 3},
		{"a day left out", []win{{"2026-11-25 10:00", utc}, {"2026-11-26 10:00", utc}, {"2026-11-28 10:00", utc}}, 1, 2},
		{"the clocks go back, and twice that night", []win{{"2026-10-24 23:50", cph}, {"2026-10-25 02:30", cph}, {"2026-10-25 23:50", cph}, {"2026-10-26 00:10", cph}}, 3, 3},
		{"the clocks go forward", []win{{"2026-03-28 00:10", cph}, {"2026-03-29 23:50", cph}, {"2026-03-30 23:50", cph}}, 3, 3},
		{"flown east over a day's end", []win{{"2026-11-26 20:00", honolulu}, {"2026-11-28 21:00", tokyo}, {"2026-11-29 21:00", tokyo}}, 3, 3},
		{"flown west, where a day comes again", []win{{"2026-11-27 00:30", tokyo}, {"2026-11-28 00:30", tokyo}, {"2026-11-29 00:30", tokyo}, {"2026-11-28 20:00", honolulu}, {"2026-11-29 20:00", honolulu}, {"2026-11-30 20:00", honolulu}}, 4, 4},
		{"the clock set back a day: a day counts once", []win{{"2026-11-27 10:00", utc}, {"2026-11-28 10:00", utc}, {"2026-11-29 10:00", utc}, {"2026-11-28 12:00", utc}, {"2026-11-29 12:00", utc}, {"2026-11-30 12:00", utc}}, 4, 4},
		{"the clock set forward a day and right again", []win{{"2026-11-28 10:00", utc}, {"2026-11-29 10:00", utc}, {"2026-11-28 12:00", utc}, {"2026-11-29 12:00", utc}}, 2, 2},
		{"the clock 400 days ahead, and right again: a gap is a gap", []win{{"2026-11-27 10:00", utc}, {"2026-11-28 10:00", utc}, {"2028-01-02 10:00", utc}, {"2026-11-29 10:00", utc}, {"2026-11-30 10:00", utc}, {"2026-12-05 10:00", utc}}, 1, 2},
		{"the clock 400 days ahead, and right again: days in a row count", []win{{"2028-01-02 10:00", utc}, {"2026-11-29 10:00", utc}, {"2026-11-30 10:00", utc}, {"2026-12-01 10:00", utc}}, 3, 3},
	} {
		t.Run(c.what, func(t *testing.T) {
			s, won := openStore(t), wonGames(t)["lucas"]
			zone, now := utc, time.Time{}
			for i, w := range c.wins {
				at, err := time.LoadLocation(w.zone)
				must(t, err)
				now, err = time.ParseInLocation("2006-01-02 15:04", w.at, at)
				must(t, err)
				play := won[i]
				g := &Game{ID: fmt.Sprint("d", i), Play: game.New(play.Variant(), play.Deal()), Counted: true, Daily: now.UTC().Format("2006-01-02")}
				must(t, s.Begin(t.Context(), browser, g, now))
				if w.zone != zone {
					zone = w.zone
					must(t, s.SetZone(t.Context(), g.Player, zone, now))
				}
				g.Play = play
				must(t, s.Save(t.Context(), g, now))
			}
			list, err := s.Dailies(t.Context(), 1)
			must(t, err)
			if current, best := DailyStreak(list, now, now.Location()); current != c.current || best != c.best {
				t.Errorf("%d and %d, want %d and %d: %+v", current, best, c.current, c.best, list)
			}
			verified(t, s)
		})
	}
}

func TestTheZoneChangesOnceADayAndTheDayIsFixedAtTheEnd(t *testing.T) {
	s := openStore(t)
	play := wonGames(t)["lucas"][0]
	g := &Game{ID: "daily", Play: game.New(play.Variant(), play.Deal()), Counted: true, Daily: "2026-11-29"}
	must(t, s.Begin(t.Context(), browser, g, noon))
	must(t, s.SetZone(t.Context(), g.Player, "Pacific/Kiritimati", noon)) // 14 hours ahead: it is tomorrow there
	g.Play = play
	must(t, s.Save(t.Context(), g, noon))
	for d, want := range map[time.Duration]error{0: ErrZone, time.Hour: ErrZone, 24*time.Hour - time.Millisecond: ErrZone} {
		if err := s.SetZone(t.Context(), g.Player, "UTC", noon.Add(d)); !errors.Is(err, want) {
			t.Errorf("after %s: %v", d, err)
		}
	}
	must(t, s.SetZone(t.Context(), g.Player, "UTC", noon.Add(24*time.Hour)))
	if at, err := s.Zone(t.Context(), g.Player); err != nil || at.String() != "UTC" {
		t.Errorf("zone %v, %v", at, err)
	}
	for _, bad := range []string{"", "Atlantis/Capital", "../../etc/passwd"} {
		if err := s.SetZone(t.Context(), g.Player, bad, noon.Add(100*time.Hour)); err == nil || errors.Is(err, ErrZone) {
			t.Errorf("zone %q: %v", bad, err)
		}
	}
	list, err := s.Dailies(t.Context(), g.Player)
	must(t, err)
	if len(list) != 1 || list[0].Day != "2026-11-30" || list[0].Date != "2026-11-29" || list[0].Result != Won || !list[0].Started {
		t.Errorf("%+v", list)
	}
	tallies, err := s.Tallies(t.Context(), "2026-11-29")
	must(t, err)
	if !reflect.DeepEqual(tallies, map[string]Tally{"lucas": {1, 1}}) {
		t.Errorf("%+v", tallies)
	}
}

// keys makes ids.
func keys(prefix string) func() (string, error) {
	n := 0
	return func() (string, error) { n++; return fmt.Sprint(prefix, n), nil }
}

// lifetime plays a record with something of every kind, and returns its player.
func lifetime(t *testing.T, s *Store) (Player, *teller) {
	t.Helper()
	tell := &teller{T: t, s: s, now: noon, won: wonGames(t), open: map[string]*Game{}}
	won := tell.won["lucas"][0]
	for _, event := range []string{"win lucas", "lose lucas", "win little-forty", "win lucas", "practice-loss maria", "start indian", "deal maria"} {
		tell.tell(event)
	}
	again := tell.begin("lucas", false, game.New(won.Variant(), won.Deal())) // the won deal once more, move by move
	again.Play = won
	tell.finish(again)
	p, err := s.Player(t.Context(), browser)
	must(t, err)
	return p, tell
}

func TestWhatIsExportedCanBeImportedOnce(t *testing.T) {
	s := openStore(t)
	p, tell := lifetime(t, s)
	a, err := s.Export(t.Context(), p, tell.now)
	must(t, err)
	if len(a.Games) != 7 || a.Version != ArchiveVersion || a.Figures.All != (Figures{4, 3, 2, 2}) {
		t.Fatalf("%d games, %+v", len(a.Games), a.Figures)
	}
	again, err := s.Import(t.Context(), p.ID, a, tell.now, keys("own"))
	must(t, err)
	if again.Added != 0 || again.Known != 7 || len(again.Refused) != 0 {
		t.Errorf("into the same record: %+v", again)
	}
	other, err := s.NewPlayer(t.Context(), Token{9}, tell.now)
	must(t, err)
	for i, want := range []Imported{{7, 0, map[int]Fault{}}, {0, 7, map[int]Fault{}}} {
		got, err := s.Import(t.Context(), other.ID, a, tell.now, keys(fmt.Sprint("import", i, " ")))
		must(t, err)
		if !reflect.DeepEqual(got, want) {
			t.Errorf("import %d: %+v, want %+v", i+1, got, want)
		}
	}
	b, err := s.Export(t.Context(), other, tell.now)
	must(t, err)
	for i := range a.Games {
		want := a.Games[i]
		if want.Result == "" {
			want.Counted = false
		}
		if b.Games[i] != want {
			t.Errorf("game %d: %+v, want %+v", i, b.Games[i], want)
		}
	}
	all, own := b.Figures.All, a.Figures.All
	if all.Played != own.Played || all.Won != own.Won || all.Streak != 0 || all.Best != 0 {
		t.Errorf("figures %+v, want those of %+v, without streaks", all, own)
	}
	open, err := s.OpenGames(t.Context(), other.ID)
	must(t, err)
	if len(open) != 1 || open[0].Counted || open[0].Variant.Slug != "indian" {
		t.Errorf("open: %+v", open)
	}
	verified(t, s)
}

func TestGamesThatAreNotAsTheySayAreLeftOut(t *testing.T) {
	s := openStore(t)
	p, tell := lifetime(t, s)
	a, err := s.Export(t.Context(), p, tell.now)
	must(t, err)
	won, lost, open := a.Games[0], a.Games[1], a.Games[5]
	other, err := s.NewPlayer(t.Context(), Token{9}, tell.now)
	must(t, err)
	for _, c := range []struct {
		want   Fault
		from   ArchivedGame
		change func(*ArchivedGame)
	}{
		{FaultMoves, lost, func(g *ArchivedGame) { g.Moves = "c1c1" }},
		{FaultMoves, lost, func(g *ArchivedGame) { g.Moves = "x" }},
		{FaultMoves, lost, func(g *ArchivedGame) { g.Moves, g.Cursor = "", 0 }},
		{FaultMoves, lost, func(g *ArchivedGame) { g.Cursor = -1 }},
		{FaultMoves, lost, func(g *ArchivedGame) { g.Cursor = 9 }},
		{FaultResult, lost, func(g *ArchivedGame) { g.Result = Won }},
		{FaultResult, won, func(g *ArchivedGame) { g.Result = Lost }},
		{FaultResult, won, func(g *ArchivedGame) { g.Result, g.Settled = "", time.Time{} }},
		{FaultResult, won, func(g *ArchivedGame) { g.Cursor-- }},
		{FaultResult, lost, func(g *ArchivedGame) { g.Result = "draw" }},
		{FaultVariant, lost, func(g *ArchivedGame) { g.Variant = "nope" }},
		{FaultNumber, lost, func(g *ArchivedGame) { g.Deal = 0 }},
		{FaultNumber, lost, func(g *ArchivedGame) { g.Undos = -1 }},
		{FaultNumber, lost, func(g *ArchivedGame) { g.Hints = -1 }},
		{FaultNumber, lost, func(g *ArchivedGame) { g.Restarts = -1 }},
		{FaultNumber, lost, func(g *ArchivedGame) { g.PlayedMS = -1 }},
		{FaultNumber, lost, func(g *ArchivedGame) { g.PlayedMS = 1<<63 - 1 }},
		{FaultTime, lost, func(g *ArchivedGame) { g.Settled = time.Time{} }},
		{FaultTime, lost, func(g *ArchivedGame) { g.Started = time.Time{} }},
		{FaultTime, lost, func(g *ArchivedGame) { g.Created = time.Time{} }},
		{FaultTime, open, func(g *ArchivedGame) { g.Touched = time.Time{} }},
		{FaultTime, open, func(g *ArchivedGame) { g.Settled = noon }},
		{FaultTime, lost, func(g *ArchivedGame) { g.Settled = noon.AddDate(400, 0, 0) }},
	} {
		g := c.from
		c.change(&g)
		in, err := s.Import(t.Context(), other.ID, Archive{Version: 1, Games: []ArchivedGame{g}}, tell.now, keys("x"))
		must(t, err)
		if in.Added != 0 || in.Known != 0 || in.Refused[0] != c.want {
			t.Errorf("%+v: %+v", g, in)
		}
	}
	if n := count(t, s, `SELECT COUNT(*) FROM games WHERE player_id = $1`, other.ID); n != 0 {
		t.Errorf("%d games were added", n)
	}
}

func TestACodeLinksOnceAndInTimeAndOnlyTheNewest(t *testing.T) {
	s := openStore(t)
	p := begin(t, s, "g", "lucas", 1).Player
	end := noon.Add(10 * time.Minute)
	next := byte(10)
	link := func(code, recovery string, at time.Time) error {
		next++
		err := s.Link(t.Context(), []byte(code), []byte(recovery), Token{next}, "Firefox, Linux", at)
		if got, errP := s.Player(t.Context(), Token{next}); (errP == nil) != (err == nil) || err == nil && got.ID != p {
			t.Errorf("link %v, then player %v, %v", err, got, errP)
		}
		return err
	}
	missed := func(what string, err error) {
		t.Helper()
		if !errors.Is(err, ErrNotFound) {
			t.Errorf("%s: %v", what, err)
		}
	}
	must(t, s.NewCode(t.Context(), p, []byte("one"), noon, end))
	must(t, s.NewCode(t.Context(), p, []byte("two"), noon, end))
	missed("wrong", link("x", "x", noon))
	missed("the earlier", link("one", "", noon))
	must(t, link("two", "", end.Add(-time.Millisecond)))
	missed("used", link("two", "", noon))
	must(t, s.NewCode(t.Context(), p, []byte("three"), noon, end))
	missed("too late", link("three", "", end))

	must(t, s.SetRecovery(t.Context(), p, []byte("r1")))
	must(t, s.SetRecovery(t.Context(), p, []byte("r2")))
	missed("the recovery code before", link("", "r1", noon))
	missed("a recovery code as a link", link("r2", "", noon))
	must(t, link("", "r2", noon.AddDate(9, 0, 0)))
	missed("a used recovery code", link("", "r2", noon))

	devices, err := s.Devices(t.Context(), p)
	must(t, err)
	if len(devices) != 3 || devices[0].Name != "Firefox, Linux" {
		t.Fatalf("%+v", devices)
	}
	stranger, err := s.NewPlayer(t.Context(), Token{99}, noon)
	must(t, err)
	must(t, s.EndDevice(t.Context(), stranger.ID, browser))
	if _, err := s.Player(t.Context(), browser); err != nil {
		t.Errorf("ended by another: %v", err)
	}
	must(t, s.EndDevice(t.Context(), p, browser))
	_, err = s.Player(t.Context(), browser)
	missed("ended", err)
	if n, _ := s.Devices(t.Context(), p); len(n) != 2 {
		t.Errorf("%d devices left", len(n))
	}
}

func TestDeletingLeavesNothing(t *testing.T) {
	dir := t.TempDir()
	s := openIn(t, dir)
	other := &Game{ID: "theirs", Play: game.New(game.BySlug("lucas"), 1), Counted: true}
	must(t, s.Begin(t.Context(), Token{2}, other, noon))
	play := wonGames(t)["lucas"][0]
	g := begin(t, s, "mine", "lucas", play.Deal())
	all := game.FormatMoves(play.Moves())
	for n := range play.Moves() {
		play.Jump(n + 1)
		g.Play = play
		must(t, s.Save(t.Context(), g, noon))
	}
	for i := range PracticeLimit {
		b := &Game{ID: fmt.Sprint("more", i), Play: play}
		must(t, s.Begin(t.Context(), browser, b, noon))
		must(t, s.Begin(t.Context(), Token{2}, &Game{ID: fmt.Sprint("their", i), Play: game.New(game.BySlug("maria"), uint32(i)+1)}, noon))
		for n := 40; n > 0; n -= 8 { // the row shrinks
			short := game.New(play.Variant(), play.Deal())
			for _, m := range play.Moves()[:len(play.Moves())-n*5] {
				must(t, short.Play(m))
			}
			b.Play = short
			must(t, s.Save(t.Context(), b, noon))
		}
	}
	must(t, s.NewCode(t.Context(), g.Player, []byte("code"), noon, noon.Add(time.Hour)))
	must(t, s.Delete(t.Context(), g.Player))
	for table, want := range map[string]int{"players": 1, "devices": 1, "games": 1 + PracticeLimit, "codes": 0} {
		if n := count(t, s, `SELECT COUNT(*) FROM `+table); n != want {
			t.Errorf("%d rows in %s, want %d", n, table, want)
		}
	}
	for _, suffix := range []string{"", "-wal"} {
		data, err := os.ReadFile(filepath.Join(dir, FileName+suffix))
		must(t, err)
		for i := 0; i+40 <= len(all); i += 20 {
			if n := bytes.Count(data, []byte(all[i:i+40])); n > 0 {
				t.Errorf("the file%s has the moves from %d on, %d times", suffix, i, n)
				break
			}
		}
	}
	verified(t, s)
}

func TestOnlyOnesOwnSettledGamesCanBeSharedAndTheLinkStays(t *testing.T) {
	s := openStore(t)
	g := begin(t, s, "g", "lucas", 1)
	draw(t, g)
	must(t, s.Save(t.Context(), g, noon))
	if _, err := s.Share(t.Context(), g.Player, g.ID, "early"); !errors.Is(err, ErrNotFound) {
		t.Errorf("an open game: %v", err)
	}
	must(t, s.GiveUp(t.Context(), g, noon))
	if _, err := s.Share(t.Context(), g.Player+1, g.ID, "theirs"); !errors.Is(err, ErrNotFound) {
		t.Errorf("by another: %v", err)
	}
	for _, offer := range []string{"first", "second"} {
		if link, err := s.Share(t.Context(), g.Player, g.ID, offer); err != nil || link != "first" {
			t.Errorf("link %q, %v", link, err)
		}
	}
	shared, err := s.Shared(t.Context(), "first")
	must(t, err)
	same(t, shared, g)
	for _, link := range []string{"", "second", "early", "g"} {
		if _, err := s.Shared(t.Context(), link); !errors.Is(err, ErrNotFound) {
			t.Errorf("link %q: %v", link, err)
		}
	}
}

func TestTheHistoryComesInPagesTheLatestFirst(t *testing.T) {
	s := openStore(t)
	player := addPlayer(t, s)
	for i := range 7 {
		addSettled(t, s, player, settled{"lucas", i%2 == 0, int64(i)})
	}
	for _, c := range []struct{ limit, skip, first, n int }{{3, 0, 7, 3}, {3, 3, 4, 3}, {3, 6, 1, 1}, {3, 7, 0, 0}, {3, 900, 0, 0}} {
		list, all, err := s.History(t.Context(), player, c.limit, c.skip)
		must(t, err)
		if all != 7 || len(list) != c.n || c.n > 0 && list[0].Deal != uint32(c.first) {
			t.Errorf("%+v: %d of %d, %+v", c, len(list), all, list)
		}
	}
}

func TestTheQueriesOfTheRecordUseIndexes(t *testing.T) {
	s := openStore(t)
	for name, query := range map[string]string{"counted": selectCounted, "history": selectHistory, "its length": countHistory, "dailies": selectDaily,
		"tally": selectTally, "settle": settleGame, "known": selectKnown, "shared": selectShared, "homeless": selectHomeless, "share": updateShare,
		"unfinished": selectUnfinished, "devices": selectDevices, "code": takeCode, "recovery": takeRecovery, "figures": countRecord, "gone": selectGone, "forget": deleteGone} {
		args := make([]any, strings.Count(query, "$")+1)
		rows, err := s.writer.Query(`EXPLAIN QUERY PLAN `+query, args[:highest(query)]...)
		must(t, err)
		for rows.Next() {
			var skip, plan string
			must(t, rows.Scan(&skip, &skip, &skip, &plan))
			if strings.HasPrefix(plan, "SCAN") && !strings.Contains(plan, "USING") && !strings.Contains(plan, "CONSTANT ROW") {
				t.Errorf("%s: %s", name, plan)
			}
			if name == "dailies" && !strings.Contains(plan, "games_daily_player") {
				t.Errorf("%s: %s", name, plan)
			}
			if strings.Contains(plan, "TEMP B-TREE") && (name == "counted" || name == "history") {
				t.Errorf("%s: %s", name, plan)
			}
		}
		must(t, rows.Close())
	}
}

// highest is the highest number of a parameter in a query.
func highest(query string) (n int) {
	for i := 1; strings.Contains(query, fmt.Sprint("$", i)); i++ {
		n = i
	}
	return n
}
