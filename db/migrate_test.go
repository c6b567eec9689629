package db

import (
	"bytes"
	"database/sql"
	"io"
	"io/fs"
	"log"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"
)

// latest is the number of the program's schema.
const latest = "4"

// with is the migrations of the program and one more.
func with(tb testing.TB, name, text string) fs.FS {
	tb.Helper()
	set := fstest.MapFS{name: {Data: []byte("-- +goose Up\n" + text)}}
	files, err := fs.Glob(embedded(), "*.sql")
	must(tb, err)
	for _, f := range files {
		data, err := fs.ReadFile(embedded(), f)
		must(tb, err)
		set[f] = &fstest.MapFile{Data: data}
	}
	return set
}

func newer(tb testing.TB) fs.FS {
	return with(tb, "00099_nick.sql", `ALTER TABLE players ADD COLUMN nick TEXT NOT NULL DEFAULT '';`)
}

func failing(tb testing.TB) fs.FS {
	return with(tb, "00099_fails.sql", `UPDATE games SET undos = 1000; INSERT INTO nowhere VALUES (1);`)
}

// filled is the folder of a closed database with one game, g.
func filled(tb testing.TB) (dir string, g *Game) {
	tb.Helper()
	dir = tb.TempDir()
	s := openIn(tb, dir)
	g = begin(tb, s, "g", "lucas", 7)
	must(tb, s.Close())
	return dir, g
}

func names(tb testing.TB, dir string) (list []string) {
	tb.Helper()
	entries, err := os.ReadDir(dir)
	must(tb, err)
	for _, e := range entries {
		list = append(list, e.Name())
	}
	return list
}

func readFile(tb testing.TB, path ...string) []byte {
	tb.Helper()
	data, err := os.ReadFile(filepath.Join(path...))
	must(tb, err)
	return data
}

func TestAnUpgradeCopiesTheDatabaseFirst(t *testing.T) {
	dir, g := filled(t)
	s, err := open(t.Context(), dir, newer(t))
	must(t, err)
	same(t, stored(t, s, g), g)
	if n := count(t, s, `SELECT COUNT(nick) FROM players`); n != 1 {
		t.Error("the upgrade is not there")
	}
	must(t, s.Close())
	if got, want := names(t, dir), []string{FileName, FileName + ".v" + latest}; !slices.Equal(got, want) {
		t.Fatalf("files %q, want %q", got, want)
	}
	if info, err := os.Stat(filepath.Join(dir, FileName+".v"+latest)); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("copy: %v, %v", info, err)
	}

	// the copy is the database before the upgrade, complete
	old := t.TempDir()
	must(t, os.WriteFile(filepath.Join(old, FileName), readFile(t, dir, FileName+".v"+latest), 0o600))
	same(t, stored(t, openIn(t, old), g), g)
	if got := names(t, old); slices.Contains(got, FileName+".v"+latest) {
		t.Error("the copy is of another schema")
	}
}

func TestOpeningWithoutAnUpgradeCopiesNothing(t *testing.T) {
	dir, _ := filled(t)
	must(t, openIn(t, dir).Close())
	if got, want := names(t, dir), []string{FileName}; !slices.Equal(got, want) {
		t.Fatalf("files %q, want %q", got, want)
	}
}

func TestTheCopyHasWhatIsOnlyInTheLog(t *testing.T) {
	dir := t.TempDir()
	s := openIn(t, dir)
	g := begin(t, s, "g", "lucas", 7) // in the -wal file still, as s stays open
	up, err := open(t.Context(), dir, newer(t))
	must(t, err)
	must(t, up.Close())

	old := t.TempDir()
	must(t, os.WriteFile(filepath.Join(old, FileName), readFile(t, dir, FileName+".v"+latest), 0o600))
	same(t, stored(t, openIn(t, old), g), g)
}

func TestAFailedUpgradeChangesNothingAndLeavesOneCopy(t *testing.T) {
	dir, g := filled(t)
	must(t, os.WriteFile(filepath.Join(dir, FileName+".v"+latest+".part"), []byte("of a crash"), 0o600))
	for range 3 {
		if s, err := open(t.Context(), dir, failing(t)); err == nil {
			s.Close()
			t.Fatal("no error")
		} else if !strings.Contains(err.Error(), "upgrade from schema "+latest+" to 99") {
			t.Fatal(err)
		}
	}
	if got, want := names(t, dir), []string{FileName, FileName + ".v" + latest}; !slices.Equal(got, want) {
		t.Fatalf("files %q, want %q", got, want)
	}
	same(t, stored(t, openIn(t, dir), g), g)
}

func TestACopyIsNotOverwritten(t *testing.T) {
	dir, g := filled(t)
	upgrade := func() {
		if _, err := open(t.Context(), dir, failing(t)); err == nil {
			t.Fatal("no error")
		}
	}
	upgrade()
	first := readFile(t, dir, FileName+".v"+latest)
	s := openIn(t, dir)
	must(t, s.Save(t.Context(), g, noon.Add(time.Hour)))
	must(t, s.Close())
	upgrade()
	upgrade()
	if !bytes.Equal(readFile(t, dir, FileName+".v"+latest), first) {
		t.Error("the first copy has changed")
	}
	if got, want := names(t, dir), []string{FileName, FileName + ".v" + latest, FileName + ".v" + latest + ".2"}; !slices.Equal(got, want) {
		t.Fatalf("files %q, want %q", got, want)
	}
}

func TestADatabaseOfANewerProgramIsRefusedUntouched(t *testing.T) {
	dir, _ := filled(t)
	s, err := open(t.Context(), dir, newer(t))
	must(t, err)
	must(t, s.Close())
	before, files := readFile(t, dir, FileName), names(t, dir)

	_, err = Open(t.Context(), dir)
	if err == nil || !strings.Contains(err.Error(), "newer version of this program (schema 99, this one knows "+latest+")") ||
		!strings.Contains(err.Error(), filepath.Join(dir, FileName)) {
		t.Errorf("error %v", err)
	}
	if !bytes.Equal(readFile(t, dir, FileName), before) {
		t.Error("the file has changed")
	}
	if got := names(t, dir); !slices.Equal(got, files) {
		t.Errorf("files %q, before %q", got, files)
	}
}

func TestANewerDatabaseThatWasNotClosedIsRefusedUntouched(t *testing.T) {
	dir := t.TempDir()
	s, err := open(t.Context(), dir, newer(t))
	must(t, err)
	defer s.Close()
	begin(t, s, "g", "lucas", 7)
	crashed := t.TempDir()
	for _, name := range []string{FileName, FileName + "-wal"} {
		must(t, os.WriteFile(filepath.Join(crashed, name), readFile(t, dir, name), 0o600))
	}

	if _, err := Open(t.Context(), crashed); err == nil || !strings.Contains(err.Error(), "newer version") {
		t.Errorf("error %v", err)
	}
	for _, name := range []string{FileName, FileName + "-wal"} {
		if !bytes.Equal(readFile(t, crashed, name), readFile(t, dir, name)) {
			t.Errorf("%s has changed", name)
		}
	}
}

func TestAFileThatCannotBeUsedIsRefusedUntouchedAndTheErrorSaysWhatToDo(t *testing.T) {
	other := filepath.Join(t.TempDir(), "other.db")
	db, err := sql.Open("sqlite", other)
	must(t, err)
	_, err = db.Exec(`CREATE TABLE notes (text TEXT)`)
	must(t, err)
	must(t, db.Close())
	goose := filepath.Join(t.TempDir(), "goose.db")
	db, err = sql.Open("sqlite", goose)
	must(t, err)
	_, err = db.Exec(`CREATE TABLE goose_db_version (version_id INTEGER); INSERT INTO goose_db_version VALUES (0), (1)`)
	must(t, err)
	must(t, db.Close())

	dir, _ := filled(t)
	good := readFile(t, dir, FileName)
	zeroed := bytes.Clone(good)
	clear(zeroed[100:4096]) // the page of the schema

	for name, data := range map[string][]byte{
		"text":                         bytes.Repeat([]byte("no database\n"), 1000),
		"short":                        []byte("x"),
		"truncated":                    good[:len(good)/2],
		"zeroed":                       zeroed,
		"another program's":            readFile(t, other),
		"another program's with goose": readFile(t, goose),
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			path := filepath.Join(dir, FileName)
			must(t, os.WriteFile(path, data, 0o600))
			s, err := Open(t.Context(), dir)
			if err == nil {
				s.Close()
				t.Fatal("it was opened")
			}
			if !strings.Contains(err.Error(), path) || !strings.Contains(err.Error(), "put a backup in its place") {
				t.Error(err)
			}
			if !bytes.Equal(readFile(t, path), data) {
				t.Error("the file has changed")
			}
			if got := names(t, dir); !slices.Equal(got, []string{FileName}) {
				t.Errorf("files %q", got)
			}
		})
	}
}

func TestAFolderInThePlaceOfTheFileIsRefused(t *testing.T) {
	dir := t.TempDir()
	must(t, os.Mkdir(filepath.Join(dir, FileName), 0o700))
	if _, err := Open(t.Context(), dir); err == nil || !strings.Contains(err.Error(), "is not a file") {
		t.Errorf("error %v", err)
	}
}

func TestAFirstStartThatDiedHalfwayIsTakenUp(t *testing.T) {
	dir := t.TempDir()
	if _, err := open(t.Context(), dir, fstest.MapFS{
		"00001_fails.sql": {Data: []byte("-- +goose Up\nINSERT INTO nowhere VALUES (1);")},
	}); err == nil {
		t.Fatal("no error")
	}
	begin(t, openIn(t, dir), "g", "lucas", 7)
	if got := names(t, dir); slices.Contains(got, FileName+".v0") {
		t.Errorf("files %q", got)
	}
}

func TestMigrationsAreSilent(t *testing.T) {
	r, w, err := os.Pipe()
	must(t, err)
	stdout, stderr := os.Stdout, os.Stderr
	os.Stdout, os.Stderr = w, w
	log.SetOutput(w)
	s, err := Open(t.Context(), t.TempDir())
	os.Stdout, os.Stderr = stdout, stderr
	log.SetOutput(stderr)
	must(t, w.Close())
	must(t, err)
	must(t, s.Close())
	if said, _ := io.ReadAll(r); len(said) > 0 {
		t.Errorf("said: %s", said)
	}
}
