package main

import (
	"fmt"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"fortythieves/game"
	"fortythieves/game/gametest"
)

// A reader is a person with a text browser: it sees the page it is on, and can follow the links and send
// the forms that stand on it with the fields and buttons that they have. It runs no script.
type reader struct {
	*player
	t    *testing.T
	path string
	page *goquery.Document
}

// read opens a page.
func (s *site) read(t *testing.T) *reader {
	t.Helper()
	r := &reader{player: newPlayer(s.url), t: t}
	r.client.CheckRedirect = nil // it follows them
	r.get("/")
	return r
}

func (r *reader) get(path string) {
	r.t.Helper()
	request, err := http.NewRequest(http.MethodGet, r.site+path, nil)
	if err != nil {
		r.t.Fatal(err)
	}
	r.open(request, http.StatusOK)
}

// open sends a request and takes the page that it leads to.
func (r *reader) open(request *http.Request, status int) {
	r.t.Helper()
	answer, err := r.client.Do(request)
	if err != nil {
		r.t.Fatal(err)
	}
	defer answer.Body.Close()
	page, err := goquery.NewDocumentFromReader(answer.Body)
	if err != nil {
		r.t.Fatal(err)
	}
	if answer.StatusCode != status {
		r.t.Fatalf("%s %s is answered with %s: %s", request.Method, request.URL, answer.Status, page.Find(".problem").Text())
	}
	r.path, r.page = answer.Request.URL.RequestURI(), page
}

// follow follows the link with the text.
func (r *reader) follow(text string) {
	r.t.Helper()
	link := r.page.Find("a[href]").FilterFunction(func(_ int, a *goquery.Selection) bool { return strings.TrimSpace(a.Text()) == text })
	if link.Length() == 0 {
		r.t.Fatalf("on %s is no link %q", r.path, text)
	}
	r.get(link.First().AttrOr("href", ""))
}

// press presses a button of a form, or the form's first one, after the fields were filled in. All that the
// form sends is what stands in it.
func (r *reader) press(button *goquery.Selection, fill ...string) {
	r.t.Helper()
	r.send(button, http.StatusOK, fill...)
}

func (r *reader) send(button *goquery.Selection, status int, fill ...string) {
	r.t.Helper()
	form := button.Closest("form")
	if button.Length() != 1 || form.Length() != 1 {
		r.t.Fatalf("on %s are %d such buttons in %d forms", r.path, button.Length(), form.Length())
	}
	if _, disabled := button.Attr("disabled"); disabled {
		r.t.Fatalf("the button %q is disabled", button.Text())
	}
	values := url.Values{}
	form.Find("input[name]").Each(func(_ int, field *goquery.Selection) {
		kind := field.AttrOr("type", "text")
		if _, checked := field.Attr("checked"); kind != "radio" || checked {
			values.Set(field.AttrOr("name", ""), field.AttrOr("value", ""))
		}
	})
	for i := 0; i < len(fill); i += 2 {
		field := form.Find(fmt.Sprintf("input[name=%s]", fill[i]))
		if field.Length() == 0 || field.AttrOr("type", "text") == "radio" && field.Filter(fmt.Sprintf("[value='%s']", fill[i+1])).Length() == 0 {
			r.t.Fatalf("the form has no field %s for %q", fill[i], fill[i+1])
		}
		values.Set(fill[i], fill[i+1])
	}
	if name, ok := button.Attr("name"); ok {
		values.Set(name, button.AttrOr("value", ""))
	}
	to := button.AttrOr("formaction", form.AttrOr("action", r.path))
	request, err := http.NewRequest(strings.ToUpper(form.AttrOr("method", "get")), r.site+to, strings.NewReader(values.Encode()))
	if err != nil {
		r.t.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.open(request, status)
}

// find is what is on the page.
func (r *reader) find(format string, args ...any) *goquery.Selection {
	return r.page.Find(fmt.Sprintf(format, args...))
}

// top is the button on a pile. A foundation is any of those that are said to be legal.
func (r *reader) top(p game.Pile) *goquery.Selection {
	if p == game.Foundation {
		return r.find(`[data-pile=f] button[aria-label*="legal target"]`).First()
	}
	return r.find("[data-pile=%s] > button", p)
}

// make makes a move by the buttons on the board, or by typing it.
func (r *reader) make(m game.Move, typed bool) {
	r.t.Helper()
	switch {
	case typed:
		r.press(r.find("form.line button"), "line", m.String())
	case m == game.Draw:
		r.press(r.find("#stock"))
	default:
		from := r.find("[data-pile=%s] button", m.From).FilterFunction(func(_ int, b *goquery.Selection) bool {
			value := b.AttrOr("value", "")
			return value == m.From.String() && m.N == 1 || value == fmt.Sprintf("%vx%d", m.From, m.N)
		})
		r.press(from)
		r.press(r.top(m.To))
	}
}

// made is how many moves were made, as the page says it.
func (r *reader) made() string { return strings.TrimSpace(r.find(".facts span").Text()) }

func TestAGameIsWonInATextBrowser(t *testing.T) {
	t.Parallel()
	for _, text := range []string{gametest.WonGames("lucas")[1], gametest.WonGames("rank-and-file")[1]} {
		g, err := game.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(g.Variant().Slug, func(t *testing.T) {
			t.Parallel()
			r := newSite(t, g.Deal()).read(t)
			r.follow("Settings")
			r.press(r.find(".settings main form button"), "tap", "select")
			r.follow("Games")
			r.press(r.find(".start button[value=%s]", g.Variant().Slug))
			for i, m := range g.Moves() {
				r.make(m, i%10 == 9)
				if want := fmt.Sprint(i + 1); strings.Fields(r.made())[0] != want {
					t.Fatalf("after move %s, %v, the page says %q", want, m, r.made())
				}
			}
			if won := r.find(".notice h2").Text(); won != "You won!" {
				t.Errorf("at the end the page says %q", won)
			}
			r.follow("All games")
			if figures := r.find(".overall .figures").Text(); strings.Join(strings.Fields(figures), "") != "Played1Won1Streak1Beststreak1" {
				t.Errorf("the record is %q", figures)
			}
		})
	}
}

// textBrowsers print a page from their standard input.
var textBrowsers = []struct {
	name  string
	args  []string
	noise *regexp.Regexp // what it prints of buttons beside their text
}{
	{"w3m", []string{"-T", "text/html", "-I", "UTF-8", "-O", "UTF-8", "-cols", "80", "-dump"}, regexp.MustCompile(`□`)},
	{"lynx", []string{"-stdin", "-dump", "-nolist", "-width=80", "-assume_charset=UTF-8", "-display_charset=UTF-8"}, regexp.MustCompile(`\([a-z0-9-]+\)|\(BUTTON\)`)},
}

// dump is the page as a text browser prints it.
func (r *reader) dump(name string, args []string) string {
	r.t.Helper()
	path, err := exec.LookPath(name)
	if err != nil && os.Getenv("REQUIRE_BROWSER") == "1" {
		r.t.Fatal("there is no ", name, " in the PATH")
	}
	if err != nil {
		r.t.Skip("there is no ", name, " in the PATH")
	}
	html, err := r.page.Html()
	if err != nil {
		r.t.Fatal(err)
	}
	cmd := exec.Command(path, args...)
	cmd.Stdin = strings.NewReader(html)
	cmd.Env = append(os.Environ(), "LC_ALL=C.UTF-8", "HOME="+r.t.TempDir())
	out, err := cmd.Output()
	if err != nil {
		r.t.Fatalf("%s: %v", name, err)
	}
	if folder := os.Getenv("SHOTS"); folder != "" {
		file := strings.ReplaceAll(fmt.Sprintf("%s/%s-%s.txt", folder, name, r.made()), " ", "-")
		if err := os.WriteFile(file, out, 0o600); err != nil {
			r.t.Error(err)
		}
	}
	return string(out)
}

func TestATextBrowserSaysWhatLiesWhere(t *testing.T) {
	t.Parallel()
	for _, b := range textBrowsers {
		t.Run(b.name, func(t *testing.T) {
			t.Parallel()
			r := newSite(t, 1).read(t)
			r.follow("Settings")
			r.press(r.find(".settings main form button"), "tap", "select")
			r.follow("Games")
			r.press(r.find(".start button[value=rank-and-file]"))
			says := func(when string, words ...string) {
				t.Helper()
				page := r.dump(b.name, b.args)
				text := strings.Join(strings.Fields(b.noise.ReplaceAllString(page, "")), " ")
				for _, w := range words {
					if !strings.Contains(text, w) {
						t.Errorf("%s the page does not say %q:\n%s", when, w, page)
					}
				}
			}
			says("at the deal", "Rank and File", "0 moves", "Deal 1, 30 cards face down", "Stock: 64", "Waste: empty",
				"Foundations:", "empty ♣", "1. 3 cards face down ? ? ? 6♥", "10. 3 cards face down ? ? ? 9♣", "A new deal.", "Draw")
			r.press(r.find("#stock"))
			says("after a draw", "1 move", "Stock: 63", "Waste: A♦", "Drew A♦. 63 cards left in the stock.")
			r.press(r.top(game.Waste))
			says("with a card selected", "Waste: selected: A♦", "legal target: empty ♦", "A♦: one place to go.")
			r.send(r.find("[data-pile=c1] > button"), http.StatusUnprocessableEntity)
			says("after a wrong move", "1 move", "A♦ does not go on 6♥: it needs", "1. 3 cards face down ? ? ? selected: 6♥")
			r.press(r.find("[data-pile=c1] > button")) // which puts it down
			r.press(r.top(game.Waste))
			r.press(r.top(game.Foundation))
			says("after a right move", "2 moves", "Waste: empty", "A♦ → foundation.")
			r.press(r.find("#undo"))
			says("after undo", "1 move", "Waste: A♦")
			r.press(r.find("#up"))
			says("after sending up", "3 moves", "Waste: empty", "2♦ → foundation. 3♥ turned up.", "9. 2 cards face down ? ? 3♥")
			r.follow("Say the table")
			says("when asked", "Column 1: 6 of hearts, 3 cards face down.")

			g, err := game.Parse(gametest.WonGames("lucas")[1])
			if err != nil {
				t.Fatal(err)
			}
			r.follow("All games")
			says("at home", "Continue 3 moves", "10 columns of 4", "build down in suit", "also Big Forty", "medium", "Find a game")
			r.get(r.start("lucas", g.Deal()))
			for i, m := range g.Moves() {
				if i == len(g.Moves())/2 {
					says("half way", fmt.Sprint(i, " moves"), "13. ")
				}
				r.make(m, true)
			}
			says("after the last move", "You won!", fmt.Sprint(len(g.Moves()), " moves"), "New deal", "All games", "13. empty")
		})
	}
}

// start deals a practice game, as a link from elsewhere would, and is where it is.
func (r *reader) start(slug string, deal uint32) (path string) {
	r.t.Helper()
	r.client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	defer func() { r.client.CheckRedirect = nil }()
	return r.player.send(r.t, "/games", "variant", slug, "deal", fmt.Sprint(deal))
}
