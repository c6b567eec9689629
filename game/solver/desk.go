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
	want  chan struct{} // from who waits to who has a solver to spare
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
	d := &Desk{make(chan *Solver, n), make(chan struct{}, n+queue), make(chan struct{}), bytes / int64(n)}
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
		return d.lent(v), nil
	default:
	}
	for want := d.want; ; want = nil { // one that is to spare is enough
		select {
		case want <- struct{}{}:
		case v := <-d.free:
			return d.lent(v), nil
		case <-ctx.Done():
			<-d.queue
			return nil, ctx.Err()
		}
	}
}

func (d *Desk) lent(v *Solver) *Solver {
	v.limit = d.bytes
	return v
}

// Spare is Acquire where nobody has to wait, for work that can be done at any time: until the context that it returns is
// done, which is so as soon as somebody waits.
func (d *Desk) Spare(ctx context.Context) (*Solver, context.Context, bool) {
	select {
	case d.queue <- struct{}{}:
	default:
		return nil, ctx, false
	}
	select {
	case v := <-d.free:
		ctx, stop := context.WithCancel(ctx)
		v.stop = stop
		go func() {
			select {
			case <-d.want:
				stop()
			case <-ctx.Done():
			}
		}()
		return d.lent(v), ctx, true
	default:
		<-d.queue
		return nil, ctx, false
	}
}

// Release gives a solver back. What it used of its memory beyond a small part is freed.
func (d *Desk) Release(v *Solver) {
	if v.stop != nil {
		v.stop()
		v.stop = nil
	}
	if v.search.held() > keptBytes {
		*v = Solver{}
	}
	d.free <- v
	<-d.queue
}

// keptBytes is what an idle solver of a desk keeps for the next small search.
const keptBytes = 4 << 20
