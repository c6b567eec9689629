package handlers

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"fortythieves/db"
)

func TestHealthIsAnsweredAtTheRootAndBelowThePath(t *testing.T) {
	var ill error
	for _, base := range []string{"", "/cards"} {
		b := open(t, func(o *Options) { o.Base, o.Ready = base, func(context.Context) error { return ill } }).browser()
		for _, path := range []string{"", base} {
			ill = nil
			for _, name := range []string{"/healthz", "/readyz"} {
				if a := b.get(path + name).want(http.StatusOK); a.body != "ok\n" || a.header.Get("Set-Cookie") != "" {
					t.Errorf("%s says %q", path+name, a.body)
				}
			}
			ill = errors.New("SECRET disk")
			b.get(path + "/healthz").want(http.StatusOK)
			if a := b.get(path + "/readyz").want(http.StatusServiceUnavailable); strings.Contains(a.body, "SECRET") {
				t.Errorf("the public reads %q", a.body)
			}
		}
	}
}

func TestTheAddressWithoutItsSlashLeadsToTheSite(t *testing.T) {
	b := open(t, func(o *Options) { o.Base = "/cards" }).browser()
	if a := b.get("/cards").want(http.StatusMovedPermanently); a.place() != "/cards/" {
		t.Errorf("it leads to %q", a.place())
	}
	b.get("/cards/").want(http.StatusOK)
	b.get("/").want(http.StatusNotFound)
}

// troubledStore fails with an error where a game is begun.
type troubledStore struct {
	Store
	err error
}

func (s troubledStore) Begin(context.Context, db.Token, *db.Game, time.Time) error { return s.err }

func TestAFullDiskAndABusyDatabaseAreSaid(t *testing.T) {
	for _, c := range []struct {
		err    error
		status int
		says   string
		retry  bool
	}{
		{db.ErrFull, http.StatusInsufficientStorage, "disk is full", false},
		{db.ErrBusy, http.StatusServiceUnavailable, "try again", true},
	} {
		for _, htmx := range []bool{false, true} {
			h := open(t, func(o *Options) { o.Store = troubledStore{o.Store, fmt.Errorf("begin: %w", c.err)} })
			a := h.browser().with(htmx).post("/games", "variant", "lucas").want(c.status)
			if text := a.text("body"); !strings.Contains(text, c.says) || !strings.Contains(text, "nothing was changed") && !strings.Contains(text, "Nothing was changed") {
				t.Errorf("%v is said as %q", c.err, text)
			}
			if got := a.header.Get("Retry-After") != ""; got != c.retry {
				t.Errorf("%v: Retry-After %q", c.err, a.header.Get("Retry-After"))
			}
		}
	}
}

func TestMetricsCountWhatHappensAndNameNobody(t *testing.T) {
	registry := prometheus.NewRegistry()
	b := open(t, func(o *Options) { o.Metrics = registry }).browser()
	finishByMove(b, "lucas")
	id := b.deal("maria")
	b.post("/games/"+id+"/moves", "move", "d", "version", "1").want(http.StatusSeeOther)
	b.post("/games/"+id+"/give-up", "version", "2").want(http.StatusSeeOther)
	b.send(with(formRequest("/games"), "Origin", "http://evil.test")).want(http.StatusForbidden)
	b.get("/nowhere/" + id).want(http.StatusNotFound)
	text := ""
	for _, f := range must(registry.Gather()) {
		text += f.String() + "\n"
	}
	for _, c := range []struct {
		name string
		want float64
	}{{"games_total", 1}, {"saves_total", 3}, {"wins_total", 1}, {"losses_total", 1}, {"refused_origins_total", 1}, {"refused_limits_total", 0}} {
		if got := total(t, registry, "fortythieves_"+c.name); got != c.want {
			t.Errorf("%s is %v, want %v", c.name, got, c.want)
		}
	}
	if got := total(t, registry, "fortythieves_requests_total"); got < 5 {
		t.Errorf("%v requests are counted", got)
	}
	for _, secret := range []string{id, "nowhere", "evil", b.cookie()} {
		if strings.Contains(text, secret) {
			t.Errorf("the metrics tell %q", secret)
		}
	}
}

// total is the sum of all counters with a name.
func total(t *testing.T, from *prometheus.Registry, name string) (sum float64) {
	t.Helper()
	for _, f := range must(from.Gather()) {
		if f.GetName() != name {
			continue
		}
		for _, m := range f.GetMetric() {
			sum += m.GetCounter().GetValue()
		}
		return sum
	}
	t.Errorf("there is no %s", name)
	return 0
}
