package cores_test

import (
	"runtime"
	"testing"
	"time"

	"studbonus/internal/cores"
)

func TestThereAreMoreProcessorsWhileALongComputationIsUnderWay(t *testing.T) {
	t.Setenv("GOMAXPROCS", "")
	want := func(when string, n int) {
		t.Helper()
		if got := runtime.GOMAXPROCS(0); got != n {
			t.Errorf("%s: %d, want %d", when, got, n)
		}
	}
	first := cores.Work()
	want("one", cores.Count+2)
	second := cores.Work()
	first()
	want("the second goes on", cores.Count+2)
	cores.GiveWay()
	second()
	want("none", cores.Count)

	t.Setenv("GOMAXPROCS", "1")
	cores.Work()()
	defer cores.Work()()
	want("an administrator has set how many", cores.Count)
}

func TestWorkPausesWhileARequestIsAnswered(t *testing.T) {
	pause := func() time.Duration {
		started := time.Now()
		cores.RequestsFirst()
		return time.Since(started)
	}
	const longest = time.Millisecond
	done := cores.Answering()
	if took := pause(); took < longest {
		t.Errorf("paused %s, want %s", took, longest)
	}
	done()
	shortest := time.Hour // of several: others may have the core
	for range 20 {
		shortest = min(shortest, pause())
	}
	if shortest >= longest {
		t.Errorf("paused %s for no request", shortest)
	}
}
