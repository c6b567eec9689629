package game

// Reason says why a move is refused. The words for players are in the catalogue, under
// "refused." and the reason.
type Reason string

const (
	Malformed       Reason = "malformed"        // no such pile, or cards that cannot go there at all
	GameOver        Reason = "game-over"        // the game is finished
	TooLong         Reason = "too-long"         // the log has MaxMoves moves
	StockEmpty      Reason = "stock-empty"      // and the waste is empty too
	NoRedeal        Reason = "no-redeal"        // the stock is empty and no redeal is left
	EmptyPile       Reason = "empty-pile"       // nothing there to move
	NotTop          Reason = "not-top"          // only the top card of the waste, the last of a column
	FaceDown        Reason = "face-down"        // a card of the run lies face down
	OneCard         Reason = "one-card"         // one card moves at a time
	OneHome         Reason = "one-home"         // to the foundations cards go one at a time
	NotRun          Reason = "not-run"          // the cards do not build on each other
	TooFewColumns   Reason = "too-few-columns"  // not enough empty columns to move so many one by one
	WrongRank       Reason = "wrong-rank"       // the card needs one a rank higher
	WrongSuit       Reason = "wrong-suit"       // it needs the same suit
	SuitTwice       Reason = "suit-twice"       // it needs any other suit
	WrongColour     Reason = "wrong-colour"     // it needs the other colour
	OnAce           Reason = "on-ace"           // nothing builds on an ace
	FoundationNeeds Reason = "foundation-needs" // the foundations of the suit need another card
	FromFoundation  Reason = "from-foundation"  // a card does not come back
	SamePile        Reason = "same-pile"        // from a pile to itself
)

// Refusal is the error of a move that the rules do not allow.
type Refusal struct {
	Move   Move
	Reason Reason
	Card   Card  // the card that was to move, where it is known and face up
	On     Card  // the card it was to go on; by FoundationNeeds the one that must go there before
	Most   int   // by TooFewColumns: so many cards could move
	Build  Build // the variant's rule
}

func (r *Refusal) Error() string { return r.Move.String() + ": " + string(r.Reason) }

// why says why a move that is not legal is refused.
func (s *State) why(m Move) *Refusal {
	no := func(r Reason) *Refusal { return &Refusal{Move: m, Reason: r, Build: s.Variant.Build} }
	switch {
	case s.Won():
		return no(GameOver)
	case m == Draw && len(s.Waste) > 0:
		return no(NoRedeal)
	case m == Draw:
		return no(StockEmpty)
	case m.From == Foundation:
		return no(FromFoundation)
	case m.From == Stock, m.To == Stock, m.To == Waste, m.N < 1, m.N > 104, s.missing(m.From), s.missing(m.To):
		return no(Malformed)
	case m.From == m.To:
		return no(SamePile)
	}
	cards := s.cards(m.From)
	n := int(m.N)
	if len(cards) == 0 {
		return no(EmptyPile)
	}
	if n > len(cards) || n > 1 && m.From == Waste {
		return no(NotTop)
	}
	if i, ok := m.From.Column(); ok && n > len(cards)-s.Columns[i].Down {
		return no(FaceDown)
	}
	c := cards[len(cards)-n]
	about := func(r Reason, on Card) *Refusal {
		f := no(r)
		f.Card, f.On = c, on
		return f
	}
	i, _ := m.From.Column()
	if n > 1 && m.To == Foundation {
		return about(OneHome, 0)
	}
	if n > 1 && n > s.Built(i) {
		if s.Variant.Runs {
			return about(NotRun, 0)
		}
		return about(OneCard, 0)
	}
	if m.To == Foundation {
		return about(FoundationNeeds, s.neededFirst(c))
	}
	to, _ := m.To.Column()
	if target := s.Columns[to].Cards; len(target) > 0 && !s.Variant.Builds(c, target[len(target)-1]) {
		on := target[len(target)-1]
		return about(s.Variant.whyNot(c, on), on)
	}
	f := about(TooFewColumns, 0)
	f.Most = s.mostThrough(m)
	return f
}

// missing reports whether p is a column that the variant does not have.
func (s *State) missing(p Pile) bool {
	i, ok := p.Column()
	return ok && i >= len(s.Columns)
}

// Refuse is the refusal of c on the card on in a column, or nil if it may go there.
func (v *Variant) Refuse(c, on Card) *Refusal {
	if v.Builds(c, on) {
		return nil
	}
	return &Refusal{Reason: v.whyNot(c, on), Card: c, On: on, Build: v.Build}
}

// whyNot says why c does not go on the card on.
func (v *Variant) whyNot(c, on Card) Reason {
	switch {
	case on.Rank() == Ace:
		return OnAce
	case c.Rank()+1 != on.Rank():
		return WrongRank
	case v.Build == SameSuit:
		return WrongSuit
	case v.Build == OtherSuit:
		return SuitTwice
	default:
		return WrongColour
	}
}

// neededFirst is the card, of pack 0, that must go to a foundation before c can: of the two that the
// suit's foundations wait for, the highest that is lower than c.
func (s *State) neededFirst(c Card) Card {
	var need Rank
	for i := 2 * int(c.Suit()); i < 2*int(c.Suit())+2; i++ {
		if r := Rank(len(s.Foundations[i]) + 1); r < c.Rank() {
			need = max(need, r)
		}
	}
	return NewCard(0, c.Suit(), need)
}
