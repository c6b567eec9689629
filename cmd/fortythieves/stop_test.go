package main

import (
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

func TestAServerThatStopsUnderLoadLosesNothingWhileTheNextOneStarts(t *testing.T) {
	data := filepath.Join(t.TempDir(), "data")
	s := startServer(t, data)
	all := newWitnesses(t, s, 4)
	moves, longest := 0, time.Duration(0)
	for round := range times(5, 50) {
		playing := playTogether(all, 0)
		playing.mayGo = true
		until(t, "they play", func() bool {
			playing.mu.Lock()
			defer playing.mu.Unlock()
			return len(playing.took) >= 20+round%7
		})
		begun := time.Now()
		if err := s.cmd.Process.Signal(syscall.SIGTERM); err != nil {
			t.Fatal(err)
		}
		next := startServer(t, data)
		s.ends(t, 5*time.Second)
		longest = max(longest, time.Since(begun))
		_, n := playing.stop(t)
		moves += n
		for _, w := range all {
			if err := w.check(data); err != nil {
				t.Fatal(err)
			}
			if w.site = next.url; w.again(data) != nil {
				t.Fatal(w.again(data))
			}
		}
		s = next
	}
	s.stop(t, syscall.SIGTERM, 5*time.Second)
	verified(t, data)
	t.Logf("%d moves; the longest stop took %v", moves, longest)
}
