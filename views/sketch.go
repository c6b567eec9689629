package views

import (
	"fmt"

	"fortythieves/game"
)

// card8 is a card in a sketch: 8 wide and 11 high, by its upper left corner.
type card8 struct {
	class string
	x, y  int
}

const (
	sketchStep = 10 // from column to column
	sketchFan  = 4  // from card to card
	sketchTop  = 16 // where the columns begin
)

// sketchWidth is the width of a sketch: that of the columns, or of stock, waste and foundations.
func sketchWidth(v *game.Variant) int { return max(v.Columns, 10)*sketchStep - 2 }

func sketchBox(v *game.Variant) string {
	return fmt.Sprintf("0 0 %d %d", sketchWidth(v), sketchTop+(v.Rows-1)*sketchFan+11)
}

// sketch lists the cards of a sketch, those below before those that lie on them.
func sketch(v *game.Variant) []card8 {
	cards := []card8{{"down", 0, 0}}
	home := "empty"
	if v.AcesOut {
		home = "up"
	}
	width := sketchWidth(v)
	for i := range 8 {
		cards = append(cards, card8{home, width + 2 - (8-i)*sketchStep, 0})
	}
	left := (width + 2 - v.Columns*sketchStep) / 2
	for row := range v.Rows {
		class := "up"
		if row < v.FaceDown {
			class = "down"
		}
		for col := range v.Columns {
			cards = append(cards, card8{class, left + col*sketchStep, sketchTop + row*sketchFan})
		}
	}
	return cards
}
