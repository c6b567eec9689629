package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fortythieves/game"
)

func TestASurveyPlaysByFairHints(t *testing.T) {
	out := filepath.Join(t.TempDir(), "fair.jsonl")
	args := func(to string) []string {
		return []string{"survey", "--fair", "--game", "lucas", "--from", "1", "--to", to, "--nodes", "20000", "--out", out, "--workers", "1"}
	}
	if o := call(t, "", args("2")...); o.code != 0 || !strings.Contains(o.err, "2 of 2 deals") {
		t.Fatalf("it ends with %d and\n%s", o.code, o.err)
	}
	if o := call(t, "", args("3")...); o.code != 0 || !strings.Contains(o.err, "1 of 1 deals") {
		t.Fatalf("it goes on to end with %d and\n%s", o.code, o.err)
	}
	text, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	won := 0
	for line := range bytes.Lines(text) {
		var r surveyed
		if err := json.Unmarshal(line, &r); err != nil || !r.Fair || r.Hints == 0 {
			t.Fatalf("the line %q: %v", line, err)
		}
		moves, err := game.ParseMoves(r.Moves)
		if err != nil {
			t.Fatal(err)
		}
		g, err := game.Load(game.BySlug("lucas"), r.Deal, len(moves), r.Moves)
		if err != nil || g.State().Home() != r.Home || g.Won() != (r.Verdict == "won") || r.Verdict == "lost" {
			t.Errorf("deal %d is %s with %d cards home: %v", r.Deal, r.Verdict, r.Home, err)
		}
		if g.Won() {
			won++
		}
	}
	if won == 0 {
		t.Error("of three deals of Lucas none is won")
	}
}

func TestFairHintsKnowNoTime(t *testing.T) {
	out := filepath.Join(t.TempDir(), "fair.jsonl")
	call(t, "", "survey", "--fair", "--time", "1s", "--game", "lucas", "--from", "1", "--to", "2", "--out", out).fails(t, 2, "--time", "--nodes")
}

func TestASurveyDoesNotMixHintsAndSearches(t *testing.T) {
	out := filepath.Join(t.TempDir(), "fair.jsonl")
	if o := call(t, "", "survey", "--game", "lucas", "--from", "1", "--to", "1", "--nodes", "2000", "--out", out); o.code != 0 {
		t.Fatal(o.err)
	}
	call(t, "", "survey", "--fair", "--game", "lucas", "--from", "1", "--to", "2", "--nodes", "2000", "--out", out).fails(t, 1, out, "2000 nodes")
}
