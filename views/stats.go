package views

import (
	"slices"
	"time"

	"fortythieves/game"
)

// Game is a settled game as the record shows it.
type Game struct {
	ID                     string
	Variant                *game.Variant
	Deal                   uint32
	Counted, Imported      bool
	Won, Clean             bool
	Undos, Hints, Restarts int
	Aided                  bool
	Hard                   int // how hard the deal is, from 1 to 4; 0 where that is not known
	Moves, Home            int
	Played                 time.Duration
	Settled                time.Time
}

// Figure is a number of the record with its name and what it means.
type Figure struct{ Key, Value string }

// Record is the page of a player's record.
type Record struct {
	Page
	Variant *game.Variant // nil for all games
	Span    string        // all, 100 or year
	Deals   string        // winnable, or empty for all
	Figures []Figure
	Charts  []Chart
}

// Spans are the parts of the record that can be looked at.
var Spans = []string{"all", "100", "year"}

// part is the address of the record of a variant, nil for all, a span, and the deals.
func (p Page) part(v *game.Variant, span, deals string) string {
	path, sep := "/stats", "?"
	add := func(name, value string) {
		path, sep = path+sep+name+"="+value, "&"
	}
	if v != nil {
		add("game", v.Slug)
	}
	if span != "all" {
		add("span", span)
	}
	if deals != "" {
		add("deals", deals)
	}
	return p.Path(path)
}

// NewCharts draws the games of a record, in the order in which they ended.
func (l *Locale) NewCharts(games []Game) []Chart {
	return []Chart{l.stripChart(games), l.rateChart(games),
		l.histogramChart("moves", games, func(g Game) (int, bool) { return g.Moves, g.Won }),
		l.histogramChart("minutes", games, func(g Game) (int, bool) { return int(g.Played.Minutes()), g.Won }),
		l.histogramChart("home", games, func(g Game) (int, bool) { return g.Home, !g.Won }),
	}
}

// stripChart shows the last forty games.
func (l *Locale) stripChart(games []Game) Chart {
	games = games[max(0, len(games)-stripLength):]
	c := Chart{Title: l.T("chart.strip"), Head: [2]string{l.T("chart.head.game"), l.T("chart.head.result")}}
	won := make([]bool, len(games))
	wins := 0
	for i, g := range games {
		won[i] = g.Won
		if g.Won {
			wins++
		}
		c.Rows = append(c.Rows, [2]string{l.Name(g.Variant) + ", " + l.Date(g.Settled), l.Result(g.Won)})
	}
	c.Bars, c.Width = strip(won)
	c.Label = l.T("chart.strip.label", "won", itoa(wins), "lost", itoa(len(games)-wins))
	return c
}

// rateChart shows the share of wins among the twenty games up to each.
func (l *Locale) rateChart(games []Game) Chart {
	c := Chart{Title: l.T("chart.rate"), Head: [2]string{l.T("chart.head.number"), l.T("record.rate")}}
	var rates []int
	step := max(1, len(games)/40)
	for i := step - 1; i < len(games); i += step {
		last := games[max(0, i-19) : i+1]
		wins := 0
		for _, g := range last {
			if g.Won {
				wins++
			}
		}
		rates = append(rates, 100*wins/len(last))
		c.Rows = append(c.Rows, [2]string{l.Number(i + 1), l.Percent(100 * wins / len(last))})
	}
	c.Line, c.Width = points(rates)
	if len(rates) > 0 {
		c.Label = l.T("chart.rate.label", "rate", l.Percent(rates[len(rates)-1]))
	}
	return c
}

// histogramChart shows how often a number of the games is how large. of says what the number is, and
// whether the game belongs.
func (l *Locale) histogramChart(key string, games []Game, of func(Game) (int, bool)) Chart {
	c := Chart{Title: l.T("chart." + key), Head: [2]string{l.T("chart.head." + key), l.T("chart.head.games")}}
	var values []int
	for _, g := range games {
		if v, ok := of(g); ok {
			values = append(values, v)
		}
	}
	counts, from, size := histogram(values)
	c.Bars, c.Width = bars(counts)
	for i, n := range counts {
		low := from + i*size
		text := l.Number(low)
		if size > 1 {
			text += "–" + l.Number(low+size-1)
		}
		c.Rows = append(c.Rows, [2]string{text, l.Number(n)})
	}
	switch len(values) {
	case 0:
	case 1:
		c.Label = l.T("chart.histogram.one", "value", l.Number(values[0]))
	default:
		c.Label = l.T("chart.histogram.label", "games", l.Number(len(values)), "low", l.Number(slices.Min(values)), "high", l.Number(slices.Max(values)))
	}
	return c
}

// Result is won or lost, in words.
func (l *Locale) Result(won bool) string {
	if won {
		return l.T("result.won")
	}
	return l.T("result.lost")
}

// Outcome is how a game ended: won, clean or not, or lost with how much came home, and that it was
// practice or imported.
func (l *Locale) Outcome(g Game) string {
	var text string
	switch {
	case g.Clean:
		text = l.T("result.clean")
	case g.Won:
		text = l.T("result.won")
	default:
		text = l.N("result.lost.home", g.Home)
	}
	if !g.Counted {
		text += ", " + l.T("board.practice")
	}
	if g.Imported {
		text += ", " + l.T("result.imported")
	}
	return text
}

// Aids are the undos, hints and restarts of a game.
func (l *Locale) Aids(g Game) string {
	text := ""
	for _, aid := range []struct {
		key string
		n   int
	}{{"aid.undos", g.Undos}, {"aid.hints", g.Hints}, {"aid.restarts", g.Restarts}} {
		if aid.n > 0 {
			if text != "" {
				text += ", "
			}
			text += l.N(aid.key, aid.n)
		}
	}
	if g.Aided {
		if text != "" {
			text += ", "
		}
		text += l.T("aid.light")
	}
	if text == "" {
		return "–"
	}
	return text
}
