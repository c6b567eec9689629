// Package static holds the files that a browser fetches beside the pages: the stylesheet, the
// scripts, the card font and the icons. They are built into the program and served under names that
// carry a fingerprint of their content, so that a browser keeps each one for ever and still sees a
// change at once.
//
// The files of css/ are one file to the browser, app.css, joined in the order of their names; pages.css
// is for the pages that are no board. In a stylesheet url(cards.woff2) names another file of this package by its plain name.
//
// Text is compressed once, at start: middleware that compresses has to leave /static/ alone.
package static

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"strings"

	"github.com/klauspost/compress/gzip"
	"github.com/tdewolff/minify/v2"
	"github.com/tdewolff/minify/v2/css"
	"github.com/tdewolff/minify/v2/js"
)

//go:embed css/*.css *.css *.js *.woff2 *.svg *.png *.LICENSE
var embedded embed.FS

var files = mustLoad(embedded)

// URL returns the path under which the named file is served, such as /static/app-0123abcd.css for
// "app.css". It has no base path: who serves the program below one puts it in front. URL panics for a
// name that is not a file of this package.
func URL(name string) string {
	f, ok := files[name]
	if !ok {
		panic(fmt.Sprintf("static: no file %q", name))
	}
	return "/static/" + f.served
}

// A file is what Handler serves for one name.
type file struct {
	served      string // the name with its fingerprint: app-0123abcd.css
	contentType string
	body        []byte
	gzipped     []byte // nil where compression gains little
}

// contentTypes lists every kind of file there is here. It is our own because package mime answers
// from the tables of the machine.
var contentTypes = map[string]string{
	".css":     "text/css; charset=utf-8",
	".js":      "text/javascript; charset=utf-8",
	".svg":     "image/svg+xml",
	".png":     "image/png",
	".woff2":   "font/woff2",
	".LICENSE": "text/plain; charset=utf-8",
}

func mustLoad(fsys fs.FS) map[string]file {
	files, err := load(fsys)
	if err != nil {
		panic("static: " + err.Error())
	}
	return files
}

// load reads the files at the top of fsys and the stylesheet, by their plain names.
func load(fsys fs.FS) (map[string]file, error) {
	entries, err := fs.ReadDir(fsys, ".")
	if err != nil {
		return nil, err
	}
	files := map[string]file{}
	for _, e := range entries {
		if e.IsDir() {
			continue
		}
		body, err := fs.ReadFile(fsys, e.Name())
		if err != nil {
			return nil, err
		}
		switch e.Name() {
		case "play.js", "replay.js", "share.js", "zone.js", "pages.css", "replay.css":
			if body, err = smaller(e.Name(), body); err != nil {
				return nil, fmt.Errorf("%s: %w", e.Name(), err)
			}
		}
		files[e.Name()] = newFile(e.Name(), body)
	}
	sheet, err := join(fsys, "css")
	if err != nil {
		return nil, err
	}
	// The stylesheet comes last because its text holds the fingerprints of the others.
	if sheet, err = smaller("app.css", resolve(sheet, files)); err != nil {
		return nil, fmt.Errorf("app.css: %w", err)
	}
	files["app.css"] = newFile("app.css", sheet)
	return files, nil
}

// join returns the files of a folder one after the other, in the order of their names.
func join(fsys fs.FS, dir string) ([]byte, error) {
	entries, err := fs.ReadDir(fsys, dir)
	if err != nil {
		return nil, err
	}
	var all []byte
	for _, e := range entries {
		body, err := fs.ReadFile(fsys, path.Join(dir, e.Name()))
		if err != nil {
			return nil, err
		}
		all = append(append(all, body...), '\n')
	}
	return all, nil
}

var cssURL = regexp.MustCompile(`url\(\s*["']?([\w.-]+)["']?\s*\)`)

// resolve puts the fingerprinted name in the place of each plain name in url(). The result is
// relative to the stylesheet, so it holds below any base path.
func resolve(css []byte, files map[string]file) []byte {
	return cssURL.ReplaceAllFunc(css, func(match []byte) []byte {
		if f, ok := files[string(cssURL.FindSubmatch(match)[1])]; ok {
			return []byte("url(" + f.served + ")")
		}
		return match
	})
}

// smaller takes out of our own style sheet or script what only people need.
func smaller(name string, text []byte) ([]byte, error) {
	m := minify.New()
	m.AddFunc(".css", css.Minify)
	m.AddFunc(".js", js.Minify)
	return m.Bytes(path.Ext(name), text)
}

func newFile(name string, body []byte) file {
	sum := sha256.Sum256(body)
	stem, ext, _ := strings.Cut(name, ".")
	return file{
		served:      stem + "-" + hex.EncodeToString(sum[:4]) + "." + ext,
		contentType: contentTypes[path.Ext(name)],
		body:        body,
		gzipped:     compress(body),
	}
}

// compress returns nil where less than a tenth is gained, as for the font and the PNG icons, which
// are compressed already.
func compress(body []byte) []byte {
	var out bytes.Buffer
	// Neither the level, which is a valid one, nor a write to memory gives an error.
	w, _ := gzip.NewWriterLevel(&out, gzip.BestCompression)
	w.Write(body)
	w.Close()
	if out.Len() > len(body)*9/10 {
		return nil
	}
	return out.Bytes()
}
