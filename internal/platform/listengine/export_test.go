package listengine

import (
	"sync"
	"testing"

	"studbonus/internal/platform/listengine/memindex"
)

// SyncInterval is how often the background syncs by itself.
const SyncInterval = syncInterval

// SetLoadBatch limits the rows per statement of a load for the duration of a test.
func SetLoadBatch(t *testing.T, rows int) {
	before := loadBatch
	loadBatch = rows
	t.Cleanup(func() { loadBatch = before })
}

// RunningFallbacks returns how many pages are being read by SQL.
func RunningFallbacks(x *Index) int { return len(x.fallbacks) }

// BlockLoads keeps every index from loading or catching up until release is called.
func BlockLoads(t *testing.T) (release func()) { return hold(t, loading) }

// BlockSync keeps requests from syncing until release is called.
func BlockSync(t *testing.T, x *Index) (release func()) { return hold(t, x.syncing) }

func hold(t *testing.T, s semaphore) (release func()) {
	s <- struct{}{}
	release = sync.OnceFunc(s.release)
	t.Cleanup(release)
	return release
}

// MemoryOf returns the memory index; a load replaces it.
func MemoryOf(x *Index) *memindex.Index {
	x.mu.RLock()
	defer x.mu.RUnlock()
	return x.memory
}
