package solver

import "fortythieves/game"

// layering sorts the positions of a search into layers, which it serves in turn.
type layering uint8

const (
	byHome  layering = iota // by cards at home
	byDrawn                 // by cards drawn, and two for each card at home
)

// phase is a search by weights and layers until it has met so many distinct positions.
type phase struct {
	weights
	layers layering
	states int // 0 for no limit
}

// plan is phases one after another, each from the start. The last has no limit.
type plan []phase

var (
	old = weights{empty: 1090, waste: 497, blocked: 345, needed: 182, built: 517, wasteBlocked: 784, drawn: 120, clean: 1480}
	t1  = weights{empty: 525, waste: 479, blocked: 503, needed: 599, built: 1050, wasteBlocked: 3470, drawn: -100, clean: 1300}
	v5  = weights{empty: 757, waste: 583, blocked: 479, needed: 112, built: 40, wasteBlocked: 1700, drawn: 377, clean: 320}
	m1  = weights{empty: 1090, waste: 1250, blocked: 630, needed: 1300, built: 1240, wasteBlocked: 784, drawn: 187, clean: 770}
)

// planOf chooses by the rules. Weights and limits were found by trial on deals from 20000 on.
func planOf(v *game.Variant) plan {
	switch {
	case v.Runs || v.Build == game.OtherSuit || v.AcesOut:
		return plan{{old, byHome, 0}}
	case v.Build == game.SameSuit && v.Columns > 10:
		return plan{{t1, byHome, 350_000}, {old, byHome, 350_000}, {v5, byDrawn, 700_000}, {t1, byHome, 0}}
	case v.Build == game.SameSuit:
		return plan{{t1, byHome, 700_000}, {v5, byDrawn, 700_000}, {old, byHome, 0}}
	case v.Columns < 10:
		last := old
		last.waste = 584
		return plan{{m1, byHome, 700_000}, {t1, byHome, 700_000}, {last, byHome, 0}}
	default:
		return plan{{old, byHome, 350_000}, {m1, byHome, 350_000}, {t1, byHome, 700_000}, {old, byHome, 0}}
	}
}
