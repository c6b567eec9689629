package views

import (
	"strconv"

	"github.com/a-h/templ"

	"fortythieves/game"
)

// The faces of the cards are the same in every language and game, so they are drawn once.
var faces, coveredCards = func() (faces, covered [128]templ.Component) {
	for pack := range 2 {
		for s := game.Clubs; s <= game.Spades; s++ {
			for r := game.Ace; r <= game.King; r++ {
				c := game.NewCard(pack, s, r)
				inner := `<b aria-hidden="true">` + rankIndex(r) + `</b><i aria-hidden="true">` + suitSigns[s] + `</i>`
				faces[c] = templ.Raw(inner)
				covered[c] = templ.Raw(`<span class="` + cardClass(c) + `" id="` + cardID(c) + `">` + inner + `</span>`)
			}
		}
	}
	return faces, covered
}()

// face is the inside of a card.
func face(c game.Card) templ.Component { return faces[c] }

// covered is a card that others lie on.
func covered(c game.Card) templ.Component { return coveredCards[c] }

func utoa(n uint32) string  { return strconv.FormatUint(uint64(n), 10) }
func i64toa(n int64) string { return strconv.FormatInt(n, 10) }

func spotClass(s Spot) string {
	class := "slot"
	if s.Card != 0 {
		class = cardClass(s.Card)
	}
	if s.Target {
		class += " to"
	}
	return class
}

func stockClass(s Spot, turned bool) string {
	if turned {
		return "slot"
	}
	return "card back"
}

func finishedClass(b Board) string {
	if b.Won {
		return "notice won"
	}
	return "notice"
}

// ask is the address of the board with a question on it.
func (b Board) ask(what string) templ.SafeURL {
	return templ.SafeURL(b.Path("/games/" + b.ID + "?ask=" + what))
}

// askAction is where the answer yes goes.
func (b Board) askAction() templ.SafeURL {
	if b.Ask == "new" {
		return templ.SafeURL(b.Path("/games"))
	}
	return templ.SafeURL(b.Path("/games/" + b.ID + "/" + b.Ask))
}

func (b Board) askText() string {
	if b.Ask == "give-up" && !b.Counted {
		return b.L.T("ask.give-up.practice")
	}
	return b.L.T("ask."+b.Ask+".text", "game", b.L.Name(b.Variant))
}
