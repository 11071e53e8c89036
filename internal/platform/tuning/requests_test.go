package tuning_test

import (
	"testing"
	"time"

	"studbonus/internal/platform/tuning"
)

func TestBackgroundWorkPausesWhileARequestIsInProgress(t *testing.T) {
	pause := func() time.Duration {
		started := time.Now()
		tuning.YieldToRequests()
		return time.Since(started)
	}
	const longest = time.Millisecond
	done := tuning.RequestStarted()
	if took := pause(); took < longest {
		t.Errorf("paused %s, want %s", took, longest)
	}
	tuning.Age(time.Second)
	if took := pause(); took >= longest {
		t.Errorf("paused %s for a request that waits for something else", took)
	}
	done()
	shortest := time.Hour // the shortest of several runs: another process may take the core
	for range 20 {
		shortest = min(shortest, pause())
	}
	if shortest >= longest {
		t.Errorf("paused %s without a request", shortest)
	}
}
