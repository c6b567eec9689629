package hint

import (
	"context"
	"encoding/binary"
	"hash/fnv"
	"math/rand/v2"
	"slices"

	"fortythieves/game"
	"fortythieves/game/solver"
)

// sample are some ways in which the hidden cards of a view can lie, each way as likely as any other. A view
// always has the same ones.
type sample struct {
	view   View
	random *rand.Rand
	ways   []way
}

// way is a layout of the hidden cards, and what the search found of it.
type way struct {
	hidden  []game.Card // those face down from the left column to the right one, then the stock bottom to top
	tried   bool
	verdict solver.Verdict
	line    []game.Move // the line that wins; where the verdict is unknown, the best found
}

func newSample(v View, ways int) *sample {
	h := fnv.New128a()
	h.Write([]byte(v.Key()))
	sum := h.Sum(nil)
	seed := rand.NewPCG(binary.BigEndian.Uint64(sum), binary.BigEndian.Uint64(sum[8:]))
	s := &sample{v, rand.New(seed), make([]way, ways)}
	for i := range s.ways {
		cards := slices.Clone(v.unseen)
		s.random.Shuffle(len(cards), func(i, j int) { cards[i], cards[j] = cards[j], cards[i] })
		s.ways[i].hidden = cards
	}
	return s
}

// search tries the ways not tried yet until so many positions have been generated or the context is done.
func (s *sample) search(ctx context.Context, sv *solver.Solver, nodes int64) {
	each := int64(nodesForWay)
	if len(s.ways) == 1 {
		each = nodes
	}
	for i := range s.ways {
		w := &s.ways[i]
		if w.tried {
			continue
		}
		if nodes <= 0 {
			return
		}
		r := sv.Solve(ctx, s.view.with(w.hidden), solver.Budget{Nodes: min(each, nodes)})
		if ctx.Err() != nil {
			return
		}
		nodes -= r.Nodes
		w.tried, w.verdict, w.line = true, r.Verdict, r.Moves
		if r.Verdict == solver.Unknown {
			w.line = r.Partial
		}
	}
}

// count counts the ways tried, those that can be won, and those that cannot.
func (s *sample) count() (ways, won, lost int) {
	for _, w := range s.ways {
		if !w.tried {
			continue
		}
		ways++
		switch w.verdict {
		case solver.Won:
			won++
		case solver.Lost:
			lost++
		}
	}
	return ways, won, lost
}

// follow makes the sample one of v, the view after m was played. In each way a card that has come to light
// changes places with the one that lay there, from wherever the way had it, so that all ways stay as likely as
// before. What was found stays where it still holds.
func (s *sample) follow(m game.Move, v View) {
	shown := s.view.shown(m, v)
	for i := range s.ways {
		w := &s.ways[i]
		changed := w.show(shown, s.random)
		line, won := replay(v.with(w.hidden), without(w.line, m))
		switch {
		case w.verdict == solver.Won && won:
			w.line = line
		case w.verdict == solver.Won, changed:
			*w = way{hidden: w.hidden}
		default:
			w.line = line
			w.tried = w.tried && (w.verdict == solver.Lost || len(shown) == 0)
		}
	}
	s.view = v
}

// light is a card that has come to light, and its place among the hidden cards before.
type light struct {
	at   int
	card game.Card
}

// shown are the cards that m brought to light, as the view after it has them.
func (v View) shown(m game.Move, after View) []light {
	var list []light
	if m.From == game.Stock {
		for k := len(v.waste); v.pass == 1 && k < len(after.waste); k++ {
			list = append(list, light{len(v.unseen) - 1 - len(list), after.waste[k]})
		}
		return list
	}
	at := 0
	for i, col := range v.columns {
		if at += col.down; after.columns[i].down < col.down {
			list = append(list, light{at - 1, after.columns[i].up[0]})
		}
	}
	return list
}

// show takes cards that have come to light out of the hidden ones, and reports whether others lay there.
func (w *way) show(list []light, random *rand.Rand) (changed bool) {
	cards := w.hidden
	for n, l := range list {
		if cards[l.at] == l.card {
			continue
		}
		var has []int
		for k, c := range cards {
			if c == l.card && !slices.ContainsFunc(list[:n], func(l light) bool { return l.at == k }) {
				has = append(has, k)
			}
		}
		k := has[random.IntN(len(has))]
		cards[l.at], cards[k] = cards[k], cards[l.at]
		changed = true
	}
	for _, l := range list { // of several, all from the end, the last comes first
		cards = slices.Delete(cards, l.at, l.at+1)
	}
	w.hidden = cards
	return changed
}
