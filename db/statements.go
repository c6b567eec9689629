package db

import (
	"context"
	"database/sql"
	"fmt"
)

// statements are prepared once, when the store opens. Their text stands beside the methods that use
// them.
type statements struct {
	// for reading
	player, game, seat, openGames, openCounted, outcome *sql.Stmt
	counted, history, countHistory, shared              *sql.Stmt
	// for writing
	setSettings, seeDevice, seePlayer, addPlayer, addDevice *sql.Stmt
	dropUntouched, hasOpen, hadDeal, addGame                *sql.Stmt
	saveGame, followGame, settleGame, dropGame, setShare    *sql.Stmt
}

func (s *Store) prepare(ctx context.Context) error {
	for _, p := range []struct {
		db   *sql.DB
		stmt **sql.Stmt
		text string
	}{
		{s.reader, &s.player, selectPlayer},
		{s.reader, &s.game, selectGame},
		{s.reader, &s.seat, selectSeat},
		{s.reader, &s.openGames, selectOpenGames},
		{s.reader, &s.openCounted, selectOpenCounted},
		{s.reader, &s.outcome, selectOutcome},
		{s.reader, &s.counted, selectCounted},
		{s.reader, &s.history, selectHistory},
		{s.reader, &s.countHistory, countHistory},
		{s.reader, &s.shared, selectShared},
		{s.writer, &s.setSettings, updateSettings},
		{s.writer, &s.seeDevice, updateDevice},
		{s.writer, &s.seePlayer, updatePlayer},
		{s.writer, &s.addPlayer, insertPlayer},
		{s.writer, &s.addDevice, insertDevice},
		{s.writer, &s.dropUntouched, deleteUntouched},
		{s.writer, &s.hasOpen, selectHasOpen},
		{s.writer, &s.hadDeal, selectHadDeal},
		{s.writer, &s.addGame, insertGame},
		{s.writer, &s.saveGame, updateGame},
		{s.writer, &s.followGame, followGame},
		{s.writer, &s.settleGame, settleGame},
		{s.writer, &s.dropGame, deleteGame},
		{s.writer, &s.setShare, updateShare},
	} {
		var err error
		if *p.stmt, err = p.db.PrepareContext(ctx, p.text); err != nil {
			return fmt.Errorf("prepare %s: %w", p.text, err)
		}
	}
	return nil
}
