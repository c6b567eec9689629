package views

import (
	"slices"
	"strings"
	"testing"

	"fortythieves/game"
)

// boardOf is the board of a position, or of a game after moves.
func boardOf(t *testing.T, s *game.State, table Table, moves ...string) *Board {
	t.Helper()
	g := game.From(s)
	for _, text := range moves {
		m, err := game.ParseMove(text)
		if err != nil {
			t.Fatal(err)
		}
		if err := g.Play(m); err != nil {
			t.Fatal(err)
		}
	}
	table.ID, table.Game = "id", g
	return NewBoard(Page{L: English}, table)
}

const lookPosition = "foundations 4H 3H\nc1 KH QS JH TS\nc2\nc3 5H\nc4 (KS) (QH) 9S 8H"

func TestTheFactsSayWhatPlayersAskOfADeal(t *testing.T) {
	dealt := func(slug string, draws int) *game.Game {
		g := game.New(game.BySlug(slug), 17)
		for range draws {
			if err := g.Play(game.Draw); err != nil {
				t.Fatal(err)
			}
		}
		return g
	}
	for _, c := range []struct {
		g       *game.Game
		counted bool
		want    string
	}{
		{dealt("forty-thieves", 0), true, "Deal 17"},
		{dealt("forty-thieves", 0), false, "Deal 17, practice"},
		{game.From(filled(t, "forty-thieves", "c1 KH")), true, ""},
		{dealt("indian", 0), true, "Deal 17, 10 cards face down"},
		{dealt("number-ten", 3), true, "Deal 17, 20 cards face down"},
		{dealt("rank-and-file", 0), true, "Deal 17, 30 cards face down"},
		{game.From(filled(t, "rank-and-file", "c1 (KH) 3S\nc2 QH")), true, "1 card face down"},
		{game.From(filled(t, "rank-and-file", "c1 KH 3S\nc2 QH")), true, "0 cards face down"},
		{dealt("little-forty", 0), true, "Deal 17, draw 3, 3 redeals left"},
		{dealt("little-forty", 23), true, "Deal 17, draw 3, 2 redeals left"},
		{dealt("little-forty", 46), true, "Deal 17, draw 3, 1 redeal left"},
		{dealt("little-forty", 69), true, "Deal 17, draw 3, 0 redeals left"},
	} {
		b := NewBoard(Page{L: English}, Table{Game: c.g, Counted: c.counted})
		if got := strings.Join(b.Facts, ", "); got != c.want {
			t.Errorf("%s after %d moves: %q, want %q", b.Variant.Slug, c.g.Cursor(), got, c.want)
		}
	}
}

func TestTheWasteIsListedNewestFirst(t *testing.T) {
	g := game.New(game.BySlug("forty-thieves"), 1)
	for range 3 {
		g.Play(game.Draw)
	}
	waste := g.State().Waste
	want := index(waste[2]) + ", " + index(waste[1]) + ", " + index(waste[0])
	if got := NewBoard(Page{L: English}, Table{Game: g, See: "waste"}).Lines; !slices.Equal(got, []string{want}) {
		t.Errorf("the waste is %q, want %q", got, want)
	}
	empty := game.New(game.BySlug("forty-thieves"), 1)
	if got := NewBoard(Page{L: English}, Table{Game: empty, See: "waste"}).Lines; !slices.Equal(got, []string{"Waste, empty"}) {
		t.Errorf("an empty waste is %q", got)
	}
}

func TestTheTableIsSaidInWords(t *testing.T) {
	b := boardOf(t, filled(t, "number-ten", lookPosition), Table{See: "table"}, "d")
	drawn := b.Game.State()
	for i, want := range map[int]string{
		0: "Draw from the stock, " + itoa(len(drawn.Stock)) + " cards left.",
		1: English.Card(drawn.Waste[0]) + ", waste, the only card.",
		2: "Foundations: 4 of hearts, 3 of hearts.",
		3: "Column 1: 10 of spades, jack of hearts, queen of spades, king of hearts.",
		4: "Column 2, empty.",
		5: "Column 3: 5 of hearts.",
		6: "Column 4: 8 of hearts, 9 of spades, 2 cards face down.",
	} {
		if b.Lines[i] != want {
			t.Errorf("line %d is %q, want %q", i, b.Lines[i], want)
		}
	}
	if len(b.Lines) != 13 {
		t.Errorf("%d lines", len(b.Lines))
	}
	deal := NewBoard(Page{L: English}, Table{Game: game.New(game.BySlug("maria"), 1), See: "table"})
	if deal.Lines[1] != "Waste, empty." || deal.Lines[2] != "The foundations are empty." {
		t.Errorf("at the deal it says %q", deal.Lines)
	}
}

func TestTheKeysAreListedAndNothingElseIsSeen(t *testing.T) {
	g := game.New(game.BySlug("maria"), 1)
	keys := NewBoard(Page{L: English}, Table{Game: g, See: "keys"}).Lines
	if len(keys) != len(keyHelp) || !strings.HasPrefix(keys[0], "Arrows:") || !strings.HasPrefix(keys[len(keys)-1], "?:") {
		t.Errorf("the keys are %q", keys)
	}
	if lines := NewBoard(Page{L: English}, Table{Game: g}).Lines; lines != nil {
		t.Errorf("unasked it shows %q", lines)
	}
}

// marked are the ids of the spots of which a property holds.
func marked(b *Board, is func(Spot) bool) (ids []string) {
	b.each(func(s *Spot) {
		if is(*s) {
			ids = append(ids, s.ID)
		}
	})
	return ids
}

func TestTheCardMovedLastIsMarked(t *testing.T) {
	last := func(s Spot) bool { return s.Last }
	for _, c := range []struct {
		moves []string
		want  func(s *game.State) game.Card
	}{
		{[]string{"d"}, func(s *game.State) game.Card { return s.Waste[0] }},
		{[]string{"c3f"}, func(s *game.State) game.Card { return s.Foundations[4][4] }},
		{[]string{"c4c2"}, func(s *game.State) game.Card { return s.Columns[1].Cards[0] }},
		{[]string{"c1c2x3"}, func(s *game.State) game.Card { return s.Columns[1].Cards[0] }},
	} {
		b := boardOf(t, filled(t, "number-ten", lookPosition), Table{}, c.moves...)
		if got, want := marked(b, last), cardID(c.want(b.Game.State())); !slices.Equal(got, []string{want}) {
			t.Errorf("after %s marked are %q, want %s", c.moves, got, want)
		}
	}
	if got := marked(boardOf(t, filled(t, "number-ten", lookPosition), Table{}), last); got != nil {
		t.Errorf("before the first move marked are %q", got)
	}
}

func TestTheTwinOfTheSelectedCardIsMarkedWhereItLiesOpen(t *testing.T) {
	twin := func(s Spot) bool { return s.Twin }
	for _, c := range []struct{ columns, from, want string }{
		{"c1 KH QS\nc2 JH QS", "c1", "c2"},
		{"c1 KH QS\nc2 JH QS", "c2", "c1"},
		{"c1 KH QS\nc2 QS JH", "c1", "c2x2"}, // in a run
		{"c1 KH QS\nc2 QS 3H", "c1", ""},     // covered
		{"c1 KH QS\nc2 (QS) 3H", "c1", ""},   // face down
		{"c1 KH QS\nc2 3H", "c1", ""},        // in the stock
	} {
		from := placeOf(t, c.from)
		b := boardOf(t, filled(t, "number-ten", c.columns), Table{From: &from})
		var want []string
		if c.want != "" {
			want = []string{cardID(cardAt(b.Game.State(), placeOf(t, c.want)))}
		}
		if got := marked(b, twin); !slices.Equal(got, want) {
			t.Errorf("%q, %s selected: marked are %q, want %q", c.columns, c.from, got, want)
		}
		b.From = nil
		if plain := boardOf(t, filled(t, "number-ten", c.columns), Table{}); marked(plain, twin) != nil {
			t.Errorf("%q, nothing selected, and a twin is marked", c.columns)
		}
	}
}

func TestARestartCanBeUndoneAsLongAsItsMovesAreThere(t *testing.T) {
	g := game.New(game.BySlug("indian"), 1)
	for range 3 {
		g.Play(game.Draw)
	}
	check := func(what string, table Table, want bool) {
		t.Helper()
		table.Game = g
		b := NewBoard(Page{L: English}, table)
		if b.Restarted != want || strings.Contains(drawn(t, BoardFragment(b)), "redo-all") != want {
			t.Errorf("%s: the restart can be undone: %v", what, b.Restarted)
		}
	}
	check("played", Table{Restarted: true}, false)
	g.Jump(0)
	check("never restarted", Table{}, false)
	check("restarted", Table{Restarted: true}, true)
	check("restarted and settled", Table{Restarted: true, Settled: true}, false)
	g.Redo()
	check("redone in part", Table{Restarted: true}, false)
	g.Jump(0)
	g.Play(game.Draw)
	g.Undo()
	check("a new move, taken back", Table{Restarted: true}, true)
}
