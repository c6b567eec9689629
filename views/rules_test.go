package views

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fortythieves/game"
)

var update = flag.Bool("update", false, "write the golden files anew")

// rulesText is what the page of a game says, as text.
func rulesText(v *game.Variant) string {
	var b strings.Builder
	r := NewRules(Page{L: English}, v)
	fmt.Fprintln(&b, English.Name(v))
	if about := r.about(); about != nil {
		_ = about.Render(context.Background(), &b) // to a Builder
		fmt.Fprintln(&b)
	}
	fmt.Fprintln(&b, strings.Join(English.Character(v), "; "))
	for _, s := range r.Sections {
		fmt.Fprintf(&b, "\n%s\n", s.Title)
		for _, sentence := range s.Sentences {
			fmt.Fprintln(&b, "-", sentence)
		}
	}
	for _, e := range []Example{r.Yes, r.No} {
		fmt.Fprintf(&b, "\n%s on %s: %s\n", e.Card, e.On, e.Text)
	}
	return b.String()
}

func TestTheRulesOfEachGameAreThoseOfTheGoldenFile(t *testing.T) {
	for _, v := range game.Variants {
		file := filepath.Join("testdata", "rules", v.Slug+".txt")
		got := rulesText(v)
		if *update {
			if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if got != string(want) {
			t.Errorf("%s:\n%s\nwant\n%s", v.Slug, got, want)
		}
	}
}

func TestTheExamplesAreALegalAndAnIllegalMove(t *testing.T) {
	for _, v := range game.Variants {
		r := NewRules(Page{L: English}, v)
		if !v.Builds(r.Yes.Card, r.Yes.On) || v.Builds(r.No.Card, r.No.On) || r.No.Card == 0 || r.No.On.Rank() != r.No.Card.Rank()+1 {
			t.Errorf("%s: %s on %s is legal, %s on %s is not", v.Slug, r.Yes.Card, r.Yes.On, r.No.Card, r.No.On)
		}
		for _, e := range []Example{r.Yes, r.No} {
			if !strings.Contains(e.Text, index(e.Card)) || !strings.Contains(e.Text, index(e.On)) {
				t.Errorf("%s: of %s on %s it says %q", v.Slug, e.Card, e.On, e.Text)
			}
		}
	}
}

func TestASketchShowsTheDealOfTheGame(t *testing.T) {
	for _, v := range game.Variants {
		cards := sketch(v)
		count := map[string]int{}
		seen := map[[2]int]bool{}
		for _, c := range cards {
			count[c.class]++
			if seen[[2]int{c.x, c.y}] {
				t.Errorf("%s: two cards at %d, %d", v.Slug, c.x, c.y)
			}
			seen[[2]int{c.x, c.y}] = true
			if height := sketchTop + (v.Rows-1)*sketchFan + 11; c.x < 0 || c.x+8 > sketchWidth(v) || c.y < 0 || c.y+11 > height {
				t.Errorf("%s: a card at %d, %d is not in the picture", v.Slug, c.x, c.y)
			}
		}
		down, up, empty := 1+v.Columns*v.FaceDown, v.Columns*(v.Rows-v.FaceDown), 8
		if v.AcesOut {
			up, empty = up+8, 0
		}
		if count["down"] != down || count["up"] != up || count["empty"] != empty {
			t.Errorf("%s: %v, want %d face down, %d face up, %d empty", v.Slug, count, down, up, empty)
		}
	}
}

func TestThePageOfTheRulesComparesAllGames(t *testing.T) {
	page := drawn(t, RulesPage(Page{L: English, Base: "/cards"}))
	for _, v := range game.Variants {
		if !strings.Contains(page, `<a href="/cards/rules/`+v.Slug+`">`+English.Name(v)+`</a>`) {
			t.Errorf("%s is not there", v.Slug)
		}
		if n := strings.Count(page, fmt.Sprintf("<td>%d × %d</td>", v.Columns, v.Rows)); n == 0 {
			t.Errorf("%s: %d × %d is not there", v.Slug, v.Columns, v.Rows)
		}
	}
	if !slices.Contains(strings.Split(page, "<"), "td>3") || strings.Count(page, "●●●●") != 2 {
		t.Errorf("the page is %s", page)
	}
}
