package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"
)

// Token is the SHA-256 of the secret that a browser keeps.
type Token [32]byte

// Player is a person who has begun a game at least once.
type Player struct {
	ID       int64
	Settings string    // JSON, or empty
	Seen     time.Time // when this browser was last noted to be here; see Seen
}

const selectPlayer = `
	SELECT p.id, p.settings, d.seen_at
	FROM devices d JOIN players p ON p.id = d.player_id
	WHERE d.token = $1`

// Player returns the player of a browser, or ErrNotFound.
func (s *Store) Player(ctx context.Context, t Token) (Player, error) {
	var p Player
	var seen int64
	defer s.inLine()()
	err := s.player.QueryRowContext(context.WithoutCancel(ctx), t[:]).Scan(&p.ID, &p.Settings, &seen)
	p.Seen = instant(seen)
	if errors.Is(err, sql.ErrNoRows) {
		return Player{}, ErrNotFound
	}
	if err != nil {
		return Player{}, fmt.Errorf("load player: %w", err)
	}
	return p, nil
}

// NewPlayer makes a player with a browser.
func (s *Store) NewPlayer(ctx context.Context, t Token, now time.Time) (Player, error) {
	var p Player
	err := s.write(ctx, func(ctx context.Context, tx *sql.Tx) (err error) {
		p.ID, err = s.see(ctx, tx, t, millis(now))
		p.Seen = instant(millis(now))
		return err
	})
	if err != nil {
		return Player{}, fmt.Errorf("new player: %w", err)
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

const (
	touchDevice = `UPDATE devices SET seen_at = $2, name = $3 WHERE token = $1 RETURNING player_id`

	selectGone = `
		SELECT id FROM players p WHERE id > $1 AND seen_at < $2
		AND NOT EXISTS (SELECT 1 FROM games g WHERE g.player_id = p.id AND g.settled_at IS NOT NULL) ORDER BY id LIMIT $3`

	deleteGone = `
		DELETE FROM players WHERE id = $1 AND seen_at < $2
		AND NOT EXISTS (SELECT 1 FROM games g WHERE g.player_id = players.id AND g.settled_at IS NOT NULL)`

	goneAtOnce = 100 // players that one write removes, so that moves need not wait for long
)

// Seen notes that a browser is here and what it is called.
func (s *Store) Seen(ctx context.Context, t Token, name string, now time.Time) error {
	err := s.write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		var player int64
		err := tx.QueryRowContext(ctx, touchDevice, t[:], millis(now), name).Scan(&player)
		if err == nil {
			_, err = tx.StmtContext(ctx, s.seePlayer).ExecContext(ctx, player, millis(now))
		}
		return err
	})
	if err != nil {
		return fmt.Errorf("see device: %w", err)
	}
	return nil
}

// LastSeen is when any player was here last; zero where there is none.
func (s *Store) LastSeen(ctx context.Context) (time.Time, error) {
	var at sql.NullInt64
	if err := s.reader.QueryRowContext(ctx, `SELECT MAX(seen_at) FROM players`).Scan(&at); err != nil || !at.Valid {
		return time.Time{}, err
	}
	return instant(at.Int64), nil
}

// Forget removes the players who have no settled game and were not here since before, and returns how many.
// They are looked for beside the writes.
func (s *Store) Forget(ctx context.Context, before time.Time) (gone int64, err error) {
	after := int64(0)
	for ids := []int64{0}; len(ids) > 0; {
		if ids, err = s.ids(ctx, selectGone, after, millis(before), goneAtOnce); err == nil && len(ids) > 0 {
			after = ids[len(ids)-1]
			err = s.write(ctx, func(ctx context.Context, tx *sql.Tx) error { return forget(ctx, tx, ids, before, &gone) })
		}
		if err != nil {
			return gone, fmt.Errorf("forget players: %w", err)
		}
	}
	return gone, nil
}

// forget removes players unless they came back meanwhile, and counts them.
func forget(ctx context.Context, tx *sql.Tx, ids []int64, before time.Time, gone *int64) error {
	for _, id := range ids {
		res, err := tx.ExecContext(ctx, deleteGone, id, millis(before))
		if err != nil {
			return err
		}
		n, err := res.RowsAffected()
		if err != nil {
			return err
		}
		*gone += n
	}
	return nil
}
