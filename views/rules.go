package views

import (
	"github.com/a-h/templ"

	"fortythieves/game"
)

// Rules is the page of one game: its rules in whole sentences, chosen by the variant's data.
type Rules struct {
	Page
	Variant  *game.Variant
	Sections []Section
	Yes, No  Example
	Worth    []string // how often it can be won
}

// Section is a part of the rules.
type Section struct {
	Title     string
	Sentences []string
}

// Example is a card on another, with what is to be said of it.
type Example struct {
	Card, On game.Card
	Text     string
}

// NewRules composes the rules of a variant.
func NewRules(p Page, v *game.Variant) Rules {
	l := p.L
	r := Rules{Page: p, Variant: v, Sections: []Section{
		{l.T("rules.aim"), []string{l.T("rules.aim.text")}},
		{l.T("rules.deal"), l.dealRules(v)},
		{l.T("rules.columns"), l.columnRules(v)},
		{l.T("rules.foundations"), l.foundationRules(v)},
		{l.T("rules.stock"), l.stockRules(v)},
		{l.T("rules.end"), []string{l.T("rules.end.won"), l.T("rules.end.stuck")}},
		{l.T("rules.differs"), l.differences(v)},
	}}
	r.Yes, r.No = l.examples(v)
	r.Worth = l.worth(v)
	return r
}

func (l *Locale) dealRules(v *game.Variant) []string {
	s := []string{l.T("rules.deal.columns", "columns", itoa(v.Columns), "rows", itoa(v.Rows), "stock", itoa(v.StockSize()))}
	if v.AcesOut {
		s = append(s, l.T("rules.deal.aces"))
	}
	if v.FaceDown > 0 {
		s = append(s, l.N("rules.deal.down", v.FaceDown))
	} else {
		s = append(s, l.T("rules.deal.up"))
	}
	return s
}

func (l *Locale) columnRules(v *game.Variant) []string {
	s := []string{l.T("rules.build." + buildKeys[v.Build])}
	if v.Runs {
		return append(s, l.T("rules.runs"), l.T("rules.empty.runs"))
	}
	return append(s, l.T("rules.one"), l.T("rules.empty.one"), l.T("rules.several"))
}

func (l *Locale) foundationRules(v *game.Variant) []string {
	if v.AcesOut {
		return []string{l.T("rules.foundations.aces"), l.T("rules.foundations.stay")}
	}
	return []string{l.T("rules.foundations.text"), l.T("rules.foundations.stay")}
}

func (l *Locale) stockRules(v *game.Variant) []string {
	s := []string{l.T("rules.draw.1")}
	if v.Draw > 1 {
		s = []string{l.N("rules.draw.many", v.Draw)}
	}
	if v.Redeals == 0 {
		return append(s, l.T("rules.redeal.none"))
	}
	return append(s, l.N("rules.redeals", v.Redeals, "passes", itoa(v.Passes())))
}

// differences say where other programs play otherwise: for all games, and for this one where the
// catalogue has a sentence.
func (l *Locale) differences(v *game.Variant) []string {
	s := []string{l.T("rules.differs.all")}
	if key := "rules.differs." + v.Slug; l.Has(key) {
		s = append(s, l.T(key))
	}
	return s
}

// examples are a legal and an illegal move of a nine of spades in a column.
func (l *Locale) examples(v *game.Variant) (yes, no Example) {
	nine := game.NewCard(0, game.Spades, 9)
	for s := game.Clubs; s <= game.Spades; s++ {
		on := game.NewCard(0, s, 10)
		if v.Builds(nine, on) {
			yes = Example{nine, on, l.T("rules.example.yes", "card", index(nine), "on", index(on))}
		} else if no.Card == 0 || s == game.Spades && v.Build != game.SameSuit {
			no = Example{nine, on, l.Refusal(v.Refuse(nine, on)).Shown}
		}
	}
	return yes, no
}

// about says by what other names the game goes; nil where there are none.
func (r Rules) about() templ.Component {
	if len(r.Variant.Aliases) == 0 {
		return nil
	}
	return r.L.aliases(r.Variant)
}
