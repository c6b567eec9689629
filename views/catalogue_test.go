package views

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"fortythieves/game"
)

// composed are the keys that are put together while the program runs, by the literal with which the
// expression begins: the ends that are added to it.
var composed = map[string][]string{
	"game.":        slugs(),
	"rank.":        strings.Split("A 2 3 4 5 6 7 8 9 T J Q K", " "),
	"card.suit.":   strings.Split("C D H S", " "),
	"month.":       strings.Split("1 2 3 4 5 6 7 8 9 10 11 12", " "),
	"suit.":        strings.Split("C D H S", " "),
	"shape.build.": buildKeys[:],
	"ask.": {"new.title", "new.text", "new.yes", "restart.title", "restart.text", "restart.yes", "give-up.title", "give-up.text", "give-up.yes",
		"daily.title", "daily.text", "daily.yes"},
	"error.": {"400.title", "400.text", "403.title", "404.title", "404.text", "405.title", "405.text", "413.title", "413.text", "422.title", "429.title", "500.title", "500.text",
		"503.title", "507.title"},
	"refused.":     reasons(),
	"rules.build.": buildKeys[:],
	// what no game needs is not there: the others say nothing of it
	"rules.differs.": {"little-forty", "lucas"},
	"rules.example.": {"yes.title", "no.title"},
	"key.":           keyHelp,
	"see.":           {"waste", "table", "keys"},
	"hard.":          {"1", "2", "3", "4"},
	"daily.state.":   {"open", "won", "lost"},
	"chart.":         {"moves", "minutes", "home"},
	"chart.head.":    {"moves", "minutes", "home"},
	"hint.":          {"proved", "ways", "early", "hopeless", "guess", "lost", "nothing"},
	"light.":         {"won", "lost", "unknown"},
	"review.":        {"won", "lost", "unknown"},
	"review.mark.":   {"won", "lost", "unknown"},
	"deal.hard.":     {"1", "2", "3", "4"},
	"import.fault.":  {"variant", "moves", "result", "number", "time"},
	"stats.span.":    Spans,
	"record.":        recordKeys(),
	"setting.group.": settingKeys(true),
	"setting.":       settingKeys(false),
}

// recordKeys are the ends of the keys of the figures, which handlers/stats.go lists, and of what they mean.
func recordKeys() (list []string) {
	text, err := os.ReadFile("../handlers/stats.go")
	if err != nil {
		panic(err)
	}
	for _, m := range regexp.MustCompile(`Key: "([a-z-]+)"`).FindAllStringSubmatch(string(text), -1) {
		list = append(list, m[1], m[1]+".what")
	}
	return list
}

// settingKeys are the ends of the keys of the groups, or of the settings and their options.
func settingKeys(groups bool) (list []string) {
	for _, group := range settingGroups {
		if groups {
			list = append(list, group.Name)
			continue
		}
		for _, setting := range group.Settings {
			list = append(list, setting.Name)
			for _, option := range setting.Options {
				if setting.Name == "lang" && option != "auto" {
					continue // a language has its own name
				}
				list = append(list, setting.Name+"."+option)
			}
		}
	}
	return list
}

func slugs() (list []string) {
	for _, v := range game.Variants {
		list = append(list, v.Slug)
	}
	return list
}

// reasons are the reasons of game/refusal.go. One of them has a sentence for each rule of building.
func reasons() (list []string) {
	text, err := os.ReadFile("../game/refusal.go")
	if err != nil {
		panic(err)
	}
	for _, m := range regexp.MustCompile(`Reason = +"([a-z-]+)"`).FindAllStringSubmatch(string(text), -1) {
		if m[1] != string(game.WrongRank) {
			list = append(list, m[1])
			continue
		}
		for _, rule := range buildKeys {
			list = append(list, m[1]+"."+rule)
		}
	}
	return list
}

// catalogue is a language's file.
func catalogue(t *testing.T, lang string) map[string]any {
	t.Helper()
	text, err := catalogues.ReadFile("locales/" + lang + ".json")
	if err != nil {
		t.Fatal(err)
	}
	sentences := map[string]any{}
	if err := json.Unmarshal(text, &sentences); err != nil {
		t.Fatal(err)
	}
	return sentences
}

var (
	literal = regexp.MustCompile(`"([a-z]+[a-z0-9.-]*)"( *\+)?`)
	asked   = regexp.MustCompile(`\b[TN]\("([^"]+)"( *\+)?|\bkey\b *(?::=|=|:) *"([^"]+)"( *\+)?`)
)

// sources are the files whose sentences are in the catalogues, without what is generated from others.
func sources(t *testing.T) map[string]string {
	t.Helper()
	files := map[string]string{}
	for _, pattern := range []string{"*.go", "*.templ", "../handlers/*.go"} {
		names, err := filepath.Glob(pattern)
		if err != nil || len(names) == 0 {
			t.Fatal(pattern, names, err)
		}
		for _, name := range names {
			if strings.HasSuffix(name, "_test.go") || strings.HasSuffix(name, "_templ.go") {
				continue
			}
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			files[name] = string(text)
		}
	}
	return files
}

func TestEverySentenceThatIsAskedForIsInTheCatalogue(t *testing.T) {
	english := catalogue(t, "en")
	found := 0
	for name, text := range sources(t) {
		for _, m := range asked.FindAllStringSubmatch(text, -1) {
			key, goesOn := m[1]+m[3], m[2]+m[4] != ""
			found++
			if _, ok := composed[key]; goesOn && !ok {
				t.Errorf("%s puts keys together from %q: say in the list above which", name, key)
			}
			if _, ok := english[key]; !goesOn && !ok {
				t.Errorf("%s asks for %q, which is not in the catalogue", name, key)
			}
		}
	}
	if found < 50 {
		t.Errorf("only %d sentences are asked for: are they asked for in another way now?", found)
	}
	for start, ends := range composed {
		for _, end := range ends {
			if _, ok := english[start+end]; !ok {
				t.Errorf("%s%s is not in the catalogue", start, end)
			}
		}
	}
}

func TestEverySentenceOfTheCatalogueIsUsed(t *testing.T) {
	used := map[string]bool{}
	for _, text := range sources(t) {
		for _, m := range literal.FindAllStringSubmatch(text, -1) {
			used[m[1]] = true
		}
	}
	for start, ends := range composed {
		if !used[start] {
			t.Errorf("no key is put together from %q any more", start)
		}
		for _, end := range ends {
			used[start+end] = true
		}
	}
	for _, key := range slices.Sorted(maps.Keys(catalogue(t, "en"))) {
		if !used[key] {
			t.Errorf("nobody asks for %s", key)
		}
	}
}

// placeholder is a name in a sentence that a value takes the place of.
var placeholder = regexp.MustCompile(`\{[^}]*\}`)

func TestTheFormsOfASentenceHaveTheSamePlaceholders(t *testing.T) {
	for key, forms := range catalogue(t, "en") {
		plural, ok := forms.(map[string]any)
		if !ok {
			continue
		}
		one, other := plural["one"].(string), plural["other"].(string)
		inOne, inOther := placeholder.FindAllString(one, -1), placeholder.FindAllString(other, -1)
		for _, name := range inOne {
			if !slices.Contains(inOther, name) {
				t.Errorf("%s: the form for one has %s, the other has not", key, name)
			}
		}
		for _, name := range inOther {
			if name != "{n}" && !slices.Contains(inOne, name) {
				t.Errorf("%s: the form for one lacks %s", key, name)
			}
		}
	}
}

func TestEveryPlaceholderIsANameThatTheProgramFills(t *testing.T) {
	filled := map[string]bool{"n": true, "a": true, "b": true, "c": true} // a, b, c: cards that a refusal names
	for _, text := range sources(t) {
		for _, m := range literal.FindAllStringSubmatch(text, -1) {
			filled[m[1]] = true
		}
	}
	for key, forms := range catalogue(t, "en") {
		text, err := json.Marshal(forms)
		if err != nil {
			t.Fatal(err)
		}
		if _, plural := forms.(map[string]any); plural {
			text = text[1 : len(text)-1] // without the braces of the object
		}
		for _, name := range placeholder.FindAllString(string(text), -1) {
			if !filled[strings.Trim(name, "{}")] {
				t.Errorf("%s has the placeholder %s, which nobody fills", key, name)
			}
		}
	}
}

func TestAKeyThatTheCatalogueLacksStandsForItself(t *testing.T) {
	if got := English.T("no.such.key", "a", "b"); got != "no.such.key" {
		t.Errorf("T gives %q", got)
	}
	if got := English.N("no.such.key", 2); got != "no.such.key" {
		t.Errorf("N gives %q", got)
	}
}
