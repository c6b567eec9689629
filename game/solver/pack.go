package solver

import "math/bits"

// A packed position is, in bytes: the step count (two), the cards drawn, the pass, the foundations (four bytes of two
// ranks), a bit for each card of the first position's stock and waste that is still there, and for each
// column its length, the cards face down if the first position has any, and its cards.

// packing is the form of the packed positions of one search, by its first position.
type packing struct {
	first   *position
	columns int
	hidden  bool // some cards lie face down
}

func packingOf(first *position, columns int) packing {
	k := packing{first: first, columns: columns}
	for i := range columns {
		k.hidden = k.hidden || first.down[i] > 0
	}
	return k
}

// append packs p, which is depth steps from the first position.
func (k *packing) append(dst []byte, p *position, depth int) []byte {
	dst = append(dst, byte(depth), byte(depth>>8), p.waste, p.pass)
	for _, h := range p.home {
		dst = append(dst, h[0]<<4|h[1])
	}
	var left [2]uint64
	for _, i := range p.index[:p.left] {
		left[i>>6] |= 1 << (i & 63)
	}
	for i := uint8(0); i < k.first.left; i += 8 {
		dst = append(dst, byte(left[i>>6]>>(i&63)))
	}
	for i := range k.columns {
		dst = append(dst, p.n[i])
		if k.hidden {
			dst = append(dst, p.down[i])
		}
		dst = append(dst, p.cards[i][:p.n[i]]...)
	}
	return dst
}

// open unpacks into p, and returns the depth.
func (k *packing) open(p *position, b []byte) (depth int) {
	depth = int(b[0]) | int(b[1])<<8
	p.waste, p.pass = b[2], b[3]
	for s := range p.home {
		p.home[s] = [2]uint8{b[4+s] >> 4, b[4+s] & 15}
	}
	b = b[8:]
	p.left = 0
	for i := uint8(0); i < k.first.left; i += 8 {
		for m := b[0]; m != 0; m &= m - 1 {
			at := i + uint8(bits.TrailingZeros8(m))
			p.index[p.left] = at
			p.seq[p.left] = k.first.seq[at]
			p.left++
		}
		b = b[1:]
	}
	for i := range k.columns {
		n := b[0]
		p.n[i] = n
		b = b[1:]
		if k.hidden {
			p.down[i] = b[0]
			b = b[1:]
		}
		copy(p.cards[i][:], b[:n])
		b = b[n:]
	}
	return depth
}
