package solver

import (
	"fmt"
	"strconv"
	"strings"
)

// referee plays lines by RULES.md alone, on the texts of cards; it shares nothing with game but the
// text of positions and moves.
type referee struct {
	sameSuit, otherColour, runs bool
	draw, redeals               int
	piles                       map[string][]string // s with the next card first, w, f (tops), c1 …; face-down cards in parentheses
}

// referees are the rules by name.
var referees = map[string]referee{
	"forty-thieves": {sameSuit: true, draw: 1},
	"indian":        {draw: 1},
	"limited":       {sameSuit: true, draw: 1},
	"little-forty":  {runs: true, draw: 3, redeals: 3},
	"lucas":         {sameSuit: true, draw: 1},
	"maria":         {otherColour: true, draw: 1},
	"number-ten":    {otherColour: true, runs: true, draw: 1},
	"rank-and-file": {otherColour: true, runs: true, draw: 1},
	"streets":       {otherColour: true, draw: 1},
}

// wins plays a line from a position and reports what is wrong, if it does not win.
func wins(position, line string) error {
	r := referee{}
	for l := range strings.Lines(position) {
		words := strings.Fields(l)
		switch words[0] {
		case "variant":
			r = referees[words[1]]
			r.piles = map[string][]string{}
		case "pass":
			pass, _ := strconv.Atoi(words[1])
			r.redeals -= pass - 1
		case "stock", "waste", "foundations":
			r.piles[words[0][:1]] = words[1:]
		default:
			r.piles[words[0]] = words[1:]
		}
	}
	for i, m := range strings.Split(line, ",") {
		if line == "" {
			break
		}
		if err := r.play(m); err != nil {
			return fmt.Errorf("move %d, %s: %w", i+1, m, err)
		}
	}
	kings := 0
	for _, top := range r.piles["f"] {
		if top[0] == 'K' {
			kings++
		}
	}
	if kings != 8 {
		return fmt.Errorf("at the end the foundations are %v", r.piles["f"])
	}
	return nil
}

func (r *referee) play(m string) error {
	if m == "d" {
		return r.turn()
	}
	m, count, _ := strings.Cut(m, "x")
	n := 1
	if count != "" {
		n, _ = strconv.Atoi(count)
	}
	cut := strings.LastIndexAny(m, "fc")
	from, to := m[:cut], m[cut:]
	pile := r.piles[from]
	if n > len(pile) || n > 1 && (!r.runs || from == "w" || to == "f") {
		return fmt.Errorf("no %d cards to move in %v", n, pile)
	}
	rest, moved := pile[:len(pile)-n], pile[len(pile)-n:]
	for i := 1; i < n; i++ {
		if moved[i-1][0] == '(' || !r.builds(moved[i], moved[i-1]) {
			return fmt.Errorf("%v is no run", moved)
		}
	}
	if to == "f" {
		if !r.home(moved[0]) {
			return fmt.Errorf("%s does not go home on %v", moved[0], r.piles["f"])
		}
	} else {
		on := r.piles[to]
		if len(on) > 0 && !r.builds(moved[0], on[len(on)-1]) || from == to {
			return fmt.Errorf("%s does not go on %v", moved[0], on)
		}
		r.piles[to] = append(on[:len(on):len(on)], moved...)
	}
	r.piles[from] = rest[:len(rest):len(rest)]
	if len(rest) > 0 {
		r.piles[from] = append(rest[:len(rest)-1:len(rest)-1], strings.Trim(rest[len(rest)-1], "()"))
	}
	return nil
}

func (r *referee) turn() error {
	if len(r.piles["s"]) == 0 {
		if r.redeals == 0 || len(r.piles["w"]) == 0 {
			return fmt.Errorf("nothing to draw")
		}
		r.redeals--
		r.piles["s"], r.piles["w"] = r.piles["w"], nil
		return nil
	}
	n := min(r.draw, len(r.piles["s"]))
	r.piles["w"] = append(r.piles["w"][:len(r.piles["w"]):len(r.piles["w"])], r.piles["s"][:n]...)
	r.piles["s"] = r.piles["s"][n:]
	return nil
}

const order = "A23456789TJQK"

func (r *referee) builds(c, on string) bool {
	red := func(c string) bool { return strings.ContainsAny(c, "DH") }
	if strings.Index(order, c[:1])+1 != strings.Index(order, on[:1]) {
		return false
	}
	switch {
	case r.sameSuit:
		return c[1] == on[1]
	case r.otherColour:
		return red(c) != red(on)
	}
	return c[1] != on[1]
}

func (r *referee) home(c string) bool {
	if c[0] == 'A' {
		r.piles["f"] = append(r.piles["f"][:len(r.piles["f"]):len(r.piles["f"])], c)
		return true
	}
	for i, top := range r.piles["f"] {
		if top[1] == c[1] && strings.Index(order, top[:1])+1 == strings.Index(order, c[:1]) {
			r.piles["f"][i] = c
			return true
		}
	}
	return false
}
