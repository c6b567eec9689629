package main

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"fortythieves/game"
	"fortythieves/game/gametest"
	"fortythieves/views"
)

// choose makes a move by clicks, as a player does. The way to a foundation is by a click on it, or with
// twice by a second click on the card.
func (p *tab) choose(m game.Move, twice bool) {
	p.t.Helper()
	if m == game.Draw {
		p.click("#draw")
		return
	}
	from := fmt.Sprintf(`[data-pile=%s] button[value=%q]`, m.From, views.Place{Pile: m.From, N: int(m.N)})
	p.click(from)
	switch {
	case m.To != game.Foundation:
		p.click(fmt.Sprintf(`[data-pile=%s] > button`, m.To))
	case twice:
		p.click(from)
	default:
		p.click(".home > .to")
	}
}

// table is what lies on the board, as far as it shows: each pile with its cards and places.
func (p *tab) table() string {
	p.t.Helper()
	return strings.Join(eval[[]string](p, `[...document.querySelectorAll("#game .pile")].map(pile => pile.className + ": " +
		[...pile.querySelectorAll("button, .card")].map(e => [e.id, e.value, e.textContent.trim(), e.className].join(" ")).join(", "))`), "\n")
}

func (p *tab) version() string {
	p.t.Helper()
	return p.attributes("#game [name=version]", "value")[0]
}

// figures is the record in a part of the home page: played, won, streak, best streak.
func (p *tab) figures(within string) string {
	p.t.Helper()
	return strings.Join(p.texts(within+" .figures dd"), " ")
}

// mark sets a mark on the window, which a navigation takes away.
func (p *tab) mark()        { p.t.Helper(); eval[any](p, `window.mark = "here"`) }
func (p *tab) marked() bool { p.t.Helper(); return eval[bool](p, `window.mark == "here"`) }

func TestEachGameIsDealtFromTheHomePageAndContinuedLater(t *testing.T) {
	looks(t, laptop, func(t *testing.T, l look) {
		p := newSite(t).open(t, l)
		var addresses []string
		for _, v := range game.Variants {
			tile := fmt.Sprintf(`.tile:has(button[value=%s])`, v.Slug)
			if p.has(tile + " a.go") {
				t.Errorf("%s can be continued before it is begun", v.Name)
			}
			p.click(tile + " button")
			if title := p.text("h1"); title != v.Name {
				t.Errorf("the board of %s is headed %q", v.Name, title)
			}
			if n := len(p.attributes(".column", "class")); n != v.Columns {
				t.Errorf("%s has %d columns", v.Name, n)
			}
			p.click("#stock")
			before, address := p.table(), p.path()
			addresses = append(addresses, address)
			if moves := p.text(".facts span"); moves != "1 move" || !p.has(".waste .card") {
				t.Errorf("%s has %s after a draw, and lies so:\n%s", v.Name, moves, before)
			}
			p.menu(toHome)
			if link := p.text(tile + " .go"); link != "Continue 1 move" {
				t.Errorf("%s is to be taken up by %q", v.Name, link)
			}
			p.click(tile + " .go")
			if after := p.table(); after != before || p.path() != address {
				t.Errorf("%s lies at %s so:\n%s\nafter it lay at %s so:\n%s", v.Name, p.path(), after, address, before)
			}
			p.menu(toHome)
		}
		if open := p.attributes(".tile a.go", "href"); !slices.Equal(open, addresses) {
			t.Errorf("the games to be continued are at %q, they were dealt at %q", open, addresses)
		}
	})
}

// shortest is the won game that takes the fewest clicks.
func shortest(t *testing.T) (v *game.Variant, deal uint32, moves []game.Move) {
	t.Helper()
	best := 0
	for _, each := range game.Variants {
		for _, line := range gametest.WonGames(each.Slug) {
			g, err := game.Parse(line)
			if err != nil {
				t.Fatal(err)
			}
			clicks := 0
			for _, m := range g.Moves() {
				clicks += 2
				if m == game.Draw {
					clicks--
				}
			}
			if best == 0 || clicks < best {
				best, v, deal, moves = clicks, each, g.Deal(), g.Moves()
			}
		}
	}
	return v, deal, moves
}

func TestAWholeGameIsWonByClicks(t *testing.T) {
	v, deal, moves := shortest(t)
	looks(t, laptop, func(t *testing.T, l look) {
		p := newSite(t, deal).open(t, l)
		p.set("tap", "select")
		p.click(fmt.Sprintf(`button[value=%s]`, v.Slug))
		p.mark()
		for i, m := range moves {
			p.choose(m, i%2 == 0)
			if made := p.text(".facts span"); !strings.HasPrefix(made, fmt.Sprint(i+1, " move")) {
				t.Fatalf("after move %d, %s, there are %s; the board says %q", i+1, m, made, p.text(".say"))
			}
		}
		if p.marked() == l.noScript {
			t.Errorf("the window was the same all the time: %v", p.marked())
		}
		p.screenshot("won")
		if said := p.text(".notice"); !strings.Contains(said, "You won!") || !strings.Contains(said, fmt.Sprint(len(moves), " moves")) ||
			!strings.Contains(said, "clean win") || !strings.Contains(said, "streak of 1") {
			t.Errorf("the board says %q", said)
		}
		if open := p.attributes("#game .pile button:enabled", "id"); len(open) > 0 {
			t.Errorf("in the finished game %q can be clicked", open)
		}
		p.menu(toHome)
		if all := p.figures(".overall"); all != "1 1 1 1" {
			t.Errorf("the record over all games is %q", all)
		}
		tile := fmt.Sprintf(".tile:has(button[value=%s])", v.Slug)
		if own := p.figures(tile); own != "1 1 1 1" || len(p.texts(".tile .figures")) != 1 {
			t.Errorf("the record of %s is %q, and %d games have one", v.Name, own, len(p.texts(".tile .figures")))
		}
		if p.has(".tile a.go") {
			t.Error("the won game can be continued")
		}
	})
}

func TestARefusedMoveSaysWhyBesideTheBoard(t *testing.T) {
	const slug, deal = "maria", 4
	g := game.New(game.BySlug(slug), deal)
	looks(t, laptop, func(t *testing.T, l look) {
		p := newSite(t, deal).open(t, l)
		p.set("tap", "select")
		p.excuse("status of 422")
		p.click(fmt.Sprintf(`button[value=%s]`, slug))
		p.mark()
		refused := 0
		for to := range g.State().Columns {
			m := game.Move{From: game.Column(0), To: game.Column(to), N: 1}
			cards := g.State().Columns[to].Cards
			if to == 0 || slices.Contains(g.State().Legal(), m) || g.State().FoundationFor(cards[len(cards)-1]) >= 0 {
				continue
			}
			before := p.version()
			p.choose(m, false)
			want := inWords(g.Play(m))
			if said := p.text(".say"); said != want {
				t.Errorf("%s is refused with %q, want %q", m, said, want)
			}
			if !eval[bool](p, `(r => r.top >= 0 && r.bottom <= innerHeight)(document.querySelector(".say").getBoundingClientRect())`) {
				t.Error("the sentence is not in the window")
			}
			if p.version() != before {
				t.Errorf("%s has changed the game", m)
			}
			if spoken := p.text("#spoken"); !l.noScript && (spoken == "" || strings.ContainsAny(spoken, "♣♦♥♠")) {
				t.Errorf("for the ears it is %q", spoken)
			}
			pressed := p.attributes("[aria-pressed=true]", "value")
			if !slices.Equal(pressed, []string{m.To.String()}) {
				t.Errorf("after %s is refused, %q is selected", m, pressed)
			}
			p.click("[aria-pressed=true]") // puts it down
			refused++
		}
		if refused < 4 {
			t.Errorf("only %d moves were refused", refused)
		}
		p.choose(game.Move{From: game.Column(1), To: game.Foundation, N: 1}, true)
		if made := p.text(".facts span"); made != "1 move" || p.marked() == l.noScript {
			t.Errorf("after refusals a good move leads to %s; the window is the same: %v", made, p.marked())
		}
	})
}

func TestASelectedCardShowsWhereItCanGo(t *testing.T) {
	const slug, deal, moves = "little-forty", 1, "d,d,d"
	g := play(t, game.BySlug(slug), deal, strings.Split(moves, ",")...)
	looks(t, laptop, func(t *testing.T, l look) {
		p := newSite(t).open(t, l)
		p.set("tap", "select")
		p.visit(p.practise(slug, deal, moves))
		shown := 0
		for _, from := range []game.Pile{game.Waste, game.Column(0), game.Column(1), game.Column(2), game.Column(8), game.Column(9)} {
			want := []string{}
			for _, m := range g.State().Legal() {
				if m.From == from && m.N == 1 {
					want = append(want, m.To.String())
				}
			}
			p.click(fmt.Sprintf("[data-pile=%s] > button", from))
			if got := p.attributes(".pile:has(> .to)", "data-pile"); !slices.Equal(sorted(got), sorted(want)) {
				t.Errorf("%s can go to %q, shown is %q", from, want, got)
			}
			if got := p.attributes("[aria-pressed=true]", "value"); !slices.Equal(got, []string{from.String()}) {
				t.Errorf("%s was clicked, selected is %q", from, got)
			}
			shown += len(want)
			p.click("[aria-pressed=true]")
			if p.has(".to") || p.has("[aria-pressed=true]") {
				t.Errorf("%s, which cannot go to a foundation, is still selected after a second click", from)
			}
		}
		if shown == 0 {
			t.Error("no card could go anywhere: that shows nothing")
		}
	})
}

func sorted(list []string) []string { return slices.Sorted(slices.Values(list)) }

func TestASecondClickSendsACardToItsFoundation(t *testing.T) {
	looks(t, laptop, func(t *testing.T, l look) {
		p := newSite(t).open(t, l)
		p.set("tap", "select")
		p.visit(p.practise("maria", 4, ""))
		card := p.attributes("[data-pile=c2] > button", "id")[0]
		p.click("#" + card)
		if n := len(p.attributes(".home > .to", "id")); n != 1 {
			t.Errorf("%d foundations are shown as its place", n)
		}
		p.click("#" + card)
		if !p.has(".home > #" + card) {
			t.Errorf("%s is not on a foundation:\n%s", card, p.table())
		}
	})
}

func TestAFingerPlaysOnAPhone(t *testing.T) {
	looks(t, phone, func(t *testing.T, l look) {
		p := newSite(t).open(t, l)
		p.set("tap", "select")
		p.click("button[value=lucas]")
		p.visit(p.practise("lucas", 2, ""))
		p.click("#stock")
		m := firstAmongColumns(t, play(t, game.BySlug("lucas"), 2, "d"))
		p.choose(m, false)
		p.screenshot("moved")
		if made := p.text(".facts span"); made != "2 moves" {
			t.Errorf("after a draw and a move there are %s", made)
		}
	})
}

// firstAmongColumns is the first legal move from one column to another.
func firstAmongColumns(t *testing.T, g *game.Game) game.Move {
	t.Helper()
	for _, m := range g.State().Legal() {
		_, from := m.From.Column()
		if _, to := m.To.Column(); from && to {
			return m
		}
	}
	t.Fatal("no card goes from one column to another")
	return game.Move{}
}

// toHome is the line of the menu that leads to the home page.
const toHome = `a[href="/"]`

// menu opens the menu of the board and clicks on one of its lines.
func (p *tab) menu(selector string) {
	p.t.Helper()
	p.point(".menu summary")
	until(p.t, "the menu opens", func() bool { return p.has(".menu[open]") })
	p.click(".menu[open] " + selector)
}

func TestWhatEndsAGameIsAskedFirst(t *testing.T) {
	looks(t, laptop, func(t *testing.T, l look) {
		p := newSite(t, 11, 12, 13, 14, 15).open(t, l)
		sees := func(deal, moves string) {
			t.Helper()
			if is := p.text(".more span") + ", " + p.text(".facts span"); is != "Deal "+deal+", "+moves {
				t.Errorf("on the board is %s, want deal %s, %s", is, deal, moves)
			}
		}
		record := func(want string) {
			t.Helper()
			p.menu(toHome)
			if is := p.figures(".overall"); is != want {
				t.Errorf("the record is %q, want %q", is, want)
			}
		}
		const play, asked, yes, no = "button[value=maria]", ".ask", ".ask button", ".ask a"

		p.click(play)
		sees("11", "0 moves")
		p.menu("button[value=maria]") // an untouched deal just goes
		sees("12", "0 moves")
		p.click("#draw")

		p.menu("a[href$=restart]")
		if question := p.text(asked); !strings.Contains(question, "start") {
			t.Errorf("the question before a restart is %q", question)
		}
		p.click(no)
		sees("12", "1 move")
		p.menu("a[href$=restart]")
		p.click(yes)
		sees("12", "0 moves")
		p.click("#redo")
		sees("12", "1 move")

		p.menu("a[href$=give-up]")
		if question := p.text(asked); !strings.Contains(question, "loss") {
			t.Errorf("the question before giving up is %q", question)
		}
		p.click(no)
		record("")
		p.click(".tile a.go")
		p.menu("a[href$=give-up]")
		p.click(yes)
		if said := p.text(".notice"); !strings.Contains(said, "Given up") {
			t.Errorf("after giving up the board says %q", said)
		}
		record("1 0 0 0")

		p.click(play)
		sees("13", "0 moves")
		p.click("#draw")
		p.menu(toHome)
		p.click(play) // "New deal"
		if question := p.text(asked); !strings.Contains(question, "loss") {
			t.Errorf("the question before a new deal is %q", question)
		}
		p.click(no)
		sees("13", "1 move")
		p.menu("button[value=maria]")
		p.click(yes)
		sees("14", "0 moves")
		record("2 0 0 0")
	})
}
