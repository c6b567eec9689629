package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"sync"
	"time"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

var (
	// ErrFull says that there is no room for the write: the disk is full, or a limit of the file's size
	// is reached. Nothing was written; it goes on when there is room again.
	ErrFull = errors.New("no room on the disk")
	// ErrBusy says that another process, or a queue of writes, was in the way for too long. Nothing was
	// written.
	ErrBusy = errors.New("the database is busy")
)

// named adds to an error of SQLite what it means where a caller chooses by that.
func named(err error) error {
	var e *sqlite.Error
	if !errors.As(err, &e) {
		return err
	}
	switch code := e.Code(); {
	case code&0xff == sqlite3.SQLITE_FULL, code == sqlite3.SQLITE_IOERR_WRITE, code == sqlite3.SQLITE_IOERR_SHMSIZE:
		return fmt.Errorf("%w: %w", ErrFull, err)
	case code&0xff == sqlite3.SQLITE_BUSY, code&0xff == sqlite3.SQLITE_LOCKED:
		return fmt.Errorf("%w: %w", ErrBusy, err)
	}
	return err
}

// health remembers how writes went.
type health struct {
	mu     sync.Mutex
	err    error     // of the last write that found no room or no turn
	at     time.Time // when that was
	probe  error     // what the last probe said
	probed time.Time
}

const (
	ill       = 2 * time.Second // for which a failed write counts
	probeLife = time.Second     // for which a probe is not made anew: anyone may ask
)

// note keeps what a write came to. A write that fails for its own reasons says nothing of the disk.
func (h *health) note(err error) {
	if errors.Is(err, ErrFull) || errors.Is(err, ErrBusy) {
		h.mu.Lock()
		h.err, h.at = err, time.Now()
		h.mu.Unlock()
	}
}

// Ready reports why the store takes no writes, or nil. It writes a page to find out, once a second at
// most, and believes a write of its callers that failed in the last two seconds.
func (s *Store) Ready(ctx context.Context) error {
	h := &s.health
	h.mu.Lock()
	defer h.mu.Unlock()
	if time.Since(h.at) < ill {
		return h.err
	}
	if time.Since(h.probed) >= probeLife {
		h.probe, h.probed = s.probe(ctx), time.Now()
	}
	return h.probe
}

// probe writes the first page of the database: a number there that SQLite leaves to the program. It waits
// for no other write for long.
func (s *Store) probe(ctx context.Context) error {
	select {
	case s.turn <- struct{}{}:
	case <-time.After(time.Second):
		return fmt.Errorf("%w: a write takes longer than a second", ErrBusy)
	}
	defer func() { <-s.turn }()
	tx, err := s.writer.BeginTx(context.WithoutCancel(ctx), &sql.TxOptions{})
	if err != nil {
		return named(err)
	}
	defer tx.Rollback()
	var n int
	if err := tx.QueryRow(`PRAGMA user_version`).Scan(&n); err != nil {
		return named(err)
	}
	if _, err := tx.Exec(fmt.Sprintf(`PRAGMA user_version = %d`, 1-n&1)); err != nil {
		return named(err)
	}
	return named(tx.Commit())
}

// Sizes are the sizes in bytes of the database and of the log of writes beside it; 0 for one that is not
// there.
func (s *Store) Sizes() (database, log int64) {
	size := func(path string) int64 {
		info, err := os.Stat(path)
		if err != nil {
			return 0
		}
		return info.Size()
	}
	return size(s.path), size(s.path + "-wal")
}
