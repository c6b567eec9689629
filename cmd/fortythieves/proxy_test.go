package main

import (
	"crypto/x509"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// The examples in packaging are run as they are, but for ports, the certificate and the path.

const hosted = "cards.example.org"

// behind starts a server for a base URL below path, and a proxy in front of it.
func behind(t *testing.T, path string, proxy func(t *testing.T, dir, front, back, path string) *exec.Cmd) *player {
	t.Helper()
	dir, front, back := t.TempDir(), freeAddress(t), freeAddress(t)
	certificate := certify(t, hosted, filepath.Join(dir, "certificate.pem"))
	s := launch(t, exec.Command(program(t), "serve", "--addr", back, "--data", filepath.Join(dir, "data"),
		"--base-url", "https://"+hosted+path, "--limit-codes", "2/100"))
	if !s.up() || s.url != "https://"+hosted+path {
		t.Fatalf("the server is at %q: %s", s.url, &s.errors)
	}
	cmd := proxy(t, dir, front, back, path)
	var said strings.Builder
	cmd.Stdout, cmd.Stderr = &said, &said
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		cmd.Process.Signal(os.Interrupt)
		cmd.Wait()
		if t.Failed() {
			t.Log(said.String())
		}
	})
	until(t, "the proxy listens", func() bool {
		c, err := net.Dial("tcp", front)
		if err == nil {
			c.Close()
		}
		return err == nil
	})
	p := newPlayer("https://" + hosted)
	roots := x509.NewCertPool()
	roots.AddCert(certificate)
	p.client.Transport = reachedAt("tcp", front, roots)
	return p
}

func nginx(t *testing.T, dir, front, back, path string) *exec.Cmd {
	text := example(t, "nginx.conf")
	for old, new := range map[string]string{
		"listen 443 ssl http2": "listen " + front + " ssl http2",
		"listen 80;":           "listen " + freeAddress(t) + ";",
		"127.0.0.1:8080;":      back + ";",
		"/etc/letsencrypt/live/cards.example.org/fullchain.pem": filepath.Join(dir, "certificate.pem"),
		"/etc/letsencrypt/live/cards.example.org/privkey.pem":   filepath.Join(dir, "certificate.pem"),
		"location / {": "location " + path + "/ {",
	} {
		text = replaced(t, text, old, new)
	}
	file := filepath.Join(dir, "nginx.conf")
	text = fmt.Sprintf("daemon off; pid %[1]s/pid; error_log stderr; events {}\nhttp { access_log off; client_body_temp_path %[1]s/a; "+
		"proxy_temp_path %[1]s/b; fastcgi_temp_path %[1]s/c; uwsgi_temp_path %[1]s/d; scgi_temp_path %[1]s/e;\n%[2]s}", dir, text)
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return exec.Command("nginx", "-p", dir, "-e", "stderr", "-c", file)
}

func caddy(t *testing.T, dir, front, back, path string) *exec.Cmd {
	text := replaced(t, example(t, "Caddyfile"), "reverse_proxy 127.0.0.1:8080", "reverse_proxy "+back)
	_, port, _ := net.SplitHostPort(front)
	text = replaced(t, text, hosted+" {", fmt.Sprintf("https://%s:%s {\n\tbind 127.0.0.1\n\ttls %s %[3]s", hosted, port, filepath.Join(dir, "certificate.pem")))
	if path != "" {
		text = replaced(t, text, "reverse_proxy "+back, "handle "+path+"* {\n\t\treverse_proxy "+back+"\n\t}")
	}
	file := filepath.Join(dir, "Caddyfile")
	text = "{\n\tadmin off\n\tauto_https disable_redirects\n}\n" + text
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("caddy", "run", "--config", file, "--adapter", "caddyfile")
	cmd.Env = append(os.Environ(), "HOME="+dir, "XDG_DATA_HOME="+dir, "XDG_CONFIG_HOME="+dir)
	return cmd
}

func example(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("packaging", name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func replaced(t *testing.T, text, old, new string) string {
	t.Helper()
	if !strings.Contains(text, old) {
		t.Fatalf("the example has no %q any more", old)
	}
	return strings.ReplaceAll(text, old, new)
}

func TestTheExamplesOfProxiesWork(t *testing.T) {
	for name, proxy := range map[string]func(*testing.T, string, string, string, string) *exec.Cmd{"nginx": nginx, "caddy": caddy} {
		for _, path := range []string{"", "/cards"} {
			t.Run(name+path, func(t *testing.T) {
				if _, err := exec.LookPath(name); err != nil {
					t.Skip("there is no ", name)
				}
				p := behind(t, path, proxy)
				game := p.send(t, path+"/games", "variant", "lucas")
				if !strings.HasPrefix(game, path+"/games/") {
					t.Fatalf("the game is at %s", game)
				}
				p.act(t, game, "moves", "move", "d")
				p.see(t, path+"/readyz")
				r, _ := http.NewRequest("POST", p.site+path+"/games", strings.NewReader("variant=maria"))
				r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
				for origin, want := range map[string]int{"https://" + hosted: 303, "https://evil.example.org": 403, "http://" + hosted: 403, "null": 403} {
					r.Body, r.ContentLength = nil, 0
					r.Header.Set("Origin", origin)
					r.URL.RawQuery = "variant=maria"
					a, err := p.do(r)
					if err != nil || want == 403 != (a.status == 403) {
						t.Errorf("from %s: %d, %v", origin, a.status, err)
					}
				}
				// The proxy says where a visitor is, whatever the visitor says.
				refused := 0
				for i := range 10 {
					r, _ := http.NewRequest("POST", p.site+path+"/devices/link", strings.NewReader("code=00000000&sure=1"))
					r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
					r.Header.Set("X-Forwarded-For", fmt.Sprintf("203.0.113.%d", i))
					a, err := newPlayerLike(p).do(r)
					if err != nil {
						t.Fatal(err)
					}
					if a.status == http.StatusTooManyRequests {
						refused++
					}
				}
				if refused != 8 {
					t.Errorf("of 10 tries of one visitor %d were refused, want 8", refused)
				}
			})
		}
	}
}

// newPlayerLike is another browser that reaches the site the same way.
func newPlayerLike(p *player) *player {
	q := newPlayer(p.site)
	q.client.Transport = p.client.Transport
	return q
}
