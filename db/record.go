package db

import (
	"context"
	"fmt"
)

// Figures count the settled games of one variant or of all. A streak is a number of wins with no loss
// between them, in the order in which the games ended.
type Figures struct {
	Played, Won int
	Streak      int // the wins since the last loss
	Best        int // the longest streak
}

// Record is what a player's counted, settled games come to.
type Record struct {
	All Figures            // streaks here run across the variants
	By  map[string]Figures // by slug; only variants with a settled game
}

// A run is the wins between two losses, so the number of losses so far tells the runs apart, and the
// last run is the one with all the losses before it. The scope ” is all variants together.
const selectRecord = `
	WITH settled (variant, settled_at, id, won) AS MATERIALIZED (
		SELECT variant, settled_at, id, CASE result WHEN 'won' THEN 1 ELSE 0 END
		FROM games WHERE player_id = $1 AND counted = 1 AND settled_at IS NOT NULL
	), totals (scope, played, won) AS (
		SELECT variant, COUNT(*), SUM(won) FROM settled GROUP BY variant
		UNION ALL
		SELECT '', COUNT(*), COALESCE(SUM(won), 0) FROM settled
	), numbered (scope, won, losses) AS (
		SELECT variant, won, SUM(1 - won)
			OVER (PARTITION BY variant ORDER BY settled_at, id ROWS UNBOUNDED PRECEDING)
		FROM settled
		UNION ALL
		SELECT '', won, SUM(1 - won) OVER (ORDER BY settled_at, id ROWS UNBOUNDED PRECEDING)
		FROM settled
	), runs (scope, losses, wins) AS (
		SELECT scope, losses, COUNT(*) FROM numbered WHERE won = 1 GROUP BY scope, losses
	)
	SELECT t.scope, t.played, t.won,
		COALESCE(MAX(CASE WHEN r.losses = t.played - t.won THEN r.wins END), 0),
		COALESCE(MAX(r.wins), 0)
	FROM totals t LEFT JOIN runs r ON r.scope = t.scope
	GROUP BY t.scope, t.played, t.won`

// Record works out the record of a player from the settled games. A player who has none, or does not
// exist, has zeros.
func (s *Store) Record(ctx context.Context, player int64) (Record, error) {
	rec, err := s.figures(ctx, player)
	if err != nil {
		return Record{}, fmt.Errorf("record of player %d: %w", player, err)
	}
	return rec, nil
}

func (s *Store) figures(ctx context.Context, player int64) (Record, error) {
	rows, err := s.record.QueryContext(ctx, player)
	if err != nil {
		return Record{}, err
	}
	defer rows.Close()
	rec := Record{By: map[string]Figures{}}
	for rows.Next() {
		var scope string
		var f Figures
		if err := rows.Scan(&scope, &f.Played, &f.Won, &f.Streak, &f.Best); err != nil {
			return Record{}, err
		}
		if scope == "" {
			rec.All = f
		} else {
			rec.By[scope] = f
		}
	}
	return rec, rows.Err()
}
