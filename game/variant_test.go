package game

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
)

func TestVariantsAreTheRowsOfTheRulesTable(t *testing.T) {
	builds := map[string]Build{"the same suit": SameSuit, "any other suit": OtherSuit, "the other colour": OtherColour}
	rows := rulesRows()
	if len(Variants) != 9 || len(rows) != 9 {
		t.Fatalf("%d variants, %d rows", len(Variants), len(rows))
	}
	for i, r := range rows {
		v := *Variants[i]
		v.Aliases, v.Hard = nil, 0 // other tests'
		want := Variant{Slug: r.slug, Name: r.name, Columns: r.columns, Rows: r.rows, FaceDown: r.down,
			Build: builds[r.build], Runs: r.runs, Draw: r.draw, Redeals: r.redeals, AcesOut: r.acesOut}
		if !reflect.DeepEqual(v, want) {
			t.Errorf("variant %+v\nwant    %+v", v, want)
		}
		if got := Variants[i].StockSize(); got != r.stock {
			t.Errorf("%s: %d cards in the stock after the deal, want %d", r.slug, got, r.stock)
		}
		if got := Variants[i].Passes(); got != r.redeals+1 {
			t.Errorf("%s: %d passes, want %d", r.slug, got, r.redeals+1)
		}
	}
}

func TestOnlyFortyThievesHasOtherNames(t *testing.T) {
	want := []string{"Big Forty", "Le Cadran", "Napoleon at St Helena", "Roosevelt at San Juan"}
	for _, v := range Variants {
		if v.Slug == "forty-thieves" && !slices.Equal(v.Aliases, want) || v.Slug != "forty-thieves" && v.Aliases != nil {
			t.Errorf("%s is also called %q", v.Slug, v.Aliases)
		}
	}
}

// The figures are those of a program that sees only what lies open, in deals of each game.
func TestHowHardAGameIsIsFromOneToFour(t *testing.T) {
	want := map[string]int{"forty-thieves": 4, "indian": 2, "limited": 2, "little-forty": 1, "lucas": 1,
		"maria": 4, "number-ten": 2, "rank-and-file": 2, "streets": 3}
	for _, v := range Variants {
		if v.Hard != want[v.Slug] {
			t.Errorf("%s is %d, want %d", v.Slug, v.Hard, want[v.Slug])
		}
	}
}

func TestAVariantIsFoundByItsSlugOnly(t *testing.T) {
	for _, v := range Variants {
		if BySlug(v.Slug) != v {
			t.Errorf("%s is not found", v.Slug)
		}
	}
	for _, slug := range []string{"", "klondike", "Forty Thieves", "forty", "LUCAS"} {
		if v := BySlug(slug); v != nil {
			t.Errorf("%q finds %s", slug, v.Slug)
		}
	}
	want := "forty-thieves, indian, limited, little-forty, lucas, maria, number-ten, rank-and-file, streets"
	if got := Slugs(); got != want {
		t.Errorf("Slugs() = %q, want %q", got, want)
	}
}

// The cards dealt first are the buried ones, and of these as many lie face down as the table says.
func TestDealsHaveTheShapeOfTheTable(t *testing.T) {
	eachVariant(t, func(t *testing.T, v *Variant) {
		r := rulesOf(v.Slug)
		for n := uint32(1); n <= 100; n++ {
			s := v.Deal(n)
			checkCards(t, s)
			if s.Pass != 1 || len(s.Waste) != 0 || len(s.Stock) != r.stock || len(s.Columns) != r.columns {
				t.Fatalf("deal %d:\n%s", n, s)
			}
			dealt := v.pack(n)
			for i, col := range s.Columns {
				if len(col.Cards) != r.rows || col.Down != r.down {
					t.Fatalf("deal %d: column %d has %d cards, %d face down", n, i+1, len(col.Cards), col.Down)
				}
				for k, c := range col.Cards {
					if c != dealt[k*r.columns+i] {
						t.Fatalf("deal %d: card %d of column %d is not the one dealt then", n, k+1, i+1)
					}
				}
			}
			for k, c := range dealt[r.columns*r.rows:] {
				if s.Stock[r.stock-1-k] != c {
					t.Fatalf("deal %d: card %d of the stock is not the next one", n, k+1)
				}
			}
		}
	})
}

func TestFaceDownCardsAreShownAsTheBuriedOnes(t *testing.T) {
	want := map[string]string{
		"forty-thieves": "....", "indian": "(..", "limited": "...", "little-forty": "....", "lucas": "...",
		"maria": "....", "number-ten": "((..", "rank-and-file": "(((.", "streets": "....",
	}
	eachVariant(t, func(t *testing.T, v *Variant) {
		for line := range strings.Lines(v.Deal(11).String()) {
			words := strings.Fields(line)
			if !strings.HasPrefix(words[0], "c") {
				continue
			}
			var shape strings.Builder
			for _, w := range words[1:] {
				shape.WriteByte(".("[strings.Count(w, "(")])
			}
			if shape.String() != want[v.Slug] {
				t.Errorf("%s shows %s, want %s", line, shape.String(), want[v.Slug])
			}
		}
	})
}

func TestLucasBeginsWithTheEightAcesHome(t *testing.T) {
	eachVariant(t, func(t *testing.T, v *Variant) {
		s := v.Deal(5)
		want := 0
		if v.Slug == "lucas" {
			want = 8
		}
		if s.Home() != want {
			t.Fatalf("%d cards on the foundations", s.Home())
		}
		for i, f := range s.Foundations {
			if want == 8 && (len(f) != 1 || f[0] != NewCard(i%2, Suit(i/2), Ace)) {
				t.Errorf("foundation %d is %v", i, f)
			}
		}
		if loose := strings.Contains(strings.SplitAfterN(s.String(), "\n", 4)[3], "A"); loose != (want == 0) {
			t.Errorf("an ace among the stock and columns: %v", loose)
		}
	})
}

func TestAllPairsOfCardsBuildByTheRule(t *testing.T) {
	eachVariant(t, func(t *testing.T, v *Variant) {
		rule := rulesOf(v.Slug)
		pairs := 0
		for _, c := range Variants[0].pack(1) {
			for _, on := range Variants[0].pack(1) {
				want := rule.builds(c.String(), on.String())
				if got := v.Builds(c, on); got != want {
					t.Errorf("%s on %s: %v, want %v", c, on, got, want)
				}
				if want {
					pairs++
				}
			}
		}
		// 12 ranks go on a higher one, each of 4 suits and 2 packs on 2 packs of 1, 3 or 2 suits.
		if want := 12 * 4 * 2 * 2 * map[string]int{"the same suit": 1, "any other suit": 3, "the other colour": 2}[rule.build]; pairs != want {
			t.Errorf("%d pairs build, want %d", pairs, want)
		}
	})
}

// Examples that RULES.md gives in words.
func TestTheRulesOwnExamplesOfBuilding(t *testing.T) {
	for _, e := range []struct {
		slug, c string
		on      string // all the cards on which it goes
	}{
		{"forty-thieves", "TH", "JH"},
		{"indian", "9S", "TC TD TH"},
		{"little-forty", "9S", "TC TD TH"},
		{"streets", "9S", "TD TH"},
		{"streets", "9H", "TC TS"},
		{"lucas", "QD", "KD"},
		{"maria", "KD", ""},
	} {
		var on []string
		for _, r := range ranks {
			for _, s := range suits {
				if other := string([]rune{r, s}); BySlug(e.slug).Builds(card(e.c), card(other)) {
					on = append(on, other)
				}
			}
		}
		if got := strings.Join(on, " "); got != e.on {
			t.Errorf("%s: %s goes on %q, want %q", e.slug, e.c, got, e.on)
		}
	}
}

// observed is what a player sees of each field of a variant, in one line.
func observed(t *testing.T, v *Variant) string {
	t.Helper()
	dealt := v.Deal(7)
	var depth, down []int
	for _, col := range dealt.Columns {
		depth, down = append(depth, len(col.Cards)), append(down, col.Down)
	}
	return fmt.Sprintf("%s, %s%q: %d columns of %d, %d down; %s; draws %d of %d, %d redeals; %d home",
		strings.TrimPrefix(strings.SplitN(dealt.String(), "\n", 2)[0], "variant "), v.Name, v.Aliases,
		len(depth), same(t, depth), same(t, down), observedMoves(t, v),
		observedDraw(dealt), len(dealt.Stock), observedRedeals(dealt), dealt.Home())
}

// same is the one number in a list.
func same(t *testing.T, list []int) int {
	t.Helper()
	if slices.Min(list) != slices.Max(list) {
		t.Fatalf("not all the same: %v", list)
	}
	return list[0]
}

// observedMoves are the legal moves from the first column of a position that is the same for each variant.
// Its nine of spades may go on tens of spades, clubs and hearts; below it are runs of two by each rule.
func observedMoves(t *testing.T, v *Variant) string {
	t.Helper()
	var all []string
	for _, first := range []string{"9S", "9S 8S", "9S 8C", "9S 8H"} {
		s := position(t, "forty-thieves", "c1 "+first+"\nc2 KC TS\nc3 KC TC\nc4 KD TH\nc5 KD\nc6 KH\nc7 KH\nc8 KS\nc9 KS\nc10 QC\nstock …")
		s.Variant = v
		moves := slices.DeleteFunc(s.Legal(), func(m Move) bool { return m.From != Column(0) })
		all = append(all, FormatMoves(moves))
	}
	return strings.Join(all, "|")
}

// observedDraw is the number of cards that the first draw turns.
func observedDraw(dealt *State) int {
	s := dealt.Clone()
	s.Apply(Draw)
	return len(s.Waste)
}

// observedRedeals is how often the waste can be turned over.
func observedRedeals(dealt *State) int {
	s := dealt.Clone()
	n := 0
	for s.CanDraw() && n < 10 {
		if step, _ := s.Apply(Draw); step.Card == 0 {
			n++
		}
	}
	return n
}

// wantObserved is written by hand. The moves are those with a nine alone, then with an eight of its
// suit, of its colour and of the other colour on it, which may go along with it where runs move.
var wantObserved = map[string]string{
	"forty-thieves": `forty-thieves, Forty Thieves["Big Forty" "Le Cadran" "Napoleon at St Helena" "Roosevelt at San Juan"]: ` +
		`10 columns of 4, 0 down; c1c2|||; draws 1 of 64, 0 redeals; 0 home`,
	"indian":        `indian, Indian[]: 10 columns of 3, 1 down; c1c3,c1c4|||; draws 1 of 74, 0 redeals; 0 home`,
	"limited":       `limited, Limited[]: 12 columns of 3, 0 down; c1c2|||; draws 1 of 68, 0 redeals; 0 home`,
	"little-forty":  `little-forty, Little Forty[]: 10 columns of 4, 0 down; c1c3,c1c4||c1c3x2,c1c4x2|c1c3x2,c1c4x2; draws 3 of 64, 3 redeals; 0 home`,
	"lucas":         `lucas, Lucas[]: 13 columns of 3, 0 down; c1c2|||; draws 1 of 57, 0 redeals; 8 home`,
	"maria":         `maria, Maria[]: 9 columns of 4, 0 down; c1c4|||; draws 1 of 68, 0 redeals; 0 home`,
	"number-ten":    `number-ten, Number Ten[]: 10 columns of 4, 2 down; c1c4|||c1c4x2; draws 1 of 64, 0 redeals; 0 home`,
	"rank-and-file": `rank-and-file, Rank and File[]: 10 columns of 4, 3 down; c1c4|||c1c4x2; draws 1 of 64, 0 redeals; 0 home`,
	"streets":       `streets, Streets[]: 10 columns of 4, 0 down; c1c4|||; draws 1 of 64, 0 redeals; 0 home`,
}

func TestEachGameLooksAsTheTableSays(t *testing.T) {
	eachVariant(t, func(t *testing.T, v *Variant) {
		if got, want := observed(t, v), wantObserved[v.Slug]; got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	})
}

// alterations change one field each, in all the ways in which another row might have it.
var alterations = map[string][]func(v *Variant){
	"Slug":     {func(v *Variant) { v.Slug += "s" }},
	"Name":     {func(v *Variant) { v.Name += "s" }},
	"Aliases":  {func(v *Variant) { v.Aliases = append(slices.Clone(v.Aliases), "Other") }},
	"Columns":  {func(v *Variant) { v.Columns-- }, func(v *Variant) { v.Columns++ }},
	"Rows":     {func(v *Variant) { v.Rows-- }, func(v *Variant) { v.Rows++ }},
	"FaceDown": {func(v *Variant) { v.FaceDown++ }, func(v *Variant) { v.FaceDown = (v.FaceDown + 2) % 4 }},
	"Build":    {func(v *Variant) { v.Build = (v.Build + 1) % 3 }, func(v *Variant) { v.Build = (v.Build + 2) % 3 }},
	"Runs":     {func(v *Variant) { v.Runs = !v.Runs }},
	"Draw":     {func(v *Variant) { v.Draw++ }, func(v *Variant) { v.Draw = 4 - v.Draw }},
	"Redeals":  {func(v *Variant) { v.Redeals++ }, func(v *Variant) { v.Redeals = 3 - v.Redeals }},
	"AcesOut":  {func(v *Variant) { v.AcesOut = !v.AcesOut }},
}

func TestEveryAlteredFieldOfEveryVariantIsNoticed(t *testing.T) {
	fields := reflect.TypeFor[Variant]()
	for i := range fields.NumField() {
		field := fields.Field(i).Name
		if field == "Hard" {
			continue // no rule; the test above has its values
		}
		if len(alterations[field]) == 0 {
			t.Errorf("no alteration of %s", field)
		}
		for _, alter := range alterations[field] {
			for _, v := range Variants {
				altered := *v
				alter(&altered)
				if got := observed(t, &altered); got == wantObserved[v.Slug] {
					t.Errorf("%s: %s altered, and nothing looks different", v.Slug, field)
				}
			}
		}
	}
}
