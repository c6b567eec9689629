package db

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// keysName is the name under which a backup has the cookie keys among the secrets, so that one file is all
// there is: without the keys every player would be a stranger.
const keysName = "cookie.keys"

// Backup writes a copy of the database in dir to a new file (0600): the games as they were at one moment,
// while the server may go on, and the cookie keys of the folder. The copy is checked before it gets its
// name, so that a file with that name is whole. A file that is there is an error.
func Backup(ctx context.Context, dir, to string) error {
	path, err := existing(ctx, dir)
	if err == nil {
		err = backup(ctx, path, to)
	}
	if err != nil {
		return fmt.Errorf("backup: %w", err)
	}
	return nil
}

// existing is the path of the database in dir, which must be there and of this program.
func existing(ctx context.Context, dir string) (string, error) {
	path, err := filepath.Abs(filepath.Join(dir, FileName))
	if err != nil {
		return "", err
	}
	return path, known(ctx, path)
}

// known fails if a file is no database of this program, or one of a newer version.
func known(ctx context.Context, path string) error {
	version, err := schema(ctx, path)
	if err != nil {
		return explain(path, err)
	}
	if newest := newestOf(embedded()); version > newest {
		return fmt.Errorf("%s: %w", path, tooNew(version, newest))
	} else if version == 0 {
		return fmt.Errorf("%s is empty", path)
	}
	return nil
}

func backup(ctx context.Context, path, to string) error {
	if _, err := os.Lstat(to); !errors.Is(err, fs.ErrNotExist) {
		return errors.Join(err, fmt.Errorf("%s is there already; name a new file", to))
	}
	keys, err := os.ReadFile(filepath.Join(filepath.Dir(path), keyFile))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	part := to + ".part"
	if err := os.Remove(part); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	f, err := os.OpenFile(part, os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	f.Close()
	defer os.Remove(part)
	from := pool(1, path, readOnly(path))
	_, err = from.ExecContext(ctx, `VACUUM INTO $1`, part)
	from.Close()
	if err == nil && len(keys) > 0 {
		err = withSecret(ctx, part, `INSERT OR REPLACE INTO secrets (name, value) VALUES ($1, $2)`, keysName, keys)
	}
	if err == nil {
		err = integrity(ctx, part)
	}
	if err == nil {
		err = synced(part)
	}
	if err != nil {
		return named(err)
	}
	if err := os.Rename(part, to); err != nil {
		return err
	}
	return syncedFolder(filepath.Dir(to))
}

// readOnly are the parameters of a connection that only reads. Where nobody has the database open it makes
// no files beside it.
func readOnly(path string) url.Values {
	params := url.Values{"mode": {"ro"}, "_pragma": {"busy_timeout(5000)"}}
	if _, err := os.Stat(path + "-wal"); errors.Is(err, fs.ErrNotExist) {
		params.Set("immutable", "1")
	}
	return params
}

// withSecret changes the secrets of a database that nobody has open. One of schema 1 has none.
func withSecret(ctx context.Context, path, query string, args ...any) error {
	if version, err := schema(ctx, path); err != nil || version < 2 {
		return err
	}
	db := pool(1, path, url.Values{"_pragma": {"journal_mode(DELETE)", "synchronous(FULL)"}})
	defer db.Close()
	_, err := db.ExecContext(ctx, query, args...)
	return err
}

// integrity has SQLite read the whole of a database. An error says the first thing that is wrong.
func integrity(ctx context.Context, path string) error {
	db := pool(1, path, readOnly(path))
	defer db.Close()
	var verdict string
	if err := db.QueryRowContext(ctx, `PRAGMA integrity_check(1)`).Scan(&verdict); err != nil {
		return explain(path, err)
	}
	if verdict != "ok" {
		return fmt.Errorf("%s is damaged (%s): %s", path, strings.ReplaceAll(verdict, "\n", " "), replace)
	}
	var table string
	rows, err := db.QueryContext(ctx, `PRAGMA foreign_key_check`)
	if err != nil {
		return explain(path, err)
	}
	defer rows.Close()
	if rows.Next() {
		var row, parent, key any
		if err := rows.Scan(&table, &row, &parent, &key); err != nil {
			return err
		}
		return fmt.Errorf("%s is damaged (a row of %s belongs to nothing): %s", path, table, replace)
	}
	return rows.Err()
}

// Check reads the whole database in dir and then does what Verify does. It changes nothing, and an older
// schema is an error. dir may also be a file, such as a backup.
func Check(ctx context.Context, dir string, report func(Difference)) (games int, err error) {
	path := dir
	if info, err := os.Stat(dir); err == nil && info.IsDir() {
		path = filepath.Join(dir, FileName)
	}
	if path, err = filepath.Abs(path); err == nil {
		err = known(ctx, path)
	}
	if err == nil {
		err = integrity(ctx, path)
	}
	if err != nil {
		return 0, fmt.Errorf("check: %w", err)
	}
	if version, err := schema(ctx, path); err != nil {
		return 0, fmt.Errorf("check: %w", err)
	} else if newest := newestOf(embedded()); version < newest {
		return 0, fmt.Errorf("check: %s is undamaged, but its schema is %d and this program's %d: upgrade it with migrate to have the games replayed", path, version, newest)
	}
	only := pool(readers, path, readOnly(path))
	s := &Store{turn: make(chan struct{}, 1), line: make(chan struct{}, readers), writer: only, reader: only, path: path}
	defer s.Close()
	if err := s.prepare(ctx); err != nil {
		return 0, fmt.Errorf("check: %w", err)
	}
	return s.Verify(ctx, report)
}

// Versions are the number of the schema of the database in dir, 0 for none, and that of this program.
func Versions(ctx context.Context, dir string) (has, newest int64, err error) {
	path := filepath.Join(dir, FileName)
	has, err = schema(ctx, path)
	if errors.Is(err, fs.ErrNotExist) {
		has, err = 0, nil
	}
	if err != nil {
		err = explain(path, err)
	}
	return has, newestOf(embedded()), err
}

// Rotate deletes all but the newest backups in a folder of those that AutoName named, and what is left
// of one that was interrupted.
func Rotate(folder string, keep int) error {
	parts, err := filepath.Glob(filepath.Join(folder, "fortythieves-*.db.part"))
	list, err2 := Backups(folder)
	if err = errors.Join(err, err2); err != nil {
		return err
	}
	for _, file := range append(parts, list[:max(0, len(list)-keep)]...) {
		err = errors.Join(err, os.Remove(file))
	}
	return err
}

// autoForm is the time in the name of a scheduled backup; names in order are times in order.
const autoForm = "20060102T150405Z"

// AutoName is the name of a scheduled backup.
func AutoName(now time.Time) string { return "fortythieves-" + now.UTC().Format(autoForm) + ".db" }

// Backups are the scheduled backups in a folder, oldest first.
func Backups(folder string) ([]string, error) {
	return filepath.Glob(filepath.Join(folder, "fortythieves-????????T??????Z.db")) // sorted
}

// AutoTime is when a backup was made, by its name.
func AutoTime(file string) (time.Time, error) {
	return time.Parse("fortythieves-"+autoForm+".db", filepath.Base(file))
}

// synced forces a file to the disk.
func synced(path string) error {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}

func copyFile(from, to string) error {
	r, err := os.Open(from)
	if err != nil {
		return err
	}
	defer r.Close()
	w, err := os.OpenFile(to, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(w, r)
	return errors.Join(err, w.Sync(), w.Close())
}
