// Package gametest is for tests only. It keeps a won game of each variant and has a simple player
// that wins others, so that a test of what happens at the end of a game has one to play.
package gametest

import (
	"embed"
	"strings"
)

//go:embed won/*.txt
var files embed.FS

// Won is a won game of the variant in its text form, "slug deal cursor moves", with all moves made.
// It panics when there is none.
func Won(slug string) string { return WonGames(slug)[0] }

// WonGames are all the won games that are kept of the variant. It panics when there are none.
func WonGames(slug string) []string {
	text, err := files.ReadFile("won/" + slug + ".txt")
	if err != nil {
		panic("gametest: no won game of " + slug)
	}
	return strings.Split(strings.TrimSpace(string(text)), "\n")
}
