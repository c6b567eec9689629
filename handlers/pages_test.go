package handlers

import (
	"bytes"
	"io"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
)

// recordPages adds the pages of the record, of replays, daily deals, devices and data to all.
func (b *browser) recordPages(all map[string]*answer, visitor *browser) {
	b.tb.Helper()
	for _, path := range []string{"/stats", "/stats?game=maria&span=100", "/stats?span=year", "/stats?game=nope", "/history", "/history?page=2",
		"/history?page=x", "/daily", "/daily?date=2026-11-01", "/daily?date=2027-01-01", "/devices", "/privacy", "/privacy?ask=delete",
		"/deal/indian/7", "/deal/indian/0", "/replay/nope"} {
		all[path+" of a visitor"] = visitor.get(path)
		all[path+" of a player"] = b.get(path)
	}
	b.post("/daily", "variant", "rank-and-file").want(http.StatusSeeOther)
	all["daily, one begun"] = b.get("/daily")
	done := b.lose("maria")
	won := finishByMove(b, "limited")
	for _, id := range []string{done, won} {
		for _, at := range []string{"", "?at=0", "?at=1", "?at=9999", "?at=-1", "?at=abc"} {
			all["replay of "+id+at] = b.get("/games/" + id + "/replay" + at)
			all["replay of "+id+at+", fragment"] = b.with(true).get("/games/" + id + "/replay" + at)
		}
	}
	link := b.post("/games/" + won + "/share").want(http.StatusSeeOther).place()
	all["shared replay"] = visitor.get(link + "?at=5")
	all["a code"] = b.post("/devices/code")
	all["a recovery code"] = b.post("/devices/recovery")
	all["a wrong code"] = b.post("/devices/link", "code", "ABCD-EFGH", "sure", "1")
	all["a code to be sure of"] = b.post("/devices/link", "code", "ABCD-EFGH")
	all["a wrong zone"] = b.post("/daily/zone", "zone", "Atlantis/Capital")
	all["a file that is none"] = b.upload("nothing")
	all["a file with a bad game"] = b.upload(`{"version":1,"games":[{"variant":"maria","deal":1,"moves":"x"},{"variant":"nope"}]}`)
	for range 5 {
		all["too many tries"] = b.post("/devices/link", "code", "ABCD-EFGH", "sure", "1")
	}
}

// upload imports a file.
func (b *browser) upload(text string) *answer {
	b.tb.Helper()
	return b.send(importRequest(text))
}

func importRequest(text string) *http.Request {
	var body bytes.Buffer
	w := multipart.NewWriter(&body)
	file := must(w.CreateFormFile("file", "fortythieves.json"))
	io.WriteString(file, text)
	w.Close()
	return with(with(httptest.NewRequest("POST", origin+"/import", &body), "Content-Type", w.FormDataContentType()), "Origin", origin)
}
