// Package heap keeps the memory of the process near what is in use; it alone sets the pace of Go's collector. By itself Go lets as much garbage gather as there is in
// use, and with the lists of a million students in memory that would be hundreds of MiB. The lists hold no pointers, so
// that collecting more often costs little.
package heap

import (
	"context"
	"math"
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync"
	"time"
)

const (
	paceEvery = time.Second

	garbageRoom  = 24 << 20
	leastPercent = 8

	piecesEnd          = 2 * time.Second
	leastPiecesPercent = 3 // or with many millions of students there would be no end to collecting

	quietRate    = 2 << 20 // what is allocated in a second while nobody works
	quietSeconds = 3
	worthGiving  = 8 << 20

	tightPercent = 10
)

var pacer = pace{own: goPercent(), percent: goPercent()}

// pace is how much garbage may gather.
type pace struct {
	mu      sync.Mutex
	own     int    // Go's own, or the administrator's
	kept    bool   // Keep runs
	percent int    // as it is set
	tight   int    // callers of Tight
	pieces  uint64 // what comes and goes in large pieces, 0 if nothing does
	latest  time.Time
}

// goPercent is what the program starts with: 100, or what GOGC says; -1 if it is off.
func goPercent() int {
	m := []metrics.Sample{{Name: "/gc/gogc:percent"}}
	metrics.Read(m)
	if percent := m[0].Value.Uint64(); percent <= math.MaxInt32 {
		return int(percent)
	}
	return -1
}

// Keep paces the collector until the context ends, and gives back what starting, loading a list or an export needed as
// soon as it is quiet.
func Keep(ctx context.Context) {
	if os.Getenv("GOGC") != "" || os.Getenv("GOMEMLIMIT") != "" {
		return // the administrator knows better
	}
	tick := time.NewTicker(paceEvery)
	defer tick.Stop()
	quiet, before, given := 0, uint64(0), uint64(0)
	for {
		allocated, live := read()
		pacer.adjust(live)
		if quiet++; allocated-before > quietRate {
			quiet = 0
		}
		if before = allocated; quiet == quietSeconds && allocated-given > worthGiving {
			given = allocated
			runtime.GC() // pools lose what they keep at the second
			GiveBack()
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// Expect announces large pieces of memory that are needed for a moment, such as those of password hashes, with the size
// of all that there can be at once. While they come, as much garbage as that makes Go collect, right when the next piece has
// been allocated, so that nobody waits for it. Two seconds after the last there is as much room as before.
func Expect(size uint64) {
	p := &pacer
	p.mu.Lock()
	defer p.mu.Unlock()
	p.latest = time.Now()
	if !p.kept || size <= p.pieces {
		return
	}
	p.pieces = size
	_, live := read()
	p.set(live)
}

func (p *pace) adjust(live uint64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if time.Since(p.latest) > piecesEnd {
		p.pieces = 0
	}
	p.kept = true
	p.set(live)
}

func (p *pace) set(live uint64) {
	percent := p.own
	if p.kept {
		percent = garbagePercent(live, p.pieces)
	}
	if p.tight > 0 {
		percent = min(percent, tightPercent)
	}
	if percent != p.percent {
		p.percent = percent
		debug.SetGCPercent(percent)
	}
}

// Tight has Go collect often while hundreds of megabytes are in use for a moment, such as the pixels of a photo: else as
// many would be wasted. The function that it returns ends that, and gives the memory back.
func Tight() (done func()) {
	pacer.tighten(1)
	return func() {
		pacer.tighten(-1)
		GiveBack()
	}
}

func (p *pace) tighten(by int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.tight += by
	_, live := read()
	p.set(live)
}

// GiveBack collects garbage and returns free memory to the system now, not when the collector next runs.
func GiveBack() { debug.FreeOSMemory() }

// read tells how many bytes have been allocated since the start, and how many were in use when garbage was last collected.
func read() (allocated, live uint64) {
	m := []metrics.Sample{{Name: "/gc/heap/allocs:bytes"}, {Name: "/gc/heap/live:bytes"}}
	metrics.Read(m)
	return m[0].Value.Uint64(), m[1].Value.Uint64()
}

// garbagePercent is what garbageRoom is of what is in use, in steps of five so that it seldom changes. Where pieces come and
// go it is a little less than they are, as all of them may be in use when garbage is collected.
func garbagePercent(live, pieces uint64) int {
	if pieces > 0 {
		return max(leastPiecesPercent, int(pieces*7/8*100/(live+pieces)))
	}
	percent := int(garbageRoom * 100 / max(live, garbageRoom))
	return max(leastPercent, percent/5*5)
}
