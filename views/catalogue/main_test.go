package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestTheCataloguesAreSortedASentenceALine(t *testing.T) {
	names, err := filepath.Glob("../locales/*.json")
	if err != nil || len(names) == 0 {
		t.Fatal(names, err)
	}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		c, err := parse(text)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if string(c.text()) != string(text) {
			t.Errorf("%s is not in order: go run ./views/catalogue", name)
		}
	}
}

// after are the catalogues en and da after a call with the arguments.
func after(t *testing.T, args ...string) (en, da string) {
	t.Helper()
	dir := t.TempDir()
	for lang, text := range map[string]string{"en": `{"b": "B", "a": "A"}`, "da": `{"a": "Å", "b": {"other": "{n} <b>", "one": "én"}}`} {
		if err := os.WriteFile(filepath.Join(dir, lang+".json"), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := run(dir, args); err != nil {
		return err.Error(), ""
	}
	all := [2]string{}
	for i, lang := range []string{"en", "da"} {
		text, err := os.ReadFile(filepath.Join(dir, lang+".json"))
		if err != nil {
			t.Fatal(err)
		}
		all[i] = string(text)
	}
	return all[0], all[1]
}

func TestASentenceIsAddedToEveryCatalogueInItsPlace(t *testing.T) {
	for _, c := range []struct{ args, en, da string }{
		{"", `{"a": "A","b": "B"}`, `{"a": "Å","b": {"one": "én", "other": "{n} <b>"}}`},
		{"aa en=New da=Ny", `{"a": "A","aa": "New","b": "B"}`, `{"a": "Å","aa": "Ny","b": {"one": "én", "other": "{n} <b>"}}`},
		{"aa en=New", `{"a": "A","aa": "New","b": "B"}`, `{"a": "Å","aa": "New","b": {"one": "én", "other": "{n} <b>"}}`},
		{"aa en.other=News en.one=New da=x=y", `{"a": "A","aa": {"one": "New", "other": "News"},"b": "B"}`, `{"a": "Å","aa": "x=y","b": {"one": "én", "other": "{n} <b>"}}`},
		{"b da=Bé", `{"a": "A","b": "B"}`, `{"a": "Å","b": "Bé"}`},
		{"-move b 0", `{"0": "B","a": "A"}`, `{"0": {"one": "én", "other": "{n} <b>"},"a": "Å"}`},
		{"-remove b", `{"a": "A"}`, `{"a": "Å"}`},
	} {
		en, da := after(t, strings.Fields(c.args)...)
		flat := strings.NewReplacer("{\n  ", "{", ",\n  ", ",", "\n}\n", "}")
		if en, da = flat.Replace(en), flat.Replace(da); en != c.en || da != c.da {
			t.Errorf("%q gives\n%s\n%s, want\n%s\n%s", c.args, en, da, c.en, c.da)
		}
	}
}

func TestACallThatMakesNoSenseChangesNothing(t *testing.T) {
	for _, args := range []string{"x", "-nope", "-remove", "en=x", "x da=ny", "x en", "x xx=y", "-move a"} {
		if problem, da := after(t, strings.Fields(args)...); da != "" {
			t.Errorf("%q is done: %s", args, problem)
		}
	}
}

func TestAKeyThatStandsTwiceIsNoticed(t *testing.T) {
	if _, err := parse([]byte(`{"a": "1", "a": "2"}`)); err == nil || !strings.Contains(err.Error(), "twice") {
		t.Errorf("the error is %v", err)
	}
}
