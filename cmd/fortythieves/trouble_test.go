//go:build linux

package main

import (
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// outOfRoom plays until a move finds no room, looks at what the server says and does meanwhile, makes room,
// and plays on.
func outOfRoom(t *testing.T, s *server, data string, fill, free func()) {
	t.Helper()
	w := newWitness(t, s, 1, "rank-and-file")
	step := func() answer {
		t.Helper()
		p, err := w.choose()
		if err != nil {
			t.Fatal(err)
		}
		w.pending = p
		a, err := w.post(w.address+"/"+p.action, p.form, false)
		if err != nil {
			t.Fatal(err)
		}
		if a.status == http.StatusSeeOther {
			w.acknowledge()
		}
		return a
	}
	for range 20 {
		if a := step(); a.status != http.StatusSeeOther {
			t.Fatalf("with room a move is answered with %d", a.status)
		}
	}
	fill()
	refused := answer{}
	for range 5000 {
		if refused = step(); refused.status != http.StatusSeeOther {
			break
		}
	}
	if refused.status != http.StatusInsufficientStorage || !strings.Contains(refused.body, "disk is full") {
		t.Fatalf("without room a move is answered with %d: %.300s", refused.status, refused.body)
	}
	if got := ready(s); got != http.StatusServiceUnavailable {
		t.Errorf("without room readyz says %d", got)
	}
	for _, page := range []string{"/", w.address, "/stats", "/healthz"} {
		w.see(t, page)
	}
	if err := w.check(data); err != nil {
		t.Error(err)
	}
	free()
	begun := time.Now()
	until(t, "readyz says ok", func() bool { return ready(s) == http.StatusOK })
	if took := time.Since(begun); took > 5*time.Second {
		t.Errorf("it took %v to be well again", took)
	} else {
		t.Logf("well again after %v", took)
	}
	if err := w.again(data); err != nil {
		t.Error(err)
	}
	for range 20 {
		if a := step(); a.status != http.StatusSeeOther {
			t.Errorf("with room again a move is answered with %d", a.status)
		}
	}
	if err := w.check(data); err != nil {
		t.Error(err)
	}
	intact(t, data)
	s.cmd.Process.Signal(syscall.SIGTERM)
	<-s.exited
	verified(t, data)
}

func TestAFullDiskLosesNothingAndHealsByItself(t *testing.T) {
	disk := t.TempDir()
	if err := syscall.Mount("tmpfs", disk, "tmpfs", 0, "size=4m"); err != nil {
		t.Skip("a small disk cannot be mounted: ", err)
	}
	t.Cleanup(func() { syscall.Unmount(disk, syscall.MNT_DETACH) })
	data, filler := filepath.Join(disk, "data"), filepath.Join(disk, "filler")
	s := startServer(t, data)
	outOfRoom(t, s, data, func() {
		f, err := os.Create(filler)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		for block := make([]byte, 4096); err == nil; {
			_, err = f.Write(block)
		}
	}, func() { os.Remove(filler) })
}

func TestALimitOfTheFileSizeLosesNothingAndHealsByItself(t *testing.T) {
	if _, err := exec.LookPath("prlimit"); err != nil {
		t.Skip("there is no prlimit")
	}
	data := t.TempDir()
	s := startServer(t, data)
	set := func(bytes string) {
		out, err := exec.Command("prlimit", "--pid", fmt.Sprint(s.cmd.Process.Pid), "--fsize="+bytes+":unlimited").CombinedOutput()
		if err != nil {
			t.Fatalf("%v: %s", err, out)
		}
	}
	outOfRoom(t, s, data, func() { set("300000") }, func() { set("unlimited") })
}

func TestAWriteLockThatIsHeldIsAnsweredWithARetryThatWorksOnce(t *testing.T) {
	data := t.TempDir()
	s := startServer(t, data)
	w := newWitness(t, s, 1, "lucas")
	p, err := w.choose()
	if err != nil {
		t.Fatal(err)
	}
	w.pending = p
	tx, err := locker(t, data).Begin()
	if err != nil {
		t.Fatal(err)
	}
	defer tx.Rollback()
	if _, err := tx.Exec(`UPDATE players SET seen_at = seen_at`); err != nil {
		t.Fatal(err)
	}
	begun := time.Now()
	r, err := http.NewRequest("POST", s.url+w.address+"/"+p.action, strings.NewReader(p.form.Encode()))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	resp, err := w.client.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
	t.Logf("answered after %v", time.Since(begun))
	if resp.StatusCode != http.StatusServiceUnavailable || resp.Header.Get("Retry-After") == "" {
		t.Errorf("while another process writes a move is answered with %s, Retry-After %q", resp.Status, resp.Header.Get("Retry-After"))
	}
	w.see(t, w.address)
	if err := w.check(data); err != nil {
		t.Error(err)
	}
	if err := tx.Rollback(); err != nil {
		t.Fatal(err)
	}
	if err := w.again(data); err != nil {
		t.Error(err)
	}
	if a, err := w.post(w.address+"/"+p.action, p.form, true); err != nil || a.status != http.StatusConflict {
		t.Errorf("a third time it is answered with %d (%v)", a.status, err)
	}
	if err := w.check(data); err != nil {
		t.Error(err)
	}
}
