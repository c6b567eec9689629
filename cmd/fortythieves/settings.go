package main

import (
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/netip"
	"net/url"
	"path"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"

	"fortythieves/handlers"
)

// setting is a row of the one table from which the flags, the variables, the command config and the table
// in the README are made.
type setting struct {
	name    string // of the flag
	value   string // what kind of text it takes, as the help shows it
	preset  string // where nothing is set
	help    string
	secret  bool   // by variable or file only: a command line can be read by all users of the machine
	needs   string // the name of another setting without which this one does nothing
	accepts func(c *config, text string) error
}

// prefix is that of every variable of the program.
const prefix = "FORTYTHIEVES_"

// env is the name of the variable. With _FILE at its end it names a file with the value of a secret.
func (s setting) env() string {
	return prefix + strings.ToUpper(strings.ReplaceAll(s.name, "-", "_"))
}

// config is what the settings come to.
type config struct {
	network, addr string // "tcp" or "unix", and where
	data          string
	base          *url.URL // nil if nothing is set
	trusted       []netip.Prefix
	tlsDomains    []string
	acmeDirectory *url.URL // nil: that of Let's Encrypt
	redirectAddr  string
	keys          [][]byte // nil: those of the data folder
	metricsAddr   string
	logJSON       bool
	logLevel      slog.Level
	keepDays      int
	backupEvery   time.Duration // 0: never
	backupKeep    int
	backups       string
	starts, codes handlers.Limit
	imports       handlers.Limit
	solvers       int // 0: one for each two cores
	solverMiB     int // 0: what the machine has to spare
}

// settings is the table.
var settings = []setting{
	{name: "addr", value: "address", preset: "127.0.0.1:8080", accepts: takeAddr,
		help: "where to listen: host:port, with port 0 for a free one, or unix:/path; a socket handed over by systemd goes before it"},
	{name: "data", value: "folder", accepts: func(c *config, text string) error { c.data = text; return nil },
		help: "where the database and the keys are; by default the platform's folder for a user's data, such as ~/.local/share/fortythieves"},
	{name: "base-url", value: "URL", accepts: takeBase,
		help: "the address that browsers see, if it has https or a path: https://example.org/cards"},
	{name: "trusted-proxies", value: "networks", preset: "127.0.0.0/8,::1/128", accepts: takeProxies,
		help: "from where X-Forwarded-For is believed: addresses and networks with commas between, or none; a unix socket always is"},
	{name: "tls-domains", value: "names", accepts: takeDomains,
		help: "host names, with commas between, for which to get certificates from Let's Encrypt, whose terms you accept by it; serves https, so set --addr :443"},
	{name: "acme-directory", value: "URL", needs: "tls-domains", accepts: takeDirectory,
		help: "with --tls-domains, where certificates come from instead of Let's Encrypt, such as its staging server: https://acme-staging-v02.api.letsencrypt.org/directory"},
	{name: "redirect-addr", value: "address", needs: "tls-domains", accepts: takeRedirect,
		help: "with --tls-domains, where to listen for http and send it on to https, such as :80"},
	{name: "cookie-keys", value: "keys", secret: true, accepts: takeKeys,
		help: "keys that sign the session cookies, newest first, 64 hexadecimal digits each; by default those in cookie.keys of the data folder"},
	{name: "metrics-addr", value: "address", accepts: takeMetrics,
		help: "where to serve metrics for Prometheus at /metrics, such as 127.0.0.1:9100; nowhere by default, and never to the public"},
	{name: "log-format", value: "format", preset: "text", accepts: takeFormat, help: "text or json"},
	{name: "log-level", value: "level", preset: "info", accepts: takeLevel,
		help: "the least that is logged: debug (each request), info, warn or error"},
	{name: "keep-days", value: "days", preset: "400", accepts: takeKeepDays,
		help: "days after which a player without a finished game is removed"},
	{name: "backup-every", value: "time", preset: "0", accepts: takeEvery,
		help: "how often the server makes a backup, such as 24h; 0 for never"},
	{name: "backup-keep", value: "number", preset: "7", accepts: takeKeep,
		help: "how many of these backups stay; older ones are deleted"},
	{name: "backup-dir", value: "folder", accepts: func(c *config, text string) error { c.backups = text; return nil },
		help: "where they go, better another disk; by default backups in the data folder"},
	{name: "limit-games", value: "limit", preset: "30/300", accepts: limit(func(c *config) *handlers.Limit { return &c.starts }, true),
		help: "games begun a minute, by one address and by all; 0 for no limit"},
	{name: "limit-codes", value: "limit", preset: "5/60", accepts: limit(func(c *config) *handlers.Limit { return &c.codes }, false),
		help: "codes made or tried a minute, by one address and by all"},
	{name: "limit-imports", value: "limit", preset: "6/30", accepts: limit(func(c *config) *handlers.Limit { return &c.imports }, true),
		help: "files imported a minute, by one address and by all; 0 for no limit"},
	{name: "solvers", value: "number", preset: "0", accepts: takeSolvers,
		help: "searches for hints, reviews and winnable deals that run at the same time; 0 for half as many as there are cores"},
	{name: "solver-memory", value: "MiB", preset: "0", accepts: takeSolverMemory,
		help: "memory of all these searches together; 0 for an eighth of the machine's, at most 128"},
}

// hostPort checks an address to listen on.
func hostPort(text, example string) error {
	_, port, err := net.SplitHostPort(text)
	if err == nil {
		_, err = net.LookupPort("tcp", port)
	}
	if err != nil {
		return fmt.Errorf("is not host:port, such as %s", example)
	}
	return nil
}

func takeAddr(c *config, text string) error {
	if file, ok := strings.CutPrefix(text, "unix:"); ok {
		c.network, c.addr = "unix", file
		if !filepath.IsAbs(file) {
			return errors.New("is not unix: and an absolute path, such as unix:/run/fortythieves/socket")
		}
		return nil
	}
	c.network, c.addr = "tcp", text
	if err := hostPort(text, "127.0.0.1:8080"); err != nil {
		return fmt.Errorf("%w or unix:/run/fortythieves/socket", err)
	}
	return nil
}

func takeMetrics(c *config, text string) error {
	c.metricsAddr = text
	if text == "" {
		return nil
	}
	return hostPort(text, "127.0.0.1:9100")
}

func takeRedirect(c *config, text string) error {
	c.redirectAddr = text
	if text == "" {
		return nil
	}
	return hostPort(text, ":80")
}

// plainPath is a path that needs no escapes: it stands in links and cookies.
var plainPath = regexp.MustCompile(`^[A-Za-z0-9._~/-]*$`)

func takeBase(c *config, text string) error {
	if text == "" {
		return nil
	}
	u, err := url.Parse(text)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "" || u.User != nil ||
		u.RawQuery != "" || u.Fragment != "" || u.Opaque != "" || u.RawPath != "" {
		return errors.New("is not a URL such as https://example.org/cards")
	}
	u.Path = strings.TrimSuffix(u.Path, "/")
	if u.Path != "" && path.Clean(u.Path) != u.Path || !plainPath.MatchString(u.Path) {
		return errors.New("has a path of other than letters, digits, dots, hyphens, _ and ~ between single slashes")
	}
	c.base = u
	return nil
}

func takeProxies(c *config, text string) error {
	c.trusted = nil
	if text == "none" || text == "" {
		return nil
	}
	for _, one := range strings.Split(text, ",") {
		one = strings.TrimSpace(one)
		network, err := netip.ParsePrefix(one)
		if err != nil {
			var address netip.Addr
			if address, err = netip.ParseAddr(one); err == nil {
				network = netip.PrefixFrom(address, address.BitLen())
			}
		}
		if err != nil || network.Addr().Zone() != "" {
			return fmt.Errorf("has %q, which is no address or network such as 10.0.0.0/8", one)
		}
		c.trusted = append(c.trusted, network)
	}
	return nil
}

var hostName = regexp.MustCompile(`^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]([a-z0-9-]*[a-z0-9])?$`)

func takeDomains(c *config, text string) error {
	if text == "" {
		return nil
	}
	for _, name := range strings.Split(strings.ToLower(text), ",") {
		if name = strings.TrimSpace(name); !hostName.MatchString(name) {
			return fmt.Errorf("has %q, which is no host name such as cards.example.org", name)
		}
		c.tlsDomains = append(c.tlsDomains, name)
	}
	return nil
}

func takeDirectory(c *config, text string) error {
	if text == "" {
		return nil
	}
	u, err := url.Parse(text)
	if err != nil || u.Scheme != "https" || u.Hostname() == "" || u.User != nil || u.Fragment != "" {
		return errors.New("is not a URL such as https://acme-staging-v02.api.letsencrypt.org/directory")
	}
	c.acmeDirectory = u
	return nil
}

func takeKeys(c *config, text string) error {
	for word := range strings.FieldsSeq(text) {
		key, err := hex.DecodeString(word)
		if err != nil || len(key) != 32 {
			return fmt.Errorf("has a key %d that is not 64 hexadecimal digits", len(c.keys)+1)
		}
		c.keys = append(c.keys, key)
	}
	return nil
}

func takeFormat(c *config, text string) error {
	c.logJSON = text == "json"
	if text != "json" && text != "text" {
		return errors.New("is neither text nor json")
	}
	return nil
}

func takeLevel(c *config, text string) error {
	for _, level := range []slog.Level{slog.LevelDebug, slog.LevelInfo, slog.LevelWarn, slog.LevelError} {
		if strings.EqualFold(text, level.String()) {
			c.logLevel = level
			return nil
		}
	}
	return errors.New("is none of debug, info, warn and error")
}

// number takes a whole number in a range.
func number(text string, least, most int, what string) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < least || n > most {
		return 0, fmt.Errorf("is not a number%s from %d to %d", what, least, most)
	}
	return n, nil
}

func takeKeepDays(c *config, text string) (err error) {
	c.keepDays, err = number(text, 1, 36500, " of days")
	return err
}

func takeKeep(c *config, text string) (err error) {
	c.backupKeep, err = number(text, 1, 10000, "")
	return err
}

func takeEvery(c *config, text string) (err error) {
	if c.backupEvery, err = time.ParseDuration(text); err != nil || c.backupEvery != 0 && c.backupEvery < time.Minute {
		return errors.New("is no time of a minute or more, such as 24h, and not 0")
	}
	return nil
}

func takeSolvers(c *config, text string) (err error) {
	c.solvers, err = number(text, 0, 1024, "")
	return err
}

func takeSolverMemory(c *config, text string) (err error) {
	c.solverMiB, err = number(text, 0, mostMiB, " of MiB")
	return err
}

// limit takes two numbers a minute, for one address and for all, or 0 where off is allowed.
func limit(into func(*config) *handlers.Limit, off bool) func(*config, string) error {
	return func(c *config, text string) error {
		l := into(c)
		if *l = (handlers.Limit{}); text == "0" && off {
			return nil
		}
		each, all, ok := strings.Cut(text, "/")
		var err error
		if l.Each, err = number(each, 1, 1e6, ""); ok && err == nil {
			l.All, err = number(all, 1, 1e6, "")
		}
		if !ok || err != nil || l.All < l.Each {
			return errors.New("is not two numbers a minute, for one address and, no fewer, for all, such as 30/300")
		}
		return nil
	}
}
