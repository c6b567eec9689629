package views

import (
	"embed"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"fortythieves/game"
)

//go:embed locales/*.json
var catalogues embed.FS

// Locale is a language with its catalogue. A catalogue is one file: keys and sentences, in which
// {name} stands for a value; a sentence that depends on a number has one form for each plural
// category of the language. The keys that begin with lang. say how the language writes.
type Locale struct {
	Lang      string   // a BCP 47 tag, for lang attributes
	Own       string   // the language's name in the language
	Missing   []string // keys for which the catalogue has no sentence, so that the English stands there
	sentences map[string]sentence
	cards     [64]string      // names of the 52 faces, by game.Card.Face
	variants  []*game.Variant // the games in the order of their names, the base game first
	writing
}

// sentence is a text cut at its placeholders: parts[0] + value of names[0] + parts[1] + …
type sentence struct {
	parts, names []string
	plural       *plural // where the text depends on a number; the rest is then the form other, or the last
}

// plural has the forms of a sentence by their categories.
type plural struct {
	of    func(n int) category
	forms [categories]sentence
}

// English is the language of the program's own messages and of what a catalogue lacks.
var English = mustLoad("en", nil)

func mustLoad(lang string, lacking *Locale) *Locale {
	text, err := catalogues.ReadFile("locales/" + lang + ".json")
	if err != nil {
		panic(err)
	}
	l, err := load(lang, text, lacking)
	if err != nil {
		panic(err)
	}
	return l
}

// load reads a catalogue. What it lacks is taken from another language, if there is one.
func load(lang string, text []byte, lacking *Locale) (*Locale, error) {
	var raw map[string]any
	if err := json.Unmarshal(text, &raw); err != nil {
		return nil, fmt.Errorf("catalogue %s: %w", lang, err)
	}
	l := &Locale{Lang: lang, sentences: make(map[string]sentence, len(raw))}
	name, _ := raw["lang.plural"].(string)
	rule, ok := pluralRules[name]
	if !ok {
		return nil, fmt.Errorf("catalogue %s: lang.plural is %q, want one of %v", lang, name, slices.Sorted(maps.Keys(pluralRules)))
	}
	for key, v := range raw {
		s, err := read(v, rule)
		if err != nil {
			return nil, fmt.Errorf("catalogue %s: %s %w", lang, key, err)
		}
		l.sentences[key] = s
	}
	if lacking != nil {
		for key, s := range lacking.sentences {
			if _, ok := l.sentences[key]; !ok {
				l.sentences[key] = s
				l.Missing = append(l.Missing, key)
			}
		}
		slices.Sort(l.Missing)
	}
	return l, l.prepare()
}

// read prepares a sentence of a catalogue: a text, or an object of texts by the categories of a rule.
func read(v any, rule pluralRule) (sentence, error) {
	if text, ok := v.(string); ok {
		return cut(text), nil
	}
	texts, ok := v.(map[string]any)
	if !ok || len(texts) != len(rule.forms) {
		return sentence{}, fmt.Errorf("is no text, or has %d forms, not %d", len(texts), len(rule.forms))
	}
	p := &plural{of: rule.of}
	var s sentence
	for _, c := range rule.forms {
		text, ok := texts[categoryNames[c]].(string)
		if !ok {
			return sentence{}, fmt.Errorf("has no form %s", categoryNames[c])
		}
		s = cut(text)
		p.forms[c] = s
	}
	s.plural = p
	return s, nil
}

// prepare puts together what is asked for often.
func (l *Locale) prepare() error {
	for s := game.Clubs; s <= game.Spades; s++ {
		for r := game.Ace; r <= game.King; r++ {
			l.cards[game.NewCard(0, s, r)] = l.T("card",
				"rank", l.T("rank."+string(r.Letter())), "suit", l.T("card.suit."+string(s.Letter())))
		}
	}
	l.Own = l.T("lang.name")
	l.sortNames()
	return l.readWriting()
}

// cut prepares a text of a catalogue.
func cut(text string) (s sentence) {
	for {
		before, rest, ok := strings.Cut(text, "{")
		name, after, closed := strings.Cut(rest, "}")
		if !ok || !closed {
			s.parts = append(s.parts, text)
			return s
		}
		s.parts, s.names = append(s.parts, before), append(s.names, name)
		text = after
	}
}

// T is the sentence of key. pairs are the placeholders' names and values, in turn. A key that no
// catalogue has stands for itself, so that a test or a reader sees it.
func (l *Locale) T(key string, pairs ...string) string {
	s, ok := l.sentences[key]
	if !ok {
		return key
	}
	return s.fill("", pairs)
}

// Has reports whether there is a sentence of key.
func (l *Locale) Has(key string) bool {
	_, ok := l.sentences[key]
	return ok
}

// N is the sentence of key for the number n, which is its placeholder {n}.
func (l *Locale) N(key string, n int, pairs ...string) string {
	s, ok := l.sentences[key]
	if !ok {
		return key
	}
	if s.plural != nil {
		s = s.plural.forms[s.plural.of(n)]
	}
	return s.fill(l.Number(n), pairs)
}

// fill puts values into a sentence: n for the placeholder {n}, the others from pairs.
func (s *sentence) fill(n string, pairs []string) string {
	if len(s.names) == 0 {
		return s.parts[0]
	}
	var room [160]byte
	text := room[:0]
	for i, name := range s.names {
		text = append(text, s.parts[i]...)
		if name == "n" && n != "" {
			text = append(text, n...)
			continue
		}
		for j := 0; j+1 < len(pairs); j += 2 {
			if pairs[j] == name {
				text = append(text, pairs[j+1]...)
			}
		}
	}
	return string(append(text, s.parts[len(s.names)]...))
}

// around are the parts of a sentence before and after a placeholder that is drawn, not written.
func (l *Locale) around(key, name string, pairs ...string) (before, after string) {
	before, after, _ = strings.Cut(l.T(key, append(pairs, name, "\x00")...), "\x00")
	return before, after
}

// Card is a card's name in words, such as "ten of hearts".
func (l *Locale) Card(c game.Card) string { return l.cards[c.Face()] }

// suitSigns are the suits' signs in the order of game.Suit.
var suitSigns = [4]string{"♣", "♦", "♥", "♠"}

// index is a card's index: the letters and the sign of its corner, such as 10♥. It is the same in
// every language.
func index(c game.Card) string { return indices[c.Face()] }

var indices = func() (list [64]string) {
	for s := game.Clubs; s <= game.Spades; s++ {
		for r := game.Ace; r <= game.King; r++ {
			list[game.NewCard(0, s, r)] = rankIndex(r) + suitSigns[s]
		}
	}
	return list
}()

func rankIndex(r game.Rank) string {
	if r == 10 {
		return "10"
	}
	return string(r.Letter())
}

// buildKeys end the keys that differ by the build rule.
var buildKeys = [3]string{"same-suit", "other-suit", "other-colour"}
