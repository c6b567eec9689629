package handlers

import (
	"encoding/json"
	"net/http"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"fortythieves/game"
)

// everyKind returns answers of every kind that has HTML in it, by names: pages, fragments, errors.
func everyKind(t *testing.T) map[string]*answer {
	t.Helper()
	all := map[string]*answer{}
	h := open(t, nil)
	visitor, b := h.browser(), h.browser()
	all["home of a visitor"] = visitor.get("/")
	all["a search"] = visitor.get("/?q=forty")
	all["a search without a find"] = visitor.get("/?q=%3Cb%3E%22%27zzz")
	add := func(name, path string) {
		all[name] = b.get(path)
		all[name+", fragment"] = b.with(true).get(path)
	}
	both := func(name, path string, fields ...string) {
		all[name] = b.post(path, fields...)
		all[name+", fragment"] = b.with(true).post(path, fields...)
	}
	for _, v := range game.Variants {
		add(v.Slug, "/games/"+b.practise(v.Slug, 1))
	}
	id := b.plant(midGame(t), true)
	for _, query := range []string{"", "?from=c1", "?from=c3x4", "?from=w", "?ask=new", "?ask=restart", "?ask=give-up", "?see=waste", "?see=table", "?see=keys"} {
		add("in the middle "+query, "/games/"+id+query)
	}
	practice := b.plant(midGame(t), false)
	add("practice, asked", "/games/"+practice+"?ask=give-up")
	for _, move := range refusedMoves {
		both("refused "+move, "/games/"+id+"/moves", "move", move, "version", "1")
	}
	both("refused from a foundation", "/games/"+id+"/moves", "from", "f", "version", "1")
	both("an old board", "/games/"+id+"/undo", "version", "0")
	both("malformed", "/games/"+id+"/moves", "version", "1")
	both("too large", "/games", "x", strings.Repeat("x", 70000))
	both("no such game", "/games", "variant", "nope")
	both("no such deal", "/games", "variant", "indian", "deal", "x")
	add("no such page", "/nope")
	all["foreign"] = b.send(with(formRequest("/games"), "Origin", "http://<b>.test"))
	all["wrong method"] = b.get("/games")
	failing := &browser{house: open(t, func(o *Options) { o.Store = failingStore{} }), jar: b.jar}
	all["a failure"] = failing.get("/")
	add("nothing to undo", "/games/"+b.plant(game.New(game.BySlug("limited"), 5), false))
	add("won", "/games/"+finishByMove(b, "lucas"))
	add("lost", "/games/"+b.lose("streets"))
	for name, g := range ends(t) {
		add(name, "/games/"+b.plant(g, false))
	}
	all["home of a player"] = b.get("/")
	b.recordPages(all, visitor)
	all["rules"] = b.get("/rules")
	for _, v := range game.Variants {
		all["rules of "+v.Slug] = b.get("/rules/" + v.Slug)
	}
	all["settings"] = b.get("/settings")
	all["settings of a game, saved"] = b.get("/settings?saved=1&game=" + id)
	all["restarted"] = b.follow(b.act(b.plant(midGame(t), false), []string{"restart"}, 1))
	return all
}

// refusedMoves are illegal in midGame, each for another reason.
var refusedMoves = []string{"c11f", "c9f", "c2c9x3", "wc1x2", "c1c1", "c6fx2", "c1f", "c5c7x2", "c3c8", "c7c1x2"}

// lose begins a game, moves and gives up.
func (b *browser) lose(slug string) (id string) {
	b.tb.Helper()
	id = b.deal(slug)
	b.act(id, []string{"moves", "move", "d"}, 1).want(http.StatusSeeOther)
	b.act(id, []string{"give-up"}, 2).want(http.StatusSeeOther)
	return id
}

// ends are games at the points where a board has something special to say.
func ends(t *testing.T) map[string]*game.Game {
	t.Helper()
	drawn := func(slug string, draws int) *game.Game {
		g := game.New(game.BySlug(slug), 1)
		for range draws {
			must(0, g.Play(game.Draw))
		}
		return g
	}
	return map[string]*game.Game{
		"stuck":                search(t, (*game.State).Stuck),
		"shuttling":            search(t, (*game.State).Shuttling),
		"one card left":        drawn("indian", 73),
		"all drawn":            drawn("indian", 74),
		"all drawn, redeals":   drawn("little-forty", 22),
		"turned over":          drawn("little-forty", 23),
		"one redeal left":      drawn("little-forty", 46),
		"no redeal left":       drawn("little-forty", 69),
		"nothing left to draw": drawn("little-forty", 91),
	}
}

// search plays deals of Forty Thieves, all draws first, until a position has the property.
func search(t *testing.T, is func(*game.State) bool) *game.Game {
	t.Helper()
	for deal := range uint32(2000) {
		g := game.New(game.BySlug("forty-thieves"), deal+1)
		for range 64 {
			must(0, g.Play(game.Draw))
		}
		for range 30 {
			if is(g.State()) {
				return g
			}
			legal := g.State().Legal()
			if len(legal) == 0 {
				break
			}
			must(0, g.Play(legal[0]))
		}
	}
	t.Fatal("no such position was found")
	return nil
}

func TestTheKindsOfBoardsInTheseTestsAreWhatTheirNamesSay(t *testing.T) {
	all := everyKind(t)
	for name, says := range map[string]string{
		"stuck": "No more moves", "shuttling": "No way forward", "won": "You won!", "lost": "Given up", "an old board": "was changed elsewhere",
		"one card left": "1 card left", "all drawn": "no redeal", "all drawn, redeals": "turn over", "turned over": "2 redeals left",
		"one redeal left": "1 redeal left", "no redeal left": "no redeal left", "nothing left to draw": "no redeal",
		"restarted": "Undo the restart", "settings of a game, saved": "Saved.", "rules of lucas": "Rules of Lucas",
		"a failure": "fault is the server's", "in the middle ?from=c3x4": "selected",
	} {
		if !strings.Contains(strings.Join(sentences(all[name]), "\n"), says) {
			t.Errorf("%s does not say %q: %s", name, says, all[name].body)
		}
	}
}

// sentences are what a person reads or hears of a page.
func sentences(a *answer) (list []string) {
	a.tb.Helper()
	add := func(text string) {
		if text = strings.TrimSpace(text); text != "" {
			list = append(list, text)
		}
	}
	doc := a.doc()
	doc.Find("script, style").Remove()
	doc.Find("*").Each(func(_ int, e *goquery.Selection) {
		for _, name := range []string{"aria-label", "title", "alt", "placeholder"} {
			add(e.AttrOr(name, ""))
		}
		e.Contents().Each(func(_ int, node *goquery.Selection) {
			if goquery.NodeName(node) == "#text" {
				add(node.Text())
			}
		})
	})
	return list
}

func TestNoPageShowsAKeyOrAPlaceholderOfTheCatalogue(t *testing.T) {
	text, err := os.ReadFile("../views/locales/en.json")
	if err != nil {
		t.Fatal(err)
	}
	var catalogue map[string]any
	if err := json.Unmarshal(text, &catalogue); err != nil {
		t.Fatal(err)
	}
	starts := map[string]bool{}
	for key := range catalogue {
		start, _, _ := strings.Cut(key, ".")
		starts[start] = true
	}
	var list []string
	for start := range starts {
		list = append(list, start)
	}
	key := regexp.MustCompile(`\b(` + strings.Join(list, "|") + `)\.[a-z0-9]`)
	gap := regexp.MustCompile(`[{}]|^[.:;]|\s[.,:;]|\s\s|\(\)|%!|<nil>`)
	for name, a := range everyKind(t) {
		for _, s := range sentences(a) {
			if key.MatchString(s) {
				t.Errorf("%s shows the key %q", name, s)
			}
			if gap.MatchString(strings.Join(strings.Fields(s), " ")) {
				t.Errorf("%s has a gap in %q", name, s)
			}
		}
	}
}

func TestTagsAreBalancedAndNestedAsBrowsersReadThem(t *testing.T) {
	tag := regexp.MustCompile(`<(/?)([a-z][a-z0-9]*)(?:"[^"]*"|[^>"])*>`)
	void := []string{"meta", "link", "input", "br", "img"}
	for name, a := range everyKind(t) {
		var open []string
		count := map[string]int{}
		for _, m := range tag.FindAllStringSubmatch(a.body, -1) {
			switch {
			case m[1] == "":
				count[m[2]]++
				if !slices.Contains(void, m[2]) {
					open = append(open, m[2])
				}
			case len(open) == 0 || open[len(open)-1] != m[2]:
				t.Fatalf("%s: </%s> closes %q in %s", name, m[2], open, a.body)
			default:
				open = open[:len(open)-1]
			}
		}
		if len(open) > 0 {
			t.Errorf("%s: %q stay open", name, open)
		}
		for element, n := range count {
			if got := a.doc().Find(element).Length(); got != n && !slices.Contains([]string{"html", "head", "body"}, element) {
				t.Errorf("%s: %d elements %s are written, a browser reads %d: they are nested as they may not be", name, n, element, got)
			}
		}
	}
}

func TestIDsAreUniqueAndWhatNamesThemFindsThem(t *testing.T) {
	for name, a := range everyKind(t) {
		doc := a.doc()
		ids := map[string]int{}
		doc.Find("[id]").Each(func(_ int, e *goquery.Selection) { ids[e.AttrOr("id", "")]++ })
		for id, n := range ids {
			if n > 1 || id == "" || strings.ContainsAny(id, " ") {
				t.Errorf("%s: the id %q is there %d times", name, id, n)
			}
		}
		whole := doc.Find("title").Length() > 0
		refers := func(e *goquery.Selection, id string) {
			if ids[id] != 1 {
				t.Errorf("%s: %s names %q, which is not there", name, goquery.NodeName(e), id)
			}
		}
		for _, attribute := range []string{"for", "aria-labelledby", "aria-describedby", "aria-controls", "form"} {
			doc.Find("[" + attribute + "]").Each(func(_ int, e *goquery.Selection) {
				for _, id := range strings.Fields(e.AttrOr(attribute, "")) {
					refers(e, id)
				}
			})
		}
		if whole {
			doc.Find("a[href^='#']").Each(func(_ int, e *goquery.Selection) { refers(e, e.AttrOr("href", "")[1:]) })
			doc.Find("[hx-target]").Each(func(_ int, e *goquery.Selection) { refers(e, e.AttrOr("hx-target", "")[1:]) })
		}
	}
}

func TestEverythingThatCanBeUsedHasAName(t *testing.T) {
	for name, a := range everyKind(t) {
		doc := a.doc()
		// scripts give some buttons their text: without a script they are not shown
		doc.Find("button:not([data-text], [data-play]), a[href], summary, select, textarea, input:not([type=hidden])").Each(func(_ int, e *goquery.Selection) {
			if accessibleName(doc, e) == "" {
				html, _ := goquery.OuterHtml(e)
				t.Errorf("%s: nameless: %s", name, html)
			}
		})
		doc.Find("section, fieldset, [role=group], [role=img], [role=search], [role=region]").Each(func(_ int, e *goquery.Selection) {
			if goquery.NodeName(e) == "fieldset" {
				if strings.TrimSpace(e.Find("legend").Text()) == "" {
					t.Errorf("%s: a fieldset without a legend", name)
				}
				return
			}
			if goquery.NodeName(e) == "section" && e.AttrOr("aria-labelledby", "") == "" && e.Find("h1, h2").Length() == 0 ||
				!slices.Contains([]string{"search", "status"}, e.AttrOr("role", "search")) && e.AttrOr("aria-label", "") == "" {
				html, _ := goquery.OuterHtml(e)
				t.Errorf("%s: nameless: %s", name, html)
			}
		})
		doc.Find("button button, a a, a button, button a, label button").Each(func(_ int, e *goquery.Selection) {
			t.Errorf("%s: %s within another thing that can be pressed", name, goquery.NodeName(e))
		})
	}
}

// accessibleName is what a screen reader calls an element.
func accessibleName(doc *goquery.Document, e *goquery.Selection) string {
	if label := strings.TrimSpace(e.AttrOr("aria-label", "")); label != "" {
		return label
	}
	if goquery.NodeName(e) == "input" {
		return strings.TrimSpace(doc.Find("label[for='"+e.AttrOr("id", "?")+"']").Text() + e.Closest("label").Text())
	}
	e = e.Clone()
	e.Find("[aria-hidden=true]").Remove()
	return strings.TrimSpace(e.Text())
}

func TestPagesAreWholeAndNothingIsInline(t *testing.T) {
	for name, a := range everyKind(t) {
		doc := a.doc()
		if doc.Find("[style], style, script:not([src]), iframe, object, embed, base").Length() > 0 || regexp.MustCompile(`\son[a-z]+=`).MatchString(a.body) {
			t.Errorf("%s has something that the content security policy forbids: %s", name, a.body)
		}
		if doc.Find("title").Length() == 0 { // a fragment
			if strings.Contains(a.body, "<head") || strings.Contains(a.body, "<!") {
				t.Errorf("%s is half a page: %s", name, a.body)
			}
			continue
		}
		if html := `<!doctype html><html lang="en"`; !strings.HasPrefix(strings.ToLower(a.body), html+">") && !strings.HasPrefix(strings.ToLower(a.body), html+` data-suits="2">`) {
			t.Errorf("%s begins with %.60s", name, a.body)
		}
		for _, selector := range []string{"h1", "main", "title", "meta[charset=utf-8]", "meta[name=viewport]", "a.skip[href='#main']"} {
			if n := doc.Find(selector).Length(); n != 1 {
				t.Errorf("%s has %d %s", name, n, selector)
			}
		}
		level := 0
		doc.Find("h1, h2, h3, h4").Each(func(_ int, h *goquery.Selection) {
			next := int(goquery.NodeName(h)[1] - '0')
			if next > level+1 || strings.TrimSpace(h.Text()) == "" {
				t.Errorf("%s: heading %q is of level %d after %d", name, h.Text(), next, level)
			}
			level = next
		})
	}
}

// Every address on a page leads somewhere, on a site at the root and on one below a path.
func TestEveryLinkAndFormLeadsToAPageOfTheSite(t *testing.T) {
	for _, base := range []string{"", "/cards"} {
		h := open(t, func(o *Options) { o.Base = base })
		b := h.browser()
		begun := b.follow(b.post(base+"/games", "variant", "indian")).want(http.StatusOK)
		id := regexp.MustCompile(`/games/([\w-]{22})`).FindStringSubmatch(begun.body)[1]
		b.post(base+"/games/"+id+"/moves", "move", "d", "version", "1").want(http.StatusSeeOther)
		practice := b.post(base+"/games", "variant", "maria", "deal", "1").place()
		for _, path := range []string{
			base + "/", base + "/?q=forty", base + "/?q=zzz", base + "/nope", practice,
			base + "/stats", base + "/stats?game=indian&span=100", base + "/history", base + "/daily", base + "/daily?date=2026-11-01", base + "/devices", base + "/privacy", base + "/deal/maria/1",
			base + "/games/" + id, base + "/games/" + id + "?ask=new", base + "/games/" + id + "?ask=daily", base + "/games/" + id + "?from=w", base + "/games/" + id + "?ask=give-up",
			base + "/rules", base + "/rules/lucas", base + "/settings", base + "/settings?game=" + id, base + "/games/" + id + "?see=table",
		} {
			page := b.get(path)
			page.doc().Find("[href], [src]").Each(func(_ int, e *goquery.Selection) {
				to := e.AttrOr("href", e.AttrOr("src", ""))
				if strings.HasPrefix(to, "#") {
					return
				}
				if !strings.HasPrefix(to, base+"/") || b.get(to).status != http.StatusOK {
					t.Errorf("base %q: %s links to %s", base, path, to)
				}
			})
			for _, attribute := range []string{"action", "formaction", "hx-post"} {
				page.doc().Find("[" + attribute + "]").Each(func(_ int, e *goquery.Selection) {
					to := e.AttrOr(attribute, "")
					if to == base+"/devices/end" { // would end this very browser
						return
					}
					if e.AttrOr("method", "") == "" && attribute == "action" { // the search
						b.get(to).want(http.StatusOK)
					} else if a := b.post(to); !strings.HasPrefix(to, base+"/") || a.status == http.StatusMethodNotAllowed || strings.Contains(a.body, "There is no such page") {
						t.Errorf("base %q: %s posts to %s, which is answered with %d", base, path, to, a.status)
					}
				})
			}
		}
	}
}
