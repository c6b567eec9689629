package handlers

import (
	"math"
	"net/http"
	"strconv"
	"sync"
	"time"

	"github.com/labstack/echo/v4"
	"golang.org/x/time/rate"
)

// Limit is how many requests of a kind are taken a minute, from one address and from all. The zero Limit is
// none.
type Limit struct{ Each, All int }

// limiter holds requests to a Limit.
type limiter struct {
	mu      sync.Mutex
	each    int
	all     *rate.Limiter
	byWhom  map[string]*rate.Limiter
	cleaned time.Time
}

func newLimiter(l Limit) *limiter {
	return &limiter{each: l.Each, all: perMinute(l.All), byWhom: map[string]*rate.Limiter{}}
}

func perMinute(n int) *rate.Limiter { return rate.NewLimiter(rate.Limit(float64(n)/60), n) }

// wait counts a request and returns how long it must wait, 0 when it may go on.
func (l *limiter) wait(now time.Time, address string) time.Duration {
	if l.each == 0 {
		return 0
	}
	address = whom(address)
	l.mu.Lock()
	defer l.mu.Unlock()
	if now.Sub(l.cleaned) > time.Minute {
		for a, one := range l.byWhom {
			if one.TokensAt(now) >= float64(l.each) {
				delete(l.byWhom, a)
			}
		}
		l.cleaned = now
	}
	one, ok := l.byWhom[address]
	if !ok {
		one = perMinute(l.each)
		l.byWhom[address] = one
	}
	if !one.AllowN(now, 1) || !l.all.AllowN(now, 1) {
		return time.Minute / time.Duration(l.each)
	}
	return 0
}

// limited puts a limit on a handler.
func (s *site) limited(l *limiter, h echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		if wait := l.wait(s.Now(), c.RealIP()); wait > 0 {
			return s.busy(c, wait)
		}
		return h(c)
	}
}

// busy refuses a request for some time.
func (s *site) busy(c echo.Context, wait time.Duration) error {
	s.meters.overLimits.Inc()
	c.Response().Header().Set("Retry-After", strconv.Itoa(int(math.Ceil(wait.Seconds()))))
	return &problem{status: http.StatusTooManyRequests, key: "error.429.text"}
}
