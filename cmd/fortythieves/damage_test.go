package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fortythieves/db"
)

// storedGames is the text of a database with some games, closed and without files beside it.
func storedGames(t *testing.T) []byte {
	t.Helper()
	data := t.TempDir()
	newCrowd(t, data, 3)
	text, err := os.ReadFile(filepath.Join(data, db.FileName))
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func TestADamagedDatabaseIsSaidToBeAndStaysAsItIs(t *testing.T) {
	whole := storedGames(t)
	flipped := func(at int) []byte {
		text := bytes.Clone(whole)
		text[at] ^= 0x10
		return text
	}
	moves := bytes.Index(whole, []byte(",c"))
	for _, c := range []struct {
		name    string
		text    []byte
		serving bool // serve finds it as well, at the start
		says    string
	}{
		{"a flipped byte in the name of the format", flipped(3), true, "damaged or not a database"},
		{"a flipped byte in the size of the pages", flipped(16), true, "database"},
		{"a flipped byte in the first page's tree", flipped(100), true, "damaged"},
		{"a flipped byte in another page's tree", flipped(5 * 4096), false, "damaged"},
		{"a flipped byte in a list of moves", flipped(moves), false, "differ"},
		{"a truncated file", whole[:len(whole)/2], true, "damaged"},
		{"a file cut in its first page", whole[:1000], true, "database"},
		{"a very short file", whole[:100], true, "too short"},
		{"a foreign file", bytes.Repeat([]byte("a novel, "), 5000), true, "not a database"},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, command := range []string{"check", "serve"} {
				if command == "serve" && !c.serving {
					continue
				}
				data := t.TempDir()
				file := filepath.Join(data, db.FileName)
				if err := os.WriteFile(file, c.text, 0o600); err != nil {
					t.Fatal(err)
				}
				args := []string{command, "--data", data}
				if command == "serve" {
					args = append(args, "--addr", "127.0.0.1:0")
				}
				o := call(t, "", args...)
				o.fails(t, 1, c.says)
				if !strings.Contains(o.err, "differ") && !strings.Contains(o.err, file) {
					t.Errorf("%s does not name the file: %s", command, o.err)
				}
				if after, err := os.ReadFile(file); err != nil || !bytes.Equal(after, c.text) {
					t.Errorf("%s has changed the file (%v)", command, err)
				}
				if list, _ := os.ReadDir(data); len(list) != 1 {
					t.Errorf("%s leaves %v", command, list)
				}
			}
		})
	}
}

func TestAnEmptyLogBesideTheDatabaseIsNoDamage(t *testing.T) {
	data := t.TempDir()
	for name, text := range map[string][]byte{db.FileName: storedGames(t), db.FileName + "-wal": nil} {
		if err := os.WriteFile(filepath.Join(data, name), text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	call(t, "", "check", "--data", data).succeeds(t)
	s := startServer(t, data)
	newPlayer(s.url).see(t, "/")
	s.stop(t, os.Interrupt, patience)
	o := call(t, "", "check", "--data", data)
	if o.succeeds(t); o.out != "30 games, 0 differences\n" {
		t.Errorf("check says %s", o.out)
	}
}
