package game

import (
	"slices"
	"strconv"
	"strings"
	"testing"
)

// upText is the list of moves that bring cards home, as text.
func upText(s *State, may func(*State, Pile) bool) string { return FormatMoves(s.Up(may)) }

func TestUpBringsHomeTheWasteFirstThenColumnsFromLeftToRightUntilNoneCanGo(t *testing.T) {
	eachVariant(t, func(t *testing.T, v *Variant) {
		s := position(t, v.Slug, "foundations 2C AD AH AH AS AS\nstock …\nwaste 5C 3C\nc1 5D 4C 2D\nc2 KH 3D\nc3 3C\nc4 9H 4D")
		before := s.String()
		if got, want := upText(s, nil), "wf,c1f,c1f,wf,c2f,c4f,c1f"; got != want {
			t.Errorf("up is %s, want %s", got, want)
		}
		if s.String() != before {
			t.Error("up has changed the position")
		}
		for _, m := range s.Up(nil) {
			if _, err := s.Apply(m); err != nil {
				t.Fatalf("%v in\n%s", err, s)
			}
		}
		if s.CanUp() || len(s.Up(nil)) > 0 {
			t.Errorf("after all more can go: %s", upText(s, nil))
		}
	})
}

func TestUpAsksOfEachCardInThePositionBeforeIt(t *testing.T) {
	s := position(t, "forty-thieves", "foundations AC AD\nstock …\nwaste 2C\nc1 3C\nc2 3D 2D")
	var asked []string
	got := upText(s, func(at *State, from Pile) bool {
		asked = append(asked, at.Top(from).String()+" of "+strconv.Itoa(at.Home()))
		return at.Top(from).String() != "3C"
	})
	if got != "wf,c2f,c2f" || !strings.HasPrefix(strings.Join(asked, ", "), "2C of 2, 3C of 3, 2D of 3, 3C of 4, 3D of 4") {
		t.Errorf("up is %s after %q", got, asked)
	}
	if got := upText(s, func(*State, Pile) bool { return false }); got != "" {
		t.Errorf("none may go, and up is %s", got)
	}
}

func TestTheTopIsTheUncoveredCardOrNone(t *testing.T) {
	s := position(t, "rank-and-file", "stock …\nwaste 2C 3C\nc1 (4D) 5D 6D\nc2")
	for p, want := range map[Pile]Card{Waste: s.Waste[1], Column(0): s.Columns[0].Cards[2], Column(1): 0, Stock: 0, Foundation: 0, Column(12): 0} {
		if got := s.Top(p); got != want {
			t.Errorf("the top of %s is %v, want %v", p, got, want)
		}
	}
	s.Waste = s.Waste[:0]
	if s.Top(Waste) != 0 {
		t.Error("an empty waste has a top")
	}
}

func TestACardCanGoUpWhenItIsUncoveredAndWanted(t *testing.T) {
	for text, want := range map[string]bool{
		"stock … AC\nwaste":              false, // it must be drawn first
		"stock …\nwaste AC 5D":           false,
		"stock …\nwaste 5D AC":           true,
		"stock …\nc1 AC 5D\nc2 9C":       false,
		"stock …\nc13 AC":                true,
		"foundations AC\nstock …\nc1 3C": false,
		"foundations AC\nstock …\nc1 2C": true,
	} {
		slug := "forty-thieves"
		if strings.Contains(text, "c13") {
			slug = "lucas"
			text = "foundations AC AD AD AH AH AS AS\n" + text
		}
		if s := position(t, slug, text); s.CanUp() != want {
			t.Errorf("%q: %v, want %v", text, s.CanUp(), want)
		}
	}
}

func TestFinishIsOfferedWhenTheRestGoesHomeByItself(t *testing.T) {
	eachVariant(t, func(t *testing.T, v *Variant) {
		const kings = "foundations KC KC KD KD KH KH "
		for _, c := range []struct{ name, text, want string }{
			{"the last card", kings + "KS QS\nc1 KS", "c1f"},
			{"in the waste", kings + "KS QS\nwaste KS", "wf"},
			{"in the stock, not seen yet", kings + "KS QS\nstock KS", ""},
			{"two columns in turn", kings + "KS JS\nc1 KS\nc2 QS", "c2f,c1f"},
			{"a run", kings + "KS TS\nc1 KS QS JS", "c1f,c1f,c1f"},
			{"covered by its lower", kings + "TS TS\nc1 QS QS JS JS\nc2 KS KS", "c1f,c1f,c1f,c1f,c2f,c2f"},
			{"the waste before the column", kings + "KS TS\nwaste KS QS JS", "wf,wf,wf"},
			{"a higher card on it in a column", kings + "KS JS\nc1 QS KS", ""},
			{"a higher card of another suit on it", "foundations KC KC KD KD KH QH KS JS\nc1 KS QS KH", "c1f,c1f,c1f"},
			{"two columns that lock each other", "foundations KC KC KD KD KH JH KS JS\nc1 QH KS\nc2 QS KH", ""},
			// The right twin goes first and the whole is won, but that is left to the player.
			{"twins", kings + "JS TS\nc1 JS QS\nc2 KS KS QS", ""},
		} {
			s := position(t, v.Slug, c.text)
			before := s.String()
			moves, ok := s.Finish()
			if got := FormatMoves(moves); got != c.want || ok != (c.want != "") {
				t.Errorf("%s: finish is %q, %v, want %q", c.name, got, ok, c.want)
			}
			if s.String() != before {
				t.Errorf("%s: finish has changed the position", c.name)
			}
		}
	})
}

func TestFinishDrawsAndRedealsAsLongAsItMay(t *testing.T) {
	const kings = "foundations KC KC KD KD KH KH "
	for _, c := range []struct{ slug, text, want string }{
		{"little-forty", kings + "KS TS\npass 2\nstock KS QS JS", "d,wf,wf,wf"}, // three at once, JS on top
		{"little-forty", kings + "KS TS\npass 2\nstock JS QS KS", ""},           // JS lies under the others in every pass
		{"little-forty", kings + "KS 9S\npass 3\nstock JS\nwaste KS QS TS", "wf,d,wf,wf,wf"},
		{"little-forty", kings + "KS TS\npass 4\nwaste JS QS KS", ""},
		{"little-forty", kings + "KS TS\npass 3\nwaste KS JS QS", ""},
		{"little-forty", kings + "KS 8S\npass 3\nwaste KS TS 9S QS JS", "d,d,wf,wf,d,wf,wf,wf"}, // one redeal
		{"little-forty", kings + "KS 8S\npass 4\nwaste KS TS 9S QS JS", ""},
		{"forty-thieves", kings + "KS TS\nwaste KS QS JS", "wf,wf,wf"},
		{"forty-thieves", kings + "KS TS\nwaste JS QS KS", ""},
	} {
		s := position(t, c.slug, c.text)
		moves, ok := s.Finish()
		if got := FormatMoves(moves); got != c.want || ok != (c.want != "") {
			t.Errorf("%s, %q: finish is %q, %v, want %q", c.slug, c.text, got, ok, c.want)
		}
	}
}

func TestAWonGameIsNotToBeFinished(t *testing.T) {
	s := position(t, "lucas", "foundations KC KC KD KD KH KH KS KS")
	if moves, ok := s.Finish(); ok || len(moves) > 0 {
		t.Errorf("finish is %v", moves)
	}
	if s.CanUp() || len(s.Up(nil)) > 0 {
		t.Error("a card can go up in a won game")
	}
}

// That the rest goes home by itself would tell of cards that the player has not seen.
func TestFinishIsNotOfferedWhileACardIsHidden(t *testing.T) {
	const kings = "foundations KC KC KD KD KH KH "
	for _, c := range []struct {
		slug, text string
		want       bool
	}{
		{"rank-and-file", kings + "KS QS\nc1 KS", true},
		{"rank-and-file", kings + "KS JS\nc1 (KS) QS", false},
		{"rank-and-file", kings + "KS JS\nc1 KS QS", true},
		{"forty-thieves", kings + "KS QS\nstock KS", false},
		{"little-forty", kings + "KS QS\nstock KS", false},
		{"little-forty", kings + "KS QS\npass 2\nstock KS", true},
	} {
		if _, ok := position(t, c.slug, c.text).Finish(); ok != c.want {
			t.Errorf("%s, %q: finish is offered: %v", c.slug, c.text, ok)
		}
	}
}

// What Finish promises is kept: its moves are legal one after the other and win; where it promises nothing,
// the moves of Up and draws alone, which is all it may use, do not win.
func TestFinishKeepsItsPromiseInEndgamesOfAllGames(t *testing.T) {
	eachVariant(t, func(t *testing.T, v *Variant) {
		r := dice(77)
		promised := 0
		for range few(400) {
			s := endgame(t, r, v)
			moves, ok := s.Finish()
			end := s.Clone()
			for _, m := range moves {
				if _, err := end.Apply(m); err != nil {
					t.Fatalf("%v in\n%s", err, end)
				}
				if m != Draw && m.To != Foundation {
					t.Fatalf("finish moves %s", m)
				}
			}
			if ok != end.Won() || !ok && len(moves) > 0 {
				t.Fatalf("finish says %v with %s, which lead to\n%s", ok, FormatMoves(moves), end)
			}
			if ok {
				promised++
			} else if !s.buried() && greedy(s.Clone()) {
				t.Fatalf("finish is not offered, but wins in\n%s", s)
			}
		}
		t.Log(promised, "are finished")
	})
}

// greedy brings home what can go and draws where nothing can, until neither is possible, and reports
// whether that wins.
func greedy(s *State) bool {
	for {
		home := slices.IndexFunc(s.Legal(), func(m Move) bool { return m.To == Foundation })
		switch {
		case home >= 0:
			s.Apply(s.Legal()[home])
		case s.CanDraw():
			s.Apply(Draw)
		default:
			return s.Won()
		}
	}
}

// Each line alters one thing of a position in which a card is safe, or is the limit of a rule.
func TestACardIsSafeByTheRuleOfItsGame(t *testing.T) {
	for _, c := range []struct {
		slug, text string
		from       string
		want       bool
	}{
		{"forty-thieves", "foundations 8S 8S\nc1 9S", "c1", true},
		{"forty-thieves", "foundations 8S 7S\nc1 9S", "c1", false}, // its twin might lie on the other 8
		{"forty-thieves", "foundations 9S 8S\nc1 9S", "c1", true},  // its twin is home
		{"forty-thieves", "foundations KC KC KD KD KH KH 8S 7S\nc1 9S", "c1", false},
		{"forty-thieves", "c1 AS", "c1", true},
		{"forty-thieves", "foundations AS\nc1 2S", "c1", false},
		{"forty-thieves", "foundations AS AS\nwaste … 2S", "w", true},
		{"limited", "foundations 8S 8S\nc1 9S", "c1", true},
		{"lucas", "foundations AC AC AD AD AH AH AS AS\nc1 2S", "c1", true},

		{"indian", "foundations 7C 7C 7D 7D 7H 7H 8S 8S\nc1 9S", "c1", true},
		{"indian", "foundations 6C 7C 7D 7D 7H 7H 8S 8S\nc1 9S", "c1", false},
		{"indian", "foundations 7C 7C 7D 6D 7H 7H 8S 8S\nc1 9S", "c1", false},
		{"indian", "foundations 7C 7C 7D 7D 7H 6H 8S 8S\nc1 9S", "c1", false},
		{"indian", "foundations 7C 7C 7D 7D 7H 7H 8S 7S\nc1 9S", "c1", false},
		{"indian", "foundations 7C 7C 7D 7D 7H 7H 8S 8S\nwaste … 9S", "w", true}, // one at a time, no redeal
		{"indian", "c1 AS", "c1", true},                                          // nothing goes on an ace
		{"indian", "foundations AS AS\nc1 2S", "c1", true},                       // aces go home

		{"streets", "foundations 8D 8D 8H 8H 8S 8S\nc1 9S", "c1", true}, // nothing is left to lie on it
		{"streets", "foundations 8D 7D 8H 8H 8S 8S\nc1 9S", "c1", false},
		{"streets", "foundations 6C 6C 7D 7D 7H 7H 8S 8S\nc1 9S", "c1", true},
		{"streets", "foundations 6C 6C 7D 7D 7H 6H 8S 8S\nc1 9S", "c1", false},
		{"streets", "foundations 6C 5C 7D 7D 7H 7H 8S 8S\nc1 9S", "c1", false},
		{"streets", "foundations 6C 6C 7D 7D 7H 7H 8S 7S\nc1 9S", "c1", false},
		{"streets", "foundations 8D 8D 8H 8H 8S 7S\nc1 9S", "c1", false},
		{"streets", "foundations 8C 8C 8S 8S 8H 8H 6D 6D\nc1 9H", "c1", true},
		{"streets", "foundations 7C 7C 7S 7S 8H 8H 6D 6D\nc1 9H", "c1", true},
		{"streets", "foundations 7C 7C 7S 7S 8H 8H 6D 5D\nc1 9H", "c1", false},
		{"maria", "foundations 8D 8D 8H 8H 8S 8S\nwaste … 9S", "w", true},
		{"number-ten", "foundations 6C 6C 7D 7D 7H 7H 8S 8S\nc1 9S", "c1", true},
		{"rank-and-file", "foundations 6C 5C 7D 7D 7H 7H 8S 8S\nc1 9S", "c1", false},

		// Three are drawn at once and come round again: each that goes from the waste shifts the others.
		{"little-forty", "pass 1\nfoundations 7C 7C 7D 7D 7H 7H 8S 8S\nwaste … 9S", "w", false},
		{"little-forty", "pass 3\nfoundations 7C 7C 7D 7D 7H 7H 8S 8S\nwaste … 9S", "w", false},
		{"little-forty", "pass 4\nfoundations 7C 7C 7D 7D 7H 7H 8S 8S\nwaste … 9S", "w", true},
		{"little-forty", "pass 1\nfoundations 7C 7C 7D 7D 7H 7H 8S 8S\nc1 9S", "c1", true},
	} {
		if !strings.Contains(c.text, "…") {
			c.text += "\nstock …"
		}
		s := position(t, c.slug, c.text)
		from, _ := ParsePile(c.from)
		if s.FoundationFor(s.Top(from)) < 0 {
			t.Fatalf("%s, %q: the card cannot go home", c.slug, c.text)
		}
		if got := s.Safe(from); got != c.want {
			t.Errorf("%s, %q: safe is %v, want %v", c.slug, c.text, got, c.want)
		}
	}
}

// Found by playing at random when the lower foundation of a card's own suit counted for less: with the
// 7♥ of c8, or the 8♠ of c7, gone home the game cannot be won, because the twin lies on what must go first.
func TestACardWhoseTwinMayHaveToGoFirstIsNotSafe(t *testing.T) {
	for _, c := range []struct{ from, text string }{
		{"c8", `variant forty-thieves
foundations 5C 6C 6D 6D 6H 5H TS 9S
waste 8C JS
c1 KS 9H JC JD QH
c2 TH 8H 6C 7C 7H
c3 7D KC JH JS 9H
c4 TD 9D QS QD 9C
c5 JD KC QS 8D 9D
c6 7D 8H QC KD TC
c7 7C KS KD 6H TC
c8 TH KH KH QH 7H
c9 JC 9C QC 8D TS
c10 JH 8C QD TD`},
		{"c7", `variant streets
foundations 7C 7C QD TD QH QH 7S 5S
stock KH KH
waste TS
c1 TC QS QC
c2 8C KD TS
c3 9C 9C QS
c4 6S 9S KC
c5 JD JC KS
c6 KD KS JC
c7 QD JS 8S
c8 QC TC KC
c9 9S 8S 8C
c10 7S JS`},
	} {
		s, err := ParsePosition(c.text)
		if err != nil {
			t.Fatal(err)
		}
		from, _ := ParsePile(c.from)
		if s.FoundationFor(s.Top(from)) < 0 || s.Safe(from) {
			t.Errorf("%s is safe in\n%s", from, s)
		}
	}
}

func TestTheTakersOfACardAreThoseOnWhichItGoes(t *testing.T) {
	for _, build := range []Build{SameSuit, OtherSuit, OtherColour} {
		v := &Variant{Build: build}
		for _, c := range Variants[0].pack(1) {
			var want []Card
			for suit := Clubs; suit <= Spades; suit++ {
				for rank := Ace; rank <= King; rank++ {
					if on := NewCard(0, suit, rank); v.Builds(c, on) {
						want = append(want, on)
					}
				}
			}
			if got := build.Takers(c); !slices.Equal(got, want) {
				t.Errorf("build %d: %s goes on %v, want %v", build, c, got, want)
			}
		}
	}
	for _, e := range []struct {
		build Build
		want  string
	}{{SameSuit, "TH"}, {OtherSuit, "TC TD TS"}, {OtherColour, "TC TS"}} {
		var got []string
		for _, c := range e.build.Takers(card("9H")) {
			got = append(got, c.String())
		}
		if strings.Join(got, " ") != e.want {
			t.Errorf("9H goes on %q, want %s", got, e.want)
		}
	}
}

func TestAVariantRefusesExactlyWhatDoesNotBuildAndSaysWhy(t *testing.T) {
	eachVariant(t, func(t *testing.T, v *Variant) {
		rule := rulesOf(v.Slug)
		for _, c := range Variants[0].pack(1) {
			for _, on := range Variants[0].pack(1) {
				r := v.Refuse(c, on)
				if builds := rule.builds(c.String(), on.String()); builds != (r == nil) {
					t.Fatalf("%s on %s: %v", c, on, r)
				}
				if r == nil {
					continue
				}
				want := map[string]Reason{"the same suit": WrongSuit, "any other suit": SuitTwice, "the other colour": WrongColour}[rule.build]
				if c.Rank()+1 != on.Rank() {
					want = WrongRank
				}
				if on.Rank() == Ace {
					want = OnAce
				}
				if *r != (Refusal{Reason: want, Card: c, On: on, Build: v.Build}) {
					t.Fatalf("%s on %s is refused as %+v, want %s", c, on, *r, want)
				}
			}
		}
	})
}
