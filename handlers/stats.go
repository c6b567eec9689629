package handlers

import (
	"net/http"
	"slices"
	"strconv"
	"time"

	"github.com/labstack/echo/v4"

	"fortythieves/db"
	"fortythieves/game"
	"fortythieves/views"
)

// stats shows the record of a player, of all games or one (game), all of it or a part (span).
func (s *site) stats(c echo.Context) error {
	player, err := s.player(c)
	if err != nil {
		return err
	}
	r := views.Record{Page: s.page(c), Span: "all"}
	if slug := c.QueryParam("game"); slug != "" {
		if r.Variant = game.BySlug(slug); r.Variant == nil {
			return &problem{status: http.StatusNotFound, key: "error.404.variant"}
		}
	}
	if span := c.QueryParam("span"); slices.Contains(views.Spans, span) {
		r.Span = span
	}
	var games []db.Settled
	if player.ID != 0 {
		if games, err = s.Store.Counted(c.Request().Context(), player.ID); err != nil {
			return err
		}
	}
	if c.QueryParam("deals") == "winnable" {
		r.Deals = "winnable"
		games = slices.DeleteFunc(games, func(g db.Settled) bool { return !g.Winnable })
	}
	games = part(games, r.Variant, r.Span, s.Now())
	r.Figures = figures(r.L, db.Fold(games))
	r.Charts = r.L.NewCharts(settledGames(games))
	return render(c, http.StatusOK, views.StatsPage(r))
}

// part are the games of a variant, nil for all, and of a span: all, the last 100, or this year (UTC).
func part(games []db.Settled, v *game.Variant, span string, now time.Time) []db.Settled {
	year := now.UTC().Year()
	list := slices.DeleteFunc(slices.Clone(games), func(g db.Settled) bool {
		return v != nil && g.Variant != v || span == "year" && g.Settled.Year() != year
	})
	if span == "100" {
		list = list[max(0, len(list)-100):]
	}
	return list
}

// figures are the numbers of a record in the order of its page; those that need a win or a loss are left
// out without one.
func figures(l *views.Locale, f db.Stats) []views.Figure {
	n := l.Number
	list := []views.Figure{
		{Key: "played", Value: n(f.Played)}, {Key: "won", Value: n(f.Won)}, {Key: "lost", Value: n(f.Lost)},
		{Key: "rate", Value: l.Percent(f.Rate())}, {Key: "streak", Value: n(f.Streak)}, {Key: "best", Value: n(f.Best)},
		{Key: "clean", Value: n(f.Clean)}, {Key: "best-clean", Value: n(f.BestClean)},
	}
	if f.Won > 0 {
		list = append(list, views.Figure{Key: "best-time", Value: l.Duration(f.BestTime)}, views.Figure{Key: "median-time", Value: l.Duration(f.MedianTime)},
			views.Figure{Key: "fewest", Value: n(f.FewestMoves)}, views.Figure{Key: "median", Value: n(f.Median)})
	}
	if f.Lost > 0 {
		list = append(list, views.Figure{Key: "best-home", Value: n(f.BestHome)}, views.Figure{Key: "average-home", Value: n(f.AverageHome)})
	}
	if f.Played > 0 {
		list = append(list, views.Figure{Key: "first", Value: l.Date(f.First)}, views.Figure{Key: "latest", Value: l.Date(f.Latest)})
	}
	return list
}

// settledGames are settled games as the views show them.
func settledGames(games []db.Settled) []views.Game {
	list := make([]views.Game, len(games))
	for i, g := range games {
		list[i] = views.Game{ID: g.ID, Variant: g.Variant, Deal: g.Deal, Counted: g.Counted, Imported: g.Imported,
			Won: g.Won, Clean: g.Clean(), Undos: g.Undos, Hints: g.Hints, Restarts: g.Restarts, Aided: g.Aided, Hard: g.Difficulty,
			Moves: g.Moves, Home: g.Home, Played: g.Played, Settled: g.Settled}
	}
	return list
}

const historyPage = 50 // games

// games lists the settled games of a player, a page at a time.
func (s *site) games(c echo.Context) error {
	player, err := s.player(c)
	if err != nil {
		return err
	}
	h := views.History{Page: s.page(c), Number: 1}
	if text := c.QueryParam("page"); text != "" {
		if h.Number, err = strconv.Atoi(text); err != nil || h.Number < 1 || h.Number > 1e6 {
			return notFound()
		}
	}
	if player.ID != 0 {
		list, all, err := s.Store.History(c.Request().Context(), player.ID, historyPage, (h.Number-1)*historyPage)
		if err != nil {
			return err
		}
		h.Games, h.Pages = settledGames(list), (all+historyPage-1)/historyPage
	}
	return render(c, http.StatusOK, views.HistoryPage(h))
}
