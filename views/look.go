package views

import (
	"strings"

	"fortythieves/game"
)

// facts are what a player asks about a deal: its number, what lies in the stock and how often it can be
// gone through, how many cards lie face down.
func (b *Board) facts(s *game.State) []string {
	var facts []string
	if n := b.Game.Deal(); n > 0 {
		facts = append(facts, b.L.T("board.deal", "deal", utoa(n)))
	}
	if b.Hard > 0 {
		facts = append(facts, b.L.T("board.winnable", "hard", b.L.T("deal.hard."+itoa(b.Hard))))
	}
	if !b.Counted {
		facts = append(facts, b.L.T("board.practice"))
	}
	if s.Variant.Draw > 1 {
		facts = append(facts, b.L.N("fact.draw", s.Variant.Draw))
	}
	if s.Variant.Redeals > 0 {
		facts = append(facts, b.L.N("fact.redeals", s.RedealsLeft()))
	}
	if s.Variant.FaceDown > 0 {
		down := 0
		for _, col := range s.Columns {
			down += col.Down
		}
		facts = append(facts, b.L.N("fact.down", down))
	}
	return facts
}

// lines are what is looked at, a line each.
func (b *Board) lines(s *game.State) []string {
	switch b.See {
	case "waste":
		if len(s.Waste) == 0 {
			return []string{b.L.T("waste.empty")}
		}
		return []string{b.L.list(s.Waste, index)}
	case "table":
		return b.inWords(s)
	case "keys":
		var lines []string
		for _, key := range keyHelp {
			lines = append(lines, b.L.T("key."+key))
		}
		return lines
	}
	return nil
}

// keyHelp are the keys in the order of their help.
var keyHelp = []string{"arrows", "enter", "digits", "draw", "home", "undo", "redo", "hint", "twin", "escape", "help"}

// inWords is the whole table in sentences.
func (b *Board) inWords(s *game.State) []string {
	lines := []string{b.Stock.Label + ".", b.Waste.Label + "."}
	var homes []string
	for _, f := range s.Foundations {
		if len(f) > 0 {
			homes = append(homes, b.L.Card(f[len(f)-1]))
		}
	}
	if len(homes) == 0 {
		lines = append(lines, b.L.T("table.homes.none"))
	} else {
		lines = append(lines, b.L.T("table.homes", "cards", strings.Join(homes, ", ")))
	}
	for i, col := range s.Columns {
		if len(col.Cards) == 0 {
			lines = append(lines, b.L.T("column.empty", "n", itoa(i+1))+".")
			continue
		}
		lines = append(lines, b.L.T("table.column", "n", itoa(i+1), "cards", b.L.under(col.Cards[col.Down:], col.Down)))
	}
	return lines
}
