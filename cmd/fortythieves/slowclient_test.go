package main

import (
	"fmt"
	"io"
	"net"
	"strings"
	"testing"
	"time"
)

// Half of them never end the head of a request, half never the body.
func TestFiveHundredSlowClientsKeepNobodyWaiting(t *testing.T) {
	s := startServer(t, t.TempDir())
	p := newPlayer(s.url)
	game := p.begin(t, "lucas")
	var slow []net.Conn
	for i := range 500 {
		c := s.dial(t)
		defer c.Close()
		c.SetDeadline(time.Now().Add(40 * time.Second))
		head := "GET / HTTP/1.1\r\nHost: x\r\nX-Slow: "
		if i%2 == 1 {
			head = "POST /games HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 60000\r\n\r\nvariant="
		}
		if _, err := fmt.Fprint(c, head); err != nil {
			t.Fatal(err)
		}
		slow = append(slow, c)
	}
	begun := time.Now()
	p.see(t, game)
	p.act(t, game, "moves", "move", "d")
	t.Logf("beside 500 slow clients a page and a move took %v", time.Since(begun))
	if took := time.Since(begun); took > 2*time.Second {
		t.Errorf("beside 500 slow clients a page and a move take %v", took)
	}
	for i, c := range slow {
		if i%2 == 0 || times(0, 1) == 1 { // the bodies have fifteen seconds
			if answer, err := io.ReadAll(c); err != nil || strings.Contains(string(answer), " 200 ") {
				t.Fatalf("client %d is kept for %v: %q, %v", i, time.Since(begun), answer, err)
			}
		}
	}
	t.Logf("the last was sent away after %v", time.Since(begun))
	if ended := time.Since(begun); ended > 25*time.Second {
		t.Errorf("they are kept for %v", ended)
	}
	p.act(t, game, "moves", "move", "d")
}
