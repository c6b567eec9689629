package game

import (
	"slices"
	"strconv"
	"strings"
	"testing"
)

func TestTheVeryLastCardWins(t *testing.T) {
	home := "foundations KC KC KD KD KH KH KS QS\n"
	eachVariant(t, func(t *testing.T, v *Variant) {
		last := "c" + strconv.Itoa(v.Columns)
		for _, e := range []struct{ place, moves string }{
			{last + " KS", last + "f"}, {"waste KS", "wf"}, {"stock KS", "d,wf"}, {"waste KS", "wc1,c1c2,c2f"},
		} {
			g := From(position(t, v.Slug, home+e.place))
			moves, _ := ParseMoves(e.moves)
			for _, m := range moves {
				if g.Won() || g.Stuck() || g.State().Shuttling() || g.State().Home() != 103 {
					t.Fatalf("before %s: won %v, stuck %v\n%s", m, g.Won(), g.Stuck(), g.State())
				}
				if err := g.Play(m); err != nil {
					t.Fatal(err)
				}
			}
			if !g.Won() || !g.State().Won() || g.Stuck() || g.State().Shuttling() || len(g.State().Legal()) != 0 {
				t.Fatalf("%s of %s: won %v, stuck %v\n%s", e.moves, e.place, g.Won(), g.Stuck(), g.State())
			}
			if g.Undo(); g.Won() {
				t.Fatal("won with the last move undone")
			}
		}
	})
}

func TestNoDealIsWonOrStuck(t *testing.T) {
	eachVariant(t, func(t *testing.T, v *Variant) {
		if s := v.Deal(1); s.Won() || s.Stuck() || s.Shuttling() {
			t.Errorf("won %v, stuck %v, shuttling %v", s.Won(), s.Stuck(), s.Shuttling())
		}
	})
}

// columns lays out the first cards of a list, one column each, for columns from … to.
func columns(list string, from, to int) string {
	var b strings.Builder
	for i, c := range strings.Fields(list)[:to-from+1] {
		b.WriteString("\nc" + strconv.Itoa(from+i) + " " + c)
	}
	return b.String()
}

// high are cards of which none builds on another, in any game.
const high = "KC KC KD KD KH KH KS KS JC JC JD JD JH"

// lastPass is the line of the last pass of a game.
func lastPass(v *Variant) string { return "pass " + strconv.Itoa(rulesOf(v.Slug).redeals+1) + "\n" }

func TestAGameIsStuckOnlyWithoutAnyMove(t *testing.T) {
	eachVariant(t, func(t *testing.T, v *Variant) {
		all, pass := columns(high, 1, v.Columns), lastPass(v)
		s := position(t, v.Slug, pass+"waste … JS"+all)
		if !s.Stuck() || len(s.Legal()) != 0 || s.Won() || s.Shuttling() {
			t.Fatalf("not stuck, but legal are %v", s.Legal())
		}
		for what, text := range map[string]string{
			"the stock":        pass + "stock 2C\nwaste … JS" + all,
			"an empty column":  pass + "waste … JS" + columns(high, 1, v.Columns-1),
			"the waste's top":  pass + "waste … QS" + all,
			"the waste's ace":  pass + "waste … AS" + all,
			"an ace":           pass + "waste … JS" + columns("AC "+high, 1, v.Columns),
			"a queen":          pass + "waste … JS" + columns("QS KS KH "+high[:len("KC KC KD KD")]+" JC JC JD JD JH JH", 1, v.Columns),
			"a redeal, if any": "pass 1\nwaste … JS" + all,
		} {
			s := position(t, v.Slug, text)
			want := what == "a redeal, if any" && rulesOf(v.Slug).redeals == 0
			if s.Stuck() != want {
				t.Errorf("%s is left, stuck: %v\n%s", what, s.Stuck(), s)
			}
		}
	})
}

func TestStuckIsWhatTheRefereeCallsStuck(t *testing.T) {
	stuck := 0
	for _, v := range Variants {
		r := dice(14)
		for i := range few(100) {
			s := deadEnd(r, v)
			if i%2 == 0 {
				s = endgame(t, r, v)
			}
			want := len(newReferee(s.String()).all()) == 0
			if s.Stuck() != want {
				t.Fatalf("stuck: %v, want %v\n%s", s.Stuck(), want, s)
			}
			if want {
				stuck++
			}
		}
	}
	if stuck < few(10) {
		t.Errorf("only %d positions were stuck", stuck)
	}
}

func TestAStuckGameGoesOnByUndo(t *testing.T) {
	eachVariant(t, func(t *testing.T, v *Variant) {
		g := From(position(t, v.Slug, lastPass(v)+"stock JS\nwaste …"+columns(high, 1, v.Columns)))
		if err := g.Play(Draw); err != nil || !g.Stuck() {
			t.Fatalf("not stuck (%v), legal are %v", err, g.State().Legal())
		}
		if !g.Undo() || g.Stuck() || !g.Redo() || !g.Stuck() {
			t.Error("undo and redo do not work")
		}
	})
}

// tens are two columns between which a nine of spades can go to and fro, by the rule of a game.
func tens(v *Variant) (first, second string) {
	if v.Build == SameSuit {
		return "TS", "TS"
	}
	return "TH", "TD"
}

// kingsAndSevens are cards on which no nine, ten or five goes.
const kingsAndSevens = "KC KC KD KD KH KH KS KS 7C 7D 7H"

func TestPushingToAndFroIsNoticed(t *testing.T) {
	eachVariant(t, func(t *testing.T, v *Variant) {
		first, second := tens(v)
		rest := columns(kingsAndSevens, 3, v.Columns)
		s := position(t, v.Slug, lastPass(v)+"waste … 5S\nc1 "+first+" 9S\nc2 "+second+rest)
		if got := FormatMoves(s.Legal()); got != "c1c2" || !s.Shuttling() || s.Stuck() {
			t.Errorf("legal are %s, shuttling: %v, stuck: %v", got, s.Shuttling(), s.Stuck())
		}
		// One empty column, which lets cards change places, but nothing else.
		singles := columns("2C 2C 2D 2D 2H 2H 2S 2S 4C 4D 4H", 2, v.Columns-1)
		if s := position(t, v.Slug, lastPass(v)+"c1 …"+singles); !s.Shuttling() || s.Stuck() {
			t.Errorf("not noticed in\n%s", s)
		}
	})
}

func TestMoreThanToAndFroIsNoticed(t *testing.T) {
	eachVariant(t, func(t *testing.T, v *Variant) {
		first, second := tens(v)
		six := "6S"
		if v.Build != SameSuit {
			six = "6H"
		}
		rest, pass := columns(kingsAndSevens, 3, v.Columns), lastPass(v)
		for what, text := range map[string]string{
			"a draw":               pass + "stock 3C\nwaste … 5S\nc1 " + first + " 9S\nc2 " + second + rest,
			"an ace below":         pass + "waste … 5S\nc1 AH 9S\nc2 " + second + rest,
			"an ace two below":     pass + "waste … 5S\nc1 AH 5D 9S\nc2 " + second + "\nc3 " + map[bool]string{true: "6D", false: "6S"}[v.Build == SameSuit] + columns(kingsAndSevens, 4, v.Columns),
			"a place for a five":   pass + "waste … 5S\nc1 " + six + " 9S\nc2 " + second + rest,
			"a column to be empty": pass + "waste … 5S\nc1 9S\nc2 " + second + rest,
			"a card face down":     pass + "waste … 5S\nc1 (KC) 9S\nc2 " + second + strings.Replace(rest, "KC", "JC", 1),
		} {
			if s := position(t, v.Slug, text); s.Shuttling() || s.Stuck() {
				t.Errorf("%s is left, and not noticed\n%s", what, s)
			}
		}
	})
}

func TestARedealIsMoreThanToAndFro(t *testing.T) {
	for pass, want := range map[string]bool{"1": false, "2": false, "3": false, "4": true} {
		s := position(t, "little-forty", "pass "+pass+"\nwaste … 5S\nc1 TH 9S\nc2 TD"+columns(kingsAndSevens, 3, 10))
		if s.Shuttling() != want {
			t.Errorf("pass %s: shuttling %v, want %v", pass, s.Shuttling(), want)
		}
	}
}

// onlyToAndFro finds out with the referee what Shuttling does: it visits every position that can be
// reached by moves in the columns. Those that differ in the order of columns or by twins count once.
func onlyToAndFro(position string) bool {
	seen := map[string]bool{}
	open := []string{position}
	for len(open) > 0 {
		text := open[0]
		open = open[1:]
		lines := strings.Split(text, "\n")
		for i, line := range lines {
			if _, cards, ok := strings.Cut(line, " "); ok && line[0] == 'c' {
				lines[i] = cards
			} else if line != "" && line[0] == 'c' {
				lines[i] = ""
			}
		}
		slices.Sort(lines)
		if key := strings.Join(lines, "\n"); seen[key] {
			continue
		} else if seen[key] = true; len(seen) > shuttleLimit {
			return false
		}
		moves := newReferee(text).all()
		if len(seen) == 1 && len(moves) == 0 {
			return false // stuck
		}
		for _, m := range moves {
			from, to, n := parts(m)
			after := newReferee(text)
			hidden := strings.Count(text, "(")
			if from[0] != 'c' || to[0] != 'c' {
				return false
			}
			after.move(from, to, n)
			if next := after.String(); strings.Count(next, "(") == hidden {
				open = append(open, next)
			} else {
				return false
			}
		}
	}
	return true
}

// parts are those of a move's text.
func parts(m string) (from, to string, n int) {
	if m == "d" {
		return "s", "w", 1
	}
	m, count, several := strings.Cut(m, "x")
	n = 1
	if several {
		n, _ = strconv.Atoi(count)
	}
	cut := strings.LastIndexAny(m, "cf")
	return m[:cut], m[cut:], n
}

func TestShuttlingIsWhatTryingAllMovesFinds(t *testing.T) {
	var counts [2]int
	for _, v := range Variants {
		r := dice(15)
		for range few(30) {
			s := deadEnd(r, v)
			want := onlyToAndFro(s.String())
			if got := s.Shuttling(); got != want {
				t.Fatalf("shuttling: %v, want %v\n%s", got, want, s)
			}
			if want {
				counts[1]++
			} else if !s.Stuck() {
				counts[0]++
			}
		}
	}
	if slices.Min(counts[:]) < few(10) {
		t.Errorf("too few positions of one kind: %v", counts)
	}
}
