package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"
)

// Device is a browser of a player.
type Device struct {
	Token         Token
	Name          string // browser and system, in words
	Created, Seen time.Time
}

const (
	selectDevices = `SELECT token, name, created_at, seen_at FROM devices WHERE player_id = $1 ORDER BY seen_at DESC, created_at DESC`
	insertNamed   = `INSERT INTO devices (token, player_id, created_at, seen_at, name) VALUES ($1, $2, $3, $3, $4)`
	deleteDevice  = `DELETE FROM devices WHERE player_id = $1 AND token = $2`

	insertCode       = `INSERT INTO codes (code, player_id, expires_at) VALUES ($1, $2, $3)`
	deleteCodes      = `DELETE FROM codes WHERE player_id = $1 OR expires_at <= $2`
	takeCode         = `DELETE FROM codes WHERE code = $1 AND expires_at > $2 RETURNING player_id`
	setRecovery      = `UPDATE players SET recovery = $2 WHERE id = $1`
	takeRecovery     = `UPDATE players SET recovery = NULL WHERE recovery = $1 RETURNING id`
	deletePlayer     = `DELETE FROM players WHERE id = $1`
	emptyLog         = `PRAGMA wal_checkpoint(TRUNCATE)`
	selectUnfinished = `SELECT COUNT(*) FROM games WHERE player_id = $1 AND settled_at IS NULL AND started_at IS NOT NULL`
)

// Devices lists the browsers of a player, the one seen last first.
func (s *Store) Devices(ctx context.Context, player int64) ([]Device, error) {
	rows, err := s.reader.QueryContext(ctx, selectDevices, player)
	if err != nil {
		return nil, fmt.Errorf("devices of player %d: %w", player, err)
	}
	defer rows.Close()
	var list []Device
	for rows.Next() {
		var d Device
		var token []byte
		var created, seen int64
		if err := rows.Scan(&token, &d.Name, &created, &seen); err != nil {
			return nil, fmt.Errorf("devices of player %d: %w", player, err)
		}
		copy(d.Token[:], token)
		d.Created, d.Seen = instant(created), instant(seen)
		list = append(list, d)
	}
	return list, rows.Err()
}

// EndDevice takes a browser from a player; its token is worth nothing from then on.
func (s *Store) EndDevice(ctx context.Context, player int64, t Token) error {
	return s.exec(ctx, "end device", deleteDevice, player, t[:])
}

// NewCode keeps the keyed hash of a code with which another browser can become the player's until expires.
// Earlier codes of the player are worth nothing from then on.
func (s *Store) NewCode(ctx context.Context, player int64, code []byte, now, expires time.Time) error {
	err := s.write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		if _, err := tx.ExecContext(ctx, deleteCodes, player, millis(now)); err != nil {
			return err
		}
		_, err := tx.ExecContext(ctx, insertCode, code, player, millis(expires))
		return err
	})
	if err != nil {
		return fmt.Errorf("new code: %w", err)
	}
	return nil
}

// SetRecovery keeps the hash of a player's recovery code, in place of an earlier one.
func (s *Store) SetRecovery(ctx context.Context, player int64, code []byte) error {
	return s.exec(ctx, "set recovery code", setRecovery, player, code)
}

// Link makes a browser one of the player to whom a code belongs, and uses the code up: link is its keyed
// hash, recovery its plain one. The browser's token must be new. A code that is wrong, used or too old is
// ErrNotFound.
func (s *Store) Link(ctx context.Context, link, recovery []byte, t Token, name string, now time.Time) error {
	err := s.write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		var player int64
		err := tx.QueryRowContext(ctx, takeCode, link, millis(now)).Scan(&player)
		if errors.Is(err, sql.ErrNoRows) {
			err = tx.QueryRowContext(ctx, takeRecovery, recovery).Scan(&player)
		}
		if errors.Is(err, sql.ErrNoRows) {
			return ErrNotFound
		}
		if err != nil {
			return err
		}
		_, err = tx.ExecContext(ctx, insertNamed, t[:], player, millis(now), name)
		return err
	})
	if err != nil {
		return fmt.Errorf("link device: %w", err)
	}
	return nil
}

// Unfinished counts the open games of a player that have a move.
func (s *Store) Unfinished(ctx context.Context, player int64) (n int, err error) {
	err = s.reader.QueryRowContext(ctx, selectUnfinished, player).Scan(&n)
	return n, err
}

// Delete removes a player with everything that is kept of them, and overwrites it in the file.
func (s *Store) Delete(ctx context.Context, player int64) error {
	err := s.alone(ctx, func(ctx context.Context) error {
		if _, err := s.writer.ExecContext(ctx, deletePlayer, player); err != nil { // games, devices and codes go with it
			return err
		}
		s.writer.ExecContext(ctx, emptyLog) // or a later one does it, if somebody reads just now
		return nil
	})
	if err != nil {
		return fmt.Errorf("delete player %d: %w", player, err)
	}
	return nil
}

// exec runs one statement as a write.
func (s *Store) exec(ctx context.Context, what, query string, args ...any) error {
	err := s.alone(ctx, func(ctx context.Context) error {
		_, err := s.writer.ExecContext(ctx, query, args...)
		return err
	})
	if err != nil {
		return fmt.Errorf("%s: %w", what, err)
	}
	return nil
}
