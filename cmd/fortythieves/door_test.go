package main

import (
	"bytes"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"io"
	"math/big"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

func TestTheSiteIsServedAtAUnixSocket(t *testing.T) {
	dir := t.TempDir()
	socket := filepath.Join(dir, "socket")
	serveOnce := func() {
		t.Helper()
		s := launch(t, exec.Command(program(t), "serve", "--addr", "unix:"+socket, "--data", filepath.Join(dir, "data")))
		if !s.up() || s.url != "unix:"+socket {
			t.Fatalf("it is at %q: %s", s.url, &s.errors)
		}
		p := newPlayer("http://cards.example.org")
		p.client.Transport = reachedAt("unix", socket, nil)
		p.act(t, p.begin(t, "lucas"), "moves", "move", "d")
		if info, err := os.Stat(socket); err != nil || info.Mode().Perm() != 0o660 {
			t.Errorf("the socket is %v (%v)", info.Mode(), err)
		}
		other := call(t, "", "serve", "--addr", "unix:"+socket, "--data", t.TempDir())
		other.fails(t, 1, socket, "in use")
		s.kill() // leaves its socket behind, which is in nobody's way
	}
	serveOnce()
	serveOnce()
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	call(t, "", "serve", "--addr", "unix:"+file, "--data", t.TempDir()).fails(t, 1, file, "no socket")
}

// As systemd does it: the socket is file 3 of the process, and a restart loses no visitor.
func TestASocketOfSystemdIsTakenAndOutlivesTheServer(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	file, err := l.(*net.TCPListener).File()
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	data := t.TempDir()
	start := func() *server {
		// the shell knows the process id that the program will have
		cmd := exec.Command("sh", "-c", `LISTEN_PID=$$ LISTEN_FDS=1 exec "$0" serve --addr 127.0.0.9:1 --data "$1"`, program(t), data)
		cmd.ExtraFiles = []*os.File{file}
		s := launch(t, cmd)
		if !s.up() || s.url != "http://"+l.Addr().String() {
			t.Fatalf("it is at %q: %s", s.url, &s.errors)
		}
		return s
	}
	s := start()
	p := newPlayer(s.url)
	game := p.begin(t, "lucas")
	s.stop(t, os.Interrupt, 5*time.Second)
	c, err := net.Dial("tcp", l.Addr().String()) // waits in the queue of the socket
	if err != nil {
		t.Fatal(err)
	}
	c.Close()
	start()
	p.act(t, game, "moves", "move", "d")
}

// The certificate is already in the cache, so that nobody is asked for one.
func TestHTTPSIsServedWithTheCertificateOfTheDomain(t *testing.T) {
	const domain = "cards.example.org"
	data := t.TempDir()
	if err := os.Mkdir(filepath.Join(data, "certificates"), 0o700); err != nil {
		t.Fatal(err)
	}
	roots := x509.NewCertPool()
	roots.AddCert(certify(t, domain, filepath.Join(data, "certificates", domain)))
	plain := freeAddress(t)
	s := launch(t, exec.Command(program(t), "serve", "--addr", "127.0.0.1:0", "--data", data, "--log-level", "info",
		"--tls-domains", domain, "--redirect-addr", plain, "--metrics-addr", "127.0.0.1:0"))
	addr := ""
	if !s.up() || s.url != "https://"+domain {
		t.Fatalf("it is at %q: %s", s.url, &s.errors)
	}
	addr = listening(t, s.cmd.Process.Pid, plain)
	p := newPlayer(s.url)
	reached := reachedAt("tcp", addr, roots)
	reached.ForceAttemptHTTP2 = true
	p.client.Transport = reached
	p.act(t, p.begin(t, "lucas"), "moves", "move", "d")
	resp, err := p.client.Get(s.url + "/")
	if err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
	if resp.Proto != "HTTP/2.0" || resp.Header.Get("Strict-Transport-Security") == "" {
		t.Errorf("%s, %v", resp.Proto, resp.Header)
	}
	r, _ := http.NewRequest("GET", "http://"+plain+"/rules?x=1", nil)
	r.Host = domain
	resp, err = newPlayer("").client.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
	if got := resp.Header.Get("Location"); got != "https://"+domain+"/rules?x=1" {
		t.Errorf("http leads to %q (%s)", got, resp.Status)
	}
}

// authority is a running pebble, the test server of Let's Encrypt. It truly connects to a domain that it is asked to
// certify, by TLS only; each is at the address that pebble is given.
type authority struct {
	directory   string
	certificate string        // the file with that of the directory
	root        func() []byte // as PEM; a new one each time that pebble starts
	stop        func() string // ends it and returns what it logged
}

func pebble(t *testing.T, domains string) authority {
	t.Helper()
	for _, name := range []string{"pebble", "pebble-challtestsrv"} {
		if _, err := exec.LookPath(name); err != nil && os.Getenv("REQUIRE_BROWSER") == "1" {
			t.Fatal("there is no ", name, " in the PATH")
		} else if err != nil {
			t.Skip("there is no ", name, " in the PATH")
		}
	}
	dir := t.TempDir()
	a := authority{certificate: filepath.Join(dir, "localhost.pem")}
	own := x509.NewCertPool()
	own.AddCert(certify(t, "localhost", a.certificate))
	port := func(addr string) int {
		_, text, _ := net.SplitHostPort(addr)
		n, err := strconv.Atoi(text)
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	api, management, names := freeAddress(t), freeAddress(t), freeAddress(t)
	a.directory = fmt.Sprintf("https://localhost:%d/dir", port(api))
	text, err := json.Marshal(map[string]any{"pebble": map[string]any{
		"listenAddress": api, "managementListenAddress": management, "certificate": a.certificate, "privateKey": a.certificate,
		"tlsPort": port(domains)}})
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "pebble.json")
	if err := os.WriteFile(file, text, 0o600); err != nil {
		t.Fatal(err)
	}
	start := func(cmd *exec.Cmd) func() string {
		var said bytes.Buffer
		cmd.Stdout, cmd.Stderr = &said, &said
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		stop := sync.OnceValue(func() string {
			cmd.Process.Kill()
			cmd.Wait() // its error is that it was killed
			return said.String()
		})
		t.Cleanup(func() {
			if log := stop(); t.Failed() {
				t.Log(log)
			}
		})
		return stop
	}
	start(exec.Command("pebble-challtestsrv", "-dns01", names, "-management", freeAddress(t), "-http01", "", "-https01", "", "-tlsalpn01", "",
		"-defaultIPv4", "127.0.0.1", "-defaultIPv6", ""))
	cmd := exec.Command("pebble", "-config", file, "-dnsserver", names)
	cmd.Env = append(os.Environ(), "PEBBLE_VA_NOSLEEP=1", "PEBBLE_WFE_NONCEREJECT=0") // neither waits nor refuses by chance
	a.stop = start(cmd)
	for _, addr := range []string{names, api, management} {
		until(t, "the test authority listens", func() bool {
			c, err := net.Dial("tcp", addr)
			if err == nil {
				c.Close()
			}
			return err == nil
		})
	}
	a.root = func() []byte {
		p := newPlayer(fmt.Sprintf("https://localhost:%d", port(management)))
		p.client.Transport.(*http.Transport).TLSClientConfig = &tls.Config{RootCAs: own}
		return []byte(p.see(t, "/roots/0"))
	}
	return a
}

func TestACertificateIsOrderedOnceAndKept(t *testing.T) {
	const domain = "cards.example.org"
	addr, data := freeAddress(t), t.TempDir()
	ca := pebble(t, addr)
	roots := x509.NewCertPool()
	if !roots.AppendCertsFromPEM(ca.root()) {
		t.Fatal("the authority has no root")
	}
	p := newPlayer("https://" + domain)
	p.client.Transport = reachedAt("tcp", addr, roots)
	start := func() *server {
		cmd := exec.Command(program(t), "serve", "--addr", addr, "--data", data, "--tls-domains", domain, "--acme-directory", ca.directory)
		cmd.Env = append(os.Environ(), "SSL_CERT_FILE="+ca.certificate)
		s := launch(t, cmd)
		if !s.up() {
			t.Fatalf("the server does not start: %s", &s.errors)
		}
		return s
	}
	visit := func() *x509.Certificate {
		t.Helper()
		resp, err := p.client.Get(p.site + "/")
		if err != nil {
			t.Fatal(err)
		}
		defer resp.Body.Close()
		page, err := io.ReadAll(resp.Body)
		if err != nil || resp.StatusCode != http.StatusOK || !strings.Contains(string(page), "Forty Thieves") {
			t.Errorf("the page is %s, %v: %s", resp.Status, err, page)
		}
		return resp.TLS.PeerCertificates[0]
	}
	s := start()
	kept := filepath.Join(data, "certificates", "localhost")
	until(t, "the certificate, which no visitor has asked for", func() bool {
		_, err := os.Stat(filepath.Join(kept, domain))
		return err == nil
	})
	first := visit()
	for _, name := range []string{kept, filepath.Join(kept, domain), filepath.Join(kept, "acme_account+key")} {
		if info, err := os.Stat(name); err != nil || info.Mode().Perm()&0o077 != 0 {
			t.Errorf("%s: %v, %v; only its owner may look into it", name, info, err)
		}
	}
	s.stop(t, os.Interrupt, patience)
	s = start()
	if again := visit(); !again.Equal(first) {
		t.Error("after a restart the certificate is another one")
	}
	s.stop(t, os.Interrupt, patience)
	if log := ca.stop(); strings.Count(log, "POST /order-plz") != 1 || !strings.Contains(log, "VALID by completed challenge") {
		t.Error("the authority was not asked just once, or connected to nobody")
	}
}

func TestWhyThereIsNoCertificateIsLogged(t *testing.T) {
	addr, nobody := freeAddress(t), freeAddress(t)
	s := launch(t, exec.Command(program(t), "serve", "--addr", addr, "--data", t.TempDir(), "--tls-domains", "cards.example.org",
		"--acme-directory", "https://"+nobody+"/directory"))
	if !s.up() {
		t.Fatal(&s.errors)
	}
	for _, c := range []*tls.Config{{ServerName: "cards.example.org"}, {ServerName: "other.example.org"},
		{ServerName: "cards.example.org", NextProtos: []string{"acme-tls/1"}}} {
		if _, err := tls.Dial("tcp", addr, c); err == nil {
			t.Errorf("there is a certificate for %s", c.ServerName)
		}
	}
	s.cmd.Process.Signal(os.Interrupt)
	<-s.exited
	if log := s.errors.String(); strings.Count(log, "\n") != 2 || // at the start and for the visitor
		strings.Count(log, "for=cards.example.org") != 2 || !strings.Contains(log, nobody) {
		t.Errorf("the log is %s", log)
	}
}

// reachedAt finds every host at one address, and trusts the certificates of roots.
func reachedAt(network, addr string, roots *x509.CertPool) *http.Transport {
	return &http.Transport{DisableKeepAlives: true, TLSClientConfig: &tls.Config{RootCAs: roots},
		DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
			return (&net.Dialer{}).DialContext(ctx, network, addr)
		}}
}

// certify writes a key and a certificate of its own as autocert keeps them.
func certify(t *testing.T, domain, file string) *x509.Certificate {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	about := &x509.Certificate{SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: domain}, DNSNames: []string{domain},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(60 * 24 * time.Hour), IsCA: true, BasicConstraintsValid: true,
		KeyUsage: x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign}
	der, err := x509.CreateCertificate(rand.Reader, about, about, key.Public(), key)
	if err != nil {
		t.Fatal(err)
	}
	raw, err := x509.MarshalECPrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	text := append(pem.EncodeToMemory(&pem.Block{Type: "EC PRIVATE KEY", Bytes: raw}), pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})...)
	if err := os.WriteFile(file, text, 0o600); err != nil {
		t.Fatal(err)
	}
	c, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// freeAddress is one at which nobody listened a moment ago.
func freeAddress(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}

// listening finds the address of a process that takes a TLS connection; not is one that is known.
func listening(t *testing.T, pid int, not string) string {
	t.Helper()
	if runtime.GOOS != "linux" {
		t.Skip("the sockets of a process are found on Linux only")
	}
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/net/tcp", pid))
	if err != nil {
		t.Fatal(err)
	}
	own := map[string]bool{}
	files, _ := filepath.Glob(fmt.Sprintf("/proc/%d/fd/*", pid))
	for _, f := range files {
		if to, err := os.Readlink(f); err == nil {
			own[strings.Trim(strings.TrimPrefix(to, "socket:"), "[]")] = true
		}
	}
	for line := range strings.Lines(string(text)) {
		words := strings.Fields(line)
		var port int
		if len(words) < 10 || words[3] != "0A" || !own[words[9]] {
			continue
		}
		if _, err := fmt.Sscanf(words[1], "0100007F:%X", &port); err != nil {
			continue
		}
		addr := fmt.Sprintf("127.0.0.1:%d", port)
		if addr == not {
			continue
		}
		c, err := net.Dial("tcp", addr)
		if err != nil {
			t.Fatal(err)
		}
		c.SetDeadline(time.Now().Add(patience))
		fmt.Fprint(c, "GET /metrics HTTP/1.0\r\n\r\n")
		answer, _ := io.ReadAll(c)
		c.Close()
		if strings.Contains(string(answer), "HTTPS server") {
			return addr
		}
		if !strings.Contains(string(answer), "fortythieves_database_bytes") {
			t.Errorf("the metrics are %q", answer)
		}
	}
	t.Fatal("the program listens nowhere with TLS")
	return ""
}

func TestMetricsAreServedOnlyAtTheirOwnAddress(t *testing.T) {
	at := freeAddress(t)
	s := launch(t, exec.Command(program(t), "serve", "--addr", "127.0.0.1:0", "--data", t.TempDir(), "--metrics-addr", at, "--log-format", "json"))
	if !s.up() {
		t.Fatal(&s.errors)
	}
	p := newPlayer(s.url)
	p.act(t, p.begin(t, "lucas"), "moves", "move", "d")
	text := newPlayer("http://"+at).see(t, "/metrics")
	for _, want := range []string{
		`fortythieves_requests_total{method="POST",route="/games/:id/moves",status="303"} 1`,
		"fortythieves_games_total 1", "fortythieves_saves_total 1", "fortythieves_wins_total 0",
		`fortythieves_request_seconds_bucket{route="/games",le="10"} 1`,
		"fortythieves_database_bytes ", "fortythieves_wal_bytes ", "process_resident_memory_bytes ", "go_goroutines "} {
		if !strings.Contains(text, want) {
			t.Errorf("the metrics lack %s", want)
		}
	}
	r, _ := http.NewRequest("GET", s.url+"/metrics", nil)
	if a, err := p.do(r); err != nil || a.status != http.StatusNotFound {
		t.Errorf("the public gets %d (%v)", a.status, err)
	}
	s.cmd.Process.Signal(os.Interrupt)
	<-s.exited
	if line := s.errors.String(); !strings.HasPrefix(line, `{"time":`) {
		t.Errorf("the log is %s", line)
	}
}
