package index

import (
	"context"
	"log/slog"
	"slices"
	"sync"
	"time"

	"studbonus/internal/clock"
	"studbonus/internal/db"
	"studbonus/internal/heap"
)

const (
	atOnce      = 2_000            // so many changes a request follows itself, in some 50 ms
	reloadShare = 8                // loading is cheaper than following changes of more than an eighth of the rows
	trustFeed   = 50 * time.Minute // an index that has not followed for so long may have missed some
	followEvery = 5 * time.Second
	manyRows    = 50_000
	sqlTurns    = 2 // so many pages are read by SQL at once
)

// turns lets so many in as it has room for.
type turns chan struct{}

func (t turns) take(ctx context.Context) error {
	select {
	case t <- struct{}{}:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

func (t turns) giveBack() { <-t }

// Live is an index that follows its list. While it is not loaded or far behind, the list is answered by plain SQL:
// slower, never wrong. No request waits for a load, and whatever else it waits for ends with its context.
type Live struct {
	db     *db.DB
	source prepared
	clock  clock.Clock
	log    *slog.Logger

	// mu guards what follows together: a page is taken at a known state. It is held for as long as a search takes, or
	// following atOnce changes, never during a query.
	mu    sync.RWMutex
	index *Index
	state followed
	ready chan struct{} // closed while requests may use the index

	asking    turns // pages that are read by SQL
	following turns // one at a time applies changes, and declares the index outdated

	wake chan struct{} // the index is outdated: catch up
	stop context.CancelFunc
	done chan struct{}
}

// Open makes a live index of a list; Start loads it.
func Open(d *db.DB, s Source, now clock.Clock, log *slog.Logger) *Live {
	return &Live{
		db: d, source: prepare(s, d.Postgres()), clock: now, log: log, ready: make(chan struct{}),
		asking: make(turns, sqlTurns), following: make(turns, 1), wake: make(chan struct{}, 1),
	}
}

// Start loads the index in the background and then follows the list.
func (l *Live) Start(ctx context.Context) {
	ctx, l.stop = context.WithCancel(db.InBackground(ctx))
	l.done = make(chan struct{})
	go func() {
		defer close(l.done)
		tick := time.NewTicker(followEvery)
		defer tick.Stop()
		for {
			if err := l.Follow(ctx); err != nil && ctx.Err() == nil {
				l.log.Warn("list index does not follow", "list", l.source.Name, "cause", err)
			}
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
			case <-l.wake:
			}
		}
	}()
}

// Stop ends following.
func (l *Live) Stop() {
	if l.stop != nil {
		l.stop()
		<-l.done
	}
}

// Follow brings the index up to date, however long that takes: loading takes seconds. Requests call follow.
func (l *Live) Follow(ctx context.Context) error {
	if err := l.follow(ctx); err != nil || l.usable() {
		return err
	}
	return l.catchUp(ctx)
}

// usable: requests may use the index once they have followed the feed.
func (l *Live) usable() bool {
	l.mu.RLock()
	defer l.mu.RUnlock()
	return l.isUsable()
}

// isUsable is usable for callers that hold mu.
func (l *Live) isUsable() bool {
	select {
	case <-l.ready:
		return !l.isOld()
	default:
		return false
	}
}

// isOld: the feed no longer tells all that the index misses.
func (l *Live) isOld() bool { return l.clock().Sub(l.state.at) > trustFeed }

// follow applies what has changed if that is little. More is left to the background, and until then the index is not usable.
func (l *Live) follow(ctx context.Context) error {
	if err := l.following.take(ctx); err != nil {
		return err
	}
	defer l.following.giveBack()
	if !l.usable() {
		return nil
	}
	f, err := l.read(ctx, l.state, atOnce) // only the holder of following changes the state of a usable index
	if err != nil {
		return err
	}
	rows := l.state.unseen(f)
	if len(rows) > atOnce || slices.Contains(rows, reloadAll) {
		l.outdate()
		select {
		case l.wake <- struct{}{}:
		default: // it has been told
		}
		return nil
	}
	return l.applyAtOnce(ctx, rows, f)
}

// outdate leaves the index to catchUp, and requests to SQL. The caller holds following.
func (l *Live) outdate() {
	l.mu.Lock()
	defer l.mu.Unlock()
	select {
	case <-l.ready:
		l.ready = make(chan struct{})
	default:
	}
}

// applyAtOnce applies few changes. The caller holds following.
func (l *Live) applyAtOnce(ctx context.Context, rows []int64, f feed) error {
	change, err := l.changesOf(ctx, rows)
	if err != nil {
		return err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	change(l.index)
	l.state = l.after(f)
	return nil
}

// changesOf reads rows that have changed; the function that it returns puts them into an index.
func (l *Live) changesOf(ctx context.Context, rows []int64) (change func(*Index), err error) {
	present := map[int64]Row{}
	if len(rows) > 0 {
		err = l.source.loadThese(ctx, l.db, rows, func(r Row) { present[r.ID] = r.clone() })
	}
	return func(index *Index) {
		for _, row := range rows {
			if r, ok := present[row]; ok {
				index.Put(r)
			} else {
				index.Remove(row)
			}
		}
	}, err
}

// loading is held by the list that loads: one at a time, so that a core is left for those who ask meanwhile.
var loading = make(turns, 1)

// catchUp makes the index usable again, while requests are answered by SQL.
func (l *Live) catchUp(ctx context.Context) error {
	if err := loading.take(ctx); err != nil {
		return err
	}
	defer loading.giveBack()
	if err := l.following.take(ctx); err != nil {
		return err
	}
	if l.usable() { // another one has been quicker
		l.following.giveBack()
		return nil
	}
	l.outdate() // it may only be too old to be trusted
	l.following.giveBack()

	started := time.Now()
	index, state, err := l.caughtUp(ctx)
	if err != nil {
		return err
	}
	done := "list index caught up"
	if l.index != index {
		done = "list index loaded"
	}
	l.mu.Lock()
	l.index, l.state = index, state
	close(l.ready)
	l.mu.Unlock()
	if index.Len() > manyRows {
		heap.GiveBack() // what this needed, and the index before this one
	}
	l.log.Info(done, "list", l.source.Name, "rows", index.Len(), "took", time.Since(started))
	return nil
}

// caughtUp is an index that has all that was committed before: the present one if it misses little of its list.
// Nobody else uses that meanwhile.
func (l *Live) caughtUp(ctx context.Context) (*Index, followed, error) {
	if l.index == nil || l.isOld() {
		return l.load(ctx)
	}
	most := l.index.Len() / reloadShare
	f, err := l.read(ctx, l.state, most)
	if err != nil {
		return nil, followed{}, err
	}
	rows := l.state.unseen(f)
	if len(rows) > most || slices.Contains(rows, reloadAll) {
		return l.load(ctx)
	}
	next := l.after(f)
	for part := range slices.Chunk(rows, atOnce) {
		change, err := l.changesOf(ctx, part)
		if err != nil {
			return nil, followed{}, err // rows that are too new already are applied again the next time
		}
		change(l.index)
	}
	return l.index, next, nil
}

// load reads the whole list. What changes meanwhile is in the feed after the start that was taken first.
func (l *Live) load(ctx context.Context) (*Index, followed, error) {
	state, err := l.start(ctx)
	if err != nil {
		return nil, followed{}, err
	}
	l.index = nil // nobody uses it, and two would take twice the memory
	fresh := New(l.source.shape)
	err = fresh.Load(func(add func(Row)) error { return l.source.loadAll(ctx, l.db, add) })
	return fresh, state, err
}

// clone: load reuses its row.
func (r *Row) clone() Row {
	c := *r
	c.Facets, c.Texts, c.Numbers = append([]int64{}, r.Facets...), append([]string{}, r.Texts...), append([]int64{}, r.Numbers...)
	c.Sets = append([][]int64{}, r.Sets...)
	return c
}
