package views

import "fortythieves/game"

// Home is the first page: the nine games.
type Home struct {
	Page
	Query    string // what was searched for
	NotFound bool   // nothing is called that; all games are shown
	All      Figures
	Games    []Tile
	Practice []OpenGame
}

// Tile is one game on the first page.
type Tile struct {
	Variant *game.Variant
	Open    *OpenGame // the open counted game with a move in it, or nil
	Figures Figures
}

// OpenGame is an open game in a list.
type OpenGame struct {
	ID      string
	Variant *game.Variant
	Deal    uint32
	Moves   int
}

// NewHome lists the variants that the query finds: by a part of the name, the slug or another name. open are
// the player's open counted games by slug.
func NewHome(p Page, query string, open map[string]OpenGame, practice []OpenGame, all Figures, by map[string]Figures) Home {
	h := Home{Page: p, Query: query, All: all, Practice: practice}
	for _, v := range p.L.Variants() {
		if !p.L.finds(v, fold(query)) {
			continue
		}
		tile := Tile{Variant: v, Figures: by[v.Slug]}
		if o, ok := open[v.Slug]; ok {
			tile.Open = &o
		}
		h.Games = append(h.Games, tile)
	}
	if len(h.Games) == 0 {
		h = NewHome(p, "", open, practice, all, by)
		h.Query, h.NotFound = query, true
	}
	return h
}

// Character says in a few words each what kind of game a variant is.
func (l *Locale) Character(v *game.Variant) []string {
	c := []string{l.T("shape.columns", "columns", itoa(v.Columns), "rows", itoa(v.Rows))}
	if v.FaceDown > 0 {
		c = append(c, l.N("shape.face-down", v.FaceDown))
	}
	c = append(c, l.T("shape.build."+buildKeys[v.Build]))
	if v.Runs {
		c = append(c, l.T("shape.runs"))
	} else {
		c = append(c, l.T("shape.one"))
	}
	c = append(c, l.N("shape.draw", v.Draw))
	if v.Redeals > 0 {
		c = append(c, l.N("shape.redeals", v.Redeals))
	}
	if v.AcesOut {
		c = append(c, l.T("shape.aces"))
	}
	return c
}
