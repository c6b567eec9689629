package main

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"fortythieves/db"
)

// job is work that the server does again and again beside its requests.
type job struct {
	name  string
	every time.Duration
	run   func(context.Context) error
}

// runAll runs the jobs, each at once and then every so often, until the context ends; the function that it
// returns waits for those that run then. One that fails is logged and tried again when it is its time.
func runAll(ctx context.Context, log *slog.Logger, jobs []job) (wait func()) {
	var all sync.WaitGroup
	for _, j := range jobs {
		all.Go(func() {
			tick := time.NewTicker(j.every)
			defer tick.Stop()
			for {
				if err := j.run(ctx); err != nil && ctx.Err() == nil {
					log.Error("a job failed", "job", j.name, "error", err)
				}
				select {
				case <-ctx.Done():
					return
				case <-tick.C:
				}
			}
		})
	}
	return all.Wait
}

const day = 24 * time.Hour

// forgetting removes, once a day, players without a settled game who were not here for so many days.
func forgetting(store *db.Store, log *slog.Logger, days int) job {
	return job{"forget players", day, func(ctx context.Context) error {
		gone, err := store.Forget(ctx, time.Now().Add(-time.Duration(days)*day))
		if gone > 0 {
			log.Info("players without a settled game removed", "players", gone, "days", days)
		}
		return err
	}}
}
