package handlers

import (
	"fmt"
	"net/http"
	"net/netip"
	"strconv"
	"testing"
	"time"
)

func TestStartingGamesAndImportsAreHeldToTheirLimits(t *testing.T) {
	h := open(t, func(o *Options) { o.Starts, o.Imports = Limit{5, 20}, Limit{3, 9} })
	player := h.browser()
	shared := "/games/" + player.plant(midGame(t), true)
	routes := []struct {
		path      string
		fields    []string
		each, all int
	}{
		{"/games", []string{"variant", "lucas"}, 5, 20},
		{"/games", []string{"variant", "lucas", "deal", "7"}, 5, 20},
		{"/daily", nil, 5, 20},
		{shared + "/replay/branch", []string{"at", "1"}, 5, 20},
		{"/import", nil, 3, 9},
	}
	for i, c := range routes {
		for _, from := range []struct {
			addresses, want int
		}{{1, c.each}, {200, c.all}} {
			h.now = h.now.Add(time.Hour)
			taken := 0
			for n := range 100 {
				r := formRequest(c.path, c.fields...)
				r.RemoteAddr = fmt.Sprintf("198.51.100.%d:1", n%from.addresses)
				a := h.browser().send(r)
				if a.status != http.StatusTooManyRequests {
					taken++
				} else if s, err := strconv.Atoi(a.header.Get("Retry-After")); err != nil || s < 1 || s > 60 {
					t.Errorf("%s: Retry-After %q", c.path, a.header.Get("Retry-After"))
				}
			}
			if taken != from.want {
				t.Errorf("route %d, %s: of 100 requests from %d addresses %d were taken, want %d", i, c.path, from.addresses, taken, from.want)
			}
		}
	}
}

func TestALimitCountsAWholeNetworkOfIPv6AsOneAddress(t *testing.T) {
	for a, want := range map[string]string{
		"203.0.113.7":            "203.0.113.7",
		"::ffff:203.0.113.7":     "203.0.113.7",
		"2001:db8:1:2:3:4:5:6":   "2001:db8:1:2::/64",
		"2001:db8:1:2:ffff::1%e": "2001:db8:1:2::/64",
		"":                       "",
		"a lie":                  "",
	} {
		if got := whom(a); got != want {
			t.Errorf("%q counts as %q, want %q", a, got, want)
		}
	}
}

func TestOnlyATrustedProxyIsBelievedWhomItForwards(t *testing.T) {
	trusted := []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8"), netip.MustParsePrefix("::1/128"), netip.MustParsePrefix("10.1.2.3/16")}
	for _, c := range []struct{ peer, forwarded, trusting, distrusting string }{
		{"203.0.113.9:1", "", "203.0.113.9", "203.0.113.9"},
		{"203.0.113.9:1", "198.51.100.1", "203.0.113.9", "203.0.113.9"},
		{"192.168.0.9:1", "198.51.100.1", "192.168.0.9", "192.168.0.9"},
		{"127.0.0.1:1", "198.51.100.1", "198.51.100.1", "127.0.0.1"},
		{"[::1]:1", "2001:db8::7", "2001:db8::7", "::1"},
		{"127.0.0.1:1", "6.6.6.6, 198.51.100.1", "198.51.100.1", "127.0.0.1"},
		{"127.0.0.1:1", "198.51.100.1, 10.1.9.9", "198.51.100.1", "127.0.0.1"},
		{"127.0.0.1:1", "what, ever", "127.0.0.1", "127.0.0.1"},
		{"@", "198.51.100.1", "198.51.100.1", "198.51.100.1"}, // a unix socket
		{"", "198.51.100.1", "198.51.100.1", "198.51.100.1"},
		{"@", "", "127.0.0.1", "127.0.0.1"},
	} {
		r := get("/")
		r.RemoteAddr = c.peer
		if c.forwarded != "" {
			r.Header.Set("X-Forwarded-For", c.forwarded)
		}
		if got := addresses(trusted)(r); got != c.trusting {
			t.Errorf("%+v: with trust the request is from %q", c, got)
		}
		if got := addresses(nil)(r); got != c.distrusting {
			t.Errorf("%+v: without trust the request is from %q", c, got)
		}
	}
}
