package main

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
