//go:build !windows

package db

import (
	"errors"
	"os"
)

// syncedFolder forces the names in a folder to the disk.
func syncedFolder(dir string) error {
	f, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}
