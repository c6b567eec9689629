package handlers

import (
	"strconv"
	"time"

	"github.com/labstack/echo/v4"
	"github.com/prometheus/client_golang/prometheus"

	"fortythieves/db"
)

// meters count what happens. No label has a value that a visitor chooses.
type meters struct {
	requests            *prometheus.CounterVec   // by method, route and status
	seconds             *prometheus.HistogramVec // by route
	games, saves        prometheus.Counter
	wins, losses        prometheus.Counter
	foreign, overLimits prometheus.Counter
	searching, busy     prometheus.Counter
}

// newMeters registers the meters where there is a registry.
func newMeters(to prometheus.Registerer) *meters {
	counter := func(name, help string) prometheus.Counter {
		return prometheus.NewCounter(prometheus.CounterOpts{Name: "fortythieves_" + name, Help: help})
	}
	m := &meters{
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{Name: "fortythieves_requests_total",
			Help: "Requests answered, without those for static files."}, []string{"method", "route", "status"}),
		seconds: prometheus.NewHistogramVec(prometheus.HistogramOpts{Name: "fortythieves_request_seconds",
			Help: "Time to answer a request.", Buckets: []float64{.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10}}, []string{"route"}),
		games:      counter("games_total", "Games begun."),
		saves:      counter("saves_total", "Moves, undos and the like that were kept."),
		wins:       counter("wins_total", "Games won."),
		losses:     counter("losses_total", "Games given up."),
		foreign:    counter("refused_origins_total", "Requests refused because another site sent them."),
		overLimits: counter("refused_limits_total", "Requests refused by a limit a minute."),
		searching:  counter("solver_seconds_total", "Time that searches for players took."),
		busy:       counter("solver_busy_total", "Searches refused because too many waited."),
	}
	if to != nil {
		to.MustRegister(m.requests, m.seconds, m.games, m.saves, m.wins, m.losses, m.foreign, m.overLimits, m.searching, m.busy)
	}
	return m
}

// request counts one that was answered.
func (m *meters) request(method, route string, status int, took time.Duration) {
	switch method {
	case "GET", "HEAD", "POST":
	default:
		method = "other"
	}
	if route == "" {
		route = "none"
	}
	m.requests.WithLabelValues(method, route, strconv.Itoa(status)).Inc()
	m.seconds.WithLabelValues(route).Observe(took.Seconds())
}

// saved counts a change of a game that was kept.
func (m *meters) saved(g *db.Game) {
	m.saves.Inc()
	switch g.Result {
	case db.Won:
		m.wins.Inc()
	case db.Lost:
		m.losses.Inc()
	}
}

// counts is the middleware that counts requests.
func (s *site) counts(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		if isStatic(c.Request()) {
			return next(c)
		}
		begun := time.Now()
		err := next(c)
		if err != nil {
			c.Error(err) // draws the page now, so that its status is known
		}
		s.meters.request(c.Request().Method, c.Path(), c.Response().Status, time.Since(begun))
		return err
	}
}
