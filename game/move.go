package game

import (
	"fmt"
	"strconv"
	"strings"
)

// Pile names a place on the table. The eight foundations are one Pile: the card says which.
type Pile uint8

const (
	Stock Pile = iota
	Waste
	Foundation
	firstColumn
)

// Column is the Pile of the column at index i, from 0.
func Column(i int) Pile { return firstColumn + Pile(i) }

// Column is the index, from 0, of a pile that is a column.
func (p Pile) Column() (index int, ok bool) { return int(p) - int(firstColumn), p >= firstColumn }

// String is the pile's text form: s, w, f, c1 … c13.
func (p Pile) String() string { return string(p.append(nil)) }

func (p Pile) append(text []byte) []byte {
	if i, ok := p.Column(); ok {
		return strconv.AppendInt(append(text, 'c'), int64(i+1), 10)
	}
	return append(text, "swf"[p])
}

// ParsePile reads a pile's text form; c1 to c13 are columns in any variant.
func ParsePile(s string) (Pile, error) {
	p, rest, ok := cutPile(s)
	if !ok || rest != "" {
		return 0, fmt.Errorf("%q is not a pile (s, w, f or c1 to c%d)", s, maxColumns)
	}
	return p, nil
}

// cutPile reads a pile from the start of s.
func cutPile(s string) (p Pile, rest string, ok bool) {
	if s == "" {
		return 0, s, false
	}
	switch s[0] {
	case 's':
		return Stock, s[1:], true
	case 'w':
		return Waste, s[1:], true
	case 'f':
		return Foundation, s[1:], true
	case 'c':
		n, end := 0, 1
		for end < len(s) && end < 3 && '0' <= s[end] && s[end] <= '9' {
			n = n*10 + int(s[end]-'0')
			end++
		}
		if s[1:] == "" || s[1] == '0' || n < 1 || n > maxColumns {
			return 0, s, false
		}
		return Column(n - 1), s[end:], true
	}
	return 0, s, false
}

// Move is what a player chooses: N cards from one pile to another. What follows of itself, such as a
// card turned up, is not part of it.
type Move struct {
	From, To Pile
	N        uint8
}

// Draw turns cards from the stock to the waste or, when the stock is empty and a redeal is left,
// turns the waste over to be the stock again.
var Draw = Move{Stock, Waste, 1}

// String is the move's text form: d, wc5, wf, c3c7, c3f, c3c7x4.
func (m Move) String() string { return string(m.append(nil)) }

func (m Move) append(text []byte) []byte {
	if m == Draw {
		return append(text, 'd')
	}
	text = m.To.append(m.From.append(text))
	if m.N != 1 {
		text = strconv.AppendInt(append(text, 'x'), int64(m.N), 10)
	}
	return text
}

// ParseMove reads a move's text form. It asks only for the form: the move may be illegal anywhere.
func ParseMove(s string) (Move, error) {
	m, ok := parseMove(s)
	if !ok {
		return Move{}, fmt.Errorf("%q is not a move (like d, wc5, wf, c3c7 or c3c7x4)", s)
	}
	return m, nil
}

func parseMove(s string) (m Move, ok bool) {
	if s == "d" {
		return Draw, true
	}
	from, rest, ok := cutPile(s)
	if !ok || from == Stock || from == Foundation {
		return m, false
	}
	to, rest, ok := cutPile(rest)
	if !ok || to == Stock || to == Waste {
		return m, false
	}
	if rest == "" {
		return Move{from, to, 1}, true
	}
	digits, ok := strings.CutPrefix(rest, "x")
	n, err := strconv.ParseUint(digits, 10, 8)
	if !ok || err != nil || n == 0 || n > 104 || digits[0] == '0' {
		return m, false
	}
	return Move{from, to, uint8(n)}, true
}

// ParseMoves reads moves separated by commas; white space around a move does not matter. An empty
// text is no move.
func ParseMoves(s string) ([]Move, error) {
	if strings.TrimSpace(s) == "" {
		return nil, nil
	}
	moves := make([]Move, 0, strings.Count(s, ",")+1)
	for part := range strings.SplitSeq(s, ",") {
		m, err := ParseMove(strings.TrimSpace(part))
		if err != nil {
			return nil, fmt.Errorf("move %d: %w", len(moves)+1, err)
		}
		moves = append(moves, m)
	}
	return moves, nil
}

// FormatMoves is the text form of moves, separated by commas.
func FormatMoves(moves []Move) string {
	text := make([]byte, 0, 6*len(moves))
	for i, m := range moves {
		if i > 0 {
			text = append(text, ',')
		}
		text = m.append(text)
	}
	return string(text)
}
