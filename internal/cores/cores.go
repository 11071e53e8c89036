// Package cores shares the processor between requests and long computations: those that somebody waits for come first.
package cores

import (
	"os"
	"runtime"
	"sync"
)

// Count is how many cores there are for us.
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
