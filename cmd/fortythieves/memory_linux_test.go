package main

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

func TestTheMemoryOfTheMachineIsKnown(t *testing.T) {
	text, err := os.ReadFile("/proc/meminfo")
	if err != nil {
		t.Skip(err)
	}
	var kib int64
	for line := range strings.Lines(string(text)) {
		if _, err := fmt.Sscanf(line, "MemTotal: %d kB", &kib); err == nil {
			break
		}
	}
	if got := machineBytes(); got != kib<<10 {
		t.Errorf("%d bytes, /proc/meminfo says %d", got, kib<<10)
	}
}
