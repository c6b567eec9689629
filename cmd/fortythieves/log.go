package main

import (
	"io"
	"log"
	"log/slog"
	"regexp"
)

// logger writes to w in the form that is configured.
func (c config) logger(w io.Writer) *slog.Logger {
	o := &slog.HandlerOptions{Level: c.logLevel}
	if c.logJSON {
		return slog.New(slog.NewJSONHandler(w, o))
	}
	return slog.New(slog.NewTextHandler(w, o))
}

// quietly takes what the HTTP server complains of, mostly its clients, as debug lines without their
// addresses.
func quietly(to *slog.Logger) *log.Logger { return log.New(addressless{to}, "", 0) }

type addressless struct{ log *slog.Logger }

// someone is an IP address, with a port or without.
var someone = regexp.MustCompile(`\[[0-9a-fA-F:.%]+\](:\d+)?|\b\d{1,3}(\.\d{1,3}){3}(:\d+)?`)

func (a addressless) Write(line []byte) (int, error) {
	a.log.Debug(string(someone.ReplaceAll(line, []byte("someone"))))
	return len(line), nil
}
