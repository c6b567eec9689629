package handlers

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"fortythieves/db"
	"fortythieves/views"
)

const (
	linkLength     = 8  // characters of a code that links a device: 40 bits
	recoveryLength = 24 // of a recovery code: 120 bits
	linkLife       = 10 * time.Minute
)

// crockford are the digits of a code, which cannot be taken for one another.
const crockford = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"

// devices lists the player's browsers and offers to link another.
func (s *site) devices(c echo.Context) error { return s.showDevices(c, http.StatusOK, views.Devices{}) }

// showDevices draws the page of the devices with what d has on it.
func (s *site) showDevices(c echo.Context, status int, d views.Devices) error {
	player, err := s.player(c)
	if err != nil {
		return err
	}
	d.Page = s.page(c)
	if player.ID != 0 {
		token, _ := s.token(c)
		list, err := s.Store.Devices(c.Request().Context(), player.ID)
		if err != nil {
			return err
		}
		for _, dev := range list {
			d.List = append(d.List, views.Device{ID: hex.EncodeToString(dev.Token[:8]), Name: dev.Name, Seen: dev.Seen, This: dev.Token == token})
		}
	}
	return render(c, status, views.DevicesPage(d))
}

// known is the player of the browser; a visitor has nothing here.
func (s *site) known(c echo.Context) (db.Player, error) {
	player, err := s.player(c)
	if err == nil && player.ID == 0 {
		err = notFound()
	}
	return player, err
}

// freshCode is a code of n characters for the player of the browser, as far as the limit allows.
func (s *site) freshCode(c echo.Context, n int) (player db.Player, code string, err error) {
	if _, err = form(c); err != nil {
		return player, "", err
	}
	if wait := s.guesses.wait(s.Now(), c.RealIP()); wait > 0 {
		return player, "", s.busy(c, wait)
	}
	if player, err = s.known(c); err == nil {
		code, err = s.code(n)
	}
	return player, code, err
}

// newCode makes a code that links another device.
func (s *site) newCode(c echo.Context) error {
	player, code, err := s.freshCode(c, linkLength)
	if err != nil {
		return err
	}
	now := s.Now()
	if err := s.Store.NewCode(c.Request().Context(), player.ID, s.keyed(code), now, now.Add(linkLife)); err != nil {
		return err
	}
	return s.showDevices(c, http.StatusOK, views.Devices{Code: code[:4] + "-" + code[4:]})
}

// newRecovery makes a recovery code, in place of the one before.
func (s *site) newRecovery(c echo.Context) error {
	player, code, err := s.freshCode(c, recoveryLength)
	if err != nil {
		return err
	}
	if err := s.Store.SetRecovery(c.Request().Context(), player.ID, plain(code)); err != nil {
		return err
	}
	var groups []string
	for i := 0; i < len(code); i += 4 {
		groups = append(groups, code[i:i+4])
	}
	return s.showDevices(c, http.StatusOK, views.Devices{Recovery: strings.Join(groups, "-")})
}

// link makes this browser one of the player to whom a code belongs. A record of its own that has an open
// game is offered for export first, until sure is posted.
func (s *site) link(c echo.Context) error {
	f, err := form(c)
	if err != nil {
		return err
	}
	player, err := s.player(c)
	if err != nil {
		return err
	}
	if player.ID != 0 && f.Get("sure") == "" {
		n, err := s.Store.Unfinished(c.Request().Context(), player.ID)
		if err != nil {
			return err
		}
		if n > 0 {
			return s.showDevices(c, http.StatusOK, views.Devices{Entered: f.Get("code"), Unfinished: n})
		}
	}
	if wait := s.guesses.wait(s.Now(), c.RealIP()); wait > 0 {
		return s.busy(c, wait)
	}
	code, ok := normal(f.Get("code"))
	if !ok {
		return s.showDevices(c, http.StatusUnprocessableEntity, views.Devices{Wrong: true})
	}
	secret, err := s.secret()
	if err != nil {
		return err
	}
	err = s.Store.Link(c.Request().Context(), s.keyed(code), plain(code), sha256.Sum256([]byte(secret)), deviceName(c), s.Now())
	if errors.Is(err, db.ErrNotFound) {
		return s.showDevices(c, http.StatusUnprocessableEntity, views.Devices{Wrong: true})
	}
	if err == nil {
		err = s.setToken(c, secret)
	}
	if err != nil {
		return err
	}
	return s.seeOther(c, "/devices")
}

// endDevice takes a browser from the player.
func (s *site) endDevice(c echo.Context) error {
	f, err := form(c)
	if err != nil {
		return err
	}
	player, err := s.known(c)
	if err != nil {
		return err
	}
	list, err := s.Store.Devices(c.Request().Context(), player.ID)
	if err != nil {
		return err
	}
	for _, d := range list {
		if hex.EncodeToString(d.Token[:8]) == f.Get("device") {
			if err := s.Store.EndDevice(c.Request().Context(), player.ID, d.Token); err != nil {
				return err
			}
			return s.seeOther(c, "/devices")
		}
	}
	return notFound()
}

// code is n random digits.
func (s *site) code(n int) (string, error) {
	b := make([]byte, n)
	if _, err := io.ReadFull(s.Rand, b); err != nil {
		return "", err
	}
	for i := range b {
		b[i] = crockford[b[i]%32] // 256 is a multiple of 32
	}
	return string(b), nil
}

// normal reads a code as a person types it: in either case, with hyphens and spaces, O for 0, I or L for 1.
func normal(text string) (string, bool) {
	code := strings.NewReplacer("-", "", " ", "", "O", "0", "I", "1", "L", "1").Replace(strings.ToUpper(text))
	ok := len(code) == linkLength || len(code) == recoveryLength
	for _, r := range code {
		ok = ok && strings.ContainsRune(crockford, r)
	}
	return code, ok
}

// keyed is the hash of a short code, worth nothing without the server's key.
func (s *site) keyed(code string) []byte {
	h := hmac.New(sha256.New, s.Keys[0])
	h.Write([]byte(code))
	return h.Sum(nil)
}

// plain is the hash of a long code, which cannot be guessed.
func plain(code string) []byte {
	h := sha256.Sum256([]byte(code))
	return h[:]
}

// deviceName says what browser on what system it is, as far as it tells.
func deviceName(c echo.Context) string {
	agent := c.Request().UserAgent()
	first := func(names ...[2]string) string {
		for _, n := range names {
			if strings.Contains(agent, n[0]) {
				return n[1]
			}
		}
		return ""
	}
	browser := first([2]string{"Edg", "Edge"}, [2]string{"OPR", "Opera"}, [2]string{"Firefox", "Firefox"}, [2]string{"Chrom", "Chrome"},
		[2]string{"Safari", "Safari"}, [2]string{"w3m", "w3m"}, [2]string{"Lynx", "Lynx"})
	system := first([2]string{"Android", "Android"}, [2]string{"iPhone", "iPhone"}, [2]string{"iPad", "iPad"}, [2]string{"Windows", "Windows"},
		[2]string{"Mac OS", "macOS"}, [2]string{"CrOS", "ChromeOS"}, [2]string{"Linux", "Linux"})
	return strings.Trim(browser+", "+system, ", ")
}
