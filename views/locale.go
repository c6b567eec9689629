package views

import (
	"embed"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"

	"fortythieves/game"
)

//go:embed locales/*.json
var catalogues embed.FS

// Locale is a language with its catalogue. A catalogue is one file: keys and sentences, in which
// {name} stands for a value; a sentence that depends on a number has one form for each plural
// category.
type Locale struct {
	Lang      string // a BCP 47 tag, for lang attributes
	sentences map[string]sentence
	cards     [64]string // names of the 52 faces, by game.Card.Face
}

// sentence is a text cut at its placeholders: parts[0] + value of names[0] + parts[1] + …
type sentence struct {
	parts, names []string
	one          *sentence // the form for one, where there is a difference
}

// English is the language of the program's own messages and of what a catalogue lacks.
var English = mustLoad("en")

func mustLoad(lang string) *Locale {
	l, err := load(lang)
	if err != nil {
		panic(err)
	}
	return l
}

func load(lang string) (*Locale, error) {
	data, err := catalogues.ReadFile("locales/" + lang + ".json")
	if err != nil {
		return nil, err
	}
	var raw map[string]any
	if err := json.Unmarshal(data, &raw); err != nil {
		return nil, fmt.Errorf("catalogue %s: %w", lang, err)
	}
	l := &Locale{Lang: lang, sentences: make(map[string]sentence, len(raw))}
	for key, v := range raw {
		switch v := v.(type) {
		case string:
			l.sentences[key] = cut(v)
		case map[string]any:
			other, _ := v["other"].(string)
			one, _ := v["one"].(string)
			if other == "" || one == "" || len(v) != 2 {
				return nil, fmt.Errorf("catalogue %s: %s wants the forms one and other", lang, key)
			}
			s, first := cut(other), cut(one)
			s.one = &first
			l.sentences[key] = s
		default:
			return nil, fmt.Errorf("catalogue %s: %s is no text", lang, key)
		}
	}
	for s := game.Clubs; s <= game.Spades; s++ {
		for r := game.Ace; r <= game.King; r++ {
			l.cards[game.NewCard(0, s, r)] = l.T("card",
				"rank", l.T("rank."+string(r.Letter())), "suit", l.T("suit."+string(s.Letter())))
		}
	}
	return l, nil
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

// T is the sentence of key. pairs are the placeholders' names and values, in turn. A key that the
// catalogue lacks stands for itself, so that a test or a reader sees it.
func (l *Locale) T(key string, pairs ...string) string {
	s, ok := l.sentences[key]
	if !ok {
		return key
	}
	return s.fill("", pairs)
}

// Has reports whether the catalogue has a sentence of key.
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
	if n == 1 && s.one != nil {
		s = *s.one
	}
	return s.fill(strconv.Itoa(n), pairs)
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

// Name is a variant's name.
func (l *Locale) Name(v *game.Variant) string { return l.T("game." + v.Slug) }

// Duration is a time played, such as 4:05 or 1:02:33.
func (l *Locale) Duration(d time.Duration) string {
	s := int(d / time.Second)
	if s < 3600 {
		return fmt.Sprintf("%d:%02d", s/60, s%60)
	}
	return fmt.Sprintf("%d:%02d:%02d", s/3600, s/60%60, s%60)
}

// buildKeys end the keys that differ by the build rule.
var buildKeys = [3]string{"same-suit", "other-suit", "other-colour"}
