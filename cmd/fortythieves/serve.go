package main

import (
	"context"
	"flag"
	"fmt"
	"log/slog"
	"net/http"
	"time"

	"fortythieves/db"
	"fortythieves/game/solver"
	"fortythieves/handlers"
)

// drainTime is how long requests under way may take to end after a signal. Browsers keep connections in
// hand that never send one, and every stop waits for those as well.
const drainTime = 3 * time.Second

// serve runs the server until the context ends.
func serve(ctx context.Context, p *process, args []string) error {
	flags := flag.NewFlagSet("serve", flag.ContinueOnError)
	flagged := settingFlags(flags)
	if err := parse(p, flags, args); err != nil {
		return err
	}
	c, _, err := flagged.resolve(p)
	if err != nil {
		return err
	}
	if c.data == "" {
		return usagef("serve: no folder for the data is known here; name one with --data")
	}
	log := c.logger(p.err)
	store, err := db.Open(ctx, c.data)
	if err != nil {
		return err
	}
	defer store.Close()
	if c.keys == nil {
		if c.keys, err = db.CookieKeys(c.data); err != nil {
			return err
		}
	}
	watch := newWatch(store)
	working, stop := context.WithCancel(ctx)
	defer stop()
	desk := solver.NewDesk(c.solvers, c.solverBytes(), 0)
	o := c.options(store, log, watch, desk)
	o.Work = working
	certificates := c.certificates(log)
	doors, err := c.open(handlers.New(o), certificates, watch, log)
	if err != nil {
		return err
	}
	fmt.Fprintf(p.out, "Forty Thieves is at %s\nThe games are kept in %s\n", c.address(doors[0].listener), c.data)
	defer runAll(working, log, c.jobs(store, certificates, log, desk))()
	defer stop()
	return serveAll(ctx, doors)
}

// options are those of the site.
func (c config) options(store *db.Store, log *slog.Logger, watch *watch, desk *solver.Desk) handlers.Options {
	o := handlers.Options{Store: store, Keys: c.keys, Log: log, KeepDays: c.keepDays, Desk: desk,
		Trusted: c.trusted, Starts: c.starts, Codes: c.codes, Imports: c.imports,
		Ready: store.Ready, Metrics: watch.registry}
	if c.base != nil {
		o.Origin, o.Base = c.base.Scheme+"://"+c.base.Host, c.base.Path
	}
	o.Secure = c.tlsDomains != nil || c.base != nil && c.base.Scheme == "https"
	return o
}

// jobs are what the server does beside its requests.
func (c config) jobs(store *db.Store, certificates *certificates, log *slog.Logger, desk *solver.Desk) []job {
	list := []job{forgetting(store, log, c.keepDays), filling(store, desk)}
	if c.backupEvery > 0 {
		list = append(list, backingUp(log, c))
	}
	if certificates != nil {
		list = append(list, certificates.ordering())
	}
	return list
}

// newServer is an HTTP server that waits for nobody for long.
func newServer(h http.Handler, log *slog.Logger) *http.Server {
	return &http.Server{
		Handler:           h,
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       15 * time.Second,
		WriteTimeout:      30 * time.Second,
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    32 << 10,
		ErrorLog:          quietly(log),
	}
}
