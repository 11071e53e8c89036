package index_test

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"sync"
	"testing"
	"time"

	"studbonus/internal/access"
	"studbonus/internal/db"
	"studbonus/internal/index"
	"studbonus/internal/testkit/testdb"
)

const (
	goods    = 25_000
	many     = 20_001           // changes of most rows
	some     = 2_500            // more than a request follows, less than is worth a load
	patience = 20 * time.Second // until a busy machine has done what takes it milliseconds
	deadline = 5 * time.Second  // of a request
)

// goodsList is a list with a name to sort by, and a set that only an index can answer: in SQL its condition never ends.
type goodsList struct {
	*index.Live
	db *db.DB
}

var goodsSource = index.Source{
	Name: "goods", From: "goods g", ID: "g.id", Search: "g.name", Facets: []index.Facet{index.Value("g.kind")},
	Sets:  []index.Set{{Values: "'1'", Any: "(WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i > 0) SELECT count(*) FROM n) IN (?)"}},
	Sorts: map[string]index.Sort{"name": index.Text("g.name")},
}

// onGoods runs a test on each engine with an index that follows a list of so many rows.
func onGoods(t *testing.T, rows int, test func(t *testing.T, l goodsList)) {
	t.Helper()
	testdb.OnBoth(t, func(t *testing.T, d *db.DB) {
		exec(t, d, "CREATE TABLE goods (id BIGINT PRIMARY KEY, name TEXT NOT NULL, kind BIGINT NOT NULL)")
		exec(t, d, `INSERT INTO goods (id, name, kind) WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < CAST(? AS INTEGER))
			SELECT i, 'name ' || (1000000 - i), i % 3 FROM n`, rows)
		l := goodsList{index.Open(d, goodsSource, time.Now, slog.New(slog.DiscardHandler)), d}
		l.Start(t.Context())
		t.Cleanup(l.Stop)
		l.isUsed(t)
		test(t, l)
	})
}

// rename changes the first so many rows, each of which then stands elsewhere in the list.
func (l goodsList) rename(t *testing.T, rows int, prefix string) {
	t.Helper()
	err := l.db.Tx(t.Context(), func(ctx context.Context, tx db.Tx) error {
		if _, err := tx.Exec(ctx, "UPDATE goods SET name = CAST(? AS TEXT) || id, kind = kind + 3 WHERE id <= ?", prefix, rows); err != nil {
			return err
		}
		return index.TouchWhere(ctx, tx, "goods", time.Now(), index.Rows{Text: "SELECT id FROM goods WHERE id <= ?", Args: []any{rows}})
	})
	if err != nil {
		t.Fatal(err)
	}
}

var byName = index.Query{Scope: access.Everything(), Sort: "name", Desc: true, Offset: 30, Limit: 15}

const goodsByID = "SELECT id FROM goods WHERE id IN (?)"

// isUsed fails unless the index answers in a while.
func (l goodsList) isUsed(t *testing.T) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	q := byName
	q.Sets = []index.In{{Values: []int64{1}}}
	if _, _, err := index.Page(ctx, l.Live, q, goodsByID, idOf); err != nil {
		t.Fatalf("the index is not used: %v", err)
	}
}

// answersRightly asks everything that a list can be asked, within the time that a request has.
func (l goodsList) answersRightly(t *testing.T) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), deadline)
	defer cancel()
	order := "g.name"
	if l.db.Postgres() {
		order += ` COLLATE "C"`
	}
	want, err := db.All[int64](ctx, l.db, "SELECT g.id FROM goods g ORDER BY "+order+" DESC, g.id DESC LIMIT 15 OFFSET 30")
	if err != nil {
		t.Error(err)
		return
	}
	rows, total, err := index.Page(ctx, l.Live, byName, goodsByID, idOf)
	if err != nil || total == 0 || !slices.Equal(idsOf(rows), want) {
		t.Errorf("page: %d rows, %v, want %v: %v", total, idsOf(rows), want, err)
	}
	if found, err := l.Find(ctx, byName); err != nil || !slices.Equal(found.IDs, want) {
		t.Errorf("found %v, want %v: %v", found.IDs, want, err)
	}
	place, in, err := l.Around(ctx, byName, want[1])
	if err != nil || !in || place.Previous != want[0] || place.Next != want[2] || place.Position != 32 {
		t.Errorf("around %v: %+v: %v", want[:3], place, err)
	}
	changed, err := db.One[int](ctx, l.db, "SELECT count(*) FROM goods WHERE kind >= 3")
	if err != nil {
		t.Error(err)
	}
	parts, err := l.Spread(ctx, byName, index.Split{Edges: []int64{3}})
	if err != nil || parts[1] != changed {
		t.Errorf("spread %v, want %d: %v", parts, changed, err)
	}
	q := byName
	q.Ranges = []index.Between{{From: 3, To: 99}}
	if n, err := l.Count(ctx, q); err != nil || n != changed {
		t.Errorf("counted %d, want %d: %v", n, changed, err)
	}
}

func TestWhileManyChangesAreFollowedSQLAnswers(t *testing.T) {
	for name, c := range map[string]struct {
		changes int
		reloads bool
	}{"most rows change": {many, true}, "few rows change, but too many for a request": {some, false}} {
		t.Run(name, func(t *testing.T) {
			onGoods(t, goods, func(t *testing.T, l goodsList) {
				before := index.Of(l.Live)
				release := index.HoldLoads(t)
				l.rename(t, c.changes, "renamed ")
				var clients sync.WaitGroup
				for range 6 {
					clients.Go(func() { l.answersRightly(t) })
				}
				clients.Wait()
				l.rename(t, 100, "once more ")
				l.answersRightly(t)

				// The control: what follows such changes waits, so a request that did would have waited too.
				ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
				defer cancel()
				if err := l.Follow(ctx); !errors.Is(err, context.DeadlineExceeded) {
					t.Fatalf("followed while nothing may load: %v", err)
				}

				release()
				l.isUsed(t)
				if reloaded := index.Of(l.Live) != before; reloaded != c.reloads {
					t.Errorf("loaded again: %t, want %t", reloaded, c.reloads)
				}
				l.answersRightly(t)
				l.rename(t, 1, "alone ")
				l.answersRightly(t)
			})
		})
	}
}

func TestAListThatIsToBeLoadedAgainIsAnsweredBySQLMeanwhile(t *testing.T) {
	onGoods(t, goods, func(t *testing.T, l goodsList) {
		release := index.HoldLoads(t)
		exec(t, l.db, "UPDATE goods SET kind = 3 WHERE id <= 10")
		touchAll(t, l.db, "goods")
		l.answersRightly(t)
		release()
		l.isUsed(t)
		l.answersRightly(t)
	})
}

func TestTheIndexIsBackSoonerThanItFollowsByItself(t *testing.T) {
	onGoods(t, goods, func(t *testing.T, l goodsList) {
		for range 3 { // by chance the background may follow at the same moment, but not thrice
			l.rename(t, some, "renamed ")
			started := time.Now()
			l.isUsed(t)
			if took := time.Since(started); took < index.FollowEvery/2 {
				return
			}
		}
		t.Error("it took as long as the background takes to look by itself")
	})
}

func TestAPageThatCannotFollowEndsInTime(t *testing.T) {
	onGoods(t, 100, func(t *testing.T, l goodsList) {
		release := index.HoldFollowing(t, l.Live)
		l.rename(t, 1, "renamed ")
		ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
		defer cancel()
		for what, ask := range map[string]func() error{
			"page":  func() error { _, _, err := index.Page(ctx, l.Live, byName, goodsByID, idOf); return err },
			"count": func() error { _, err := l.Count(ctx, byName); return err },
		} {
			if err := ask(); !errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("%s: %v", what, err)
			}
		}
		release()
		if _, err := l.Count(t.Context(), byName); err != nil { // the control
			t.Error(err)
		}
	})
}

func TestALongTransactionDoesNotOutdateALoad(t *testing.T) {
	onGoods(t, goods, func(t *testing.T, l goodsList) {
		if !l.db.Postgres() {
			return // one writer: nothing is written beside a long transaction
		}
		err := l.db.Tx(t.Context(), func(ctx context.Context, tx db.Tx) error {
			if err := index.Touch(ctx, tx, "other list", time.Now(), 1); err != nil { // from now on it may change something
				return err
			}
			if _, err := tx.Exec(ctx, "SELECT 1"); err != nil {
				return err
			}
			l.rename(t, many, "renamed ")
			l.isUsed(t)
			loaded := index.Of(l.Live)
			l.isUsed(t)
			l.answersRightly(t)
			l.rename(t, 1, "alone ")
			l.answersRightly(t)
			if index.Of(l.Live) != loaded {
				t.Error("it was loaded again")
			}
			return nil
		})
		if err != nil {
			t.Error(err)
		}
	})
}
