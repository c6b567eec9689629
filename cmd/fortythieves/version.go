package main

import (
	"context"
	"flag"
	"fmt"
	"runtime"
	"runtime/debug"
)

// version prints the version of the module and the commit it was built from, as far as the build
// recorded them, and the Go version and platform.
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
			if s.Key == "vcs.revision" {
				commit = " " + s.Value
			}
		}
	}
	_, err := fmt.Fprintf(p.out, "fortythieves %s%s %s %s/%s\n", number, commit, runtime.Version(), runtime.GOOS, runtime.GOARCH)
	return err
}
