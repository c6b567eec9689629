package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
)

// Token is the SHA-256 of the secret that a browser keeps.
type Token [32]byte

// Player is a person who has begun a game at least once.
type Player struct {
	ID       int64
	Settings string // JSON, or empty
}

const selectPlayer = `
	SELECT p.id, p.settings
	FROM devices d JOIN players p ON p.id = d.player_id
	WHERE d.token = $1`

// Player returns the player of a browser, or ErrNotFound.
func (s *Store) Player(ctx context.Context, t Token) (Player, error) {
	var p Player
	err := s.player.QueryRowContext(context.WithoutCancel(ctx), t[:]).Scan(&p.ID, &p.Settings)
	if errors.Is(err, sql.ErrNoRows) {
		return Player{}, ErrNotFound
	}
	if err != nil {
		return Player{}, fmt.Errorf("load player: %w", err)
	}
	return p, nil
}

const updateSettings = `UPDATE players SET settings = $2 WHERE id = $1`

// SaveSettings keeps the settings of a player.
func (s *Store) SaveSettings(ctx context.Context, player int64, settings string) error {
	err := s.alone(ctx, func(ctx context.Context) error {
		_, err := s.setSettings.ExecContext(ctx, player, settings)
		return err
	})
	if err != nil {
		return fmt.Errorf("save settings of player %d: %w", player, err)
	}
	return nil
}

const (
	updateDevice = `UPDATE devices SET seen_at = $2 WHERE token = $1 RETURNING player_id`
	updatePlayer = `UPDATE players SET seen_at = $2 WHERE id = $1`
	insertPlayer = `INSERT INTO players (created_at, seen_at) VALUES ($1, $1) RETURNING id`
	insertDevice = `INSERT INTO devices (token, player_id, created_at, seen_at) VALUES ($1, $2, $3, $3)`
)

// see returns the player of a browser, who has been seen at that moment. A browser not known yet makes
// a new player.
func (s *Store) see(ctx context.Context, tx *sql.Tx, t Token, at int64) (player int64, err error) {
	err = tx.StmtContext(ctx, s.seeDevice).QueryRowContext(ctx, t[:], at).Scan(&player)
	if err == nil {
		_, err = tx.StmtContext(ctx, s.seePlayer).ExecContext(ctx, player, at)
		return player, err
	}
	if !errors.Is(err, sql.ErrNoRows) {
		return 0, err
	}
	if err = tx.StmtContext(ctx, s.addPlayer).QueryRowContext(ctx, at).Scan(&player); err != nil {
		return 0, err
	}
	_, err = tx.StmtContext(ctx, s.addDevice).ExecContext(ctx, t[:], player, at)
	return player, err
}
