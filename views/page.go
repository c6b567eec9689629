// Package views turns games into pages: view models in plain Go, templ components that draw them, and
// the catalogues with every sentence a player reads. It decides nothing about the rules.
package views

import (
	"strings"

	"github.com/a-h/templ"

	"fortythieves/game"
	"fortythieves/static"
)

// Page is what every page is drawn with.
type Page struct {
	L    *Locale
	Base string // the path under which the site is served, without a slash at its end; "" is the root
	S    Settings
	At   string // the path of the page, without the base path, to come back to
}

// Path is the address of a path of the site, which begins with a slash.
func (p Page) Path(path string) string { return p.Base + path }

// Static is the address of a static file by its name.
func (p Page) Static(name string) string { return p.Base + static.URL(name) }

// choices are the settings that style sheet and script go by, as attributes of the page: those that are
// not as they come. v is the game on the page, or nil.
func (p Page) choices(v *game.Variant) templ.Attributes {
	a := templ.Attributes{}
	for name, value := range p.S.chosen {
		a["data-"+name] = value
	}
	delete(a, "data-colours")
	delete(a, "data-suits")
	delete(a, "data-lang")
	if v != nil && p.S.suits(v) == "2" {
		a["data-suits"] = "2"
	}
	return a
}

// scheme is the colour scheme that the browser is told.
func (p Page) scheme() string {
	if theme := p.S.Get("theme"); theme != "auto" {
		return theme
	}
	return "light dark"
}

// htmxConfig makes htmx fit the content security policy, swap the boards that come with a refusal,
// and put any other error beside the board, which stays as it is.
const htmxConfig = `{"allowEval":false,"includeIndicatorStyles":false,"defaultSwapStyle":"outerHTML","defaultSettleDelay":0,"historyEnabled":false,` +
	`"responseHandling":[{"code":"204","swap":false},{"code":"[23]..|409|422","swap":true},` +
	`{"code":"...","swap":true,"error":true,"target":"#problem","swapOverride":"innerHTML"}]}`

// Figures are the counts of a record, as db has them.
type Figures struct{ Played, Won, Streak, Best int }

// Place is what a click names: a pile and, in a column, how many cards from its end.
type Place struct {
	Pile game.Pile
	N    int
}

// ParsePlace reads a place, such as w, c3 or c3x4.
func ParsePlace(s string) (Place, bool) {
	name, count, several := strings.Cut(s, "x")
	pile, err := game.ParsePile(name)
	if err != nil {
		return Place{}, false
	}
	if !several {
		return Place{pile, 1}, true
	}
	m, err := game.ParseMove(name + "fx" + count)
	if _, isColumn := pile.Column(); err != nil || !isColumn {
		return Place{}, false
	}
	return Place{pile, int(m.N)}, true
}

func (p Place) String() string {
	if p.N == 1 {
		return pileNames[p.Pile]
	}
	return pileNames[p.Pile] + "x" + itoa(p.N)
}
