package main

import (
	"path/filepath"
	"runtime"
)

func fromEnv(p *process, name, otherwise string) string {
	if v, ok := p.env(name); ok && v != "" {
		return v
	}
	return otherwise
}

// dataFolder is where the platform keeps a user's data: $XDG_DATA_HOME or ~/.local/share, on macOS
// ~/Library/Application Support, on Windows %LocalAppData%. It is empty where that is not known.
func dataFolder(p *process) string {
	const name = "fortythieves"
	home, _ := p.env("HOME")
	switch runtime.GOOS {
	case "windows":
		if v, ok := p.env("LocalAppData"); ok {
			return filepath.Join(v, name)
		}
		return ""
	case "darwin", "ios":
		home = filepath.Join(home, "Library", "Application Support")
	default:
		if v, ok := p.env("XDG_DATA_HOME"); ok && filepath.IsAbs(v) {
			return filepath.Join(v, name)
		}
		home = filepath.Join(home, ".local", "share")
	}
	if !filepath.IsAbs(home) {
		return ""
	}
	return filepath.Join(home, name)
}
