package listengine

import (
	"context"
	"errors"

	"studbonus/internal/platform/db"
	"studbonus/internal/platform/listengine/memindex"
)

const maxFallbacks = 2

// errIndexReady cancels a fallback query: memory can answer now.
var errIndexReady = errors.New("the index is ready")

// semaphore limits concurrency to its capacity.
type semaphore chan struct{}

func (s semaphore) acquire(ctx context.Context) error {
	select {
	case s <- struct{}{}:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

func (s semaphore) release() { <-s }

// fromMemory asks the memory index; false while requests may not use it.
func fromMemory[T any](x *Index, ask func(*memindex.Index, watermark) T) (answer T, ok bool) {
	x.mu.RLock()
	defer x.mu.RUnlock()
	if !x.isReadyLocked() {
		return answer, false
	}
	return ask(x.memory, x.mark), true
}

// fromSQL runs a fallback query. It is cancelled with errIndexReady as soon as memory, which is far faster, can answer.
func fromSQL[T any](ctx context.Context, x *Index, query func(context.Context) (T, error)) (T, error) {
	ready := x.readiness()
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	go func() {
		select {
		case <-ready:
			cancel(errIndexReady)
		case <-ctx.Done():
		}
	}()
	answer, err := query(ctx)
	if err != nil && ctx.Err() != nil {
		err = context.Cause(ctx)
	}
	return answer, err
}

// upToDate answers as of now: from memory after applying the feed, or from SQL.
func upToDate[T any](ctx context.Context, x *Index, memory func(*memindex.Index) T, sql func(context.Context) (T, error)) (T, error) {
	for attempt := 1; ; attempt++ {
		if attempt < maxAttempts { // later attempts use what has been synced since the call
			if err := x.sync(ctx); err != nil {
				var none T
				return none, err
			}
		}
		if answer, ok := fromMemory(x, func(m *memindex.Index, _ watermark) T { return memory(m) }); ok {
			return answer, nil
		}
		if answer, err := fromSQL(ctx, x, sql); !errors.Is(err, errIndexReady) {
			return answer, err
		}
	}
}

// searchResult is a page of ids with the state of the index that it came from.
type searchResult struct {
	memindex.Result
	inMemory bool
	mark     watermark
}

// search finds a page in memory as it is, or by SQL.
func (x *Index) search(ctx context.Context, q Query) (searchResult, error) {
	answer, ok := fromMemory(x, func(m *memindex.Index, mark watermark) searchResult {
		return searchResult{Result: m.Find(q), inMemory: true, mark: mark}
	})
	if ok {
		return answer, nil
	}
	return fromSQL(ctx, x, func(ctx context.Context) (searchResult, error) {
		// Unlimited fallbacks would only slow down the load that ends them.
		if err := x.fallbacks.acquire(ctx); err != nil {
			return searchResult{}, err
		}
		defer x.fallbacks.release()
		result, err := x.sql.find(ctx, x.db, q)
		return searchResult{Result: result}, err
	})
}

// readRows reads the rows of a search result in its order. For a result from memory it reads the change feed in the
// same statement.
func readRows[R any](ctx context.Context, x *Index, f searchResult) ([]R, changes, error) {
	type row struct {
		Row  R           `db:",inline"`
		ID   int64       `db:"found_id"`
		Feed feedColumns `db:",inline"`
	}
	text, args := "SELECT page.*, page.id AS found_id FROM ("+x.sql.Rows+") page", []any{f.IDs}
	if f.inMemory {
		feed, feedArgs := x.feedQuery(f.mark, maxSyncChanges)
		text = "SELECT page.*, page.id AS found_id, feed.* FROM (" + x.sql.Rows + ") page CROSS JOIN (" + feed + ") feed"
		args = append(args, feedArgs...)
	}
	byID := make(map[int64]R, len(f.IDs))
	var feed feedColumns
	if len(f.IDs) > 0 {
		err := db.Each(ctx, x.db, func(r row) error {
			byID[r.ID], feed = r.Row, r.Feed
			return nil
		}, text, args...)
		if err != nil {
			return nil, changes{}, err
		}
	}
	if f.inMemory && len(byID) == 0 { // no row carried the feed: an empty page, or all its rows are deleted
		c, err := x.readFeed(ctx, f.mark, maxSyncChanges)
		return []R{}, c, err
	}
	rows := make([]R, 0, len(f.IDs))
	for _, id := range f.IDs {
		if r, ok := byID[id]; ok {
			rows = append(rows, r)
		}
	}
	return rows, feed.parse(), nil
}
