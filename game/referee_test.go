package game

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// rulesTable is the table of RULES.md, word for word.
const rulesTable = `
| forty-thieves | Forty Thieves | 10 × 4 | 0 | the same suit | one card | 64 | 1 | 0 | no |
| indian | Indian | 10 × 3 | 1 | any other suit | one card | 74 | 1 | 0 | no |
| limited | Limited | 12 × 3 | 0 | the same suit | one card | 68 | 1 | 0 | no |
| little-forty | Little Forty | 10 × 4 | 0 | any other suit | runs, whole or part | 64 | 3 | 3 | no |
| lucas | Lucas | 13 × 3 | 0 | the same suit | one card | 57 | 1 | 0 | yes |
| maria | Maria | 9 × 4 | 0 | the other colour | one card | 68 | 1 | 0 | no |
| number-ten | Number Ten | 10 × 4 | 2 | the other colour | runs, whole or part | 64 | 1 | 0 | no |
| rank-and-file | Rank and File | 10 × 4 | 3 | the other colour | runs, whole or part | 64 | 1 | 0 | no |
| streets | Streets | 10 × 4 | 0 | the other colour | one card | 64 | 1 | 0 | no |
`

// rules is one row of it.
type rules struct {
	slug, name           string
	columns, rows, down  int
	build                string
	runs                 bool
	stock, draw, redeals int
	acesOut              bool
}

// rulesRows are the rows of the table in its order.
func rulesRows() []rules {
	var rows []rules
	for line := range strings.Lines(strings.TrimSpace(rulesTable)) {
		f := strings.Split(strings.Trim(strings.TrimSpace(line), "| "), " | ")
		number := func(s string) int {
			n, err := strconv.Atoi(s)
			if err != nil {
				panic(err)
			}
			return n
		}
		columns, rows2, _ := strings.Cut(f[2], " × ")
		rows = append(rows, rules{
			slug: f[0], name: f[1],
			columns: number(columns), rows: number(rows2), down: number(f[3]),
			build: f[4], runs: f[5] == "runs, whole or part",
			stock: number(f[6]), draw: number(f[7]), redeals: number(f[8]), acesOut: f[9] == "yes",
		})
	}
	return rows
}

// rulesOf is the row of a game.
func rulesOf(slug string) rules {
	rows := rulesRows()
	return rows[slices.IndexFunc(rows, func(r rules) bool { return r.slug == slug })]
}

// builds is the rule by which a card goes on another, on their texts.
func (r rules) builds(c, on string) bool {
	red := func(card string) bool { return strings.ContainsAny(card, "DH") }
	if strings.Index(ranks, c[:1])+1 != strings.Index(ranks, on[:1]) {
		return false
	}
	switch r.build {
	case "the same suit":
		return c[1] == on[1]
	case "any other suit":
		return c[1] != on[1]
	case "the other colour":
		return red(c) != red(on)
	}
	panic(r.build)
}

// referee knows the rules a second time, on a table of strings. It shares nothing with the package
// but the text of positions, from which it starts. Piles are those of that text: "stock" with the next
// card to be drawn first, "waste", "c1" …; face-down cards are in parentheses.
type referee struct {
	rules
	pass  int
	piles map[string][]string
	home  []string // tops of the foundations
}

func newReferee(position string) *referee {
	r := &referee{piles: map[string][]string{}}
	for line := range strings.Lines(position) {
		words := strings.Fields(line)
		switch words[0] {
		case "variant":
			r.rules = rulesOf(words[1])
		case "pass":
			r.pass, _ = strconv.Atoi(words[1])
		case "foundations":
			r.home = words[1:]
		default:
			r.piles[words[0]] = words[1:]
		}
	}
	return r
}

// column is the pile of a column that the game has.
func (r *referee) column(name string) (cards []string, ok bool) {
	n, err := strconv.Atoi(strings.TrimPrefix(name, "c"))
	return r.piles[name], err == nil && name[0] == 'c' && n >= 1 && n <= r.columns
}

// allows says whether n cards may go from one pile to another; piles are s, w, f, c1, c2 …
func (r *referee) allows(from, to string, n int) bool {
	if from == "s" || to == "w" {
		again := len(r.piles["waste"]) > 0 && r.pass-1 < r.redeals
		return from == "s" && to == "w" && n == 1 && (len(r.piles["stock"]) > 0 || again)
	}
	run := r.movable(from, n)
	if run == nil || from == to {
		return false
	}
	if to == "f" {
		return n == 1 && r.awaited(run[0]) >= 0
	}
	target, ok := r.column(to)
	return ok && (len(target) == 0 || r.builds(run[0], target[len(target)-1]))
}

// movable are the last n cards of the waste or a column, if they may move together.
func (r *referee) movable(from string, n int) []string {
	cards, ok := r.column(from)
	if from == "w" {
		cards, ok = r.piles["waste"], n == 1
	}
	if !ok || n < 1 || n > len(cards) || n > 1 && !r.runs {
		return nil
	}
	run := cards[len(cards)-n:]
	for i, c := range run {
		if c[0] == '(' || i > 0 && !r.builds(c, run[i-1]) {
			return nil
		}
	}
	return run
}

// awaited is the place, among the tops of the foundations, of the one that takes a card now; an ace's
// is the number of tops. It is −1 for none.
func (r *referee) awaited(c string) int {
	if c[0] == 'A' {
		return len(r.home)
	}
	return slices.IndexFunc(r.home, func(top string) bool {
		return top[1] == c[1] && strings.Index(ranks, top[:1])+1 == strings.Index(ranks, c[:1])
	})
}

// all lists the moves that it allows, as texts, in alphabetical order.
func (r *referee) all() []string {
	names := []string{"s", "w", "f"}
	most := 1
	for i := range r.columns {
		name := fmt.Sprintf("c%d", i+1)
		names = append(names, name)
		most = max(most, len(r.piles[name]))
	}
	var moves []string
	for _, from := range names {
		for _, to := range names {
			for n := 1; n <= most+1; n++ {
				if r.allows(from, to, n) {
					moves = append(moves, moveText(from, to, n))
				}
			}
		}
	}
	slices.Sort(moves)
	return moves
}

// moveText is the text form of a move.
func moveText(from, to string, n int) string {
	switch {
	case from == "s":
		return "d"
	case n > 1:
		return fmt.Sprintf("%s%sx%d", from, to, n)
	}
	return from + to
}

// move makes a move that it allows.
func (r *referee) move(from, to string, n int) {
	if from == "s" {
		r.turn()
		return
	}
	key := from
	if from == "w" {
		key = "waste"
	}
	keep := len(r.piles[key]) - n
	moved := slices.Clone(r.piles[key][keep:])
	r.piles[key] = r.piles[key][:keep]
	if keep > 0 {
		r.piles[key][keep-1] = strings.Trim(r.piles[key][keep-1], "()")
	}
	if to != "f" {
		r.piles[to] = append(slices.Clone(r.piles[to]), moved...)
		return
	}
	if i := r.awaited(moved[0]); i < len(r.home) {
		r.home[i] = moved[0]
	} else {
		r.home = append(r.home, moved[0])
	}
}

// turn draws, or turns the waste over.
func (r *referee) turn() {
	stock, waste := r.piles["stock"], r.piles["waste"]
	if len(stock) == 0 {
		r.piles["stock"], r.piles["waste"] = waste, nil
		r.pass++
		return
	}
	n := min(r.draw, len(stock))
	r.piles["waste"] = append(slices.Clone(waste), stock[:n]...)
	r.piles["stock"] = stock[n:]
}

// String is the text of the position.
func (r *referee) String() string {
	lines := []string{"variant " + r.slug, fmt.Sprint("pass ", r.pass)}
	slices.SortStableFunc(r.home, func(a, b string) int { return strings.Index(suits, a[1:]) - strings.Index(suits, b[1:]) })
	line := func(name string, cards []string) {
		lines = append(lines, strings.Join(append([]string{name}, cards...), " "))
	}
	line("foundations", r.home)
	line("stock", r.piles["stock"])
	line("waste", r.piles["waste"])
	for i := range r.columns {
		name := fmt.Sprintf("c%d", i+1)
		line(name, r.piles[name])
	}
	return strings.Join(lines, "\n") + "\n"
}

// legalTexts lists the legal moves as texts, in alphabetical order.
func legalTexts(s *State) []string {
	var moves []string
	for _, m := range s.Legal() {
		moves = append(moves, m.String())
	}
	slices.Sort(moves)
	return moves
}

// The package and the referee, which is written from RULES.md alone, allow the same moves and come to
// the same position by each.
func TestARefereeOfItsOwnAgreesOnEveryMove(t *testing.T) {
	eachVariant(t, func(t *testing.T, v *Variant) {
		r := dice(3)
		for range few(10) {
			s := midgame(r, v, r.IntN(150))
			for range 100 {
				ref := newReferee(s.String())
				if legal, all := legalTexts(s), ref.all(); !slices.Equal(legal, all) {
					t.Fatalf("Legal lists %v, the referee %v in\n%s", legal, all, s)
				}
				m, ok := anyMove(r, s)
				if !ok {
					break
				}
				ref.move(m.From.String(), m.To.String(), int(m.N))
				if s.Apply(m); s.String() != ref.String() {
					t.Fatalf("%s leads to\n%s\nthe referee's is\n%s", m, s, ref)
				}
			}
		}
	})
}

// It does so in late positions too, where columns are empty and runs are long.
func TestTheRefereeAgreesInEndgames(t *testing.T) {
	eachVariant(t, func(t *testing.T, v *Variant) {
		r := dice(4)
		for range few(200) {
			s := endgame(t, r, v)
			if legal, all := legalTexts(s), newReferee(s.String()).all(); !slices.Equal(legal, all) {
				t.Fatalf("Legal lists %v, the referee %v in\n%s", legal, all, s)
			}
		}
	})
}

// A million commands, most of them no moves, are accepted or refused alike, and nothing but a move changes anything.
func TestTheRefereeAgreesOnAMillionRandomCommands(t *testing.T) {
	eachVariant(t, func(t *testing.T, v *Variant) {
		r := dice(5)
		var s *State
		var ref *referee
		accepted := 0
		for n := range few(10) * 11_200 {
			if n%250 == 0 {
				s = midgame(r, v, r.IntN(120))
				ref = newReferee(s.String())
			}
			m := Move{Pile(r.IntN(18)), Pile(r.IntN(18)), uint8(r.IntN(5))}
			if r.IntN(10) == 0 {
				m.N = uint8(r.IntN(256))
			}
			allowed := ref.allows(m.From.String(), m.To.String(), int(m.N))
			before := ""
			if n%20 == 0 {
				before = s.String()
			}
			_, err := s.Apply(m)
			if (err == nil) != allowed {
				t.Fatalf("%s: %v; the referee allows it: %v, in\n%s", m, err, allowed, s)
			}
			if err == nil {
				accepted++
				ref.move(m.From.String(), m.To.String(), int(m.N))
				if got := s.String(); got != ref.String() {
					t.Fatalf("%s leads to\n%s\nthe referee's is\n%s", m, got, ref)
				}
			} else if before != "" && s.String() != before {
				t.Fatalf("%s is refused and changes\n%s\nto\n%s", m, before, s)
			}
		}
		if accepted < 100 {
			t.Errorf("%d commands were moves", accepted)
		}
	})
}
