package db

import (
	"bytes"
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/pressly/goose/v3"
)

//go:embed migrations/*.sql
var migrationFiles embed.FS

// smallest is the size in bytes of the smallest page, and so of the smallest database.
const smallest = 512

func embedded() fs.FS {
	sub, err := fs.Sub(migrationFiles, "migrations")
	if err != nil {
		panic(err)
	}
	return sub
}

// schema is the number of the newest migration that the database at path has had; 0 for an empty file.
// A database that is not of this program is an error. The file is opened for reading only and, unless
// somebody has it open, without making files beside it, so that one which is then refused stays as it is.
func schema(ctx context.Context, path string) (int64, error) {
	if info, err := os.Stat(path); err != nil {
		return 0, err
	} else if size := info.Size(); 0 < size && size < smallest {
		return 0, errors.New("too short for a database: " + replace) // and SQLite would take it for an empty one
	}
	db := pool(1, path, readOnly(path))
	defer db.Close()
	var tables, versioned, own int
	err := db.QueryRowContext(ctx, `
		SELECT COUNT(*), COUNT(CASE name WHEN 'goose_db_version' THEN 1 END),
			COUNT(CASE WHEN name IN ('players', 'games') THEN 1 END)
		FROM sqlite_master WHERE type = 'table'`).Scan(&tables, &versioned, &own)
	if err != nil || tables == 0 {
		return 0, err
	}
	var version int64
	if versioned == 1 {
		err = db.QueryRowContext(ctx, `SELECT COALESCE(MAX(version_id), 0) FROM goose_db_version`).Scan(&version)
		if err != nil {
			return 0, err
		}
	}
	if versioned == 0 || version > 0 && own < 2 {
		return 0, errors.New("the database is another program's: " + replace)
	}
	return version, nil
}

// migrate takes the database at path from a schema version to the newest of migrations, after a copy
// of anything older.
func migrate(ctx context.Context, db *sql.DB, path string, version int64, migrations fs.FS) error {
	p, err := goose.NewProvider(goose.DialectSQLite3, db, migrations,
		goose.WithLogger(goose.NopLogger()), goose.WithDisableGlobalRegistry(true))
	if err != nil {
		return err
	}
	sources := p.ListSources()
	newest := sources[len(sources)-1].Version
	if version == newest {
		return nil
	}
	if version > newest {
		return tooNew(version, newest)
	}
	if version > 0 {
		if err := keep(ctx, db, fmt.Sprintf("%s.v%d", path, version)); err != nil {
			return fmt.Errorf("copy before the upgrade: %w", err)
		}
	}
	if _, err := p.Up(ctx); err != nil {
		return fmt.Errorf("upgrade from schema %d to %d: %w", version, newest, err)
	}
	return nil
}

func tooNew(version, newest int64) error {
	return fmt.Errorf("the database is from a newer version of this program (schema %d, this one knows %d): "+
		"start that version, or put a backup from before the upgrade in its place", version, newest)
}

// newestOf is the number of the last migration, which stands at the beginning of the name of its file.
func newestOf(migrations fs.FS) (newest int64) {
	files, err := fs.Glob(migrations, "*.sql")
	if err != nil {
		panic(err) // a wrong pattern
	}
	for _, name := range files {
		number, _, _ := strings.Cut(name, "_")
		n, err := strconv.ParseInt(number, 10, 64)
		if err != nil {
			panic(err) // its name is not as goose wants it
		}
		newest = max(newest, n)
	}
	return newest
}

// keep copies the database to a file of that name (0600). A copy that is there stays, and the new one,
// unless it is the same, gets a number: an upgrade that fails and is tried again and again makes one
// copy only.
func keep(ctx context.Context, db *sql.DB, name string) error {
	part := name + ".part"
	if err := os.Remove(part); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	f, err := os.OpenFile(part, os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	defer os.Remove(part)
	defer f.Close()
	if _, err := db.ExecContext(ctx, `VACUUM INTO $1`, part); err != nil {
		return err
	}
	if err := ownedLike(part, filepath.Dir(part)); err != nil {
		return err
	}
	to := name
	for n := 2; ; n++ {
		switch same, err := sameFile(part, to); {
		case errors.Is(err, fs.ErrNotExist):
			return errors.Join(f.Sync(), os.Rename(part, to))
		case err != nil || same:
			return err
		}
		to = fmt.Sprintf("%s.%d", name, n)
	}
}

func sameFile(a, b string) (bool, error) {
	x, err := os.ReadFile(a)
	if err != nil {
		return false, err
	}
	y, err := os.ReadFile(b)
	return bytes.Equal(x, y), err
}
