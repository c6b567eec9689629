package game

import (
	"fmt"
	"strconv"
	"strings"
)

// MaxMoves is the longest log of a game; a longer one is no play any more.
const MaxMoves = 5000

// Game is a variant dealt and played: the log of moves made, a cursor into it, and the state there.
type Game struct {
	variant *Variant
	deal    uint32 // 0 when it began from a position
	start   *State
	state   *State
	moves   []Move
	cursor  int
	last    Step
}

// New deals number n of v, which is 1 … 4294967295; 0 panics.
func New(v *Variant, n uint32) *Game {
	g := From(v.Deal(n))
	g.deal = n
	return g
}

// From is a game that begins at a position. It takes the state over.
func From(s *State) *Game {
	return &Game{variant: s.Variant, start: s, state: s.Clone()}
}

// Load rebuilds a game from its log by playing it: a move that the rules refuse, or a cursor beyond
// the log, is an error.
func Load(v *Variant, n uint32, cursor int, moves string) (*Game, error) {
	log, err := ParseMoves(moves)
	if err != nil {
		return nil, err
	}
	if cursor < 0 || cursor > len(log) {
		return nil, fmt.Errorf("cursor %d of %d moves", cursor, len(log))
	}
	g := New(v, n)
	g.moves = make([]Move, 0, len(log)+8)
	for i, m := range log {
		if m.N > 1 && !v.Runs {
			return nil, fmt.Errorf("move %d: %s is not a single move", i+1, m)
		}
		if err := g.Play(m); err != nil {
			return nil, fmt.Errorf("move %d: %w", i+1, err)
		}
	}
	if cursor < len(log) {
		g.Jump(cursor)
	}
	return g, nil
}

// Parse reads a game's text form: slug, deal number, cursor and moves, such as
// "forty-thieves 1234567 42 d,wc5,c3c7". The moves are left out when there are none.
func Parse(line string) (*Game, error) {
	f := strings.Fields(line)
	if len(f) != 3 && len(f) != 4 {
		return nil, fmt.Errorf("a game has 3 or 4 fields (game, deal, cursor, moves), not %d", len(f))
	}
	v := BySlug(f[0])
	if v == nil {
		return nil, fmt.Errorf("unknown game %q; there are %s", f[0], Slugs())
	}
	n, err := ParseDeal(f[1])
	if err != nil {
		return nil, err
	}
	cursor, err := strconv.Atoi(f[2])
	if err != nil {
		return nil, fmt.Errorf("%q is not a cursor", f[2])
	}
	return Load(v, n, cursor, strings.Join(f[3:], ""))
}

// String is the game's text form. A game that began from a position has deal number 0 in it and is
// not to be read back.
func (g *Game) String() string {
	return strings.TrimSuffix(fmt.Sprintf("%s %d %d %s", g.variant.Slug, g.deal, g.cursor, FormatMoves(g.moves)), " ")
}

func (g *Game) Variant() *Variant { return g.variant }

// Deal is the deal number, 0 for a game that began from a position.
func (g *Game) Deal() uint32 { return g.deal }

// State is the position at the cursor. It belongs to the game: read it only.
func (g *Game) State() *State { return g.state }

// Moves is the log, with the moves beyond the cursor that Redo would make. Read it only.
func (g *Game) Moves() []Move { return g.moves }

// Cursor is the number of moves of the log that are made.
func (g *Game) Cursor() int { return g.cursor }

// Last is the move just before the cursor with what it did, and false at the deal.
func (g *Game) Last() (Step, bool) { return g.last, g.cursor > 0 }

// Play makes a move, or the single moves for which it stands (see State.Expand), and cuts the log
// after it. It returns a *Refusal and changes nothing when the rules do not allow it.
func (g *Game) Play(m Move) error {
	single := [1]Move{m}
	moves := single[:]
	if !g.state.legal(m) {
		var err error
		if moves, err = g.state.Expand(m); err != nil {
			return err
		}
	}
	if g.cursor+len(moves) > MaxMoves {
		return &Refusal{Move: m, Reason: TooLong}
	}
	g.moves = g.moves[:g.cursor]
	for _, m := range moves {
		g.last = g.state.apply(m)
		g.moves = append(g.moves, m)
	}
	g.cursor = len(g.moves)
	return nil
}

// Undo takes back the last move. It reports false at the deal.
func (g *Game) Undo() bool {
	if g.cursor == 0 {
		return false
	}
	g.Jump(g.cursor - 1)
	return true
}

// Redo makes again the move taken back last. It reports false when there is none.
func (g *Game) Redo() bool {
	if g.cursor == len(g.moves) {
		return false
	}
	g.last = g.state.apply(g.moves[g.cursor])
	g.cursor++
	return true
}

// Jump goes to the position after n moves of the log, 0 … len(Moves()): 0 is the deal. The moves
// after it stay for Redo.
func (g *Game) Jump(n int) {
	g.state.Set(g.start)
	g.last = Step{}
	for _, m := range g.moves[:n] {
		g.last = g.state.apply(m)
	}
	g.cursor = n
}

// At is the position after the first n moves of the log, 0 … len(Moves()). The game stays where it is.
func (g *Game) At(n int) *State {
	s := g.start.Clone()
	for _, m := range g.moves[:n] {
		s.apply(m)
	}
	return s
}

func (g *Game) Won() bool   { return g.state.Won() }
func (g *Game) Stuck() bool { return g.state.Stuck() }

// Steps are the moves of the log, those beyond the cursor too, with what each did.
func (g *Game) Steps() []Step {
	s := g.start.Clone()
	steps := make([]Step, len(g.moves))
	for i, m := range g.moves {
		steps[i] = s.apply(m)
	}
	return steps
}
