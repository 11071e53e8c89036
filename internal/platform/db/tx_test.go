package db_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5/pgconn"

	"studbonus/internal/platform/db"
	"studbonus/internal/test/testdb"
)

var errOurs = errors.New("ours")

// note is a job without a worker.
type note struct {
	Text string `json:"text"`
}

// Kind implements river.JobArgs.
func (note) Kind() string { return "test.note" }

func notes(t *testing.T, d *db.DB) int {
	t.Helper()
	return one[int](t, d, "SELECT count(*) FROM river_job WHERE kind = 'test.note'")
}

// addWithJob writes a row and its job and returns end.
func addWithJob(name string, end error) func(context.Context, db.Tx) error {
	return func(ctx context.Context, tx db.Tx) error {
		if _, err := tx.Exec(ctx, insertThing, name); err != nil {
			return err
		}
		if err := tx.Enqueue(ctx, note{name}, nil); err != nil {
			return err
		}
		return end
	}
}

func TestATransactionCommitsItsRowsAndJobsTogether(t *testing.T) {
	onBoth(t, func(t *testing.T, d *db.DB) {
		if err := d.Tx(t.Context(), addWithJob("стол", nil)); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff([]string{"стол"}, names(t, d)); diff != "" || notes(t, d) != 1 {
			t.Errorf("%d jobs, rows (-want +got):\n%s", notes(t, d), diff)
		}
	})
}

func TestAFailedTransactionLeavesNeitherRowsNorJobs(t *testing.T) {
	onBoth(t, func(t *testing.T, d *db.DB) {
		if err := d.Tx(t.Context(), addWithJob("стол", errOurs)); !errors.Is(err, errOurs) {
			t.Errorf("error %v, want the function's own", err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		err := d.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
			defer cancel() // the caller cancels before the commit
			return addWithJob("стул", nil)(ctx, tx)
		})
		if err == nil {
			t.Error("a transaction whose caller has gone was committed")
		}
		func() {
			defer func() { _ = recover() }()
			_ = d.Tx(t.Context(), func(ctx context.Context, tx db.Tx) error {
				_ = addWithJob("полка", nil)(ctx, tx)
				panic("oh")
			})
		}()
		if got := names(t, d); len(got) != 0 || notes(t, d) != 0 {
			t.Errorf("left behind: rows %v, %d jobs", got, notes(t, d))
		}
		if err := d.Tx(t.Context(), addWithJob("стол", nil)); err != nil {
			t.Errorf("the connection was not given back: %v", err)
		}
	})
}

func TestAfterCommitRunsOnlyAfterACommit(t *testing.T) {
	onBoth(t, func(t *testing.T, d *db.DB) {
		var seen []string
		look := func(ctx context.Context, tx db.Tx) error {
			tx.AfterCommit(func() { seen = append(seen, names(t, d)...) })
			if len(seen) > 0 {
				t.Error("ran before the commit")
			}
			return nil
		}
		err := d.Tx(t.Context(), func(ctx context.Context, tx db.Tx) error {
			return errors.Join(look(ctx, tx), addWithJob("стол", nil)(ctx, tx))
		})
		if err != nil || !cmp.Equal(seen, []string{"стол"}) {
			t.Errorf("saw %v (%v), want the committed row", seen, err)
		}
		seen = nil
		if err := d.Tx(t.Context(), func(ctx context.Context, tx db.Tx) error { return errors.Join(look(ctx, tx), errOurs) }); err == nil || seen != nil {
			t.Errorf("ran after a rollback: %v, %v", seen, err)
		}
	})
}

func TestRowsLockedForUpdateWaitForEachOther(t *testing.T) {
	onBoth(t, func(t *testing.T, d *db.DB) {
		exec(t, d, "INSERT INTO things (name, size) VALUES ('счёт', 0)")
		const writers, times = 4, 25
		var all sync.WaitGroup
		for range writers {
			all.Go(func() {
				for range times {
					err := d.Tx(t.Context(), func(ctx context.Context, tx db.Tx) error {
						size, err := db.One[int](ctx, tx, "SELECT size FROM things"+tx.ForUpdate())
						if err != nil {
							return err
						}
						_, err = tx.Exec(ctx, "UPDATE things SET size = ?", size+1)
						return err
					})
					if err != nil {
						t.Error(err)
					}
				}
			})
		}
		all.Wait()
		if got := one[int](t, d, "SELECT size FROM things"); got != writers*times {
			t.Errorf("%d after %d additions of one: some were lost", got, writers*times)
		}
	})
}

type transaction = func(context.Context, func(context.Context, db.Tx) error) error

// cross runs two transactions that lock the same two rows in opposite order: a deadlock on PostgreSQL.
func cross(t *testing.T, run transaction) (tries int64, errs []error) {
	t.Helper()
	var bothHoldOne sync.WaitGroup
	bothHoldOne.Add(2)
	var all sync.WaitGroup
	var mu sync.Mutex
	var count atomic.Int64
	for _, order := range [][]string{{"стол", "стул"}, {"стул", "стол"}} {
		all.Go(func() {
			mine := 0
			err := run(t.Context(), func(ctx context.Context, tx db.Tx) error {
				count.Add(1)
				mine++
				for i, name := range order {
					if _, err := tx.Exec(ctx, "UPDATE things SET size = size + 1 WHERE name = ?", name); err != nil {
						return fmt.Errorf("lock %s: %w", name, err)
					}
					if i == 0 && mine == 1 {
						bothHoldOne.Done()
						bothHoldOne.Wait()
					}
				}
				return nil
			})
			if err != nil {
				mu.Lock()
				defer mu.Unlock()
				errs = append(errs, err)
			}
		})
	}
	all.Wait()
	return count.Load(), errs
}

func TestADeadlockIsRetried(t *testing.T) {
	d := testdb.New(t, testdb.PostgreSQL) // SQLite has one writer, so no deadlocks
	exec(t, d, "CREATE TABLE things (name TEXT, size BIGINT)")
	exec(t, d, "INSERT INTO things VALUES ('стол', 0), ('стул', 0)")
	sizes := func() []int { return all[int](t, d, "SELECT size FROM things ORDER BY name") }

	tries, errs := cross(t, d.Tx)
	if len(errs) != 0 || tries < 3 || !cmp.Equal(sizes(), []int{2, 2}) {
		t.Errorf("%d attempts, errors %v, sizes %v; want a third attempt, and two added to each", tries, errs, sizes())
	}

	_, errs = cross(t, func(ctx context.Context, fn func(context.Context, db.Tx) error) error {
		return db.RunOnce(d, ctx, fn)
	})
	var refused *pgconn.PgError
	if len(errs) != 1 || !errors.As(errs[0], &refused) || refused.Code != "40P01" {
		t.Errorf("control: without the retry %v, want one deadlock", errs)
	}
}

func TestEightWritersOnSQLiteDoNotFail(t *testing.T) {
	d := testdb.New(t, testdb.SQLite)
	exec(t, d, "CREATE TABLE things (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL)")
	beside := open(t, d.Path()) // another process
	const writers = 8
	times := 50
	if !slices.Contains(testdb.Engines(), testdb.SQLite) {
		times = 10 // under the race detector
	}
	failures := func(run func(writer int) transaction, add func(context.Context, db.Tx) error) (failed []error) {
		var all sync.WaitGroup
		var mu sync.Mutex
		for w := range writers {
			all.Go(func() {
				for range times {
					if err := run(w)(t.Context(), add); err != nil {
						mu.Lock()
						failed = append(failed, err)
						mu.Unlock()
					}
				}
			})
		}
		all.Wait()
		return failed
	}

	both := []*db.DB{d, beside}
	if failed := failures(func(w int) transaction { return both[w%2].Tx }, addWithJob("стол", nil)); len(failed) > 0 {
		t.Errorf("%d of %d transactions failed, the first: %v", len(failed), writers*times, failed[0])
	}
	if n := one[int](t, d, "SELECT count(*) FROM things"); n != writers*times || notes(t, d) != n {
		t.Errorf("%d rows and %d jobs, want %d of each", n, notes(t, d), writers*times)
	}

	failed := failures(func(int) transaction { return unguarded(t, d.Path()) }, nil)
	if len(failed) == 0 {
		t.Error("control: writers without a busy timeout did not fail either, so the test above shows nothing")
	}
	for _, err := range failed {
		if !db.IsUnavailable(err) {
			t.Errorf("a busy database is not reported as unavailable: %v", err)
		}
	}
}

// unguarded writes to SQLite without busy_timeout.
func unguarded(t *testing.T, path string) transaction {
	t.Helper()
	pool, err := sql.Open("sqlite", "file:"+path)
	if err != nil {
		t.Fatal(err)
	}
	return func(ctx context.Context, _ func(context.Context, db.Tx) error) error {
		defer func() { _ = pool.Close() }()
		_, err := pool.ExecContext(ctx, "INSERT INTO things (name) VALUES ('стул')")
		return err
	}
}

// A failed query must leave its connection usable: the pool closes connections that cannot be rolled back.
func TestAFailedQueryKeepsItsConnection(t *testing.T) {
	d := testdb.New(t, testdb.PostgreSQL)
	makeThings(t, d)
	for name, query := range map[string]func(ctx context.Context, tx db.Tx) error{
		"the first of a transaction": func(ctx context.Context, tx db.Tx) error {
			_, err := db.One[int](ctx, tx, "SELECT 1 / CAST(? AS INT)", 0)
			return err
		},
		"after a failed statement": func(ctx context.Context, tx db.Tx) error {
			if _, err := tx.Exec(ctx, "INSERT INTO things (name, size) VALUES (?, ?)", "стул", -1); err == nil {
				t.Error("control: the statement succeeds")
			}
			_, err := db.One[int](ctx, tx, "SELECT 1")
			return err
		},
		"an unknown table": func(ctx context.Context, tx db.Tx) error {
			_, err := db.One[int](ctx, tx, "SELECT 1 FROM nothing")
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			one[int](t, d, "SELECT 1")
			before := d.NewConnections()
			for range 10 {
				if err := d.Tx(t.Context(), query); err == nil {
					t.Fatal("control: the query succeeds")
				}
			}
			if n := d.NewConnections() - before; n > 0 {
				t.Errorf("10 failed queries cost %d connections", n)
			}
		})
	}
}
