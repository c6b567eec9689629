package solver

// expand adds all positions one step after the one at work, that of node n. Left out are steps that
// lead to the same as another one but for the order of columns: to a second empty column, or of a whole
// column to an empty one; and, after draws, all but moves of the waste's top: what else can be done
// then can be done before the draws.
func (s *search) expand(n uint32) {
	b, i := s.packed.room()
	s.packed.keep(len(s.packing.append(b, &s.at, s.depth)))
	s.nodes.at(n).packed = i
	s.parent, s.home = n, s.at.atHome()
	for from := range s.columns {
		s.fromColumn(uint8(from))
	}
	s.fromWaste()
}

// fromColumn adds what the end of a column can do.
func (s *search) fromColumn(from uint8) {
	p := &s.at
	have := p.n[from]
	if have == 0 {
		return
	}
	cards := &p.cards[from]
	if p.awaited(cards[have-1]) {
		s.inFull(step{0, from, foundation, 1})
	}
	for n := uint8(1); ; n++ {
		c := cards[have-n]
		for to := range uint8(s.columns) {
			if m := p.n[to]; m > 0 && s.goes(c, p.cards[to][m-1]) {
				s.toColumn(from, to, n)
			}
		}
		if s.sheet.empty != none && n < have {
			s.toColumn(from, s.sheet.empty, n)
		}
		if !s.runs || n >= have-p.down[from] || !s.goes(c, cards[have-n-1]) {
			return
		}
	}
}

// toColumn adds a move of n cards from column to column.
func (s *search) toColumn(from, to, n uint8) {
	p, h := &s.at, &s.sheet
	have, on := p.n[from], p.n[to]
	cards := &p.cards[from]
	rest := have - n
	st := step{0, from, to, n}
	if rest > 0 && !s.free {
		if c := cards[rest-1]; p.awaited(c) && p.safe(&s.rules, c) {
			s.inFull(st)
			return
		}
	}
	down := p.down[from]
	if down > 0 && down == rest {
		down--
	}
	sum, first := s.extended(to, cards[rest:have])
	before := &h.columns[from][rest]
	k := h.key.minus(h.keys[from]).minus(h.keys[to])
	k = k.plus(before.key.mixed(kindColumn + down)).plus(sum.key.mixed(kindColumn + p.down[to]))
	if !s.isNew(k) {
		return
	}
	w := &s.phase.weights
	score := h.score - h.scores[from] - h.scores[to] + w.column(before, cards[0], rest, down) + w.column(&sum, first, on+n, p.down[to])
	score += w.rest(&h.seq[p.waste], p.waste, s.totals.drawn(p.pass, p.left-p.waste))
	p.n[from], p.n[to] = rest, on+n
	above := h.above(&p.home, &p.n, p.waste) + aboveIn(p, cards[rest:have])
	p.n[from], p.n[to] = have, on
	s.keep(st, score+w.needed*above, s.layer(s.home, p.pass, p.left-p.waste))
}

// extended is the sum of a column with cards more, and its first card.
func (s *search) extended(to uint8, cards []face) (sum, face) {
	p := &s.at
	on := p.n[to]
	sum := s.sheet.columns[to][on]
	first, last := cards[0], face(0)
	if on > 0 {
		first, last = p.cards[to][0], p.cards[to][on-1]
	}
	for _, c := range cards {
		sum = sum.add(c, last != 0 && s.goes(c, last))
		last = c
	}
	return sum, first
}

// aboveIn counts, for each card that a foundation of p waits for, the cards on it among those at the end of a
// column.
func aboveIn(p *position, cards []face) int32 {
	v := 0
	for i, c := range cards {
		if p.awaited(c) {
			v += len(cards) - 1 - i
		}
	}
	return int32(v)
}

// fromWaste adds what the waste's top can do, now and after draws. A card that is on top again in a
// later pass was so before, with more redeals left: then no draws are worth more.
func (s *search) fromWaste() {
	p := &s.at
	waste, pass := p.waste, p.pass
	var met [2]uint64
	for draws := uint8(0); ; draws++ {
		if w := p.waste; w > 0 {
			if met[w>>6]>>(w&63)&1 != 0 {
				break
			}
			met[w>>6] |= 1 << (w & 63)
			if s.playWaste(draws, waste, pass) {
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
func (s *search) playWaste(draws, waste, pass uint8) (forced bool) {
	p := &s.at
	c := p.seq[p.waste-1]
	if p.awaited(c) {
		s.inFullAfter(step{draws, fromWaste, foundation, 1}, waste, pass)
		if !s.free && p.safeWaste(&s.rules, c) {
			return true
		}
	}
	for to := range uint8(s.columns) {
		if m := p.n[to]; m > 0 && s.goes(c, p.cards[to][m-1]) {
			s.wasteToColumn(draws, waste, pass, to)
		}
	}
	if s.sheet.empty != none {
		s.wasteToColumn(draws, waste, pass, s.sheet.empty)
	}
	return false
}

// wasteToColumn adds a move of the waste's top to a column after draws.
func (s *search) wasteToColumn(draws, waste, pass, to uint8) {
	p, h := &s.at, &s.sheet
	st := step{draws, fromWaste, to, 1}
	rest := p.waste - 1
	if rest > 0 && !s.free {
		if under := p.seq[rest-1]; p.awaited(under) && p.safeWaste(&s.rules, under) {
			s.inFullAfter(st, waste, pass)
			return
		}
	}
	on := p.n[to]
	sum, first := s.extended(to, p.seq[rest:p.waste])
	k := h.key.minus(h.rest).plus(h.restKey(rest, p.waste, p.pass))
	k = k.minus(h.keys[to]).plus(sum.key.mixed(kindColumn + p.down[to]))
	if !s.isNew(k) {
		return
	}
	w := &s.phase.weights
	stock := p.left - p.waste
	score := h.score - h.scores[to] + w.column(&sum, first, on+1, p.down[to])
	score += w.rest(&h.seq[rest], rest, s.totals.drawn(p.pass, stock))
	p.n[to]++
	above := h.above(&p.home, &p.n, rest)
	p.n[to]--
	s.keep(st, score+w.needed*above, s.layer(s.home, p.pass, stock))
}

// inFullAfter is inFull where the draws of the step have been made from a waste and pass, which are for a
// moment put back.
func (s *search) inFullAfter(st step, waste, pass uint8) {
	p := &s.at
	now, nowPass := p.waste, p.pass
	p.waste, p.pass = waste, pass
	s.inFull(st)
	p.waste, p.pass = now, nowPass
}

// inFull adds the position after a step by making it, where something goes home by the step or safely after it.
// Piles have then cards that they had before, or fewer, but for the one that the step went to.
func (s *search) inFull(st step) {
	s.child = s.at
	p, h, w := &s.child, &s.sheet, &s.phase.weights
	p.apply(&s.rules, st)
	if !s.free {
		p.settle(&s.rules, nil)
	}
	stock := p.left - p.waste
	k := h.key.minus(h.rest).plus(h.restKey(p.waste, s.at.left-stock, p.pass))
	score, moved := h.score, int32(0)
	for i := range uint8(s.columns) {
		n, had := p.n[i], s.at.n[i]
		if n == had && i != st.to {
			continue
		}
		sum := &h.columns[i][min(n, had)]
		if n > had {
			more, _ := s.extended(i, p.cards[i][had:n])
			sum = &more
			moved = aboveIn(p, p.cards[i][had:n])
		}
		k = k.minus(h.keys[i]).plus(sum.key.mixed(kindColumn + p.down[i]))
		score += w.column(sum, p.cards[i][0], n, p.down[i]) - h.scores[i]
	}
	if !s.isNew(k) {
		return
	}
	score += w.rest(&h.seq[p.waste], p.waste, s.totals.drawn(p.pass, stock))
	score += w.needed * (h.above(&p.home, &p.n, p.waste) + moved)
	home := p.atHome()
	s.met(s.keep(st, score, s.layer(home, p.pass, stock)), home)
}

// layer is the layer of a position by its cards at home, its pass and its stock.
func (s *search) layer(home int, pass, stock uint8) int {
	if s.phase.layers == byHome {
		return home
	}
	return int(s.totals.drawn(pass, stock)) + int(s.phase.layers)*home
}
