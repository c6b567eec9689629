package static

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// The colours of css/10-tokens.css by their names, in one scheme and on one table.
type palette map[string]string

var (
	tokenRule  = regexp.MustCompile(`(?m)^(:root|\[data-table="(\w+)"\]|\[data-suits="2"\]) \{([^}]*)\}`)
	tokenValue = regexp.MustCompile(`--([\w-]+):\s*(?:light-dark\((#\w+), (#\w+)\)|(#\w+)|var\(--([\w-]+)\));`)
)

// palettes are all there are, by a name such as "dark, plum, 2 colours of suits".
func palettes(t *testing.T) map[string]palette {
	t.Helper()
	text, err := embedded.ReadFile("css/10-tokens.css")
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]palette{}
	for scheme, name := range []string{"light", "dark"} {
		for _, table := range []string{"green", "blue", "plum"} {
			for _, suits := range []string{"4", "2"} {
				p := palette{}
				for _, rule := range tokenRule.FindAllStringSubmatch(string(text), -1) {
					if rule[2] != "" && rule[2] != table || strings.Contains(rule[1], "suits") && suits == "4" {
						continue
					}
					for _, v := range tokenValue.FindAllStringSubmatch(rule[3], -1) {
						switch {
						case v[4] != "":
							p[v[1]] = v[4]
						case v[5] != "":
							p[v[1]] = p[v[5]]
						default:
							p[v[1]] = v[2+scheme]
						}
					}
				}
				all[fmt.Sprintf("%s, %s, %s colours of suits", name, table, suits)] = p
			}
		}
	}
	return all
}

// luminance is what WCAG 2.2 calls relative luminance, of a colour such as "#1f6b4a".
func luminance(t *testing.T, colour string) float64 {
	t.Helper()
	n, err := strconv.ParseUint(strings.TrimPrefix(colour, "#"), 16, 32)
	if err != nil || len(colour) != 7 {
		t.Fatalf("%q is no colour of six digits", colour)
	}
	linear := func(shift int) float64 {
		c := float64(n>>shift&0xff) / 255
		if c <= 0.04045 {
			return c / 12.92
		}
		return math.Pow((c+0.055)/1.055, 2.4)
	}
	return 0.2126*linear(16) + 0.7152*linear(8) + 0.0722*linear(0)
}

func contrast(t *testing.T, a, b string) float64 {
	t.Helper()
	x, y := luminance(t, a), luminance(t, b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

func TestContrastIsComputedAsWCAGHasIt(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want float64
	}{{"#000000", "#ffffff", 21}, {"#777777", "#ffffff", 4.48}, {"#1f6b4a", "#1f6b4a", 1}} {
		if got := contrast(t, c.a, c.b); math.Abs(got-c.want) > 0.005 {
			t.Errorf("%s on %s has %.3f, want %.2f", c.a, c.b, got, c.want)
		}
	}
}

// Every text and every sign that says something stands out from what it lies on, in both schemes and on
// each of the tables. Of colours joined by a slash one is enough: they stand side by side. A name that
// starts with # is a colour itself.
func TestEveryPaletteHasContrast(t *testing.T) {
	const text, sign = 4.5, 3
	pairs := []struct {
		least    float64
		what, on string
		where    string
	}{
		{text, "ink ink-soft link", "paper tile", "words on pages, notices and tiles"},
		{text, "on-action", "action", "the main button"},
		{text, "on-felt", "felt felt-deep", "words at the table and on its buttons"},
		{text, "line-felt", "felt felt-deep", "words on empty places and on buttons with nothing to do"},
		{text, "spade heart diamond club", "face", "suits and ranks"},
		{text, "#ffffff", "back", "the number of cards in the stock"},
		{text, "#000000", "mark", "the button that finishes"},
		{sign, "line-felt", "felt felt-deep", "empty places, the suits in them, frames of buttons"},
		{sign, "edge", "face", "the edge of a card on a card"},
		{sign, "edge/face", "felt", "a card on the table"},
		{sign, "#ffffff", "back", "the edge of a card that lies face down"},
		{sign, "mark", "mark-edge", "the ring of what is selected or legal, and its own edge"},
		{sign, "mark/mark-edge", "face felt back", "the ring on what it lies on"},
		{sign, "#ffffff/#000000", "face felt felt-deep back mark", "the focus at the table"},
		{sign, "ink", "paper tile", "the focus on pages"},
		{sign, "action ink-soft", "paper tile", "frames of buttons and fields"},
	}
	for name, p := range palettes(t) {
		colour := func(name string) string {
			if strings.HasPrefix(name, "#") {
				return name
			}
			if p[name] == "" {
				t.Fatalf("there is no colour --%s", name)
			}
			return p[name]
		}
		for _, pair := range pairs {
			for _, on := range strings.Fields(pair.on) {
				for _, what := range strings.Fields(pair.what) {
					best := 0.0
					for _, one := range strings.Split(what, "/") {
						best = max(best, contrast(t, colour(one), colour(on)))
					}
					if best < pair.least {
						t.Errorf("%s: %s on %s has %.2f, want %g: %s", name, what, on, best, pair.least, pair.where)
					}
				}
			}
		}
	}
}
