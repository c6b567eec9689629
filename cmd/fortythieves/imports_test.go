package main

import (
	"bytes"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

const module = "fortythieves/"

// A rule says what the packages of one folder import. Test files may import anything.
type rule struct {
	folder  string   // "views/..." stands for the folders below views
	own     []string // packages of this module, written like folder
	others  []string // modules of others
	without []string // packages of the standard library, each with those below it
	why     string
}

var rules = []rule{
	{
		folder: "cmd/fortythieves",
		own:    []string{"handlers", "db", "game", "game/solver", "game/hint", "game/pool", "views", "views/...", "static"},
		others: []string{
			"github.com/coreos/go-systemd/v22/activation",
			"github.com/prometheus/client_golang",
			"golang.org/x/crypto/acme",
			"golang.org/x/crypto/acme/autocert",
		},
		why: "it wires the parts together, reads the configuration and opens the sockets; nothing imports it",
	},
	{
		folder: "handlers",
		own:    []string{"views", "views/...", "game", "game/solver", "game/hint", "game/review", "db", "static"},
		others: []string{
			"github.com/labstack/echo/v4",
			"github.com/prometheus/client_golang/prometheus",
			"github.com/klauspost/compress",
			"golang.org/x/time/rate",
			"github.com/gorilla/sessions",
			"github.com/gorilla/securecookie",
			"github.com/hashicorp/golang-lru/v2",
			"github.com/a-h/templ",
		},
		without: []string{"database"},
		why:     "HTTP, Echo and sessions stay here; of db only the types, for the store is an interface",
	},
	{
		folder:  "handlers/attack",
		without: []string{"net", "database", "html", "os"},
		why:     "texts for the tests of handlers and of the whole program",
	},
	{
		folder:  "views",
		own:     []string{"views/...", "game", "game/review", "static"},
		others:  []string{"github.com/a-h/templ", "golang.org/x/text"},
		without: []string{"database", "net/http"},
		why:     "a view is made from plain values, so that it is tested without a request or a store",
	},
	{
		folder:  "views/...",
		own:     []string{"views/...", "game", "static"},
		others:  []string{"github.com/a-h/templ", "golang.org/x/text"},
		without: []string{"database", "net/http"},
		why:     "as views, which imports them",
	},
	{
		folder:  "db",
		own:     []string{"game"},
		others:  []string{"modernc.org/sqlite", "github.com/pressly/goose/v3"},
		without: []string{"net/http", "html"},
		why:     "the only place that knows a database, and it knows nothing of the web",
	},
	{
		folder:  "game",
		without: []string{"net", "database", "html", "time", "math/rand", "crypto/rand", "os"},
		why:     "rules know no HTTP, SQL, HTML, clock or chance: the same moves give the same game for ever",
	},
	{
		folder:  "game/gametest",
		own:     []string{"game"},
		without: []string{"net", "database", "html", "time", "math/rand", "crypto/rand", "os"},
		why:     "it helps the tests of game and of those who import game",
	},
	{
		folder:  "game/solver",
		own:     []string{"game"},
		without: []string{"net", "database", "html", "crypto/rand", "os"},
		why:     "a search gives the same answer each time; the clock only measures it, and chance, from math/rand/v2 with a seed, only tunes it",
	},
	{
		folder:  "game/hint",
		own:     []string{"game", "game/solver"},
		without: []string{"net", "database", "html", "time", "crypto/rand", "os"},
		why:     "the same view gives the same hint: no clock, and chance from math/rand/v2 with a seed from the view",
	},
	{
		folder:  "game/review",
		own:     []string{"game", "game/solver"},
		without: []string{"net", "database", "html", "time", "math/rand", "crypto/rand", "os"},
		why:     "who searches, and for how long, is the caller's",
	},
	{
		folder:  "game/pool",
		own:     []string{"game", "game/solver"},
		without: []string{"net", "database", "html", "time", "math/rand", "crypto/rand", "os"},
		why:     "deals that ship with the program, and the search for more; where they are kept is db's",
	},
	{
		folder:  "static",
		others:  []string{"github.com/klauspost/compress", "github.com/tdewolff/minify/v2"},
		without: []string{"database", "os"},
		why:     "files built into the program, served by anybody",
	},
}

func TestEachPackageImportsOnlyWhatItsRuleAllows(t *testing.T) {
	for folder, imports := range packages(t) {
		r, ok := ruleOf(folder)
		if !ok {
			t.Errorf("%s has no rule: say in the list above what it may import, and why", folder)
			continue
		}
		for _, path := range imports {
			if !r.allows(path) {
				t.Errorf("%s imports %s: %s", folder, path, r.why)
			}
		}
	}
}

// packages returns the imports of each package of the module that has more than tests, by folder.
func packages(t *testing.T) map[string][]string {
	t.Helper()
	list := exec.Command("go", "list", "-f", `{{.ImportPath}} {{join .Imports " "}}`, module+"...")
	var problem bytes.Buffer
	list.Stderr = &problem
	out, err := list.Output()
	if err != nil {
		t.Fatalf("%v: %v\n%s", list, err, &problem)
	}
	all := map[string][]string{}
	for line := range strings.Lines(string(out)) {
		paths := strings.Fields(line)
		all[strings.TrimPrefix(paths[0], module)] = paths[1:]
	}
	return all
}

func ruleOf(folder string) (rule, bool) {
	i := slices.IndexFunc(rules, func(r rule) bool { return stands(r.folder, folder) })
	if i < 0 {
		return rule{}, false
	}
	return rules[i], true
}

// stands tells whether a pattern such as "views" or "views/..." stands for the folder.
func stands(pattern, folder string) bool {
	if above, ok := strings.CutSuffix(pattern, "..."); ok {
		return strings.HasPrefix(folder, above)
	}
	return pattern == folder
}

func (r rule) allows(path string) bool {
	if folder, ok := strings.CutPrefix(path, module); ok {
		return slices.ContainsFunc(r.own, func(pattern string) bool { return stands(pattern, folder) })
	}
	host, _, _ := strings.Cut(path, "/")
	if strings.Contains(host, ".") {
		return slices.ContainsFunc(r.others, within(path))
	}
	return !slices.ContainsFunc(r.without, within(path))
}

// within returns a function that tells whether path is the given package or one below it.
func within(path string) func(string) bool {
	return func(above string) bool {
		return path == above || strings.HasPrefix(path, above+"/")
	}
}
