// Package db is the store of players, games and the record, and the only place that knows a database.
// It is one SQLite file. Times, ids and tokens come from the caller; times are stored, and come back,
// in whole milliseconds and UTC.
//
// A write is durable when it returns, and goes on when its context is canceled: a player who closes
// the tab does not undo the move.
package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"time"

	"modernc.org/sqlite" // also registers the driver
	sqlite3 "modernc.org/sqlite/lib"
)

// FileName is the database's name in its folder. SQLite keeps two more files beside it, with -wal and
// -shm at the end of the name, while it is open.
const FileName = "fortythieves.db"

var (
	// ErrNotFound says that there is no such player or game, or that the game is another player's.
	ErrNotFound = errors.New("not found")
	// ErrStale says that the game was saved by someone else since it was loaded.
	ErrStale = errors.New("the game has changed meanwhile")
	// ErrSettled says that the game is won or lost and stays as it is.
	ErrSettled = errors.New("the game is over")
	// ErrOpenGame says that a counted game of the variant is started and not settled.
	ErrOpenGame = errors.New("a counted game of this variant is open")
	// ErrPracticeFull says that PracticeLimit practice games are open, each with a move in it.
	ErrPracticeFull = errors.New("too many practice games are open")
	// ErrDealCounted says that the player has had the deal as a counted game of the variant before.
	ErrDealCounted = errors.New("this deal has counted before")
)

const (
	readers  = 4                // connections for reading
	patience = 10 * time.Second // of a write that waits for its turn
)

// Store is an open database. It is safe for concurrent use.
type Store struct {
	turn   chan struct{} // full while a write runs
	line   chan struct{} // full while as many reads run as there are connections
	writer *sql.DB       // one connection
	reader *sql.DB
	path   string
	health health
	statements
}

// Open opens the database in dir and brings its schema up to date. The folder (0700) and the file
// (0600) are made when they are missing; those that are there keep their modes. Before a schema is
// changed the file is copied, to fortythieves.db.v1 if the schema was number 1. A database of a newer
// program, a damaged one and one of something else are left as they are, and the error says what to do.
func Open(ctx context.Context, dir string) (*Store, error) {
	return open(ctx, dir, embedded())
}

func open(ctx context.Context, dir string, migrations fs.FS) (*Store, error) {
	path, err := place(dir)
	if err != nil {
		return nil, fmt.Errorf("open database: %w", err)
	}
	s, err := connect(ctx, path, migrations)
	if err != nil {
		return nil, fmt.Errorf("open database: %w", explain(path, err))
	}
	return s, nil
}

// place makes the folder and an empty file where they are missing: SQLite would make the file readable
// for all. A file that is there is not opened, as closing it would drop the locks of other connections
// of this process.
func place(dir string) (path string, err error) {
	if dir, err = filepath.Abs(dir); err != nil {
		return "", err
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", err
	}
	path = filepath.Join(dir, FileName)
	switch info, err := os.Stat(path); {
	case err == nil && !info.Mode().IsRegular():
		return "", fmt.Errorf("%s is not a file", path)
	case err == nil:
		return path, nil
	case !errors.Is(err, fs.ErrNotExist):
		return "", err
	}
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return "", err
	}
	return path, errors.Join(f.Close(), ownedLike(path, dir))
}

func connect(ctx context.Context, path string, migrations fs.FS) (*Store, error) {
	version, err := schema(ctx, path)
	if err != nil {
		return nil, err
	}
	s := &Store{
		path: path,
		turn: make(chan struct{}, 1),
		line: make(chan struct{}, readers),
		writer: pool(1, path, url.Values{"_txlock": {"immediate"}, "_pragma": {
			"busy_timeout(5000)", "journal_mode(WAL)", "synchronous(FULL)", "foreign_keys(1)",
			"secure_delete(1)"}}), // of every write: a saved game leaves its older moves behind, too
		reader: pool(readers, path, url.Values{"_pragma": {"busy_timeout(5000)", "query_only(1)"}}),
	}
	err = migrate(ctx, s.writer, path, version, migrations)
	if err == nil {
		err = s.writable(ctx)
	}
	if err == nil {
		err = s.fillHomes(ctx)
	}
	if err == nil {
		err = s.prepare(ctx)
	}
	if err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

// pool opens a file with at most n connections, which stay open.
func pool(n int, path string, params url.Values) *sql.DB {
	path = filepath.ToSlash(path)
	if path[0] != '/' {
		path = "/" + path // C:/… on Windows
	}
	dsn := url.URL{Scheme: "file", Path: path, RawQuery: params.Encode()}
	db, err := sql.Open("sqlite", dsn.String())
	if err != nil {
		panic(err) // the driver is registered, and opens the file only when it is used
	}
	db.SetMaxOpenConns(n)
	db.SetMaxIdleConns(n)
	return db
}

// writable fails if the file cannot be written. SQLite opens such a file, and begins a transaction in
// it, without a word: the first move would be the one to find out.
func (s *Store) writable(ctx context.Context) error {
	return s.alone(ctx, func(ctx context.Context) error {
		_, err := s.writer.ExecContext(ctx, `UPDATE players SET seen_at = seen_at WHERE id = 0`)
		return err
	})
}

// Close closes the database. Calls after it fail.
func (s *Store) Close() error {
	return errors.Join(s.reader.Close(), s.writer.Close())
}

// alone runs a write when its turn comes, for which it waits ten seconds at most; then SQLite waits up
// to five for other processes. The context that do gets cannot be canceled: the caller may go away, and
// nothing could stop SQLite while it waits for the disk, but a context with an end would make the
// driver start a goroutine for each statement to watch it, a quarter of the cost of a save.
func (s *Store) alone(ctx context.Context, do func(context.Context) error) error {
	select {
	case s.turn <- struct{}{}:
	case <-time.After(patience):
		err := fmt.Errorf("%w: other writes have taken more than %s", ErrBusy, patience)
		s.health.note(err)
		return err
	}
	defer func() { <-s.turn }()
	err := named(do(context.WithoutCancel(ctx)))
	s.health.note(err)
	return err
}

// write runs do in a transaction, alone.
func (s *Store) write(ctx context.Context, do func(context.Context, *sql.Tx) error) error {
	return s.alone(ctx, func(ctx context.Context) error {
		tx, err := s.writer.BeginTx(ctx, nil)
		if err != nil {
			return err
		}
		defer tx.Rollback() // nothing after a commit
		if err := do(ctx, tx); err != nil {
			return err
		}
		return tx.Commit()
	})
}

// explain adds to an error of opening which file it is about and, where the file cannot be used at
// all, what to do.
func explain(path string, err error) error {
	var e *sqlite.Error
	if errors.As(err, &e) {
		switch e.Code() & 0xff {
		case sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT:
			return fmt.Errorf("%s is damaged or not a database (%w): %s", path, err, replace)
		case sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY:
			return fmt.Errorf("%s cannot be written (%w): "+
				"let the user that runs this program own it and its folder", path, err)
		}
	}
	return fmt.Errorf("%s: %w", path, err)
}

const replace = "put a backup in its place, or move it away, " +
	"with any -wal and -shm beside it, to begin with an empty one"

// millis and instant convert times to and from their stored form.
func millis(t time.Time) int64 { return t.UnixMilli() }

func instant(ms int64) time.Time { return time.UnixMilli(ms).UTC() }
