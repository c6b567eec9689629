package main

import (
	"bufio"
	"bytes"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"
)

// A server is the real program, running.
type server struct {
	url    string // without a slash at its end
	cmd    *exec.Cmd
	lines  chan string   // what it prints
	exited chan struct{} // closed when it is gone
	errors bytes.Buffer  // what it logs; to be read when it is gone
}

// startServer starts the program on a data folder and waits until it is there.
func startServer(t *testing.T, data string) *server {
	t.Helper()
	s := launch(t, exec.Command(program(t), "serve", "--addr", "127.0.0.1:0", "--data", data))
	if !s.up() {
		t.Fatalf("the server does not start: %v\n%s", s.cmd.ProcessState, &s.errors)
	}
	return s
}

// launch starts the program without waiting for it. It is killed when the test ends.
func launch(t *testing.T, cmd *exec.Cmd) *server {
	t.Helper()
	s := &server{cmd: cmd, lines: make(chan string, 16), exited: make(chan struct{})}
	cmd.Stderr = &s.errors
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	go func() {
		for lines := bufio.NewScanner(out); lines.Scan(); {
			s.lines <- lines.Text()
		}
		cmd.Wait() // its error is in ProcessState
		close(s.exited)
	}()
	t.Cleanup(s.kill)
	return s
}

// up waits for the address that the program prints, and reports false if the program ends instead.
func (s *server) up() bool {
	for {
		select {
		case line := <-s.lines:
			if _, url, ok := strings.Cut(line, " is at "); ok {
				s.url = strings.TrimSuffix(url, "/")
				return true
			}
		case <-s.exited:
			return false
		case <-time.After(patience):
			s.kill()
			return false
		}
	}
}

// kill ends the program as a power cut does, and waits until it is gone.
func (s *server) kill() {
	s.cmd.Process.Kill() // the error of one that is gone does not matter
	<-s.exited
}

// stop asks the program to end and checks that it does, in time and with exit code 0.
func (s *server) stop(t *testing.T, signal os.Signal, within time.Duration) {
	t.Helper()
	if err := s.cmd.Process.Signal(signal); err != nil {
		t.Fatal(err)
	}
	s.ends(t, within)
}

// ends checks that the program ends in time, with exit code 0 and nothing to complain of.
func (s *server) ends(t *testing.T, within time.Duration) {
	t.Helper()
	select {
	case <-s.exited:
	case <-time.After(within):
		t.Errorf("the server is still there after %v", within)
		s.kill()
		return
	}
	if code := s.cmd.ProcessState.ExitCode(); code != 0 || s.errors.Len() > 0 {
		t.Errorf("the server ends with code %d and says: %s", code, &s.errors)
	}
}

// restart stops the program and starts it again on the same folder.
func (s *server) restart(t *testing.T, data string) *server {
	t.Helper()
	s.stop(t, syscall.SIGTERM, patience)
	return startServer(t, data)
}
