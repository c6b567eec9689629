package views

import (
	"fmt"
	"strings"
	"testing"

	"fortythieves/game"
)

// placeOf is the place of that text.
func placeOf(t *testing.T, text string) Place {
	t.Helper()
	at, ok := ParsePlace(text)
	if !ok {
		t.Fatalf("%q is no place", text)
	}
	return at
}

// fillUp is the text of a position of which foundations and some columns are given: the other columns hold
// a king of clubs or diamonds each, then queens and the ace of clubs, on which nothing goes that is given
// here, and all other cards lie in the stock.
func fillUp(slug, given string) string {
	left := map[string]int{}
	for _, suit := range "CDHS" {
		for _, rank := range "A23456789TJQK" {
			left[string(rank)+string(suit)] = 2
		}
	}
	var pass, homes, columns string
	named := map[string]bool{}
	for line := range strings.Lines(given) {
		words := strings.Fields(line)
		switch words[0] {
		case "pass":
			pass = line
			continue
		case "foundations":
			homes = strings.TrimSpace(line)
			for _, c := range words[1:] {
				for _, rank := range "A23456789TJQK"[:strings.IndexByte("A23456789TJQK", c[0])+1] {
					left[string(rank)+c[1:]]--
				}
			}
			continue
		}
		columns += strings.TrimSpace(line) + "\n"
		named[words[0]] = true
		for _, c := range words[1:] {
			left[strings.Trim(c, "()")]--
		}
	}
	block := strings.Fields("KC KC KD KD 2C 2C 2D 2D 4C 4C 4D 4D 6C")
	for i := range game.BySlug(slug).Columns {
		name := fmt.Sprintf("c%d", i+1)
		for ; !named[name] && !strings.Contains(columns, name+" "); block = block[1:] {
			if left[block[0]] > 0 {
				left[block[0]]--
				columns += name + " " + block[0] + "\n"
			}
		}
	}
	var stock strings.Builder
	for _, suit := range "CDHS" {
		for _, rank := range "A23456789TJQK" {
			for range left[string(rank)+string(suit)] {
				stock.WriteString(" " + string(rank) + string(suit))
			}
		}
	}
	return "variant " + slug + "\n" + pass + homes + "\nstock" + stock.String() + "\n" + columns
}

func TestATapGoesWhereThereIsOneSensiblePlace(t *testing.T) {
	for _, c := range []struct{ name, slug, columns, from, want string }{
		{"one column", "forty-thieves", "c1 KH QS\nc2 KS JH\nc3 JS", "c3", "c1"},
		{"two columns that take it", "forty-thieves", "c1 KH QS\nc2 KD QS\nc3 JS", "c3", ""},
		{"any other suit", "indian", "c1 KH QH\nc2 KS QS\nc3 JS", "c3", "c1"},
		{"no column", "indian", "c1 KH QS\nc2 KS QS\nc3 JS", "c3", ""},
		{"a run", "number-ten", "c1 KH QH\nc2 KS JS TH", "c2x2", "c1"},
		{"the middle of a run", "number-ten", "c1 KH QH\nc2 KS JS TH", "c2", ""},
		{"what is no run", "number-ten", "c1 KH QH\nc2 KS JS TS", "c2x2", ""},
		{"a foundation alone", "forty-thieves", "c1 KH AS", "c1", "f"},
		{"a foundation and a column", "forty-thieves", "foundations TS\nc1 KH QS\nc3 3H JS", "c3", ""},
		{"an empty column", "forty-thieves", "c1 KH QH\nc2", "c1", "c2"},
		{"several empty columns, the leftmost", "forty-thieves", "c1 KH QH\nc4\nc6\nc9", "c1", "c4"},
		{"an empty column on its left", "forty-thieves", "c1\nc2\nc5 KH QH", "c5", "c1"},
		{"a column and empty ones", "forty-thieves", "c1 KH QS\nc2\nc3 3H JS", "c3", ""},
		{"a foundation and an empty column", "forty-thieves", "c1 KH AS\nc2", "c1", ""},
		{"a whole column to an empty one", "forty-thieves", "c1 KH\nc2", "c1", ""},
		{"a whole column to a foundation, not to an empty one", "forty-thieves", "c1 AS\nc2", "c1", "f"},
		{"a whole column to a column, not to an empty one", "forty-thieves", "c1 KH QS\nc2\nc3 JS", "c3", "c1"},
		{"a whole run to an empty column", "number-ten", "c1 JS TH\nc2", "c1x2", ""},
		{"the end of a run to an empty column", "number-ten", "c1 JS TH\nc2", "c1", "c2"},
		{"a run by way of an empty column", "forty-thieves", "c1 KH QS\nc2\nc3 3H JS TS", "c3x2", "c1"},
		{"a run without an empty column", "forty-thieves", "c1 KH QS\nc3 3H JS TS", "c3x2", ""},
		{"a column that there is not", "forty-thieves", "c1 KH", "c11", ""},
		{"a foundation as the source", "forty-thieves", "foundations 2H\nc1 KH 3S", "f", ""},
		{"the stock", "forty-thieves", "c1 KH", "s", ""},
	} {
		s := filled(t, c.slug, c.columns)
		got, ok := OnlyPlace(s, placeOf(t, c.from))
		if name := map[bool]string{true: got.String()}[ok]; name != c.want {
			t.Errorf("%s: %s has the only place %q, want %q", c.name, c.from, name, c.want)
		}
	}
}

// filled is the position of fillUp.
func filled(t *testing.T, slug, columns string) *game.State {
	t.Helper()
	s, err := game.ParsePosition(fillUp(slug, columns))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestASecondTapGoesWhereTheSettingSays(t *testing.T) {
	const both = "c1 KH QS\nc2 KS JS\nc3 JS" // and the foundation of spades at ten takes it too
	for _, c := range []struct{ setting, columns, homes, from, want string }{
		{"foundation", both, "TS", "c3", "f"},
		{"column", both, "TS", "c3", "c1"},
		{"nothing", both, "TS", "c3", ""},
		{"foundation", both, "9S", "c3", ""}, // not to a column instead
		{"column", both, "9S", "c3", "c1"},
		{"nothing", both, "9S", "c3", ""},
		{"foundation", "c1 KH QH\nc3 JS", "TS", "c3", "f"},
		{"column", "c1 KH QH\nc3 JS", "TS", "c3", "f"}, // there is no other
		{"nothing", "c1 KH QH\nc3 JS", "TS", "c3", ""},
		{"foundation", "c1 KH QH\nc3 JS", "9S", "c3", ""},
		{"column", "c1 KH QH\nc3 JS", "9S", "c3", ""},
	} {
		s := filled(t, "forty-thieves", "foundations "+c.homes+"\n"+c.columns)
		settings := ChooseSettings(func(name string) string { return map[string]string{"double": c.setting}[name] })
		got, ok := SecondTap(s, placeOf(t, c.from), settings)
		if name := map[bool]string{true: got.String()}[ok]; name != c.want {
			t.Errorf("%s, foundation %s, %q: a second tap goes to %q, want %q", c.setting, c.homes, c.columns, name, c.want)
		}
	}
}
