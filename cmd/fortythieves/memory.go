package main

import (
	"bufio"
	"fmt"
	"os"
)

// solverBytes is the memory of all searches: what is set, else an eighth of the machine's and at most 128 MiB.
func (c config) solverBytes() int64 {
	const most = 128 << 20
	if c.solverMiB > 0 {
		return int64(c.solverMiB) << 20
	}
	if all := machineBytes(); all > 0 {
		return min(most, all/8)
	}
	return most
}

// machineBytes is the memory of the machine, as Linux tells it; 0 where it is not known.
func machineBytes() int64 {
	f, err := os.Open("/proc/meminfo")
	if err != nil {
		return 0
	}
	defer f.Close()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		var kib int64
		if _, err := fmt.Sscanf(lines.Text(), "MemTotal: %d kB", &kib); err == nil {
			return kib << 10
		}
	}
	return 0
}
