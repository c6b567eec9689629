package main

import (
	"context"
	"log/slog"
	"os"
	"path/filepath"
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

// backingUp makes a backup when the newest is old enough, and deletes those there are too many of.
func backingUp(log *slog.Logger, c config) job {
	often := max(time.Minute, min(c.backupEvery/24, time.Hour)) // a server that restarts does not begin to wait anew
	return job{"backup", often, func(ctx context.Context) error {
		return backUpIfDue(ctx, log, c, time.Now())
	}}
}

func backUpIfDue(ctx context.Context, log *slog.Logger, c config, now time.Time) error {
	folder := c.backupFolder()
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return err
	}
	list, err := db.Backups(folder)
	if err != nil {
		return err
	}
	if len(list) > 0 {
		last, err := db.AutoTime(list[len(list)-1])
		if err == nil && !now.Before(last) && now.Sub(last) < c.backupEvery {
			return nil
		}
	}
	if err := db.Rotate(folder, c.backupKeep); err != nil {
		return err
	}
	to := filepath.Join(folder, db.AutoName(now))
	if err := db.Backup(ctx, c.data, to); err != nil {
		return err
	}
	log.Info("backup made", "file", to)
	return db.Rotate(folder, c.backupKeep)
}

const day = 24 * time.Hour

// forgetting removes, once a day, players without a settled game who were not here for so many days. After a
// jump of the clock, or where nobody at all was here for a month, it waits: that clock is not believed.
func forgetting(store *db.Store, log *slog.Logger, days int) job {
	var last time.Time
	return job{"forget players", day, func(ctx context.Context) error {
		now := time.Now()
		jumped := !last.IsZero() && jump(last, now) > time.Hour
		last = now
		seen, err := store.LastSeen(ctx)
		if err != nil || seen.IsZero() {
			return err
		}
		if jumped || now.Sub(seen) > 30*day {
			log.Info("nobody is forgotten today: the clock may be wrong", "last visit", seen)
			return nil
		}
		gone, err := store.Forget(ctx, now.Add(-time.Duration(days)*day))
		if gone > 0 {
			log.Info("players without a settled game removed", "players", gone, "days", days)
		}
		return err
	}}
}

// jump is by how much the clock was set between two moments of this process.
func jump(from, to time.Time) time.Duration {
	return (to.Round(0).Sub(from.Round(0)) - to.Sub(from)).Abs()
}
