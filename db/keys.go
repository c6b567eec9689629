package db

import (
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

const keyFile = "cookie.keys"

// CookieKeys are the keys that sign the session cookies, newest first: 32 bytes each, in hexadecimal, a
// line each in the file cookie.keys of the data folder. The first is made, readable by the owner only,
// when there is no file. Keys below the first still read the cookies they signed.
func CookieKeys(dir string) ([][]byte, error) {
	path := filepath.Join(dir, keyFile)
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		text, err = makeKeys(path)
	}
	if err != nil {
		return nil, fmt.Errorf("cookie keys: %w", err)
	}
	var keys [][]byte
	for line := range strings.FieldsSeq(string(text)) {
		key, err := hex.DecodeString(line)
		if err != nil || len(key) != 32 {
			return nil, fmt.Errorf("cookie keys: %s: key %d is not 64 hexadecimal digits; delete the file to make new keys, which ends all sessions", path, len(keys)+1)
		}
		keys = append(keys, key)
	}
	if len(keys) == 0 {
		return nil, fmt.Errorf("cookie keys: %s is empty; delete it to make new keys, which ends all sessions", path)
	}
	return keys, nil
}

// makeKeys writes a new key file and returns its text.
func makeKeys(path string) ([]byte, error) {
	key := make([]byte, 32)
	rand.Read(key)
	text := []byte(hex.EncodeToString(key) + "\n")
	return text, writeKeys(path, text)
}

// addKeys puts keys before those of the folder, without any twice.
func addKeys(dir string, keys []byte) error {
	if len(keys) == 0 {
		return nil
	}
	path := filepath.Join(dir, keyFile)
	have, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	lines := strings.Fields(string(keys))
	for line := range strings.FieldsSeq(string(have)) {
		if !slices.Contains(lines, line) {
			lines = append(lines, line)
		}
	}
	return writeKeys(path, []byte(strings.Join(lines, "\n")+"\n"))
}

// writeKeys writes the key file, whole or not at all.
func writeKeys(path string, text []byte) error {
	f, err := os.CreateTemp(filepath.Dir(path), keyFile+".*") // mode 0600
	if err != nil {
		return err
	}
	defer os.Remove(f.Name())
	_, err = f.Write(text)
	if err = errors.Join(err, f.Sync(), f.Close()); err != nil {
		return err
	}
	if err := ownedLike(f.Name(), filepath.Dir(path)); err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}
