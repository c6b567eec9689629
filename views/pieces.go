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
// every language and game; what is said of a card is the label of the button or group around it.
var faces, covered = func() (faces, covered [128]string) {
	for pack := range 2 {
		for s := game.Clubs; s <= game.Spades; s++ {
			for r := game.Ace; r <= game.King; r++ {
				c := game.NewCard(pack, s, r)
				faces[c] = `<b>` + rankIndex(r) + `</b><i>` + suitSigns[s] + `</i>`
				covered[c] = `<span class="card" id="` + cardID(c) + `">` + faces[c] + `</span>`
			}
		}
	}
	return faces, covered
}()

const coveredBack = `<span class="card back"><b>?</b></span>`

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
func columns(b *Board) templ.Component {
	return piece(func(dst []byte) []byte {
		page, down := b.onPage(), ""
		for i := range b.Columns {
			if n := b.Columns[i].Down; n > 0 && !b.answer && (i == 0 || n != b.Columns[i-1].Down) {
				down = b.L.N("column.down", n)
			}
			dst = appendColumn(dst, &b.Columns[i], page, down)
		}
		return dst
	})
}

// homes are the foundations.
func homes(b *Board) templ.Component {
	return piece(func(dst []byte) []byte {
		page := b.onPage()
		for i := range b.Foundations {
			dst = append(dst, `<li class="pile home`...)
			dst = appendSpot(appendPile(dst, "f", page), &b.Foundations[i], page)
			dst = append(append(dst, "</li>"...), page.gap...)
		}
		return dst
	})
}

// waste is the uncovered card of the waste, or its place, and before it the others of its draw.
func waste(b *Board) templ.Component {
	return piece(func(dst []byte) []byte {
		if len(b.WasteUnder) > 0 {
			dst = appendUnder(dst, b.WasteLabel, 0, "", b.WasteUnder, b.onPage())
		}
		return appendSpot(dst, &b.Waste, b.onPage())
	})
}

// onPage is what the board of a page has and the answer to a click leaves out: the script, which asked for the
// answer, numbers the piles and places by their order, and no text browser sees it.
type onPage struct {
	click                   string // what the button of a place is called
	gap                     string // between things
	empty, selected, target string // say in a text browser what others see, or are told by a label
}

func (b *Board) onPage() onPage {
	if b.answer {
		return onPage{}
	}
	return onPage{b.Click, " ", b.L.T("tx.empty"), b.L.T("tx.selected"), b.L.T("tx.target")}
}

// appendPile ends the tag of a pile.
func appendPile(dst []byte, name string, page onPage) []byte {
	if page.click != "" {
		dst = appendAttribute(dst, "data-pile", name)
	}
	return append(dst, `">`...)
}

// appendWord writes what only a text browser shows.
func appendWord(dst []byte, word string) []byte {
	if word == "" {
		return dst
	}
	dst = append(dst, `<span class="tx" aria-hidden="true">`...)
	dst = appendEscaped(dst, word)
	return append(dst, ` </span>`...)
}

// appendUnder draws covered cards, of which the first down are face down, as one thing with a label.
func appendUnder(dst []byte, label string, down int, downWord string, cards []game.Card, page onPage) []byte {
	dst = append(dst, `<span class="under" role="img" aria-label="`...)
	dst = appendEscaped(dst, label)
	dst = append(dst, `">`...)
	if down > 0 {
		dst = appendWord(dst, downWord)
	}
	for range down {
		dst = append(append(dst, coveredBack...), page.gap...)
	}
	for _, card := range cards {
		dst = append(append(dst, covered[card]...), page.gap...)
	}
	return append(dst, "</span>"...)
}

func appendColumn(dst []byte, c *Column, page onPage, down string) []byte {
	dst = append(dst, `<li class="pile column`...)
	dst = appendPile(dst, c.Pile, page)
	if c.UnderLabel != "" {
		dst = appendUnder(dst, c.UnderLabel, c.Down, down, c.Under, page)
	}
	if len(c.Run) > 0 {
		dst = append(dst, `<span class="run" role="group" aria-label="`...)
		dst = append(appendEscaped(dst, c.RunLabel), `">`...)
		for i := range c.Run {
			dst = appendSpot(dst, &c.Run[i], page)
		}
		dst = append(dst, "</span>"...)
	}
	dst = appendSpot(dst, &c.Top, page)
	return append(dst, "</li>"...)
}

func appendSpot(dst []byte, s *Spot, page onPage) []byte {
	if s.Pressed {
		dst = appendWord(dst, page.selected)
	}
	if s.Target {
		dst = appendWord(dst, page.target)
	}
	if s.Card == 0 {
		dst = appendWord(dst, page.empty)
	}
	class := "slot"
	if s.Card != 0 {
		class = "card"
	}
	dst = append(dst, `<button class="`...)
	dst = append(dst, class...)
	if s.Target {
		dst = append(dst, " to"...)
	}
	if s.Last {
		dst = append(dst, " last"...)
	}
	if s.Twin {
		dst = append(dst, " twin"...)
	}
	if s.Hint {
		dst = append(dst, " hint"...)
	}
	dst = appendAttribute(dst, "id", s.ID)
	if page.click != "" {
		dst = appendAttribute(dst, "name", page.click)
		dst = appendAttribute(dst, "value", s.Place)
	}
	dst = appendAttribute(dst, "aria-label", s.Label)
	if s.Targets != "" {
		dst = appendAttribute(dst, "data-to", s.Targets)
	}
	if single := !strings.Contains(s.Targets, " "); s.Targets != "" && single == (s.Only == "") { // else data-to says it
		dst = appendAttribute(dst, "data-go", s.Only)
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
		dst = append(dst, "<b>"...)
		dst = appendEscaped(dst, s.Text)
		dst = append(dst, "</b>"...)
	}
	return append(append(dst, "</button>"...), page.gap...)
}

// appendAttribute closes the attribute before and leaves its own open.
func appendAttribute(dst []byte, name, value string) []byte {
	dst = append(dst, `" `...)
	dst = append(dst, name...)
	dst = append(dst, `="`...)
	return appendEscaped(dst, value)
}

func appendEscaped(dst []byte, text string) []byte {
	for i := range len(text) {
		switch text[i] {
		case '<', '>', '&', '"', '\'':
			return append(dst, html.EscapeString(text)...)
		}
	}
	return append(dst, text...)
}

// tools are the buttons under the board.
func tools(b *Board) templ.Component {
	draw := "tool.draw"
	if b.Turns && b.CanDraw {
		draw = "tool.turn"
	}
	up := tool{"up", "/up", "tool.up", b.CanUp, false}
	if b.CanFinish {
		up = tool{"up", "/finish", "tool.finish", true, true}
	}
	return piece(func(dst []byte) []byte {
		dst = append(dst, `<div class="tools" role="group`...)
		dst = append(appendAttribute(dst, "aria-label", b.L.T("board.tools")), `">`...)
		for _, t := range [...]tool{{"undo", "/undo", "tool.undo", b.CanUndo, false}, {"redo", "/redo", "tool.redo", b.CanRedo, false},
			{"draw", "", draw, b.CanDraw, false}, up, {"hint", "/hint", "tool.hint", true, false}} {
			dst = b.appendTool(dst, t)
		}
		return append(dst, "</div>"...)
	})
}

type tool struct {
	id, action, word string // without an action it makes the move of the stock
	can, ready       bool
}

// appendTool draws a button. One that has nothing to do keeps the focus, which a disabled one would lose: a click
// is answered in words.
func (b *Board) appendTool(dst []byte, t tool) []byte {
	dst = append(append(dst, `<button id="`...), t.id...)
	if t.ready {
		dst = append(dst, `" class="ready`...)
	}
	if t.action != "" {
		dst = appendAttribute(dst, "formaction", string(b.at(t.action)))
	} else {
		dst = append(dst, `" name="move" value="d`...)
	}
	dst = append(dst, '"')
	if b.Settled {
		dst = append(dst, " disabled"...)
	}
	if !t.can {
		dst = append(dst, ` aria-disabled="true"`...)
	}
	dst = appendEscaped(append(dst, '>'), b.L.T(t.word))
	return append(dst, "</button> "...)
}

func utoa(n uint32) string  { return strconv.FormatUint(uint64(n), 10) }
func i64toa(n int64) string { return strconv.FormatInt(n, 10) }

func stockClass(s Spot, turned bool) string {
	class := "card back"
	if turned {
		class = "slot"
	}
	if s.Hint {
		class += " hint"
	}
	return class
}

func finishedClass(b *Board) string {
	if b.Won {
		return "notice won"
	}
	return "notice"
}

// at is the address of something of the game: what follows its id.
func (b *Board) at(what string) templ.SafeURL {
	return templ.SafeURL(b.Path("/games/" + b.ID + what))
}

// askAction is where the answer yes goes.
func (b *Board) askAction() templ.SafeURL {
	switch b.Ask {
	case "new":
		return templ.SafeURL(b.Path("/games"))
	case "daily":
		return templ.SafeURL(b.Path("/daily"))
	}
	return b.at("/" + b.Ask)
}

func (b *Board) askText() string {
	if b.Ask == "give-up" && !b.Counted {
		return b.L.T("ask.give-up.practice")
	}
	return b.L.T("ask."+b.Ask+".text", "game", b.L.Name(b.Variant))
}
