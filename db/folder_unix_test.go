//go:build !windows

package db

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// Root may make or upgrade the database of a service that runs as somebody else.
func TestWhatRootMakesIsOfTheOwnerOfTheFolder(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("only root can give files away")
	}
	const owner = 65534
	for _, before := range []string{"", "testdata/v1.db"} {
		dir := t.TempDir()
		if before != "" {
			data, err := os.ReadFile(before)
			if err == nil {
				err = os.WriteFile(filepath.Join(dir, FileName), data, 0o600)
			}
			if err == nil {
				err = os.Chown(filepath.Join(dir, FileName), owner, owner)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		if err := os.Chown(dir, owner, owner); err != nil {
			t.Skip(err)
		}
		s, err := Open(t.Context(), dir)
		if err != nil {
			t.Fatal(err)
		}
		files, err := filepath.Glob(filepath.Join(dir, "*"))
		if err != nil || len(files) < 2 {
			t.Errorf("%v: %v", files, err)
		}
		for _, file := range files {
			info, err := os.Stat(file)
			if err != nil || info.Sys().(*syscall.Stat_t).Uid != owner || info.Sys().(*syscall.Stat_t).Gid != owner {
				t.Errorf("%s is not of the folder's owner: %v", filepath.Base(file), err)
			}
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
}
