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

// plan is phases one after another, each from the start. The last has no limit. Deals differ in the weights that
// win them soon, and most are won soon by some: so short phases with unlike weights come first, and longer
// ones after them.
type plan []phase

// Weights by the name of what they care for most. They were found by trial on deals from 20000 on.
var (
	old = weights{empty: 1090, waste: 497, blocked: 345, needed: 182, built: 517, wasteBlocked: 784, drawn: 120, clean: 1480}
	t1  = weights{empty: 525, waste: 479, blocked: 503, needed: 599, built: 1050, wasteBlocked: 3470, drawn: -100, clean: 1300}
	v5  = weights{empty: 757, waste: 583, blocked: 479, needed: 112, built: 40, wasteBlocked: 1700, drawn: 377, clean: 320}
	m1  = weights{empty: 1090, waste: 1250, blocked: 630, needed: 1300, built: 1240, wasteBlocked: 784, drawn: 187, clean: 770}
	c10 = weights{waste: 631, wasteBlocked: 2105, blocked: 671, buried: -42, needed: 951, built: 611, clean: 571, empty: 1384, drawn: -90}
	c15 = weights{waste: 120, wasteBlocked: 2758, blocked: 848, needed: 212, built: 691, clean: 929, empty: 2722, drawn: -128}
	c20 = weights{waste: 948, wasteBlocked: 3957, blocked: 389, needed: 61, built: 1629, clean: 559, empty: 1119, drawn: -133}
	c21 = weights{waste: 1269, wasteBlocked: 1687, blocked: 404, needed: 366, built: 985, clean: 1144, empty: 1665, drawn: 216}
)

// planOf chooses by the rules.
func planOf(v *game.Variant) plan {
	switch {
	case v.Runs || v.Build == game.OtherSuit || v.AcesOut:
		return plan{{old, byHome, 100_000}, {t1, byHome, 100_000}, {v5, byHome, 100_000}, {m1, byHome, 300_000}, {c15, byHome, 300_000},
			{old, byHome, 700_000}, {c15, byHome, 0}}
	case v.Build == game.SameSuit && v.Columns > 10:
		return plan{{t1, byHome, 100_000}, {old, byHome, 100_000}, {v5, byDrawn, 100_000}, {c15, byHome, 200_000}, {t1, byHome, 700_000}, {v5, byDrawn, 700_000}, {old, byHome, 0}}
	case v.Build == game.SameSuit:
		return plan{{t1, byHome, 75_000}, {v5, byHome, 60_000}, {c20, byHome, 150_000}, {c10, byDrawn, 100_000}, {c21, byHome, 400_000},
			{t1, byHome, 700_000}, {v5, byDrawn, 700_000}, {old, byHome, 0}}
	case v.Columns < 10:
		return plan{{c15, byHome, 500_000}, {m1, byHome, 700_000}, {t1, byHome, 700_000}, {old, byHome, 1_000_000}, {c15, byHome, 0}}
	default:
		return plan{{t1, byHome, 50_000}, {old, byHome, 250_000}, {m1, byHome, 100_000}, {v5, byHome, 250_000}, {m1, byHome, 400_000}, {t1, byHome, 700_000}, {old, byHome, 0}}
	}
}
