package db

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// Restore puts the backup in file in the place of the database in dir, which may be missing. What was there
// is kept under another name, which is returned. The cookie keys in the backup go before those in the
// folder. A backup that is damaged or of a newer program, and a database that is in use, are errors, and
// then nothing has changed.
func Restore(ctx context.Context, file, dir string) (kept string, err error) {
	kept, err = restore(ctx, file, dir)
	if err != nil {
		err = fmt.Errorf("restore: %w", err)
	}
	return kept, err
}

func restore(ctx context.Context, file, dir string) (kept string, err error) {
	if file, err = filepath.Abs(file); err != nil {
		return "", err
	}
	if err := known(ctx, file); err != nil {
		return "", err
	}
	if err := integrity(ctx, file); err != nil {
		return "", err
	}
	if dir, err = filepath.Abs(dir); err == nil {
		err = os.MkdirAll(dir, 0o700)
	}
	if err != nil {
		return "", err
	}
	path := filepath.Join(dir, FileName)
	part := path + ".part"
	defer os.Remove(part)
	if err := copyFile(file, part); err != nil {
		return "", err
	}
	keys, err := takeOutKeys(ctx, part)
	if err == nil {
		err = ownedLike(part, dir)
	}
	if err == nil {
		err = unused(ctx, path)
	}
	if err == nil {
		kept, err = setAside(path)
	}
	if err == nil {
		err = os.Rename(part, path)
	}
	if err == nil {
		err = addKeys(dir, keys)
	}
	return kept, errors.Join(err, syncedFolder(dir))
}

// takeOutKeys removes the cookie keys from a copy of a backup and returns them, nil if it has none.
func takeOutKeys(ctx context.Context, path string) ([]byte, error) {
	if version, err := schema(ctx, path); err != nil || version < 2 {
		return nil, err
	}
	db := pool(1, path, url.Values{"_pragma": {"journal_mode(DELETE)", "synchronous(FULL)", "secure_delete(1)"}})
	defer db.Close()
	rows, err := db.QueryContext(ctx, `DELETE FROM secrets WHERE name = $1 RETURNING value`, keysName)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var keys []byte
	for rows.Next() {
		if err := rows.Scan(&keys); err != nil {
			return nil, err
		}
	}
	return keys, rows.Err()
}

// unused fails if a process has the database open. One that is damaged cannot be asked, and may be replaced.
func unused(ctx context.Context, path string) error {
	if info, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) || err == nil && info.Size() == 0 {
		return nil
	}
	db := pool(1, path, url.Values{"_pragma": {"locking_mode(EXCLUSIVE)"}, "_txlock": {"exclusive"}})
	defer db.Close()
	tx, err := db.BeginTx(ctx, nil)
	if err == nil {
		_, err = tx.ExecContext(ctx, `SELECT COUNT(*) FROM sqlite_master`)
		tx.Rollback()
	}
	var e *sqlite.Error
	if errors.As(err, &e) {
		switch e.Code() & 0xff {
		case sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT:
			return nil
		case sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED:
			return fmt.Errorf("%s is in use: stop the server first", path)
		}
	}
	return err
}

// setAside gives the database and the files beside it another name, and returns that; empty if there is
// no database.
func setAside(path string) (string, error) {
	if _, err := os.Lstat(path); errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	kept := path + ".replaced"
	for n := 2; ; n++ {
		if _, err := os.Lstat(kept); errors.Is(err, fs.ErrNotExist) {
			break
		}
		kept = fmt.Sprintf("%s.replaced.%d", path, n)
	}
	for _, end := range []string{"-wal", "-shm", ""} {
		if err := os.Rename(path+end, kept+end); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return "", err
		}
	}
	return kept, nil
}
