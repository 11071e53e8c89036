package tuning

import (
	"sync/atomic"
	"time"
)

// YieldEvery is the number of rows between two calls of YieldToRequests: a fraction of a millisecond of work.
const YieldEvery = 100

// yieldPause is about three times what YieldEvery rows take, and the shortest sleep that Go offers: under constant requests
// background work runs at a quarter of its speed.
const yieldPause = time.Millisecond

// patience bounds the pauses for one request: one that takes longer waits for something other than the processor.
const patience = time.Second

var (
	requests atomic.Int64 // in progress
	latest   atomic.Int64 // when the last one started, in nanoseconds since began
	began    = time.Now()
)

// RequestStarted counts a request in progress until done is called.
func RequestStarted() (done func()) {
	latest.Store(int64(time.Since(began)))
	requests.Add(1)
	return requestDone
}

func requestDone() { requests.Add(-1) }

// YieldToRequests pauses a background job while requests are in progress. It sleeps instead of yielding the processor, which
// also throttles the PostgreSQL backend that feeds the job.
func YieldToRequests() {
	if requests.Load() > 0 && time.Since(began)-time.Duration(latest.Load()) < patience {
		time.Sleep(yieldPause)
	}
}
