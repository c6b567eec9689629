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
	insertSecret = `INSERT INTO secrets (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING`
	selectSecret = `SELECT value FROM secrets WHERE name = $1`
)

// Secret returns the secret of a name, which is fresh the first time it is asked for.
func (s *Store) Secret(ctx context.Context, name string, fresh []byte) (value []byte, err error) {
	if err := s.exec(ctx, "keep secret", insertSecret, name, fresh); err != nil {
		return nil, err
	}
	err = s.reader.QueryRowContext(ctx, selectSecret, name).Scan(&value)
	return value, err
}

// Tally is how players of this server did with a daily deal.
type Tally struct{ Tried, Won int }

const selectTally = `
	SELECT variant, COUNT(*), SUM(CASE result WHEN 'won' THEN 1 ELSE 0 END)
	FROM games WHERE daily = $1 AND started_at IS NOT NULL GROUP BY variant`

// Tallies are those of the deals of a date, by slug.
func (s *Store) Tallies(ctx context.Context, date string) (map[string]Tally, error) {
	rows, err := s.reader.QueryContext(ctx, selectTally, date)
	if err != nil {
		return nil, fmt.Errorf("tallies: %w", err)
	}
	defer rows.Close()
	by := map[string]Tally{}
	for rows.Next() {
		var slug string
		var t Tally
		if err := rows.Scan(&slug, &t.Tried, &t.Won); err != nil {
			return nil, fmt.Errorf("tallies: %w", err)
		}
		by[slug] = t
	}
	return by, rows.Err()
}

// Daily is a player's game of a daily deal.
type Daily struct {
	ID      string
	Variant *game.Variant
	Date    string // of the deal
	Day     string // the player's own, on which it was won; empty if it is not
	Result  Result
	Started bool
	Ended   time.Time // by the clock then; zero while it is open
}

const selectDaily = `
	SELECT key, variant, daily, COALESCE(day, ''), COALESCE(result, ''), started_at IS NOT NULL,
		CASE WHEN settled_at IS NOT NULL THEN touched_at END
	FROM games WHERE player_id = $1 AND daily IS NOT NULL ORDER BY settled_at, id`

// Dailies lists a player's games of daily deals, those that ended in the order in which they did.
func (s *Store) Dailies(ctx context.Context, player int64) ([]Daily, error) {
	rows, err := s.reader.QueryContext(ctx, selectDaily, player)
	if err != nil {
		return nil, fmt.Errorf("daily deals of player %d: %w", player, err)
	}
	defer rows.Close()
	var list []Daily
	for rows.Next() {
		var d Daily
		var slug string
		var ended sql.NullInt64
		if err := rows.Scan(&d.ID, &slug, &d.Date, &d.Day, &d.Result, &d.Started, &ended); err != nil {
			return nil, fmt.Errorf("daily deals of player %d: %w", player, err)
		}
		d.Variant, d.Ended = game.BySlug(slug), optional(ended)
		list = append(list, d)
	}
	return list, rows.Err()
}

const (
	selectZone = `SELECT zone FROM players WHERE id = $1`
	updateZone = `UPDATE players SET zone = $2, zone_at = $3 WHERE id = $1 AND (zone = '' OR zone_at <= $4)`
)

// ErrZone says that the time zone was changed less than a day ago.
var ErrZone = errors.New("the time zone can change once a day")

// IsZone reports whether a name is that of a time zone which means the same on every machine.
func IsZone(name string) bool {
	_, err := time.LoadLocation(name)
	return err == nil && name != "" && name != "Local"
}

// SetZone sets the time zone by which the player's days are counted: an IANA name. It may change once a day.
func (s *Store) SetZone(ctx context.Context, player int64, zone string, now time.Time) error {
	if !IsZone(zone) {
		return fmt.Errorf("set time zone: %q is none", zone)
	}
	changed := int64(0)
	err := s.alone(ctx, func(ctx context.Context) error {
		res, err := s.writer.ExecContext(ctx, updateZone, player, zone, millis(now), millis(now.Add(-24*time.Hour)))
		if err == nil {
			changed, err = res.RowsAffected()
		}
		return err
	})
	if err == nil && changed == 0 {
		err = ErrZone
	}
	return err
}

// Zone is the player's time zone, UTC where none is chosen.
func (s *Store) Zone(ctx context.Context, player int64) (*time.Location, error) {
	return zone(s.reader.QueryRowContext(ctx, selectZone, player))
}

func zone(row *sql.Row) (*time.Location, error) {
	var name string
	if err := row.Scan(&name); err != nil && !errors.Is(err, sql.ErrNoRows) {
		return nil, err
	}
	at, err := time.LoadLocation(name)
	if err != nil {
		return time.UTC, nil // a name that this system no longer knows
	}
	return at, nil
}

// dayForm is how days and dates are stored.
const dayForm = "2006-01-02"

// slack is a gap between two daily wins that never breaks a streak, whatever the days are called: who flies
// east loses hours of a day.
const slack = 36 * time.Hour

// DailyStreak counts the days in a row with a won daily deal: up to now, and at most. Days are the player's
// own, as they were fixed when the games were won. A win of the day before the last one, after a flight west
// or a clock set back, is of no further day; one of long before shows that the clock was wrong, and begins anew.
func DailyStreak(games []Daily, now time.Time, at *time.Location) (current, best int) {
	var last Daily
	for _, g := range games {
		if g.Result != Won {
			continue
		}
		switch back := days(g.Day, last.Day); {
		case current > 0 && (back == 0 || back == 1): // the gap begins anew
			g.Day = last.Day
		case current > 0 && back < 0 && follows(last, g.Day, g.Ended):
			current++
		default:
			current = 1
		}
		last, best = g, max(best, current)
	}
	if current > 0 && !follows(last, now.In(at).Format(dayForm), now) {
		current = 0
	}
	return current, best
}

// follows reports whether a day, at a moment of it, is not after that of a win or the next, or near enough.
func follows(last Daily, day string, moment time.Time) bool {
	return days(last.Day, day) <= 1 || moment.Sub(last.Ended) <= slack
}

// days is how many days it is from one to another.
func days(from, to string) int {
	a, err1 := time.Parse(dayForm, from)
	b, err2 := time.Parse(dayForm, to)
	if err1 != nil || err2 != nil {
		return 1 << 30
	}
	return int(b.Sub(a) / (24 * time.Hour))
}
