package views

import (
	"slices"
	"strings"
	"unicode"

	"github.com/a-h/templ"
	"golang.org/x/text/collate"
	"golang.org/x/text/language"
	"golang.org/x/text/unicode/norm"

	"fortythieves/game"
)

// Name is a variant's name.
func (l *Locale) Name(v *game.Variant) string { return l.T("game." + v.Slug) }

// Variants are the games in the order of the language, the base game first.
func (l *Locale) Variants() []*game.Variant { return l.variants }

func (l *Locale) sortNames() {
	order := collate.New(language.Make(l.Lang))
	l.variants = slices.Clone(game.Variants)
	slices.SortStableFunc(l.variants[1:], func(a, b *game.Variant) int {
		return order.CompareString(l.Name(a), l.Name(b))
	})
}

// finds reports whether a variant goes by a name that has the text in it: the name in this language or in
// English, the slug, or another name. folded is the text as fold makes it.
func (l *Locale) finds(v *game.Variant, folded string) bool {
	for _, name := range append([]string{v.Slug, v.Name, l.Name(v)}, v.Aliases...) {
		if strings.Contains(fold(name), folded) {
			return true
		}
	}
	return false
}

// fold reduces a name to its letters and digits, lower case, without accents.
func fold(s string) string {
	return plainLetters.Replace(strings.Map(func(r rune) rune {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			return -1
		}
		return unicode.ToLower(r)
	}, norm.NFD.String(s)))
}

// plainLetters are the letters that people without them on their keyboard type otherwise, and that are no
// letter with an accent to Unicode.
var plainLetters = strings.NewReplacer("ø", "o", "æ", "ae", "đ", "d", "ł", "l", "ı", "i", "ß", "ss")

// unsure reports whether a name is one of those that few players of the language know: then the English one is
// shown beside it.
func (l *Locale) unsure(v *game.Variant) bool {
	return slices.Contains(strings.Fields(l.T("lang.unsure")), v.Slug) && l.Name(v) != v.Name
}

// naming is a variant's name at its first place on a page.
func (l *Locale) naming(v *game.Variant) templ.Component { return piece(l.appendNaming(v)) }

func (l *Locale) appendNaming(v *game.Variant) piece {
	return func(dst []byte) []byte {
		dst = appendEscaped(dst, l.Name(v))
		if l.unsure(v) {
			dst = append(dst, ' ')
			dst = l.appendForeign(dst, "en", "("+v.Name+")")
		}
		return dst
	}
}

// namingIn is a sentence of key with a variant's name, at its first place, for the placeholder {game}.
func (l *Locale) namingIn(key string, v *game.Variant, pairs ...string) templ.Component {
	return l.with(key, "game", l.appendNaming(v), pairs...)
}

// with is a sentence in which something drawn stands for a placeholder.
func (l *Locale) with(key, name string, inside piece, pairs ...string) piece {
	return func(dst []byte) []byte {
		before, after := l.around(key, name, pairs...)
		return appendEscaped(inside(appendEscaped(dst, before)), after)
	}
}

// foreign is text in another language.
func (l *Locale) foreign(lang, text string) piece {
	return func(dst []byte) []byte { return l.appendForeign(dst, lang, text) }
}

func (l *Locale) appendForeign(dst []byte, lang, text string) []byte {
	if lang == l.Lang {
		return appendEscaped(dst, text)
	}
	dst = append(append(append(dst, `<span lang="`...), lang...), `">`...)
	return append(appendEscaped(dst, text), `</span>`...)
}

// aliases are the other names of a variant, each in its language.
func (l *Locale) aliases(v *game.Variant) templ.Component {
	return l.with("home.also", "names", func(dst []byte) []byte {
		for i, name := range v.Aliases {
			if i > 0 {
				dst = append(dst, ", "...)
			}
			lang := "en"
			if name == "Le Cadran" {
				lang = "fr"
			}
			dst = l.appendForeign(dst, lang, name)
		}
		return dst
	})
}

// names are the variants that a page has named already.
type names map[*game.Variant]bool

// first reports whether a variant is named for the first time.
func (n names) first(v *game.Variant) bool {
	was := n[v]
	n[v] = true
	return !was
}

// nameOf is the name of a variant by its slug; what is no slug stands for itself.
func (l *Locale) nameOf(slug string) string {
	if v := game.BySlug(slug); v != nil {
		return l.Name(v)
	}
	return slug
}
