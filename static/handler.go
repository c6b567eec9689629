package static

import (
	"bytes"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// Handler serves the files under the paths that URL returns. Every other path, a file's plain name
// and the fingerprint of an earlier release among them, is answered with 404.
func Handler() http.Handler {
	return handler(files)
}

func handler(files map[string]file) http.Handler {
	byPath := map[string]file{}
	for _, f := range files {
		byPath["/static/"+f.served] = f
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		f, ok := byPath[r.URL.Path]
		if !ok {
			http.NotFound(w, r)
			return
		}
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			w.Header().Set("Allow", "GET, HEAD")
			http.Error(w, "method not allowed", http.StatusMethodNotAllowed)
			return
		}
		f.serve(w, r)
	})
}

func (f file) serve(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Type", f.contentType)
	h.Set("Cache-Control", "public, max-age=31536000, immutable")
	body, tag := f.body, f.served
	if f.gzipped != nil {
		h.Add("Vary", "Accept-Encoding")
		if acceptsGzip(r.Header.Get("Accept-Encoding")) {
			// A strong tag stands for bytes: the two forms cannot share one.
			body, tag = f.gzipped, f.served+".gz"
			h.Set("Content-Encoding", "gzip")
			// ServeContent leaves the length out of an encoded answer.
			h.Set("Content-Length", strconv.Itoa(len(body)))
		}
	}
	h.Set("ETag", `"`+tag+`"`)
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(body))
}

// acceptsGzip reads a header such as "br;q=1.0, gzip;q=0.8, *;q=0". A weight of zero is a refusal.
func acceptsGzip(header string) bool {
	for part := range strings.SplitSeq(header, ",") {
		coding, params, _ := strings.Cut(part, ";")
		if strings.EqualFold(strings.TrimSpace(coding), "gzip") {
			return weight(params) > 0
		}
	}
	return false
}

// weight returns the q of a header's parameters, 1 where none is given and 0 where it is no number.
func weight(params string) float64 {
	q, found := strings.CutPrefix(strings.ToLower(strings.TrimSpace(params)), "q=")
	if !found {
		return 1
	}
	n, _ := strconv.ParseFloat(q, 64)
	return n
}
