package main

import (
	"fmt"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// A player is a browser that does nothing by itself: it keeps cookies, gets pages and posts forms.
type player struct {
	site   string // the address of the server, which may change while the player stays
	client *http.Client
}

func newPlayer(site string) *player {
	jar, _ := cookiejar.New(nil) // it never gives an error
	return &player{site, &http.Client{
		Jar:     jar,
		Timeout: patience,
		// a connection of a server that is gone must not be taken for the next one's
		Transport:     &http.Transport{DisableKeepAlives: true},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
}

// answer is what came back; location is where a redirect leads.
type answer struct {
	status         int
	location, body string
}

func (p *player) do(r *http.Request) (answer, error) {
	resp, err := p.client.Do(r)
	if err != nil {
		return answer{}, err
	}
	defer resp.Body.Close()
	// A body that breaks off is no failure: with the first line of the answer the move is acknowledged.
	body, _ := io.ReadAll(resp.Body)
	return answer{resp.StatusCode, resp.Header.Get("Location"), string(body)}, nil
}

// post sends a form, as htmx does when htmx is set.
func (p *player) post(path string, form url.Values, htmx bool) (answer, error) {
	r, err := http.NewRequest(http.MethodPost, p.site+path, strings.NewReader(form.Encode()))
	if err != nil {
		return answer{}, err
	}
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	if htmx {
		r.Header.Set("HX-Request", "true")
	}
	return p.do(r)
}

// see returns a page that must be there.
func (p *player) see(t *testing.T, path string) string {
	t.Helper()
	r, err := http.NewRequest(http.MethodGet, p.site+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	a, err := p.do(r)
	if err != nil || a.status != http.StatusOK {
		t.Fatalf("GET %s: status %d, %v", path, a.status, err)
	}
	return a.body
}

// send posts a form and returns where the answer leads; it must be a redirect.
func (p *player) send(t *testing.T, path string, pairs ...string) string {
	t.Helper()
	a, err := p.post(path, form(pairs...), false)
	if err != nil || a.status != http.StatusSeeOther {
		t.Fatalf("POST %s %q: status %d, %v", path, pairs, a.status, err)
	}
	return a.location
}

func form(pairs ...string) url.Values {
	f := url.Values{}
	for i := 0; i < len(pairs); i += 2 {
		f.Set(pairs[i], pairs[i+1])
	}
	return f
}

var (
	versionField = regexp.MustCompile(`name="version" value="(\d+)"`)
	dealFact     = regexp.MustCompile(`Deal (\d+)<`)
)

// versionOn is the version of the game on a board.
func versionOn(board string) (string, error) {
	m := versionField.FindStringSubmatch(board)
	if m == nil {
		return "", fmt.Errorf("no version on the board: %.500s", board)
	}
	return m[1], nil
}

// dealOn is the deal number on a board.
func dealOn(t *testing.T, board string) uint32 {
	t.Helper()
	m := dealFact.FindStringSubmatch(board)
	if m == nil {
		t.Fatalf("no deal number on the board: %.500s", board)
	}
	n, err := strconv.ParseUint(m[1], 10, 32)
	if err != nil {
		t.Fatal(err)
	}
	return uint32(n)
}

// begin deals a counted game of a variant and returns its address.
func (p *player) begin(t *testing.T, slug string) string {
	t.Helper()
	return p.send(t, "/games", "variant", slug)
}

// act posts to a game what needs its version: moves, undo, give-up.
func (p *player) act(t *testing.T, address, action string, pairs ...string) {
	t.Helper()
	v, err := versionOn(p.see(t, address))
	if err != nil {
		t.Fatal(err)
	}
	p.send(t, address+"/"+action, append(pairs, "version", v)...)
}
