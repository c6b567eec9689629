package db

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"fortythieves/game"
)

// Result is how a game ended; empty while it is open.
type Result string

const (
	Won  Result = "won"
	Lost Result = "lost"
)

// Game is a player's game as it was loaded or last saved. The caller plays Play and counts up Undos,
// Hints and Restarts; the rest changes by Begin, Save and GiveUp.
type Game struct {
	ID                     string // unguessable: it stands in URLs
	Player                 int64
	Play                   *game.Game
	Version                int64 // goes up with every save
	Counted                bool  // false: practice, which no record knows of
	Undos, Hints, Restarts int
	Played                 time.Duration // at the table; see Save
	Created, Touched       time.Time
	Started                time.Time // the first move; zero before it
	Settled                time.Time // the end; zero before it
	Result                 Result
	Daily                  string // the date of the daily deal that it is, or empty
	Winnable               bool   // it was dealt as one that can be won
	Difficulty             int    // of the deal, from 1 to 4; 0 where it is not known
	Aided                  bool   // the player was told what no player can see, or how likely a win is
}

// Clean reports whether the game is not lost and has had no undo, hint or restart and no other aid.
func (g *Game) Clean() bool {
	return g.Result != Lost && g.Undos == 0 && g.Hints == 0 && g.Restarts == 0 && !g.Aided
}

// PracticeLimit is how many practice games of a player are open at once.
const PracticeLimit = 20

const (
	deleteUntouched = `
		DELETE FROM games WHERE player_id = $1 AND variant = $2
		AND counted = 1 AND settled_at IS NULL AND started_at IS NULL`

	selectHasOpen = `
		SELECT EXISTS (SELECT 1 FROM games WHERE player_id = $1 AND variant = $2
		AND counted = 1 AND settled_at IS NULL)`

	selectHadDeal = `
		SELECT EXISTS (SELECT 1 FROM games WHERE player_id = $1 AND variant = $2 AND deal = $3
		AND counted = 1)`

	countPractice = `SELECT COUNT(*) FROM games WHERE player_id = $1 AND counted = 0 AND settled_at IS NULL`

	deleteIdle = `
		DELETE FROM games WHERE id = (SELECT id FROM games WHERE player_id = $1
		AND counted = 0 AND settled_at IS NULL AND started_at IS NULL ORDER BY touched_at, id LIMIT 1)`

	insertGame = `
		INSERT INTO games (key, player_id, variant, deal, counted, version, cursor, moves,
			created_at, touched_at, started_at, daily, winnable, difficulty)
		VALUES ($1, $2, $3, $4, $5, 1, $6, $7, $8, $8, $9, NULLIF($10, ''), $11,
			(SELECT difficulty FROM pool WHERE variant = $3 AND deal = $4))
		RETURNING COALESCE(difficulty, 0)`
)

// Begin stores a new game, of which the caller has set ID, Play, Counted, Daily and Winnable; it sets the rest. A
// browser not known yet makes a new player.
//
// A counted game takes the place of one of the same variant that is open and was never started, which
// is deleted. If that one is started the error is ErrOpenGame; if the player has had the deal counted
// before it is ErrDealCounted, and another number may be tried. A game from a position cannot be stored.
// After an error nothing has changed.
func (s *Store) Begin(ctx context.Context, t Token, g *Game, now time.Time) error {
	next := Game{ID: g.ID, Play: g.Play, Counted: g.Counted, Daily: g.Daily, Winnable: g.Winnable, Version: 1}
	next.Created = instant(millis(now))
	next.Touched = next.Created
	if len(g.Play.Moves()) > 0 {
		next.Started = next.Created
	}
	err := s.write(ctx, func(ctx context.Context, tx *sql.Tx) (err error) {
		if next.Player, err = s.see(ctx, tx, t, millis(now)); err != nil {
			return err
		}
		admit := s.admitPractice
		if next.Counted {
			admit = s.admit
		}
		if err := admit(ctx, tx, &next); err != nil {
			return err
		}
		return s.insert(ctx, tx, &next)
	})
	if err != nil {
		return fmt.Errorf("begin game: %w", err)
	}
	*g = next
	return nil
}

// admit asks whether a counted game may begin now, and makes room for it.
func (s *Store) admit(ctx context.Context, tx *sql.Tx, g *Game) error {
	slug := g.Play.Variant().Slug
	if _, err := tx.StmtContext(ctx, s.dropUntouched).ExecContext(ctx, g.Player, slug); err != nil {
		return err
	}
	var yes bool
	err := tx.StmtContext(ctx, s.hasOpen).QueryRowContext(ctx, g.Player, slug).Scan(&yes)
	if err == nil && yes {
		return ErrOpenGame
	}
	if err != nil {
		return err
	}
	err = tx.StmtContext(ctx, s.hadDeal).QueryRowContext(ctx, g.Player, slug, g.Play.Deal()).Scan(&yes)
	if err == nil && yes {
		return ErrDealCounted
	}
	return err
}

// admitPractice makes room for a practice game where there are many.
func (s *Store) admitPractice(ctx context.Context, tx *sql.Tx, g *Game) error {
	var open int
	if err := tx.QueryRowContext(ctx, countPractice, g.Player).Scan(&open); err != nil || open < PracticeLimit {
		return err
	}
	res, err := tx.ExecContext(ctx, deleteIdle, g.Player)
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 1 {
		return err
	}
	return ErrPracticeFull
}

func (s *Store) insert(ctx context.Context, tx *sql.Tx, g *Game) error {
	return tx.StmtContext(ctx, s.addGame).QueryRowContext(ctx,
		g.ID, g.Player, g.Play.Variant().Slug, g.Play.Deal(), bit(g.Counted),
		g.Play.Cursor(), game.FormatMoves(g.Play.Moves()), millis(g.Created), nullable(g.Started), g.Daily, bit(g.Winnable)).
		Scan(&g.Difficulty)
}

// bit is the stored form of yes and no.
func bit(yes bool) int {
	if yes {
		return 1
	}
	return 0
}

// nullable is the stored form of a time that may be zero.
func nullable(t time.Time) sql.NullInt64 {
	return sql.NullInt64{Int64: millis(t), Valid: !t.IsZero()}
}
