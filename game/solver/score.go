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
	lowest  uint16 // four bits for each suit: its lowest rank, 15 for none
	buried  uint16
	blocked uint8
	built   uint8
}

// nothing is the sum of no cards.
var nothing = sum{lowest: 0xffff}

// add is the sum with one card more; goes says that it builds on the last one.
func (s *sum) add(c face, goes bool) sum {
	t := *s
	t.key = s.key.then(c)
	t.buried += uint16(s.blocked)
	at := suitOf(c) * 4
	switch rank, low := uint16(rankOf(c)), s.lowest>>at&15; {
	case rank < low:
		t.lowest = s.lowest&^(15<<at) | rank<<at
	case rank > low:
		t.blocked++
	}
	if goes {
		t.built++
	}
	return t
}

// addUp fills in the sums of cards, the first down of which lie face down, but not the first sum, that of nothing.
func (r *rules) addUp(sums []sum, cards []face, down uint8) {
	s := nothing
	last := face(0) // on which nothing builds
	sums = sums[:len(cards)+1]
	for k, c := range cards {
		s.key = s.key.then(c)
		s.buried += uint16(s.blocked)
		at := suitOf(c) * 4
		rank, low := uint16(rankOf(c)), s.lowest>>(at&15)&15
		if rank < low {
			s.lowest ^= (low ^ rank) << (at & 15)
		} else if rank > low {
			s.blocked++
		}
		if k > int(down) {
			s.built += uint8(r.fits[c&63] >> (last & 63) & 1)
		}
		last = c
		sums[k+1] = s
	}
}

// place is where a card lies: a column, or the sequence of waste and stock, and how many cards lie before it.
type place struct{ pile, before uint8 }

const inSequence = maxColumns

// sheet has figures of a position from which those of the positions after it follow quickly.
type sheet struct {
	columns [maxColumns][maxCards + 1]sum
	seq     [maxCards + 1]sum // of stock and waste together
	stock   [maxCards + 1]key // of the cards from there on
	keys    [maxColumns]key   // what each column adds to the position's key
	scores  [maxColumns]int32 // and to its score
	rest    key               // what waste and stock add
	key     key               // of the position
	score   int32             // of all columns
	where   [64][2]place      // the copies of each face that are not home,
	copies  [64]uint8         // so many
	empty   uint8             // an empty column, or none
}

const none = 0xff

// clear makes a sheet ready for use.
func (h *sheet) clear() {
	for i := range h.columns {
		h.columns[i][0] = nothing
	}
	h.seq[0] = nothing
}

// measure fills the sheet for p.
func (h *sheet) measure(p *position, r *rules, w *weights) {
	h.empty = none
	h.key, h.score = key{}, 0
	h.copies = [64]uint8{}
	for i := range r.columns {
		n, down := p.n[i], p.down[i]
		cards := &p.cards[i]
		sums := &h.columns[i]
		r.addUp(sums[:], cards[:n], down)
		for k, c := range cards[:n] {
			h.locate(c, place{uint8(i), uint8(k)})
		}
		if n == 0 && h.empty == none {
			h.empty = uint8(i)
		}
		h.keys[i] = sums[n].key.mixed(kindColumn + down)
		h.scores[i] = w.column(&sums[n], cards[0], n, down)
		h.key = h.key.plus(h.keys[i])
		h.score += h.scores[i]
	}
	r.addUp(h.seq[:], p.seq[:p.left], maxCards)
	for k, c := range p.seq[:p.left] {
		h.locate(c, place{inSequence, uint8(k)})
	}
	h.stock[p.left] = key{}
	for k := int(p.left) - 1; k >= 0; k-- {
		h.stock[k] = h.stock[k+1].then(p.seq[k])
	}
	h.rest = h.restKey(p.waste, p.waste, p.pass)
	h.key = h.key.plus(h.rest)
}

func (h *sheet) locate(c face, at place) {
	n := &h.copies[c]
	h.where[c][*n&1] = at
	*n++
}

// restKey is the hash of a waste of the first cards of the sequence, and a stock from another one on.
func (h *sheet) restKey(waste, stock, pass uint8) key {
	k := h.seq[waste].key.mixed(kindWaste).plus(h.stock[stock].mixed(kindStock))
	return k.plus(letters[kindPass+pass])
}

// column is the part of a column in the score: its sum, its first card, its cards, and those face down.
func (w *weights) column(s *sum, first face, n, down uint8) int32 {
	if n == 0 {
		return -w.empty
	}
	v := w.blocked*int32(s.blocked) + w.buried*int32(s.buried) - w.built*int32(s.built)
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
	return w.waste*int32(waste) + w.wasteBlocked*int32(s.blocked) + w.drawn*drawn
}

// above counts, for each card that a foundation waits for, the cards on it, in a position whose columns
// have so many of the cards that they have in the sheet's, and whose waste has so many.
func (h *sheet) above(home *[4][2]uint8, n *[maxColumns]uint8, waste uint8) int32 {
	v := int32(0)
	of := func(c face) {
		for _, at := range h.where[c][:h.copies[c]] {
			have := waste
			if at.pile != inSequence {
				have = n[at.pile]
			}
			if at.before < have {
				v += int32(have - 1 - at.before)
			}
		}
	}
	for s, h := range home {
		c := uint8(s)<<4 + 1
		of(c + h[0])
		if h[0] != h[1] {
			of(c + h[1])
		}
	}
	return v
}

// totals are figures of the first position.
type totals struct{ seq, stock int }

// drawn is the number of cards drawn since the first position, about.
func (t *totals) drawn(pass, stock uint8) int32 {
	return int32(t.stock - int(stock) + (int(pass)-1)*t.seq)
}
