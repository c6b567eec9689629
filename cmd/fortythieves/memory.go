package main

import "math"

// mostMiB is the most memory that searches may be given: a TiB, or on a machine of 32 bits half of what it can address.
const mostMiB = min(1<<20, math.MaxInt>>20)

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
