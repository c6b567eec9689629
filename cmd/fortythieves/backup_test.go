package main

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"fortythieves/db"
)

func TestABackupMovesEverythingToAnotherServer(t *testing.T) {
	one, two := t.TempDir(), filepath.Join(t.TempDir(), "new")
	s := startServer(t, one)
	p := newPlayer(s.url)
	game := p.begin(t, "lucas")
	p.act(t, game, "moves", "move", "d")
	board := p.see(t, game)
	file := filepath.Join(t.TempDir(), "games")
	call(t, "", "backup", file, "--data", one).succeeds(t)
	call(t, "", "backup", "--data", one, file).fails(t, 1, file, "there already")
	call(t, "", "restore", file, "--data", one).fails(t, 1, "in use", "stop the server")
	call(t, "", "check", file).succeeds(t)
	s.kill()
	call(t, "", "restore", file, "--data="+two).succeeds(t)
	p.site = startServer(t, two).url
	if p.see(t, game) != board { // the session is known there as well
		t.Error("the board is another one")
	}
	p.act(t, game, "moves", "move", "d")
	o := call(t, "", "restore", file, "--data", one)
	if o.succeeds(t); !strings.Contains(o.out, ".replaced") {
		t.Errorf("it does not say what became of the old one: %s", o.out)
	}
	call(t, "", "backup").fails(t, 2, "backup FILE")
	call(t, "", "restore", "a", "b").fails(t, 2, `"b"`)
	call(t, "", "backup", "x", "--data", filepath.Join(one, "no")).fails(t, 1, "no such file")
	call(t, "", "migrate", "--data", one).succeeds(t)
}

func TestADatabaseOfEveryReleasedSchemaIsMigratedWithACopyKept(t *testing.T) {
	released, err := filepath.Glob("../../db/testdata/v*.db")
	if err != nil || len(released) == 0 {
		t.Fatal("no databases of releases", err)
	}
	for _, file := range released {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		data := t.TempDir()
		if err := os.WriteFile(filepath.Join(data, db.FileName), text, 0o600); err != nil {
			t.Fatal(err)
		}
		schema := strings.TrimSuffix(filepath.Base(file), ".db")
		call(t, "", "check", "--data", data).fails(t, 1, "undamaged", "migrate")
		o := call(t, "", "migrate", "--data", data)
		if o.succeeds(t); !strings.Contains(o.out, "kept as "+db.FileName+"."+schema) {
			t.Errorf("migrate says %s", o.out)
		}
		call(t, "", "check", "--data", data).succeeds(t)
		call(t, "", "migrate", "--data", data).succeeds(t)
		call(t, "", "restore", filepath.Join(data, db.FileName+"."+schema), "--data", data).succeeds(t)
		if now, err := os.ReadFile(filepath.Join(data, db.FileName)); err != nil || len(now) != len(text) {
			t.Errorf("the kept copy of %s has %d bytes, the database had %d (%v)", schema, len(now), len(text), err)
		}
	}
}

func TestScheduledBackupsComeWhenTheyAreDueAndOldOnesGo(t *testing.T) {
	data := t.TempDir()
	newCrowd(t, data, 1)
	c := config{data: data, backupEvery: 24 * time.Hour, backupKeep: 3}
	at := time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)
	made := func() int {
		list, err := db.Backups(c.backupFolder())
		if err != nil {
			t.Fatal(err)
		}
		return len(list)
	}
	for i, want := range []struct {
		after time.Duration
		files int
	}{{0, 1}, {time.Hour, 1}, {23*time.Hour + 59*time.Minute, 1}, {24 * time.Hour, 2}, {47 * time.Hour, 2}, {50 * time.Hour, 3}, {100 * time.Hour, 3}, {90 * time.Hour, 3}} {
		if err := backUpIfDue(t.Context(), slog.New(slog.DiscardHandler), c, at.Add(want.after)); err != nil {
			t.Fatal(err)
		}
		if n := made(); n != want.files {
			t.Errorf("step %d, after %v: %d backups, want %d", i, want.after, n, want.files)
		}
	}
	list, _ := db.Backups(c.backupFolder())
	for _, file := range list {
		verified(t, file)
	}
	s := launch(t, exec.Command(program(t), "serve", "--addr", "127.0.0.1:0", "--data", t.TempDir(), "--backup-every", "24h", "--backup-dir", filepath.Join(data, "other")))
	if !s.up() {
		t.Fatal(&s.errors)
	}
	until(t, "a server that starts makes one", func() bool {
		list, _ := db.Backups(filepath.Join(data, "other"))
		return len(list) == 1
	})
}

func TestABackupEverySecondDisturbsNoPlay(t *testing.T) {
	data, out := t.TempDir(), t.TempDir()
	newCrowd(t, data, times(50, 1000))
	s := startServer(t, data)
	all := newWitnesses(t, s, 10)
	playing := playTogether(all, 190*time.Millisecond) // 50 moves a second, about
	seconds := times(5, 60)
	var files []string
	begun := time.Now()
	for i := range seconds {
		file := filepath.Join(out, fmt.Sprint(i))
		cmd := exec.Command(program(t), "backup", file, "--data", data)
		var problems bytes.Buffer
		cmd.Stderr = &problems
		if err := cmd.Run(); err != nil {
			t.Fatal(err, &problems)
		}
		files = append(files, file)
		time.Sleep(time.Until(begun.Add(time.Duration(i+1) * time.Second)))
	}
	slowest, n := playing.stop(t)
	took := time.Since(begun)
	t.Logf("%.0f moves a second for %v beside %d backups; the slowest took %v", float64(n)/took.Seconds(), took.Round(time.Second), seconds, slowest)
	limit := 250 * time.Millisecond
	if os.Getenv("LONG") != "1" {
		limit *= 20 // of the figure; a machine that runs other tests as well has other things to do
	}
	if slowest > limit {
		t.Errorf("the slowest move took %v", slowest)
	}
	if float64(n)/took.Seconds() < 25 {
		t.Errorf("only %d moves were made in %v", n, took)
	}
	for i, file := range files {
		if i%10 != 0 && i != len(files)-1 {
			verified(t, file)
			continue
		}
		restored := t.TempDir()
		if _, err := db.Restore(context.Background(), file, restored); err != nil {
			t.Error(err)
		}
		verified(t, restored)
	}
	for _, w := range all {
		if err := w.check(data); err != nil {
			t.Error(err)
		}
	}
}
