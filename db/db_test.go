package db

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"fortythieves/game"
)

var (
	browser = Token{1}
	noon    = time.Date(2026, 11, 29, 12, 0, 0, 0, time.UTC)
)

// tester is a *testing.T, a *testing.B or a *rapid.T.
type tester interface {
	Helper()
	Fatal(...any)
	Fatalf(string, ...any)
	Context() context.Context
}

func openStore(tb testing.TB) *Store {
	tb.Helper()
	return openIn(tb, filepath.Join(tb.TempDir(), "data"))
}

func openIn(tb testing.TB, dir string) *Store {
	tb.Helper()
	s, err := Open(tb.Context(), dir)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { s.Close() })
	return s
}

// begin begins a counted game of deal n, at noon.
func begin(tb tester, s *Store, id, slug string, n uint32) *Game {
	tb.Helper()
	g := &Game{ID: id, Play: game.New(game.BySlug(slug), n), Counted: true}
	must(tb, s.Begin(tb.Context(), browser, g, noon))
	return g
}

// draw makes a move that is always there at first.
func draw(tb tester, g *Game) {
	tb.Helper()
	must(tb, g.Play.Play(game.Draw))
}

func must(tb tester, err error) {
	tb.Helper()
	if err != nil {
		tb.Fatal(err)
	}
}

func run(tb tester, s *Store, query string, args ...any) {
	tb.Helper()
	_, err := s.writer.Exec(query, args...)
	must(tb, err)
}

// count is the single number that a query gives.
func count(tb tester, s *Store, query string, args ...any) (n int) {
	tb.Helper()
	must(tb, s.writer.QueryRow(query, args...).Scan(&n))
	return n
}

// stored is what the database has of a game.
func stored(tb tester, s *Store, g *Game) *Game {
	tb.Helper()
	h, err := s.Game(tb.Context(), g.Player, g.ID)
	must(tb, err)
	return h
}

// same fails unless two games are alike in everything that is stored.
func same(tb tester, got, want *Game) {
	tb.Helper()
	a, b := *got, *want
	if a.Play.String() != b.Play.String() {
		tb.Fatalf("played: %s\nwant:   %s", a.Play, b.Play)
	}
	a.Play, b.Play = nil, nil
	if a != b {
		tb.Fatalf("game: %+v\nwant: %+v", a, b)
	}
}

func TestTheFolderAndTheFilesAreForTheirOwnerOnly(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no such modes")
	}
	dir := filepath.Join(t.TempDir(), "a", "b")
	s := openIn(t, dir)
	begin(t, s, "g", "lucas", 1)
	for name, want := range map[string]os.FileMode{
		"": os.ModeDir | 0o700, FileName: 0o600, FileName + "-wal": 0o600, FileName + "-shm": 0o600,
	} {
		info, err := os.Stat(filepath.Join(dir, name))
		must(t, err)
		if info.Mode() != want {
			t.Errorf("%q has mode %s, want %s", name, info.Mode(), want)
		}
	}
}

func TestTheFolderMayHaveAnyName(t *testing.T) {
	for _, name := range []string{"two words", "50%25", "a?mode=ro", "b#c", "čš&;'\"+"} {
		dir := filepath.Join(t.TempDir(), name)
		g := begin(t, openIn(t, dir), "g", "lucas", 1)
		if info, err := os.Stat(filepath.Join(dir, FileName)); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s: %v, %v", name, info, err)
		}
		stored(t, openIn(t, dir), g)
	}
}

func TestConnectionsHaveTheirSettings(t *testing.T) {
	s := openStore(t)
	for _, c := range []struct{ pragma, writer, reader string }{
		{"journal_mode", "wal", "wal"},
		{"synchronous", "2", ""}, // FULL
		{"foreign_keys", "1", ""},
		{"secure_delete", "1", ""},
		{"busy_timeout", "5000", "5000"},
		{"query_only", "0", "1"},
	} {
		var w, r string
		must(t, s.writer.QueryRow("PRAGMA "+c.pragma).Scan(&w))
		must(t, s.reader.QueryRow("PRAGMA "+c.pragma).Scan(&r))
		if w != c.writer || c.reader != "" && r != c.reader {
			t.Errorf("%s: writer %s, reader %s", c.pragma, w, r)
		}
	}
	if w, r := s.writer.Stats().MaxOpenConnections, s.reader.Stats().MaxOpenConnections; w != 1 || r != 4 {
		t.Errorf("%d writers, %d readers", w, r)
	}
}

func TestTheTablesAreStrict(t *testing.T) {
	s := openStore(t)
	if n := count(t, s, `SELECT COUNT(*) FROM pragma_table_list
		WHERE name IN ('players', 'devices', 'games') AND strict = 1`); n != 3 {
		t.Errorf("%d of 3 tables are STRICT", n)
	}
}

func TestReopeningKeepsEverything(t *testing.T) {
	dir := t.TempDir()
	s := openIn(t, dir)
	g := begin(t, s, "g", "lucas", 7)
	draw(t, g)
	g.Undos, g.Hints, g.Restarts = 1, 2, 3
	must(t, s.Save(t.Context(), g, noon.Add(time.Second)))
	must(t, s.Close())

	s = openIn(t, dir)
	same(t, stored(t, s, g), g)
	if p, err := s.Player(t.Context(), browser); err != nil || p.ID != g.Player {
		t.Errorf("player %v, %v", p, err)
	}
}

func TestAClosedStoreAnswersWithErrors(t *testing.T) {
	s := openStore(t)
	g := begin(t, s, "g", "lucas", 7)
	must(t, s.Close())
	if _, err := s.Game(t.Context(), g.Player, g.ID); err == nil {
		t.Error("a game was loaded")
	}
	if err := s.Save(t.Context(), g, noon); err == nil {
		t.Error("a game was saved")
	}
}

func TestACanceledContextDoesNotUndoAWrite(t *testing.T) {
	s := openStore(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()

	g := &Game{ID: "g", Play: game.New(game.BySlug("lucas"), 7), Counted: true}
	must(t, s.Begin(ctx, browser, g, noon))
	draw(t, g)
	must(t, s.Save(ctx, g, noon))
	same(t, stored(t, s, g), g)
	must(t, s.GiveUp(ctx, g, noon))
	same(t, stored(t, s, g), g)
}

func TestAWriteWaitsTenSecondsForItsTurn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &Store{turn: make(chan struct{})} // nobody ever gives way
		g := &Game{ID: "g", Play: game.New(game.BySlug("lucas"), 7)}
		start := time.Now()
		err := s.Save(t.Context(), g, noon)
		if waited := time.Since(start); err == nil || waited != 10*time.Second {
			t.Errorf("error %v after %s", err, waited)
		}
	})
}

func TestWritesTakeTurns(t *testing.T) {
	s := openStore(t)
	done := make(chan error)
	for i := range 20 {
		go func() {
			g := &Game{ID: fmt.Sprint("g", i), Play: game.New(game.BySlug("lucas"), 7), Counted: true}
			err := s.Begin(context.Background(), Token{byte(i)}, g, noon)
			for range 10 {
				if err == nil {
					err = s.Save(context.Background(), g, noon)
				}
			}
			done <- err
		}()
	}
	for range 20 {
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
}

// TestSavesSurviveTheDeathOfTheProcess runs itself in another process, which it kills.
func TestSavesSurviveTheDeathOfTheProcess(t *testing.T) {
	const variable = "DB_TEST_DIR"
	if dir := os.Getenv(variable); dir != "" {
		s := openIn(t, dir)
		g := begin(t, s, "g", "lucas", 7)
		for {
			must(t, s.Save(t.Context(), g, noon))
			fmt.Println("version", g.Version)
		}
	}
	dir := t.TempDir()
	cmd := exec.Command(os.Args[0], "-test.run", "^"+t.Name()+"$")
	cmd.Env = append(os.Environ(), variable+"="+dir)
	out, err := cmd.StdoutPipe()
	must(t, err)
	must(t, cmd.Start())
	var last int64
	lines := bufio.NewScanner(out)
	for last < 50 && lines.Scan() {
		fmt.Sscanf(lines.Text(), "version %d", &last)
	}
	must(t, cmd.Process.Kill())
	for lines.Scan() { // what it said before it died
		fmt.Sscanf(lines.Text(), "version %d", &last)
	}
	cmd.Wait()

	s := openIn(t, dir)
	p, err := s.Player(t.Context(), browser)
	must(t, err)
	g, err := s.Game(t.Context(), p.ID, "g")
	must(t, err)
	if last < 50 || g.Version < last {
		t.Errorf("version %d is left of %d", g.Version, last)
	}
}

func TestTheSQLiteDriverHasItsOwnLibc(t *testing.T) {
	list := func(format, module string) string {
		cmd := exec.Command("go", "list", "-m", "-f", format, module)
		cmd.Env = append(os.Environ(), "GOPROXY=off")
		out, err := cmd.Output()
		if err != nil {
			t.Fatalf("go list %s: %v", module, err)
		}
		return strings.TrimSpace(string(out))
	}
	mod, err := os.ReadFile(filepath.Join(list("{{.Dir}}", "modernc.org/sqlite"), "go.mod"))
	must(t, err)
	words := strings.Fields(string(mod))
	i := slices.Index(words, "modernc.org/libc")
	if i < 0 {
		t.Fatal("the driver's go.mod names no libc")
	}
	if got, want := list("{{.Version}}", "modernc.org/libc"), words[i+1]; got != want {
		t.Errorf("go.mod has modernc.org/libc %s; modernc.org/sqlite needs exactly %s: "+
			"run go mod edit -require modernc.org/libc@%s", got, want, want)
	}
}
