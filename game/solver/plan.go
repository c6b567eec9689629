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

// Weights, named for what they prize more than others do. They were found by trial on deals of their own,
// in this program those from 20001 on.
var (
	even         = weights{empty: 1090, waste: 497, blocked: 345, needed: 182, built: 517, wasteBlocked: 784, drawn: 120, clean: 1480}
	openWaste    = weights{empty: 525, waste: 479, blocked: 503, needed: 599, built: 1050, wasteBlocked: 3470, drawn: -100, clean: 1300}
	holdStock    = weights{empty: 757, waste: 583, blocked: 479, needed: 112, built: 40, wasteBlocked: 1700, drawn: 377, clean: 320}
	smallWaste   = weights{empty: 1090, waste: 1250, blocked: 630, needed: 1300, built: 1240, wasteBlocked: 784, drawn: 187, clean: 770}
	nextCards    = weights{waste: 631, wasteBlocked: 2105, blocked: 671, buried: -42, needed: 951, built: 611, clean: 571, empty: 1384, drawn: -90}
	emptyColumns = weights{waste: 120, wasteBlocked: 2758, blocked: 848, needed: 212, built: 691, clean: 929, empty: 2722, drawn: -128}
	digDeep      = weights{waste: 605, wasteBlocked: 1514, blocked: 256, buried: 159, needed: 1903, built: 1067, clean: 1097, empty: 3145, drawn: 63}
	drawSoon     = weights{waste: 384, wasteBlocked: 1017, blocked: 223, needed: 406, built: 198, clean: 981, empty: 241, drawn: -465}
	longRuns     = weights{waste: 948, wasteBlocked: 3957, blocked: 389, needed: 61, built: 1629, clean: 559, empty: 1119, drawn: -133}
	spareStock   = weights{waste: 1269, wasteBlocked: 1687, blocked: 404, needed: 366, built: 985, clean: 1144, empty: 1665, drawn: 216}
)

// planOf chooses by the rules. Where runs move, or cards go on three suits or in thirteen columns, nearly all
// deals are won soon by any weights; where columns build in suit, no weights win many.
func planOf(v *game.Variant) plan {
	switch {
	case v.Runs || v.Build == game.OtherSuit || v.AcesOut:
		return plan{
			{even, byHome, 100_000},
			{openWaste, byHome, 100_000},
			{holdStock, byHome, 100_000},
			{smallWaste, byHome, 300_000},
			{emptyColumns, byHome, 300_000},
			{even, byHome, 700_000},
			{emptyColumns, byHome, 0},
		}
	case v.Build == game.SameSuit && v.Columns > 10:
		return plan{
			{openWaste, byHome, 100_000},
			{even, byHome, 100_000},
			{holdStock, byDrawn, 100_000},
			{emptyColumns, byHome, 200_000},
			{openWaste, byHome, 700_000},
			{holdStock, byDrawn, 700_000},
			{even, byHome, 0},
		}
	case v.Build == game.SameSuit:
		return plan{
			{openWaste, byHome, 75_000},
			{holdStock, byHome, 60_000},
			{longRuns, byHome, 150_000},
			{nextCards, byDrawn, 100_000},
			{spareStock, byHome, 400_000},
			{openWaste, byHome, 700_000},
			{holdStock, byDrawn, 700_000},
			{even, byHome, 0},
		}
	case v.Columns < 10:
		return plan{
			{emptyColumns, byHome, 400_000},
			{smallWaste, byHome, 500_000},
			{digDeep, byHome, 300_000},
			{openWaste, byHome, 500_000},
			{even, byHome, 500_000},
			{drawSoon, byHome, 300_000},
			{holdStock, byDrawn, 300_000},
			{smallWaste, byHome, 1_000_000},
			{emptyColumns, byHome, 0},
		}
	default:
		return plan{
			{openWaste, byHome, 50_000},
			{even, byHome, 250_000},
			{smallWaste, byHome, 100_000},
			{holdStock, byHome, 250_000},
			{smallWaste, byHome, 400_000},
			{openWaste, byHome, 700_000},
			{even, byHome, 0},
		}
	}
}
