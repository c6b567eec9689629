package db

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"fortythieves/game"
)

// ArchiveVersion is the version of the form of an Archive.
const ArchiveVersion = 1

// Archive is all that is kept of a player, to be taken away and brought back.
type Archive struct {
	Version  int            `json:"version"`
	Exported time.Time      `json:"exported"`
	Settings string         `json:"settings"` // JSON, or empty
	Figures  Record         `json:"figures"`  // for reading only: an import works them out anew
	Games    []ArchivedGame `json:"games"`
}

// ArchivedGame is a game in an archive. Times are zero where there is none.
type ArchivedGame struct {
	Variant  string    `json:"variant"`
	Deal     uint32    `json:"deal"`
	Counted  bool      `json:"counted"`
	Cursor   int       `json:"cursor"`
	Moves    string    `json:"moves"`
	Undos    int       `json:"undos"`
	Hints    int       `json:"hints"`
	Restarts int       `json:"restarts"`
	Aided    bool      `json:"aided"`
	Winnable bool      `json:"winnable"`
	PlayedMS int64     `json:"played_ms"`
	Created  time.Time `json:"created"`
	Touched  time.Time `json:"touched"`
	Started  time.Time `json:"started"`
	Settled  time.Time `json:"settled"`
	Result   Result    `json:"result"` // empty for an open game
}

const selectGamesOf = `SELECT ` + gameColumns + ` FROM games g WHERE g.player_id = $1 ORDER BY g.id`

// Export returns all that is kept of a player. The games are those that were begun.
func (s *Store) Export(ctx context.Context, p Player, now time.Time) (Archive, error) {
	a := Archive{Version: ArchiveVersion, Exported: instant(millis(now)), Settings: p.Settings}
	var err error
	if a.Figures, err = s.Record(ctx, p.ID); err != nil {
		return Archive{}, err
	}
	rows, err := s.reader.QueryContext(ctx, selectGamesOf, p.ID)
	if err != nil {
		return Archive{}, fmt.Errorf("export: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		g, err := scanGame(rows, nil)
		if err != nil {
			return Archive{}, fmt.Errorf("export: %w", err)
		}
		if !g.Started.IsZero() {
			a.Games = append(a.Games, g.archived())
		}
	}
	return a, rows.Err()
}

func (g *Game) archived() ArchivedGame {
	return ArchivedGame{
		Variant: g.Play.Variant().Slug, Deal: g.Play.Deal(), Counted: g.Counted,
		Cursor: g.Play.Cursor(), Moves: game.FormatMoves(g.Play.Moves()),
		Undos: g.Undos, Hints: g.Hints, Restarts: g.Restarts,
		Aided: g.Aided, Winnable: g.Winnable, PlayedMS: g.Played.Milliseconds(),
		Created: g.Created, Touched: g.Touched, Started: g.Started, Settled: g.Settled, Result: g.Result,
	}
}

// longest is more time than anyone sits at a game.
const longest = 10 * 366 * 24 * time.Hour

// Fault is why a game of an archive is left out.
type Fault string

const (
	FaultVariant Fault = "variant" // there is no such game
	FaultMoves   Fault = "moves"   // the rules refuse them, or there are none
	FaultResult  Fault = "result"  // it is not what the moves come to
	FaultNumber  Fault = "number"  // one is out of range
	FaultTime    Fault = "time"    // one is missing or in the future
)

// restore is the game of an archive, played by the rules, or what is wrong with it.
func (a ArchivedGame) restore(now time.Time) (*Game, Fault) {
	tomorrow := now.Add(24 * time.Hour) // all that ends later would come after a game that ended then
	switch {
	case game.BySlug(a.Variant) == nil:
		return nil, FaultVariant
	case a.Deal == 0, a.Undos < 0, a.Hints < 0, a.Restarts < 0, a.PlayedMS < 0, a.PlayedMS > longest.Milliseconds():
		return nil, FaultNumber
	case a.Started.IsZero(), a.Created.IsZero(), a.Touched.IsZero(), (a.Result != "") != !a.Settled.IsZero(),
		a.Settled.After(tomorrow), a.Touched.After(tomorrow):
		return nil, FaultTime
	}
	play, err := replay(a.Variant, a.Deal, a.Cursor, a.Moves)
	switch {
	case err != nil, len(play.Moves()) == 0:
		return nil, FaultMoves
	case play.Won() != (a.Result == Won), a.Result != "" && a.Result != Won && a.Result != Lost:
		return nil, FaultResult
	}
	return &Game{Play: play, Counted: a.Counted && a.Result != "", // an open game comes back as practice
		Version: 1, Undos: a.Undos, Hints: a.Hints, Restarts: a.Restarts, Aided: a.Aided, Winnable: a.Winnable,
		Played: time.Duration(a.PlayedMS) * time.Millisecond, Created: a.Created, Touched: a.Touched,
		Started: a.Started, Settled: a.Settled, Result: a.Result}, ""
}

// Imported says what an import did, by the index of the games in the archive.
type Imported struct {
	Added   int
	Known   int // were there already
	Refused map[int]Fault
}

const (
	// A practice game may have the moves of a counted one, and an open game comes back as practice.
	selectKnown = `
		SELECT EXISTS (SELECT 1 FROM games WHERE player_id = $1 AND variant = $2 AND deal = $3
		AND (counted = 1 AND $5 = 1 OR
			created_at = $6 AND (counted = $5 OR $5 = 0) AND (moves = $4 OR $7 = 0)))`

	insertImported = `
		INSERT INTO games (key, player_id, variant, deal, counted, version, cursor, moves, undos, hints, restarts,
			played_ms, created_at, touched_at, started_at, settled_at, result, home, aided, winnable, difficulty, imported)
		VALUES ($1, $2, $3, $4, $5, 1, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19,
			(SELECT difficulty FROM pool WHERE variant = $3 AND deal = $4), 1)`
)

// Import adds the games of an archive to a player, each played by the rules; those that the player has
// already are left out, so that importing twice adds nothing. key makes the ids of the new games. It is
// one transaction.
func (s *Store) Import(ctx context.Context, player int64, a Archive, now time.Time, key func() (string, error)) (Imported, error) {
	in := Imported{Refused: map[int]Fault{}}
	err := s.write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		for i, archived := range a.Games {
			g, fault := archived.restore(now)
			if fault != "" {
				in.Refused[i] = fault
				continue
			}
			added, err := s.bring(ctx, tx, player, g, key)
			switch {
			case err != nil:
				return err
			case added:
				in.Added++
			default:
				in.Known++
			}
		}
		return nil
	})
	if err != nil {
		return Imported{}, fmt.Errorf("import: %w", err)
	}
	return in, nil
}

// bring inserts a game of an archive unless the player has it.
func (s *Store) bring(ctx context.Context, tx *sql.Tx, player int64, g *Game, key func() (string, error)) (bool, error) {
	slug, moves := g.Play.Variant().Slug, game.FormatMoves(g.Play.Moves())
	counted, over := bit(g.Counted), bit(g.Result != "")
	var known bool
	if err := tx.QueryRowContext(ctx, selectKnown, player, slug, g.Play.Deal(), moves, counted, millis(g.Created), over).Scan(&known); err != nil || known {
		return false, err
	}
	id, err := key()
	if err != nil {
		return false, err
	}
	result, home := sql.NullString{String: string(g.Result), Valid: g.Result != ""}, sql.NullInt64{}
	if g.Result != "" {
		home = sql.NullInt64{Int64: int64(g.Play.State().Home()), Valid: true}
	}
	_, err = tx.ExecContext(ctx, insertImported, id, player, slug, g.Play.Deal(), counted, g.Play.Cursor(), moves,
		g.Undos, g.Hints, g.Restarts, g.Played.Milliseconds(), millis(g.Created), millis(g.Touched), millis(g.Started),
		nullable(g.Settled), result, home, bit(g.Aided), bit(g.Winnable))
	return err == nil, err
}
