package listengine_test

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"strconv"
	"sync"
	"testing"
	"time"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/db"
	"studbonus/internal/platform/listengine"
	"studbonus/internal/test/testdb"
)

const (
	goods    = 25_000
	many     = 20_001           // changes of most rows: the index is reloaded
	some     = 2_500            // more than a request applies, too few for a reload
	patience = 20 * time.Second // for operations that take milliseconds on a quiet machine
	deadline = 5 * time.Second  // of a request
)

// goodsIndex has a name to sort by, and a set that only memory can answer: its SQL condition never ends.
type goodsIndex struct {
	*listengine.Index
	db *db.DB
}

var goodsList = listengine.Definition{
	Table: "goods", From: "goods g", ID: "g.id", Search: "g.name", Rows: "SELECT id FROM goods WHERE id IN (?)", Facets: []listengine.Facet{listengine.Value("g.kind")},
	Sets:  []listengine.Set{{Values: "'1'", Any: "(WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i > 0) SELECT count(*) FROM n) IN (?)"}},
	Sorts: map[string]listengine.Sort{"name": listengine.ByText("g.name")},
}

// onGoods runs a test on each engine with a started index of a list of this many rows.
func onGoods(t *testing.T, rows int, test func(t *testing.T, x goodsIndex)) {
	t.Helper()
	testdb.OnBoth(t, func(t *testing.T, d *db.DB) {
		exec(t, d, "CREATE TABLE goods (id BIGINT PRIMARY KEY, uuid TEXT NOT NULL, name TEXT NOT NULL, kind BIGINT NOT NULL)")
		exec(t, d, `INSERT INTO goods (id, uuid, name, kind) WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < CAST(? AS INTEGER))
			SELECT i, CAST(i AS TEXT), 'name ' || (1000000 - i), i % 3 FROM n`, rows)
		x := goodsIndex{listengine.Open(d, goodsList, time.Now, slog.New(slog.DiscardHandler)), d}
		x.Start(t.Context())
		t.Cleanup(x.Stop)
		x.waitUntilReady(t)
		test(t, x)
	})
}

// rename changes the first rows, which moves each of them in the list.
func (x goodsIndex) rename(t *testing.T, rows int, prefix string) {
	t.Helper()
	err := x.db.Tx(t.Context(), func(ctx context.Context, tx db.Tx) error {
		if _, err := tx.Exec(ctx, "UPDATE goods SET name = CAST(? AS TEXT) || id, kind = kind + 3 WHERE id <= ?", prefix, rows); err != nil {
			return err
		}
		return x.TouchWhere(ctx, tx, "SELECT id FROM goods WHERE id <= ?", rows)
	})
	if err != nil {
		t.Fatal(err)
	}
}

var byName = listengine.Query{Scope: access.Everything(), Sort: "name", Desc: true, Offset: 30, Limit: 15}

// waitUntilReady fails unless memory answers within patience.
func (x goodsIndex) waitUntilReady(t *testing.T) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	q := byName
	q.Sets = []listengine.In{{Values: []int64{1}}}
	if _, err := listengine.Page[thing](ctx, x.Index, q); err != nil {
		t.Fatalf("the index is not ready: %v", err)
	}
}

// checkAnswers compares every kind of query with SQL, within the deadline of a request.
func (x goodsIndex) checkAnswers(t *testing.T) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), deadline)
	defer cancel()
	order := "g.name"
	if x.db.Postgres() {
		order += ` COLLATE "C"`
	}
	want, err := db.All[int64](ctx, x.db, "SELECT g.id FROM goods g ORDER BY "+order+" DESC, g.id DESC LIMIT 15 OFFSET 30")
	if err != nil {
		t.Error(err)
		return
	}
	page, err := listengine.Page[thing](ctx, x.Index, byName)
	if err != nil || page.Total == 0 || !slices.Equal(idsOf(page.Rows), want) {
		t.Errorf("page: %d rows, %v, want %v: %v", page.Total, idsOf(page.Rows), want, err)
	}
	if found, err := x.Find(ctx, byName); err != nil || !slices.Equal(found.IDs, want) {
		t.Errorf("found %v, want %v: %v", found.IDs, want, err)
	}
	near, err := x.Neighbours(ctx, byName, want[1])
	if err != nil || near.Previous != strconv.FormatInt(want[0], 10) || near.Next != strconv.FormatInt(want[2], 10) || near.Position != 32 {
		t.Errorf("neighbours of %v: %+v: %v", want[:3], near, err)
	}
	changed, err := db.One[int](ctx, x.db, "SELECT count(*) FROM goods WHERE kind >= 3")
	if err != nil {
		t.Error(err)
	}
	counts, err := x.Histogram(ctx, byName, listengine.Buckets{Edges: []int64{3}})
	if err != nil || counts[1] != changed {
		t.Errorf("histogram %v, want %d: %v", counts, changed, err)
	}
	q := byName
	q.Ranges = []listengine.Between{{From: 3, To: 99}}
	if n, err := x.Count(ctx, q); err != nil || n != changed {
		t.Errorf("counted %d, want %d: %v", n, changed, err)
	}
}

func TestSQLAnswersWhileTheIndexCatchesUp(t *testing.T) {
	for name, c := range map[string]struct {
		changes int
		reloads bool
	}{"most rows change": {many, true}, "more rows change than a request applies": {some, false}} {
		t.Run(name, func(t *testing.T) {
			onGoods(t, goods, func(t *testing.T, x goodsIndex) {
				before := listengine.MemoryOf(x.Index)
				release := listengine.BlockLoads(t)
				x.rename(t, c.changes, "renamed ")
				var clients sync.WaitGroup
				for range 6 {
					clients.Go(func() { x.checkAnswers(t) })
				}
				clients.Wait()
				x.rename(t, 100, "once more ")
				x.checkAnswers(t)

				// Control: Sync blocks here, so a request that synced would have missed its deadline.
				ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
				defer cancel()
				if err := x.Sync(ctx); !errors.Is(err, context.DeadlineExceeded) {
					t.Fatalf("synced although loads are blocked: %v", err)
				}

				release()
				x.waitUntilReady(t)
				if reloaded := listengine.MemoryOf(x.Index) != before; reloaded != c.reloads {
					t.Errorf("reloaded: %t, want %t", reloaded, c.reloads)
				}
				x.checkAnswers(t)
				x.rename(t, 1, "alone ")
				x.checkAnswers(t)
			})
		})
	}
}

func TestSQLAnswersUntilAListIsReloaded(t *testing.T) {
	onGoods(t, goods, func(t *testing.T, x goodsIndex) {
		release := listengine.BlockLoads(t)
		exec(t, x.db, "UPDATE goods SET kind = 3 WHERE id <= 10")
		touchAll(t, x.db, x.Index)
		x.checkAnswers(t)
		release()
		x.waitUntilReady(t)
		x.checkAnswers(t)
	})
}

func TestTimedStaleIndexWakesTheBackground(t *testing.T) {
	onGoods(t, goods, func(t *testing.T, x goodsIndex) {
		for range 3 { // the background's own tick may coincide once, but not three times
			x.rename(t, some, "renamed ")
			started := time.Now()
			x.waitUntilReady(t)
			if took := time.Since(started); took > listengine.SyncInterval/2 {
				t.Errorf("took %v: as long as the background takes by itself", took)
			}
		}
	})
}

func TestRequestsMeetTheirDeadlineWhileSyncIsBlocked(t *testing.T) {
	onGoods(t, 100, func(t *testing.T, x goodsIndex) {
		release := listengine.BlockSync(t, x.Index)
		x.rename(t, 1, "renamed ")
		ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
		defer cancel()
		for name, ask := range map[string]func() error{
			"page":  func() error { _, err := listengine.Page[thing](ctx, x.Index, byName); return err },
			"count": func() error { _, err := x.Count(ctx, byName); return err },
		} {
			if err := ask(); !errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("%s: %v", name, err)
			}
		}
		release()
		if _, err := x.Count(t.Context(), byName); err != nil { // control
			t.Error(err)
		}
	})
}

func TestLongTransactionDoesNotMakeALoadStale(t *testing.T) {
	onGoods(t, goods, func(t *testing.T, x goodsIndex) {
		if !x.db.Postgres() {
			return // one writer: no write runs beside a long transaction
		}
		err := x.db.Tx(t.Context(), func(ctx context.Context, tx db.Tx) error {
			if _, err := tx.Exec(ctx, "INSERT INTO list_changes (list, row_id, at) VALUES ('other list', 1, ?)", time.Now()); err != nil { // gives the transaction an id
				return err
			}
			x.rename(t, many, "renamed ")
			x.waitUntilReady(t)
			loaded := listengine.MemoryOf(x.Index)
			x.waitUntilReady(t)
			x.checkAnswers(t)
			x.rename(t, 1, "alone ")
			x.checkAnswers(t)
			if listengine.MemoryOf(x.Index) != loaded {
				t.Error("the index was reloaded")
			}
			return nil
		})
		if err != nil {
			t.Error(err)
		}
	})
}
