package solver

import "fortythieves/game"

const (
	maxColumns = 13
	maxCards   = 104
	ace        = 1
	king       = 13
)

// A face is a card without its pack, as game.Card.Face has it: twins are alike in the search.
type face = uint8

func rankOf(f face) uint8 { return f & 15 }
func suitOf(f face) uint8 { return f >> 4 }

// rules are those of a variant in the form that the search wants.
type rules struct {
	columns int
	runs    bool
	draw    int
	passes  int
	build   game.Build
	homing             // of the phase
	fits    [64]uint64 // for each face the set of faces on which it goes in a column
}

func rulesOf(v *game.Variant) rules {
	r := rules{columns: v.Columns, runs: v.Runs, draw: v.Draw, passes: v.Passes(), build: v.Build}
	for s := game.Clubs; s <= game.Spades; s++ {
		for rank := game.Ace; rank < game.King; rank++ {
			c := game.NewCard(0, s, rank)
			for _, on := range v.Build.Takers(c) {
				r.fits[c] |= 1 << on
			}
		}
	}
	return r
}

// goes reports whether c goes on the card on in a column.
func (r *rules) goes(c, on face) bool { return r.fits[c]>>on&1 != 0 }

// position is a position of the game at work: open and quick to change. For keeping it is packed.
//
// Stock and waste are one sequence in the order of drawing, of which the first waste cards are drawn:
// drawing moves the border, turning the waste over puts it back to the start.
type position struct {
	cards [maxColumns][maxCards]face // buried end first
	n     [maxColumns]uint8          // cards of the column
	down  [maxColumns]uint8          // of these, face down
	home  [4][2]uint8                // ranks that the lower and the higher foundation of a suit have reached
	seq   [maxCards]face
	index [maxCards]uint8 // where the card stood in the sequence of the first position
	left  uint8           // cards in seq
	waste uint8           // of these, drawn
	pass  uint8
}

func (p *position) set(s *game.State) {
	*p = position{pass: uint8(s.Pass)}
	for i, col := range s.Columns {
		for k, c := range col.Cards {
			p.cards[i][k] = face(c.Face())
		}
		p.n[i], p.down[i] = uint8(len(col.Cards)), uint8(col.Down)
	}
	for suit := range p.home {
		a, b := len(s.Foundations[2*suit]), len(s.Foundations[2*suit+1])
		p.home[suit] = [2]uint8{uint8(min(a, b)), uint8(max(a, b))}
	}
	for _, c := range s.Waste {
		p.seq[p.left] = face(c.Face())
		p.left++
	}
	p.waste = p.left
	for i := len(s.Stock) - 1; i >= 0; i-- {
		p.seq[p.left] = face(s.Stock[i].Face())
		p.left++
	}
	for i := range p.index {
		p.index[i] = uint8(i)
	}
}

// atHome is the number of cards on the foundations.
func (p *position) atHome() int {
	n := 0
	for _, h := range p.home {
		n += int(h[0]) + int(h[1])
	}
	return n
}

// step is a move of the search: draws, counting turns of the waste, then n cards from one place to
// another. Places are the columns by their index, and two more.
type step struct {
	draws, from, to, n uint8
}

const (
	fromWaste  = 0xfe
	foundation = 0xff
)

// draw draws once, or turns the waste over, and reports whether that was possible.
func (p *position) drawOnce(r *rules) bool {
	switch {
	case p.waste < p.left:
		p.waste = min(p.waste+uint8(r.draw), p.left)
	case p.waste > 0 && int(p.pass) < r.passes:
		p.waste = 0
		p.pass++
	default:
		return false
	}
	return true
}

// apply makes a step, which is legal.
func (p *position) apply(r *rules, s step) {
	for range s.draws {
		p.drawOnce(r)
	}
	if s.to == foundation {
		p.goHome(s.from)
		return
	}
	to := &p.cards[s.to]
	if s.from == fromWaste {
		to[p.n[s.to]] = p.takeWaste()
	} else {
		n := p.n[s.from]
		copy(to[p.n[s.to]:], p.cards[s.from][n-s.n:n])
		p.cut(s.from, s.n)
	}
	p.n[s.to] += s.n
}

// goHome brings the top of the waste or of a column home.
func (p *position) goHome(from uint8) {
	c := p.top(from)
	if from == fromWaste {
		p.takeWaste()
	} else {
		p.cut(from, 1)
	}
	h := &p.home[suitOf(c)]
	switch rankOf(c) {
	case h[1] + 1:
		h[1]++
	default:
		h[0]++
	}
}

// cut takes n cards off a column and turns up what that uncovers.
func (p *position) cut(col, n uint8) {
	p.n[col] -= n
	if p.down[col] > 0 && p.down[col] == p.n[col] {
		p.down[col]--
	}
}

// takeWaste takes the top of the waste off.
func (p *position) takeWaste() face {
	w := p.waste - 1
	c := p.seq[w]
	copy(p.seq[w:p.left-1], p.seq[p.waste:p.left])
	copy(p.index[w:p.left-1], p.index[p.waste:p.left])
	p.waste, p.left = w, p.left-1
	return c
}

// top is the uncovered card of the waste or of a column, 0 where there is none.
func (p *position) top(from uint8) face {
	if from == fromWaste {
		if p.waste == 0 {
			return 0
		}
		return p.seq[p.waste-1]
	}
	if p.n[from] == 0 {
		return 0
	}
	return p.cards[from][p.n[from]-1]
}

// awaited reports whether a foundation waits for c.
func (p *position) awaited(c face) bool {
	h, r := &p.home[suitOf(c)], rankOf(c)
	return r == h[0]+1 || r == h[1]+1
}
