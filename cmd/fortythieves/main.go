// Command fortythieves is a server on which anyone plays the nine solitaires of the Forty Thieves
// family in a browser, and a command line for the same games.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"
	_ "time/tzdata" // time zones, where the system has none
)

// command is a subcommand: its name, a line of help and what it does. run reads its own flags.
type command struct {
	name, summary string
	run           func(ctx context.Context, p *process, args []string) error
}

// commands are the subcommands in the order of the help.
func commands() []command {
	return []command{
		{"serve", "start the server (what happens without a subcommand)", serve},
		{"deal", "print a deal or a position, play moves on it, list the legal ones", deal},
		{"solve", "say whether a deal or a position can be won, and how", solve},
		{"survey", "solve many deals and keep the results in a file", survey},
		{"tune", "look for better weights of the solver by trial", tune},
		{"digest", "make the pool of winnable deals and the table of the games of surveys", digest},
		{"config", "print the settings in force and where each comes from", configure},
		{"backup", "copy the database to a new file while the server runs", backup},
		{"restore", "put a backup in the database's place while no server runs", restore},
		{"migrate", "bring the database to this version's schema, as serve does", migrate},
		{"check", "read the whole database, or a backup, and verify it, changing nothing", check},
		{"verify", "replay every stored game and recompute every figure", verify},
		{"version", "print the version", version},
		{"help", "print this", help},
	}
}

// process is what a command has of the outside world.
type process struct {
	in       io.Reader
	out, err io.Writer
	env      func(string) (string, bool)
	environ  func() []string // all variables, as NAME=value
}

// usageError is a mistake in how the program was called: exit 2, and one line.
type usageError struct{ text string }

func (e usageError) Error() string { return e.text }

func usagef(format string, args ...any) error { return usageError{fmt.Sprintf(format, args...)} }

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	p := &process{in: os.Stdin, out: os.Stdout, err: os.Stderr, env: os.LookupEnv, environ: os.Environ}
	os.Exit(run(ctx, p, os.Args[1:]))
}

// run calls the subcommand and returns the exit code: 0, 1 when it failed, 2 when it was called
// wrongly.
func run(ctx context.Context, p *process, args []string) int {
	name := "serve"
	if len(args) > 0 && !strings.HasPrefix(args[0], "-") {
		name, args = args[0], args[1:]
	} else if len(args) > 0 && (args[0] == "-h" || args[0] == "--help" || args[0] == "-help") {
		name, args = "help", args[1:]
	}
	err := named(name).run(ctx, p, args)
	var usage usageError
	switch {
	case err == nil || errors.Is(err, flag.ErrHelp):
		return 0
	case errors.As(err, &usage):
		fmt.Fprintln(p.err, "fortythieves:", err)
		return 2
	default:
		fmt.Fprintln(p.err, "fortythieves:", err)
		return 1
	}
}

// named is the command of that name, or one that says that there is none.
func named(name string) command {
	for _, c := range commands() {
		if c.name == name {
			return c
		}
	}
	return command{run: func(context.Context, *process, []string) error {
		return usagef("unknown command %q; there are %s", name, commandNames())
	}}
}

func commandNames() string {
	var names []string
	for _, c := range commands() {
		names = append(names, c.name)
	}
	return strings.Join(names, ", ")
}

// parse reads the flags of a subcommand, which takes no other arguments.
func parse(p *process, flags *flag.FlagSet, args []string) error {
	err := parseFlags(p, flags, args)
	if err == nil && flags.NArg() > 0 {
		return usagef("%s: unexpected %q; see fortythieves %s --help", flags.Name(), flags.Arg(0), flags.Name())
	}
	return err
}

// parseFile reads the flags of a subcommand that takes a file, before its flags or after them.
func parseFile(p *process, flags *flag.FlagSet, args []string, optional bool) (string, error) {
	file := ""
	if len(args) > 0 && !strings.HasPrefix(args[0], "-") {
		file, args = args[0], args[1:]
	}
	if err := parseFlags(p, flags, args); err != nil {
		return "", err
	}
	rest := flags.Args()
	if file == "" && len(rest) > 0 {
		file, rest = rest[0], rest[1:]
	}
	if len(rest) > 0 {
		return "", usagef("%s: unexpected %q; see fortythieves %s --help", flags.Name(), rest[0], flags.Name())
	}
	if file == "" && !optional {
		return "", usagef("%s: name the file: fortythieves %s FILE", flags.Name(), flags.Name())
	}
	return file, nil
}

func parseFlags(p *process, flags *flag.FlagSet, args []string) error {
	flags.SetOutput(io.Discard)
	err := flags.Parse(args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		flags.SetOutput(p.out)
		fmt.Fprintf(p.out, "Usage of fortythieves %s:\n", flags.Name())
		flags.PrintDefaults()
		return err
	case err != nil:
		return usagef("%s: %v; see fortythieves %s --help", flags.Name(), err, flags.Name())
	}
	return nil
}

// help lists the commands, or the flags of the one that is named.
func help(ctx context.Context, p *process, args []string) error {
	if len(args) > 0 && !strings.HasPrefix(args[0], "-") {
		return named(args[0]).run(ctx, p, append(args[1:], "--help"))
	}
	if err := parse(p, flag.NewFlagSet("help", flag.ContinueOnError), args); err != nil {
		return err
	}
	fmt.Fprint(p.out, "Forty Thieves: nine solitaires with two packs, in any browser.\n\nUsage: fortythieves [command] [flags]\n\n")
	for _, c := range commands() {
		fmt.Fprintf(p.out, "  %-8s  %s\n", c.name, c.summary)
	}
	fmt.Fprint(p.out, "\nEach command lists its flags with --help.\n")
	return nil
}
