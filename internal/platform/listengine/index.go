// Package listengine answers the lists: exact totals, any page in any sort order, filters, search, and a card's
// neighbours. Each instance keeps an index of every list in memory, which the change feed in the database keeps exact;
// until that is loaded, SQL answers. docs/lists.md walks a request through the files; docs/decisions/0003-list-engine.md
// says why.
package listengine

import (
	"context"
	"errors"
	"log/slog"
	"sync"

	"studbonus/internal/platform/clock"
	"studbonus/internal/platform/db"
	"studbonus/internal/platform/listengine/memindex"
	"studbonus/internal/platform/listquery"
)

// Index answers the queries of one list. No request waits for a load, and every other wait ends with the request's
// context.
type Index struct {
	db    *db.DB
	sql   sqlBuilder
	clock clock.Clock
	log   *slog.Logger

	// mu guards memory and mark together, so that a query sees rows and watermark of one state. It is held for one
	// search or one small batch of changes, never during SQL.
	mu     sync.RWMutex
	memory *memindex.Index
	mark   watermark
	ready  chan struct{} // closed while requests may use memory; replaced by an open one when memory becomes stale

	fallbacks semaphore // pages read by SQL at the same time
	syncing   semaphore // of one: its holder applies changes or marks memory stale

	wake chan struct{} // tells the background to catch up now
	stop context.CancelFunc
	done chan struct{}
}

// Open returns the index of a list; Start loads it.
func Open(d *db.DB, def Definition, now clock.Clock, log *slog.Logger) *Index {
	return &Index{
		db: d, sql: newSQLBuilder(def, d.Postgres()), clock: now, log: log, ready: make(chan struct{}),
		fallbacks: make(semaphore, maxFallbacks), syncing: make(semaphore, 1), wake: make(chan struct{}, 1),
	}
}

const maxAttempts = 5 // a page is searched again when rows change in between, but only this often

// Page returns one page of rows and the total. It searches in memory, then reads the rows and the change feed in one
// statement, that is, in one snapshot. If the feed has nothing new, the page is what SQL would have returned at that
// moment; otherwise the changes are applied and the page is searched again.
func Page[R any](ctx context.Context, x *Index, q Query) (listquery.Page[R], error) {
	for attempt := 1; ; attempt++ {
		found, err := x.search(ctx, q)
		if errors.Is(err, errIndexReady) {
			continue
		}
		if err != nil {
			return listquery.Page[R]{}, err
		}
		rows, changes, err := readRows[R](ctx, x, found)
		if err != nil {
			return listquery.Page[R]{}, err
		}
		if !found.inMemory || len(found.mark.missing(changes)) == 0 || attempt >= maxAttempts {
			return listquery.Page[R]{Rows: rows, Total: found.Total}, nil
		}
		if err := x.sync(ctx); err != nil {
			return listquery.Page[R]{}, err
		}
	}
}

// Find returns the ids of one page and the total as of now, for actions on everything that a list finds.
func (x *Index) Find(ctx context.Context, q Query) (memindex.Result, error) {
	return upToDate(ctx, x,
		func(memory *memindex.Index) memindex.Result { return memory.Find(q) },
		func(ctx context.Context) (memindex.Result, error) { return x.sql.find(ctx, x.db, q) })
}

// Count returns the number of matching rows.
func (x *Index) Count(ctx context.Context, q Query) (int, error) {
	q.Limit = 0
	found, err := x.Find(ctx, q)
	return found.Total, err
}

// Among returns those of some ids that match a query as of now.
func (x *Index) Among(ctx context.Context, q Query, ids []int64) ([]int64, error) {
	return upToDate(ctx, x,
		func(memory *memindex.Index) []int64 { return memory.Among(q, ids) },
		func(ctx context.Context) ([]int64, error) { return x.StillMatching(ctx, x.db, q, ids) })
}

// StillMatching returns those of the ids that match in this transaction: Find, lock the rows, then ask again.
func (x *Index) StillMatching(ctx context.Context, tx db.Querier, q Query, ids []int64) ([]int64, error) {
	where, args := x.sql.where(q)
	return db.All[int64](ctx, tx, "SELECT "+x.sql.ID+" FROM "+x.sql.From+" WHERE "+x.sql.ID+" IN (?) AND "+where, append([]any{ids}, args...)...)
}

// Neighbours is a row's position in a list with the uuids of the rows before and after it; empty where there is none. A row
// that has left the list keeps its neighbours.
type Neighbours struct {
	Previous, Next  string
	Position, Total int // Position 0: the row is not in the list
}

// Neighbours locates a row in a list.
func (x *Index) Neighbours(ctx context.Context, q Query, id int64) (Neighbours, error) {
	place, err := x.locate(ctx, q, id)
	out := Neighbours{Position: place.Position, Total: place.Total}
	if err != nil || place.Previous == 0 && place.Next == 0 {
		return out, err
	}
	type named struct {
		ID   int64  `db:"id"`
		UUID string `db:"uuid"`
	}
	rows, err := db.All[named](ctx, x.db, "SELECT id, uuid FROM "+x.sql.Table+" WHERE id IN (?)", []int64{place.Previous, place.Next})
	for _, r := range rows {
		if r.ID == place.Previous {
			out.Previous = r.UUID
		} else {
			out.Next = r.UUID
		}
	}
	return out, err
}

func (x *Index) locate(ctx context.Context, q Query, id int64) (memindex.Place, error) {
	return upToDate(ctx, x,
		func(memory *memindex.Index) memindex.Place { return memory.Locate(q, id) },
		func(ctx context.Context) (memindex.Place, error) { return x.sql.locate(ctx, x.db, q, id) })
}
