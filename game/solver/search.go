package solver

import (
	"context"
	"runtime"

	"fortythieves/game"
)

// options change a search in ways that must not change its verdict; tests set them.
type options struct {
	free   bool // no forced moves
	noDead bool // no proofs that a position is dead
	goal   int  // cards home that are enough; 0 for all
}

// search is the memory of a search and its state. It is used again for the next one.
type search struct {
	rules
	options
	packing packing
	totals  totals
	first   position
	budget  Budget
	done    <-chan struct{}

	phase    *phase
	nodes    nodes
	packed   packed
	seen     seen
	frontier frontier

	at     position // at work: the position that is expanded,
	sheet  sheet    // its figures,
	parent uint32   // its node,
	depth  int      // its steps from the start,
	home   int      // its cards at home
	child  position // and one after it

	generated int64
	deepest   int
	best      uint32 // the node with most cards at home
	bestHome  int
}

// outcome is how a phase ended.
type outcome uint8

const (
	phaseOver outcome = iota // its limit of positions is reached
	solved
	exhausted
	outOfBudget
	stopped
)

// attempt is what a phase came to.
type attempt struct {
	outcome
	generated, states int64
	deepest, home     int
	line              []game.Move // to the position with most cards at home
}

// start makes the search ready for a position.
func (s *search) start(p *game.State, o options) {
	s.rules, s.options = rulesOf(p.Variant), o
	if s.goal == 0 {
		s.goal = maxCards
	}
	s.first.set(p)
	s.totals = totals{seq: len(p.Stock) + len(p.Waste), stock: len(p.Stock)}
}

// try searches by one phase.
func (s *search) try(ctx context.Context, ph *phase, b Budget) attempt {
	if s.held() > b.Bytes {
		s.nodes, s.packed, s.seen, s.frontier = nodes{}, packed{}, seen{}, frontier{}
	}
	s.phase, s.homing, s.budget, s.done = ph, ph.homing, b, ctx.Done()
	s.generated, s.deepest, s.bestHome = 0, 0, -1
	end := s.runPhase()
	return attempt{end, s.generated, int64(s.seen.n), s.deepest, s.bestHome, s.line(s.best)}
}

// runPhase searches from the start. It takes a position from each layer in turn, that of the best score,
// and expands it.
func (s *search) runPhase() outcome {
	s.nodes.reset()
	s.packed.reset()
	s.seen.reset()
	s.frontier.reset()
	s.sheet.clear()
	s.at = s.first
	s.packing = packingOf(&s.first, s.columns)
	if !s.free {
		s.at.settle(&s.rules, nil)
	}
	s.sheet.measure(&s.at, &s.rules, &s.phase.weights)
	s.seen.add(s.sheet.key)
	s.met(s.nodes.add(node{}), s.at.atHome())
	s.depth = 0
	s.expand(0)
	for beat := 0; ; beat++ {
		if beat&63 == 0 {
			runtime.Gosched() // moves and pages go before it, where there is one core
			select {
			case <-s.done:
				return stopped
			default:
			}
		}
		if s.generated >= s.budget.Nodes || beat&15 == 0 && s.bytes() > s.budget.Bytes {
			return outOfBudget
		}
		if s.bestHome >= s.goal {
			return solved
		}
		if s.phase.states > 0 && s.seen.n >= s.phase.states {
			return phaseOver
		}
		n, ok := s.frontier.next()
		if !ok {
			return exhausted
		}
		if s.enter(n) {
			s.expand(n)
		}
	}
}

// bytes is the memory that the search uses. What it holds from an earlier one is not counted, so that the same
// budget gives the same answer.
func (s *search) bytes() int64 {
	return s.nodes.bytes() + s.packed.bytes() + s.seen.bytes() + s.frontier.bytes()
}

// held is the memory that it has.
func (s *search) held() int64 {
	return s.nodes.held() + s.packed.held() + s.seen.bytes() + s.frontier.held()
}

// enter makes the position of a node the one at work, and reports whether it is worth expanding.
func (s *search) enter(n uint32) bool {
	x := s.nodes.at(n)
	s.depth = s.packing.open(&s.at, s.packed.at(s.nodes.at(x.parent).packed)) + 1
	s.deepest = max(s.deepest, s.depth)
	s.at.apply(&s.rules, x.step)
	if !s.free {
		s.at.settle(&s.rules, nil)
	}
	if !s.noDead && s.at.dead(&s.rules) {
		return false
	}
	s.sheet.measure(&s.at, &s.rules, &s.phase.weights)
	return true
}

// met notes that the position of a node, with so many cards at home, has been met.
func (s *search) met(n uint32, home int) {
	if home > s.bestHome {
		s.bestHome, s.best = home, n
	}
}

// isNew counts a position and reports whether it has not been met; then it is to be kept.
func (s *search) isNew(k key) bool {
	s.generated++
	return s.seen.add(k)
}

// keep adds a step from the position at work.
func (s *search) keep(st step, score int32, layer int) uint32 {
	n := s.nodes.add(node{parent: s.parent, step: st})
	s.frontier.add(layer, entry{score, n})
	return n
}
