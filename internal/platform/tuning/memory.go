// Package tuning owns the settings of the whole process: garbage collection, memory returned to the system and the number of
// CPUs. No other package changes them, so that two callers cannot undo each other's settings (internal/arch_test.go).
// Environment variables win: with GOGC or GOMEMLIMIT set, the collector's pace is left alone.
package tuning

import (
	"math"
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"time"
)

// CPUs is the number of CPUs that the process may use. GOMAXPROCS follows the limits of a container, runtime.NumCPU does not.
var CPUs = runtime.GOMAXPROCS(0)

const (
	garbageRoom = 32 << 20
	minPercent  = 8
	maxPercent  = 100

	lowGarbagePercent = 10

	compactDelay = 2 * time.Second
)

// Collect runs a garbage collection.
func Collect() { runtime.GC() }

// Compact collects garbage, returns free memory to the system and sets GOGC so that about 32 MiB of garbage may accumulate:
// with Go's default of 100 % the list indexes of a million students would allow hundreds of MiB. Those indexes hold no
// pointers, so frequent collections are cheap. Call it when the live heap has changed by much.
func Compact() {
	debug.FreeOSMemory()
	setPercent(int(min(max(garbageRoom*100/max(liveHeap(), 1), minPercent), maxPercent)))
}

var compactTimer = time.AfterFunc(math.MaxInt64, Compact)

// CompactSoon debounces Compact: it runs two seconds after the last call. Call it after work that leaves megabytes of
// garbage, such as password hashes, which an idle process would otherwise keep until Go collects them after two minutes.
func CompactSoon() { compactTimer.Reset(compactDelay) }

// LowGarbage sets a low GOGC for work that allocates hundreds of megabytes at once, such as decoding a large photo. done
// ends it and compacts the heap.
func LowGarbage() (done func()) {
	setPercent(lowGarbagePercent)
	return Compact
}

// LimitGrowth lets Go's memory grow by about extra bytes until done is called. Beyond that the collector runs more often and
// returns free memory to the system at once.
func LimitGrowth(extra int64) (done func()) {
	if os.Getenv("GOMEMLIMIT") != "" {
		return func() {}
	}
	debug.SetMemoryLimit(memoryInUse() + extra)
	return func() {
		debug.SetMemoryLimit(math.MaxInt64)
		Compact()
	}
}

// memoryInUse returns the bytes that count against the memory limit.
func memoryInUse() int64 {
	m := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	metrics.Read(m)
	return int64(m[0].Value.Uint64() - m[1].Value.Uint64())
}

func setPercent(percent int) {
	if os.Getenv("GOGC") == "" && os.Getenv("GOMEMLIMIT") == "" {
		debug.SetGCPercent(percent)
	}
}

// liveHeap returns the bytes that the last collection found in use.
func liveHeap() uint64 {
	m := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(m)
	return m[0].Value.Uint64()
}
