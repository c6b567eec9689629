package handlers

import (
	"net/http"
	"net/http/httptest"
	"slices"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"

	"fortythieves/game"
	"fortythieves/views"
)

// firstVisit is what a board and all that it fetches may weigh, oneMove what the answer to a move may, and usualMove
// what half of them may in English, in bytes as they are sent.
const firstVisit, oneMove, usualMove = 30 << 10, 2 << 10, 1300

// packed is the size of an answer's body as it is sent to a browser.
func (b *browser) packed(r *http.Request) (*answer, int) {
	a := b.send(with(r, "Accept-Encoding", "gzip")).want(http.StatusOK)
	return a, len(a.body)
}

func TestTheFirstVisitToABoardIsLightInEveryLanguage(t *testing.T) {
	for _, l := range views.Locales {
		t.Run(l.Lang, func(t *testing.T) { firstVisits(t, l) })
	}
}

func firstVisits(t *testing.T, l *views.Locale) {
	for _, v := range game.Variants {
		b := open(t, nil).browser()
		path := "/games/" + b.practise(v.Slug, 1234567) + "?lang=" + l.Lang
		_, page := b.packed(get(path))
		sizes := map[string]int{"the page": page}
		b.get(path).doc().Find("link[rel~=icon], link[rel=stylesheet], link[rel=preload], script[src]").Each(func(_ int, e *goquery.Selection) {
			at := e.AttrOr("href", e.AttrOr("src", ""))
			_, sizes[at] = b.packed(get(at))
		})
		sum := 0
		for _, n := range sizes {
			sum += n
		}
		if len(sizes) != 6 { // style sheet, font, icon and two scripts
			t.Errorf("%s fetches %v", v.Slug, sizes)
		}
		if sum > firstVisit {
			t.Errorf("%s: the first visit has %d bytes, %d are allowed: %v", v.Slug, sum, firstVisit, sizes)
		}
		t.Logf("%s: %d bytes, %v", v.Slug, sum, sizes)
	}
}

// The boards are those of a won game, as practice, of which a little more is said, from its deal to its last move but one, compressed as the site does.
func TestTheAnswerToAMoveIsLightInEveryLanguage(t *testing.T) {
	for _, l := range views.Locales {
		t.Run(l.Lang, func(t *testing.T) { answers(t, l) })
	}
}

func answers(t *testing.T, l *views.Locale) {
	var board *views.Board
	site := compressed(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=UTF-8")
		if err := views.BoardAnswer(board).Render(r.Context(), w); err != nil {
			t.Error(err)
		}
	}))
	var all []int
	for _, v := range game.Variants {
		won, moves := wonGame(t, v.Slug, 0)
		var sizes []int
		for i, m := range moves[:len(moves)-1] {
			must(0, won.Play(m))
			board = views.NewBoard(views.Page{L: l}, views.Table{ID: "Q7zXcV0bN-mL1kJ3hGfDsA", Game: won,
				Version: int64(i + 2), Started: true, Played: time.Duration(i) * 7 * time.Second})
			w := httptest.NewRecorder()
			site.ServeHTTP(w, with(get("/"), "Accept-Encoding", "gzip"))
			if w.Header().Get("Content-Encoding") != "gzip" {
				t.Fatal("the answer is not compressed")
			}
			sizes = append(sizes, w.Body.Len())
		}
		slices.Sort(sizes)
		all = append(all, sizes...)
		if most := sizes[len(sizes)-1]; most > oneMove {
			t.Errorf("%s: the answer to a move has up to %d bytes, %d are allowed", v.Slug, most, oneMove)
		}
		t.Logf("%s: median %d, most %d bytes", v.Slug, sizes[len(sizes)/2], sizes[len(sizes)-1])
	}
	slices.Sort(all)
	median := all[len(all)/2]
	t.Logf("all games: median %d, most %d bytes", median, all[len(all)-1])
	if l == views.English && median > usualMove {
		t.Errorf("half of the answers have more than %d bytes, the median is %d", usualMove, median)
	}
}
