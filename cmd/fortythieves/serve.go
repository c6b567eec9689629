package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"path/filepath"
	"runtime"
	"strconv"
	"time"

	"fortythieves/db"
	"fortythieves/handlers"
)

// drainTime is how long requests under way may take to end after a signal. Browsers keep connections in
// hand that never send one, and every stop waits for those as well.
const drainTime = 3 * time.Second

// serve runs the server until the context ends.
func serve(ctx context.Context, p *process, args []string) error {
	flags := flag.NewFlagSet("serve", flag.ContinueOnError)
	addr := flags.String("addr", fromEnv(p, "FORTYTHIEVES_ADDR", "127.0.0.1:8080"),
		"the `address` to listen on; port 0 picks a free one ($FORTYTHIEVES_ADDR)")
	data := dataFlag(p, flags)
	keep := flags.String("keep-days", fromEnv(p, "FORTYTHIEVES_KEEP_DAYS", "400"),
		"`days` after which a player without a finished game is removed ($FORTYTHIEVES_KEEP_DAYS)")
	if err := parse(p, flags, args); err != nil {
		return err
	}
	days, err := strconv.Atoi(*keep)
	if err != nil || days < 1 || days > 36500 {
		return usagef("serve: --keep-days %q is not a number of days from 1 to 36500", *keep)
	}
	if *data == "" {
		return usagef("serve: no folder for the data is known here; name one with --data")
	}
	_, port, err := net.SplitHostPort(*addr)
	if err == nil {
		_, err = net.LookupPort("tcp", port)
	}
	if err != nil {
		return usagef("serve: --addr %q is not host:port, such as 127.0.0.1:8080", *addr)
	}
	log := slog.New(slog.NewTextHandler(p.err, nil))
	store, err := db.Open(ctx, *data)
	if err != nil {
		return err
	}
	defer store.Close()
	keys, err := db.CookieKeys(*data)
	if err != nil {
		return err
	}
	site := handlers.New(handlers.Options{Store: store, Keys: keys, Log: log, KeepDays: days})
	listener, err := net.Listen("tcp", *addr)
	if err != nil {
		return fmt.Errorf("cannot listen: %w; choose another address with --addr", err)
	}
	fmt.Fprintf(p.out, "Forty Thieves is at http://%s/\nThe games are kept in %s\n", reachable(listener.Addr()), *data)
	working, stop := context.WithCancel(ctx)
	defer runAll(working, log, []job{forgetting(store, log, days)})()
	defer stop()
	return listen(ctx, &http.Server{
		Handler:           site,
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       15 * time.Second,
		WriteTimeout:      30 * time.Second,
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    32 << 10,
		ErrorLog:          slog.NewLogLogger(log.Handler(), slog.LevelDebug),
	}, listener)
}

// reachable is an address at which a browser on this machine finds the server: one that listens on all
// addresses is at localhost.
func reachable(addr net.Addr) string {
	if tcp, ok := addr.(*net.TCPAddr); ok && tcp.IP.IsUnspecified() {
		return fmt.Sprintf("localhost:%d", tcp.Port)
	}
	return addr.String()
}

// listen serves until the context ends, then lets the requests under way end.
func listen(ctx context.Context, server *http.Server, listener net.Listener) error {
	failed := make(chan error, 1)
	go func() { failed <- server.Serve(listener) }()
	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
	}
	drain, cancel := context.WithTimeout(context.Background(), drainTime)
	defer cancel()
	err := server.Shutdown(drain)
	if errors.Is(err, context.DeadlineExceeded) {
		err = server.Close()
	}
	return err
}

// dataFlag defines the flag --data.
func dataFlag(p *process, flags *flag.FlagSet) *string {
	return flags.String("data", fromEnv(p, "FORTYTHIEVES_DATA", dataFolder(p)),
		"the `folder` of the database and the keys ($FORTYTHIEVES_DATA)")
}

func fromEnv(p *process, name, otherwise string) string {
	if v, ok := p.env(name); ok && v != "" {
		return v
	}
	return otherwise
}

// dataFolder is where the platform keeps a user's data: $XDG_DATA_HOME or ~/.local/share, on macOS
// ~/Library/Application Support, on Windows %LocalAppData%. It is empty where that is not known.
func dataFolder(p *process) string {
	const name = "fortythieves"
	home, _ := p.env("HOME")
	switch runtime.GOOS {
	case "windows":
		if v, ok := p.env("LocalAppData"); ok {
			return filepath.Join(v, name)
		}
		return ""
	case "darwin", "ios":
		home = filepath.Join(home, "Library", "Application Support")
	default:
		if v, ok := p.env("XDG_DATA_HOME"); ok && filepath.IsAbs(v) {
			return filepath.Join(v, name)
		}
		home = filepath.Join(home, ".local", "share")
	}
	if !filepath.IsAbs(home) {
		return ""
	}
	return filepath.Join(home, name)
}
