package solver

import "math/bits"

// key is a hash of 128 bits. Two different positions of a search share one with a probability below
// 10⁻²⁴, for ten million positions.
type key struct{ a, b uint64 }

func (k key) plus(x key) key  { return key{k.a + x.a, k.b + x.b} }
func (k key) minus(x key) key { return key{k.a - x.a, k.b - x.b} }

// seen is the set of the positions met: open addressing with linear probing, at most 7/8 full.
type seen struct {
	slots []key // a power of two; the zero key marks a free one
	n     int
	spare [32][]key // slots given back, by the logarithm of their number
}

const (
	firstSlots = 1 << 12
	keyBytes   = 16
)

// reset empties the set.
func (t *seen) reset() {
	t.give(t.slots)
	t.slots, t.n = t.take(firstSlots), 0
}

func (t *seen) take(n int) []key {
	s := &t.spare[bits.Len(uint(n))]
	slots := *s
	*s = nil
	if slots == nil {
		return make([]key, n)
	}
	clear(slots)
	return slots
}

func (t *seen) give(slots []key) {
	if len(slots) > 0 {
		t.spare[bits.Len(uint(len(slots)))] = slots
	}
}

// full reports whether the next one that is new makes the set grow.
func (t *seen) full() bool { return t.n >= len(t.slots)/8*7 }

// nearlyFull reports whether the next few hundred may make the set grow.
func (t *seen) nearlyFull() bool { return t.n >= len(t.slots)/8*7-400 }

// bytes is the memory that the set has.
func (t *seen) bytes() int64 {
	n := len(t.slots)
	for _, s := range t.spare {
		n += len(s)
	}
	return keyBytes * int64(n)
}

// add reports whether k is new, and adds it.
func (t *seen) add(k key) bool {
	if k == (key{}) {
		k.a = 1
	}
	if t.full() {
		t.grow()
	}
	mask := uint64(len(t.slots) - 1)
	for i := k.a & mask; ; i = (i + 1) & mask {
		switch t.slots[i] {
		case k:
			return false
		case key{}:
			t.slots[i] = k
			t.n++
			return true
		}
	}
}

func (t *seen) grow() {
	old := t.slots
	t.slots = t.take(2 * len(old))
	mask := uint64(len(t.slots) - 1)
	for _, k := range old {
		if k == (key{}) {
			continue
		}
		i := k.a & mask
		for t.slots[i] != (key{}) {
			i = (i + 1) & mask
		}
		t.slots[i] = k
	}
	t.give(old)
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
