package main

import (
	"strings"
	"testing"
	"time"

	"fortythieves/db"
	"fortythieves/game"
	"fortythieves/game/gametest"
)

// winnable puts a deal that is recorded as won into the pool of a site, and returns it.
func (s *site) winnable(t *testing.T, slug string) *game.Game {
	t.Helper()
	won, err := game.Parse(gametest.Won(slug))
	if err != nil {
		t.Fatal(err)
	}
	w := db.Winnable{Slug: slug, Deal: won.Deal(), Difficulty: 3, Line: game.FormatMoves(won.Moves())}
	if err := s.store.AddWinnable(t.Context(), []db.Winnable{w}); err != nil {
		t.Fatal(err)
	}
	return won
}

// fresh begins a game of the pool and shows it.
func (p *tab) fresh(slug string) (path string) {
	p.t.Helper()
	p.visit("/")
	path = p.post("/games", "variant", slug)
	p.visit(path)
	return path
}

// follow makes the move that the board has marked, which must be m.
func (p *tab) follow(m game.Move) {
	p.t.Helper()
	if m == game.Draw {
		if !p.has("#stock.hint") {
			p.t.Fatalf("a draw is not marked: %s", p.text(".say"))
		}
		p.click("#stock")
		return
	}
	from, to := "[data-pile="+m.From.String()+"] button.hint", "[data-pile="+m.To.String()+"] button.hint"
	if !p.has(from) || !p.has(to) {
		p.t.Fatalf("%s is not marked: %s", m, p.text(".say"))
	}
	p.click(from)
	p.click("[data-pile=" + m.To.String() + "] button.to")
}

// TestAGameOfThePoolIsWonByHintsAlone plays to the end with scripts; without, where each click is two pages, for
// thirty moves, or with LONG=1 to the end as well.
func TestAGameOfThePoolIsWonByHintsAlone(t *testing.T) {
	looks(t, laptop, func(t *testing.T, l look) {
		s := newSite(t)
		won := s.winnable(t, "forty-thieves")
		p := s.open(t, l)
		p.visit("/")
		p.set("hints", "all", "tap", "select")
		p.fresh("forty-thieves")
		moves := won.Moves()
		if l.noScript {
			moves = moves[:times(30, len(moves))]
		}
		for _, m := range moves {
			if !l.noScript {
				p.press("h")
			} else {
				p.click("#hint")
			}
			p.follow(m)
		}
		if p.has(".won") != (len(moves) == len(won.Moves())) {
			t.Errorf("at the end it says %s", p.text(".say"))
		}
	})
}

func TestAFairHintIsGivenInWordsAndMarked(t *testing.T) {
	looks(t, phone, func(t *testing.T, l look) {
		s := newSite(t)
		s.winnable(t, "indian")
		p := s.open(t, l)
		p.fresh("indian")
		p.click("#hint")
		if said := p.text(".say"); !strings.HasPrefix(said, "Hint: ") || !strings.Contains(said, "unseen cards") && !strings.Contains(said, "certain") && !strings.Contains(said, "too early") {
			t.Errorf("it says %s", said)
		}
		if n := len(p.texts(".hint")); n < 1 || n > 2 {
			t.Errorf("%d places are marked", n)
		}
	})
}

func TestALostPositionLeadsBackToOneThatCanBeWon(t *testing.T) {
	looks(t, phone, func(t *testing.T, l look) {
		s := newSite(t)
		won := s.winnable(t, "lucas")
		p := s.open(t, l)
		p.visit("/")
		p.set("hints", "all")
		path := p.fresh("lucas")
		lost := lostBy(won)
		p.replay(path, game.FormatMoves(lost))
		p.visit(path)
		p.click("#hint")
		if said := p.text(".say"); !strings.Contains(said, "cannot be won any more") {
			t.Fatalf("it says %s", said)
		}
		p.click("#back")
		p.click("#hint")
		if said := p.text(".say"); !strings.Contains(said, "a win is certain") {
			t.Errorf("back there it says %s", said)
		}
	})
}

// lostBy are the first moves of a won game and then draws to the end of the stock.
func lostBy(won *game.Game) []game.Move {
	g := game.New(won.Variant(), won.Deal())
	for _, m := range won.Moves()[:3] {
		g.Play(m)
	}
	for g.State().CanDraw() {
		g.Play(game.Draw)
	}
	return g.Moves()
}

func TestTheLightIsThereAfterAMoveAndHoldsNothingUp(t *testing.T) {
	looks(t, phone, func(t *testing.T, l look) {
		s := newSite(t)
		s.winnable(t, "indian")
		p := s.open(t, l)
		p.visit("/")
		p.set("light", "fair")
		p.fresh("indian")
		told := func() {
			t.Helper()
			if l.noScript {
				p.click("#light button")
			} else {
				until(t, "the light is there", func() bool { return !p.has("#light button") })
			}
			if said := p.text("#light"); !strings.HasPrefix(said, "Still winnable") {
				t.Errorf("it says %s", said)
			}
		}
		told()
		p.set("light", "all")
		p.click("#draw")
		if p.text(".say") == "" {
			t.Error("the move says nothing")
		}
		told()
	})
}

func TestAReviewOfALostGameShowsTheWin(t *testing.T) {
	looks(t, laptop, func(t *testing.T, l look) {
		s := newSite(t)
		won := s.winnable(t, "lucas")
		p := s.open(t, l)
		path := p.fresh("lucas")
		lost := lostBy(won)
		p.replay(path, game.FormatMoves(lost))
		p.visit(path + "?ask=give-up")
		p.click(".ask form button")
		p.visit(path + "/replay")
		p.point(".bar .menu summary")
		p.click(".menu form[action$='/review'] button")
		if l.noScript {
			for range 2000 {
				if p.has(".found") {
					break
				}
				p.click("main a.go")
			}
		} else {
			for end := time.Now().Add(3 * time.Minute); !p.has(".found") && time.Now().Before(end); {
				time.Sleep(100 * time.Millisecond) // a search of many positions
			}
		}
		p.click(".found a")
		p.click("#last")
		if kings := p.texts(".homes .card b"); len(kings) != 8 || strings.Join(kings, "") != "KKKKKKKK" {
			t.Errorf("the way ends with %v", kings)
		}
	})
}
