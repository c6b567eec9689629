//go:build linux

package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"fortythieves/db"
)

// traced starts the server under strace, with options of it, and returns its process id.
func traced(t *testing.T, data string, options ...string) (*server, int) {
	t.Helper()
	if _, err := exec.LookPath("strace"); err != nil {
		t.Skip("there is no strace")
	}
	args := append([]string{"-f", "-qq", "-s", "24"}, options...)
	s := launch(t, exec.Command("strace", append(args, program(t), "serve", "--addr", "127.0.0.1:0", "--data", data)...))
	if !s.up() {
		t.Skipf("strace cannot run the server here: %s", &s.errors)
	}
	strace := s.cmd.Process.Pid
	var pid int
	text, _ := os.ReadFile(fmt.Sprintf("/proc/%d/task/%d/children", strace, strace))
	if _, err := fmt.Sscan(string(text), &pid); err != nil {
		t.Skip("the children of a process cannot be listed: ", err)
	}
	t.Cleanup(func() {
		if p, err := os.FindProcess(pid); err == nil {
			p.Kill() // a killed strace leaves it behind
		}
	})
	return s, pid
}

// What the process asks of the system, in order: a move's request read, a file forced to the disk, an
// answer written. One witness plays, so the requests come one after the other.
func TestBetweenAMoveAndItsAnswerLiesAnFsync(t *testing.T) {
	log := filepath.Join(t.TempDir(), "log")
	s, pid := traced(t, t.TempDir(), "-o", log, "-e", "trace=read,write,fsync,fdatasync")
	w := newWitness(t, s, 1, "rank-and-file")
	moves := times(100, 1000)
	for range moves {
		p, err := w.choose()
		if err != nil {
			t.Fatal(err)
		}
		w.pending = p
		if a, err := w.post(w.address+"/"+p.action, p.form, true); err != nil || a.status != 200 {
			t.Fatalf("%d, %v", a.status, err)
		}
		w.acknowledge()
	}
	syncKill(pid)
	<-s.exited
	text, err := os.ReadFile(log)
	if err != nil {
		t.Fatal(err)
	}
	asked := regexp.MustCompile(`"POST /games/[\w-]`)
	synced := regexp.MustCompile(`(fsync|fdatasync)(\(\d+\)| resumed>\)) += 0`)
	answered := regexp.MustCompile(`write\(\d+, "HTTP/1.1 200`)
	open, sync, good, bad := false, false, 0, 0
	for line := range bytes.Lines(text) {
		switch {
		case asked.Match(line):
			open, sync = true, false
		case synced.Match(line):
			sync = true
		case open && answered.Match(line):
			if open = false; sync {
				good++
			} else {
				bad++
			}
		}
	}
	if good != moves || bad > 0 {
		t.Errorf("of %d moves %d were answered after an fsync, %d before", moves, good, bad)
	}
	t.Logf("%d of %d moves had an fsync between request and answer", good, moves)
}

func syncKill(pid int) {
	if p, err := os.FindProcess(pid); err == nil {
		p.Kill()
	}
}

// The process is stopped where it forces a file to the disk, and the database and its log are copied: what a
// power cut leaves. The file of shared memory is not copied, nor is anything else.
func TestAPowerCutAtAnyFsyncLosesNoAcknowledgedMove(t *testing.T) {
	data := t.TempDir()
	s, pid := traced(t, data, "-o", os.DevNull, "-e", "trace=fsync,fdatasync", "-e", "inject=fsync,fdatasync:signal=SIGSTOP:when=20+7")
	go func() { // until the games are begun nobody looks at the stops
		for range 3000 {
			if halted(pid) {
				exec.Command("kill", "-CONT", fmt.Sprint(pid)).Run()
			}
			if _, err := os.Stat(filepath.Join(data, "go")); err == nil {
				return
			}
			time.Sleep(10 * time.Millisecond)
		}
	}()
	all := newWitnesses(t, s, 3)
	if err := os.WriteFile(filepath.Join(data, "go"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	time.Sleep(30 * time.Millisecond) // the looking above ends
	playing := playTogether(all, 0)
	cuts, moves := times(20, 200), 0
	for cut := range cuts {
		until(t, "the server stops at an fsync", func() bool { return halted(pid) })
		account := playing.account()
		dir := filepath.Join(t.TempDir(), fmt.Sprint(cut))
		if err := os.Mkdir(dir, 0o700); err != nil {
			t.Fatal(err)
		}
		for _, end := range []string{"", "-wal"} {
			text, err := os.ReadFile(filepath.Join(data, db.FileName+end))
			if err == nil {
				err = os.WriteFile(filepath.Join(dir, db.FileName+end), text, 0o600)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		if out, err := exec.Command("kill", "-CONT", fmt.Sprint(pid)).CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		moves = 0
		for _, w := range account {
			moves += w.moves
			if err := w.check(dir); err != nil {
				t.Errorf("cut %d: %v", cut, err)
			}
		}
		store, err := db.Open(t.Context(), dir) // as a server that starts again does
		if err != nil {
			t.Fatalf("cut %d: %v", cut, err)
		}
		if _, err := store.Verify(t.Context(), func(d db.Difference) { t.Errorf("cut %d: %+v", cut, d) }); err != nil {
			t.Errorf("cut %d: %v", cut, err)
		}
		store.Close()
		intact(t, dir)
		os.RemoveAll(dir)
	}
	playing.mayGo = true
	syncKill(pid)
	<-s.exited
	if playing.stop(t); moves < cuts {
		t.Errorf("only %d moves were acknowledged in %d cuts", moves, cuts)
	}
	t.Logf("%d power cuts, %d moves acknowledged before the last", cuts, moves)
}

// halted tells whether every thread of a process stands still.
func halted(pid int) bool {
	list, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/stat", pid))
	for _, file := range list {
		text, _ := os.ReadFile(file)
		_, state, _ := strings.Cut(string(text), ") ")
		if state == "" || state[0] != 't' && state[0] != 'T' {
			return false
		}
	}
	return len(list) > 0
}
