package hint

import (
	"cmp"
	"slices"

	"fortythieves/game"
	"fortythieves/game/solver"
)

// candidate is a move that can be advised, and what speaks for it.
type candidate struct {
	move   game.Move
	kind   kind
	banned bool // it returns to a position visited before
	wins   int  // layouts in which it wins
	credit int
}

type candidates []candidate

// kind decides between moves for which as much speaks, the first kind first. Its order is that of
// what a move costs: a draw buries the top of the waste, a pair broken and an empty column filled were work.
type kind uint8

const (
	goesHome kind = iota
	uncovers      // turns a card up, or empties a column
	fromWaste
	fromColumn
	draws
	breaks // leaves a card on which it was built
	fills  // an empty column
)

// Certain is a move that brings a card home which is of no more use elsewhere, if there is one. While cards lie
// hidden, Fair advises it and no other; whoever wants the move alone is spared the search.
func (v View) Certain() (m game.Move, ok bool) {
	s := v.with(v.unseen)
	for _, m := range s.Legal() {
		if m.To == game.Foundation && s.Safe(m.From) {
			return m, true
		}
	}
	return game.Move{}, false
}

// candidatesOf are the moves that the view allows, but for those that differ from another one only by the order
// of columns. Where a card can go home for good, that is the only one.
func candidatesOf(v View, before []View) candidates {
	if m, ok := v.Certain(); ok {
		return candidates{{move: m}}
	}
	s := v.with(v.unseen) // any layout will do: what is legal depends on open cards alone
	visited := map[string]bool{v.place(): true}
	for _, b := range before {
		visited[b.place()] = true
	}
	var list candidates
	after := map[string]bool{}
	room := s.Clone()
	for _, m := range s.Legal() {
		c := candidate{move: m, kind: kindOf(s, m)}
		if !reveals(s, m) {
			room.Set(s)
			room.Apply(m)
			p := See(room).place()
			if after[p] {
				continue
			}
			after[p] = true
			c.banned = visited[p]
		}
		list = append(list, c)
	}
	return list
}

// reveals reports whether a move shows a card that was hidden. Then it leads to no position visited before, or
// to one that cannot be known now.
func reveals(s *game.State, m game.Move) bool {
	if m.From == game.Stock {
		return s.Pass == 1 && len(s.Stock) > 0
	}
	i, ok := m.From.Column()
	return ok && s.Columns[i].Down > 0 && s.Columns[i].Down == len(s.Columns[i].Cards)-int(m.N)
}

func kindOf(s *game.State, m game.Move) kind {
	if m.From == game.Stock {
		return draws
	}
	if m.To == game.Foundation {
		return goesHome
	}
	to, _ := m.To.Column()
	if len(s.Columns[to].Cards) == 0 {
		return fills
	}
	from, ok := m.From.Column()
	if !ok {
		return fromWaste
	}
	col := s.Columns[from]
	rest := len(col.Cards) - int(m.N)
	switch {
	case rest == col.Down:
		return uncovers
	case s.Variant.Builds(col.Cards[rest], col.Cards[rest-1]):
		return breaks
	}
	return fromColumn
}

const (
	fullCredit  = 2000 // of a win, less one for each move of the rest of the line
	guessCredit = 40   // of a line that leads nowhere yet
	mostSkipped = 4    // moves of a line that have become illegal
)

// judge credits the candidates by what was found of a sample, and advises.
func (c candidates) judge(s *sample) Advice {
	for _, w := range s.ways {
		switch {
		case w.verdict == solver.Won:
			c.creditWin(s.view.with(w.hidden), w.line)
		case w.verdict == solver.Unknown:
			c.creditGuess(w.line)
		}
	}
	a := c.advice()
	a.Ways, a.Won, a.Lost = s.count()
	return a
}

// creditWin credits the moves that can be made first of all in a line that wins from s, a layout: the move, then
// the line without it.
func (c candidates) creditWin(s *game.State, line []game.Move) {
	t := s.Clone()
	for i := range c {
		t.Set(s)
		t.Apply(c[i].move)
		if rest, won := replay(t, without(line, c[i].move)); won {
			c[i].wins++
			c[i].credit += fullCredit - len(rest)
		}
	}
}

// without is the line but for the first time that m is made in it.
func without(line []game.Move, m game.Move) []game.Move {
	if i := slices.Index(line, m); i >= 0 {
		return slices.Concat(line[:i], line[i+1:])
	}
	return line
}

// replay plays a line in which something has changed. Moves that have become illegal are left out, if they
// are few. It returns the moves made, and whether they win.
func replay(s *game.State, line []game.Move) (made []game.Move, won bool) {
	made = make([]game.Move, 0, len(line))
	for i, m := range line {
		if _, err := s.Apply(m); err == nil {
			made = append(made, m)
		} else if i-len(made) >= mostSkipped {
			return made, false
		}
	}
	return made, s.Won()
}

// creditGuess credits the moves before the first draw of a line that does not win: the best that was found.
func (c candidates) creditGuess(line []game.Move) {
	if i := slices.Index(line, game.Draw); i > 0 {
		line = line[:i]
	} else if i == 0 {
		line = line[:1]
	}
	for i := range c {
		if slices.Contains(line, c[i].move) {
			c[i].credit += guessCredit
		}
	}
}

// advice is the candidate of most worth, of equals the first.
func (c candidates) advice() Advice {
	best := -1
	for i := range c {
		if c[i].worth() != nothing && (best < 0 || c[best].less(c[i])) {
			best = i
		}
	}
	if best < 0 {
		return Advice{}
	}
	return Advice{Moves: []game.Move{c[best].move}, Wins: c[best].wins}
}

// worth comes before credit. A move that returns to a position visited is worth something only if it wins, and
// less than any other for which something speaks.
type worth uint8

const (
	nothing worth = iota
	untried
	back
	forth
)

func (c candidate) worth() worth {
	switch {
	case c.banned && c.wins > 0:
		return back
	case c.banned:
		return nothing
	case c.credit > 0:
		return forth
	}
	return untried
}

// less reports whether d is the better one.
func (c candidate) less(d candidate) bool {
	order := cmp.Or(cmp.Compare(c.worth(), d.worth()), cmp.Compare(c.credit, d.credit), cmp.Compare(d.kind, c.kind))
	return order < 0
}
