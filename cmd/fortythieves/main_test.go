package main

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

func TestMain(m *testing.M) {
	code := m.Run()
	closeBrowser()
	os.RemoveAll(programFolder)
	os.Exit(code)
}

// patience is how long a test waits for something that takes a moment.
const patience = 10 * time.Second

var programFolder string

// build is the path of the program itself, built once.
var build = sync.OnceValues(func() (path string, err error) {
	if programFolder, err = os.MkdirTemp("", "fortythieves-*"); err != nil {
		return "", err
	}
	path = filepath.Join(programFolder, "fortythieves")
	out, err := exec.Command("go", "build", "-o", path, ".").CombinedOutput()
	if err != nil {
		os.Stderr.Write(out)
	}
	return path, err
})

func program(t *testing.T) string {
	t.Helper()
	path, err := build()
	if err != nil {
		t.Fatal("building the program: ", err)
	}
	return path
}

// outcome is what a call of the program leaves behind.
type outcome struct {
	code     int
	out, err string
}

// call runs a command in this process, with in as its standard input.
func call(t *testing.T, in string, args ...string) outcome {
	t.Helper()
	return callWith(t, nil, in, args...)
}

// callWith is call with an environment, which is empty but for env.
func callWith(t *testing.T, env map[string]string, in string, args ...string) outcome {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	var out, problems bytes.Buffer
	code := run(ctx, &process{strings.NewReader(in), &out, &problems, lookup(env), names(env)}, args)
	if ctx.Err() != nil {
		t.Fatalf("%q does not end by itself; it wrote %q", args, &out)
	}
	return outcome{code, out.String(), problems.String()}
}

func lookup(env map[string]string) func(string) (string, bool) {
	return func(name string) (string, bool) {
		v, ok := env[name]
		return v, ok
	}
}

func names(env map[string]string) func() []string {
	return func() (list []string) {
		for name, v := range env {
			list = append(list, name+"="+v)
		}
		return list
	}
}

// fails checks that a call ended with the code and one line on standard error, with all the words in it.
func (o outcome) fails(t *testing.T, code int, words ...string) {
	t.Helper()
	if o.code != code {
		t.Errorf("exit code %d, want %d", o.code, code)
	}
	line, rest, ended := strings.Cut(o.err, "\n")
	if !ended || rest != "" || !strings.HasPrefix(line, "fortythieves: ") {
		t.Errorf("standard error is not one line of the program's:\n%s", o.err)
	}
	for _, w := range words {
		if !strings.Contains(line, w) {
			t.Errorf("the message lacks %q: %s", w, line)
		}
	}
}

// succeeds checks that a call ended with 0 and nothing on standard error.
func (o outcome) succeeds(t *testing.T) {
	t.Helper()
	if o.code != 0 || o.err != "" {
		t.Errorf("exit code %d, want 0; standard error: %s", o.code, o.err)
	}
}

func TestHelpListsTheCommands(t *testing.T) {
	for _, args := range [][]string{{"help"}, {"--help"}, {"-help"}, {"-h"}} {
		o := call(t, "", args...)
		o.succeeds(t)
		for _, c := range commands() {
			if !strings.Contains(o.out, "  "+c.name+" ") || !strings.Contains(o.out, c.summary) {
				t.Errorf("%q does not tell of %s:\n%s", args, c.name, o.out)
			}
		}
	}
}

func TestEachCommandExplainsItsFlags(t *testing.T) {
	flags := map[string][]string{
		"serve":  {"-addr", "-data", "127.0.0.1:8080", "FORTYTHIEVES_ADDR", "FORTYTHIEVES_DATA"},
		"solve":  {"-game", "-deal", "-position", "-nodes", "-time", "-json", "-memory", "-cores"},
		"tune":   {"-game", "-from", "-to", "-time", "-states", "-workers", "-seed"},
		"survey": {"-game", "-from", "-to", "-time", "-out", "-workers", "-memory"},
		"deal":   {"-game", "-deal", "-position", "-play", "-moves", "rank-and-file", "4294967295"},
	}
	for name, words := range flags {
		for _, args := range [][]string{{name, "--help"}, {name, "-h"}, {"help", name}} {
			o := call(t, "", args...)
			o.succeeds(t)
			for _, w := range words {
				if !strings.Contains(o.out, w) {
					t.Errorf("%q does not tell of %s:\n%s", args, w, o.out)
				}
			}
		}
	}
}

func TestVersionIsOneLine(t *testing.T) {
	o := call(t, "", "version")
	o.succeeds(t)
	if !strings.HasPrefix(o.out, "fortythieves ") || strings.Count(o.out, "\n") != 1 || !strings.HasSuffix(o.out, "\n") {
		t.Errorf("version prints %q", o.out)
	}
}

func TestWrongCallsExitWithTwoAndOneHelpfulLine(t *testing.T) {
	for _, c := range []struct {
		args  string
		words []string
	}{
		{"cheat", []string{`"cheat"`, "serve", "deal", "version", "help"}},
		{"Deal", []string{`"Deal"`, "deal"}},
		{"--fast", []string{"-fast", "serve --help"}},
		{"serve --fast", []string{"-fast", "serve --help"}},
		{"serve 8080", []string{`"8080"`, "serve --help"}},
		{"serve --addr", []string{"-addr", "serve --help"}},
		{"serve --addr nonsense", []string{`"nonsense"`, "127.0.0.1:8080"}},
		{"serve --addr 127.0.0.1:99999", []string{"99999", "127.0.0.1:8080"}},
		{"serve --addr 127.0.0.1:-1", []string{"-1", "127.0.0.1:8080"}},
		{"version --fast", []string{"-fast"}},
		{"version 2", []string{`"2"`}},
		{"help cheat", []string{`"cheat"`, "serve", "deal", "version", "help"}},
		{"help serve deal", []string{`"deal"`}},

		{"deal", []string{"--game", "forty-thieves", "streets"}},
		{"deal --deal 1", []string{"--game", "forty-thieves", "streets"}},
		{"deal --game lucas", []string{"--deal", "1", "4294967295"}},
		{"deal --game klondike --deal 1", []string{`"klondike"`, "forty-thieves", "streets"}},
		{"deal --game Lucas --deal 1", []string{`"Lucas"`, "lucas"}},
		{"deal --game lucas --deal 0", []string{`"0"`, "1 to 4294967295"}},
		{"deal --game lucas --deal -1", []string{`"-1"`, "1 to 4294967295"}},
		{"deal --game lucas --deal 4294967296", []string{`"4294967296"`, "1 to 4294967295"}},
		{"deal --game lucas --deal abc", []string{`"abc"`, "1 to 4294967295"}},
		{"deal --game lucas --deal 1.5", []string{`"1.5"`, "1 to 4294967295"}},
		{"deal --game lucas --deal 1 --fast", []string{"-fast", "deal --help"}},
		{"deal --game lucas --deal 1 2", []string{`"2"`, "deal --help"}},
		{"deal --game lucas --deal 1 --play x", []string{"--play", "move 1", `"x"`}},
		{"deal --game lucas --deal 1 --play d,c3c7x0", []string{"--play", "move 2", `"c3c7x0"`}},
		{"deal --game lucas --deal 1 --play d,,d", []string{"--play", "move 2"}},
		{"deal --game lucas --deal 1 --moves=some", []string{"some", "deal --help"}},
		{"deal --position - --game lucas", []string{"--position", "--game"}},
		{"deal --position - --deal 1", []string{"--position", "--deal"}},

		{"solve", []string{"--game", "forty-thieves", "streets"}},
		{"solve --game lucas", []string{"--deal", "1", "4294967295"}},
		{"solve --position - --deal 1", []string{"--position", "--deal"}},
		{"solve --game lucas --deal 1 --time 5", []string{"5", "-time", "solve --help"}},
		{"solve --game lucas --deal 1 --time -1s", []string{"--time", "-1s"}},
		{"solve --game lucas --deal 1 --nodes many", []string{"many", "-nodes"}},
		{"solve --game lucas --deal 1 --nodes -1", []string{"--nodes", "-1"}},
		{"solve --game lucas --deal 1 --memory 0", []string{"--memory", "0"}},
		{"solve --game lucas --deal 1 2", []string{`"2"`, "solve --help"}},
		{"survey", []string{"--game", "forty-thieves", "streets"}},
		{"survey --game klondike", []string{`"klondike"`, "streets"}},
		{"survey --game lucas --from 1", []string{"--to"}},
		{"survey --game lucas --from 0 --to 1", []string{"--from", `"0"`}},
		{"survey --game lucas --from 1 --to x", []string{"--to", `"x"`}},
		{"survey --game lucas --from 2 --to 1", []string{"--to 1", "--from 2"}},
		{"survey --game lucas --from 1 --to 2", []string{"--out"}},
		{"survey --game lucas --from 1 --to 2 --out x --workers 0", []string{"--workers 0"}},
		{"survey --game lucas --from 1 --to 2 --out x --workers 8 --memory 2", []string{"--memory 2", "8 workers"}},
	} {
		t.Run(c.args, func(t *testing.T) {
			o := callWith(t, map[string]string{"FORTYTHIEVES_DATA": t.TempDir()}, "", strings.Fields(c.args)...)
			o.fails(t, 2, c.words...)
			if o.out != "" {
				t.Errorf("standard output has %q", o.out)
			}
		})
	}
}
