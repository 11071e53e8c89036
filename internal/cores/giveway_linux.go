package cores

import "syscall"

// GiveWay lets another thread have the core, if one waits: by itself the system would let us go on for some milliseconds.
func GiveWay() {
	_, _, _ = syscall.Syscall(syscall.SYS_SCHED_YIELD, 0, 0, 0) // it never fails
}
