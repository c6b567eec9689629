package solver

import (
	"context"
	"errors"
	"runtime"
)

// ErrBusy is the error of a desk at which too many wait already.
var ErrBusy = errors.New("solver: busy")

// Desk lends solvers, so that never more than a number of searches run at once and their memory stays
// within bounds. It is for use by several goroutines.
type Desk struct {
	free  chan *Solver
	queue chan struct{} // one for each who has a solver or waits for one
	bytes int64         // for each search
}

// NewDesk lends n solvers with a total of so many bytes to those who come, of whom at most queue more wait. Zero
// means: n one a core, at most half the cores, but one; bytes 128 MiB; queue four for each solver.
func NewDesk(n int, bytes int64, queue int) *Desk {
	if n <= 0 {
		n = max(1, runtime.NumCPU()/2)
	}
	if bytes <= 0 {
		bytes = defaultBytes
	}
	if queue <= 0 {
		queue = 4 * n
	}
	d := &Desk{make(chan *Solver, n), make(chan struct{}, n+queue), bytes / int64(n)}
	for range n {
		d.free <- new(Solver)
	}
	return d
}

// Acquire waits for a solver until the context is done, and returns its error then. Where too many wait
// already it returns ErrBusy at once. The solver must be given back with Release.
func (d *Desk) Acquire(ctx context.Context) (*Solver, error) {
	select {
	case d.queue <- struct{}{}:
	default:
		return nil, ErrBusy
	}
	select {
	case v := <-d.free:
		v.limit = d.bytes
		return v, nil
	case <-ctx.Done():
		<-d.queue
		return nil, ctx.Err()
	}
}

// TryAcquire is Acquire where nobody has to wait: for work that can be done at any time.
func (d *Desk) TryAcquire() (*Solver, bool) {
	select {
	case d.queue <- struct{}{}:
	default:
		return nil, false
	}
	select {
	case v := <-d.free:
		v.limit = d.bytes
		return v, true
	default:
		<-d.queue
		return nil, false
	}
}

// Release gives a solver back. What it used of its memory beyond a small part is freed.
func (d *Desk) Release(v *Solver) {
	if v.search.held() > keptBytes {
		*v = Solver{}
	}
	d.free <- v
	<-d.queue
}

// keptBytes is what an idle solver of a desk keeps for the next small search.
const keptBytes = 4 << 20
