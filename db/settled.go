package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"fortythieves/game"
)

// Settled is a game that is won or lost, as the record and the history show it: without its moves.
type Settled struct {
	ID                     string
	Variant                *game.Variant
	Deal                   uint32
	Counted, Imported      bool
	Won                    bool
	Winnable, Aided        bool
	Difficulty             int // of the deal, from 1 to 4; 0 where it is not known
	Undos, Hints, Restarts int
	Moves                  int // made
	Home                   int // cards on the foundations
	Played                 time.Duration
	Started, Settled       time.Time
}

// Clean reports whether the game was won without undo, hint, restart or another aid.
func (g Settled) Clean() bool {
	return g.Won && g.Undos == 0 && g.Hints == 0 && g.Restarts == 0 && !g.Aided
}

const (
	settledColumns = `
		key, variant, deal, counted, imported, CASE result WHEN 'won' THEN 1 ELSE 0 END,
		undos, hints, restarts, cursor, home, played_ms, started_at, settled_at,
		winnable, aided, COALESCE(difficulty, 0)`

	// All of it is in one index.
	selectCounted = `SELECT variant, result, imported, undos, hints, restarts, cursor, COALESCE(home, 0), played_ms, started_at, settled_at,
			winnable, aided
		FROM games WHERE player_id = $1 AND counted = 1 AND settled_at IS NOT NULL ORDER BY settled_at, id`

	selectHistory = `SELECT ` + settledColumns + ` FROM games
		WHERE player_id = $1 AND settled_at IS NOT NULL ORDER BY settled_at DESC, id DESC LIMIT $2 OFFSET $3`

	countHistory = `SELECT COUNT(*) FROM games WHERE player_id = $1 AND settled_at IS NOT NULL`
)

// Counted lists the settled games that make the player's record, in the order in which they ended, without
// their IDs and deals.
func (s *Store) Counted(ctx context.Context, player int64) ([]Settled, error) {
	list, err := listCounted(ctx, s.counted, player)
	if err != nil {
		return nil, fmt.Errorf("record of player %d: %w", player, err)
	}
	return list, nil
}

// listCounted reads into variables of the types that the driver has, once made: with others, and made for
// each row, thousands of games took twice the time.
func listCounted(ctx context.Context, stmt *sql.Stmt, player int64) ([]Settled, error) {
	rows, err := stmt.QueryContext(ctx, player)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var (
		list                                                                                      []Settled
		slug, result                                                                              string
		imported, undos, hints, restarts, cursor, home, played, started, settled, winnable, aided int64
	)
	into := []any{&slug, &result, &imported, &undos, &hints, &restarts, &cursor, &home, &played, &started, &settled, &winnable, &aided}
	for rows.Next() {
		if err := rows.Scan(into...); err != nil {
			return nil, err
		}
		v := game.BySlug(slug)
		if v == nil {
			return nil, fmt.Errorf("unknown variant %q", slug)
		}
		list = append(list, Settled{Variant: v, Counted: true, Imported: imported != 0, Winnable: winnable != 0, Aided: aided != 0, Won: Result(result) == Won,
			Undos: int(undos), Hints: int(hints), Restarts: int(restarts), Moves: int(cursor), Home: int(home),
			Played: time.Duration(played) * time.Millisecond, Started: instant(started), Settled: instant(settled)})
	}
	return list, rows.Err()
}

// History lists settled games of every kind, the latest first, from the one at index skip on, and how
// many there are in all.
func (s *Store) History(ctx context.Context, player int64, limit, skip int) (list []Settled, all int, err error) {
	if list, err = s.listSettled(ctx, s.history, player, limit, skip); err == nil {
		err = s.countHistory.QueryRowContext(ctx, player).Scan(&all)
	}
	if err != nil {
		return nil, 0, fmt.Errorf("history of player %d: %w", player, err)
	}
	return list, all, nil
}

func (s *Store) listSettled(ctx context.Context, stmt *sql.Stmt, args ...any) ([]Settled, error) {
	rows, err := stmt.QueryContext(ctx, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var list []Settled
	for rows.Next() {
		var g Settled
		var slug string
		var played, settled int64
		var home, started sql.NullInt64
		if err := rows.Scan(&g.ID, &slug, &g.Deal, &g.Counted, &g.Imported, &g.Won,
			&g.Undos, &g.Hints, &g.Restarts, &g.Moves, &home, &played, &started, &settled,
			&g.Winnable, &g.Aided, &g.Difficulty); err != nil {
			return nil, err
		}
		if g.Variant = game.BySlug(slug); g.Variant == nil {
			return nil, fmt.Errorf("game %s is damaged: unknown variant %q", g.ID, slug)
		}
		g.Home, g.Played = int(home.Int64), time.Duration(played)*time.Millisecond
		g.Started, g.Settled = optional(started), instant(settled)
		list = append(list, g)
	}
	return list, rows.Err()
}

const (
	selectShared = `SELECT ` + gameColumns + ` FROM games g WHERE g.share = $1 AND g.settled_at IS NOT NULL`

	updateShare = `
		UPDATE games SET share = COALESCE(share, $3)
		WHERE key = $1 AND player_id = $2 AND settled_at IS NOT NULL RETURNING share`
)

// Share makes a settled game of a player open to all who have the link, and returns what stands in it:
// share, which must be unguessable, or what it was given before. A game that is not settled, or not the
// player's, is ErrNotFound.
func (s *Store) Share(ctx context.Context, player int64, id, share string) (link string, err error) {
	err = s.alone(ctx, func(ctx context.Context) error {
		return s.setShare.QueryRowContext(ctx, id, player, share).Scan(&link)
	})
	if errors.Is(err, sql.ErrNoRows) {
		err = ErrNotFound
	}
	if err != nil {
		return "", fmt.Errorf("share game %s: %w", id, err)
	}
	return link, nil
}

// Shared loads a game by its link, or returns ErrNotFound.
func (s *Store) Shared(ctx context.Context, link string) (*Game, error) {
	g, err := scanGame(s.shared.QueryRowContext(context.WithoutCancel(ctx), link), nil)
	if err != nil {
		return nil, fmt.Errorf("load shared game: %w", err)
	}
	return g, nil
}

const (
	selectHomeless = `SELECT ` + gameColumns + ` FROM games g WHERE g.settled_at IS NOT NULL AND g.home IS NULL`
	updateHome     = `UPDATE games SET home = $2 WHERE key = $1`
)

// fillHomes counts the cards home of games that were settled before that was stored.
func (s *Store) fillHomes(ctx context.Context) error {
	for {
		g, err := scanGame(s.writer.QueryRowContext(ctx, selectHomeless+` LIMIT 1`), nil)
		if errors.Is(err, ErrNotFound) {
			return nil
		}
		if err == nil {
			_, err = s.writer.ExecContext(ctx, updateHome, g.ID, g.Play.State().Home())
		}
		if err != nil {
			return fmt.Errorf("count the cards home: %w", err)
		}
	}
}
