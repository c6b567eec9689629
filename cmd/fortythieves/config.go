package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"
)

// inForce is a setting with its value and where that came from.
type inForce struct {
	setting
	text, origin string
}

// shown is the value as it may be printed.
func (c inForce) shown() string {
	if c.secret && c.text != "" {
		return "(secret)"
	}
	return c.text
}

// picked holds the flags of a command that are settings.
type picked struct {
	flags *flag.FlagSet
	texts map[string]*string
	all   bool // the settings without a flag as well
}

// settingFlags defines the flags of the settings with these names, or of all.
func settingFlags(flags *flag.FlagSet, names ...string) picked {
	c := picked{flags, map[string]*string{}, len(names) == 0}
	for _, s := range settings {
		if s.secret || !c.all && !slices.Contains(names, s.name) {
			continue
		}
		c.texts[s.name] = flags.String(s.name, s.preset, fmt.Sprintf("`%s`: %s ($%s)", s.value, s.help, s.env()))
	}
	return c
}

// resolve finds the value of each setting, after the flags were parsed: the flag goes before the variable, and
// that before what is preset. An empty variable counts as none.
func (c picked) resolve(p *process) (config, []inForce, error) {
	if err := knownVariables(p); err != nil {
		return config{}, nil, err
	}
	given := map[string]bool{}
	c.flags.Visit(func(f *flag.Flag) { given[f.Name] = true })
	var result config
	var all []inForce
	for _, s := range settings {
		if c.texts[s.name] == nil && !c.all {
			continue
		}
		one, err := s.choose(p, given[s.name], c.texts[s.name])
		if err == nil {
			err = s.accepts(&result, one.text)
			if err != nil {
				err = usagef("%s: %s %q %v", c.flags.Name(), one.origin, one.shown(), err)
			}
		}
		if err != nil {
			return config{}, nil, err
		}
		all = append(all, one)
	}
	texts := map[string]string{}
	for _, one := range all {
		texts[one.name] = one.text
	}
	for _, one := range all {
		if one.needs != "" && one.text != "" && texts[one.needs] == "" {
			return config{}, nil, usagef("%s: %s %q needs --%s", c.flags.Name(), one.origin, one.shown(), one.needs)
		}
	}
	return result, all, nil
}

// choose finds the value of one setting.
func (s setting) choose(p *process, given bool, flag *string) (inForce, error) {
	if given {
		return inForce{s, *flag, "--" + s.name}, nil
	}
	text, origin := fromEnv(p, s.env(), ""), "$"+s.env()
	if s.secret {
		if file := fromEnv(p, s.env()+"_FILE", ""); file != "" {
			if text != "" {
				return inForce{}, usagef("$%s and $%s_FILE are both set; leave one", s.env(), s.env())
			}
			content, err := os.ReadFile(file)
			if err != nil {
				return inForce{}, fmt.Errorf("$%s_FILE: %w", s.env(), err)
			}
			text, origin = strings.TrimSpace(string(content)), "$"+s.env()+"_FILE"
		}
	}
	if text != "" {
		return inForce{s, text, origin}, nil
	}
	text = s.preset
	if s.name == "data" {
		text = dataFolder(p)
	}
	return inForce{s, text, "default"}, nil
}

// knownVariables refuses a variable with the program's prefix that it does not know: a slip of the pen there
// would otherwise only be found when the setting is missed.
func knownVariables(p *process) error {
	var known []string
	for _, s := range settings {
		known = append(known, s.env())
		if s.secret {
			known = append(known, s.env()+"_FILE")
		}
	}
	for _, entry := range p.environ() {
		name, _, _ := strings.Cut(entry, "=")
		if strings.HasPrefix(name, prefix) && !slices.Contains(known, name) {
			return usagef("the variable %s is not known; did you mean %s?", name, nearest(name, known))
		}
	}
	return nil
}

// nearest is the word that the fewest insertions, deletions and replacements of letters lead to.
func nearest(word string, words []string) string {
	return slices.MinFunc(words, func(a, b string) int { return distance(word, a) - distance(word, b) })
}

// distance is Levenshtein's, one row of his table at a time.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}

// configure prints the settings in force, as serve would have them with the same flags and variables.
func configure(_ context.Context, p *process, args []string) error {
	flags := flag.NewFlagSet("config", flag.ContinueOnError)
	c := settingFlags(flags)
	if err := parse(p, flags, args); err != nil {
		return err
	}
	_, all, err := c.resolve(p)
	if err != nil {
		return err
	}
	w := tabwriter.NewWriter(p.out, 0, 0, 2, ' ', 0)
	for _, one := range all {
		fmt.Fprintf(w, "%s\t%s\t%s\n", one.name, one.shown(), one.origin)
	}
	return w.Flush()
}

// settingsTable is the table of the README.
func settingsTable() string {
	var b strings.Builder
	b.WriteString("| flag | variable | default | what |\n|---|---|---|---|\n")
	for _, s := range settings {
		name, env, preset := "`--"+s.name+"`", "`"+s.env()+"`", ""
		if s.secret {
			name, env = "", env+" or `"+s.env()+"_FILE`"
		}
		if s.preset != "" {
			preset = "`" + s.preset + "`"
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", name, env, preset, s.help)
	}
	return b.String()
}

// dataOf is the data folder of a command that has no other setting.
func (c picked) dataOf(p *process) (string, error) {
	all, _, err := c.resolve(p)
	if err == nil && all.data == "" {
		err = usagef("%s: no folder for the data is known here; name one with --data", c.flags.Name())
	}
	return all.data, err
}

// backupFolder is where scheduled backups go.
func (c config) backupFolder() string {
	if c.backups != "" {
		return c.backups
	}
	return filepath.Join(c.data, "backups")
}
