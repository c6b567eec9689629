package main

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// deals reads the deal numbers of a survey's file; each line must be whole.
func surveyedDeals(t *testing.T, name string) []uint32 {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	var deals []uint32
	for line := range bytes.Lines(text) {
		var r surveyed
		if err := json.Unmarshal(line, &r); err != nil || r.Game != "lucas" || r.Verdict == "" || r.Nodes == 0 {
			t.Fatalf("the line %q: %v", line, err)
		}
		deals = append(deals, r.Deal)
	}
	return deals
}

func TestASurveyGoesOnWhereItWasStopped(t *testing.T) {
	out := filepath.Join(t.TempDir(), "lucas.jsonl")
	args := func(to string) []string {
		return []string{"survey", "--game", "lucas", "--from", "1", "--to", to, "--nodes", "2000", "--out", out, "--workers", "2"}
	}
	if o := call(t, "", args("3")...); o.code != 0 || !strings.Contains(o.err, "3 of 3 deals") {
		t.Fatalf("it ends with %d and\n%s", o.code, o.err)
	}
	before, _ := os.ReadFile(out)
	// A line that was being written when the machine went down.
	if err := os.WriteFile(out, append(before, `{"game":"lucas","deal":4,"fi`...), 0o600); err != nil {
		t.Fatal(err)
	}
	if o := call(t, "", args("6")...); o.code != 0 || !strings.Contains(o.err, "3 of 3 deals") {
		t.Fatalf("it ends with %d and\n%s", o.code, o.err)
	}
	after, _ := os.ReadFile(out)
	if deals := surveyedDeals(t, out); len(deals) != 6 || !bytes.HasPrefix(after, before) {
		t.Errorf("the deals are %v", deals)
	}
}

func TestAStoppedSurveySaysSoAndLeavesWholeLines(t *testing.T) {
	out := filepath.Join(t.TempDir(), "lucas.jsonl")
	ctx, stop := context.WithCancel(t.Context())
	stop()
	var problems bytes.Buffer
	code := run(ctx, &process{strings.NewReader(""), &problems, &problems, lookup(nil), nil},
		strings.Fields("survey --game lucas --from 1 --to 100000 --out "+out))
	if code != 1 || !strings.Contains(problems.String(), "goes on") {
		t.Errorf("it ends with %d and\n%s", code, &problems)
	}
	surveyedDeals(t, out)
}

func TestASurveyDoesNotMixLimits(t *testing.T) {
	out := filepath.Join(t.TempDir(), "lucas.jsonl")
	if o := call(t, "", "survey", "--game", "lucas", "--from", "1", "--to", "1", "--nodes", "2000", "--out", out); o.code != 0 {
		t.Fatal(o.err)
	}
	call(t, "", "survey", "--game", "lucas", "--from", "1", "--to", "2", "--nodes", "3000", "--out", out).fails(t, 1, out, "line 1", "2000 nodes")
}
