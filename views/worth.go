package views

import (
	_ "embed"
	"fmt"
	"math"
	"strings"

	"fortythieves/game"
)

// worthTable is what surveys by the solver found, a line a game: slug, first and last deal, positions searched at most
// for each, deals won, proved lost and undecided, the version of the solver, and of games played by fair hints alone how
// many were won and how many there were. fortythieves digest --table makes it.
//
//go:embed worth.tsv
var worthTable string

// Worth is how many deals of a game the solver won, proved lost and left undecided.
type Worth struct {
	Variant            *game.Variant
	First, Last        uint32
	Nodes              int // searched at most for each
	Won, Lost, Unknown int
	Version            string // of the solver
	FairWon, Fair      int    // games played by fair hints alone
}

// Worths are the results of the surveys, by variant.
var Worths = func() map[*game.Variant]Worth {
	all := map[*game.Variant]Worth{}
	for line := range strings.Lines(worthTable) {
		var w Worth
		var slug string
		if _, err := fmt.Sscan(line, &slug, &w.First, &w.Last, &w.Nodes, &w.Won, &w.Lost, &w.Unknown, &w.Version, &w.FairWon, &w.Fair); err != nil {
			panic(fmt.Sprintf("views: worth.tsv: %q: %v", line, err))
		}
		w.Variant = game.BySlug(slug)
		all[w.Variant] = w
	}
	return all
}()

// Deals is how many were surveyed.
func (w Worth) Deals() int { return w.Won + w.Lost + w.Unknown }

// Share is k of n in hundredths, with the interval that has the true share in 95 of 100 surveys (Wilson, "Probable
// Inference, the Law of Succession, and Statistical Inference", 1927).
func Share(k, n int) (share, low, high float64) {
	const z = 1.96
	p, m := float64(k)/float64(n), float64(n)
	middle := (p + z*z/(2*m)) / (1 + z*z/m)
	half := z / (1 + z*z/m) * math.Sqrt(p*(1-p)/m+z*z/(4*m*m))
	return 100 * p, max(0, 100*(middle-half)), min(100, 100*(middle+half))
}

// worth says how many deals of a variant can be won; nothing where that was not surveyed.
func (l *Locale) worth(v *game.Variant) []string {
	w, ok := Worths[v]
	if !ok {
		return nil
	}
	list := []string{l.N("worth.deals", w.Deals(), "first", l.Number(int(w.First)), "last", l.Number(int(w.Last)), "nodes", l.Number(w.Nodes), "version", w.Version)}
	for _, part := range []struct {
		key string
		n   int
	}{{"worth.won", w.Won}, {"worth.lost", w.Lost}, {"worth.unknown", w.Unknown}} {
		share, low, high := Share(part.n, w.Deals())
		list = append(list, l.T(part.key, "share", l.Percent(int(math.Round(share))), "low", l.Percent(int(math.Round(low))), "high", l.Percent(int(math.Round(high)))))
	}
	if w.Fair > 0 {
		_, low, high := Share(w.FairWon, w.Fair)
		list = append(list, l.T("worth.fair", "won", l.Number(w.FairWon), "all", l.Number(w.Fair),
			"low", l.Percent(int(math.Round(low))), "high", l.Percent(int(math.Round(high)))))
	}
	return list
}
