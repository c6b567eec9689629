package game

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// oneCard are the games in which one card moves at a time.
func oneCard() []*Variant {
	return slices.DeleteFunc(slices.Clone(Variants), func(v *Variant) bool { return v.Runs })
}

// moved is the identity after the last n cards of a column went to another one together.
func moved(s *State, m Move) string {
	s = s.Clone()
	i, _ := m.From.Column()
	j, _ := m.To.Column()
	from, to := &s.Columns[i], &s.Columns[j]
	keep := len(from.Cards) - int(m.N)
	to.Cards = append(to.Cards, from.Cards[keep:]...)
	from.Cards = from.Cards[:keep]
	if keep > 0 {
		from.Down = min(from.Down, keep-1)
	}
	return identity(s)
}

// checkShorthand plays a move of several cards and fails the test unless it is the same as the single
// moves: each legal in turn, logged, counted and undone one by one, and leading where the cards
// together would.
func checkShorthand(t *testing.T, s *State, m Move) {
	t.Helper()
	singles, err := s.Expand(m)
	if err != nil {
		t.Fatalf("%v in\n%s", err, s)
	}
	step := s.Clone()
	met := []string{identity(step)}
	for _, single := range singles {
		if _, err := step.Apply(single); err != nil || single.N != 1 {
			t.Fatalf("%s stands for %v, but %s is not legal: %v\n%s", m, singles, single, err, step)
		}
		met = append(met, identity(step))
	}
	if identity(step) != moved(s, m) {
		t.Fatalf("%s stands for %v, which lead to\n%s", m, singles, step)
	}
	g := From(s.Clone())
	if err := g.Play(m); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(g.Moves(), singles) || g.Cursor() != len(singles) || identity(g.State()) != met[len(singles)] {
		t.Fatalf("%s is logged as %s", m, g)
	}
	if last, ok := g.Last(); !ok || last.Move != singles[len(singles)-1] {
		t.Fatalf("the last move is %v", last)
	}
	for i := len(singles) - 1; i >= 0; i-- {
		if !g.Undo() || identity(g.State()) != met[i] {
			t.Fatalf("undo to move %d of %v leads to\n%s", i, singles, g.State())
		}
	}
}

// ladder is a position with a run of nine down from the ten of hearts in c1 and, beside c2, a number
// of empty columns. The target c2 is empty too, or has a card on which the run goes.
func ladder(t *testing.T, v *Variant, empty int, target string) *State {
	t.Helper()
	run := "TH 9H 8H 7H 6H 5H 4H 3H 2H"
	switch v.Build {
	case OtherSuit:
		run = "TH 9S 8D 7H 6C 5D 4S 3C 2D"
	case OtherColour:
		run = "TH 9S 8D 7C 6H 5S 4D 3C 2H"
	}
	var b strings.Builder
	fmt.Fprintf(&b, "stock …\nc1 %s\nc2 %s", run, target)
	kings := strings.Fields("KC KC KD KD KH KH KS KS QC QC QD")
	for i := 3; i <= v.Columns-empty; i++ {
		fmt.Fprintf(&b, "\nc%d %s", i, kings[i-3])
	}
	return position(t, v.Slug, b.String())
}

// With e empty columns besides the target 2^e cards can move, and no more.
func TestTwiceAsManyCardsMoveWithEachEmptyColumn(t *testing.T) {
	for _, v := range oneCard() {
		for empty := range 4 {
			for _, occupied := range []bool{false, true} {
				for n := 2; n <= 9; n++ {
					m := Move{Column(0), Column(1), uint8(n)}
					s := ladder(t, v, empty, "")
					if occupied {
						s = ladder(t, v, empty, above(v, s.Columns[0].Cards[9-n]))
					}
					most := []int{1, 2, 4, 8}[empty]
					if n <= most {
						checkShorthand(t, s, m)
						continue
					}
					_, err := s.Expand(m)
					want := Refusal{Move: m, Reason: TooFewColumns, Card: s.Columns[0].Cards[9-n], Most: most, Build: v.Build}
					checkRefusal(t, s, err, want)
					checkRefusal(t, s, From(s.Clone()).Play(m), want)
				}
			}
		}
	}
}

// above is a card on which c goes.
func above(v *Variant, c Card) string {
	for s := Clubs; s <= Spades; s++ {
		if on := NewCard(0, s, c.Rank()+1); v.Builds(c, on) {
			return on.String()
		}
	}
	panic(c.String())
}

// checkRefusal fails the test unless err is the wanted refusal.
func checkRefusal(t *testing.T, s *State, err error, want Refusal) {
	t.Helper()
	var got *Refusal
	if !errors.As(err, &got) {
		t.Fatalf("%s: %v, want a refusal for %s in\n%s", want.Move, err, want.Reason, s)
	}
	if *got != want {
		t.Fatalf("refused with %+v, want %+v in\n%s", *got, want, s)
	}
}

func TestThreeCardsThroughTwoEmptyColumns(t *testing.T) {
	s := ladder(t, BySlug("forty-thieves"), 2, "5H")
	singles, err := s.Expand(move(t, "c1c2x3"))
	if got, want := FormatMoves(singles), "c1c9,c1c10,c1c2,c10c2,c9c2"; err != nil || got != want {
		t.Errorf("they go by %s (%v), want %s", got, err, want)
	}
}

// isShorthand is a second look at which moves are shorthand, by the referee's rules.
func isShorthand(r *referee, from, to string, n int) bool {
	cards, ok1 := r.column(from)
	target, ok2 := r.column(to)
	if !ok1 || !ok2 || from == to || r.runs || n < 2 || n > len(cards) {
		return false
	}
	most := 1
	for i := range r.columns {
		if name := fmt.Sprintf("c%d", i+1); name != to && len(r.piles[name]) == 0 {
			most *= 2
		}
	}
	run := cards[len(cards)-n:]
	for i, c := range run {
		if c[0] == '(' || i > 0 && !r.builds(c, run[i-1]) {
			return false
		}
	}
	return n <= most && (len(target) == 0 || r.builds(run[0], target[len(target)-1]))
}

func TestShorthandsInEndgamesAreTheSingleMoves(t *testing.T) {
	var counts [4]int // by the empty columns
	for _, v := range Variants {
		r := dice(9)
		for range few(100) {
			s := endgame(t, r, v)
			ref := newReferee(s.String())
			var want []Move
			for from := range v.Columns {
				for n := range len(s.Columns[from].Cards) + 2 {
					for to := range v.Columns {
						if m := (Move{Column(from), Column(to), uint8(n)}); isShorthand(ref, m.From.String(), m.To.String(), n) {
							want = append(want, m)
						}
					}
				}
			}
			if got := s.AppendShorthand(nil); !slices.Equal(got, want) {
				t.Fatalf("shorthands are\n%v, want\n%v in\n%s", got, want, s)
			}
			for _, m := range want {
				checkShorthand(t, s, m)
				counts[min(3, len(s.spare(m)))]++
			}
		}
	}
	if slices.Min(counts[1:]) < 10 {
		t.Errorf("the positions had too few shorthands by the number of empty columns: %v", counts)
	}
}

// What is no shorthand and not legal is refused, for whatever reason, and leaves the game alone.
func TestEverythingElseOfSeveralCardsIsRefused(t *testing.T) {
	for _, v := range oneCard() {
		r := dice(10)
		for range few(10) {
			s := endgame(t, r, v)
			g, before := From(s.Clone()), identity(s)
			short := s.AppendShorthand(nil)
			for _, from := range span[Pile](0, 17) {
				for _, to := range span[Pile](0, 17) {
					for _, n := range []uint8{0, 2, 3, 4, 8, 104, 105, 255} {
						m := Move{from, to, n}
						if slices.Contains(short, m) {
							continue
						}
						if _, ok := g.Play(m).(*Refusal); !ok || identity(g.State()) != before || g.Cursor() != 0 {
							t.Fatalf("%s is played in\n%s", m, s)
						}
					}
				}
			}
		}
	}
}

func TestALegalMoveStandsForItself(t *testing.T) {
	eachVariant(t, func(t *testing.T, v *Variant) {
		s := midgame(dice(11), v, 100)
		for _, m := range s.Legal() {
			if got, err := s.Expand(m); err != nil || !slices.Equal(got, []Move{m}) {
				t.Errorf("%s stands for %v, %v", m, got, err)
			}
		}
	})
}

func TestRunsNeedNoShorthandWhereTheyMove(t *testing.T) {
	s := position(t, "number-ten", "stock …\nc1 TH 9S 8D 7C\nc2 JS\nc3 KC\nc4 KC\nc5 KD\nc6 KD\nc7 KH\nc8 KH")
	m := move(t, "c1c2x4")
	if got, err := s.Expand(m); err != nil || !slices.Equal(got, []Move{m}) {
		t.Errorf("%s stands for %v, %v", m, got, err)
	}
	g := From(s)
	if err := g.Play(m); err != nil || g.Cursor() != 1 {
		t.Fatalf("%v; %s", err, g)
	}
	if g.Undo(); identity(g.State()) != identity(s) {
		t.Errorf("undone, the position is\n%s", g.State())
	}
}

func TestAShorthandTurnsUpTheCardBelow(t *testing.T) {
	s := position(t, "indian", "stock …\nc1 (KS) 5H 4C 3H\nc2 6S\nc3 KC\nc4 KC\nc5 KD\nc6 KD\nc7 KH\nc8 KH\nc10")
	checkShorthand(t, s, move(t, "c1c2x3"))
	play(t, s, "c1c9,c1c10,c1c2")
	if got := words(s.Columns[0].Cards, s.Columns[0].Down); !slices.Equal(got, []string{"KS"}) {
		t.Errorf("the column is %v", got)
	}
}

func TestALogHoldsSingleMovesOnlyWhereOneCardMoves(t *testing.T) {
	for _, v := range Variants {
		_, err := Load(v, 1, 0, "d,c1c2x2")
		want := "move 2: c1c2x2 is not a single move"
		if single := err != nil && err.Error() == want; single == v.Runs || err == nil {
			t.Errorf("%s: %v", v.Slug, err)
		}
	}
}

func TestALogWithAShorthandThatWouldBePlayedIsAnError(t *testing.T) {
	g := playedToShorthand(t)
	before, m := g.Cursor(), g.State().AppendShorthand(nil)[0]
	if err := g.Play(m); err != nil {
		t.Fatal(err)
	}
	if _, err := Parse(g.String()); err != nil {
		t.Errorf("the single moves: %v", err)
	}
	line := fmt.Sprintf("lucas %d %d %s,%s", g.Deal(), before, FormatMoves(g.Moves()[:before]), m)
	want := fmt.Sprintf("move %d: %s is not a single move", before+1, m)
	if _, err := Parse(line); err == nil || err.Error() != want {
		t.Errorf("the error is %v, want %s", err, want)
	}
}

// playedToShorthand is a game of Lucas played at random until a move of several cards is a shorthand.
func playedToShorthand(t *testing.T) *Game {
	t.Helper()
	r := dice(12)
	for range 1000 {
		g, _ := randomGame(t, r, BySlug("lucas"), 0)
		for range 300 {
			m, ok := anyMove(r, g.State())
			if !ok {
				break
			}
			g.Play(m)
			if len(g.State().AppendShorthand(nil)) > 0 {
				return g
			}
		}
	}
	t.Fatal("no game comes to a shorthand")
	return nil
}

// AppendTargets tells, for one pile and number of cards, what Legal and AppendShorthand list.
func TestTargetsAreThoseOfTheMovesAndShorthands(t *testing.T) {
	eachVariant(t, func(t *testing.T, v *Variant) {
		r := dice(13)
		for range few(50) {
			s := endgame(t, r, v)
			moves := s.AppendShorthand(s.Legal())
			for from := range Column(v.Columns + 2) {
				for _, n := range []int{-1, 0, 1, 2, 3, 4, 8, 104, 105, 255, 256, 257} {
					var want []Pile
					for to := range Column(v.Columns) {
						if n > 0 && n < 256 && slices.Contains(moves, Move{from, to, uint8(n)}) && from != Stock {
							want = append(want, to)
						}
					}
					if got := s.AppendTargets(nil, from, n); !slices.Equal(got, want) {
						t.Fatalf("%d cards of %s can go to %v, want %v in\n%s", n, from, got, want, s)
					}
				}
			}
		}
	})
}
