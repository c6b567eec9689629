package views

import "fortythieves/game"

// say makes a sentence twice, with cards as signs and as words.
func say(l *Locale, sentence func(card func(game.Card) string) string) Said {
	return Said{Shown: sentence(index), Spoken: sentence(l.Card)}
}

// Plain is a sentence without cards.
func Plain(text string) Said { return Said{text, text} }

// And is a sentence followed by another.
func (s Said) And(t Said) Said {
	return Said{s.Shown + " " + t.Shown, s.Spoken + " " + t.Spoken}
}

// SentUp says that n cards were sent up by themselves.
func (l *Locale) SentUp(n int) Said { return Plain(l.N("say.up", n)) }

// Last says what the last move of a game did.
func (l *Locale) Last(g *game.Game) Said {
	step, ok := g.Last()
	if !ok {
		return Plain(l.T("say.start"))
	}
	return say(l, func(card func(game.Card) string) string {
		text := l.step(g.State(), step, card)
		if step.Turned != 0 {
			text += " " + l.T("say.turned", "card", card(step.Turned))
		}
		return text
	})
}

// step says what a move did that led to the state s.
func (l *Locale) step(s *game.State, step game.Step, card func(game.Card) string) string {
	switch {
	case step.Move == game.Draw && step.Card == 0:
		return l.N("say.redeal", s.RedealsLeft())
	case step.Move == game.Draw && len(s.Stock) == 0:
		return l.T("say.drew.last", "card", card(step.Card))
	case step.Move == game.Draw:
		return l.N("say.drew", len(s.Stock), "card", card(step.Card))
	case step.To == game.Foundation:
		return l.T("say.moved.home", "card", card(step.Card))
	}
	i, _ := step.To.Column()
	switch n := int(step.N); {
	case n == 1 && step.On == 0:
		return l.T("say.move.empty", "card", card(step.Card), "column", itoa(i+1))
	case n == 1:
		return l.T("say.move", "card", card(step.Card), "on", card(step.On))
	case step.On == 0:
		return l.N("say.run.empty", n, "card", card(step.Card), "column", itoa(i+1))
	default:
		return l.N("say.run", n, "card", card(step.Card), "on", card(step.On))
	}
}

// Selection says what is selected and how many places it can go to.
func (l *Locale) Selection(s *game.State, at Place, places int) Said {
	key := "say.selected"
	if at.N > 1 {
		key = "say.selected.run"
	}
	if places == 0 {
		key = "say.selected.none"
	}
	return say(l, func(card func(game.Card) string) string {
		return l.N(key, places, "card", card(cardAt(s, at)))
	})
}

// PutDown says that a card is no longer selected.
func (l *Locale) PutDown(c game.Card) Said {
	return say(l, func(card func(game.Card) string) string { return l.T("say.unselected", "card", card(c)) })
}

// Refusal says why a move is refused.
func (l *Locale) Refusal(r *game.Refusal) Said {
	key := "refused." + string(r.Reason)
	var needs []game.Card
	switch r.Reason {
	case game.WrongRank:
		key += "." + buildKeys[r.Build]
		if needs = r.Build.Takers(r.Card); needs == nil {
			key = "refused.king"
		}
	case game.WrongSuit:
		needs = r.Build.Takers(r.Card)
	case game.FoundationNeeds:
		needs = []game.Card{r.On}
	}
	return say(l, func(card func(game.Card) string) string {
		pairs := []string{"card", "", "on", ""}
		if r.Card != 0 {
			pairs[1] = card(r.Card)
		}
		if r.On != 0 {
			pairs[3] = card(r.On)
		}
		for i, c := range needs {
			pairs = append(pairs, "abc"[i:i+1], card(c))
		}
		return l.N(key, r.Most, pairs...)
	})
}
