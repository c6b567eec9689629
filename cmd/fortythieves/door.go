package main

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"syscall"
	"time"

	"github.com/coreos/go-systemd/v22/activation"
	"golang.org/x/crypto/acme"
	"golang.org/x/crypto/acme/autocert"
)

// door is a listener and the server behind it.
type door struct {
	server   *http.Server
	listener net.Listener
}

// open opens the doors: first that of the site, then those for metrics and for plain http if they are
// wanted. An error closes what was opened.
func (c config) open(site http.Handler, certificates *certificates, watch *watch, log *slog.Logger) (doors []door, err error) {
	defer func() {
		if err != nil {
			for _, d := range doors {
				d.listener.Close()
			}
		}
	}()
	l, err := c.listen()
	if err != nil {
		return nil, err
	}
	if certificates != nil {
		l = tls.NewListener(l, certificates.tls())
	}
	doors = append(doors, door{newServer(site, log), l})
	others := []struct {
		name, addr string
		handler    func() http.Handler
	}{
		{"metrics-addr", c.metricsAddr, watch.handler},
		{"redirect-addr", c.redirectAddr, func() http.Handler { return certificates.HTTPHandler(nil) }},
	}
	for _, o := range others {
		if o.addr == "" {
			continue
		}
		l, err := net.Listen("tcp", o.addr)
		if err != nil {
			return doors, fmt.Errorf("cannot listen: %w; choose another address with --%s", err, o.name)
		}
		log.Info("listening", "for", o.name, "at", l.Addr().String())
		doors = append(doors, door{newServer(o.handler(), log), l})
	}
	return doors, nil
}

// listen is the listener of the site: a socket from systemd, if there is one, or one of the program's own.
func (c config) listen() (net.Listener, error) {
	handed, err := activation.Listeners()
	if err != nil {
		return nil, err
	}
	switch {
	case len(handed) == 1 && handed[0] != nil:
		return handed[0], nil
	case len(handed) > 0:
		return nil, fmt.Errorf("systemd hands over %d sockets; the socket unit must have one, a ListenStream", len(handed))
	case c.network == "unix":
		if err := clearSocket(c.addr); err != nil {
			return nil, fmt.Errorf("cannot listen: %w", err)
		}
	}
	l, err := net.Listen(c.network, c.addr)
	if err == nil && c.network == "unix" {
		err = os.Chmod(c.addr, 0o660) // for a proxy in the group; the folder may say no to the rest
	}
	if err != nil {
		return nil, fmt.Errorf("cannot listen: %w; choose another address with --addr", err)
	}
	return l, nil
}

// clearSocket removes a socket that a process left behind which was killed. One at which somebody answers
// stays.
func clearSocket(file string) error {
	info, err := os.Lstat(file)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return err
	case info.Mode()&fs.ModeSocket == 0:
		return fmt.Errorf("%s is there and no socket; move it away or choose another with --addr", file)
	}
	c, err := net.Dial("unix", file)
	if err == nil {
		c.Close()
		return fmt.Errorf("%s is in use; choose another with --addr", file)
	}
	if !errors.Is(err, syscall.ECONNREFUSED) {
		return err
	}
	return os.Remove(file)
}

// certificates are those of the domains, which it gets, renews and keeps in the data folder.
type certificates struct {
	autocert.Manager
	domains []string
	log     *slog.Logger
}

// certificates are nil without domains. Those of another authority have a folder of their own, as a certificate for
// trials must not be served when the trials are over.
func (c config) certificates(log *slog.Logger) *certificates {
	if c.tlsDomains == nil {
		return nil
	}
	from, folder := autocert.DefaultACMEDirectory, ""
	if c.acmeDirectory != nil {
		from, folder = c.acmeDirectory.String(), c.acmeDirectory.Hostname()
	}
	return &certificates{autocert.Manager{
		Prompt:     autocert.AcceptTOS,
		HostPolicy: autocert.HostWhitelist(c.tlsDomains...),
		Cache:      autocert.DirCache(filepath.Join(c.data, "certificates", folder)),
		Client:     &acme.Client{DirectoryURL: from},
	}, c.tlsDomains, log}
}

func (c *certificates) tls() *tls.Config {
	t := c.TLSConfig()
	t.GetCertificate = c.get
	return t
}

// get warns when there is none for a domain of ours: visitors are only told that the connection fails. Who asks for
// the proof of a challenge that nobody set is left unanswered.
func (c *certificates) get(hello *tls.ClientHelloInfo) (*tls.Certificate, error) {
	certificate, err := c.GetCertificate(hello)
	if err != nil && slices.Contains(c.domains, hello.ServerName) && !slices.Contains(hello.SupportedProtos, acme.ALPNProto) {
		c.log.Warn("no certificate", "for", hello.ServerName, "err", err)
	}
	return certificate, err
}

// ordering gets what is not there yet, so that no visitor waits for it longer than a handshake may take.
func (c *certificates) ordering() job {
	return job{"certificates", time.Hour, func(ctx context.Context) error {
		done := make(chan struct{})
		go func() {
			defer close(done)
			for _, domain := range c.domains { // with ECDSA, as almost every browser asks for it
				c.get(&tls.ClientHelloInfo{ServerName: domain, CipherSuites: []uint16{tls.TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256}})
			}
		}()
		select {
		case <-done:
		case <-ctx.Done():
		}
		return nil
	}}
}

// address is where a browser finds the site; without a base URL, on this machine.
func (c config) address(l net.Listener) string {
	switch {
	case c.base != nil:
		return c.base.String() + "/"
	case c.tlsDomains != nil:
		return "https://" + c.tlsDomains[0] + "/"
	case l.Addr().Network() == "unix":
		return "unix:" + l.Addr().String()
	}
	return "http://" + reachable(l.Addr()) + "/"
}

// reachable is an address at which a browser on this machine finds the server: one that listens on all
// addresses is at localhost.
func reachable(addr net.Addr) string {
	if tcp, ok := addr.(*net.TCPAddr); ok && tcp.IP.IsUnspecified() {
		return fmt.Sprintf("localhost:%d", tcp.Port)
	}
	return addr.String()
}

// serveAll serves until the context ends or a door fails, then lets the requests under way end.
func serveAll(ctx context.Context, doors []door) error {
	failed := make(chan error, len(doors))
	for _, d := range doors {
		go func() { failed <- d.server.Serve(d.listener) }()
	}
	var failure error
	select {
	case failure = <-failed:
	case <-ctx.Done():
	}
	drain, cancel := context.WithTimeout(context.Background(), drainTime)
	defer cancel()
	errs := make([]error, len(doors))
	var wg sync.WaitGroup
	for i, d := range doors {
		wg.Go(func() {
			errs[i] = d.server.Shutdown(drain)
			if errors.Is(errs[i], context.DeadlineExceeded) {
				errs[i] = d.server.Close()
			}
		})
	}
	wg.Wait()
	return errors.Join(failure, errors.Join(errs...))
}
