package db

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

func TestABackupOfALiveDatabaseHasTheGamesAndTheKeys(t *testing.T) {
	dir := t.TempDir()
	s := openIn(t, dir)
	g := begin(t, s, "g", "lucas", 1)
	keys, err := CookieKeys(dir)
	must(t, err)
	file := filepath.Join(t.TempDir(), "copy")
	must(t, Backup(t.Context(), dir, file))
	begin(t, s, "later", "maria", 2)
	if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("its mode is %v (%v)", info.Mode(), err)
	}
	if games, err := Check(t.Context(), file, func(d Difference) { t.Error(d) }); err != nil || games != 1 {
		t.Errorf("the copy has %d games (%v)", games, err)
	}
	other := t.TempDir()
	if _, err := CookieKeys(other); err != nil { // a server was started there before
		t.Fatal(err)
	}
	kept, err := Restore(t.Context(), file, other)
	if err != nil || kept != "" {
		t.Fatal(kept, err)
	}
	stored(t, openIn(t, other), g)
	got, err := CookieKeys(other)
	if err != nil || len(got) != 2 || !bytes.Equal(got[0], keys[0]) {
		t.Errorf("the keys are %x, want first %x (%v)", got, keys, err)
	}
	text, err := os.ReadFile(filepath.Join(other, FileName))
	if err != nil || bytes.Contains(text, []byte(keysName)) {
		t.Errorf("the keys stay in the database (%v)", err)
	}
}

func TestABackupReplacesNoFileAndLeavesNoneBehind(t *testing.T) {
	dir, out := t.TempDir(), t.TempDir()
	if err := Backup(t.Context(), dir, filepath.Join(out, "a")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("without a database: %v", err)
	}
	begin(t, openIn(t, dir), "g", "lucas", 1)
	file := filepath.Join(out, "there")
	must(t, os.WriteFile(file, []byte("a shopping list"), 0o600))
	if err := Backup(t.Context(), dir, file); err == nil || !strings.Contains(err.Error(), "there already") {
		t.Errorf("over a file: %v", err)
	}
	if err := Backup(t.Context(), dir, filepath.Join(out, "no", "folder")); err == nil {
		t.Error("into no folder it succeeds")
	}
	list, err := os.ReadDir(out)
	if err != nil || len(list) != 1 {
		t.Errorf("the folder has %v (%v)", list, err)
	}
}

func TestARestoreKeepsWhatWasThereAndRefusesWhatIsInUse(t *testing.T) {
	dir, out := t.TempDir(), filepath.Join(t.TempDir(), "copy")
	s := openIn(t, dir)
	begin(t, s, "g", "lucas", 1)
	must(t, Backup(t.Context(), dir, out))
	begin(t, s, "later", "maria", 2)
	before, err := os.ReadFile(filepath.Join(dir, FileName))
	must(t, err)
	if _, err := Restore(t.Context(), out, dir); err == nil || !strings.Contains(err.Error(), "stop the server") {
		t.Fatalf("while it is open: %v", err)
	}
	after, err := os.ReadFile(filepath.Join(dir, FileName))
	if err != nil || !bytes.Equal(before, after) {
		t.Errorf("a refused restore changes the database (%v)", err)
	}
	must(t, s.Close())
	for _, want := range []string{".replaced", ".replaced.2"} {
		kept, err := Restore(t.Context(), out, dir)
		if err != nil || kept != filepath.Join(dir, FileName+want) {
			t.Fatal(kept, err)
		}
	}
	count := func(path string, want int) {
		t.Helper()
		if n, err := Check(t.Context(), path, func(d Difference) { t.Error(d) }); err != nil || n != want {
			t.Errorf("%s has %d games, want %d (%v)", path, n, want, err)
		}
	}
	count(dir, 1)
	count(filepath.Join(dir, FileName+".replaced"), 2)
	must(t, os.WriteFile(filepath.Join(dir, FileName), bytes.Repeat([]byte("rubbish "), 1000), 0o600))
	if _, err := Restore(t.Context(), out, dir); err != nil {
		t.Errorf("over a damaged database: %v", err)
	}
	count(dir, 1)
}

func TestRestoreRefusesWhatIsNoWholeBackup(t *testing.T) {
	dir, out := t.TempDir(), t.TempDir()
	begin(t, openIn(t, dir), "g", "lucas", 1)
	whole := filepath.Join(out, "whole")
	must(t, Backup(t.Context(), dir, whole))
	text, err := os.ReadFile(whole)
	must(t, err)
	for name, content := range map[string][]byte{
		"empty": {}, "short": text[:300], "half": text[:len(text)/2/4096*4096], "foreign": bytes.Repeat([]byte("novel "), 999),
	} {
		file, target := filepath.Join(out, name), filepath.Join(t.TempDir(), "data")
		must(t, os.WriteFile(file, content, 0o600))
		if _, err := Restore(t.Context(), file, target); err == nil {
			t.Errorf("%s is restored", name)
		}
		if list, _ := os.ReadDir(target); len(list) > 0 {
			t.Errorf("%s leaves %v", name, list)
		}
	}
}

func TestRotationKeepsTheNewestBackups(t *testing.T) {
	dir := t.TempDir()
	at := time.Date(2026, 12, 31, 23, 0, 0, 0, time.FixedZone("", 3600))
	var names []string
	for i := range 5 {
		names = append(names, AutoName(at.Add(time.Duration(i)*time.Hour)))
		must(t, os.WriteFile(filepath.Join(dir, names[i]), nil, 0o600))
		if when, err := AutoTime(names[i]); err != nil || !when.Equal(at.Add(time.Duration(i)*time.Hour)) {
			t.Errorf("%s was made at %v (%v)", names[i], when, err)
		}
	}
	other := []string{"fortythieves-before-the-move.db", "fortythieves.db"}
	for _, name := range append(other, "fortythieves-20261231T220000Z.db.part") {
		must(t, os.WriteFile(filepath.Join(dir, name), nil, 0o600))
	}
	must(t, Rotate(dir, 2))
	list, err := os.ReadDir(dir)
	must(t, err)
	var got []string
	for _, f := range list {
		got = append(got, f.Name())
	}
	if want := append(names[3:], other...); !slices.Equal(got, want) {
		t.Errorf("left are %q, want %q", got, want)
	}
}

func TestAProbeSaysWhetherTheStoreTakesWrites(t *testing.T) {
	s := openIn(t, t.TempDir())
	must(t, s.Ready(t.Context()))
	s.health.note(ErrFull)
	if err := s.Ready(t.Context()); !errors.Is(err, ErrFull) {
		t.Errorf("after a write without room: %v", err)
	}
	s.health.note(errors.New("of another kind"))
	s.health.at = time.Now().Add(-ill)
	s.health.probed = time.Time{}
	must(t, s.Ready(t.Context()))
	s.health.probed = time.Time{}
	_, err := s.writer.Exec(`PRAGMA query_only = 1`)
	must(t, err)
	if err := s.Ready(t.Context()); err == nil {
		t.Error("a store that cannot write is ready")
	}
}
