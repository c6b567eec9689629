package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"fortythieves/game"
)

// away is how long a player may think: after a longer gap between two saves nobody sat at the table,
// and nothing of it is time played.
const away = 2 * time.Minute

const (
	updateGame = `
		UPDATE games SET version = version + 1, cursor = $3, moves = $4, undos = $5, hints = $6, restarts = $7,
			played_ms = $8, touched_at = $9, started_at = $10, aided = CASE $11 WHEN 1 THEN 1 ELSE aided END
		WHERE key = $1 AND version = $2 AND settled_at IS NULL`

	// The end comes after every end of the player's before, whatever the clock says, so that the order
	// of the record is the order in which the games ended.
	settleGame = `
		UPDATE games SET version = version + 1, cursor = $3, moves = $4, undos = $5, hints = $6, restarts = $7,
			played_ms = $8, touched_at = $9, started_at = $10, aided = CASE $11 WHEN 1 THEN 1 ELSE aided END, result = $12, home = $13,
			day = NULLIF($14, ''),
			settled_at = COALESCE((SELECT MAX(p.settled_at) + 1 FROM games p
				WHERE p.player_id = games.player_id AND p.settled_at >= $9), $9)
		WHERE key = $1 AND version = $2 AND settled_at IS NULL
		RETURNING settled_at`

	// What was kept is trusted where the row is as it was left, the browser is the player's and the settings
	// are those that the move was made by.
	followGame = updateGame + ` AND player_id = (SELECT p.id FROM devices d JOIN players p ON p.id = d.player_id
		WHERE d.token = $12 AND p.settings = $13)`

	deleteGame = `
		DELETE FROM games
		WHERE key = $1 AND version = $2 AND settled_at IS NULL AND started_at IS NULL`

	selectOutcome = `SELECT settled_at IS NOT NULL FROM games WHERE key = $1`
)

// Save stores what was played, and a win for good. It adds the time since the last save to the time
// played once the first move is made, unless it was more than two minutes or the clock went back. It
// returns ErrStale if the game was saved since g was loaded, ErrSettled if it is over, ErrNotFound if
// it is gone. After an error the stored game, and g apart from what the caller did to it, are unchanged.
func (s *Store) Save(ctx context.Context, g *Game, now time.Time) error {
	next := g.at(now)
	var err error
	if g.Play.Won() {
		err = s.settle(ctx, &next, Won)
	} else {
		err = s.update(ctx, &next)
	}
	if err != nil {
		return fmt.Errorf("save game %s: %w", g.ID, err)
	}
	*g = next
	return nil
}

// Follow is Save of a game not won that was kept since its last save instead of being loaded, by the browser and
// with the settings that it was kept with. It returns ErrStale, and has changed nothing, where any of them is not
// what the store has now.
func (s *Store) Follow(ctx context.Context, t Token, settings string, g *Game, now time.Time) error {
	next := g.at(now)
	changed, err := s.changed(ctx, s.followGame, append(next.columns(), t[:], settings)...)
	if err == nil && changed == 0 {
		err = ErrStale
	}
	if err != nil {
		return fmt.Errorf("save game %s: %w", g.ID, err)
	}
	*g = next
	return nil
}

// GiveUp settles a game as lost. One that was never started is deleted instead, and g stays as it is:
// without a result. The errors are those of Save.
func (s *Store) GiveUp(ctx context.Context, g *Game, now time.Time) error {
	next := *g
	var err error
	if g.Started.IsZero() {
		err = s.drop(ctx, g)
	} else {
		next = g.at(now)
		err = s.settle(ctx, &next, Lost)
	}
	if err != nil {
		return fmt.Errorf("give up game %s: %w", g.ID, err)
	}
	*g = next
	return nil
}

// at is the game as a save at that moment makes it.
func (g *Game) at(now time.Time) Game {
	next := *g
	next.Version++
	next.Touched = instant(millis(now))
	if gap := next.Touched.Sub(g.Touched); !g.Started.IsZero() && 0 < gap && gap <= away {
		next.Played += gap
	}
	if g.Started.IsZero() && len(g.Play.Moves()) > 0 {
		next.Started = next.Touched
	}
	return next
}

// columns are the parameters $1 … $11 of a save: the version is the one that it replaces.
func (g *Game) columns() []any {
	return []any{g.ID, g.Version - 1, g.Play.Cursor(), game.FormatMoves(g.Play.Moves()),
		g.Undos, g.Hints, g.Restarts, g.Played.Milliseconds(), millis(g.Touched), nullable(g.Started), bit(g.Aided)}
}

// update is one statement, which is a transaction by itself.
func (s *Store) update(ctx context.Context, g *Game) error {
	return s.change(ctx, g, s.saveGame, g.columns()...)
}

func (s *Store) drop(ctx context.Context, g *Game) error {
	return s.change(ctx, g, s.dropGame, g.ID, g.Version)
}

// change runs a statement that changes the row of g, if it may still be changed.
func (s *Store) change(ctx context.Context, g *Game, stmt *sql.Stmt, args ...any) error {
	changed, err := s.changed(ctx, stmt, args...)
	if err == nil && changed == 0 {
		return s.whyNot(ctx, g)
	}
	return err
}

// changed runs a statement and returns how many rows it changed.
func (s *Store) changed(ctx context.Context, stmt *sql.Stmt, args ...any) (n int64, err error) {
	err = s.alone(ctx, func(ctx context.Context) error {
		res, err := stmt.ExecContext(ctx, args...)
		if err == nil {
			n, err = res.RowsAffected()
		}
		return err
	})
	return n, err
}

func (s *Store) settle(ctx context.Context, g *Game, r Result) error {
	var at int64
	err := s.write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		day := ""
		if r == Won && g.Daily != "" {
			at, err := zone(tx.QueryRowContext(ctx, selectZone, g.Player))
			if err != nil {
				return err
			}
			day = g.Touched.In(at).Format(dayForm)
		}
		return tx.StmtContext(ctx, s.settleGame).
			QueryRowContext(ctx, append(g.columns(), string(r), g.Play.State().Home(), day)...).Scan(&at)
	})
	if errors.Is(err, sql.ErrNoRows) {
		return s.whyNot(ctx, g)
	}
	g.Result, g.Settled = r, instant(at)
	return err
}

// whyNot says why no row was changed.
func (s *Store) whyNot(ctx context.Context, g *Game) error {
	var settled bool
	err := s.outcome.QueryRowContext(context.WithoutCancel(ctx), g.ID).Scan(&settled)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return ErrNotFound
	case err != nil:
		return err
	case settled:
		return ErrSettled
	default:
		return ErrStale
	}
}
