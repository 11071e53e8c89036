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
	leastPercent = 5
	paceEvery    = time.Second
	startedIn    = 3 * time.Second
)

// paceGC keeps the memory near what is in use. By itself Go lets as much garbage gather as there is in use, and with the
// lists of a million students in memory that would be hundreds of MiB. The lists hold no pointers, so that collecting
// more often costs little.
func paceGC(ctx context.Context) {
	if os.Getenv("GOGC") != "" || os.Getenv("GOMEMLIMIT") != "" {
		return // the administrator knows better
	}
	tick := time.NewTicker(paceEvery)
	defer tick.Stop()
	tidy := time.AfterFunc(startedIn, debug.FreeOSMemory) // what starting needed would lie about until somebody works
	defer tidy.Stop()
	set := 100
	for {
		if percent := garbagePercent(inUse()); percent != set {
			set = percent
			debug.SetGCPercent(percent)
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

func inUse() uint64 {
	live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(live)
	return live[0].Value.Uint64()
}

// garbagePercent is what garbageRoom is of what is in use, in steps of five so that it seldom changes.
func garbagePercent(live uint64) int {
	percent := int(garbageRoom * 100 / max(live, garbageRoom))
	return max(leastPercent, percent/5*5)
}
