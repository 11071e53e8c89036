package kit

import (
	"net/http"
	"slices"
	"sync"
	"syscall"
	"testing"
	"time"
)

// Load is a call whose speed a benchmark measures.
type Load struct {
	// Prepare runs before so many calls and is not measured. It advances the clock, so that no limit of calls is met.
	Prepare func(calls int)
	// Call makes the n-th call of a client since Prepare.
	Call func(client, n int)
}

// The clients of a rate, and the calls that each makes in a row.
const (
	LoadClients = 8
	loadRound   = 8
)

// Calling is the load of a call that all clients make in the same way, one a second of the app's clock.
func (a *App) Calling(call func()) Load {
	return Load{
		Prepare: func(calls int) { a.Clock.Advance(time.Duration(calls) * time.Second) },
		Call:    func(int, int) { call() },
	}
}

// Measure reports the times of one client, then how many calls a second eight get.
func (l Load) Measure(b *testing.B) {
	b.Helper()
	l.MeasureOne(b)
	http.DefaultTransport.(*http.Transport).MaxIdleConnsPerHost = LoadClients //nolint:forcetypeassert // the standard library's
	const calls = LoadClients * loadRound
	rounds, took := b.N/calls+1, time.Duration(0)
	for range rounds {
		l.Prepare(calls)
		began := time.Now()
		var all sync.WaitGroup
		for client := range LoadClients {
			all.Go(func() {
				for n := range loadRound {
					l.Call(client, n)
				}
			})
		}
		all.Wait()
		took += time.Since(began)
	}
	b.ReportMetric(float64(rounds*calls)/took.Seconds(), "req/s-of-8")
}

// MeasureOne reports the median and the 99th percentile of one client, and the CPU time of a call: of client, server and SQLite. It
// tells more than times where other programs run.
func (l Load) MeasureOne(b *testing.B) {
	b.Helper()
	l.Prepare(120) // of the calls before, none count against the limit of a minute
	l.Call(0, 0)   // prepares the statements
	times, cpu := make([]time.Duration, b.N), 0.0
	for i := range times {
		l.Prepare(1)
		began, spent := time.Now(), OwnCPU()
		l.Call(0, 0)
		times[i] = time.Since(began)
		cpu += OwnCPU() - spent
	}
	slices.Sort(times)
	ms := func(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
	b.ReportMetric(0, "ns/op") // would count Prepare
	b.ReportMetric(ms(times[len(times)/2]), "p50-ms")
	b.ReportMetric(ms(times[len(times)*99/100]), "p99-ms")
	b.ReportMetric(cpu/float64(b.N), "CPU-ms")
}

// OwnCPU returns the CPU time of this process in ms.
func OwnCPU() float64 {
	var used syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &used) // fails only for a wrong argument
	return float64(used.Utime.Nano()+used.Stime.Nano()) / 1e6
}
