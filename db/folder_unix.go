//go:build !windows

package db

import (
	"errors"
	"os"
	"syscall"
)

// syncedFolder forces the names in a folder to the disk.
func syncedFolder(dir string) error {
	f, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}

// ownedLike gives a file the owner of another: what root restores, upgrades or makes is the server's.
func ownedLike(path, other string) error {
	info, err := os.Stat(other)
	if err != nil || os.Geteuid() != 0 {
		return err
	}
	owner := info.Sys().(*syscall.Stat_t)
	return os.Chown(path, int(owner.Uid), int(owner.Gid))
}
