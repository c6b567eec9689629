package gametest

import (
	"container/heap"
	"slices"

	"fortythieves/game"
)

// budget bounds the search of FindWin in each deal, in positions. 300,000 take a second or two.
const budget = 300_000

// FindWin tries the deals from … to of v in turn until it wins one, and returns its number and the
// moves. It returns 0 and nil when it wins none, which does not mean that they cannot be won.
func FindWin(v *game.Variant, from, to uint32) (deal uint32, moves []game.Move) {
	for n := uint64(from); n <= uint64(to); n++ {
		if moves := Solve(v.Deal(uint32(n)), budget); moves != nil {
			return uint32(n), moves
		}
	}
	return 0, nil
}

// Solve looks for single moves that win from a position; budget is the number of positions it may
// meet. It returns nil when it finds none. The same call always gives the same answer.
//
// It is a best-first search with a heap for each number of cards on the foundations: it takes the
// best position of each heap in turn, so that a promising start does not starve the others.
func Solve(start *game.State, budget int) []game.Move {
	p := &player{
		start: start,
		at:    start.Clone(),
		child: start.Clone(),
		nodes: []node{{}},
		seen:  map[uint64]bool{fingerprint(start): true},
	}
	heap.Push(&p.open[start.Home()], entry{})
	for idle := false; !idle && len(p.nodes) < budget; {
		idle = true
		for home := range p.open {
			if p.open[home].Len() == 0 {
				continue
			}
			idle = false
			best := heap.Pop(&p.open[home]).(entry)
			if won := p.expand(best.node); won != 0 {
				return p.line(won)
			}
		}
	}
	return nil
}

type player struct {
	start     *game.State
	at, child *game.State // room for the position at hand and for one after it
	nodes     []node      // the start first
	open      [105]queue  // by the number of cards on the foundations
	seen      map[uint64]bool
	legal     []game.Move
}

// node is a position that was met: some draws after another one, then a move.
type node struct {
	parent int32
	draws  uint8
	move   game.Move
}

// line lists the moves from the start to a node.
func (p *player) line(n int32) []game.Move {
	var moves []game.Move
	for ; n != 0; n = p.nodes[n].parent {
		moves = append(moves, p.nodes[n].move)
		for range p.nodes[n].draws {
			moves = append(moves, game.Draw)
		}
	}
	slices.Reverse(moves)
	return moves
}

// expand adds the positions after a node: by one move, or by draws and then a move of the waste's top
// (other moves could have come before the draws). It returns the one that is won, or 0.
func (p *player) expand(n int32) (won int32) {
	p.at.Set(p.start)
	for _, m := range p.line(n) {
		p.at.Apply(m)
	}
	const longest = 110 // draws; more than two passes by threes
	for draws := 0; draws < longest; draws++ {
		p.legal = p.at.AppendLegal(p.legal[:0])
		if i := slices.IndexFunc(p.legal, p.safe); i >= 0 && draws == 0 {
			return p.add(node{n, 0, p.legal[i]})
		}
		for _, m := range p.legal {
			if m == game.Draw || draws > 0 && m.From != game.Waste || p.pointless(m) {
				continue
			}
			if won := p.add(node{n, uint8(draws), m}); won != 0 {
				return won
			}
		}
		if _, err := p.at.Apply(game.Draw); err != nil {
			break
		}
	}
	return 0
}

// add keeps a node that is new, a move after the position at hand, and returns it if it is won.
func (p *player) add(n node) (won int32) {
	p.child.Set(p.at)
	p.child.Apply(n.move)
	key := fingerprint(p.child)
	if p.seen[key] {
		return 0
	}
	p.seen[key] = true
	p.nodes = append(p.nodes, n)
	last := int32(len(p.nodes) - 1)
	if p.child.Won() {
		return last
	}
	heap.Push(&p.open[p.child.Home()], entry{rate(p.child), last})
	return 0
}

// safe reports a move to a foundation that never hurts: every card that could go on the card in a
// column can go home too. Where a redeal is left, one from the waste shifts what the draws turn up.
func (p *player) safe(m game.Move) bool {
	if m.To != game.Foundation || m.From == game.Waste && p.at.RedealsLeft() > 0 {
		return false
	}
	cards := p.at.Waste
	if i, ok := m.From.Column(); ok {
		cards = p.at.Columns[i].Cards
	}
	rank := int(cards[len(cards)-1].Rank())
	for _, f := range p.at.Foundations {
		if len(f) < rank-2 {
			return false
		}
	}
	return true
}

// pointless reports a move to an empty column other than the first one, or of a whole column to an
// empty one.
func (p *player) pointless(m game.Move) bool {
	to, ok := m.To.Column()
	if !ok || len(p.at.Columns[to].Cards) > 0 {
		return false
	}
	for _, col := range p.at.Columns[:to] {
		if len(col.Cards) == 0 {
			return true
		}
	}
	from, ok := m.From.Column()
	return ok && len(p.at.Columns[from].Cards) == int(m.N)
}

// queue is a heap of nodes, the most promising first; of equals the older.
type queue []entry

type entry struct {
	score int32
	node  int32
}

func (q queue) Len() int { return len(q) }
func (q queue) Less(i, j int) bool {
	return q[i].score < q[j].score || q[i].score == q[j].score && q[i].node < q[j].node
}
func (q queue) Swap(i, j int) { q[i], q[j] = q[j], q[i] }
func (q *queue) Push(x any)   { *q = append(*q, x.(entry)) }
func (q *queue) Pop() any {
	last := (*q)[len(*q)-1]
	*q = (*q)[:len(*q)-1]
	return last
}
