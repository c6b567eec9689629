package solver

import "fortythieves/game"

// A card that goes home safely is taken home before anything else is tried, and nothing else is tried.
//
// Claim: from a position that can be won, with c (of rank r) uncovered and safe, it can be won by
// bringing c home first. Let lo be the lower foundation of a suit. Safe means that lo of c's own suit is
// at least r−1, and that every card which is not home and could be built on c, or on such a card, and
// so on, is of a rank at most one above lo of its suit.
//
// Proof. Take a line that wins, bring c home, then follow the line with the same moves, but
//   - where it builds a card on c, or on a card that this proof has brought home, bring that one home;
//   - where it moves c or such a card, leave that out, of a run only these;
//   - where it brings c or such a card home, leave that out.
//
// A card brought home in this way can go: of its suit both copies of all lower ranks are home, so a
// foundation waits for it whichever of its copies went before, and so for c and its twin. Each pile has
// then the cards that it has in the line, without some; those left out are home. A card
// that is uncovered in the line is so here; an empty column of the line is empty here; a target of the
// line is one here, unless it is home, which is the first case. What the line turns up is turned up
// here no later. The waste is a stack, so that a card fewer in it hides nothing, and the draws put the
// same cards on it. Only where several cards are drawn and the waste comes round again does a card
// fewer shift what the draws turn: there a card of the waste is not safe. A card of the proof that
// comes from the waste leaves it when it does in the line.
//
// Which cards could be built on c: in suit, rank r−1 of its suit, which is home. In another suit, rank r−1
// of the three others, for which lo must be r−2; then all of rank r−2 are home. In the other colour,
// rank r−1 of the two suits of that colour; on these rank r−2 of c's colour, of which c's suit is home and
// the other wants lo of r−3, unless nothing of rank r−1 is left; on these rank r−3, home. The rule is that of
// game.State.Safe.

// safe reports whether c, which a foundation waits for, goes home safely from a column, or is to go eagerly.
func (p *position) safe(r *rules, c face) bool {
	if r.homing == eager {
		return true
	}
	suit, rank := suitOf(c), int(rankOf(c))
	lo := func(s uint8) int { return int(p.home[s][0]) }
	if lo(suit) < rank-1 {
		return false
	}
	switch r.build {
	case game.SameSuit:
		return true
	case game.OtherSuit:
		return min(lo(0), lo(1), lo(2), lo(3)) >= rank-2
	}
	a, b, sibling := otherColour(suit)
	other := min(lo(a), lo(b))
	return other >= rank-1 || other >= rank-2 && lo(sibling) >= rank-3
}

// otherColour returns the two suits of the other colour than s, and the other suit of its own. Suits are clubs,
// diamonds, hearts, spades.
func otherColour(s uint8) (a, b, sibling uint8) {
	if s == 1 || s == 2 {
		return 0, 3, 3 - s
	}
	return 1, 2, 3 - s
}

// safeWaste is safe for the top of the waste.
func (p *position) safeWaste(r *rules, c face) bool {
	return (r.draw == 1 || int(p.pass) == r.passes || r.homing == eager) && p.safe(r, c)
}

// forced finds the place of a card that goes home safely.
func (p *position) forced(r *rules) (from uint8, ok bool) {
	if p.waste > 0 {
		if c := p.seq[p.waste-1]; p.awaited(c) && p.safeWaste(r, c) {
			return fromWaste, true
		}
	}
	for i := range r.columns {
		if n := p.n[i]; n > 0 {
			if c := p.cards[i][n-1]; p.awaited(c) && p.safe(r, c) {
				return uint8(i), true
			}
		}
	}
	return 0, false
}

// settle brings home what goes safely, one after another, and calls each with the places they come
// from unless it is nil.
func (p *position) settle(r *rules, each func(from uint8)) {
	for {
		from, ok := p.forced(r)
		if !ok {
			return
		}
		p.goHome(from)
		if each != nil {
			each(from)
		}
	}
}
