package main

import (
	"context"
	"flag"
	"fmt"
	"runtime"
	"runtime/debug"
)

// release is the number that the build of a release sets by -ldflags "-X main.release=v1.2.3".
var release string

// version prints the version and the commit that the program was built from, as far as the build recorded
// them, and the Go version and platform.
func version(_ context.Context, p *process, args []string) error {
	if err := parse(p, flag.NewFlagSet("version", flag.ContinueOnError), args); err != nil {
		return err
	}
	number, commit := "(devel)", ""
	if info, ok := debug.ReadBuildInfo(); ok {
		if info.Main.Version != "" {
			number = info.Main.Version
		}
		for _, s := range info.Settings {
			switch {
			case s.Key == "vcs.revision":
				commit = " " + s.Value
			case s.Key == "vcs.modified" && s.Value == "true":
				commit += "+changes"
			}
		}
	}
	if release != "" {
		number = release
	}
	_, err := fmt.Fprintf(p.out, "fortythieves %s%s %s %s/%s\n", number, commit, runtime.Version(), runtime.GOOS, runtime.GOARCH)
	return err
}
