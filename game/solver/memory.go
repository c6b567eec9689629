package solver

// node is a position that was met: a step after its parent, and what goes home safely after that.
type node struct {
	parent uint32
	step   step
	packed uint32 // where the position is, once it is expanded; from 1
}

const (
	pageBits  = 12
	pageSize  = 1 << pageBits
	nodeBytes = 12
)

// nodes are all nodes of a search, by number, in pages so that growing copies nothing.
type nodes struct {
	pages []*[pageSize]node
	n     uint32
}

func (l *nodes) reset()            { l.n = 0 }
func (l *nodes) at(i uint32) *node { return &l.pages[i>>pageBits][i&(pageSize-1)] }
func (l *nodes) bytes() int64      { return nodeBytes * (int64(l.n)>>pageBits + 1) << pageBits }
func (l *nodes) held() int64       { return nodeBytes * pageSize * int64(len(l.pages)) }

func (l *nodes) add(x node) uint32 {
	i := l.n
	if int(i>>pageBits) == len(l.pages) {
		l.pages = append(l.pages, new([pageSize]node))
	}
	*l.at(i) = x
	l.n++
	return i
}

// packed keeps packed positions, each within a page. Numbers of theirs count units of 8 bytes from 1.
type packed struct {
	pages [][]byte
	page  int // the one that is being filled
	used  int // bytes of it
}

const (
	unit        = 8
	packedPage  = 1 << 16
	packedLimit = 512 // bytes of the longest
)

func (l *packed) reset() { l.page, l.used = 0, unit }

func (l *packed) bytes() int64 { return packedPage * int64(l.page+1) }
func (l *packed) held() int64  { return packedPage * int64(len(l.pages)) }

func (l *packed) at(i uint32) []byte {
	const units = packedPage / unit
	return l.pages[i/units][i%units*unit:]
}

// room returns free memory for a packed position, and its number. What is appended to it is kept by used.
func (l *packed) room() (b []byte, i uint32) {
	if l.used+packedLimit > packedPage {
		l.page, l.used = l.page+1, 0
	}
	if l.page == len(l.pages) {
		l.pages = append(l.pages, make([]byte, packedPage))
	}
	return l.pages[l.page][l.used:l.used:packedPage], uint32(l.page*(packedPage/unit) + l.used/unit)
}

func (l *packed) keep(n int) { l.used += (n + unit - 1) / unit * unit }

// frontier are the nodes that wait to be expanded: a heap for each layer.
type frontier struct {
	layers []layer
	turn   int // the layer that was served last
	n      int
	most   int // of all layers, the most that each has had
}

type layer struct {
	heap
	most int
}

func (f *frontier) reset() {
	for i := range f.layers {
		l := &f.layers[i]
		l.heap, l.most = l.heap[:0], 0
	}
	f.turn, f.n, f.most = -1, 0, 0
}

// bytes counts a quarter more than what is there, by which a slice grows.
func (f *frontier) bytes() int64 { return 10 * int64(f.most) }

func (f *frontier) held() int64 {
	n := 0
	for _, l := range f.layers {
		n += cap(l.heap)
	}
	return 8 * int64(n)
}

func (f *frontier) add(to int, e entry) {
	for to >= len(f.layers) {
		f.layers = append(f.layers, layer{})
	}
	l := &f.layers[to]
	l.push(e)
	f.n++
	if len(l.heap) > l.most {
		l.most++
		f.most++
	}
}

// next takes the best node of the next layer that has any, the lowest one after the highest.
func (f *frontier) next() (n uint32, ok bool) {
	if f.n == 0 {
		return 0, false
	}
	for {
		f.turn++
		if f.turn >= len(f.layers) {
			f.turn = 0
		}
		if l := &f.layers[f.turn]; len(l.heap) > 0 {
			f.n--
			return l.pop().node, true
		}
	}
}

// heap has the lowest score first; of equals the older one.
type heap []entry

type entry struct {
	score int32
	node  uint32
}

func (a entry) before(b entry) bool {
	return a.score < b.score || a.score == b.score && a.node < b.node
}

func (h *heap) push(e entry) {
	*h = append(*h, e)
	l := *h
	i := len(l) - 1
	for i > 0 {
		up := (i - 1) / 4
		if !e.before(l[up]) {
			break
		}
		l[i] = l[up]
		i = up
	}
	l[i] = e
}

func (h *heap) pop() entry {
	l := *h
	top, last := l[0], l[len(l)-1]
	l = l[:len(l)-1]
	*h = l
	if len(l) == 0 {
		return top
	}
	i := 0
	for {
		best, first := -1, 4*i+1
		for c := first; c < min(first+4, len(l)); c++ {
			if best < 0 || l[c].before(l[best]) {
				best = c
			}
		}
		if best < 0 || !l[best].before(last) {
			break
		}
		l[i] = l[best]
		i = best
	}
	l[i] = last
	return top
}
