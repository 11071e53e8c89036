package heap_test

import (
	"runtime/debug"
	"runtime/metrics"
	"testing"
	"time"

	"studbonus/internal/heap"
)

const mib = 1 << 20

func read(name string) uint64 {
	m := []metrics.Sample{{Name: name}}
	metrics.Read(m)
	return m[0].Value.Uint64()
}

func collections() uint64 { return read("/gc/cycles/automatic:gc-cycles") }
func objects() uint64     { return read("/memory/classes/heap/objects:bytes") }

// percent is how much garbage Go lets gather.
func percent() uint64 { return read("/gc/gogc:percent") }

func TestSeveralWhoNeedATightCollectorDoNotUndoOneAnother(t *testing.T) {
	usual := percent()
	first := heap.Tight()
	second := heap.Tight()
	first()
	if got := percent(); got > 10 {
		t.Errorf("%d %% while one is still at work", got)
	}
	second()
	if got := percent(); got != usual {
		t.Errorf("%d %% when all are done, want %d", got, usual)
	}
}

func TestAPacedCollectorStaysTightWhilePicturesAreDrawn(t *testing.T) {
	t.Setenv("GOGC", "")
	t.Setenv("GOMEMLIMIT", "")
	done := heap.Tight()
	go heap.Keep(t.Context())
	time.Sleep(50 * time.Millisecond)
	heap.Expect(19 * mib)
	if got := percent(); got > 10 {
		t.Errorf("%d %%", got)
	}
	done()
}

func isSoon(holds func() bool) bool {
	for end := time.Now().Add(10 * time.Second); time.Now().Before(end); time.Sleep(time.Millisecond) {
		if holds() {
			return true
		}
	}
	return false
}

var inUse, passing []byte // kept here they are really allocated

func TestOnePieceInUseAndOneThatIsGarbage(t *testing.T) {
	t.Setenv("GOGC", "")
	t.Setenv("GOMEMLIMIT", "")
	const piece = 19 * mib
	inUse = make([]byte, 40*mib)
	debug.FreeOSMemory()
	base := objects()
	go heap.Keep(t.Context())
	time.Sleep(50 * time.Millisecond)
	for i := range 20 {
		heap.Expect(piece)
		before := collections()
		passing = nil
		passing = make([]byte, piece)
		if now := objects(); now > base+2*piece+2*mib {
			t.Fatalf("piece %d: %d MiB more than at first", i, (now-base)/mib)
		}
		if !isSoon(func() bool { return collections() > before }) {
			t.Fatalf("piece %d: garbage is not collected", i)
		}
	}
	passing = nil
	if !isSoon(func() bool { return objects() < base+mib && read("/memory/classes/heap/free:bytes") < mib }) {
		t.Errorf("%d MiB more than at first when it is quiet", (objects()-base)/mib)
	}
}
