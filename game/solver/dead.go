package solver

// dead reports that the position cannot be won, by a proof of its own: all cards come out of the columns only if
// some column becomes empty first, and not even with more freedom than the rules give does one.
//
// The freedom: a card that was uncovered once counts as uncovered for ever, wherever it lies; likewise a card
// that was the end of a column stays a target for ever; the stock's cards are uncovered from the start. A
// suit's foundations rise, the one that is higher now by any copy uncovered, the other by all copies
// not home. A card leaves its pile for a target that it fits, or for a foundation that has risen to
// it. What happens in any line until a column is empty can happen here too: by induction each card that
// is uncovered there is so here. (A card that has left for a target and goes home later was uncovered when
// it left, and so counts for the foundation.)
func (p *position) dead(r *rules) bool {
	var d relaxed
	for i := range r.columns {
		n := p.n[i]
		if n == 0 {
			return false
		}
		d.rest[i] = n
		d.uncover(p.cards[i][n-1])
		d.targets |= 1 << p.cards[i][n-1]
	}
	drawn := p.waste
	if int(p.pass) < r.passes {
		drawn = 0 // all of the waste comes to the stock again
	}
	for _, c := range p.seq[drawn:p.left] {
		d.uncover(c)
	}
	if drawn > 0 {
		d.uncover(p.seq[drawn-1])
	}
	d.waste = drawn
	for s, h := range p.home {
		d.lo[s], d.hi[s] = h[0], h[1]
	}
	for changed := true; changed; {
		changed = d.rise(p)
		for i := range r.columns {
			n := d.rest[i]
			for {
				k := d.leaving(p, r, uint8(i), n)
				if k == 0 {
					break
				}
				if k == n {
					return false
				}
				n -= k
				c := p.cards[i][n-1]
				d.uncover(c)
				d.targets |= 1 << c
			}
			changed = changed || n != d.rest[i]
			d.rest[i] = n
		}
		before := d.targets
		for d.waste > 0 && d.leaves(p, r, p.seq[d.waste-1]) {
			d.land(r, p.seq[d.waste-1])
			d.waste--
			changed = true
			if d.waste > 0 {
				d.uncover(p.seq[d.waste-1])
			}
		}
		for _, c := range p.seq[d.waste:p.left] {
			d.land(r, c)
		}
		changed = changed || before != d.targets
	}
	return true
}

// relaxed is how far the freedom of dead has come.
type relaxed struct {
	rest        [maxColumns]uint8 // cards of each column that have not left
	waste       uint8
	once, twice uint64 // sets of faces: one copy at least uncovered, both
	targets     uint64 // set of the faces that were the end of a column
	lo, hi      [4]uint8
}

func (d *relaxed) uncover(c face) {
	d.twice |= d.once & (1 << c)
	d.once |= 1 << c
}

// land makes a card a target if it fits one.
func (d *relaxed) land(r *rules, c face) {
	if r.fits[c]&d.targets != 0 {
		d.targets |= 1 << c
	}
}

// rise lets the foundations rise.
func (d *relaxed) rise(p *position) (changed bool) {
	for s := range uint8(4) {
		for d.hi[s] < king && d.once>>(s<<4|(d.hi[s]+1))&1 != 0 {
			d.hi[s]++
			changed = true
		}
		for d.lo[s] < king {
			next := d.lo[s] + 1
			all := d.twice
			if next <= p.home[s][1] {
				all = d.once
			}
			if all>>(s<<4|next)&1 == 0 {
				break
			}
			d.lo[s] = next
			changed = true
		}
	}
	return changed
}

// leaving is how many of the first n cards of a column can leave it now: the last one or, where runs move, a run
// for whose first card there is a target. Cards under others in such a run count as uncovered then.
func (d *relaxed) leaving(p *position, r *rules, col, n uint8) uint8 {
	cards := &p.cards[col]
	if d.leaves(p, r, cards[n-1]) {
		return 1
	}
	if !r.runs {
		return 0
	}
	for k := uint8(2); k <= n && r.goes(cards[n-k+1], cards[n-k]); k++ {
		if r.fits[cards[n-k]]&d.targets != 0 {
			for _, c := range cards[n-k : n-1] {
				d.uncover(c)
				d.targets |= 1 << c
			}
			return k
		}
	}
	return 0
}

// leaves reports whether a card that is uncovered can leave its pile.
func (d *relaxed) leaves(p *position, r *rules, c face) bool {
	if r.fits[c]&d.targets != 0 {
		return true
	}
	s, rank := suitOf(c), rankOf(c)
	if rank <= p.home[s][1] {
		return d.lo[s] >= rank-1
	}
	return d.hi[s] >= rank-1
}
