package views

import (
	"bytes"
	"regexp"
	"strings"
	"testing"

	"github.com/a-h/templ"

	"fortythieves/game"
)

// chosen are the settings of pairs of names and values.
func chosen(pairs ...string) Settings {
	return ChooseSettings(func(name string) string {
		for i := 0; i+1 < len(pairs); i += 2 {
			if pairs[i] == name {
				return pairs[i+1]
			}
		}
		return ""
	})
}

func TestEverySettingIsKeptInItsStoredForm(t *testing.T) {
	for _, group := range settingGroups {
		for _, setting := range group.Settings {
			for i, option := range setting.Options {
				s := chosen(setting.Name, option)
				text := s.String()
				if again := ParseSettings(text); again.Get(setting.Name) != option || again.String() != text {
					t.Errorf("%s %s is stored as %q and read as %s", setting.Name, option, text, again.Get(setting.Name))
				}
				if want := map[bool]string{true: "", false: `{"` + setting.Name + `":"` + option + `"}`}[i == 0]; text != want {
					t.Errorf("%s %s is stored as %q, want %q", setting.Name, option, text, want)
				}
				for _, other := range settingGroups {
					for _, o := range other.Settings {
						if o.Name != setting.Name && s.Get(o.Name) != o.Options[0] {
							t.Errorf("%s %s makes %s %s", setting.Name, option, o.Name, s.Get(o.Name))
						}
					}
				}
			}
		}
	}
	all := chosen("tap", "select", "double", "column", "up", "on", "theme", "dark", "table", "plum", "print", "large",
		"suits", "2", "colours", "4", "hand", "left", "homes", "below")
	if again := ParseSettings(all.String()); again.String() != all.String() || len(again.chosen) != 10 {
		t.Errorf("%s is read as %s", all, again)
	}
}

func TestWhatIsNoSettingIsLeftOut(t *testing.T) {
	for _, text := range []string{
		"", "{}", "null", "[]", "1", "x", `{"tap"`, `{"tap":1}`, `{"tap":""}`, `{"tap":"Select"}`, `{"tap":"smart"}`,
		`{"nope":"x"}`, `{"suits":"3"}`, `{"suits":"4"}`, `{"theme":"<b>"}`, `{"":""}`, "\xff", strings.Repeat("[", 1000),
	} {
		if s := ParseSettings(text); s.String() != "" || s.Get("tap") != "smart" {
			t.Errorf("%.40q is read as %s", text, s)
		}
	}
	if s := ParseSettings(`{"tap":"select","nope":"x","theme":"pink","up":"on"}`); s.String() != `{"tap":"select","up":"on"}` {
		t.Errorf("what is left is %s", s)
	}
}

func TestASettingThatThereIsNotIsAMistakeOfTheProgrammer(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("no panic")
		}
	}()
	Settings{}.Get("nope")
}

// drawn is the HTML of a component.
func drawn(t *testing.T, c templ.Component) string {
	t.Helper()
	var b bytes.Buffer
	if err := c.Render(t.Context(), &b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

var rootTag = regexp.MustCompile(`<html ([^>]*)>`)

// root are the attributes of the <html> of a board.
func root(t *testing.T, slug string, s Settings) string {
	t.Helper()
	board := NewBoard(Page{L: English, S: s}, Table{ID: "id", Game: game.New(game.BySlug(slug), 1)})
	m := rootTag.FindStringSubmatch(drawn(t, BoardPage(board)))
	if m == nil {
		t.Fatal("no root")
	}
	return m[1]
}

func TestThePageIsMarkedWithWhatIsChosen(t *testing.T) {
	for pair, want := range map[string]string{
		"": `lang="en"`, "tap select": `lang="en" data-tap="select"`, "double column": `lang="en" data-double="column"`,
		"double nothing": `lang="en" data-double="nothing"`, "up on": `lang="en" data-up="on"`,
		"theme light": `lang="en" data-theme="light"`, "theme dark": `lang="en" data-theme="dark"`,
		"table blue": `lang="en" data-table="blue"`, "table plum": `lang="en" data-table="plum"`, "print large": `lang="en" data-print="large"`,
		"hand left": `lang="en" data-hand="left"`, "homes below": `lang="en" data-homes="below"`,
	} {
		if got := root(t, "forty-thieves", chosen(strings.Fields(pair)...)); got != want {
			t.Errorf("%q: <html %s>, want %s", pair, got, want)
		}
	}
}

func TestSuitsHaveFourColoursUnlessTheColumnsBuildByColour(t *testing.T) {
	const two = `lang="en" data-suits="2"`
	const four = `lang="en"`
	for _, v := range game.Variants {
		byColour := v.Build == game.OtherColour
		for _, c := range []struct {
			pair       string
			suit, tint string // for building in suit or another suit; by colour
		}{
			{"", four, two}, {"suits 2", two, two}, {"suits 4", four, two}, {"colours 4", four, four}, {"colours 2", four, two},
			{"suits 2 colours 4", two, four},
		} {
			want := c.suit
			if byColour {
				want = c.tint
			}
			if got := root(t, v.Slug, chosen(strings.Fields(c.pair)...)); got != want {
				t.Errorf("%s, %q: <html %s>, want %s", v.Slug, c.pair, got, want)
			}
		}
	}
}

func TestTheSchemeOfTheBrowserFollowsTheTheme(t *testing.T) {
	for theme, want := range map[string]string{"auto": "light dark", "light": "light", "dark": "dark"} {
		page := drawn(t, SettingsPage(Page{L: English, S: chosen("theme", theme)}, "", false))
		if !strings.Contains(page, `<meta name="color-scheme" content="`+want+`">`) {
			t.Errorf("%s: %s", theme, page)
		}
	}
}

func TestTheFoundationsStandBelowTheColumnsIfChosen(t *testing.T) {
	for homes, want := range map[string]bool{"above": false, "below": true} {
		board := NewBoard(Page{L: English, S: chosen("homes", homes)}, Table{ID: "id", Game: game.New(game.BySlug("lucas"), 1)})
		page := drawn(t, BoardFragment(board))
		if below := strings.Index(page, `class="row tableau"`) < strings.Index(page, `class="row upper"`); below != want {
			t.Errorf("%s: the foundations stand below: %v", homes, below)
		}
	}
}

func TestThePageOfTheSettingsShowsWhatIsChosen(t *testing.T) {
	s := chosen("tap", "select", "print", "large")
	page := drawn(t, SettingsPage(Page{L: English, S: s}, "abc", true))
	for _, group := range settingGroups {
		for _, setting := range group.Settings {
			for _, option := range setting.Options {
				input := `<input type="radio" name="` + setting.Name + `" value="` + option + `"`
				checked := input + " checked>"
				if !strings.Contains(page, input) || strings.Contains(page, checked) != (s.Get(setting.Name) == option) {
					t.Errorf("%s %s: checked is wrong in %s", setting.Name, option, page)
				}
			}
		}
	}
	if !strings.Contains(page, `href="/games/abc"`) || !strings.Contains(page, `name="game" value="abc"`) || !strings.Contains(page, "Saved.") {
		t.Errorf("the page is %s", page)
	}
}
