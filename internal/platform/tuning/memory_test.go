package tuning_test

import (
	"bytes"
	"math"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"testing"
	"time"

	"studbonus/internal/platform/tuning"
)

const mib = 1 << 20

// percent returns the current GOGC.
func percent() uint64 {
	m := []metrics.Sample{{Name: "/gc/gogc:percent"}}
	metrics.Read(m)
	return m[0].Value.Uint64()
}

// unset removes the administrator's settings and restores Go's default afterwards.
func unset(t *testing.T) {
	t.Setenv("GOGC", "")
	t.Setenv("GOMEMLIMIT", "")
	t.Cleanup(func() { debug.SetGCPercent(100) })
}

func TestGarbageDoesNotGrowWithTheHeap(t *testing.T) {
	unset(t)
	tuning.Compact()
	if got := percent(); got != 100 {
		t.Errorf("small heap: GOGC %d, want Go's default", got)
	}
	for _, size := range []int{128 * mib, 1024 * mib} {
		live := make([]byte, size)
		tuning.Compact()
		if room := int(percent()) * size / 100; room > max(34*mib, size*8/100) {
			t.Errorf("%d MiB in use: %d MiB of garbage allowed", size/mib, room/mib)
		}
		runtime.KeepAlive(live)
	}
	tuning.Compact()
	if got := percent(); got != 100 {
		t.Errorf("small heap again: GOGC %d", got)
	}
}

func TestCompactSoonCompactsOnceWorkHasEnded(t *testing.T) {
	unset(t)
	const other = 55
	debug.SetGCPercent(other)
	for range 3 {
		tuning.CompactSoon()
		if got := percent(); got != other {
			t.Fatalf("GOGC %d: it did not wait", got)
		}
		time.Sleep(50 * time.Millisecond)
	}
	for deadline := time.Now().Add(20 * time.Second); percent() == other; time.Sleep(10 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("it never compacted")
		}
	}
}

func TestLowGarbageRestoresTheUsualSetting(t *testing.T) {
	unset(t)
	done := tuning.LowGarbage()
	if got := percent(); got > 10 {
		t.Errorf("GOGC %d while memory is tight", got)
	}
	done()
	if got := percent(); got != 100 {
		t.Errorf("GOGC %d afterwards", got)
	}
}

func TestGarbageStaysWithinTheLimitOfGrowth(t *testing.T) {
	unset(t)
	live := make([]byte, 256*mib)
	tuning.Compact()
	grown := func() uint64 {
		before, most := inUse(), uint64(0)
		for range 2000 {
			_ = bytes.Clone(live[:mib])
			most = max(most, inUse())
		}
		return (most - min(before, most)) / mib
	}
	debug.SetGCPercent(100)
	unlimited := grown()
	if unlimited < 100 {
		t.Fatalf("grew by %d MiB without a limit: this proves nothing", unlimited)
	}
	tuning.Compact()
	debug.SetGCPercent(100)
	done := tuning.LimitGrowth(16 * mib)
	// The collector runs beside the allocations, so on a busy machine it overshoots the limit.
	if n := grown(); n > unlimited/2 {
		t.Errorf("grew by %d MiB with a limit of 16, by %d without", n, unlimited)
	}
	done()
	if got := debug.SetMemoryLimit(-1); got != math.MaxInt64 {
		t.Errorf("memory limit %d afterwards", got)
	}
	runtime.KeepAlive(live)
}

// inUse returns the memory that Go has obtained from the system.
func inUse() uint64 {
	m := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	metrics.Read(m)
	return m[0].Value.Uint64() - m[1].Value.Uint64()
}

func TestAnAdministratorsSettingWins(t *testing.T) {
	for _, name := range []string{"GOGC", "GOMEMLIMIT"} {
		t.Run(name, func(t *testing.T) {
			unset(t)
			t.Setenv(name, "70")
			debug.SetGCPercent(70)
			defer tuning.LowGarbage()()
			tuning.Compact()
			if got := percent(); got != 70 {
				t.Errorf("GOGC %d, want 70", got)
			}
		})
	}
}
