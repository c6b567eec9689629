package game_test

import (
	"slices"
	"strings"
	"testing"

	"fortythieves/game"
	"fortythieves/game/gametest"
)

func TestWonGamesOfEveryVariantAreReplayedToTheirWin(t *testing.T) {
	for _, v := range game.Variants {
		for _, line := range gametest.WonGames(v.Slug) {
			g, err := game.Parse(line)
			if err != nil {
				t.Errorf("%s: %v", v.Slug, err)
				continue
			}
			if !g.Won() || g.Variant() != v || g.Cursor() != len(g.Moves()) || g.String() != line {
				t.Errorf("not a won game of %s: %s", v.Slug, line)
			}
			if g.Undo(); g.Won() || g.Stuck() || g.State().Home() != 103 {
				t.Errorf("won before the last move, or stuck: %s", g)
			}
		}
		if first := gametest.Won(v.Slug); first != gametest.WonGames(v.Slug)[0] || strings.Contains(first, "\n") {
			t.Errorf("Won is %q", first)
		}
	}
}

// A won game meets every kind of move; at no point of it is the player told that it is lost.
func TestNoPositionOfAWonGameIsCalledLost(t *testing.T) {
	for _, v := range game.Variants {
		g, err := game.Parse(gametest.Won(v.Slug))
		if err != nil {
			t.Fatal(err)
		}
		for n := range g.Cursor() {
			g.Jump(n)
			if s := g.State(); s.Won() || s.Stuck() || s.Shuttling() {
				t.Fatalf("%s: at move %d won %v, stuck %v, shuttling %v\n%s", v.Slug, n, s.Won(), s.Stuck(), s.Shuttling(), s)
			}
			if !slices.Contains(g.State().Legal(), g.Moves()[n]) {
				t.Fatalf("%s: move %d is not listed", v.Slug, n+1)
			}
		}
	}
}

func TestASimplePlayerWinsADeal(t *testing.T) {
	v := game.BySlug("lucas")
	deal, moves := gametest.FindWin(v, 101, 110)
	if deal < 101 || deal > 110 {
		t.Fatal("no win in ten deals")
	}
	g := game.New(v, deal)
	for _, m := range moves {
		if err := g.Play(m); err != nil {
			t.Fatalf("deal %d: %v", deal, err)
		}
	}
	if !g.Won() || g.Cursor() != len(moves) {
		t.Errorf("deal %d: %d moves do not win", deal, len(moves))
	}
}

func TestTheSimplePlayerGivesUp(t *testing.T) {
	start := game.BySlug("lucas").Deal(1)
	if moves := gametest.Solve(start, 500); moves != nil {
		t.Errorf("won with 500 positions, by %s", game.FormatMoves(moves))
	}
	if moves := gametest.Solve(start, 50_000); moves == nil {
		t.Error("not won with 50,000 positions")
	}
	dead, err := game.ParsePosition(deadPosition)
	if err != nil {
		t.Fatal(err)
	}
	if moves := gametest.Solve(dead, 1000); moves != nil {
		t.Errorf("a lost position is won by %s", game.FormatMoves(moves))
	}
	if deal, moves := gametest.FindWin(game.BySlug("lucas"), 2, 1); deal != 0 || moves != nil {
		t.Errorf("deal %d is won among none", deal)
	}
}

// deadPosition has the aces of spades under kings that have nowhere to go.
const deadPosition = `variant maria
foundations KC KC KD KD QH QH
c1 AS KS
c2 AS KS
c3 2S 2S 3S 3S KH
c4 4S 4S 5S 5S KH
c5 6S 6S
c6 7S 7S
c7 8S 8S
c8 9S 9S TS TS
c9 JS JS QS QS
`
