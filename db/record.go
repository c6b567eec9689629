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

// Each loss ends a run, so the number of losses so far tells the runs apart. The scope ” is all
// variants together.
const selectRecord = `
	WITH settled (scope, settled_at, id, won) AS (
		SELECT variant, settled_at, id, CASE result WHEN 'won' THEN 1 ELSE 0 END
		FROM games WHERE player_id = $1 AND counted = 1 AND settled_at IS NOT NULL
		UNION ALL
		SELECT '', settled_at, id, CASE result WHEN 'won' THEN 1 ELSE 0 END
		FROM games WHERE player_id = $1 AND counted = 1 AND settled_at IS NOT NULL
	), numbered AS (
		SELECT scope, won, SUM(1 - won) OVER (PARTITION BY scope ORDER BY settled_at, id) AS losses
		FROM settled
	), runs AS (
		SELECT scope, losses, COUNT(*) AS played, SUM(won) AS won,
			MAX(losses) OVER (PARTITION BY scope) AS last
		FROM numbered GROUP BY scope, losses
	)
	SELECT scope, SUM(played), SUM(won), SUM(CASE WHEN losses = last THEN won ELSE 0 END), MAX(won)
	FROM runs GROUP BY scope`

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
