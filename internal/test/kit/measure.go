package kit

import (
	"slices"
	"testing"
	"time"
)

// Measure reports the median and the 95th percentile of a call; prepare runs before each and is not measured.
func Measure(b *testing.B, prepare, call func()) {
	b.Helper()
	prepare()
	call() // prepares statements and caches
	times := make([]time.Duration, b.N)
	for i := range times {
		prepare()
		began := time.Now()
		call()
		times[i] = time.Since(began)
	}
	slices.Sort(times)
	for name, percent := range map[string]int{"p50-ms": 50, "p95-ms": 95} {
		b.ReportMetric(float64(times[len(times)*percent/100].Microseconds())/1e3, name)
	}
	b.ReportMetric(0, "ns/op")
}
