package handlers

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"fortythieves/db"
	"fortythieves/game"
	"fortythieves/game/gametest"
	"fortythieves/game/solver"
)

// winnable puts a deal that is recorded as won into the pool, and returns it.
func (h *house) winnable(slug string) *game.Game {
	h.tb.Helper()
	won := must(game.Parse(gametest.Won(slug)))
	w := db.Winnable{Slug: slug, Deal: won.Deal(), Difficulty: 3, Line: game.FormatMoves(won.Moves())}
	if err := h.db.AddWinnable(h.tb.Context(), []db.Winnable{w}); err != nil {
		h.tb.Fatal(err)
	}
	return won
}

// kept is the game of the browser as it is stored.
func (b *browser) kept(id string) *db.Game {
	b.tb.Helper()
	_, g, err := b.db.Seat(b.tb.Context(), b.token(), id)
	if err != nil {
		b.tb.Fatal(err)
	}
	return g
}

func TestAHintSaysAMoveMarksItAndCounts(t *testing.T) {
	for _, htmx := range []bool{false, true} {
		b := open(t, nil).browser().with(htmx)
		id := b.plant(midGame(t), true)
		page := b.act(id, []string{"hint"}, 1)
		if !htmx {
			if page.place() != "/games/"+id+"?hint=1" {
				t.Fatalf("it leads to %s", page.place())
			}
			page = b.get(page.place()).want(http.StatusOK)
		}
		if n := page.doc().Find(".hint").Length(); n < 1 || n > 2 || !strings.HasPrefix(page.text(".say"), "Hint: ") {
			t.Errorf("%d places are marked, and it says %s", n, page.text(".say"))
		}
		if g := b.kept(id); g.Hints != 1 || g.Version != 2 || g.Aided || g.Clean() {
			t.Errorf("%d hints, version %d, aided %v, clean %v", g.Hints, g.Version, g.Aided, g.Clean())
		}
		b.act(id, []string{"hint"}, 1).want(http.StatusConflict)
		if after := b.with(false).get("/games/" + id); after.doc().Find(".hint").Length() != 0 {
			t.Error("the hint is on the page that did not ask for it")
		}
	}
}

func TestAHintThatIsAskedForWithoutMovingIsNotThereAfterAMove(t *testing.T) {
	b := open(t, nil).browser()
	id := b.plant(midGame(t), true)
	b.act(id, []string{"hint"}, 1).want(http.StatusSeeOther)
	b.act(id, []string{"moves", "move", "d"}, 2).want(http.StatusSeeOther)
	if page := b.get("/games/" + id + "?hint=1").want(http.StatusOK); page.doc().Find(".hint").Length() != 0 {
		t.Error("a hint for another position is shown")
	}
}

func TestAllKnowingHintsFollowTheLineOfThePoolToTheWin(t *testing.T) {
	h := open(t, nil)
	won := h.winnable("forty-thieves")
	b := h.browser()
	b.choose("hints", "all")
	id := b.deal("forty-thieves")
	if g := b.kept(id); g.Play.Deal() != won.Deal() || !g.Winnable || g.Difficulty != 3 {
		t.Fatalf("dealt is %d, winnable %v, difficulty %d", g.Play.Deal(), g.Winnable, g.Difficulty)
	}
	if facts := b.get("/games/" + id).text(".more"); !strings.Contains(facts, "hard deal") {
		t.Errorf("the board says %s", facts)
	}
	version := int64(1)
	for i, m := range won.Moves() {
		page := b.with(true).act(id, []string{"hint"}, version).want(http.StatusOK)
		if !strings.Contains(page.text(".say"), "a win is certain") {
			t.Fatalf("after %d moves it says %s", i, page.text(".say"))
		}
		b.act(id, []string{"moves", "move", m.String()}, version+1).want(http.StatusSeeOther)
		version += 2
	}
	g := b.kept(id)
	if g.Result != db.Won || g.Hints != len(won.Moves()) || !g.Aided || g.Clean() {
		t.Errorf("result %s, %d hints, aided %v, clean %v", g.Result, g.Hints, g.Aided, g.Clean())
	}
}

func TestAskingAgainShowsTheNextMoveUpToACardThatTurnsUp(t *testing.T) {
	h := open(t, nil)
	won := h.winnable("maria")
	b := h.browser()
	b.choose("hints", "all")
	id := b.deal("maria")
	steps, known := won.Steps(), 0 // moves up to the first that draws
	for steps[known].Move != game.Draw {
		known++
	}
	said := ""
	for n := range known + 3 {
		page := b.with(true).act(id, []string{"hint"}, int64(n+1)).want(http.StatusOK)
		said = page.text(".say")
		if moves := strings.Count(said, "→") + strings.Count(said, "Draw."); moves != min(n, known)+1 {
			t.Errorf("asked %d times it says %d moves: %s", n+1, moves, said)
		}
	}
	if !strings.Contains(said, "depends on the card turned up") {
		t.Errorf("it does not say why there is no more: %s", said)
	}
}

func TestALostPositionSaysSoAndLeadsBackToOneThatCanBeWon(t *testing.T) {
	for _, htmx := range []bool{false, true} {
		h := open(t, nil)
		won := h.winnable("lucas")
		b := h.browser().with(htmx)
		g := must(dealt(won, won.Moves()[:3]))
		for g.State().CanDraw() {
			must(0, g.Play(game.Draw))
		}
		id := b.plant(g, true)
		b.choose("hints", "all")
		page := b.act(id, []string{"hint"}, 1)
		if !htmx {
			page = b.get(page.place())
		}
		if !strings.Contains(page.text(".say"), "cannot be won any more") {
			t.Fatalf("%d: it says %s", page.status, page.text("main"))
		}
		back := b.press(page, "#back")
		after := b.kept(id)
		if at := after.Play.Cursor(); at < 3 || at >= len(g.Moves()) {
			t.Errorf("it leads back to move %d: %s", at, back.text(".facts"))
		}
		if r := solver.Solve(t.Context(), after.Play.State(), solver.Budget{}); r.Verdict != solver.Won {
			t.Errorf("the position it leads back to is %s", r.Verdict)
		}
	}
}

func TestNoHintIsNoAid(t *testing.T) {
	b := open(t, nil).browser()
	g := stuck(t)
	id := b.plant(g, true)
	page := b.with(true).act(id, []string{"hint"}, 1).want(http.StatusOK)
	if kept := b.kept(id); kept.Hints != 0 || kept.Version != 1 || !strings.Contains(page.text(".say"), "cannot be won") {
		t.Errorf("%d hints; it says %s", kept.Hints, page.text(".say"))
	}
}

// stuck is a game with no move left.
func stuck(t *testing.T) *game.Game {
	t.Helper()
	for deal := uint32(1); deal < 2000; deal++ {
		g := game.New(game.BySlug("forty-thieves"), deal)
		for g.State().CanDraw() {
			must(0, g.Play(game.Draw))
		}
		if g.Stuck() {
			return g
		}
	}
	t.Fatal("no game is stuck")
	return nil
}

func TestUndoGoesBackToAMoveThatIsNamed(t *testing.T) {
	b := open(t, nil).browser()
	id := b.plant(midGame(t), true)
	n := len(b.kept(id).Play.Moves())
	for _, to := range []string{"-1", "x", "1.5"} {
		b.act(id, []string{"undo", "to", to}, 1).want(http.StatusBadRequest)
	}
	b.act(id, []string{"undo", "to", "2"}, 1).want(http.StatusSeeOther)
	if g := b.kept(id); g.Play.Cursor() != 2 || len(g.Play.Moves()) != n || g.Undos != 1 {
		t.Errorf("at move %d of %d, %d undos", g.Play.Cursor(), len(g.Play.Moves()), g.Undos)
	}
	if g := b.kept(id); g.Version == 2 {
		b.with(true).act(id, []string{"undo", "to", "9"}, 2).want(http.StatusOK)
		if g := b.kept(id); g.Play.Cursor() != 2 || g.Version != 2 {
			t.Error("it went forward")
		}
	}
}

func TestTheLightIsOffUnlessChosenAndMakesAGameAided(t *testing.T) {
	h := open(t, nil)
	b := h.browser()
	id := b.plant(midGame(t), true)
	if page := b.get("/games/" + id); page.doc().Find("#light").Length() != 0 {
		t.Error("it is on by itself")
	}
	for _, kind := range []string{"fair", "all"} {
		b.choose("light", kind)
		page := b.get("/games/" + id).want(http.StatusOK)
		if b.kept(id).Aided && kind == "fair" {
			t.Error("it is aided before it asks")
		}
		if page.doc().Find("#light [hx-trigger*=load]").Length() != 1 {
			t.Errorf("%s: it does not ask", kind)
		}
		said := b.press(page, "#light button").want(http.StatusOK).text("#light")
		fragment := b.with(true).act(id, []string{"light"}, 1).want(http.StatusOK)
		if !strings.HasPrefix(said, "Still winnable") || strings.HasSuffix(said, "winnable?") || fragment.text("#light") != said || strings.Contains(fragment.body, "<html") {
			t.Errorf("%s: it says %s, by htmx %s", kind, said, fragment.body)
		}
		if g := b.kept(id); !g.Aided || g.Clean() || g.Version != 1 {
			t.Errorf("%s: aided %v, clean %v, version %d", kind, g.Aided, g.Clean(), g.Version)
		}
	}
	b.with(true).act(id, []string{"light"}, 7).want(http.StatusNoContent)
	b.act(id, []string{"moves", "move", "d"}, 1).want(http.StatusSeeOther)
	if !b.kept(id).Aided {
		t.Error("a move makes it unaided")
	}
}

func TestNoWayForwardIsSaidOnlyWhereNothingIsHidden(t *testing.T) {
	b := open(t, nil).browser()
	for _, slug := range []string{"forty-thieves", "indian"} {
		told := 0
		for deal := uint32(1); deal <= 15; deal++ {
			g := game.New(game.BySlug(slug), deal)
			for g.State().CanDraw() {
				must(0, g.Play(game.Draw))
			}
			for _, m := range g.State().Up(nil) {
				must(0, g.Play(m))
			}
			page := b.get("/games/" + b.plant(g, false)).want(http.StatusOK)
			if strings.Contains(page.text(".notice"), "No way forward") {
				told++
			}
			b = open(t, nil).browser()
		}
		if slug == "forty-thieves" && told == 0 || slug == "indian" && told > 0 {
			t.Errorf("%s: it is said in %d of 15 games", slug, told)
		}
	}
}

func TestWinnableDealsAreDealtOnceEachAndThenAny(t *testing.T) {
	h := open(t, nil)
	won := h.winnable("indian")
	b := h.browser()
	first := b.deal("indian")
	if g := b.kept(first); g.Play.Deal() != won.Deal() || !g.Winnable {
		t.Errorf("the first is %d", g.Play.Deal())
	}
	b.act(first, []string{"moves", "move", "d"}, 1).want(http.StatusSeeOther)
	b.act(first, []string{"give-up"}, 2).want(http.StatusSeeOther)
	h.deals = []uint32{77}
	if g := b.kept(b.deal("indian")); g.Play.Deal() != 77 || g.Winnable {
		t.Errorf("the second is %d, winnable %v", g.Play.Deal(), g.Winnable)
	}
	any := h.browser()
	any.choose("deals", "any")
	h.deals = []uint32{78}
	if g := any.kept(any.deal("indian")); g.Play.Deal() != 78 || g.Winnable {
		t.Errorf("who wants any deal gets %d, winnable %v", g.Play.Deal(), g.Winnable)
	}
	if f := b.recordPage("?deals=winnable"); f["Played"] != "1" {
		t.Errorf("the record of winnable deals is %v", f)
	}
	if f := b.recordPage("?game=maria&deals=winnable"); f["Played"] != "0" {
		t.Errorf("the record of another game's is %v", f)
	}
}

func TestAReviewFindsWhereAGameWasLostAndShowsTheWin(t *testing.T) {
	for _, htmx := range []bool{false, true} {
		h := open(t, nil)
		won := h.winnable("lucas")
		b := h.browser()
		g := must(dealt(won, won.Moves()[:5]))
		for g.State().CanDraw() {
			must(0, g.Play(game.Draw))
		}
		id := b.plant(g, true)
		b.act(id, []string{"give-up"}, 1).want(http.StatusSeeOther)
		replay := b.get("/games/" + id + "/replay").want(http.StatusOK)
		page := b.press(replay, "form[action$='/review'] button").want(http.StatusOK)
		deadline := time.Now().Add(2 * time.Minute)
		for page.doc().Find("#progress").Length() > 0 && time.Now().Before(deadline) {
			time.Sleep(20 * time.Millisecond) // the search yields to requests: on one core it would hardly go on
			page = b.follow(b.with(htmx).get("/games/" + id + "/review"))
		}
		found := page.text(".found")
		if found == "" || page.doc().Find("form[action$='/review']").Length() != 0 {
			t.Fatalf("it ends with %s", page.text("main"))
		}
		marks := page.text(".moves ol")
		if !strings.Contains(marks, "✓") {
			t.Errorf("the moves are %s", marks)
		}
		way := b.get(page.doc().Find(".found a").AttrOr("href", "")).want(http.StatusOK)
		last := b.get(way.doc().Find("#last").AttrOr("href", "")).want(http.StatusOK)
		if home := last.doc().Find(".homes .card").Length(); home != 8 || !strings.Contains(last.text(".homes"), "K") {
			t.Errorf("the way does not win: %s", last.text(".homes"))
		}
		id2 := b.begun(b.post("/games/"+id+"/replay/branch", "at", fmt.Sprint(len(won.Moves())/2), "way", "1"))
		if branch := b.kept(id2); branch.Counted || branch.Play.Cursor() != len(won.Moves())/2 {
			t.Errorf("playing on begins at %d", branch.Play.Cursor())
		}
		h.browser().post("/games/" + id + "/review").want(http.StatusNotFound)
		h.browser().get("/games/" + id + "/review").want(http.StatusNotFound)
	}
}

func TestABusySolverSaysSoAndNothingIsLost(t *testing.T) {
	desk := solver.NewDesk(1, 1<<20, 1)
	var log bytes.Buffer
	h := open(t, func(o *Options) { o.Desk, o.Log = desk, slog.New(slog.NewTextHandler(&log, nil)) })
	b := h.browser()
	id := b.plant(midGame(t), true)
	sv := must(desk.Acquire(t.Context()))
	waiting := make(chan *solver.Solver)
	go func() {
		for {
			if sv, err := desk.Acquire(t.Context()); err == nil {
				waiting <- sv
				return
			}
		}
	}()
	over, cancel := context.WithCancel(t.Context())
	cancel()
	for { // until the other waits, the desk lends to nobody who would not wait
		if _, err := desk.Acquire(over); err == solver.ErrBusy {
			break
		}
	}
	before := h.stored()
	for _, what := range []string{"hint", "light"} {
		a := b.act(id, []string{what}, 1)
		if what == "light" { // the aid is noted before the answer is known
			before = h.stored()
		}
		a.want(http.StatusServiceUnavailable)
		if a.header.Get("Retry-After") == "" || !strings.Contains(a.text("main"), "too much to do") {
			t.Errorf("%s: %s", what, a.text("main"))
		}
		h.unchanged(t, before)
	}
	if lines := log.String(); strings.Count(lines, "level=WARN") != 2 || strings.Contains(lines, "level=ERROR") {
		t.Errorf("the log is: %s", lines)
	}
	b.with(true).act(id, []string{"light"}, 1).want(http.StatusNoContent)
	desk.Release(sv)
	desk.Release(<-waiting)
	b.act(id, []string{"hint"}, 1).want(http.StatusSeeOther)
}

func TestASearchHasItsTimeAlsoWhereItsTurnCameLate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &site{Options: Options{Desk: solver.NewDesk(1, 1<<20, 1)}, meters: newMeters(prometheus.NewRegistry())}
		for _, c := range []struct {
			turn, search time.Duration
			want         error
		}{
			{0, 8 * time.Second, nil}, {4 * time.Second, 8 * time.Second, nil},
			{6 * time.Second, 0, solver.ErrBusy}, {0, time.Minute, solver.ErrBusy},
		} {
			sv := must(s.Desk.Acquire(t.Context()))
			time.AfterFunc(c.turn, func() { s.Desk.Release(sv) })
			err := s.solving(t.Context(), func(ctx context.Context, _ *solver.Solver) {
				select {
				case <-time.After(c.search):
				case <-ctx.Done():
				}
			})
			if err != c.want {
				t.Errorf("a turn after %s and a search of %s: %v", c.turn, c.search, err)
			}
			time.Sleep(time.Minute) // until the turn is over
		}
	})
}

func TestALostGameIsCalledLostThoughTheWayBackIsNotFoundInTime(t *testing.T) {
	won := must(game.Parse(gametest.Won("lucas")))
	g := &db.Game{ID: "g", Play: must(dealt(won, won.Moves()[:5]))}
	for g.Play.State().CanDraw() {
		must(0, g.Play.Play(game.Draw))
	}
	synctest.Test(t, func(t *testing.T) {
		s := &site{Options: Options{Desk: solver.NewDesk(1, 1<<20, 1)}, meters: newMeters(prometheus.NewRegistry()),
			lines: remembered[[]game.Move]()}
		s.lines.Add(g.ID, won.Moves())
		sv := must(s.Desk.Acquire(t.Context()))
		if at, err := s.wayBack(t.Context(), g); at != -1 || err != nil {
			t.Errorf("a busy solver leads back to %d: %v", at, err)
		}
		s.Desk.Release(sv)
		over, cancel := context.WithDeadline(t.Context(), time.Now())
		defer cancel()
		if at, err := s.wayBack(over, g); at != 5 || err != nil { // as far as the line goes needs none
			t.Errorf("without any time it leads back to %d: %v", at, err)
		}
		if at, err := s.wayBack(t.Context(), g); at < 5 || err != nil {
			t.Errorf("it leads back to %d: %v", at, err)
		}
	})
}

func TestAReviewOfAGameThatCouldStillBeWonSaysSo(t *testing.T) {
	h := open(t, nil)
	won := h.winnable("lucas")
	b := h.browser()
	g := must(dealt(won, won.Moves()[:5]))
	id := b.plant(g, true)
	b.act(id, []string{"give-up"}, 1).want(http.StatusSeeOther)
	b.post("/games/" + id + "/review").want(http.StatusSeeOther)
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); {
		if b.get("/games/"+id+"/review").status == http.StatusSeeOther { // it is over
			break
		}
		time.Sleep(20 * time.Millisecond)
	}
	for _, at := range []string{"", "?at=0", "?at=5"} {
		replay := b.get("/games/" + id + "/replay" + at).want(http.StatusOK)
		if found := replay.text(".found"); !strings.Contains(found, "After move 5 it could still be won") {
			t.Errorf("%s: it says %s", at, found)
		}
	}
}
