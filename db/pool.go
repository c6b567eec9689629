package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
)

// Winnable is a deal that is proved to be winnable.
type Winnable struct {
	Slug       string
	Deal       uint32
	Difficulty int    // from 1 to 4
	Line       string // the moves that win
}

const (
	insertWinnable = `
		INSERT INTO pool (variant, deal, difficulty, line) VALUES ($1, $2, $3, $4)
		ON CONFLICT (variant, deal) DO NOTHING`

	countPool  = `SELECT variant, COUNT(*) FROM pool GROUP BY variant`
	selectLine = `SELECT line FROM pool WHERE variant = $1 AND deal = $2`

	// Deals that the player has not had counted.
	freshWinnable = ` FROM pool p WHERE p.variant = $1 AND NOT EXISTS (SELECT 1 FROM games g
		WHERE g.player_id = $2 AND g.variant = p.variant AND g.deal = p.deal AND g.counted = 1)`
	countFresh  = `SELECT COUNT(*)` + freshWinnable
	selectFresh = `SELECT p.deal` + freshWinnable + ` ORDER BY p.deal LIMIT 1 OFFSET $3`
)

// AddWinnable keeps deals that are proved to be winnable, in one transaction; those it has stay as they are.
func (s *Store) AddWinnable(ctx context.Context, deals []Winnable) error {
	err := s.write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		stmt, err := tx.PrepareContext(ctx, insertWinnable)
		if err != nil {
			return err
		}
		defer stmt.Close()
		for _, w := range deals {
			if _, err := stmt.ExecContext(ctx, w.Slug, w.Deal, w.Difficulty, w.Line); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("add winnable deals: %w", err)
	}
	return nil
}

// PoolSizes counts the deals that are known to be winnable, by slug.
func (s *Store) PoolSizes(ctx context.Context) (map[string]int, error) {
	rows, err := s.reader.QueryContext(ctx, countPool)
	if err != nil {
		return nil, fmt.Errorf("count winnable deals: %w", err)
	}
	defer rows.Close()
	sizes := map[string]int{}
	for rows.Next() {
		var slug string
		var n int
		if err := rows.Scan(&slug, &n); err != nil {
			return nil, fmt.Errorf("count winnable deals: %w", err)
		}
		sizes[slug] = n
	}
	return sizes, rows.Err()
}

// Line returns the moves that win a deal of the pool; of any other deal it returns ErrNotFound.
func (s *Store) Line(ctx context.Context, slug string, deal uint32) (line string, err error) {
	err = s.reader.QueryRowContext(ctx, selectLine, slug, deal).Scan(&line)
	if errors.Is(err, sql.ErrNoRows) {
		return "", ErrNotFound
	}
	if err != nil {
		return "", fmt.Errorf("line of %s %d: %w", slug, deal, err)
	}
	return line, nil
}

// FreshWinnable chooses a winnable deal that the player, 0 for a visitor, has not had counted: pick gets how many
// there are and says which, from 0 on. Where there is none it returns ErrNotFound.
func (s *Store) FreshWinnable(ctx context.Context, player int64, slug string, pick func(n int) (int, error)) (deal uint32, err error) {
	var n, i int
	if err = s.reader.QueryRowContext(ctx, countFresh, slug, player).Scan(&n); err == nil && n > 0 {
		if i, err = pick(n); err == nil {
			err = s.reader.QueryRowContext(ctx, selectFresh, slug, player, i).Scan(&deal)
		}
	}
	switch {
	case err == nil && n == 0, errors.Is(err, sql.ErrNoRows): // or the last one went just now
		return 0, ErrNotFound
	case err != nil:
		return 0, fmt.Errorf("winnable deal: %w", err)
	}
	return deal, nil
}

const updateAided = `UPDATE games SET aided = 1 WHERE key = $1 AND settled_at IS NULL`

// Aid notes that the player of an open game was told what no player can see, or how likely a win is. No move is made
// by it, so the version stays.
func (s *Store) Aid(ctx context.Context, id string) error {
	return s.exec(ctx, "note an aid", updateAided, id)
}

const (
	selectAnalysis = `SELECT COALESCE(analysis, '') FROM games WHERE key = $1`
	updateAnalysis = `UPDATE games SET analysis = $2 WHERE key = $1 AND settled_at IS NOT NULL`
)

// Analysis returns what was kept of the analysis of a game; nothing is "".
func (s *Store) Analysis(ctx context.Context, id string) (text string, err error) {
	if err = s.reader.QueryRowContext(ctx, selectAnalysis, id).Scan(&text); err != nil {
		return "", fmt.Errorf("analysis of game %s: %w", id, err)
	}
	return text, nil
}

// KeepAnalysis keeps the analysis of a settled game.
func (s *Store) KeepAnalysis(ctx context.Context, id, text string) error {
	return s.exec(ctx, "keep analysis", updateAnalysis, id, text)
}
