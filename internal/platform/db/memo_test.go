package db_test

import (
	"database/sql"
	"errors"
	"sync"
	"sync/atomic"
	"testing"

	"studbonus/internal/platform/db"
	"studbonus/internal/test/testdb"
)

// sizes caches the sizes of things and counts the reads.
type sizes struct {
	db.Memo[string, int64]
	reads atomic.Int64
}

func (s *sizes) of(t *testing.T, d *db.DB, name string) (int64, error) {
	t.Helper()
	return s.Get(t.Context(), d, name, func() (int64, error) {
		s.reads.Add(1)
		return db.ByKey[int64](t.Context(), d, "SELECT size FROM things WHERE name = ?", name)
	})
}

func (s *sizes) want(t *testing.T, d *db.DB, name string, size int64) {
	t.Helper()
	if got, err := s.of(t, d, name); err != nil || got != size {
		t.Errorf("%s is of size %d (%v), want %d", name, got, err, size)
	}
}

const insertSized, resize = "INSERT INTO things (name, size) VALUES (?, ?)", "UPDATE things SET size = ? WHERE name = ?"

func TestAMemoReturnsWhatTheDatabaseWould(t *testing.T) {
	onBoth(t, func(t *testing.T, d *db.DB) {
		var known sizes
		exec(t, d, insertSized, "стол", 1)
		known.want(t, d, "стол", 1)
		exec(t, d, resize, 2, "стол")
		known.want(t, d, "стол", 2)
		if err := tryExec(t.Context(), d, resize, -1, "стол"); err == nil {
			t.Error("a size below zero was taken")
		}
		known.want(t, d, "стол", 2)
		if _, err := known.of(t, d, "стул"); !errors.Is(err, sql.ErrNoRows) {
			t.Errorf("what is not there gave %v", err)
		}
		exec(t, d, insertSized, "стул", 7)
		known.want(t, d, "стул", 7)
		exec(t, d, "DELETE FROM things WHERE name = ?", "стол")
		if _, err := known.of(t, d, "стол"); !errors.Is(err, sql.ErrNoRows) {
			t.Errorf("what was removed gave %v", err)
		}
	})
}

// On PostgreSQL Memo does not cache.
func TestAMemoReadsOnceUntilSomethingChanges(t *testing.T) {
	d := testdb.New(t, testdb.SQLite)
	makeThings(t, d)
	var known sizes
	exec(t, d, insertSized, "стол", 1)
	for range 5 {
		known.want(t, d, "стол", 1)
	}
	if n := known.reads.Load(); n != 1 {
		t.Errorf("read %d times", n)
	}
	other := open(t, d.Path()) // another process
	exec(t, other, resize, 3, "стол")
	known.want(t, d, "стол", 3)
}

func TestAMemoIsNeverStale(t *testing.T) {
	d := testdb.New(t, testdb.SQLite)
	makeThings(t, d)
	exec(t, d, insertSized, "стол", 0)
	var known sizes
	var committed atomic.Int64
	var readers sync.WaitGroup
	done := make(chan struct{})
	for range 4 {
		readers.Go(func() {
			for {
				select {
				case <-done:
					return
				default:
				}
				atLeast := committed.Load()
				if got, err := known.of(t, d, "стол"); err != nil || got < atLeast {
					t.Errorf("size %d (%v) after %d had been committed", got, err, atLeast)
					return
				}
			}
		})
	}
	for n := range int64(200) {
		exec(t, d, resize, n, "стол")
		committed.Store(n)
	}
	close(done)
	readers.Wait()
}
