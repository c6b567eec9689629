package handlers

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"io"
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"fortythieves/db"
	"fortythieves/game"
	"fortythieves/views"
)

const dateForm = "2006-01-02"

// daily shows the daily deals of today or, to be played as practice, of a past date.
func (s *site) daily(c echo.Context) error {
	player, err := s.player(c)
	if err != nil {
		return err
	}
	ctx, now := c.Request().Context(), s.Now().UTC()
	d := views.Daily{Page: s.page(c), Today: now.Format(dateForm), Zone: "UTC"}
	d.Date, d.Time = d.Today, now
	if text := c.QueryParam("date"); text != "" {
		date, err := time.Parse(dateForm, text)
		if err != nil || date.After(now) || now.Sub(date) > 100*366*24*time.Hour {
			return notFound()
		}
		d.Date, d.Time = text, date
	}
	tallies, err := s.Store.Tallies(ctx, d.Date)
	if err != nil {
		return err
	}
	var games []db.Daily
	if player.ID != 0 {
		if games, err = s.Store.Dailies(ctx, player.ID); err != nil {
			return err
		}
		at, err := s.Store.Zone(ctx, player.ID)
		if err != nil {
			return err
		}
		d.Zone = at.String()
		d.Streak, d.Best = db.DailyStreak(games, now, at)
	}
	for _, v := range d.L.Variants() {
		n, err := s.dailyDeal(c, v, d.Date)
		if err != nil {
			return err
		}
		tile := views.DailyTile{Variant: v, Deal: n, Tried: tallies[v.Slug].Tried, Won: tallies[v.Slug].Won}
		for _, g := range games {
			if g.Variant == v && g.Date == d.Date {
				tile.ID, tile.State = g.ID, state(g)
			}
		}
		d.Tiles = append(d.Tiles, tile)
	}
	d.Months = views.Calendar(now, solved(games))
	return render(c, http.StatusOK, views.DailyPage(d))
}

// state is what a player has done with a daily deal, as the end of a key of the catalogue.
func state(g db.Daily) string {
	switch {
	case g.Result != "":
		return string(g.Result)
	case g.Started:
		return "open"
	default:
		return ""
	}
}

// solved counts the won daily deals by their dates.
func solved(games []db.Daily) map[string]int {
	days := map[string]int{}
	for _, g := range games {
		if g.Result == db.Won {
			days[g.Date]++
		}
	}
	return days
}

// dailyDeal is the number of a variant's daily deal: from the date and a secret of the server, so that no
// one knows it before.
func (s *site) dailyDeal(c echo.Context, v *game.Variant, date string) (uint32, error) {
	s.dailyOnce.Lock()
	defer s.dailyOnce.Unlock()
	if s.dailySecret == nil {
		fresh := make([]byte, 32)
		if _, err := io.ReadFull(s.Rand, fresh); err != nil {
			return 0, err
		}
		secret, err := s.Store.Secret(c.Request().Context(), "daily", fresh)
		if err != nil {
			return 0, err
		}
		s.dailySecret = secret
	}
	h := hmac.New(sha256.New, s.dailySecret)
	io.WriteString(h, v.Slug+" "+date)
	return max(1, binary.LittleEndian.Uint32(h.Sum(nil))), nil
}

// playDaily begins today's deal of a variant as a counted game, or goes on with it.
func (s *site) playDaily(c echo.Context) error {
	f, err := form(c)
	if err != nil {
		return err
	}
	v := game.BySlug(f.Get("variant"))
	if v == nil {
		return &problem{status: http.StatusNotFound, key: "error.404.variant"}
	}
	player, err := s.player(c)
	if err != nil {
		return err
	}
	today := s.Now().UTC().Format(dateForm)
	n, err := s.dailyDeal(c, v, today)
	if err != nil {
		return err
	}
	if player.ID != 0 {
		games, err := s.Store.Dailies(c.Request().Context(), player.ID)
		if err != nil {
			return err
		}
		for _, g := range games {
			if g.Variant == v && g.Date == today {
				return s.seeOther(c, "/games/"+g.ID)
			}
		}
		open, err := s.leave(c, player.ID, v.Slug, f.Get("give-up"), f.Get("version"))
		if err != nil {
			return err
		}
		if open != nil {
			return s.seeOther(c, "/games/"+open.ID+"?ask=daily")
		}
	}
	err = s.beginGame(c, player, &db.Game{Play: game.New(v, n), Counted: true, Daily: today})
	if errors.Is(err, db.ErrDealCounted) { // had by chance as an ordinary deal
		return s.begin(c, player, game.New(v, n), false)
	}
	if err == nil {
		err = s.guessZone(c, f.Get("zone"))
	}
	return err
}

// guessZone takes the time zone of the browser for the player's, if none is chosen.
func (s *site) guessZone(c echo.Context, name string) error {
	if !db.IsZone(name) {
		return nil
	}
	c.Set(playerKey, nil) // who was a visitor when the request came
	player, err := s.player(c)
	if err != nil || player.ID == 0 {
		return err
	}
	at, err := s.Store.Zone(c.Request().Context(), player.ID)
	if err != nil || at != time.UTC {
		return err
	}
	longAgo := time.Time{}.Add(time.Hour) // so that the player can choose another at once
	if err := s.Store.SetZone(c.Request().Context(), player.ID, name, longAgo); err != nil && !errors.Is(err, db.ErrZone) {
		return err
	}
	return nil
}

// setZone changes the time zone of the player.
func (s *site) setZone(c echo.Context) error {
	f, err := form(c)
	if err != nil {
		return err
	}
	player, err := s.known(c)
	if err != nil {
		return err
	}
	name := f.Get("zone")
	if !db.IsZone(name) {
		return &problem{status: http.StatusUnprocessableEntity, key: "error.422.zone"}
	}
	err = s.Store.SetZone(c.Request().Context(), player.ID, name, s.Now())
	if errors.Is(err, db.ErrZone) {
		return &problem{status: http.StatusUnprocessableEntity, key: "error.422.zone-again"}
	}
	if err != nil {
		return err
	}
	return s.seeOther(c, "/daily")
}
