// Command catalogue keeps the catalogues of sentences in order.
//
//	go run ./views/catalogue                                     sort all, a sentence a line
//	go run ./views/catalogue KEY en=TEXT da=TEXT …               add a sentence, or change it
//	go run ./views/catalogue KEY en.one=TEXT en.other=TEXT …     one that depends on a number
//	go run ./views/catalogue -move KEY NEW                       give it another key
//	go run ./views/catalogue -remove KEY
//
// A language that is not named keeps its sentence. One that has none gets the English, which a test then
// finds until it is translated. Run it in the folder of go.mod.
package main

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

const folder = "views/locales"

func main() {
	if err := run(folder, os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "catalogue:", err)
		os.Exit(1)
	}
}

// run does what the arguments say to all catalogues of a folder.
func run(dir string, args []string) error {
	all, err := read(dir)
	if err != nil {
		return err
	}
	switch {
	case len(args) == 0:
	case args[0] == "-remove" && len(args) == 2:
		for _, c := range all {
			delete(c, args[1])
		}
	case args[0] == "-move" && len(args) == 3:
		for _, c := range all {
			if s, ok := c[args[1]]; ok {
				c[args[2]] = s
				delete(c, args[1])
			}
		}
	case len(args) > 1 && !strings.HasPrefix(args[0], "-") && !strings.Contains(args[0], "="):
		if err := add(all, args[0], args[1:]); err != nil {
			return err
		}
	default:
		return fmt.Errorf("what is %q? The comment of views/catalogue says how to call it", args)
	}
	return write(dir, all)
}

// add puts the sentences that the arguments LANG=TEXT and LANG.FORM=TEXT name under a key.
func add(all map[string]catalogue, key string, args []string) error {
	given := map[string]sentence{}
	for _, arg := range args {
		to, text, ok := strings.Cut(arg, "=")
		lang, form, _ := strings.Cut(to, ".")
		if !ok || all[lang] == nil {
			return fmt.Errorf("%q: want LANG=TEXT or LANG.FORM=TEXT, with a language of %s", arg, slices.Sorted(maps.Keys(all)))
		}
		if given[lang] == nil {
			given[lang] = sentence{}
		}
		given[lang][form] = text
	}
	if given["en"] == nil && all["en"][key] == nil {
		return fmt.Errorf("%s is new: say it in English too", key)
	}
	for lang, s := range given {
		all[lang][key] = s
	}
	for _, c := range all {
		if c[key] == nil {
			c[key] = all["en"][key]
		}
	}
	return nil
}

// read reads the catalogues of a folder, by their languages.
func read(dir string) (map[string]catalogue, error) {
	names, err := filepath.Glob(filepath.Join(dir, "*.json"))
	if err != nil || len(names) == 0 {
		return nil, fmt.Errorf("no catalogue in %s: run it in the folder of go.mod", dir)
	}
	all := map[string]catalogue{}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		c, err := parse(text)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		all[strings.TrimSuffix(filepath.Base(name), ".json")] = c
	}
	return all, nil
}

func write(dir string, all map[string]catalogue) error {
	for lang, c := range all {
		if err := os.WriteFile(filepath.Join(dir, lang+".json"), c.text(), 0o644); err != nil {
			return err
		}
	}
	return nil
}
