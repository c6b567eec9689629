package views

import (
	"io/fs"
	"slices"
	"strings"
	"sync"

	"golang.org/x/text/language"
)

// Locales are all languages, English first, then by their tags.
var Locales = func() []*Locale {
	list := []*Locale{English}
	files, err := fs.ReadDir(catalogues, "locales")
	if err != nil {
		panic(err)
	}
	for _, f := range files {
		if lang := strings.TrimSuffix(f.Name(), ".json"); lang != English.Lang {
			list = append(list, mustLoad(lang, English))
		}
	}
	return list
}()

// Language is the language of a tag, and nil where there is none.
func Language(tag string) *Locale {
	i := slices.IndexFunc(Locales, func(l *Locale) bool { return l.Lang == tag })
	if i < 0 {
		return nil
	}
	return Locales[i]
}

// Match is the language that suits the header Accept-Language best, English where none does.
func Match(header string) *Locale {
	switch {
	case header == "":
		return English
	case len(header) > 200: // anybody can send anything
		return match(header)
	}
	matched.Lock()
	defer matched.Unlock()
	l, ok := matched.by[header]
	if !ok {
		if len(matched.by) >= 500 || matched.by == nil {
			matched.by = map[string]*Locale{}
		}
		l = match(header)
		matched.by[header] = l
	}
	return l
}

func match(header string) *Locale {
	_, i := language.MatchStrings(matcher, header)
	return Locales[i]
}

// matched are the languages of headers that came before: most browsers ask for the same.
var matched struct {
	sync.Mutex
	by map[string]*Locale
}

var matcher = func() language.Matcher {
	var tags []language.Tag
	for _, l := range Locales {
		tags = append(tags, language.MustParse(l.Lang))
	}
	return language.NewMatcher(tags)
}()

// tags are those of all languages.
func tags() (list []string) {
	for _, l := range Locales {
		list = append(list, l.Lang)
	}
	return list
}
