package hint_test

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"fortythieves/game"
	"fortythieves/game/hint"
	"fortythieves/game/solver"
)

// visit is a position met in a game, with the views of those before it.
type visit struct {
	deal   *game.State
	moves  []game.Move
	at     *game.State
	before []hint.View
}

// play makes a move.
func (w *visit) play(m game.Move) {
	w.before = append(w.before, hint.See(w.at))
	w.moves = append(w.moves, m)
	if _, err := w.at.Apply(m); err != nil {
		panic(err)
	}
}

// wander plays a deal by chance, with some sense, for so many moves or until none is left but one that wins.
func wander(v *game.Variant, random *rand.Rand, moves int) visit {
	deal := v.Deal(1 + random.Uint32N(1<<31))
	w := visit{deal: deal, at: deal.Clone()}
	for range moves {
		legal := w.at.Legal()
		if len(legal) == 0 || w.at.Home() == 103 {
			break
		}
		m := legal[random.IntN(len(legal))]
		if i := slices.IndexFunc(legal, func(m game.Move) bool { return m.To == game.Foundation }); i >= 0 && random.IntN(4) > 0 {
			m = legal[i]
		}
		w.play(m)
	}
	return w
}

// hidden lists the cards that the player cannot know. It is written apart from the package.
func hidden(s *game.State) []game.Card {
	var cards []game.Card
	for _, col := range s.Columns {
		cards = append(cards, col.Cards[:col.Down]...)
	}
	if s.Pass == 1 {
		cards = append(cards, s.Stock...)
	}
	return cards
}

// shuffled is the same game from the deal on with the cards that are hidden at its end shuffled, and two twins
// exchanged.
func (w visit) shuffled(random *rand.Rand) visit {
	var other [128]game.Card
	for c := range other {
		other[c] = game.Card(c)
	}
	cards := hidden(w.at)
	for i, k := range random.Perm(len(cards)) {
		other[cards[i]] = cards[k]
	}
	twin := game.NewCard(0, game.Suit(random.IntN(4)), game.Rank(1+random.IntN(13)))
	for i, c := range other {
		if c.Face() == twin {
			other[i] = c.Twin()
		}
	}
	deal := w.deal.Clone()
	rename := func(cards []game.Card) {
		for i, c := range cards {
			cards[i] = other[c]
		}
	}
	rename(deal.Stock)
	for i := range deal.Columns {
		rename(deal.Columns[i].Cards)
	}
	for i := range deal.Foundations {
		rename(deal.Foundations[i])
	}
	r := visit{deal: deal, at: deal.Clone()}
	for _, m := range w.moves {
		r.play(m)
	}
	return r
}

// adviser is hint.Fair with eyes that a test can open.
type adviser func(t *testing.T, w visit) hint.Advice

// small is enough to win some layouts and lose some time.
var small = hint.Budget{Ways: 2, Nodes: 25_000}

func fair(t *testing.T, w visit) hint.Advice {
	return hint.Fair(t.Context(), new(solver.Solver), hint.See(w.at), w.before, small)
}

// peeks counts the positions, of so many in each game, in which advice changes with the hidden cards, and those
// in which a win was found in some way.
func peeks(t *testing.T, ask adviser, positions int, seed uint64) (n, wins int) {
	random := rand.New(rand.NewPCG(seed, 5))
	for _, v := range game.Variants {
		for range positions {
			w := wander(v, random, random.IntN(90))
			a := ask(t, w)
			if !reflect.DeepEqual(a, ask(t, w.shuffled(random))) {
				n++
			}
			if a.Won > 0 {
				wins++
			}
		}
	}
	return n, wins
}

// player is advised by a Player who saw the last moves.
func player(t *testing.T, w visit) hint.Advice {
	at := w.deal.Clone()
	from := max(0, len(w.moves)-6)
	for _, m := range w.moves[:from] {
		at.Apply(m)
	}
	p := hint.NewPlayer(new(solver.Solver), hint.See(at), small)
	p.Advise(t.Context())
	for _, m := range w.moves[from:] {
		at.Apply(m)
		p.Played(m, hint.See(at))
	}
	return p.Advise(t.Context())
}

func TestAPlayersHintsDoNotDependOnHiddenCards(t *testing.T) {
	if n, _ := peeks(t, player, 5, rand.Uint64()); n > 0 {
		t.Errorf("advice changes with the hidden cards in %d positions", n)
	}
}

func TestAFairHintDoesNotDependOnHiddenCards(t *testing.T) {
	const positions = 15
	n, wins := peeks(t, fair, positions, rand.Uint64())
	if n > 0 {
		t.Errorf("advice changes with the hidden cards in %d positions", n)
	}
	if all := positions * len(game.Variants); wins < all/8 {
		t.Errorf("a win was found in only %d positions of %d: they show little", wins, all)
	}
}

// The test of the test: whoever peeks is caught, though it is only now and then, or only a figure.
func TestPeekingIsCaught(t *testing.T) {
	real := func(t *testing.T, w visit) solver.Result {
		return new(solver.Solver).Solve(t.Context(), w.at, solver.Budget{Nodes: 20_000})
	}
	saboteurs := map[string]adviser{
		"follows the line that wins with the real cards": func(t *testing.T, w visit) hint.Advice {
			a := fair(t, w)
			if r := real(t, w); r.Verdict == solver.Won {
				a.Moves = r.Moves[:1]
			}
			return a
		},
		"counts the real cards as one of the ways": func(t *testing.T, w visit) hint.Advice {
			a := fair(t, w)
			if real(t, w).Verdict == solver.Won {
				a.Won++
			}
			return a
		},
		"draws when an ace comes next": func(t *testing.T, w visit) hint.Advice {
			a := fair(t, w)
			if n := len(w.at.Stock); n > 0 && w.at.Stock[n-1].Rank() == game.Ace {
				a.Moves = []game.Move{game.Draw}
			}
			return a
		},
	}
	for name, ask := range saboteurs {
		if n, _ := peeks(t, ask, 5, 9); n == 0 {
			t.Errorf("one who %s is not caught", name)
		}
	}
}

func TestAViewHasNoHiddenCard(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, v := range game.Variants {
		for range 30 {
			w := wander(v, random, random.IntN(160))
			other := w.shuffled(random)
			a, b := hint.See(w.at), hint.See(other.at)
			if !reflect.DeepEqual(a, b) || a.Key() != b.Key() || !reflect.DeepEqual(w.before, other.before) {
				t.Fatalf("the view changes with hidden cards or twins:\n%s", w.at)
			}
			if a.Hidden() != len(hidden(w.at)) {
				t.Fatalf("%d cards are hidden, not %d:\n%s", len(hidden(w.at)), a.Hidden(), w.at)
			}
		}
	}
}

func TestPositionsThatLookDifferentHaveDifferentKeys(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for _, v := range game.Variants {
		views := map[string]hint.View{}
		for range 4 {
			w := wander(v, random, 150)
			for _, view := range append(w.before, hint.See(w.at)) {
				if other, ok := views[view.Key()]; ok && !reflect.DeepEqual(other, view) {
					t.Fatalf("%s: two views with one key", v.Slug)
				}
				views[view.Key()] = view
			}
		}
	}
}
