package db

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"fortythieves/game"

	"pgregory.net/rapid"
)

// settled is a counted game that is over, without moves.
type settled struct {
	variant string
	won     bool
	at      int64
}

func addSettled(tb tester, s *Store, player int64, r settled) {
	tb.Helper()
	result := Lost
	if r.won {
		result = Won
	}
	run(tb, s, `
		INSERT INTO games (key, player_id, variant, deal, counted, version, cursor, moves, created_at, touched_at,
			started_at, settled_at, result)
		SELECT 'settled ' || COUNT(*), $1, $2, COUNT(*) + 1, 1, 1, 0, '', 0, 0, 0, $3, $4 FROM games`,
		player, r.variant, r.at, string(result))
}

// teller tells a story to a store: it plays games of one player and keeps a clock.
type teller struct {
	*testing.T
	s    *Store
	now  time.Time
	n    uint32 // deals so far
	won  map[string][]*game.Game
	open map[string]*Game // by variant
}

// The words of a story. A won game is one of testdata/won.txt; of another deal one move is made.
func (t *teller) tell(event string) {
	t.Helper()
	t.now = t.now.Add(time.Minute)
	word, rest, _ := strings.Cut(event, " ")
	switch word {
	case "win":
		t.begin(rest, true, t.nextWon(rest))
		t.finish(t.open[rest])
	case "begin-to-win": // and leave it open
		t.begin(rest, true, t.nextWon(rest))
	case "go-on-to-win":
		t.finish(t.open[rest])
	case "lose":
		t.begin(rest, true, t.nextDeal(rest))
		t.move(t.open[rest])
		must(t, t.s.GiveUp(t.Context(), t.open[rest], t.now))
	case "start":
		t.begin(rest, true, t.nextDeal(rest))
		t.move(t.open[rest])
	case "give-up":
		must(t, t.s.GiveUp(t.Context(), t.open[rest], t.now))
	case "deal":
		t.begin(rest, true, t.nextDeal(rest))
	case "refused-deal":
		g := &Game{ID: "refused", Play: t.nextDeal(rest), Counted: true}
		if err := t.s.Begin(t.Context(), browser, g, t.now); !errors.Is(err, ErrOpenGame) {
			t.Fatalf("%s: %v", event, err)
		}
	case "practice-win":
		t.finish(t.begin(rest, false, t.nextWon(rest)))
	case "practice-loss":
		g := t.begin(rest, false, t.nextDeal(rest))
		t.move(g)
		must(t, t.s.GiveUp(t.Context(), g, t.now))
	case "clock":
		d, err := time.ParseDuration(rest)
		must(t, err)
		t.now = t.now.Add(d)
	default:
		t.Fatalf("no event %q", event)
	}
}

// begin begins a game with the log of play, from the deal on.
func (t *teller) begin(slug string, counted bool, play *game.Game) *Game {
	t.Helper()
	t.n++
	g := &Game{ID: fmt.Sprint("g", t.n), Play: game.New(play.Variant(), play.Deal()), Counted: counted}
	must(t, t.s.Begin(t.Context(), browser, g, t.now))
	g.Play = play
	if counted {
		t.open[slug] = g
	}
	return g
}

func (t *teller) finish(g *Game) {
	t.Helper()
	moves := g.Play.Moves()
	g.Play.Jump(len(moves) - 1)
	must(t, t.s.Save(t.Context(), g, t.now))
	g.Play.Redo()
	must(t, t.s.Save(t.Context(), g, t.now))
}

func (t *teller) move(g *Game) {
	t.Helper()
	draw(t, g)
	must(t, t.s.Save(t.Context(), g, t.now))
}

func (t *teller) nextWon(slug string) *game.Game {
	t.Helper()
	if len(t.won[slug]) == 0 {
		t.Fatalf("no won game of %s is left", slug)
	}
	play := t.won[slug][0]
	t.won[slug] = t.won[slug][1:]
	play.Jump(0)
	return play
}

func (t *teller) nextDeal(slug string) *game.Game {
	return game.New(game.BySlug(slug), 1000+t.n)
}

func TestTheRecordOfAStory(t *testing.T) {
	for _, c := range []struct {
		what, events string
		all          Figures
		by           map[string]Figures
	}{
		{"nothing", "", Figures{}, nil},
		{"a win", "win lucas", Figures{1, 1, 1, 1}, map[string]Figures{"lucas": {1, 1, 1, 1}}},
		{"a loss", "lose lucas", Figures{1, 0, 0, 0}, map[string]Figures{"lucas": {1, 0, 0, 0}}},
		{"a game left open", "start lucas", Figures{}, nil},
		{"a deal looked at and given up", "deal lucas, give-up lucas", Figures{}, nil},
		{"a new deal in the middle of a game", "start lucas, refused-deal lucas, refused-deal lucas", Figures{}, nil},
		{"a new deal after giving up", "start lucas, give-up lucas, deal lucas",
			Figures{1, 0, 0, 0}, map[string]Figures{"lucas": {1, 0, 0, 0}}},
		{"a new deal twenty times", strings.Repeat("deal lucas, ", 20) + "deal maria", Figures{}, nil},
		{"a new deal twenty times between wins", "win lucas, " + strings.Repeat("deal lucas, ", 20) + "win lucas",
			Figures{2, 2, 2, 2}, map[string]Figures{"lucas": {2, 2, 2, 2}}},
		{"a new deal at once after a win, and a win", "win lucas, win lucas",
			Figures{2, 2, 2, 2}, map[string]Figures{"lucas": {2, 2, 2, 2}}},
		{"a new deal twice after a win", "win lucas, deal lucas, deal lucas", Figures{1, 1, 1, 1}, map[string]Figures{"lucas": {1, 1, 1, 1}}},
		{"practice", "practice-win lucas, practice-loss lucas, practice-win lucas", Figures{}, nil},
		{"practice between wins", "win lucas, practice-loss lucas, practice-win lucas, win lucas",
			Figures{2, 2, 2, 2}, map[string]Figures{"lucas": {2, 2, 2, 2}}},
		{"a loss ends a streak", "win lucas, win lucas, lose lucas, win lucas",
			Figures{4, 3, 1, 2}, map[string]Figures{"lucas": {4, 3, 1, 2}}},
		{"a loss last", "win lucas, win lucas, lose lucas",
			Figures{3, 2, 0, 2}, map[string]Figures{"lucas": {3, 2, 0, 2}}},
		{"the best streak is the last", "win lucas, lose lucas, win lucas, win lucas",
			Figures{4, 3, 2, 2}, map[string]Figures{"lucas": {4, 3, 2, 2}}},
		{"a loss elsewhere ends the streak over all only", "win lucas, lose maria, win lucas, win little-forty",
			Figures{4, 3, 2, 2}, map[string]Figures{
				"lucas": {2, 2, 2, 2}, "maria": {1, 0, 0, 0}, "little-forty": {1, 1, 1, 1}}},
		{"wins elsewhere lengthen the streak over all only", "win lucas, win little-forty, win lucas, lose little-forty",
			Figures{4, 3, 0, 3}, map[string]Figures{"lucas": {2, 2, 2, 2}, "little-forty": {2, 1, 0, 1}}},
		{"an end counts where it comes, not the beginning", "begin-to-win lucas, lose maria, go-on-to-win lucas",
			Figures{2, 1, 1, 1}, map[string]Figures{"lucas": {1, 1, 1, 1}, "maria": {1, 0, 0, 0}}},
		{"the clock is set back a day", "win lucas, lose lucas, clock -24h, win lucas",
			Figures{3, 2, 1, 1}, map[string]Figures{"lucas": {3, 2, 1, 1}}},
		{"the clock is set back, the older game ends later",
			"begin-to-win lucas, lose maria, clock -1h, go-on-to-win lucas",
			Figures{2, 1, 1, 1}, map[string]Figures{"lucas": {1, 1, 1, 1}, "maria": {1, 0, 0, 0}}},
		{"the clock runs a day ahead for a while", "win lucas, clock 24h, lose lucas, clock -24h, win lucas, win lucas",
			Figures{4, 3, 2, 2}, map[string]Figures{"lucas": {4, 3, 2, 2}}},
	} {
		t.Run(c.what, func(t *testing.T) {
			tell := &teller{T: t, s: openStore(t), now: noon, won: wonGames(t), open: map[string]*Game{}}
			for event := range strings.SplitSeq(c.events, ", ") {
				if event != "" {
					tell.tell(event)
				}
			}
			rec, err := tell.s.Record(t.Context(), 1)
			must(t, err)
			if c.by == nil {
				c.by = map[string]Figures{}
			}
			if want := (Record{All: c.all, By: c.by}); !reflect.DeepEqual(rec, want) {
				t.Errorf("record %+v, want %+v", rec, want)
			}
			if n := count(t, tell.s, `SELECT COALESCE(MAX(n), 0) FROM (
				SELECT COUNT(*) AS n FROM games WHERE counted = 1 AND settled_at IS NULL GROUP BY variant)`); n > 1 {
				t.Errorf("%d open counted games of a variant", n)
			}
			if rec.All.Won > rec.All.Played {
				t.Errorf("%d won of %d played", rec.All.Won, rec.All.Played)
			}
			verified(t, tell.s)
		})
	}
}

// fold works out the record of games in the order in which they ended.
func fold(games []settled) Record {
	rec := Record{By: map[string]Figures{}}
	add := func(f Figures, won bool) Figures {
		f.Played++
		f.Streak++
		if won {
			f.Won++
		} else {
			f.Streak = 0
		}
		f.Best = max(f.Best, f.Streak)
		return f
	}
	for _, g := range games {
		rec.All = add(rec.All, g.won)
		rec.By[g.variant] = add(rec.By[g.variant], g.won)
	}
	return rec
}

func TestTheRecordIsWhatAFoldOverTheGamesSays(t *testing.T) {
	s := openStore(t)
	rapid.Check(t, func(t *rapid.T) {
		player := addPlayer(t, s)
		one := rapid.Custom(func(t *rapid.T) settled {
			return settled{
				variant: rapid.SampledFrom([]string{"lucas", "maria", "streets"}).Draw(t, "variant"),
				won:     rapid.Bool().Draw(t, "won"),
				at:      rapid.Int64Range(0, 8).Draw(t, "at"), // often the same: then the id decides
			}
		})
		games := rapid.SliceOfN(one, 0, 25).Draw(t, "games")
		for _, g := range games {
			addSettled(t, s, player, g)
		}
		if len(games) > 1 { // practice and open games, which must not be seen
			run(t, s, `UPDATE games SET counted = 0 WHERE player_id = $1 AND id = (
				SELECT MAX(id) FROM games)`, player)
			run(t, s, `UPDATE games SET settled_at = NULL, result = NULL WHERE player_id = $1 AND id = (
				SELECT MAX(id) - 1 FROM games)`, player)
			games = games[:len(games)-2]
		}
		slices.SortStableFunc(games, func(a, b settled) int { return int(a.at - b.at) })

		rec, err := s.Record(t.Context(), player)
		must(t, err)
		if want := fold(games); !reflect.DeepEqual(rec, want) {
			t.Fatalf("record %+v, want %+v", rec, want)
		}
	})
}

func TestTheRecordFindsItsGamesByAnIndex(t *testing.T) {
	s := openStore(t)
	rows, err := s.writer.Query(`EXPLAIN QUERY PLAN `+selectCounted, 1)
	must(t, err)
	defer rows.Close()
	for rows.Next() {
		var skip, plan string
		must(t, rows.Scan(&skip, &skip, &skip, &plan))
		if strings.Contains(plan, "games") && !strings.Contains(plan, "USING COVERING INDEX games_record") || strings.Contains(plan, "TEMP B-TREE") {
			t.Error(plan)
		}
	}
	must(t, rows.Err())
}
