package main

import (
	"encoding/hex"
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the tables of the README anew")

const readme = "../../README.md"

// section replaces, with -update, what stands between two comments in the README, and else compares it.
func section(t *testing.T, name, want string) {
	t.Helper()
	text, err := os.ReadFile(readme)
	if err != nil {
		t.Fatal(err)
	}
	marks := regexp.MustCompile(`(?s)(<!-- ` + name + `[^>]*-->\n)(.*?)(<!-- end -->)`)
	found := marks.FindSubmatch(text)
	if found == nil {
		t.Fatalf("the README has no part %s", name)
	}
	if string(found[2]) == want {
		return
	}
	if !*update {
		t.Errorf("the README's part %s is not what the program says; go test ./cmd/fortythieves -run README -update writes it", name)
		return
	}
	out := marks.ReplaceAllFunc(text, func([]byte) []byte { return []byte(string(found[1]) + want + string(found[3])) })
	if err := os.WriteFile(readme, out, 0o644); err != nil {
		t.Fatal(err)
	}
}

func TestTheREADMEHasTheTableOfSettings(t *testing.T) { section(t, "settings", settingsTable()) }

func TestConfigSaysWhatIsInForceAndWhereItCameFrom(t *testing.T) {
	key := strings.Repeat("ab", 32)
	secret := filepath.Join(t.TempDir(), "keys")
	if err := os.WriteFile(secret, []byte(key+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	env := map[string]string{"FORTYTHIEVES_ADDR": "127.0.0.2:1", "FORTYTHIEVES_KEEP_DAYS": "30", "HOME": t.TempDir(),
		"FORTYTHIEVES_COOKIE_KEYS_FILE": secret, "FORTYTHIEVES_LOG_FORMAT": "", "OTHER": "x"}
	o := callWith(t, env, "", "config", "--addr", "127.0.0.3:2", "--base-url", "https://example.org/cards/")
	o.succeeds(t)
	lines := map[string]string{}
	for line := range strings.Lines(o.out) {
		name, rest, _ := strings.Cut(line, " ")
		lines[name] = strings.Join(strings.Fields(rest), " ")
	}
	for name, want := range map[string]string{
		"addr":        "127.0.0.3:2 --addr",
		"keep-days":   "30 $FORTYTHIEVES_KEEP_DAYS",
		"base-url":    "https://example.org/cards/ --base-url",
		"log-format":  "text default",
		"data":        dataFolder(&process{env: lookup(env)}) + " default",
		"cookie-keys": "(secret) $FORTYTHIEVES_COOKIE_KEYS_FILE",
	} {
		if lines[name] != want {
			t.Errorf("%s is shown as %q, want %q", name, lines[name], want)
		}
	}
	if len(lines) != len(settings) {
		t.Errorf("%d settings are shown, there are %d", len(lines), len(settings))
	}
	if strings.Contains(o.out, key) {
		t.Error("a secret is printed")
	}
}

func TestAVariableThatIsNotKnownIsRefusedWithTheNearestName(t *testing.T) {
	for name, near := range map[string]string{
		"FORTYTHIEVES_ADR":             "FORTYTHIEVES_ADDR",
		"FORTYTHIEVES_ADDRESS":         "FORTYTHIEVES_ADDR",
		"FORTYTHIEVES_BASEURL":         "FORTYTHIEVES_BASE_URL",
		"FORTYTHIEVES_BACKUPS_EVERY":   "FORTYTHIEVES_BACKUP_EVERY",
		"FORTYTHIEVES_COOKIE_KEY_FILE": "FORTYTHIEVES_COOKIE_KEYS_FILE",
		"FORTYTHIEVES_TRUSTED_PROXY":   "FORTYTHIEVES_TRUSTED_PROXIES",
		"FORTYTHIEVES_addr":            "FORTYTHIEVES_ADDR",
		"FORTYTHIEVES_DATA_FILE":       "FORTYTHIEVES_DATA",
		"FORTYTHIEVES_":                "FORTYTHIEVES_ADDR",
	} {
		for _, command := range []string{"serve", "config", "verify", "migrate", "check"} {
			callWith(t, map[string]string{name: "x", "HOME": t.TempDir()}, "", command).fails(t, 2, name+" ", near+"?")
		}
	}
}

func TestAWrongSettingSaysWhereItIsAndWhatIsRight(t *testing.T) {
	for _, c := range []struct{ name, value, right string }{
		{"addr", "8080", "127.0.0.1:8080"},
		{"addr", "unix:socket", "unix:/run"},
		{"base-url", "example.org/cards", "https://example.org/cards"},
		{"base-url", "ftp://example.org", "https://example.org/cards"},
		{"base-url", "https://example.org/a?b", "https://example.org/cards"},
		{"base-url", "https://me@example.org/", "https://example.org/cards"},
		{"base-url", "https://example.org/a//b", "single slashes"},
		{"base-url", "https://example.org/../b", "single slashes"},
		{"base-url", "https://example.org/%41", "https://example.org/cards"},
		{"base-url", "https://example.org/a;b", "letters"},
		{"trusted-proxies", "10.0.0.0/33", "10.0.0.0/8"},
		{"trusted-proxies", "10.0.0.1,proxy", `"proxy"`},
		{"tls-domains", "localhost", "cards.example.org"},
		{"tls-domains", "*.example.org", "cards.example.org"},
		{"tls-domains", "10.0.0.1", "cards.example.org"},
		{"acme-directory", "acme-staging-v02.api.letsencrypt.org/directory", "https://acme-staging-v02.api.letsencrypt.org/directory"},
		{"acme-directory", "http://ca.example.org/directory", "https://acme-staging-v02"},
		{"acme-directory", "https://me:secret@ca.example.org/directory", "https://acme-staging-v02"},
		{"acme-directory", "https://ca.example.org/directory", "needs --tls-domains"},
		{"redirect-addr", "80", ":80"},
		{"redirect-addr", ":80", "needs --tls-domains"},
		{"metrics-addr", "9100", "127.0.0.1:9100"},
		{"log-format", "xml", "json"},
		{"log-level", "loud", "warn"},
		{"keep-days", "0", "36500"},
		{"backup-every", "daily", "24h"},
		{"backup-every", "10s", "24h"},
		{"backup-keep", "0", "1 to"},
		{"limit-games", "30", "30/300"},
		{"limit-games", "30/3", "30/300"},
		{"limit-games", "-1/3", "30/300"},
		{"limit-codes", "0", "30/300"},
	} {
		env := map[string]string{"HOME": t.TempDir()}
		o := callWith(t, env, "", "config", "--"+c.name, c.value)
		o.fails(t, 2, "--"+c.name, c.right)
		variable := setting{name: c.name}.env()
		env[variable] = c.value
		callWith(t, env, "", "serve").fails(t, 2, "$"+variable, c.right)
	}
	callWith(t, map[string]string{"FORTYTHIEVES_COOKIE_KEYS": "abc"}, "", "config").fails(t, 2, "$FORTYTHIEVES_COOKIE_KEYS", "64 hexadecimal digits")
	callWith(t, map[string]string{"FORTYTHIEVES_COOKIE_KEYS": "abc", "FORTYTHIEVES_COOKIE_KEYS_FILE": "/x"}, "", "config").fails(t, 2, "leave one")
	callWith(t, map[string]string{"FORTYTHIEVES_COOKIE_KEYS_FILE": "/no/such"}, "", "config").fails(t, 1, "/no/such")
}

func TestSettingsBecomeWhatTheServerUses(t *testing.T) {
	flags := flag.NewFlagSet("serve", flag.ContinueOnError)
	c := settingFlags(flags)
	key := strings.Repeat("cd", 32)
	p := &process{env: lookup(map[string]string{"FORTYTHIEVES_COOKIE_KEYS": key + "\n" + strings.Repeat("ef", 32)}), environ: names(nil)}
	err := parse(p, flags, []string{"--base-url=https://Example.org:8443/cards/", "--trusted-proxies=10.0.0.0/8, 2001:db8::1",
		"--limit-games=0", "--limit-codes=2/9", "--data=/d"})
	if err != nil {
		t.Fatal(err)
	}
	got, _, err := c.resolve(p)
	if err != nil {
		t.Fatal(err)
	}
	o := got.options(nil, nil, &watch{}, nil)
	if o.Origin != "https://Example.org:8443" || o.Base != "/cards" || !o.Secure || o.Starts.Each != 0 || o.Codes.All != 9 ||
		len(o.Trusted) != 2 || o.Trusted[1].String() != "2001:db8::1/128" || len(o.Keys) != 2 || hex.EncodeToString(o.Keys[0]) != key ||
		got.backupFolder() != filepath.Join("/d", "backups") {
		t.Errorf("options %+v, config %+v", o, got)
	}
}
