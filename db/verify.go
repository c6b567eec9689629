package db

import (
	"context"
	"database/sql"
	"fmt"
)

// Difference is something in the store that does not follow from the games.
type Difference struct {
	Player int64  `json:"player"`
	Game   string `json:"game,omitempty"` // its id, where it is about one
	Text   string `json:"text"`
}

const (
	selectAll     = `SELECT ` + gameColumns + `, g.home FROM games g ORDER BY g.id`
	selectPlayers = `SELECT id FROM players ORDER BY id`
)

// Verify plays every stored game again and works out every figure anew, and calls report for each
// difference from what is stored. It returns the number of games. It only reads, beside whatever goes on.
func (s *Store) Verify(ctx context.Context, report func(Difference)) (games int, err error) {
	rows, err := s.reader.QueryContext(ctx, selectAll)
	if err != nil {
		return 0, fmt.Errorf("verify: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		games++
		var home sql.NullInt64
		g, err := scanGame(rows, nil, &home)
		if err != nil {
			report(Difference{Text: err.Error()})
			continue
		}
		for _, text := range g.faults(home) {
			report(Difference{Player: g.Player, Game: g.ID, Text: text})
		}
	}
	if err := rows.Err(); err != nil {
		return games, fmt.Errorf("verify: %w", err)
	}
	return games, s.verifyFigures(ctx, report)
}

// faults are the differences between what is stored of a game and what its moves come to.
func (g *Game) faults(home sql.NullInt64) []string {
	var list []string
	fault := func(is bool, format string, args ...any) {
		if is {
			list = append(list, fmt.Sprintf(format, args...))
		}
	}
	won, at := g.Play.Won(), g.Play.State().Home()
	fault(won && g.Result != Won, "its moves win, but the result is %q", g.Result)
	fault(!won && g.Result == Won, "it is stored as won, but its moves do not win")
	fault(g.Result != "" && int(home.Int64) != at, "%d cards home are stored, its moves bring %d", home.Int64, at)
	fault(g.Played < 0, "the time played is negative")
	fault(g.Started.IsZero() && len(g.Play.Moves()) > 0, "it has moves, but was never started")
	return list
}

const countRecord = `
	SELECT variant, COUNT(*), SUM(CASE result WHEN 'won' THEN 1 ELSE 0 END)
	FROM games WHERE player_id = $1 AND counted = 1 AND settled_at IS NOT NULL GROUP BY variant`

// verifyFigures compares the figures of every player with what the database counts.
func (s *Store) verifyFigures(ctx context.Context, report func(Difference)) error {
	players, err := s.ids(ctx, selectPlayers)
	for i := 0; i < len(players) && err == nil; i++ {
		err = s.verifyRecord(ctx, players[i], report)
	}
	if err != nil {
		return fmt.Errorf("verify: %w", err)
	}
	return nil
}

func (s *Store) verifyRecord(ctx context.Context, player int64, report func(Difference)) error {
	tx, err := s.reader.BeginTx(ctx, &sql.TxOptions{ReadOnly: true}) // a game may end between the two queries
	if err != nil {
		return err
	}
	defer tx.Rollback()
	games, err := listCounted(ctx, tx.StmtContext(ctx, s.counted), player)
	if err != nil {
		return err
	}
	record := recordOf(games)
	rows, err := tx.QueryContext(ctx, countRecord, player)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var slug string
		var played, won int
		if err := rows.Scan(&slug, &played, &won); err != nil {
			return err
		}
		f := record.By[slug]
		if f.Played != played || f.Won != won || f.Best > f.Won || f.Streak > f.Best {
			report(Difference{Player: player, Text: fmt.Sprintf("the figures of %s are %v; the database counts %d played, %d won", slug, f, played, won)})
		}
	}
	return rows.Err()
}

// ids are those that a query finds.
func (s *Store) ids(ctx context.Context, query string, args ...any) ([]int64, error) {
	rows, err := s.reader.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var ids []int64
	for rows.Next() {
		var id int64
		if err := rows.Scan(&id); err != nil {
			return nil, err
		}
		ids = append(ids, id)
	}
	return ids, rows.Err()
}
