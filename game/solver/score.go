package solver

// weights say what makes a position promising, in thousandths; a lower score is better. Cards are
// counted, each pile by itself:
type weights struct {
	waste        int32 // the waste's cards
	wasteBlocked int32 // of these, those on a lower card of their suit
	blocked      int32 // the columns' cards on a lower card of their suit
	buried       int32 // for each of these the cards on it
	needed       int32 // for each card that a foundation waits for the cards on it, in waste and columns
	built        int32 // less: pairs of a column that are built
	clean        int32 // less: columns that are all one run; twice if on a king
	empty        int32 // less: empty columns
	drawn        int32 // cards drawn, those of earlier passes too
}

// sum is what is known of the first cards of a pile, without the rest: so what remains of a column when
// cards leave it is at hand, and a card more is quickly added.
type sum struct {
	key     key
	lowest  [4]uint8 // rank of each suit, 0 for none
	blocked uint8
	built   uint8
	needed  uint8
	buried  uint16
	above   uint16 // for each needed card the cards on it
}

// sheet has the sums of all piles of a position.
type sheet struct {
	columns [maxColumns][maxCards + 1]sum
	seq     [maxCards + 1]sum // of stock and waste together
	stock   [maxCards + 1]key // of the cards from there on
	needed  uint64            // set of the faces that a foundation waits for
	key     key               // of the position
	score   int32
	empty   uint8 // an empty column, or none
}

const none = 0xff

// add is a sum with one card more; goes says that it builds on the last one.
func (s *sum) add(c face, needed uint64, goes bool) sum {
	t := *s
	t.key = s.key.then(c)
	low := &t.lowest[suitOf(c)]
	t.buried += uint16(s.blocked)
	t.above += uint16(s.needed)
	switch {
	case *low == 0 || rankOf(c) < *low:
		*low = rankOf(c)
	case rankOf(c) > *low:
		t.blocked++
	}
	if goes {
		t.built++
	}
	t.needed += uint8(needed >> c & 1)
	return t
}

// measure fills the sheet for p.
func (h *sheet) measure(p *position, r *rules, w *weights, totals *totals) {
	h.needed = 0
	for s, home := range p.home {
		h.needed |= 1<<(uint8(s)<<4|(home[0]+1)) | 1<<(uint8(s)<<4|(home[1]+1))
	}
	h.empty = none
	h.key, h.score = key{}, 0
	for i := range r.columns {
		n, down := p.n[i], p.down[i]
		cards := &p.cards[i]
		sums := &h.columns[i]
		for k := range n {
			c := cards[k]
			sums[k+1] = sums[k].add(c, h.needed, k > down && r.goes(c, cards[k-1]))
		}
		if n == 0 && h.empty == none {
			h.empty = uint8(i)
		}
		h.key = h.key.plus(sums[n].key.mixed(kindColumn + down))
		h.score += w.column(&sums[n], cards[0], n, down)
	}
	for k := range p.left {
		h.seq[k+1] = h.seq[k].add(p.seq[k], h.needed, false)
	}
	h.stock[p.left] = key{}
	for k := int(p.left) - 1; k >= 0; k-- {
		h.stock[k] = h.stock[k+1].then(p.seq[k])
	}
	h.key = h.key.plus(h.rest(p.waste, p.waste, p.pass))
	h.score += w.rest(&h.seq[p.waste], p.waste, totals.drawn(p.pass, p.left-p.waste))
}

// rest is the hash of a waste of the first cards of the sequence, and a stock from another one on.
func (h *sheet) rest(waste, stock, pass uint8) key {
	k := h.seq[waste].key.mixed(kindWaste).plus(h.stock[stock].mixed(kindStock))
	return k.plus(letters[kindPass+pass])
}

// totals are figures of the first position.
type totals struct{ seq, stock int }

// drawn is the number of cards drawn since the first position, about.
func (t *totals) drawn(pass, stock uint8) int32 {
	return int32(t.stock - int(stock) + (int(pass)-1)*t.seq)
}

// column is the part of a column in the score: its sum, its first card, its cards, and those face down.
func (w *weights) column(s *sum, first face, n, down uint8) int32 {
	if n == 0 {
		return -w.empty
	}
	v := w.blocked*int32(s.blocked) + w.buried*int32(s.buried) + w.needed*int32(s.above) - w.built*int32(s.built)
	if down == 0 && s.built == n-1 {
		v -= w.clean
		if rankOf(first) == king {
			v -= w.clean
		}
	}
	return v
}

// rest is the part of waste and stock.
func (w *weights) rest(s *sum, waste uint8, drawn int32) int32 {
	return w.waste*int32(waste) + w.wasteBlocked*int32(s.blocked) + w.needed*int32(s.above) + w.drawn*drawn
}
