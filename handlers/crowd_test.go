//go:build unix

package handlers

import (
	"fmt"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"fortythieves/db"
	"fortythieves/game"
	"fortythieves/game/gametest"
)

// own is how many settled games the player has who is looked at in a crowd.
const own = 5000

// fillCrowd adds settled games, of which so many are the first player's, between those of the others, who have
// fifty each, and for each of those a player who never ended one. Every seventh game is a daily deal of 400 days.
func fillCrowd(b *testing.B, h *house, all int) {
	b.Helper()
	conn := bareDB(b, "file:"+filepath.ToSlash(h.file)+"?_pragma=busy_timeout(5000)&_pragma=synchronous(0)&_pragma=cache_size(-200000)", 1)
	do := func(query string, args ...any) {
		b.Helper()
		if _, err := conn.Exec(query, args...); err != nil {
			b.Fatal(err)
		}
	}
	do(`CREATE TEMP TABLE played (n INTEGER PRIMARY KEY, variant TEXT, moves TEXT, cursor INTEGER, result TEXT, home INTEGER)`)
	do(`CREATE TEMP TABLE days (n INTEGER PRIMARY KEY, date TEXT)`)
	for n := range 400 {
		do(`INSERT INTO days VALUES ($1, $2)`, n, h.now.AddDate(0, 0, -n).Format(dateForm))
	}
	n := 0
	for _, v := range game.Variants {
		for _, text := range gametest.WonGames(v.Slug) {
			g := must(game.Parse(text))
			for _, end := range []int{len(g.Moves()), len(g.Moves()) / 2, len(g.Moves()) / 3} {
				g.Jump(end)
				result := "lost"
				if g.Won() {
					result = "won"
				}
				do(`INSERT INTO played VALUES ($1, $2, $3, $4, $5, $6)`, n, v.Slug, game.FormatMoves(g.Moves()[:end]), end, result, g.State().Home())
				n++
			}
		}
	}
	players, now := all/50+1, h.now.UnixMilli()
	do(`WITH RECURSIVE i (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM i WHERE n < $1)
		INSERT INTO players (created_at, seen_at) SELECT $2 - n * 1000, $2 - n * 1000 * 3600 * 24 FROM i`, 2*players, now)
	do(`WITH RECURSIVE i (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM i WHERE n < $1)
		INSERT INTO games (key, player_id, variant, deal, counted, version, cursor, moves, undos, played_ms, created_at, touched_at,
			started_at, settled_at, result, home, daily, day)
		SELECT 'settled-' || i.n, CASE WHEN i.n % $2 = 0 THEN 1 ELSE 2 + i.n / 50 END, p.variant, i.n, 1, p.cursor + 1, p.cursor, p.moves, i.n % 3 / 2, p.cursor * 3000,
			$3 + i.n, $3 + i.n, $3 + i.n, $3 + i.n, p.result, p.home, d.date, CASE p.result WHEN 'won' THEN d.date END
		FROM i JOIN played p ON p.n = i.n * 7 % $4
		LEFT JOIN days d ON i.n % 7 = 0 AND d.n = i.n / 7 % 400
		ORDER BY i.n`, all, all/own, now-int64(all)-1000, n)
}

// BenchmarkCrowd is what the record costs a player who has ended 5,000 games where 50,000 are kept, or as many
// as $CROWD says. The goal for the page of the record is 20 ms.
func BenchmarkCrowd(b *testing.B) {
	all := 50_000
	if n, err := strconv.Atoi(os.Getenv("CROWD")); err == nil {
		all = n
	}
	h := open(b, nil)
	player := h.browser()
	g, last := wonGame(b, "lucas", len(must(game.Parse(gametest.Won("lucas"))).Moves())-1)
	moves := game.FormatMoves(g.Moves())
	player.plant(g, false)
	fillCrowd(b, h, all)
	cookie := player.jar.Cookies(siteURL)[0]
	for _, path := range []string{"/stats", "/stats?game=lucas&span=year", "/history", "/history?page=100", "/daily", "/"} {
		b.Run("page="+path, func(b *testing.B) {
			timed(b, func(int) {
				r := httptest.NewRequest("GET", origin+path, nil)
				r.AddCookie(cookie)
				r.Header.Set("Accept-Encoding", "gzip")
				serve(b, h.site, r)
			})
		})
	}
	for who, token := range map[string]db.Token{"own=5000": player.token(), "own=0": {1}} {
		b.Run("settle/"+who, func(b *testing.B) {
			var spent time.Duration
			for i := range b.N { // one game after the other, as only so many can be open
				g := &db.Game{ID: fmt.Sprint(who, b.N, " ", i), Play: must(game.Load(g.Variant(), g.Deal(), g.Cursor(), moves))}
				must(0, h.db.Begin(b.Context(), token, g, h.now))
				must(0, g.Play.Play(last[0]))
				before := cpuTime(b)
				must(0, h.db.Save(b.Context(), g, h.now))
				spent += cpuTime(b) - before
			}
			b.ReportMetric(float64(spent)/float64(b.N)/1e3, "cpu-µs/op")
		})
	}
	b.Run("tallies", func(b *testing.B) {
		timed(b, func(int) { must(h.db.Tallies(b.Context(), h.now.Format(dateForm))) })
	})
	b.Run("forget=none", func(b *testing.B) {
		timed(b, func(int) { must(h.db.Forget(b.Context(), time.Time{}.AddDate(1970, 0, 0))) })
	})
	b.Run("forget=all", func(b *testing.B) {
		timed(b, func(int) { must(h.db.Forget(b.Context(), h.now)) })
	})
}
