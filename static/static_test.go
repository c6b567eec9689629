package static

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"path"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"
)

// small is a set of files made for one test: a stylesheet of the given files, a font and a script.
func small(t *testing.T, change map[string]string) map[string]file {
	t.Helper()
	texts := map[string]string{
		"css/10-board.css": `.card{font-family:Cards}`,
		"css/00-base.css":  `@font-face{src:url(cards.woff2) format("woff2")}`,
		"cards.woff2":      "glyphs",
		"play.js":          strings.Repeat("play();", 100),
	}
	maps.Copy(texts, change)
	fsys := fstest.MapFS{}
	for name, text := range texts {
		fsys[name] = &fstest.MapFile{Data: []byte(text)}
	}
	files, err := load(fsys)
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func request(h http.Handler, method, target string, headers ...string) *http.Response {
	r := httptest.NewRequest(method, target, nil)
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w.Result()
}

func content(t *testing.T, r *http.Response) string {
	t.Helper()
	body, err := io.ReadAll(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(body)
}

func TestAFileIsServedUnderAFingerprintOfItsContent(t *testing.T) {
	sum := sha256.Sum256([]byte("glyphs"))
	want := "cards-" + hex.EncodeToString(sum[:])[:8] + ".woff2"
	if got := small(t, nil)["cards.woff2"].served; got != want {
		t.Errorf("served as %s, want %s", got, want)
	}
	if got := URL("htmx.min.js"); got != "/static/htmx-d6fdc75f.min.js" {
		t.Errorf("htmx is served as %s", got)
	}
}

func TestAFingerprintChangesWithTheContentAndOnlyThen(t *testing.T) {
	before := small(t, nil)
	after := small(t, map[string]string{"play.js": "changed()"})
	if before["play.js"].served == after["play.js"].served {
		t.Errorf("play.js changed and is still served as %s", after["play.js"].served)
	}
	for _, name := range []string{"app.css", "cards.woff2"} {
		if before[name].served != after[name].served {
			t.Errorf("%s did not change and is served as %s, then as %s",
				name, before[name].served, after[name].served)
		}
	}
}

func TestTheStylesheetIsItsFilesInTheOrderOfTheirNames(t *testing.T) {
	css := string(small(t, nil)["app.css"].body)
	base, board := strings.Index(css, "@font-face"), strings.Index(css, ".card")
	if base < 0 || board < base {
		t.Errorf("00-base.css is at %d and 10-board.css at %d of %q", base, board, css)
	}
}

func TestAURLInTheStylesheetLeadsToTheFingerprintedFile(t *testing.T) {
	font := small(t, nil)["cards.woff2"].served
	for _, c := range []struct{ css, want string }{
		{`url(cards.woff2)`, `url(` + font + `)`},
		{`url("cards.woff2")`, `url(` + font + `)`},
		{`url( 'cards.woff2' )`, `url(` + font + `)`},
		{`url(#shadow)`, `url(#shadow)`},
		{`url(data:image/png;base64,AA)`, `url(data:image/png;base64,AA)`},
	} {
		files := small(t, map[string]string{"css/00-base.css": c.css, "css/10-board.css": ""})
		if got := strings.TrimSpace(string(files["app.css"].body)); got != c.want {
			t.Errorf("%s became %s, want %s", c.css, got, c.want)
		}
	}
}

func TestANewFontChangesTheFingerprintOfTheStylesheet(t *testing.T) {
	before := small(t, nil)["app.css"].served
	after := small(t, map[string]string{"cards.woff2": "other glyphs"})["app.css"].served
	if before == after {
		t.Errorf("both stylesheets are %s: a browser would go on asking for the old font", after)
	}
}

func TestEveryURLInOurStylesheetIsAFileOrData(t *testing.T) {
	served := map[string]bool{}
	for _, f := range files {
		served[f.served] = true
	}
	urls := regexp.MustCompile(`url\(\s*["']?([^"')]*)`)
	for _, m := range urls.FindAllStringSubmatch(string(files["app.css"].body), -1) {
		target := m[1]
		if !served[target] && !strings.HasPrefix(target, "data:") && !strings.HasPrefix(target, "#") {
			t.Errorf("the stylesheet refers to %q, which is not here", target)
		}
	}
}

func TestEveryFileIsServedWithItsTypeAndMayBeKeptForAYear(t *testing.T) {
	types := map[string]string{
		"app.css":      "text/css; charset=utf-8",
		"htmx.min.js":  "text/javascript; charset=utf-8",
		"cards.woff2":  "font/woff2",
		"icon.svg":     "image/svg+xml",
		"icon-180.png": "image/png",
		"htmx.LICENSE": "text/plain; charset=utf-8",
	}
	for name, f := range files {
		r := request(Handler(), "GET", URL(name))
		if r.StatusCode != 200 || content(t, r) != string(f.body) {
			t.Errorf("%s: status %d, or not the file", name, r.StatusCode)
		}
		if f.contentType == "" {
			t.Errorf("%s: no content type for %s", name, path.Ext(name))
		}
		if got := r.Header.Get("Content-Type"); types[name] != "" && got != types[name] {
			t.Errorf("%s: Content-Type %q, want %q", name, got, types[name])
		}
		if got := r.Header.Get("Cache-Control"); got != "public, max-age=31536000, immutable" {
			t.Errorf("%s: Cache-Control %q", name, got)
		}
	}
}

func TestABrowserThatHasTheFileIsToldSo(t *testing.T) {
	for _, encoding := range []string{"identity", "gzip"} {
		first := request(Handler(), "GET", URL("htmx.min.js"), "Accept-Encoding", encoding)
		tag := first.Header.Get("ETag")
		r := request(Handler(), "GET", URL("htmx.min.js"), "Accept-Encoding", encoding, "If-None-Match", tag)
		if tag == "" || r.StatusCode != 304 || content(t, r) != "" {
			t.Errorf("%s: ETag %q, then status %d", encoding, tag, r.StatusCode)
		}
	}
}

func TestHEADAnswersWithTheHeadersOfGET(t *testing.T) {
	for _, name := range []string{"htmx.min.js", "cards.woff2"} {
		get := request(Handler(), "GET", URL(name), "Accept-Encoding", "gzip")
		head := request(Handler(), "HEAD", URL(name), "Accept-Encoding", "gzip")
		if head.StatusCode != 200 || content(t, head) != "" {
			t.Errorf("%s: status %d, or a body", name, head.StatusCode)
		}
		if !maps.EqualFunc(get.Header, head.Header, func(a, b []string) bool { return a[0] == b[0] }) {
			t.Errorf("%s: HEAD has %v, GET has %v", name, head.Header, get.Header)
		}
	}
}

func TestEveryOtherPathIsNotFound(t *testing.T) {
	for _, target := range []string{
		"/static/",
		"/static/app.css",
		"/static/htmx.min.js",
		"/static/htmx-00000000.min.js",
		"/static/css/00-base.css",
		"/static/static.go",
		"/static/../go.mod",
		URL("htmx.min.js") + "/",
		strings.TrimPrefix(URL("htmx.min.js"), "/static"),
	} {
		r := request(Handler(), "GET", target)
		if r.StatusCode != 404 || r.Header.Get("Cache-Control") != "" {
			t.Errorf("%s: status %d, Cache-Control %q", target, r.StatusCode, r.Header.Get("Cache-Control"))
		}
	}
}

func TestFilesAreOnlyRead(t *testing.T) {
	for _, method := range []string{"POST", "PUT", "DELETE", "OPTIONS"} {
		r := request(Handler(), method, URL("htmx.min.js"))
		if r.StatusCode != 405 || r.Header.Get("Allow") != "GET, HEAD" || r.Header.Get("Cache-Control") != "" {
			t.Errorf("%s: status %d, headers %v", method, r.StatusCode, r.Header)
		}
	}
}

func TestTextIsSentCompressedToThoseWhoTakeIt(t *testing.T) {
	const name = "htmx.min.js"
	r := request(Handler(), "GET", URL(name), "Accept-Encoding", "gzip, deflate, br")
	sent := content(t, r)
	if r.Header.Get("Content-Encoding") != "gzip" || r.ContentLength != int64(len(sent)) {
		t.Fatalf("%d bytes, headers %v", len(sent), r.Header)
	}
	if r.Header.Get("Content-Type") != "text/javascript; charset=utf-8" {
		t.Errorf("Content-Type %q", r.Header.Get("Content-Type"))
	}
	unzip, err := gzip.NewReader(strings.NewReader(sent))
	if err != nil {
		t.Fatal(err)
	}
	body, err := io.ReadAll(unzip)
	if err != nil || !bytes.Equal(body, files[name].body) {
		t.Errorf("unpacked it is not the file (%v)", err)
	}
}

func TestTheTwoFormsOfAFileAreToldApart(t *testing.T) {
	plain := request(Handler(), "GET", URL("htmx.min.js"))
	gzipped := request(Handler(), "GET", URL("htmx.min.js"), "Accept-Encoding", "gzip")
	for _, r := range []*http.Response{plain, gzipped} {
		if r.Header.Get("Vary") != "Accept-Encoding" {
			t.Errorf("Vary %q", r.Header.Get("Vary"))
		}
	}
	if plain.Header.Get("ETag") == gzipped.Header.Get("ETag") {
		t.Errorf("both have the tag %s", plain.Header.Get("ETag"))
	}
}

func TestWhatIsCompressedAlreadyIsSentAsItIs(t *testing.T) {
	for _, name := range []string{"cards.woff2", "icon-180.png"} {
		r := request(Handler(), "GET", URL(name), "Accept-Encoding", "gzip")
		if r.Header.Get("Content-Encoding") != "" || r.Header.Get("Vary") != "" {
			t.Errorf("%s: headers %v", name, r.Header)
		}
	}
}

func TestGzipIsSentOnlyWhereTheHeaderAllowsIt(t *testing.T) {
	for header, want := range map[string]bool{
		"":                       false,
		"gzip":                   true,
		"GZIP":                   true,
		"br;q=1.0, gzip;q=0.8":   true,
		"deflate,gzip ; q=0.001": true,
		"gzip;q=0":               false,
		"gzip; q=0.000":          false,
		"gzip;q=none":            false,
		"br":                     false,
		"gzipped":                false,
		"identity":               false,
	} {
		if got := acceptsGzip(header); got != want {
			t.Errorf("Accept-Encoding %q: %v", header, got)
		}
	}
}

func TestAnUnknownNameIsAProgrammersMistake(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("URL took a name that is not here")
		}
	}()
	URL("htmx.js")
}

func TestHtmxIsTheReleasedFile(t *testing.T) {
	// dist/htmx.min.js of htmx.org 2.0.11 as npm has it.
	const want = "d6fdc75f204e6bdefa99b69bf1e6d4ac69b8a364f77929f45c13476b4000f717"
	sum := sha256.Sum256(files["htmx.min.js"].body)
	if got := hex.EncodeToString(sum[:]); got != want {
		t.Errorf("sha256 is %s, want %s", got, want)
	}
}

func TestNoFileRefersToAnotherHost(t *testing.T) {
	for name, f := range files {
		if path.Ext(name) == ".LICENSE" {
			continue
		}
		for _, found := range foreign(string(f.body)) {
			t.Errorf("%s refers to another host: %s", name, found)
		}
	}
}

func TestAReferenceToAnotherHostIsFound(t *testing.T) {
	for text, want := range map[string]int{
		`fetch("https://cdn.example/x")`:              1,
		`<!-- HTTP://example.org -->`:                 1,
		`a{background:url(//cdn.example/x.png)}`:      1,
		`a{background:url( "//cdn.example/x.png")}`:   1,
		`@import "//cdn.example/x.css";`:              1,
		`import x from '//cdn.example/x.js'`:          1,
		`import("//cdn.example/x.js")`:                1,
		`img.src = "//cdn.example/x.png"`:             1,
		`<image href="//cdn.example/x.png"/>`:         1,
		`<svg xmlns="http://www.w3.org/2000/svg"/>`:   0,
		`let src = 1 // the pile it comes from`:       0,
		`a{background:url(cards-0123abcd.woff2)}`:     0,
		`import x from "./x.js" // see the pile file`: 0,
	} {
		if got := foreign(text); len(got) != want {
			t.Errorf("%s: found %q", text, got)
		}
	}
}

var (
	absolute = regexp.MustCompile(`(?i)https?://[^\s"')]*`)
	noScheme = regexp.MustCompile("(?i)(?:url\\(\\s*[\"']?|(?:import\\s*\\(?|from|src\\s*=|href\\s*=)\\s*[\"'`])//[^\\s\"')]*")
)

// foreign returns what a text fetches or names outside this server.
func foreign(text string) []string {
	// The name of the SVG namespace looks like an address and never is one.
	text = strings.ReplaceAll(text, "http://www.w3.org/2000/svg", "")
	return append(absolute.FindAllString(text, -1), noScheme.FindAllString(text, -1)...)
}

func TestThePackedHTMXIsHTMX(t *testing.T) {
	packed, err := embedded.ReadFile("htmx.min.js.gz")
	if err != nil {
		t.Fatal(err)
	}
	unzip, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(unzip)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(text, files["htmx.min.js"].body) {
		t.Error("htmx.min.js.gz is another file: task zopfli")
	}
}
