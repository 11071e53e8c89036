package app

import (
	"context"
	"os"
	"runtime/debug"
	"runtime/metrics"
	"time"
)

const (
	garbageRoom  = 24 << 20
	leastPercent = 8
	paceEvery    = time.Second

	quietRate    = 2 << 20 // what is allocated in a second while nobody works
	quietSeconds = 3
	worthGiving  = 8 << 20
)

// paceGC keeps the memory near what is in use. By itself Go lets as much garbage gather as there is in use, and with the
// lists of a million students in memory that would be hundreds of MiB. The lists hold no pointers, so that collecting
// more often costs little. What starting, loading a list or an export needed is given back as soon as it is quiet.
func paceGC(ctx context.Context) {
	if os.Getenv("GOGC") != "" || os.Getenv("GOMEMLIMIT") != "" {
		return // the administrator knows better
	}
	tick := time.NewTicker(paceEvery)
	defer tick.Stop()
	set, quiet, before := 100, 0, uint64(0)
	for {
		m := readMemory()
		if percent := garbagePercent(m.live); percent != set {
			set = percent
			debug.SetGCPercent(percent)
		}
		if quiet++; m.allocated-before > quietRate {
			quiet = 0
		}
		if before = m.allocated; quiet == quietSeconds && m.spare > worthGiving {
			debug.FreeOSMemory()
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

type memory struct {
	allocated uint64 // since the start
	live      uint64 // in use when garbage was last collected
	spare     uint64 // garbage, and what is kept for the next allocations
}

func readMemory() memory {
	m := []metrics.Sample{
		{Name: "/gc/heap/allocs:bytes"}, {Name: "/gc/heap/live:bytes"},
		{Name: "/memory/classes/heap/objects:bytes"}, {Name: "/memory/classes/heap/free:bytes"},
	}
	metrics.Read(m)
	allocated, live, objects, free := m[0].Value.Uint64(), m[1].Value.Uint64(), m[2].Value.Uint64(), m[3].Value.Uint64()
	return memory{allocated, live, max(objects, live) - live + free}
}

// garbagePercent is what garbageRoom is of what is in use, in steps of five so that it seldom changes.
func garbagePercent(live uint64) int {
	percent := int(garbageRoom * 100 / max(live, garbageRoom))
	return max(leastPercent, percent/5*5)
}
