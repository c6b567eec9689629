package views

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"fortythieves/game"
)

// texts are the texts of a catalogue by their keys, those of the plural categories one after the other.
func texts(t *testing.T, lang string) map[string]string {
	t.Helper()
	list := map[string]string{}
	for key, v := range catalogue(t, lang) {
		switch v := v.(type) {
		case string:
			list[key] = v
		case map[string]any:
			for _, category := range categoryNames {
				if form, ok := v[category].(string); ok {
					list[key] += form + "\n"
				}
			}
		}
	}
	return list
}

// uninflected are the languages whose nouns stay as they are after a number.
var uninflected = []string{"hu", "id"}

func TestEveryCatalogueHasTheSameKeysAndPlaceholders(t *testing.T) {
	english, raw := texts(t, "en"), catalogue(t, "en")
	for _, l := range Locales {
		if len(l.Missing) > 0 {
			t.Errorf("%s lacks %v", l.Lang, l.Missing)
		}
		own := catalogue(t, l.Lang)
		for key, text := range texts(t, l.Lang) {
			if _, ok := english[key]; !ok {
				t.Errorf("%s: %s is a key that English has not", l.Lang, key)
				continue
			}
			if got, want := holes(text), holes(english[key]); !slices.Equal(got, want) {
				t.Errorf("%s: %s has the placeholders %v, want %v", l.Lang, key, got, want)
			}
			if text == "" && key != "lang.unsure" {
				t.Errorf("%s: %s is empty", l.Lang, key)
			}
			_, plural := own[key].(map[string]any)
			_, inEnglish := raw[key].(map[string]any)
			if plural != inEnglish && !slices.Contains(uninflected, l.Lang) {
				t.Errorf("%s: %s depends on a number, or not, otherwise than in English", l.Lang, key)
			}
		}
	}
}

// holes are the names of the placeholders of a text, each once. How a language orders a date is its own affair.
func holes(text string) []string {
	list := placeholder.FindAllString(text, -1)
	slices.Sort(list)
	return slices.Compact(list)
}

// In Macedonian the form one is that of 21 and 31, too: what it says must be right of them.
func TestTheFormOfOneHasTheNumberWhereItStandsForOthersToo(t *testing.T) {
	for _, l := range Locales {
		if pluralRules[l.T("lang.plural")].of(21) != one {
			continue
		}
		for key, v := range catalogue(t, l.Lang) {
			forms, ok := v.(map[string]any)
			if ok && strings.Contains(forms["other"].(string), "{n}") && !strings.Contains(forms["one"].(string), "{n}") {
				t.Errorf("%s: %s says %q of 21", l.Lang, key, forms["one"])
			}
		}
	}
}

// alike are the keys whose sentence may be the English one, by language: names, signs, and words that are the
// same in both.
var alike = map[string][]string{
	"": {"game.lucas", "game.maria", "say.move", "percent", "lang.plural", "lang.group", "lang.group.from", "lang.clock", "lang.date", "lang.month",
		"review.mark.lost", "review.mark.unknown", "review.mark.won"},
	"af": {"month.4", "month.9", "month.11"},
	"da": {"replay.pause", "share.link", "tool.menu"},
	"id": {"month.4", "month.9", "month.11", "rank.J", "tool.menu"},
}

// strangers are English words that are words of no other language here, or not of those not listed.
var strangers = regexp.MustCompile(`(?i)(?:^|[^\p{L}])(the|and|of|is|are|was|with|this|that|from|cards?|games?|moves?|stock|waste|foundations?|columns?|undo|redo|restart|wins?|losses|streak|suits?|deals?|settings|rules|you|your)(?:$|[^\p{L}])`)

// kept are English words that a language has as its own, or names with one in it.
var kept = map[string][]string{
	"af": {"is", "was", "of"}, // is, was, or
	"hu": {"is"},              // too
}

func TestNoEnglishIsLeftInAnotherLanguage(t *testing.T) {
	english := texts(t, "en")
	for _, l := range Locales[1:] {
		for key, text := range texts(t, l.Lang) {
			if text == english[key] && !slices.Contains(alike[""], key) && !slices.Contains(alike[l.Lang], key) {
				t.Errorf("%s: %s is English: %s", l.Lang, key, text)
			}
			if strings.HasPrefix(key, "lang.") {
				continue
			}
			for _, m := range strangers.FindAllStringSubmatch(strings.ReplaceAll(placeholder.ReplaceAllString(text, ""), " ", "  "), -1) {
				if !slices.Contains(kept[l.Lang], strings.ToLower(m[1])) {
					t.Errorf("%s: %s has the English word %q: %s", l.Lang, key, m[1], text)
				}
			}
		}
	}
}

func TestTheSigns(t *testing.T) {
	for _, l := range Locales {
		latin := regexp.MustCompile(`[A-Za-z]+`)
		if l.Lang != "mk" {
			if cyrillic := regexp.MustCompile(`\p{Cyrillic}`); slices.ContainsFunc(values(texts(t, l.Lang)), cyrillic.MatchString) {
				t.Errorf("%s has Cyrillic letters", l.Lang)
			}
			continue
		}
		// A Latin letter among Cyrillic ones looks the same and is found by no search.
		allowed := strings.Fields("PySolFC Solvitaire solitaire gg Enter Shift Ctrl Z Escape D F H U R T W w f d Host Europe Copenhagen A J Q K")
		for key, text := range texts(t, l.Lang) {
			for _, word := range latin.FindAllString(placeholder.ReplaceAllString(text, ""), -1) {
				if !slices.Contains(allowed, word) && !strings.HasPrefix(key, "lang.") {
					t.Errorf("mk: %s has the Latin word %q", key, word)
				}
			}
		}
	}
}

func values(m map[string]string) (list []string) {
	for _, v := range m {
		list = append(list, v)
	}
	return list
}

// mistakes are words that machine translations of these rules have been seen to use: clothing for suits,
// charities for foundations, garden tools for spades, ship decks for packs, and others. A word stands for
// itself only, not for a part of another; a star stands for any ending.
var mistakes = map[string][]string{
	"af": {"Duiwels", "rowers", "Getal Tien", "Rang en lêer", "tafelblad", "tabel", "tafel", "tableau", "Stigting", "paal", "gesigspaal",
		"weggooipaal", "rede", "redes", "dek", "gesig-af", "afgedruk", "rye", "pak", "kleed", "Spades", "Behandel", "geteken"},
	"da": {"Fyrre tyve", "Forty Thieves", "Rangering og fil", "søjle*", "lager*", "bestand*", "bortskaft*", "kasserende bunke",
		"genoptagelse", "genangiver", "dæk", "jakkesæt", "samme farve", "en anden farve", "Flytningskort", "fif", "spil spillet",
		"vindende rækkefølge", "ess", "jack", "dronning"},
	"hu": {"indián*", "Tíz szám", "táblázat*", "alapítvány*", "állomány*", "szemétdomb", "eldobott halom", "megváltás*", "fedélzet*",
		"öltöny*", "csoszog*", "vezér", "szívek", "ásó*", "jack"},
	"id": {"Jalanan", "yayasan", "penawaran ulang", "tawar-ulang", "buka lagi", "setelan", "peringkat", "mencoret", "pangeran", "soliter", "baju"},
	"mk": {"Солидарните", "Малку Четириесет", "Ранг и датотека", "ранг", "Улиците", "таблоид", "табела", "фондација*", "состојба", "акци*",
		"отказ", "исправи", "палуба", "картичк*", "костим", "истиот шпил", "променливи бои", "донесете", "справува", "префрлат",
		"картички за движење", "Аце", "Џек", "Кинг", "крал", "срцата", "лопат*", "Солитер", "потега"},
}

func TestNoCatalogueHasAWordThatMachinesTakeForAnother(t *testing.T) {
	for lang, words := range mistakes {
		for _, word := range words {
			pattern := `(?i)(^|[^\p{L}])` + strings.ReplaceAll(regexp.QuoteMeta(word), `\*`, `\p{L}*`) + `($|[^\p{L}])`
			wrong := regexp.MustCompile(pattern)
			for key, text := range texts(t, lang) {
				if wrong.MatchString(text) && !strings.HasPrefix(key, "lang.") {
					t.Errorf("%s: %s has %q: %s", lang, key, word, text)
				}
			}
		}
	}
}

// Who speaks to the browser says what stands on a button: its name must have that in it.
func TestTheNameOfAButtonHasItsTextInIt(t *testing.T) {
	for _, l := range Locales {
		for name, text := range map[string]string{"home.play.long": "home.play", "daily.play": "home.play", "home.deal.long": "home.deal",
			"home.continue.long": "home.continue", "replay.long": "replay",
			"stock.empty": "stock.empty.short", "stock.empty.redeals": "stock.empty.short.redeals"} {
			if !strings.Contains(strings.ToLower(l.T(name)), strings.ToLower(l.T(text))) {
				t.Errorf("%s: the button %q is named %q", l.Lang, l.T(text), l.T(name))
			}
		}
	}
}

func TestPlurals(t *testing.T) {
	numbers := []int{0, 1, 2, 5, 11, 21, 101, 111}
	for lang, want := range map[string]string{
		"en": "0 moves, 1 move, 2 moves, 5 moves, 11 moves, 21 moves, 101 moves, 111 moves",
		"af": "0 skuiwe, 1 skuif, 2 skuiwe, 5 skuiwe, 11 skuiwe, 21 skuiwe, 101 skuiwe, 111 skuiwe",
		"da": "0 træk, 1 træk, 2 træk, 5 træk, 11 træk, 21 træk, 101 træk, 111 træk",
		"hu": "0 lépés, 1 lépés, 2 lépés, 5 lépés, 11 lépés, 21 lépés, 101 lépés, 111 lépés",
		"id": "0 langkah, 1 langkah, 2 langkah, 5 langkah, 11 langkah, 21 langkah, 101 langkah, 111 langkah",
		"mk": "0 потези, 1 потег, 2 потези, 5 потези, 11 потези, 21 потег, 101 потег, 111 потези",
	} {
		var got []string
		for _, n := range numbers {
			got = append(got, Language(lang).N("moves", n))
		}
		if strings.Join(got, ", ") != want {
			t.Errorf("%s says %s, want %s", lang, strings.Join(got, ", "), want)
		}
	}
	for name, want := range map[string]string{
		"none":       "other other other other other other other other",
		"english":    "other one other other other other other other",
		"french":     "one one other other other other other other",
		"macedonian": "other one other other other one one other",
		"russian":    "many one few many many one one many",
		"polish":     "many one few many many many many many",
		"czech":      "other one few other other other other other",
	} {
		var got []string
		for _, n := range numbers {
			c := pluralRules[name].of(n)
			if !slices.Contains(pluralRules[name].forms, c) {
				t.Errorf("%s: %d takes the form %s, which it has not", name, n, categoryNames[c])
			}
			got = append(got, categoryNames[c])
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s is %s, want %s", name, strings.Join(got, " "), want)
		}
	}
}

func TestTheNamesOfTheCards(t *testing.T) {
	ranks := map[string]string{
		"en": "ace 2 3 4 5 6 7 8 9 10 jack queen king",
		"af": "aas twee drie vier vyf ses sewe agt nege tien boer dame heer",
		"da": "es to tre fire fem seks syv otte ni ti knægt dame konge",
		"hu": "ász kettes hármas négyes ötös hatos hetes nyolcas kilences tízes bubi dáma király",
		"id": "as dua tiga empat lima enam tujuh delapan sembilan sepuluh jack ratu raja",
		"mk": "ас двојка тројка четворка петка шестка седумка осумка деветка десетка џандар дама поп",
	}
	patterns := map[string]string{
		"en": "R of clubs, R of diamonds, R of hearts, R of spades",
		"af": "klawerR, ruiteR, harteR, skoppensR",
		"da": "klør R, ruder R, hjerter R, spar R",
		"hu": "treff R, káró R, kőr R, pikk R",
		"id": "R keriting, R wajik, R hati, R sekop",
		"mk": "R детелина, R баклава, R срце, R лист",
	}
	for _, l := range Locales {
		names := strings.Fields(ranks[l.Lang])
		for s, pattern := range strings.Split(patterns[l.Lang], ", ") {
			for r, name := range names {
				want := strings.Replace(pattern, "R", name, 1)
				if got := l.Card(game.NewCard(0, game.Suit(s), game.Rank(r+1))); got != want {
					t.Errorf("%s: %q, want %q", l.Lang, got, want)
				}
			}
		}
	}
	ten := map[string]string{"en": "10 of hearts", "af": "hartetien", "da": "hjerter ti", "hu": "kőr tízes", "id": "sepuluh hati", "mk": "десетка срце"}
	for lang, want := range ten {
		if got := Language(lang).Card(game.NewCard(1, game.Hearts, 10)); got != want {
			t.Errorf("%s: the ten of hearts is %q", lang, got)
		}
	}
}

func TestNumbersDaysAndTimesAsTheLanguageWritesThem(t *testing.T) {
	day := time.Date(2026, 11, 3, 23, 0, 0, 0, time.UTC)
	for lang, want := range map[string]string{
		"en": "999 1,234 12,345 1,234,567; 45%; 3 November 2026; November 2026; 4:05 1:02:33",
		"af": "999 1_234 12_345 1_234_567; 45%; 3 November 2026; November 2026; 4:05 1:02:33",
		"da": "999 1.234 12.345 1.234.567; 45_%; 3. november 2026; november 2026; 4.05 1.02.33",
		"hu": "999 1234 12_345 1_234_567; 45%; 2026. november 3.; 2026. november; 4:05 1:02:33",
		"id": "999 1.234 12.345 1.234.567; 45%; 3 November 2026; November 2026; 4.05 1.02.33",
		"mk": "999 1.234 12.345 1.234.567; 45_%; 3 ноември 2026 г.; ноември 2026 г.; 4:05 1:02:33",
	} {
		l := Language(lang)
		got := fmt.Sprintf("%s %s %s %s; %s; %s; %s; %s %s", l.Number(999), l.Number(1234), l.Number(12345), l.Number(1234567),
			l.Percent(45), l.Date(day), l.Month(day), l.Duration(245*time.Second), l.Duration(3753*time.Second))
		if got != strings.ReplaceAll(want, "_", "\u00a0") {
			t.Errorf("%s writes %s, want %s", lang, got, want)
		}
	}
}

func TestTheLanguageThatABrowserAsksFor(t *testing.T) {
	for header, want := range map[string]string{
		"": "en", "en-US,en;q=0.9": "en", "da": "da", "da-DK,da;q=0.9,en;q=0.8": "da", "hu-HU": "hu", "id-ID,id;q=0.9": "id", "af-ZA": "af",
		"mk-MK,mk;q=0.9,sr;q=0.8": "mk", "de,hu;q=0.5": "hu", "fr-FR,fr;q=0.9,en;q=0.8,hu;q=0.1": "en", "xx": "en", "*": "en", "da;q=0,hu": "hu",
		",;q=\x00": "en", "ja": "en", "in": "id", strings.Repeat("x,", 2000): "en",
	} {
		if got := Match(header).Lang; got != want {
			t.Errorf("%.40q gets %s, want %s", header, got, want)
		}
	}
	for _, tag := range []string{"", "xx", "DA", "auto", "da-DK"} {
		if l := Language(tag); l != nil {
			t.Errorf("%q is the language %s", tag, l.Lang)
		}
	}
}

func TestGamesAreInTheOrderOfTheLanguageTheBaseGameFirst(t *testing.T) {
	for lang, want := range map[string]string{
		"en": "Forty Thieves, Indian, Limited, Little Forty, Lucas, Maria, Number Ten, Rank and File, Streets",
		"da": "Fyrretyve røvere, Begrænset, Gader, Indisk, Lille fyrre, Lucas, Maria, Menige soldater, Nummer ti",
		"hu": "Negyven tolvaj, Indiai, Kis negyven, Korlátozott, Közkatonák, Lucas, Mária, Tízes szám, Utcák",
		"mk": "Четириесет крадци, Број десет, Индиски, Лукас, Мала четириесетка, Марија, Обични војници, Ограничен, Улици",
	} {
		l := Language(lang)
		var got []string
		for _, v := range l.Variants() {
			got = append(got, l.Name(v))
		}
		if strings.Join(got, ", ") != want {
			t.Errorf("%s: %s\nwant %s", lang, strings.Join(got, ", "), want)
		}
	}
}

func TestAGameIsFoundByItsNamesInAnyLanguage(t *testing.T) {
	for _, l := range Locales {
		for _, v := range game.Variants {
			for _, name := range append([]string{l.Name(v), strings.ToUpper(l.Name(v)), v.Name, v.Slug}, v.Aliases...) {
				if h := NewHome(Page{L: l}, name, nil, nil, Figures{}, nil); h.NotFound || !slices.ContainsFunc(h.Games, func(g Tile) bool { return g.Variant == v }) {
					t.Errorf("%s: %q does not find %s", l.Lang, name, v.Slug)
				}
			}
		}
	}
	for query, lang := range map[string]string{"rovere": "da", "fyrretyve": "da", "kozkatonak": "hu", "indier": "af", "марија": "mk", "napoleon": "mk", "cadran": "id"} {
		if h := NewHome(Page{L: Language(lang)}, query, nil, nil, Figures{}, nil); h.NotFound || len(h.Games) != 1 {
			t.Errorf("%s: %q finds %d games", lang, query, len(h.Games))
		}
	}
}

func TestANameThatFewKnowHasTheEnglishBesideIt(t *testing.T) {
	indian := game.BySlug("indian")
	for lang, want := range map[string]string{
		"en": "Indian", "da": `Indisk <span lang="en">(Indian)</span>`, "id": `India <span lang="en">(Indian)</span>`,
	} {
		if got := drawn(t, Language(lang).naming(indian)); got != want {
			t.Errorf("%s: %s, want %s", lang, got, want)
		}
	}
	if got := drawn(t, Language("da").naming(game.BySlug("lucas"))); got != "Lucas" {
		t.Errorf("a name that is the same is %s", got)
	}
}

func TestWhatACatalogueLacksIsEnglishAndCounted(t *testing.T) {
	text, err := catalogues.ReadFile("locales/mk.json")
	if err != nil {
		t.Fatal(err)
	}
	raw := map[string]any{}
	if err := json.Unmarshal(text, &raw); err != nil {
		t.Fatal(err)
	}
	delete(raw, "moves")
	delete(raw, "waste")
	text, err = json.Marshal(raw)
	if err != nil {
		t.Fatal(err)
	}
	l, err := load("mk", text, English)
	if err != nil {
		t.Fatal(err)
	}
	if got := l.T("waste") + l.N("moves", 1) + l.N("moves", 21); got != "Waste1 move21 moves" || !slices.Equal(l.Missing, []string{"moves", "waste"}) {
		t.Errorf("it says %q and counts %v", got, l.Missing)
	}
}

func TestACatalogueThatCannotBeRightIsRefused(t *testing.T) {
	for _, text := range []string{
		`{`, `{}`, `{"lang.plural": "klingon"}`, `{"lang.plural": "english", "a": 1}`, `{"lang.plural": "english", "a": {"one": "x"}}`,
		`{"lang.plural": "english", "a": {"one": "x", "few": "y"}}`, `{"lang.plural": "none", "a": {"one": "x", "other": "y"}}`,
		`{"lang.plural": "none", "lang.group.from": "x"}`,
	} {
		if _, err := load("xx", []byte(text), English); err == nil {
			t.Errorf("%s is read", text)
		}
	}
}
