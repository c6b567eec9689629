package views

import "fortythieves/game"

// Hint is advice about the position on the table.
type Hint struct {
	Kind            string      // what speaks for it, the end of a key: proved, ways, early, hopeless, guess, lost, nothing
	Moves           []game.Move // advised, in their order; none after one that turns a card up
	Wait            bool        // more was asked for, but a card is to be turned up first
	Ways, Won, Lost int         // how the hidden cards were laid, in how many of these ways the move won, and which are lost
	Back            int         // the last position that can be won, where this one cannot; −1 for none
}

// Hint says what is advised in the position s.
func (l *Locale) Hint(s *game.State, h Hint) Said {
	reason := Plain(l.N("hint."+h.Kind, h.Won, "ways", itoa(h.Ways), "lost", itoa(h.Lost), "open", itoa(h.Ways-h.Won-h.Lost)))
	if len(h.Moves) == 0 {
		return reason
	}
	said := say(l, func(card func(game.Card) string) string {
		text, t := l.T("hint"), s.Clone()
		for _, m := range h.Moves {
			text += " " + l.advised(t, m, card)
		}
		return text
	}).And(reason)
	if h.Wait {
		said = said.And(Plain(l.T("hint.wait")))
	}
	return said
}

// advised says a move that is advised, and makes it on t. A card that it turns up is not named.
func (l *Locale) advised(t *game.State, m game.Move, card func(game.Card) string) string {
	step, err := t.Apply(m)
	switch {
	case err != nil:
		return ""
	case m == game.Draw && step.Card == 0:
		return l.T("hint.turn")
	case m == game.Draw:
		return l.T("hint.draw")
	}
	return l.step(t, step, card)
}

// markHint marks the card that is advised to move and the place where it goes.
func (b *Board) markHint(s *game.State) {
	if b.Hint == nil || len(b.Hint.Moves) == 0 {
		return
	}
	m := b.Hint.Moves[0]
	if m == game.Draw {
		b.Stock.Hint = true
		return
	}
	from := Place{m.From, int(m.N)}
	card := cardAt(s, from)
	b.each(func(spot *Spot) {
		if spot.Place == from.String() && spot.Card != 0 {
			spot.Hint = true
		}
	})
	if i, ok := m.To.Column(); ok {
		b.Columns[i].Top.Hint = true
	} else {
		b.Foundations[s.FoundationFor(card)].Hint = true
	}
}

// Light says whether a position can still be won.
type Light struct {
	Verdict         string // won, lost or unknown where that is proved, or tried; empty for a share
	Ways, Won, Lost int
}

// Light is the sentence of a light.
func (l *Locale) Light(g Light) string {
	pairs := []string{"ways", itoa(g.Ways), "lost", itoa(g.Lost), "open", itoa(g.Ways - g.Won - g.Lost)}
	switch {
	case g.Verdict != "":
		return l.T("light." + g.Verdict)
	case g.Lost == g.Ways:
		return l.T("light.hopeless", pairs...)
	case 4*(g.Won+g.Lost) < g.Ways:
		return l.T("light.early", pairs...)
	case g.Won == 0: // a share of nothing would say more than is known
		return l.T("light.none", pairs...)
	default:
		return l.N("light.share", g.Won, append(pairs, "percent", l.Percent(100*g.Won/g.Ways))...)
	}
}
