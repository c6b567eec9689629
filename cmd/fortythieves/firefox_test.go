package main

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"
)

// puppeteer is the file of puppeteer-core, which drives Firefox: the one that $PUPPETEER names, or that of
// the folder node_modules here or above.
func puppeteer() string {
	names := []string{os.Getenv("PUPPETEER")}
	for _, up := range []string{".", "..", "../.."} {
		names = append(names, filepath.Join(up, "node_modules/puppeteer-core/lib/puppeteer/puppeteer-core.js"))
	}
	for _, name := range names {
		if path, err := filepath.Abs(name); err == nil && name != "" {
			if _, err := os.Stat(path); err == nil {
				return path
			}
		}
	}
	return ""
}

// What the other tests do in Chromium is not repeated here: only that the board can be played in the way
// of each device, that nothing is cut, and that the browser knows what the style sheets rest on.
func TestTheBoardIsPlayedInFirefox(t *testing.T) {
	missing := ""
	firefox, err := exec.LookPath("firefox-esr")
	if err != nil {
		missing = "there is no firefox-esr in the PATH"
	}
	node, err := exec.LookPath("node")
	if err != nil {
		missing = "there is no node in the PATH"
	}
	library := puppeteer()
	if library == "" {
		missing = "there is no puppeteer-core: npm install it somewhere and name its puppeteer-core.js in the environment as PUPPETEER"
	}
	if missing != "" && os.Getenv("REQUIRE_BROWSER") == "1" {
		t.Fatal(missing)
	}
	if missing != "" {
		t.Skip(missing)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 3*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, node, "testdata/firefox.mjs", library, firefox, newSite(t, 1).url)
	cmd.Env = append(os.Environ(), "HOME="+t.TempDir()) // Firefox does not start for root in another's home
	cmd.WaitDelay = time.Second
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v: %s", err, out)
	} else {
		t.Logf("%s", out)
	}
}
