package views

import (
	"context"
	"html"
	"io"
	"strconv"
	"strings"
	"sync"

	"github.com/a-h/templ"

	"fortythieves/game"
)

// The cards and their places are most of a page's bytes and are drawn again by every click, so they
// are put together here from prepared pieces; the rest of a board is a templ component.

// faces are the insides of the cards, covered the cards that others lie on. They are the same in
// every language and game.
var faces, covered = func() (faces, covered [128]string) {
	for pack := range 2 {
		for s := game.Clubs; s <= game.Spades; s++ {
			for r := game.Ace; r <= game.King; r++ {
				c := game.NewCard(pack, s, r)
				faces[c] = `<b aria-hidden="true">` + rankIndex(r) + `</b><i aria-hidden="true">` + suitSigns[s] + `</i>`
				covered[c] = `<span class="` + cardClass(c) + `" id="` + cardID(c) + `">` + faces[c] + `</span> `
			}
		}
	}
	return faces, covered
}()

const coveredBack = `<span class="card back"><b aria-hidden="true">?</b></span> `

// piece is a component that appends itself to a buffer.
type piece func(dst []byte) []byte

var pieceRoom = sync.Pool{New: func() any { return new([]byte) }}

func (p piece) Render(_ context.Context, w io.Writer) error {
	room := pieceRoom.Get().(*[]byte)
	defer pieceRoom.Put(room)
	*room = p((*room)[:0])
	_, err := w.Write(*room)
	return err
}

// columns are the piles of the tableau.
func columns(b Board) templ.Component {
	return piece(func(dst []byte) []byte {
		for i := range b.Columns {
			dst = appendColumn(dst, &b.Columns[i], b.Click)
		}
		return dst
	})
}

// homes are the foundations.
func homes(b Board) templ.Component {
	return piece(func(dst []byte) []byte {
		for i := range b.Foundations {
			dst = append(dst, `<li class="pile home" data-pile="f">`...)
			dst = appendSpot(dst, &b.Foundations[i], b.Click)
			dst = append(dst, "</li> "...)
		}
		return dst
	})
}

// waste is the uncovered card of the waste, or its place.
func waste(b Board) templ.Component {
	return piece(func(dst []byte) []byte { return appendSpot(dst, &b.Waste, b.Click) })
}

func appendColumn(dst []byte, c *Column, click string) []byte {
	dst = append(dst, `<li class="pile column" data-pile="`...)
	dst = append(dst, c.Pile...)
	dst = append(dst, `">`...)
	if c.UnderLabel != "" {
		dst = append(dst, `<span class="under" role="img" aria-label="`...)
		dst = appendEscaped(dst, c.UnderLabel)
		dst = append(dst, `">`...)
		for range c.Down {
			dst = append(dst, coveredBack...)
		}
		for _, card := range c.Under {
			dst = append(dst, covered[card]...)
		}
		dst = append(dst, "</span>"...)
	}
	if len(c.Run) > 0 {
		dst = append(dst, `<span class="run">`...)
		for i := range c.Run {
			dst = appendSpot(dst, &c.Run[i], click)
		}
		dst = append(dst, "</span>"...)
	}
	dst = appendSpot(dst, &c.Top, click)
	return append(dst, "</li>"...)
}

// appendSpot draws a button whose name is click.
func appendSpot(dst []byte, s *Spot, click string) []byte {
	class := "slot"
	if s.Card != 0 {
		class = cardClass(s.Card)
	}
	dst = append(dst, `<button class="`...)
	dst = append(dst, class...)
	if s.Target {
		dst = append(dst, " to"...)
	}
	dst = appendAttribute(dst, "id", s.ID)
	dst = appendAttribute(dst, "name", click)
	dst = appendAttribute(dst, "value", s.Place)
	dst = appendAttribute(dst, "aria-label", s.Label)
	if s.Targets != "" {
		dst = appendAttribute(dst, "data-to", s.Targets)
	}
	if s.Pressed {
		dst = appendAttribute(dst, "aria-pressed", "true")
	}
	if s.Dead {
		dst = appendAttribute(dst, "disabled", "")
	}
	dst = append(dst, `">`...)
	if s.Card != 0 {
		dst = append(dst, faces[s.Card]...)
	} else {
		dst = append(dst, `<b aria-hidden="true">`...)
		dst = appendEscaped(dst, s.Text)
		dst = append(dst, "</b>"...)
	}
	return append(dst, "</button> "...)
}

// appendAttribute closes the attribute before and leaves its own open.
func appendAttribute(dst []byte, name, value string) []byte {
	dst = append(dst, `" `...)
	dst = append(dst, name...)
	dst = append(dst, `="`...)
	return appendEscaped(dst, value)
}

func appendEscaped(dst []byte, text string) []byte {
	if strings.ContainsAny(text, `<>&"'`) {
		text = html.EscapeString(text)
	}
	return append(dst, text...)
}

func utoa(n uint32) string  { return strconv.FormatUint(uint64(n), 10) }
func i64toa(n int64) string { return strconv.FormatInt(n, 10) }

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
