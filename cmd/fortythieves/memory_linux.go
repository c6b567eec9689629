package main

import "syscall"

// machineBytes is the memory of the machine; 0 where it is not known. The kernel is asked, as a service that
// sees no more of /proc than processes has no /proc/meminfo.
func machineBytes() int64 {
	var info syscall.Sysinfo_t
	if syscall.Sysinfo(&info) != nil {
		return 0
	}
	return int64(info.Totalram) * int64(info.Unit)
}
