package solver

// expand adds all positions one step after the one at work, that of node n. Left out are steps that
// lead to the same as another one but for the order of columns: to a second empty column, or of a whole
// column to an empty one; and, after draws, all but moves of the waste's top: what else can be done
// then can be done before the draws.
func (s *search) expand(n uint32) {
	b, i := s.packed.room()
	s.packed.keep(len(s.packing.append(b, &s.at, s.depth)))
	s.nodes.at(n).packed = i
	for from := range s.columns {
		s.fromColumn(n, uint8(from))
	}
	s.fromWaste(n)
}

// fromColumn adds what the end of a column can do.
func (s *search) fromColumn(parent uint32, from uint8) {
	p := &s.at
	have := p.n[from]
	if have == 0 {
		return
	}
	cards := &p.cards[from]
	if p.awaited(cards[have-1]) {
		s.inFull(parent, step{0, from, foundation, 1})
	}
	for n := uint8(1); ; n++ {
		c := cards[have-n]
		for to := range uint8(s.columns) {
			if m := p.n[to]; m > 0 && s.goes(c, p.cards[to][m-1]) {
				s.toColumn(parent, from, to, n)
			}
		}
		if s.sheet.empty != none && n < have {
			s.toColumn(parent, from, s.sheet.empty, n)
		}
		if !s.runs || n >= have-p.down[from] || !s.goes(c, cards[have-n-1]) {
			return
		}
	}
}

// toColumn adds a move of n cards from column to column.
func (s *search) toColumn(parent uint32, from, to, n uint8) {
	p, h := &s.at, &s.sheet
	have, on := p.n[from], p.n[to]
	cards := &p.cards[from]
	rest := have - n
	st := step{0, from, to, n}
	if rest > 0 && !s.free {
		if c := cards[rest-1]; p.awaited(c) && p.safe(&s.rules, c) {
			s.inFull(parent, st)
			return
		}
	}
	down := p.down[from]
	if down > 0 && down == rest {
		down--
	}
	sum := h.columns[to][on]
	last := face(0)
	first := cards[rest]
	if on > 0 {
		first, last = p.cards[to][0], p.cards[to][on-1]
	}
	for _, c := range cards[rest:have] {
		sum = sum.add(c, h.needed, last != 0 && s.goes(c, last))
		last = c
	}
	before, w := &h.columns[from][rest], &s.phase.weights
	k := h.key.minus(h.columns[from][have].key.mixed(kindColumn + p.down[from]))
	k = k.minus(h.columns[to][on].key.mixed(kindColumn + p.down[to]))
	k = k.plus(before.key.mixed(kindColumn + down)).plus(sum.key.mixed(kindColumn + p.down[to]))
	score := h.score - w.column(&h.columns[from][have], cards[0], have, p.down[from]) -
		w.column(&h.columns[to][on], p.cards[to][0], on, p.down[to]) +
		w.column(before, cards[0], rest, down) + w.column(&sum, first, on+n, p.down[to])
	s.keep(parent, st, k, score, s.layer(p.atHome(), p.pass, p.left-p.waste))
}

// fromWaste adds what the waste's top can do, now and after draws. A card that is on top again in a
// later pass was so before, with more redeals left: then no draws are worth more.
func (s *search) fromWaste(parent uint32) {
	p := &s.at
	waste, pass := p.waste, p.pass
	var met [2]uint64
	for draws := uint8(0); ; draws++ {
		if w := p.waste; w > 0 {
			if met[w>>6]>>(w&63)&1 != 0 {
				break
			}
			met[w>>6] |= 1 << (w & 63)
			if s.playWaste(parent, draws, waste, pass) {
				break
			}
		}
		if !p.drawOnce(&s.rules) {
			break
		}
	}
	p.waste, p.pass = waste, pass
}

// playWaste adds what the waste's top can do after so many draws from the waste and pass given. It
// reports whether one of that is forced.
func (s *search) playWaste(parent uint32, draws, waste, pass uint8) (forced bool) {
	p := &s.at
	c := p.seq[p.waste-1]
	if p.awaited(c) {
		now, nowPass := p.waste, p.pass
		safe := !s.free && p.safeWaste(&s.rules, c)
		p.waste, p.pass = waste, pass
		s.inFull(parent, step{draws, fromWaste, foundation, 1})
		p.waste, p.pass = now, nowPass
		if safe {
			return true
		}
	}
	for to := range uint8(s.columns) {
		if m := p.n[to]; m > 0 && s.goes(c, p.cards[to][m-1]) {
			s.wasteToColumn(parent, draws, waste, pass, to)
		}
	}
	if s.sheet.empty != none {
		s.wasteToColumn(parent, draws, waste, pass, s.sheet.empty)
	}
	return false
}

// wasteToColumn adds a move of the waste's top to a column after draws.
func (s *search) wasteToColumn(parent uint32, draws, waste, pass, to uint8) {
	p, h := &s.at, &s.sheet
	st := step{draws, fromWaste, to, 1}
	c := p.seq[p.waste-1]
	rest := p.waste - 1
	if rest > 0 && !s.free {
		if under := p.seq[rest-1]; p.awaited(under) && p.safeWaste(&s.rules, under) {
			now, nowPass := p.waste, p.pass
			p.waste, p.pass = waste, pass
			s.inFull(parent, st)
			p.waste, p.pass = now, nowPass
			return
		}
	}
	on := p.n[to]
	first := c
	if on > 0 {
		first = p.cards[to][0]
	}
	sum := h.columns[to][on].add(c, h.needed, on > 0)
	w := &s.phase.weights
	k := h.key.minus(h.rest(waste, waste, pass)).plus(h.rest(rest, p.waste, p.pass))
	k = k.minus(h.columns[to][on].key.mixed(kindColumn + p.down[to])).plus(sum.key.mixed(kindColumn + p.down[to]))
	stock := p.left - p.waste
	score := h.score - w.rest(&h.seq[waste], waste, s.totals.drawn(pass, p.left-waste)) +
		w.rest(&h.seq[rest], rest, s.totals.drawn(p.pass, stock)) -
		w.column(&h.columns[to][on], p.cards[to][0], on, p.down[to]) + w.column(&sum, first, on+1, p.down[to])
	s.keep(parent, st, k, score, s.layer(p.atHome(), p.pass, stock))
}

// inFull adds the position after a step by making it: where something goes home, by the step or
// safely after it, too much changes for sums.
func (s *search) inFull(parent uint32, st step) {
	s.child = s.at
	p := &s.child
	p.apply(&s.rules, st)
	if !s.free {
		p.settle(&s.rules, nil)
	}
	h := &s.childsheet
	h.measure(p, &s.rules, &s.phase.weights, &s.totals)
	if n, isNew := s.keep(parent, st, h.key, h.score, s.layer(p.atHome(), p.pass, p.left-p.waste)); isNew {
		s.met(n, p)
	}
}

// layer is the layer of a position by its cards at home, its pass and its stock.
func (s *search) layer(home int, pass, stock uint8) int {
	if s.phase.layers == byHome {
		return home
	}
	return int(s.totals.drawn(pass, stock)) + 2*home
}
