package listengine

import (
	"context"
	"slices"
	"time"

	"studbonus/internal/platform/db"
	"studbonus/internal/platform/fault"
	"studbonus/internal/platform/listengine/memindex"
	"studbonus/internal/platform/tuning"
)

const (
	maxSyncChanges = 2_000            // a request applies up to this many changes itself, in about 50 ms
	reloadFraction = 8                // with more than 1/8 of the rows changed, a reload is cheaper
	maxSyncAge     = 50 * time.Minute // an index synced longer ago may have missed changes that the feed has dropped
	syncInterval   = 5 * time.Second
	largeIndex     = 50_000 // rows
)

// loading lets one index load at a time, so that a core is left for requests.
var loading = make(semaphore, 1)

// Start loads the index in the background and keeps it up to date.
func (x *Index) Start(ctx context.Context) {
	ctx, x.stop = context.WithCancel(db.InBackground(ctx))
	x.done = make(chan struct{})
	go func() {
		defer close(x.done)
		tick := time.NewTicker(syncInterval)
		defer tick.Stop()
		for {
			if err := fault.Catch(func() error { return x.Sync(ctx) }); err != nil && ctx.Err() == nil {
				x.log.Warn("list index cannot sync", "list", x.sql.Table, "cause", err)
			}
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
			case <-x.wake:
			}
		}
	}()
}

// Stop ends the background work.
func (x *Index) Stop() {
	if x.stop != nil {
		x.stop()
		<-x.done
	}
}

// Sync brings the index up to date, and loads it if it must, which takes seconds. Requests use sync.
func (x *Index) Sync(ctx context.Context) error {
	if err := x.sync(ctx); err != nil || x.isReady() {
		return err
	}
	return x.catchUp(ctx)
}

// isReady reports whether requests may use memory, once they have applied the feed.
func (x *Index) isReady() bool {
	x.mu.RLock()
	defer x.mu.RUnlock()
	return x.isReadyLocked()
}

// isReadyLocked is isReady for holders of mu.
func (x *Index) isReadyLocked() bool {
	select {
	case <-x.ready:
		return !x.isExpired()
	default:
		return false
	}
}

// isExpired reports whether the feed may have dropped changes that memory has not seen.
func (x *Index) isExpired() bool { return x.clock().Sub(x.mark.readAt) > maxSyncAge }

// readiness returns a channel that is closed when memory becomes ready; nil, which never is, while it is expired and
// the background has not noticed.
func (x *Index) readiness() <-chan struct{} {
	x.mu.RLock()
	defer x.mu.RUnlock()
	select {
	case <-x.ready:
		if x.isExpired() {
			return nil
		}
	default:
	}
	return x.ready
}

// sync applies the feed if it has few changes. With more, it marks memory stale and leaves them to the background.
func (x *Index) sync(ctx context.Context) error {
	if err := x.syncing.acquire(ctx); err != nil {
		return err
	}
	defer x.syncing.release()
	if !x.isReady() {
		return nil
	}
	c, err := x.readFeed(ctx, x.mark, maxSyncChanges) // no lock: only the holder of syncing changes the mark of a ready index
	if err != nil {
		return err
	}
	rows := x.mark.missing(c)
	if len(rows) > maxSyncChanges || slices.Contains(rows, reloadAll) {
		x.markStale()
		select {
		case x.wake <- struct{}{}:
		default: // already signalled
		}
		return nil
	}
	apply, err := x.readChanged(ctx, rows)
	if err != nil {
		return err
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	apply(x.memory)
	x.mark = x.markAfter(c)
	return nil
}

// markStale sends requests to SQL until catchUp is done. The caller holds syncing.
func (x *Index) markStale() {
	x.mu.Lock()
	defer x.mu.Unlock()
	select {
	case <-x.ready:
		x.ready = make(chan struct{})
	default:
	}
}

// readChanged reads the current state of changed rows; apply writes it to an index.
func (x *Index) readChanged(ctx context.Context, ids []int64) (apply func(*memindex.Index), err error) {
	present := map[int64]memindex.Row{}
	if len(ids) > 0 {
		err = x.sql.loadByID(ctx, x.db, ids, func(r memindex.Row) { present[r.ID] = clone(r) })
	}
	return func(memory *memindex.Index) {
		for _, id := range ids {
			if r, ok := present[id]; ok {
				memory.Put(r)
			} else {
				memory.Remove(id)
			}
		}
	}, err
}

// catchUp makes memory ready again, while SQL answers.
func (x *Index) catchUp(ctx context.Context) error {
	if err := loading.acquire(ctx); err != nil {
		return err
	}
	defer loading.release()
	if err := x.syncing.acquire(ctx); err != nil {
		return err
	}
	if x.isReady() { // another caller was faster
		x.syncing.release()
		return nil
	}
	x.markStale() // if it has only expired
	x.syncing.release()

	// From here to close(x.ready) nobody else reads or writes memory and mark.
	started, before := time.Now(), x.memory
	memory, mark, err := x.refresh(ctx)
	if err != nil {
		return err
	}
	done := "list index loaded"
	if memory == before {
		done = "list index caught up"
	}
	x.mu.Lock()
	x.memory, x.mark = memory, mark
	close(x.ready)
	x.mu.Unlock()
	if memory.Len() > largeIndex {
		tuning.Compact() // garbage of the load, and the index that it replaces
	}
	x.log.Info(done, "list", x.sql.Table, "rows", memory.Len(), "took", time.Since(started))
	return nil
}

// refresh returns memory with the feed applied, or loads it when that is cheaper.
func (x *Index) refresh(ctx context.Context) (*memindex.Index, watermark, error) {
	if x.memory == nil || x.isExpired() {
		return x.load(ctx)
	}
	most := x.memory.Len() / reloadFraction
	c, err := x.readFeed(ctx, x.mark, most)
	if err != nil {
		return nil, watermark{}, err
	}
	rows := x.mark.missing(c)
	if len(rows) > most || slices.Contains(rows, reloadAll) {
		return x.load(ctx)
	}
	mark := x.markAfter(c)
	for batch := range slices.Chunk(rows, maxSyncChanges) {
		apply, err := x.readChanged(ctx, batch)
		if err != nil {
			return nil, watermark{}, err // x.mark is unchanged, so the next try applies all of them again
		}
		apply(x.memory)
	}
	return x.memory, mark, nil
}

// load reads the whole list. The watermark is taken first: the feed repeats whatever changes during the load.
func (x *Index) load(ctx context.Context) (*memindex.Index, watermark, error) {
	mark, err := x.currentMark(ctx)
	if err != nil {
		return nil, watermark{}, err
	}
	x.memory = nil // free the old index first: two would take twice the memory
	fresh := memindex.New(x.sql.shape)
	err = fresh.Load(func(add func(memindex.Row)) error { return x.sql.loadAll(ctx, x.db, add) })
	return fresh, mark, err
}
