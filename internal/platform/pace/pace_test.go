package pace

import (
	"testing"
	"time"
)

func TestCallsAreLimitedPerCallerAndMinute(t *testing.T) {
	now := time.Date(2026, 11, 15, 9, 0, 20, 0, time.UTC)
	l := New[string](2)
	for i, step := range []struct {
		caller string
		after  time.Duration
		wait   time.Duration
	}{
		{"a", 0, 0}, {"a", 0, 0}, {"a", 0, 40 * time.Second}, {"b", 0, 0}, {"a", 39 * time.Second, time.Second}, {"a", time.Second, 0}, {"a", 0, 0}, {"a", 0, time.Minute},
		{"a", -time.Hour, 0}, // after the clock was set back
	} {
		now = now.Add(step.after)
		if got := l.Count(step.caller, now); got != step.wait {
			t.Errorf("step %d: wait %v, want %v", i, got, step.wait)
		}
	}
}

func TestManyCallersShareACounter(t *testing.T) {
	now := time.Date(2026, 11, 15, 9, 0, 0, 0, time.UTC)
	l := New[int](1)
	for caller := 1; caller <= callersMost; caller++ {
		if l.Count(caller, now) != 0 {
			t.Fatalf("caller %d was refused", caller)
		}
	}
	if first, second := l.Count(-1, now), l.Count(-2, now); first != 0 || second == 0 || len(l.calls) != callersMost+1 {
		t.Errorf("the next callers wait %v and %v, %d counts", first, second, len(l.calls))
	}
}
