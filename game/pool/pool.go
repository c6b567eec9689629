// Package pool holds deals that are proved to be winnable, each with a line that wins and how hard it is, and
// finds more of them.
//
// How hard a deal is comes from two things: the work it took the solver to find a win, and how narrow the way
// is, which is the share of other moves beside the line after which no win was found. Four steps divide the
// deals of a game into quarters, so a hard deal of an easy game may be easier than an easy one of a hard game.
package pool

import (
	"bufio"
	"compress/gzip"
	"context"
	_ "embed"
	"fmt"
	"io"
	"math/bits"
	"slices"
	"strings"

	"fortythieves/game"
	"fortythieves/game/solver"
)

// Deal is a deal that can be won.
type Deal struct {
	Variant *game.Variant
	Number  uint32
	Score   int // how hard it is: see Score
	Line    []game.Move
}

const (
	spots     = 6 // positions on the line at which other moves are tried
	others    = 2 // of them at each
	nearNodes = 20_000
)

// Find looks for a win of a deal within a budget and works out how hard it is. It returns false where none is found,
// or the context is done.
func Find(ctx context.Context, sv *solver.Solver, v *game.Variant, n uint32, b solver.Budget) (Deal, bool) {
	r := sv.Solve(ctx, v.Deal(n), b)
	if r.Verdict != solver.Won {
		return Deal{}, false
	}
	return Rate(ctx, sv, v, n, r.Nodes, r.Moves), ctx.Err() == nil
}

// Rate works out how hard a deal is, of which the solver found a line that wins in so many nodes.
func Rate(ctx context.Context, sv *solver.Solver, v *game.Variant, n uint32, nodes int64, line []game.Move) Deal {
	d := Deal{v, n, 0, line}
	d.Score = score(nodes, narrow(ctx, sv, d))
	return d
}

// score is ten times the binary logarithm of the nodes, roughly, and a point for each hundredth of the moves
// beside the line that lose sight of a win.
func score(nodes int64, narrow int) int {
	n := uint64(max(1, nodes))
	whole := bits.Len64(n) - 1
	return 10*whole + int((n*10)>>whole) - 10 + narrow
}

// narrow is the share, in hundredths, of the moves beside the line of a deal after which no win was found.
func narrow(ctx context.Context, sv *solver.Solver, d Deal) int {
	tried, gone := 0, 0
	state, next := d.Variant.Deal(d.Number), 0
	for i, m := range d.Line {
		if i >= next && tried < spots*others {
			next += max(1, len(d.Line)/spots)
			beside := 0
			for _, o := range state.Legal() {
				if o == m || beside == others {
					continue
				}
				t := state.Clone()
				t.Apply(o)
				beside++
				tried++
				if sv.Solve(ctx, t, solver.Budget{Nodes: nearNodes, Bytes: 8 << 20}).Verdict != solver.Won {
					gone++
				}
			}
		}
		state.Apply(m)
	}
	return 100 * gone / max(1, tried)
}

//go:embed pool.txt.gz
var packed string

// Pool is the pool that comes with the program: its deals, and what divides them.
type Pool struct {
	Deals []Deal
	steps map[*game.Variant][3]int // the lowest scores of the steps 2, 3 and 4
}

// Load reads the pool that comes with the program.
func Load() (*Pool, error) {
	r, err := gzip.NewReader(strings.NewReader(packed))
	if err != nil {
		return nil, fmt.Errorf("pool: %w", err)
	}
	return Read(r)
}

// Read reads deals, one a line: slug, number, score and the moves that win, with spaces between.
func Read(r io.Reader) (*Pool, error) {
	var p Pool
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, 1<<20)
	for n := 1; lines.Scan(); n++ {
		var slug, line string
		var d Deal
		if _, err := fmt.Sscanf(lines.Text(), "%s %d %d %s", &slug, &d.Number, &d.Score, &line); err != nil {
			return nil, fmt.Errorf("pool: line %d: %w", n, err)
		}
		var err error
		if d.Line, err = game.ParseMoves(line); err != nil {
			return nil, fmt.Errorf("pool: line %d: %w", n, err)
		}
		if d.Variant = game.BySlug(slug); d.Variant == nil || d.Number == 0 {
			return nil, fmt.Errorf("pool: line %d: no such deal", n)
		}
		p.Deals = append(p.Deals, d)
	}
	p.divide()
	return &p, lines.Err()
}

// String is a line as Read reads it.
func (d Deal) String() string {
	return fmt.Sprintf("%s %d %d %s", d.Variant.Slug, d.Number, d.Score, game.FormatMoves(d.Line))
}

// divide finds the quarters of the deals of each game.
func (p *Pool) divide() {
	scores := map[*game.Variant][]int{}
	for _, d := range p.Deals {
		scores[d.Variant] = append(scores[d.Variant], d.Score)
	}
	p.steps = map[*game.Variant][3]int{}
	for v, list := range scores {
		slices.Sort(list)
		p.steps[v] = [3]int{list[len(list)/4], list[len(list)/2], list[len(list)*3/4]}
	}
}

// Difficulty is the step of a deal, from 1 to 4, beside the deals of its game in the pool.
func (p *Pool) Difficulty(d Deal) int {
	step := 1
	for _, from := range p.steps[d.Variant] {
		if d.Score >= from {
			step++
		}
	}
	return min(step, 4)
}
