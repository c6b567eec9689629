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

// limiter holds requests to a number a minute, for each address and over all.
type limiter struct {
	mu      sync.Mutex
	each    int
	all     *rate.Limiter
	byWhom  map[string]*rate.Limiter
	cleaned time.Time
}

func newLimiter(each, all int) *limiter {
	return &limiter{each: each, all: perMinute(all), byWhom: map[string]*rate.Limiter{}}
}

func perMinute(n int) *rate.Limiter { return rate.NewLimiter(rate.Limit(float64(n)/60), n) }

// wait counts a request and returns how long it must wait, 0 when it may go on.
func (l *limiter) wait(now time.Time, address string) time.Duration {
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

// busy refuses a request for some time.
func busy(c echo.Context, wait time.Duration) error {
	c.Response().Header().Set("Retry-After", strconv.Itoa(int(math.Ceil(wait.Seconds()))))
	return &problem{status: http.StatusTooManyRequests, key: "error.429.text"}
}
