package views

import "github.com/a-h/templ"

// category is a plural category of CLDR.
type category int

const (
	other category = iota
	one
	two
	few
	many
	zero
	categories // how many there are
)

var categoryNames = [categories]string{"other", "one", "two", "few", "many", "zero"}

// A pluralRule says which form of a sentence a whole number from 0 on takes, and which forms there are.
type pluralRule struct {
	of    func(n int) category
	forms []category
}

// pluralRules are rules for whole numbers, named after a language that has them; a catalogue names its rule in
// lang.plural. They are those of CLDR 48: x/text v0.44.0 still has an older one for Macedonian.
var pluralRules = map[string]pluralRule{
	"none":    {func(int) category { return other }, []category{other}},
	"english": {func(n int) category { return when(n == 1, one) }, []category{one, other}},
	"french":  {func(n int) category { return when(n <= 1, one) }, []category{one, other}},
	"macedonian": {func(n int) category { return when(n%10 == 1 && n%100 != 11, one) },
		[]category{one, other}},
	"russian": {func(n int) category {
		switch {
		case n%10 == 1 && n%100 != 11:
			return one
		case n%10 >= 2 && n%10 <= 4 && (n%100 < 12 || n%100 > 14):
			return few
		}
		return many
	}, []category{one, few, many}},
	"polish": {func(n int) category {
		switch {
		case n == 1:
			return one
		case n%10 >= 2 && n%10 <= 4 && (n%100 < 12 || n%100 > 14):
			return few
		}
		return many
	}, []category{one, few, many}},
	"czech": {func(n int) category {
		switch {
		case n == 1:
			return one
		case n >= 2 && n <= 4:
			return few
		}
		return other
	}, []category{one, few, other}},
}

func when(is bool, c category) category {
	if is {
		return c
	}
	return other
}

// forms are the forms of a sentence as attributes of an element, by their categories, for the script, which
// knows the rule from the browser. Where there is only one it is other.
func (l *Locale) forms(key string, pairs ...string) templ.Attributes {
	s := l.sentences[key]
	if s.plural == nil {
		return templ.Attributes{"data-other": s.fill("", pairs)}
	}
	a := templ.Attributes{}
	for c, form := range s.plural.forms {
		if form.parts != nil {
			a["data-"+categoryNames[c]] = form.fill("", pairs)
		}
	}
	return a
}
