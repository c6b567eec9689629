package solver

import "fortythieves/game"

// layering sorts the positions of a search into layers, which it serves in turn: by cards drawn, and so many for each
// card at home.
type layering uint8

const (
	byHome  layering = 0 // by cards at home alone
	byDrawn layering = 2
	byBoth  layering = 4
)

// homing says which cards a phase takes home before it tries anything else.
type homing bool

const (
	careful homing = false // those that go home safely (forced.go)
	eager   homing = true  // all that can go: most deals are won sooner so, but what is not won is not lost
)

// phase is a search by weights and layers until it has met so many distinct positions.
type phase struct {
	weights
	homing
	layers layering
	states int // 0 for no limit
}

// plan is phases one after another, each from the start. Deals differ in the weights that win them soon, and most are
// won soon by some: so short phases with unlike weights come first, mostly eager ones, and longer ones after them.
// The last has no limit and is careful, so that what is lost is proved in the end.
type plan []phase

// Weights, named for what they prize more than others do. They were found by trial (tune.go) on deals of their own,
// in this program those from 20001 on.
var (
	even         = weights{empty: 1090, waste: 497, blocked: 345, needed: 182, built: 517, wasteBlocked: 784, drawn: 120, clean: 1480}
	openWaste    = weights{empty: 525, waste: 479, blocked: 503, needed: 599, built: 1050, wasteBlocked: 3470, drawn: -100, clean: 1300}
	holdStock    = weights{empty: 757, waste: 583, blocked: 479, needed: 112, built: 40, wasteBlocked: 1700, drawn: 377, clean: 320}
	smallWaste   = weights{empty: 1090, waste: 1250, blocked: 630, needed: 1300, built: 1240, wasteBlocked: 784, drawn: 187, clean: 770}
	nextCards    = weights{waste: 631, wasteBlocked: 2105, blocked: 671, buried: -42, needed: 951, built: 611, clean: 571, empty: 1384, drawn: -90}
	emptyColumns = weights{waste: 120, wasteBlocked: 2758, blocked: 848, needed: 212, built: 691, clean: 929, empty: 2722, drawn: -128}
	longRuns     = weights{waste: 948, wasteBlocked: 3957, blocked: 389, needed: 61, built: 1629, clean: 559, empty: 1119, drawn: -133}
	freeNext     = weights{waste: 566, wasteBlocked: 3470, blocked: 618, buried: 170, needed: 1552, built: 1175, clean: 1300, empty: 525, drawn: -24}
	cleanColumns = weights{waste: 353, wasteBlocked: 997, blocked: 345, needed: 245, built: 40, clean: 2274, empty: 1090, drawn: 377}
	spareStock   = weights{waste: 1269, wasteBlocked: 1687, blocked: 404, needed: 366, built: 985, clean: 1144, empty: 1665, drawn: 216}
)

// planOf chooses by the rules. Where runs move, or cards go on three suits or in thirteen columns, nearly all
// deals are won soon by any weights; where columns build in suit, no weights win many.
func planOf(v *game.Variant) plan {
	switch {
	case v.Runs || v.Build == game.OtherSuit || v.AcesOut:
		return plan{
			{openWaste, eager, byHome, 100_000},
			{smallWaste, eager, byDrawn, 100_000},
			{nextCards, eager, byBoth, 100_000},
			{even, careful, byHome, 300_000},
			{holdStock, eager, byDrawn, 300_000},
			{emptyColumns, careful, byHome, 300_000},
			{openWaste, eager, byHome, 700_000},
			{even, careful, byHome, 0},
		}
	case v.Build == game.SameSuit && v.Columns > 10:
		return plan{
			{openWaste, eager, byHome, 60_000},
			{even, eager, byHome, 60_000},
			{smallWaste, eager, byDrawn, 60_000},
			{emptyColumns, careful, byHome, 120_000},
			{holdStock, careful, byDrawn, 120_000},
			{nextCards, eager, byBoth, 200_000},
			{openWaste, eager, byHome, 500_000},
			{emptyColumns, careful, byHome, 500_000},
			{holdStock, careful, byDrawn, 700_000},
			{even, careful, byHome, 0},
		}
	case v.Build == game.SameSuit:
		return plan{
			{even, eager, byHome, 20_000},
			{openWaste, eager, byHome, 50_000},
			{longRuns, eager, byBoth, 80_000},
			{holdStock, careful, byHome, 85_000},
			{nextCards, careful, byDrawn, 70_000},
			{longRuns, careful, byHome, 140_000},
			{spareStock, careful, byHome, 400_000},
			{openWaste, careful, byHome, 700_000},
			{holdStock, careful, byDrawn, 700_000},
			{even, careful, byHome, 0},
		}
	case v.Columns < 10:
		return plan{
			{smallWaste, eager, byDrawn, 200_000},
			{nextCards, eager, byBoth, 200_000},
			{openWaste, eager, byHome, 300_000},
			{emptyColumns, careful, byHome, 300_000},
			{smallWaste, eager, byDrawn, 1_000_000},
			{nextCards, eager, byBoth, 1_000_000},
			{emptyColumns, careful, byHome, 1_000_000},
			{even, careful, byHome, 0},
		}
	default:
		return plan{
			{freeNext, eager, byHome, 25_000},
			{even, eager, byHome, 35_000},
			{openWaste, eager, byDrawn, 50_000},
			{cleanColumns, eager, byHome, 75_000},
			{smallWaste, eager, byDrawn, 100_000},
			{nextCards, eager, byBoth, 200_000},
			{even, careful, byHome, 200_000},
			{openWaste, eager, byHome, 600_000},
			{smallWaste, eager, byDrawn, 600_000},
			{even, careful, byHome, 0},
		}
	}
}
