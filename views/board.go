package views

import (
	"strconv"
	"strings"
	"time"

	"fortythieves/game"
)

// Table is what a board is drawn from.
type Table struct {
	ID        string
	Game      *game.Game
	Version   int64
	Counted   bool
	Started   bool // it has had a move
	Restarted bool // the deal was started over
	Settled   bool
	Won       bool
	Clean     bool
	Played    time.Duration
	Streak    int    // of the variant, when the game is won
	From      *Place // what is selected
	Ask       string // the question asked: restart, give-up, new
	See       string // what is looked at: waste, table, keys
	Said      *Said  // what happened; nil for the last move
	Hint      *Hint  // what is advised; nil for nothing
	Light     *Light // whether it can still be won; nil if that is not known yet
	DeadEnd   bool   // it is proved that no further card comes home
	Winnable  bool   // the deal can be won
	Hard      int    // how hard the deal is, from 1 to 4; 0 where that is not known
}

// Said is a sentence with cards in it: as signs to be shown, as words to be spoken.
type Said struct{ Shown, Spoken string }

// Board is the view model of the table.
type Board struct {
	Page
	Table
	Variant     *game.Variant
	Stock       Spot
	Waste       Spot
	WasteUnder  []game.Card // the other cards of the last draw
	WasteLabel  string      // names them
	Foundations [8]Spot
	Columns     []Column
	Said        Said
	Facts       []string // about deal and stock
	Lines       []string // of what is looked at
	Selected    string   // the place selected, in the text form
	Click       string   // what a click names: from, or to while something is selected
	CanUndo     bool
	CanRedo     bool
	CanDraw     bool
	CanUp       bool
	CanFinish   bool
	Turns       bool // drawing turns the waste over
	Restarted   bool // back at the deal, with moves that can be redone
	Stuck       bool
	Shuttling   bool
	answer      bool // to a click of the script, so nothing in it is for text browsers
}

// Spot is a place to click: the uncovered card of a pile, a card inside a run, or an empty place.
type Spot struct {
	ID      string
	Place   string // what a click on it posts
	Card    game.Card
	Label   string
	Text    string // on an empty place
	Note    string // a second line on the stock
	Targets string // the piles it can go to, separated by spaces
	Only    string // the one that a tap sends it to, if there is no choice
	Pressed bool   // it is selected
	Target  bool   // the selected card can go here
	Last    bool   // it was moved last
	Twin    bool   // it is the selected card's twin
	Hint    bool   // it is part of what is advised
	Dead    bool   // a click does nothing
}

// Column is a column of the tableau, from the buried end.
type Column struct {
	Pile       string
	Down       int         // cards face down
	Under      []game.Card // face-up cards that are covered and in no run with the last
	UnderLabel string      // names both
	Run        []Spot      // the run on which the last card lies
	RunLabel   string      // says of which column
	Top        Spot
}

// NewBoard draws a table. Hidden cards do not get into it.
func NewBoard(p Page, t Table) *Board {
	s := t.Game.State()
	b := &Board{Page: p, Table: t, Variant: s.Variant, Click: "from",
		CanUndo: !t.Settled && t.Game.Cursor() > 0,
		CanRedo: !t.Settled && t.Game.Cursor() < len(t.Game.Moves()),
		CanDraw: !t.Settled && s.CanDraw(),
		Turns:   len(s.Stock) == 0,
	}
	if !t.Settled {
		b.Stuck, b.Shuttling = s.Stuck(), s.Shuttling()
		b.DeadEnd = t.DeadEnd && !b.Stuck && !b.Shuttling
		b.Restarted = t.Restarted && b.CanRedo && !b.CanUndo
		b.CanUp = s.CanUp()
		_, b.CanFinish = s.Finish()
	}
	selected := Place{}
	if t.From != nil && !t.Settled && selectable(s, *t.From) {
		selected = *t.From
		b.Selected, b.Click = selected.String(), "to"
	}
	b.Stock = p.L.stock(s, b.CanDraw)
	b.Waste = b.waste(s)
	for i, f := range s.Foundations {
		b.Foundations[i] = b.foundation(f, game.Suit(i/2), i)
	}
	b.Columns = make([]Column, len(s.Columns))
	for i := range s.Columns {
		b.Columns[i] = b.column(s, i)
	}
	b.markLast()
	places := targets(s, selected)
	if selected.N > 0 {
		b.mark(s, selected, places)
	}
	b.markHint(s)
	b.Facts = b.facts(s)
	b.Lines = b.lines(s)
	b.Said = p.L.Last(t.Game)
	if t.Said != nil {
		b.Said = *t.Said
	} else if t.Hint != nil {
		b.Said = p.L.Hint(s, *t.Hint)
	} else if selected.N > 0 {
		b.Said = p.L.Selection(s, selected, len(places))
	}
	for _, news := range []struct {
		is  bool
		key string
	}{{b.Won, "won.title"}, {b.Stuck, "stuck.title"}, {b.Shuttling, "stuck.shuttle.title"}, {b.DeadEnd, "stuck.dead.title"}} {
		if news.is {
			b.Said = b.Said.And(Plain(p.L.T(news.key)))
		}
	}
	return b
}

// word is a word for text browsers, nothing in an answer to the script.
func (b *Board) word(key string) string {
	if b.answer {
		return ""
	}
	return b.L.T(key)
}

// targets are the piles to which the cards of a place can go.
func targets(s *game.State, at Place) []game.Pile {
	return s.AppendTargets(nil, at.Pile, at.N)
}

// targetWords are targets for the page's script.
func targetWords(targets []game.Pile) string {
	var words [64]byte
	text := words[:0]
	for i, p := range targets {
		if i > 0 {
			text = append(text, ' ')
		}
		text = append(text, pileNames[p]...)
	}
	return string(text)
}

// selectable reports whether there are cards at a place that can be picked up, together if several.
func selectable(s *game.State, at Place) bool {
	if at.Pile == game.Waste {
		return len(s.Waste) > 0 && at.N == 1
	}
	i, ok := at.Pile.Column()
	return ok && i < len(s.Columns) && at.N >= 1 && at.N <= s.Built(i)
}

// top is the spot of a card that lies on a pile or in a run.
func (b *Board) top(s *game.State, c game.Card, at Place, label string) Spot {
	spot := Spot{ID: cardID(c), Place: at.String(), Card: c, Label: label, Dead: b.Settled}
	if !b.Settled {
		var room [16]game.Pile
		to := s.AppendTargets(room[:0], at.Pile, at.N)
		spot.Targets = targetWords(to)
		if p, ok := onlyPlace(s, at, to); ok {
			spot.Only = pileNames[p]
		}
	}
	return spot
}

func (l *Locale) stock(s *game.State, canDraw bool) Spot {
	n, left := len(s.Stock), s.RedealsLeft()
	spot := Spot{ID: "stock", Place: "d", Dead: !canDraw}
	redeals := s.Variant.Redeals > 0
	switch {
	case n > 0:
		key := "stock.draw"
		if s.Variant.Draw > 1 && n == 1 {
			key = "stock.draw.last"
		} else if s.Variant.Draw > 1 {
			key = "stock.draw.3"
		}
		spot.Label, spot.Text = l.N(key, n), itoa(n)
	case canDraw:
		spot.Label, spot.Text = l.N("stock.turn", left), l.T("stock.turn.short")
	case redeals && left > 0:
		spot.Label, spot.Text = l.N("stock.empty.redeals", left), l.T("stock.empty.short.redeals")
	default:
		spot.Label, spot.Text = l.T("stock.empty"), l.T("stock.empty.short")
	}
	if redeals && n > 0 {
		spot.Note = l.T("stock.redeals.none")
		if left > 0 {
			spot.Note = l.N("stock.redeals", left)
		}
		spot.Label += ", " + spot.Note
	} else if redeals && left > 0 {
		spot.Note = l.N("stock.redeals", left)
	}
	return spot
}

func (b *Board) waste(s *game.State) Spot {
	n := len(s.Waste)
	if n == 0 {
		return Spot{ID: "waste", Place: "w", Text: "–", Label: b.L.T("waste.empty"), Dead: true}
	}
	c := s.Waste[n-1]
	under := s.Waste[max(0, n-s.Variant.Draw) : n-1]
	b.WasteUnder, b.WasteLabel = under, ""
	if len(under) > 0 {
		b.WasteLabel = b.L.T("column.under", "cards", b.L.list(under, b.L.Card))
	}
	key := "waste.top"
	if n == 1 {
		key = "waste.only"
	}
	return b.top(s, c, Place{game.Waste, 1}, b.L.N(key, n, "card", b.L.Card(c)))
}

func (b *Board) foundation(f []game.Card, suit game.Suit, i int) Spot {
	if len(f) == 0 {
		return Spot{ID: "f" + itoa(i), Place: "f", Text: suitSigns[suit], Dead: b.Settled,
			Label: b.L.T("foundation.empty", "suit", b.L.T("suit."+string(suit.Letter())))}
	}
	c := f[len(f)-1]
	return Spot{ID: cardID(c), Place: "f", Card: c, Dead: b.Settled, Label: b.L.T("foundation", "card", b.L.Card(c))}
}

func (b *Board) column(s *game.State, i int) Column {
	col, pile := s.Columns[i], game.Column(i)
	number := itoa(i + 1)
	c := Column{Pile: pileNames[pile], Down: col.Down}
	n := len(col.Cards)
	if n == 0 {
		c.Top = Spot{ID: c.Pile, Place: c.Pile, Dead: b.Settled, Text: "–", Label: b.L.T("column.empty", "n", number)}
		return c
	}
	built := s.Built(i)
	c.Under = col.Cards[col.Down : n-built]
	if built > 1 {
		c.Run = make([]Spot, 0, built-1)
	}
	for k := built; k > 1; k-- {
		card := col.Cards[n-k]
		c.Run = append(c.Run, b.top(s, card, Place{pile, k}, b.L.Card(card)))
	}
	if built > 1 {
		c.RunLabel = b.L.T("column.run", "column", number)
	}
	card, key := col.Cards[n-1], "column.top"
	if n == 1 {
		key = "column.only"
	}
	c.Top = b.top(s, card, Place{pile, 1}, b.L.T(key, "card", b.L.Card(card), "column", number))
	if n > built {
		c.UnderLabel = b.L.T("column.under", "cards", b.L.under(c.Under, col.Down))
	}
	return c
}

// under names covered cards, from the last to the buried end, with those face down counted.
func (l *Locale) under(cards []game.Card, down int) string {
	text := l.list(cards, l.Card)
	switch {
	case down == 0:
		return text
	case text == "":
		return l.N("column.down", down)
	default:
		return text + ", " + l.N("column.down", down)
	}
}

// list names cards, the last first.
func (l *Locale) list(cards []game.Card, name func(game.Card) string) string {
	var b strings.Builder
	b.Grow(20 * len(cards))
	for i := len(cards) - 1; i >= 0; i-- {
		b.WriteString(name(cards[i]))
		if i > 0 {
			b.WriteString(", ")
		}
	}
	return b.String()
}

// markLast marks the card that was moved last.
func (b *Board) markLast() {
	step, ok := b.Game.Last()
	if !ok || step.Card == 0 {
		return
	}
	b.each(func(s *Spot) { s.Last = s.Card == step.Card })
}

// each calls do with every spot.
func (b *Board) each(do func(*Spot)) {
	do(&b.Waste)
	for i := range b.Foundations {
		do(&b.Foundations[i])
	}
	for i := range b.Columns {
		for j := range b.Columns[i].Run {
			do(&b.Columns[i].Run[j])
		}
		do(&b.Columns[i].Top)
	}
}

// mark shows what is selected, where it can go and, among the cards on top and in runs, its twin.
func (b *Board) mark(s *game.State, at Place, to []game.Pile) {
	place, twin := at.String(), cardAt(s, at).Twin()
	b.each(func(spot *Spot) {
		spot.Twin = spot.Card == twin
		if spot.Place == place && spot.Card != 0 {
			spot.Pressed, spot.Label = true, b.L.T("card.selected", "label", spot.Label)
		}
	})
	target := func(spot *Spot) {
		spot.Target, spot.Label = true, b.L.T("card.target", "label", spot.Label)
	}
	for _, p := range to {
		if i, ok := p.Column(); ok {
			target(&b.Columns[i].Top)
		} else {
			target(&b.Foundations[s.FoundationFor(cardAt(s, at))])
		}
	}
}

// cardAt is the lowest card of those at a place, the one that must fit.
func cardAt(s *game.State, at Place) game.Card {
	cards := s.Waste
	if i, ok := at.Pile.Column(); ok {
		cards = s.Columns[i].Cards
	}
	return cards[len(cards)-at.N]
}

// cardID is the id of a card's element. Twins have different ones; a hidden card has none.
func cardID(c game.Card) string { return cardIDs[c] }

var cardIDs = func() (ids [128]string) {
	for pack := range 2 {
		for s := game.Clubs; s <= game.Spades; s++ {
			for r := game.Ace; r <= game.King; r++ {
				c := game.NewCard(pack, s, r)
				ids[c] = "k" + c.String() + strconv.Itoa(pack+1)
			}
		}
	}
	return ids
}()

// pileNames are the text forms of the piles.
var pileNames = func() (names [16]string) {
	for p := range game.Pile(len(names)) {
		names[p] = p.String()
	}
	return names
}()

// cardClass are the classes of a card without an id: its suit, and ten for the widest rank.
func cardClass(c game.Card) string {
	if c.Rank() == 10 {
		return tenClasses[c.Suit()]
	}
	return suitClasses[c.Suit()]
}

var (
	suitClasses = [4]string{"card c", "card d", "card h", "card s"}
	tenClasses  = [4]string{"card c ten", "card d ten", "card h ten", "card s ten"}
)

func itoa(n int) string { return strconv.Itoa(n) }
