package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"fortythieves/game"
)

const (
	gameColumns = `
		g.key, g.player_id, g.variant, g.deal, g.counted, g.version, g.cursor, g.moves,
		g.undos, g.hints, g.restarts, g.played_ms, g.created_at, g.touched_at, g.started_at, g.settled_at,
		COALESCE(g.result, ''), COALESCE(g.daily, ''), g.winnable, COALESCE(g.difficulty, 0), g.aided`

	selectGame = `SELECT ` + gameColumns + ` FROM games g WHERE key = $1 AND player_id = $2`

	selectSeat = `
		SELECT p.id, p.settings, d.seen_at, ` + gameColumns + `
		FROM devices d JOIN players p ON p.id = d.player_id JOIN games g ON g.player_id = p.id
		WHERE d.token = $1 AND g.key = $2`

	selectOpenCounted = `SELECT ` + gameColumns + ` FROM games g
		WHERE player_id = $1 AND variant = $2 AND counted = 1 AND settled_at IS NULL`
)

// Game loads a game of a player by playing it. One that does not exist, or is another player's, is
// ErrNotFound; one whose moves the rules refuse is an error.
func (s *Store) Game(ctx context.Context, player int64, id string) (*Game, error) {
	g, err := scanGame(s.game.QueryRowContext(context.WithoutCancel(ctx), id, player), nil)
	if err != nil {
		return nil, fmt.Errorf("load game %s: %w", id, err)
	}
	return g, nil
}

// Seat returns the player of a browser and loads a game of theirs, as Player and Game do, in one query:
// every move begins with it.
func (s *Store) Seat(ctx context.Context, t Token, id string) (Player, *Game, error) {
	var p Player
	var seen int64
	defer s.inLine()()
	g, err := scanGame(s.seat.QueryRowContext(context.WithoutCancel(ctx), t[:], id), []any{&p.ID, &p.Settings, &seen})
	if err != nil {
		return Player{}, nil, fmt.Errorf("load game %s: %w", id, err)
	}
	p.Seen = instant(seen)
	return p, g, nil
}

// inLine waits for one of the connections for reading, first come first served, and returns what lets the
// next one go. database/sql serves those that wait in any order, so that of a hundred at the same time the
// unlucky ones waited seven times as long as the others. The queries that every request begins with stand
// in line; of the others few wait then.
func (s *Store) inLine() (leave func()) {
	s.line <- struct{}{}
	return func() { <-s.line }
}

// OpenCounted loads the counted game of a variant that the player has open, or returns ErrNotFound.
func (s *Store) OpenCounted(ctx context.Context, player int64, slug string) (*Game, error) {
	g, err := scanGame(s.openCounted.QueryRowContext(context.WithoutCancel(ctx), player, slug), nil)
	if err != nil {
		return nil, fmt.Errorf("load open game of %s: %w", slug, err)
	}
	return g, nil
}

// scanner is a row, alone or of many.
type scanner interface{ Scan(...any) error }

// scanGame reads the columns of a game, and into first and last those that stand before and after them.
func scanGame(row scanner, first []any, last ...any) (*Game, error) {
	var (
		g                        Game
		slug, moves              string
		deal                     uint32
		cursor                   int
		played, created, touched int64
		started, settled         sql.NullInt64
	)
	all := append(first, &g.ID, &g.Player, &slug, &deal, &g.Counted, &g.Version, &cursor, &moves,
		&g.Undos, &g.Hints, &g.Restarts, &played, &created, &touched, &started, &settled, &g.Result, &g.Daily,
		&g.Winnable, &g.Difficulty, &g.Aided)
	err := row.Scan(append(all, last...)...)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, ErrNotFound
	}
	if err != nil {
		return nil, err
	}
	g.Played = time.Duration(played) * time.Millisecond
	g.Created, g.Touched = instant(created), instant(touched)
	g.Started, g.Settled = optional(started), optional(settled)
	if g.Play, err = replay(slug, deal, cursor, moves); err != nil {
		return nil, fmt.Errorf("game %s is damaged: %w", g.ID, err)
	}
	return &g, nil
}

func replay(slug string, deal uint32, cursor int, moves string) (*game.Game, error) {
	v := game.BySlug(slug)
	if v == nil {
		return nil, fmt.Errorf("unknown variant %q", slug)
	}
	play, err := game.Load(v, deal, cursor, moves)
	if err != nil {
		// not wrapped: a *game.Refusal in the chain would look like the refusal of a player's move
		return nil, errors.New(err.Error())
	}
	return play, nil
}

// optional is the time of which nullable is the stored form.
func optional(ms sql.NullInt64) time.Time {
	if !ms.Valid {
		return time.Time{}
	}
	return instant(ms.Int64)
}

// OpenGame is a game that is not settled, as a list shows it: without its position.
type OpenGame struct {
	ID      string
	Variant *game.Variant
	Deal    uint32
	Counted bool
	Moves   int // made, not counting those taken back
	Started bool
	Touched time.Time
}

const selectOpenGames = `
	SELECT key, variant, deal, counted, cursor, started_at IS NOT NULL, touched_at
	FROM games WHERE player_id = $1 AND settled_at IS NULL
	ORDER BY touched_at DESC, id DESC`

// OpenGames lists the open games of a player, those touched last first.
func (s *Store) OpenGames(ctx context.Context, player int64) ([]OpenGame, error) {
	list, err := s.listOpen(ctx, player)
	if err != nil {
		return nil, fmt.Errorf("open games of player %d: %w", player, err)
	}
	return list, nil
}

func (s *Store) listOpen(ctx context.Context, player int64) ([]OpenGame, error) {
	rows, err := s.openGames.QueryContext(ctx, player)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var list []OpenGame
	for rows.Next() {
		var g OpenGame
		var slug string
		var touched int64
		if err := rows.Scan(&g.ID, &slug, &g.Deal, &g.Counted, &g.Moves, &g.Started, &touched); err != nil {
			return nil, err
		}
		if g.Variant = game.BySlug(slug); g.Variant == nil {
			return nil, fmt.Errorf("game %s is damaged: unknown variant %q", g.ID, slug)
		}
		g.Touched = instant(touched)
		list = append(list, g)
	}
	return list, rows.Err()
}
