// Package cores shares the processor between requests and long computations: those that somebody waits for come first.
package cores

import (
	"os"
	"runtime"
	"sync"
	"sync/atomic"
	"time"
)

// Count is how many cores there are for us: Go looks at the limits of a container, which runtime.NumCPU does not.
var Count = runtime.GOMAXPROCS(0)

// Stretch is how many rows a long computation takes before it gives way: a fraction of a millisecond.
const Stretch = 100

const spare = 2

var (
	mu       sync.Mutex
	underWay int
)

// Work announces a long computation on all cores; the function that it returns ends it. Go looks at the network when one
// of its processors has nothing to run, or else every 10 ms, which every other request would wait for: so there are more
// of them than cores meanwhile. At other times these would only be in each other's way.
func Work() (done func()) {
	count(1)
	return func() { count(-1) }
}

func count(more int) {
	mu.Lock()
	defer mu.Unlock()
	isFirst := underWay == 0
	underWay += more
	if os.Getenv("GOMAXPROCS") != "" {
		return // the administrator knows better
	}
	if isFirst {
		runtime.GOMAXPROCS(Count + spare)
	} else if underWay == 0 {
		runtime.SetDefaultGOMAXPROCS() // and let it follow the limits of a container again
	}
}

// pause is about three times a stretch, and the shortest that Go can sleep: however many ask, work goes on at a quarter of
// its speed.
const pause = time.Millisecond

var answering atomic.Int64

// Answering announces a request that somebody waits for; the function that it returns ends it.
func Answering() (done func()) {
	answering.Add(1)
	return answered
}

func answered() { answering.Add(-1) }

// RequestsFirst pauses work in the background while requests are answered. It is for work of several processes: giving
// way would only help the next of them, such as PostgreSQL's, which do not give way themselves.
func RequestsFirst() {
	if answering.Load() > 0 {
		time.Sleep(pause)
	}
}
