package handlers

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"fortythieves/game"
	"fortythieves/views"
)

// secretive are the games with face-down cards, and the one that turns its waste over.
var secretive = []string{"indian", "number-ten", "rank-and-file", "little-forty"}

func TestNothingThatIsSentTellsAHiddenCard(t *testing.T) {
	for _, slug := range secretive {
		t.Run(slug, func(t *testing.T) {
			passes, turned := 0, 0
			for deal := range few(2) {
				w := newWanderer(t, slug, uint32(deal+1))
				for range 6 {
					w.wander(15)
					w.look(t)
				}
				passes, turned = max(passes, w.play.State().Pass), turned+w.turned
			}
			if slug == "little-forty" && passes == 1 || slug != "little-forty" && turned < 2 {
				t.Errorf("the games went nowhere: %d passes, %d cards turned up", passes, turned)
			}
		})
	}
}

// few is n, or 1 with -short.
func few(n int) int {
	if testing.Short() {
		return 1
	}
	return n
}

// wanderer plays moves at random through the site, and keeps the game beside it.
type wanderer struct {
	*browser
	id      string
	play    *game.Game
	version int
	turned  int // cards turned up
	r       *rand.Rand
}

func newWanderer(t *testing.T, slug string, deal uint32) *wanderer {
	b := open(t, nil).browser()
	return &wanderer{b, b.practise(slug, deal), game.New(game.BySlug(slug), deal), 1, 0, rand.New(rand.NewPCG(uint64(deal), 1))}
}

// wander makes n moves. One of ten is an undo; of the others many draw or turn a card up.
func (w *wanderer) wander(n int) {
	w.tb.Helper()
	for range n {
		legal := w.play.State().Legal()
		if (w.r.IntN(10) == 0 || len(legal) == 0) && w.play.Undo() {
			w.post("/games/"+w.id+"/undo", "version", fmt.Sprint(w.version)).want(http.StatusSeeOther)
			w.version++
			continue
		}
		i := w.r.IntN(len(legal))
		if w.r.IntN(2) == 0 {
			i = max(0, slices.IndexFunc(legal, w.uncovers))
		}
		w.move(legal[i])
	}
}

// uncovers reports whether a move turns up a card.
func (w *wanderer) uncovers(m game.Move) bool {
	step := must(w.play.State().Clone().Apply(m))
	return step.Turned != 0
}

func (w *wanderer) move(m game.Move) {
	w.tb.Helper()
	w.post("/games/"+w.id+"/moves", "move", m.String(), "version", fmt.Sprint(w.version)).want(http.StatusSeeOther)
	if err := w.play.Play(m); err != nil {
		w.tb.Fatal(err)
	}
	w.version++
	if step, _ := w.play.Last(); step.Turned != 0 {
		w.turned++
	}
}

// look fetches the board in every way there is and searches it for hidden cards. Of the places to select
// it tries some: all are tried in the next test.
func (w *wanderer) look(t *testing.T) {
	t.Helper()
	s := w.play.State()
	queries := []string{"", "?ask=new", "?ask=restart", "?ask=give-up", "?from=w", "?see=waste", "?see=table", "?see=keys"}
	for _, p := range some(w.r, places(s), 5) {
		queries = append(queries, "?from="+p)
	}
	for _, htmx := range []bool{false, true} {
		b := w.with(htmx)
		for _, q := range queries {
			check(t, w.id, s, b.get("/games/"+w.id+q).want(http.StatusOK).body)
		}
		refused := []string{"move=" + w.illegal().String()}
		for _, f := range some(w.r, faceDown(s), 3) {
			refused = append(refused, "from="+f, "from="+f+"&to="+f, "from="+f+"&to=f", "from="+f+"&to=c1")
		}
		for _, form := range refused {
			fields, _ := url.ParseQuery(form)
			fields.Set("version", fmt.Sprint(w.version))
			a := b.send(formOf("/games/"+w.id+"/moves", fields)).want(http.StatusUnprocessableEntity)
			check(t, w.id, s, withoutSentence(t, a.body))
		}
	}
	check(t, w.id, s, w.get("/games/"+w.id).body)
}

// some are n of a list, or all.
func some(r *rand.Rand, list []string, n int) []string {
	r.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	return list[:min(n, len(list))]
}

// places are all places that can be named in a position, and some that cannot.
func places(s *game.State) []string {
	list := []string{"s", "w", "f"}
	for i, col := range s.Columns {
		for n := range len(col.Cards) + 1 {
			list = append(list, fmt.Sprintf("%sx%d", game.Column(i), n+1))
		}
	}
	return list
}

// faceDown are the places of the face-down cards.
func faceDown(s *game.State) (list []string) {
	for i, col := range s.Columns {
		for n := range col.Down {
			list = append(list, fmt.Sprintf("%sx%d", game.Column(i), len(col.Cards)-n))
		}
	}
	return list
}

// illegal is a move that the rules refuse.
func (w *wanderer) illegal() game.Move {
	for {
		m := game.Move{From: game.Waste + game.Pile(w.r.IntN(12)), To: game.Column(w.r.IntN(10)), N: uint8(1 + w.r.IntN(4))}
		if _, err := w.play.State().Expand(m); err != nil && m.From != game.Foundation {
			return m
		}
	}
}

// withoutSentence is a page without the reason of a refusal, which may name the card that the rules
// want: "Q♥ cannot go up yet: A♥ must go there first". What it names is tested below.
func withoutSentence(t *testing.T, body string) string {
	t.Helper()
	doc := (&answer{tb: t, body: body}).doc()
	doc.Find(".say").Remove()
	return must(doc.Html())
}

var (
	textForm = regexp.MustCompile(`[A2-9TJQK][CDHS]`)
	cardID   = regexp.MustCompile(`k[A2-9TJQK][CDHS][12]`)
)

// check fails the test if a page shows other cards than those that lie open in s, or tells in any way
// of others.
func check(t *testing.T, id string, s *game.State, body string) {
	t.Helper()
	body = strings.ReplaceAll(body, id, "ID") // an id is random and may look like a card
	open, below := inSight(s)
	var ids, faces []string
	for _, c := range open {
		ids = append(ids, fmt.Sprintf("k%s%d", c, c.Pack()+1))
		faces = append(faces, index(c))
	}
	doc := (&answer{tb: t, body: body}).doc()
	var shown []string
	doc.Find(".card:not(.back)").Each(func(_ int, card *goquery.Selection) { shown = append(shown, card.Text()) })
	same(t, "ids of cards", cardID.FindAllString(body, -1), ids)
	same(t, "faces of cards", shown, faces)
	if card := textForm.FindString(cardID.ReplaceAllString(body, "")); card != "" {
		t.Fatalf("the card %s in its text form: %s", card, body)
	}
	known := map[game.Card]bool{}
	for _, c := range append(open, below...) {
		known[c.Face()] = true
	}
	for _, c := range hidden(s) {
		if known[c.Face()] {
			continue // its twin may be named
		}
		for _, name := range []string{index(c), views.English.Card(c)} {
			if strings.Contains(body, name) {
				t.Fatalf("the hidden card %s is named in\n%s", name, body)
			}
		}
	}
}

func same(t *testing.T, what string, got, want []string) {
	t.Helper()
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Fatalf("%s: %q, but open are %q", what, got, want)
	}
}

// index is a card as its corner has it.
func index(c game.Card) string {
	return strings.ReplaceAll(string(c.Rank().Letter()), "T", "10") + [4]string{"♣", "♦", "♥", "♠"}[c.Suit()]
}

// inSight are the cards that lie open, and those that lay open before others came to lie on them.
func inSight(s *game.State) (open, below []game.Card) {
	for _, p := range s.Foundations {
		if n := len(p); n > 0 {
			open, below = append(open, p[n-1]), append(below, p[:n-1]...)
		}
	}
	last := max(0, len(s.Waste)-s.Variant.Draw) // the cards of the last draw lie fanned
	open, below = append(open, s.Waste[last:]...), append(below, s.Waste[:last]...)
	for _, col := range s.Columns {
		open = append(open, col.Cards[col.Down:]...)
	}
	return open, below
}

// hidden are the cards of the stock and those that lie face down.
func hidden(s *game.State) (cards []game.Card) {
	eachHidden(s, func(c *game.Card) { cards = append(cards, *c) })
	return cards
}

func eachHidden(s *game.State, f func(*game.Card)) {
	for i := range s.Stock {
		f(&s.Stock[i])
	}
	for _, col := range s.Columns {
		for i := range col.Down {
			f(&col.Cards[i])
		}
	}
}

// shuffled is a position in which only the hidden cards lie otherwise.
func shuffled(s *game.State, r *rand.Rand) *game.State {
	other := s.Clone()
	cards := hidden(s)
	r.Shuffle(len(cards), func(i, j int) { cards[i], cards[j] = cards[j], cards[i] })
	eachHidden(other, func(c *game.Card) {
		*c = cards[0]
		cards = cards[1:]
	})
	return other
}

// This is the strong form of the test above: who sees a board cannot tell it from one in which the
// hidden cards lie otherwise.
func TestABoardIsTheSameToTheByteWhateverTheHiddenCardsAre(t *testing.T) {
	for _, slug := range secretive {
		t.Run(slug, func(t *testing.T) {
			for deal := range few(2) {
				w := newWanderer(t, slug, uint32(deal+1))
				for range 6 {
					w.wander(15)
					compare(t, w.play.State(), w.r)
					compareLast(t, w.play, w.r)
					w.sameAsDrawn(t)
				}
			}
		})
	}
}

// compare draws a position and others with the hidden cards shuffled, with every selection and
// question, and asks for the reason of every refusal.
func compare(t *testing.T, s *game.State, r *rand.Rand) {
	t.Helper()
	for range 2 {
		other := shuffled(s, r)
		if n := len(hidden(s)); n > 10 && slices.Equal(hidden(s), hidden(other)) {
			t.Fatal("nothing was shuffled")
		}
		g, h := game.From(s.Clone()), game.From(other)
		for _, ask := range []string{"", "new", "restart", "give-up"} {
			identical(t, views.Table{Game: g, Ask: ask}, views.Table{Game: h, Ask: ask})
		}
		for _, see := range []string{"waste", "table", "keys"} {
			identical(t, views.Table{Game: g, See: see}, views.Table{Game: h, See: see})
		}
		for _, p := range places(s) {
			from, _ := views.ParsePlace(p)
			identical(t, views.Table{Game: g, From: &from}, views.Table{Game: h, From: &from})
		}
		for m := range everyMove(s) {
			if a, b := refusal(s, m), refusal(other, m); a != b {
				t.Fatalf("%s is refused as %+v and as %+v", m, a, b)
			}
		}
	}
}

// compareLast does the same after the last move of a game, which the board tells of.
func compareLast(t *testing.T, g *game.Game, r *rand.Rand) {
	t.Helper()
	step, ok := g.Last()
	if !ok || step.Move == game.Draw && step.Card == 0 { // after a redeal the hidden cards were not hidden before
		return
	}
	before := must(dealt(g, g.Moves()[:g.Cursor()-1]))
	// What is hidden now was hidden before, at the same places; what the move uncovered stays.
	s := before.State().Clone()
	other := shuffled(g.State(), r)
	a, b := game.From(s), game.From(under(s, other))
	must(0, errors.Join(a.Play(step.Move), b.Play(step.Move)))
	identical(t, views.Table{Game: a}, views.Table{Game: b})
	if a.State().CanDraw() {
		must(0, errors.Join(a.Play(game.Draw), b.Play(game.Draw)))
		a.Undo()
		b.Undo()
		identical(t, views.Table{Game: a}, views.Table{Game: b})
	}
}

// under is the position s with those cards that are hidden in after as they lie there.
func under(s, after *game.State) *game.State {
	s = s.Clone()
	copy(s.Stock, after.Stock)
	for i, col := range after.Columns {
		copy(s.Columns[i].Cards, col.Cards[:col.Down])
	}
	return s
}

func identical(t *testing.T, a, b views.Table) {
	t.Helper()
	if x, y := drawn(a), drawn(b); x != y {
		t.Fatalf("hidden cards make a difference between\n%s\nand\n%s", x, y)
	}
}

// drawn is a board as htmx gets it.
func drawn(table views.Table) string {
	var b bytes.Buffer
	board := views.NewBoard(views.Page{L: views.English}, table)
	must(0, views.BoardAnswer(board).Render(context.Background(), &b))
	return b.String()
}

// sameAsDrawn fails the test unless the site sends what drawn draws.
func (w *wanderer) sameAsDrawn(t *testing.T) {
	t.Helper()
	want := drawn(views.Table{ID: w.id, Game: w.play, Version: int64(w.version), Started: true})
	if got := w.with(true).get("/games/" + w.id).want(http.StatusOK).body; got != want {
		t.Errorf("the site sends\n%s\nnot\n%s", got, want)
	}
}

// everyMove yields the moves of all piles, and counts up to one too many.
func everyMove(s *game.State) func(yield func(game.Move) bool) {
	return func(yield func(game.Move) bool) {
		for from := game.Stock; from <= game.Column(len(s.Columns)); from++ {
			most := 2
			if i, ok := from.Column(); ok && i < len(s.Columns) {
				most = len(s.Columns[i].Cards) + 1
			}
			for to := game.Stock; to <= game.Column(len(s.Columns)); to++ {
				for n := range most {
					if !yield(game.Move{From: from, To: to, N: uint8(n + 1)}) {
						return
					}
				}
			}
		}
	}
}

// refusal is the reason for which a move is refused, or nothing.
func refusal(s *game.State, m game.Move) game.Refusal {
	_, err := s.Expand(m)
	var r *game.Refusal
	if errors.As(err, &r) {
		return *r
	}
	return game.Refusal{}
}

func TestACardThatIsCoveredAgainByUndoIsNowhere(t *testing.T) {
	for _, slug := range []string{"indian", "number-ten", "rank-and-file"} {
		t.Run(slug, func(t *testing.T) {
			for _, htmx := range []bool{false, true} {
				w := newWanderer(t, slug, 1)
				uncovering := w.uncover()
				turned, _ := w.play.Last()
				name := views.English.Card(turned.Turned)
				if page := w.get("/games/" + w.id).body; !strings.Contains(page, name) || !strings.Contains(page, index(turned.Turned)+" turned up.") {
					t.Fatalf("%s uncovers %s, but the page does not say so: %s", uncovering, name, page)
				}
				b := w.with(htmx)
				version := fmt.Sprint(w.version)
				a := b.post("/games/"+w.id+"/undo", "version", version)
				w.play.Undo()
				pages := []string{a.body}
				for _, query := range []string{"", "?from=w", "?ask=restart"} {
					pages = append(pages, b.get("/games/"+w.id+query).want(http.StatusOK).body)
				}
				for _, page := range append(pages, w.get("/").body) {
					if strings.Contains(page, name) || strings.Contains(page, index(turned.Turned)) {
						t.Errorf("%s is still told of in %s", name, page)
					}
				}
				check(t, w.id, w.play.State(), pages[1])
			}
		})
	}
}

// uncover plays until a move turns up a card whose twin is not in sight, and returns that move.
func (w *wanderer) uncover() game.Move {
	for {
		for _, m := range w.play.State().Legal() {
			next := w.play.State().Clone()
			step := must(next.Apply(m))
			open, below := inSight(w.play.State())
			if step.Turned != 0 && !slices.Contains(append(open, below...), step.Turned.Twin()) {
				w.move(m)
				return m
			}
		}
		w.wander(1)
	}
}
