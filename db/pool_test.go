package db

import (
	"errors"
	"testing"

	"fortythieves/game"
)

func TestWinnableDealsAreKeptAndDealtToWhoHasNotHadThem(t *testing.T) {
	s := openStore(t)
	deals := []Winnable{{"maria", 7, 2, "d"}, {"maria", 4294967295, 4, "d,wf"}, {"lucas", 7, 1, "d"}}
	must(t, s.AddWinnable(t.Context(), deals))
	must(t, s.AddWinnable(t.Context(), []Winnable{{"maria", 7, 3, "other"}}))
	sizes, err := s.PoolSizes(t.Context())
	must(t, err)
	if len(sizes) != 2 || sizes["maria"] != 2 || sizes["lucas"] != 1 {
		t.Errorf("sizes %v", sizes)
	}
	if line, err := s.Line(t.Context(), "maria", 7); err != nil || line != "d" {
		t.Errorf("the line is %q, %v", line, err)
	}
	if _, err := s.Line(t.Context(), "maria", 8); !errors.Is(err, ErrNotFound) {
		t.Errorf("of no deal: %v", err)
	}
	at := func(i int) func(int) (int, error) {
		return func(n int) (int, error) {
			if i >= n {
				t.Errorf("of %d", n)
			}
			return i, nil
		}
	}
	for i, want := range []uint32{7, 4294967295} {
		if got, err := s.FreshWinnable(t.Context(), 0, "maria", at(i)); err != nil || got != want {
			t.Errorf("number %d is %d, %v", i, got, err)
		}
	}

	g := begin(t, s, "had", "maria", 7)
	if g.Difficulty != 2 || stored(t, s, g).Difficulty != 2 {
		t.Errorf("its difficulty is %d", g.Difficulty)
	}
	if got, err := s.FreshWinnable(t.Context(), g.Player, "maria", at(0)); err != nil || got != 4294967295 {
		t.Errorf("who had one gets %d, %v", got, err)
	}
	must(t, s.Begin(t.Context(), browser, &Game{ID: "practice", Play: game.New(game.BySlug("lucas"), 7)}, noon))
	if got, err := s.FreshWinnable(t.Context(), g.Player, "lucas", at(0)); err != nil || got != 7 {
		t.Errorf("who practised it gets %d, %v", got, err)
	}
	if _, err := s.FreshWinnable(t.Context(), 0, "indian", at(0)); !errors.Is(err, ErrNotFound) {
		t.Errorf("where there is none: %v", err)
	}
}

func TestAnAidStaysNotedWhateverIsSavedAfterwards(t *testing.T) {
	s := openStore(t)
	g := begin(t, s, "g", "lucas", 1)
	draw(t, g)
	must(t, s.Aid(t.Context(), g.ID))
	must(t, s.Save(t.Context(), g, noon)) // loaded before the aid was noted
	if got := stored(t, s, g); !got.Aided || got.Clean() || got.Version != 2 {
		t.Errorf("%+v", got)
	}
	must(t, s.GiveUp(t.Context(), g, noon))
	list, _, err := s.History(t.Context(), g.Player, 1, 0)
	must(t, err)
	if !list[0].Aided {
		t.Error("it is lost at the end")
	}
	other := begin(t, s, "h", "lucas", 2)
	draw(t, other)
	other.Aided = true
	must(t, s.Save(t.Context(), other, noon))
	if !stored(t, s, other).Aided {
		t.Error("a save does not note it")
	}
}

func TestAnAnalysisIsKeptOfASettledGameOnly(t *testing.T) {
	s := openStore(t)
	g := begin(t, s, "g", "lucas", 1)
	draw(t, g)
	must(t, s.Save(t.Context(), g, noon))
	kept := func(want string) {
		t.Helper()
		if text, err := s.Analysis(t.Context(), g.ID); err != nil || text != want {
			t.Errorf("the analysis is %q, %v, want %q", text, err, want)
		}
	}
	must(t, s.KeepAnalysis(t.Context(), g.ID, "early"))
	kept("")
	must(t, s.GiveUp(t.Context(), g, noon))
	must(t, s.KeepAnalysis(t.Context(), g.ID, "1 2 d"))
	kept("1 2 d")
}
