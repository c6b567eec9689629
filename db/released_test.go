package db

import (
	"os"
	"path/filepath"
	"testing"
)

// TestADatabaseOfAnOlderSchemaKeepsItsGamesAndItsRecord opens databases that the program wrote when its schema was
// number 1 and 2: maria given up after three draws, lucas won as practice, indian and streets open.
func TestADatabaseOfAnOlderSchemaKeepsItsGamesAndItsRecord(t *testing.T) {
	for _, name := range []string{"v1.db", "v2.db"} {
		t.Run(name, func(t *testing.T) { keeps(t, name) })
	}
}

func keeps(t *testing.T, name string) {
	data, err := os.ReadFile(filepath.Join("testdata", name))
	must(t, err)
	dir := t.TempDir()
	must(t, os.WriteFile(filepath.Join(dir, FileName), data, 0o600))
	s := openIn(t, dir)

	games, err := s.Verify(t.Context(), func(d Difference) { t.Error(d) })
	must(t, err)
	if games != 4 {
		t.Errorf("%d games, want 4", games)
	}
	list, all, err := s.History(t.Context(), 1, 10, 0)
	must(t, err)
	if all != 2 || !list[0].Won || list[0].Home != 104 || list[0].Variant.Slug != "lucas" || list[0].Counted ||
		list[1].Won || list[1].Variant.Slug != "maria" || list[1].Moves != 3 {
		t.Errorf("history %+v", list)
	}
	record, err := s.Record(t.Context(), 1)
	must(t, err)
	if record.All != (Figures{Played: 1}) {
		t.Errorf("record %+v", record.All)
	}
	open, err := s.OpenGames(t.Context(), 1)
	must(t, err)
	if len(open) != 2 || open[0].Variant.Slug != "streets" || open[0].Moves != 1 || open[1].Variant.Slug != "indian" || open[1].Moves != 2 {
		t.Errorf("open %+v", open)
	}
}
