package solver

import "math/bits"

// key is a hash of 128 bits. Two different positions of a search share one with a probability below
// 10⁻²⁴, for ten million positions.
type key struct{ a, b uint64 }

func (k key) plus(x key) key  { return key{k.a + x.a, k.b + x.b} }
func (k key) minus(x key) key { return key{k.a - x.a, k.b - x.b} }

// seen is the set of the positions met. It is in parts, so that it grows bit by bit and without a moment that
// takes twice the memory. Each part has open addressing with linear probing, and is at most 7/8 full.
type seen struct {
	parts [seenParts]part
	n     int
	slots int // of all parts
}

type part struct {
	slots []key // the zero key marks a free one
	n     int
}

const (
	seenParts  = 64
	firstSlots = 64 // of each part; more of them are given back when the set is emptied
	keyBytes   = 16
)

// reset empties the set.
func (t *seen) reset() {
	for i := range t.parts {
		p := &t.parts[i]
		if len(p.slots) != firstSlots {
			p.slots = make([]key, firstSlots)
		}
		clear(p.slots)
		p.n = 0
	}
	t.n, t.slots = 0, seenParts*firstSlots
}

// bytes is the memory that the set has.
func (t *seen) bytes() int64 { return keyBytes * int64(t.slots) }

// add reports whether k is new, and adds it.
func (t *seen) add(k key) bool {
	if k == (key{}) {
		k.a = 1
	}
	p := &t.parts[k.b%seenParts]
	if p.n >= len(p.slots)/8*7 {
		t.slots += p.grow()
	}
	i := p.find(k)
	if p.slots[i] == k {
		return false
	}
	p.slots[i] = k
	p.n++
	t.n++
	return true
}

// find is the slot that has k, or a free one for it.
func (p *part) find(k key) int {
	at, _ := bits.Mul64(k.a, uint64(len(p.slots))) // the hash as a fraction of the part
	i := int(at)
	for p.slots[i] != k && p.slots[i] != (key{}) {
		if i++; i == len(p.slots) {
			i = 0
		}
	}
	return i
}

// grow makes the part half as large again, and returns how many slots that is more.
func (p *part) grow() int {
	old := p.slots
	p.slots = make([]key, len(old)/2*3)
	for _, k := range old {
		if k != (key{}) {
			p.slots[p.find(k)] = k
		}
	}
	return len(p.slots) - len(old)
}

// letters are random numbers, one pair for each face, and one for each other thing that is hashed.
var letters = func() (l [256]key) {
	x := uint64(1)
	next := func() uint64 { // SplitMix64, see game/deal.go
		x += 0x9e3779b97f4a7c15
		return mix(x)
	}
	for i := range l {
		l[i] = key{next(), next()}
	}
	return l
}()

// mix is the finalizer of SplitMix64: each bit of x changes half of the bits of the result.
func mix(z uint64) uint64 {
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// then is the hash of a word with one more letter: a polynomial modulo 2⁶⁴, twice.
func (k key) then(letter uint8) key {
	l := &letters[letter]
	return key{k.a*0x9e3779b97f4a7c15 + l.a, k.b*0xd1342543de82ef95 + l.b}
}

// mixed makes sums of hashes of words safe: positions are sums over their piles, as the order of the columns
// does not matter. kind tells piles apart that are not interchangeable.
func (k key) mixed(kind uint8) key {
	l := &letters[kind]
	return key{mix(k.a ^ l.a), mix(k.b ^ l.b)}
}

// Kinds of words; a column's is that of its cards face down.
const (
	kindColumn = 64
	kindWaste  = 192
	kindStock  = 193
	kindPass   = 194
)
