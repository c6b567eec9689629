package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fortythieves/game"
	"fortythieves/views"
)

func TestTheREADMEHasTheTableOfWhatTheGamesAreWorth(t *testing.T) {
	var b strings.Builder
	b.WriteString("| game | positions | won | proved lost | undecided | won by fair hints |\n|---|---|---|---|---|---|\n")
	share := func(k, n int) string {
		p, low, high := views.Share(k, n)
		return fmt.Sprintf("%.1f %% (%.1f–%.1f)", p, low, high)
	}
	for _, v := range game.Variants {
		w := views.Worths[v]
		if w.Deals() < 1000 {
			t.Errorf("%s was surveyed in %d deals, want 1,000 or more", v.Slug, w.Deals())
			continue
		}
		fmt.Fprintf(&b, "| %s | %d | %s | %s | %s | %d of %d |\n", v.Name, w.Nodes, share(w.Won, w.Deals()), share(w.Lost, w.Deals()), share(w.Unknown, w.Deals()), w.FairWon, w.Fair)
	}
	section(t, "worth", b.String())
}

// surveyFile is a file as survey writes it, of three deals of lucas.
func surveyFile(t *testing.T) string {
	t.Helper()
	out := filepath.Join(t.TempDir(), "survey.json")
	o := call(t, "", "survey", "--game", "lucas", "--from", "1", "--to", "3", "--nodes", "300000", "--workers", "1", "--out", out)
	if o.code != 0 {
		t.Fatal(o.err)
	}
	return out
}

func TestDigestMakesPoolTableAndPictureOfASurvey(t *testing.T) {
	file := surveyFile(t)
	o := call(t, "", "digest", "--survey", file, "--count", "2")
	o.succeeds(t)
	if lines := strings.Split(strings.TrimSpace(o.out), "\n"); len(lines) != 2 || !strings.HasPrefix(lines[0], "lucas 1 ") {
		t.Errorf("the pool is %s", o.out)
	}
	o = call(t, "", "digest", "--survey", file, "--table", "v1")
	o.succeeds(t)
	if o.out != "lucas\t1\t3\t300000\t3\t0\t0\tv1\t0\t0\n" {
		t.Errorf("the table is %q", o.out)
	}
	o = call(t, "", "digest", "--survey", file, "--plot")
	o.succeeds(t)
	if !strings.HasPrefix(o.out, "<svg") || !strings.Contains(o.out, ">Lucas</text>") {
		t.Errorf("the picture is %s", o.out)
	}
}

func TestDigestSaysWhatIsWrongWithAFile(t *testing.T) {
	if o := call(t, "", "digest"); o.code != 2 || !strings.Contains(o.err, "--survey is missing") {
		t.Errorf("%d, %s", o.code, o.err)
	}
	bad := filepath.Join(t.TempDir(), "bad")
	os.WriteFile(bad, []byte("{}\nx\n"), 0o600)
	if o := call(t, "", "digest", "--survey", bad); o.code != 1 || !strings.Contains(o.err, "line 2") {
		t.Errorf("%d, %s", o.code, o.err)
	}
}
