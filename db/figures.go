package db

import (
	"slices"
	"time"
)

// Stats are the figures of a list of settled games.
type Stats struct {
	Played, Won, Lost     int
	Streak, Best          int // wins in a row, up to now and at most
	Clean                 int // wins without undo, hint or restart
	BestClean             int // clean wins in a row, at most
	BestTime, MedianTime  time.Duration
	FewestMoves, Median   int // moves of wins
	BestHome, AverageHome int // cards home in lost games
	First, Latest         time.Time
}

// Rate is the share of wins in percent, rounded down; 0 without a game.
func (s Stats) Rate() int {
	if s.Played == 0 {
		return 0
	}
	return 100 * s.Won / s.Played
}

// Fold works out the figures of games in the order in which they ended. An imported game counts in all but
// the current streak: it neither lengthens it nor ends it.
func Fold(games []Settled) Stats {
	var s Stats
	var times []time.Duration
	var moves []int
	var home, run, clean int
	for _, g := range games {
		s.Played++
		if g.Won {
			s.Won++
			times, moves = append(times, g.Played), append(moves, g.Moves)
		} else {
			home += g.Home
			s.BestHome = max(s.BestHome, g.Home)
		}
		if !g.Imported {
			run, clean = next(run, g.Won), next(clean, g.Clean())
		}
		if g.Clean() {
			s.Clean++
		}
		s.Best, s.BestClean = max(s.Best, run), max(s.BestClean, clean)
	}
	s.Streak, s.Lost = run, s.Played-s.Won
	if s.Lost > 0 {
		s.AverageHome = (home + s.Lost/2) / s.Lost
	}
	if s.Won > 0 {
		s.BestTime, s.MedianTime = slices.Min(times), median(times)
		s.FewestMoves, s.Median = slices.Min(moves), median(moves)
	}
	if s.Played > 0 {
		s.First, s.Latest = games[0].Started, games[len(games)-1].Settled
	}
	return s
}

// next is the length of a run after a game that belongs to it or ends it.
func next(run int, belongs bool) int {
	if belongs {
		return run + 1
	}
	return 0
}

// median is the middle of values, of an even number the lower one of the two. It sorts them.
func median[T int | time.Duration](values []T) T {
	slices.Sort(values)
	return values[(len(values)-1)/2]
}
