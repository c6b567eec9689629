package main

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

// serving runs serve in this process until the test ends, and returns the address and the folder that
// it prints.
func serving(t *testing.T, env map[string]string, args ...string) (url, data string) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	out, w := io.Pipe()
	var problems bytes.Buffer
	ended := make(chan int, 1)
	go func() {
		ended <- run(ctx, &process{strings.NewReader(""), w, &problems, lookup(env), names(env)}, args)
		w.Close()
	}()
	t.Cleanup(func() {
		cancel()
		if code := <-ended; code != 0 {
			t.Errorf("serve ends with %d: %s", code, &problems)
		}
	})
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		if _, s, ok := strings.Cut(lines.Text(), " is at "); ok {
			url = s
		}
		if _, s, ok := strings.Cut(lines.Text(), " kept in "); ok {
			return url, s
		}
	}
	t.Fatalf("serve %q prints no address or folder", args)
	return
}

func TestServeTakesItsSettingsFromTheEnvironmentAndFlagsWin(t *testing.T) {
	one, two := filepath.Join(t.TempDir(), "one"), filepath.Join(t.TempDir(), "two")
	env := map[string]string{"FORTYTHIEVES_ADDR": "127.0.0.2:0", "FORTYTHIEVES_DATA": one}
	for _, c := range []struct {
		args      string
		url, data string
	}{
		{"", "http://127.0.0.2:", one},
		{"serve", "http://127.0.0.2:", one},
		{"serve --addr 127.0.0.3:0", "http://127.0.0.3:", one},
		{"--addr=127.0.0.3:0 --data=" + two, "http://127.0.0.3:", two},
		{"serve --data " + two, "http://127.0.0.2:", two},
		{"serve --addr :0", "http://localhost:", one}, // all addresses: a browser needs one of them
		{"serve --addr 0.0.0.0:0", "http://localhost:", one},
	} {
		t.Run(c.args, func(t *testing.T) {
			url, data := serving(t, env, strings.Fields(c.args)...)
			if !strings.HasPrefix(url, c.url) || data != c.data {
				t.Errorf("serves %s from %s, want %s and %s", url, data, c.url, c.data)
			}
			if _, err := os.Stat(filepath.Join(c.data, "fortythieves.db")); err != nil {
				t.Error(err)
			}
			newPlayer(strings.TrimSuffix(url, "/")).see(t, "/")
		})
	}
}

func TestTheDataFolderFollowsThePlatformsConvention(t *testing.T) {
	home, other := t.TempDir(), t.TempDir()
	byDefault := filepath.Join(home, ".local", "share", "fortythieves")
	byXDG := filepath.Join(other, "fortythieves")
	if runtime.GOOS == "darwin" {
		byDefault = filepath.Join(home, "Library", "Application Support", "fortythieves")
		byXDG = byDefault
	}
	for name, c := range map[string]struct {
		env  map[string]string
		want string
	}{
		"home":                {map[string]string{"HOME": home}, byDefault},
		"XDG":                 {map[string]string{"HOME": home, "XDG_DATA_HOME": other}, byXDG},
		"XDG empty":           {map[string]string{"HOME": home, "XDG_DATA_HOME": ""}, byDefault},
		"XDG not absolute":    {map[string]string{"HOME": home, "XDG_DATA_HOME": "data"}, byDefault},
		"the program's own":   {map[string]string{"HOME": home, "FORTYTHIEVES_DATA": other}, other},
		"it empty":            {map[string]string{"HOME": home, "FORTYTHIEVES_DATA": ""}, byDefault},
		"it and XDG together": {map[string]string{"XDG_DATA_HOME": home, "FORTYTHIEVES_DATA": other}, other},
	} {
		t.Run(name, func(t *testing.T) {
			if _, data := serving(t, c.env, "--addr", "127.0.0.1:0"); data != c.want {
				t.Errorf("the data is kept in %s, want %s", data, c.want)
			}
		})
	}
}

func TestWithoutAnyDataFolderServeAsksForOne(t *testing.T) {
	call(t, "", "serve", "--addr", "127.0.0.1:0").fails(t, 2, "--data")
}

func TestAnAddressInUseIsSaidInOneLine(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	address := l.Addr().String()
	call(t, "", "serve", "--addr", address, "--data", t.TempDir()).fails(t, 1, address, "in use", "--addr")
}

func TestADataFolderThatCannotBeUsedIsNamed(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, []byte("a shopping list"), 0o600); err != nil {
		t.Fatal(err)
	}
	closed := filepath.Join(dir, "closed")
	if err := os.Mkdir(closed, 0o500); err != nil {
		t.Fatal(err)
	}
	if os.Geteuid() == 0 {
		closed = "/proc" // where nobody makes a file; the modes do not bind root
	}
	for name, c := range map[string]struct {
		data  string
		words []string
	}{
		"a file":             {file, []string{file, "not a directory"}},
		"below a file":       {filepath.Join(file, "data"), []string{file, "not a directory"}},
		"unwritable":         {closed, []string{closed, "fortythieves.db"}},
		"below unwritable":   {filepath.Join(closed, "data"), []string{closed}},
		"another's database": {foreignDatabase(t), []string{"fortythieves.db", "not a database", "backup"}},
		"broken keys":        {brokenKeys(t), []string{"cookie.keys", "64 hexadecimal digits", "delete"}},
	} {
		t.Run(name, func(t *testing.T) {
			call(t, "", "serve", "--addr", "127.0.0.1:0", "--data", c.data).fails(t, 1, c.words...)
		})
	}
	if text, err := os.ReadFile(file); err != nil || string(text) != "a shopping list" {
		t.Errorf("the file in the way is now %q (%v)", text, err)
	}
}

func foreignDatabase(t *testing.T) (dir string) {
	dir = t.TempDir()
	text := strings.Repeat("a novel, and no database at all. ", 100)
	if err := os.WriteFile(filepath.Join(dir, "fortythieves.db"), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return dir
}

func brokenKeys(t *testing.T) (dir string) {
	dir = t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "cookie.keys"), []byte("open sesame\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	return dir
}

func TestASignalEndsTheServerEvenWithConnectionsOpen(t *testing.T) {
	t.Parallel()
	for _, signal := range []os.Signal{syscall.SIGINT, syscall.SIGTERM} {
		t.Run(signal.String(), func(t *testing.T) {
			t.Parallel()
			s := startServer(t, t.TempDir())
			p := newPlayer(s.url)
			p.client.Transport = &http.Transport{} // keeps its connection
			p.see(t, "/")
			silent := s.dial(t) // as browsers do, ahead of a request
			defer silent.Close()
			unending := s.beginPost(t, "/games", 1000)
			defer unending.Close()
			s.stop(t, signal, 5*time.Second)
		})
	}
}

func TestARequestUnderWayIsAnsweredAfterTheSignal(t *testing.T) {
	data := t.TempDir()
	s := startServer(t, data)
	p := newPlayer(s.url)
	body := "variant=lucas&deal=2"
	c := s.beginPost(t, "/games", len(body))
	defer c.Close()
	if err := s.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	until(t, "the server takes no more connections", func() bool {
		c, err := net.Dial("tcp", strings.TrimPrefix(s.url, "http://"))
		if err == nil {
			c.Close()
		}
		return err != nil
	})
	fmt.Fprint(c, body)
	resp, err := http.ReadResponse(bufio.NewReader(c), nil)
	if err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
	if resp.StatusCode != http.StatusSeeOther {
		t.Fatalf("the request under way is answered with %s", resp.Status)
	}
	s.ends(t, 5*time.Second)

	s = startServer(t, data)
	p.site = s.url
	r, err := http.NewRequest(http.MethodGet, s.url+resp.Header.Get("Location"), nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, cookie := range resp.Cookies() {
		r.AddCookie(cookie)
	}
	if a, err := p.do(r); err != nil || a.status != http.StatusOK || dealOn(t, a.body) != 2 {
		t.Errorf("the game that was dealt is not there: status %d, %v", a.status, err)
	}
}

// dial opens a connection and sends nothing.
func (s *server) dial(t *testing.T) net.Conn {
	t.Helper()
	c, err := net.Dial("tcp", strings.TrimPrefix(s.url, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	c.SetDeadline(time.Now().Add(patience))
	return c
}

// beginPost sends the head of a request and returns when the server waits for the body.
func (s *server) beginPost(t *testing.T, path string, length int) net.Conn {
	t.Helper()
	c := s.dial(t)
	fmt.Fprintf(c, "POST %s HTTP/1.1\r\nHost: fortythieves\r\nContent-Type: application/x-www-form-urlencoded\r\n"+
		"Content-Length: %d\r\nExpect: 100-continue\r\n\r\n", path, length)
	const proceed = "HTTP/1.1 100 Continue\r\n\r\n"
	got := make([]byte, len(proceed))
	if _, err := io.ReadFull(c, got); err != nil || string(got) != proceed {
		t.Fatalf("the server answers %q (%v), want %q", got, err, proceed)
	}
	return c
}

// until waits for a condition.
func until(t *testing.T, what string, holds func() bool) {
	t.Helper()
	for end := time.Now().Add(patience); !holds(); time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("it never happens that %s", what)
		}
	}
}

func TestSessionGameAndRecordOutliveARestart(t *testing.T) {
	data := filepath.Join(t.TempDir(), "data")
	s := startServer(t, data)
	p := newPlayer(s.url)
	lost := p.begin(t, "maria")
	p.act(t, lost, "moves", "move", "d")
	p.act(t, lost, "give-up")
	open := p.begin(t, "lucas")
	for range 3 {
		p.act(t, open, "moves", "move", "d")
	}
	p.act(t, open, "undo")
	pages := []string{"/", lost, open, open + "?from=w"}
	var before []string
	for _, path := range pages {
		before = append(before, p.see(t, path))
	}
	if !strings.Contains(before[0], "Continue") || !strings.Contains(before[1], "Given up") || !strings.Contains(before[2], "2 moves") {
		t.Fatalf("the pages are not as expected before the restart: %q", before)
	}

	p.site = s.restart(t, data).url
	for i, path := range pages {
		if after := p.see(t, path); after != before[i] {
			t.Errorf("%s has changed from\n%s\nto\n%s", path, before[i], after)
		}
	}
	p.act(t, open, "moves", "move", "d")
}

func TestEveryStartDealsOtherCards(t *testing.T) {
	data := t.TempDir()
	seen := map[uint32]bool{}
	s := startServer(t, data)
	for range 20 {
		p := newPlayer(s.url)
		p.send(t, "/settings", "deals", "any") // of all there are, not of the pool
		for range 3 {
			n := dealOn(t, p.see(t, p.begin(t, "streets")))
			if seen[n] {
				t.Errorf("deal %d comes twice", n)
			}
			seen[n] = true
		}
		s = s.restart(t, data)
	}
}

func TestNobodyElseReadsTheDataFolder(t *testing.T) {
	data := filepath.Join(t.TempDir(), "new", "data")
	s := launch(t, exec.Command("sh", "-c", `umask 0; exec "$0" --addr 127.0.0.1:0 --data "$1"`, program(t), data))
	if !s.up() {
		t.Fatalf("the server does not start: %s", &s.errors)
	}
	p := newPlayer(s.url)
	p.act(t, p.begin(t, "indian"), "moves", "move", "d")
	want := map[string]fs.FileMode{
		".":                   fs.ModeDir | 0o700,
		"cookie.keys":         0o600,
		"fortythieves.db":     0o600,
		"fortythieves.db-shm": 0o600,
		"fortythieves.db-wal": 0o600,
	}
	got := map[string]fs.FileMode{}
	err := fs.WalkDir(os.DirFS(data), ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		got[path] = info.Mode()
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("the folder holds\n%v, want\n%v", got, want)
	}
}

func TestTheAddressPrintedIsTheOneListenedOn(t *testing.T) {
	one, two := startServer(t, t.TempDir()), startServer(t, t.TempDir())
	if one.url == two.url || slices.Contains([]string{one.url, two.url}, "http://127.0.0.1:0") {
		t.Errorf("two servers are at %s and %s", one.url, two.url)
	}
	for _, s := range []*server{one, two} {
		if !strings.Contains(newPlayer(s.url).see(t, "/"), "Forty Thieves") {
			t.Errorf("at %s is something else", s.url)
		}
	}
}
