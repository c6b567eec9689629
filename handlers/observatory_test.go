package handlers

import (
	"net/http"
	"strings"
	"testing"
)

// score rates an answer over https after the rules that Mozilla publishes for its HTTP Observatory: 100 at
// first, less for what is missing, and more for what is better than needed.
func score(a *answer) (points int, lost []string) {
	h := a.header
	points = 100
	rate := func(good bool, ifGood, ifNot int, what string) {
		if good {
			points += ifGood
		} else if points += ifNot; ifNot < 0 {
			lost = append(lost, what)
		}
	}
	policy := map[string]string{}
	for _, part := range strings.Split(h.Get("Content-Security-Policy"), ";") {
		name, value, _ := strings.Cut(strings.TrimSpace(part), " ")
		policy[name] = value
	}
	all := h.Get("Content-Security-Policy")
	rate(policy["default-src"] != "" && !strings.Contains(all, "unsafe"), 0, -25, "a policy without unsafe-inline and unsafe-eval")
	rate(policy["default-src"] == "'none'" && policy["base-uri"] == "'none'" && policy["form-action"] != "", 10, 0, "")
	rate(policy["frame-ancestors"] == "'none'", 5, 0, "")
	rate(policy["frame-ancestors"] != "" || h.Get("X-Frame-Options") != "", 0, -20, "no frames")
	rate(h.Get("X-Content-Type-Options") == "nosniff", 0, -5, "nosniff")
	rate(strings.HasPrefix(h.Get("Strict-Transport-Security"), "max-age=31536000"), 0, -20, "Strict-Transport-Security of half a year or more")
	referrer := h.Get("Referrer-Policy")
	rate(referrer == "same-origin" || referrer == "no-referrer", 5, 0, "")
	rate(h.Get("Cross-Origin-Resource-Policy") == "same-origin", 10, 0, "")
	rate(h.Get("Access-Control-Allow-Origin") == "", 0, -50, "no other origin reads it")
	for _, c := range (&http.Response{Header: h}).Cookies() {
		rate(c.Secure && c.HttpOnly, 0, -40, "cookies are Secure and HttpOnly")
		rate(c.SameSite == http.SameSiteLaxMode || c.SameSite == http.SameSiteStrictMode, 5, 0, "")
	}
	return points, lost
}

func TestEveryRouteHasAHighScoreForItsHeaders(t *testing.T) {
	h := open(t, func(o *Options) { o.Secure, o.Origin = true, "https://cards.test" })
	least := 1000
	for _, r := range routesOf(t, "") {
		path := strings.NewReplacer(":id", "x", ":link", "x", ":slug", "lucas", ":number", "1", "*", "x").Replace(r.Path)
		for _, a := range []*answer{h.browser().send(with(formRequest(path, "variant", "lucas"), "Origin", "https://cards.test")), h.browser().get(path), h.browser().get(path + "/nope")} {
			points, lost := score(a)
			if points < 110 || len(lost) > 0 {
				t.Errorf("%s has %d points (%d): it lacks %q", path, points, a.status, lost)
			}
			least = min(least, points)
		}
	}
	t.Logf("at least %d points", least)
}
