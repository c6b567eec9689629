package views

import (
	"time"

	"fortythieves/game"
)

// Daily is the page of the daily deals of a date.
type Daily struct {
	Page
	Date, Today  string    // as 2006-01-02, by UTC
	Time         time.Time // the date
	Zone         string    // by which the player's days are counted
	Streak, Best int
	Tiles        []DailyTile
	Months       []Month
}

// Past reports whether the deals are of a day before, so that they are practice.
func (d Daily) Past() bool { return d.Date != d.Today }

// DailyTile is one deal of a date.
type DailyTile struct {
	Variant    *game.Variant
	Deal       uint32
	ID, State  string // of the player's game: open, won or lost
	Tried, Won int    // players
}

// Month is a month of the calendar, with its first day's place in the week, Monday first.
type Month struct {
	First time.Time
	Blank int
	Days  []Day
}

// Day is a day of the calendar.
type Day struct {
	Date   string // as 2006-01-02
	Time   time.Time
	Number int
	Solved int // daily deals
	Future bool
}

// Calendar is this month and the two before it, the latest first.
func Calendar(now time.Time, solved map[string]int) []Month {
	var months []Month
	first := time.Date(now.Year(), now.Month(), 1, 0, 0, 0, 0, time.UTC)
	for range 3 {
		m := Month{First: first, Blank: (int(first.Weekday()) + 6) % 7}
		for day := first; day.Month() == first.Month(); day = day.AddDate(0, 0, 1) {
			date := day.Format("2006-01-02")
			m.Days = append(m.Days, Day{Date: date, Time: day, Number: day.Day(), Solved: solved[date], Future: day.After(now)})
		}
		months = append(months, m)
		first = first.AddDate(0, -1, 0)
	}
	return months
}

// weeks are the days in rows of seven; a Day without a number fills the first row.
func (m Month) weeks() [][]Day {
	days := append(make([]Day, m.Blank), m.Days...)
	var rows [][]Day
	for len(days) > 0 {
		n := min(7, len(days))
		rows, days = append(rows, days[:n]), days[n:]
	}
	return rows
}
