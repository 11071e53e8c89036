package db_test

import (
	"context"
	"database/sql"
	"errors"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"

	"studbonus/internal/platform/db"
)

// slowReads is a Gather whose queries read a value at once and answer when they are released.
type slowReads struct {
	*db.Gather[int, int64]
	value   atomic.Int64
	queries [][]int
	release chan error
}

func newSlowReads() *slowReads {
	s := &slowReads{release: make(chan error)}
	s.Gather = db.NewGather(&db.DB{}, func(_ context.Context, keys []int) (map[int]int64, error) {
		s.queries = append(s.queries, keys)
		rows := map[int]int64{}
		for _, key := range keys {
			if key > 0 {
				rows[key] = s.value.Load()
			}
		}
		err := <-s.release
		if keys[0] < 0 {
			panic("a bug")
		}
		return rows, err
	})
	return s
}

type answer struct {
	row int64
	err error
}

// ask asks for a key and waits until the question has come.
func (s *slowReads) ask(ctx context.Context, key int) <-chan answer {
	got := make(chan answer, 1)
	go func() {
		row, err := s.Get(ctx, key)
		got <- answer{row, err}
	}()
	synctest.Wait()
	return got
}

func TestQuestionsDuringAQueryShareTheNext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newSlowReads()
		s.value.Store(1)
		first := s.ask(t.Context(), 1)
		s.value.Store(2) // the query under way has read 1
		var later []<-chan answer
		for key := range 600 {
			later = append(later, s.ask(t.Context(), key))
		}
		s.release <- nil
		if got := <-first; got != (answer{row: 1}) {
			t.Error(got)
		}
		s.release <- nil
		s.release <- nil
		for key, c := range later {
			want := answer{row: 2}
			if key == 0 {
				want = answer{err: sql.ErrNoRows}
			}
			if got := <-c; got != want {
				t.Errorf("key %d: %v, want %v: older than the question", key, got, want)
			}
		}
		if len(s.queries) != 3 || len(s.queries[1]) != 512 || !slices.Contains(s.queries[2], 599) {
			t.Errorf("%d queries", len(s.queries))
		}
		alone := s.ask(t.Context(), 7)
		s.release <- nil
		if got := <-alone; got.err != nil || len(s.queries[3]) != 1 {
			t.Errorf("%v by %v", got, s.queries[3:])
		}
	})
}

func TestAFailedQueryFailsItsQuestionsAlone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newSlowReads()
		broken := errors.New("broken")
		first := s.ask(t.Context(), 1)
		leaving, leave := context.WithCancel(t.Context())
		second, gone := s.ask(t.Context(), 2), s.ask(leaving, 3)
		leave()
		if got := <-gone; !errors.Is(got.err, context.Canceled) {
			t.Error(got)
		}
		s.release <- nil
		s.release <- broken
		third := s.ask(t.Context(), 4)
		s.release <- nil
		if a, b, c := <-first, <-second, <-third; a.err != nil || !errors.Is(b.err, broken) || c.err != nil {
			t.Errorf("%v, %v, %v", a, b, c)
		}
	})
}

func TestAGatheredRowIsNeverStale(t *testing.T) {
	onBoth(t, func(t *testing.T, d *db.DB) {
		type size struct {
			Name string `db:"name"`
			Size int64  `db:"size"`
		}
		g := db.NewGather(d, func(ctx context.Context, names []string) (map[string]int64, error) {
			rows, err := db.ByKeys[size](ctx, d, "SELECT name, size FROM things WHERE name IN (?)", names)
			found := map[string]int64{}
			for _, r := range rows {
				found[r.Name] = r.Size
			}
			return found, err
		})
		exec(t, d, insertSized, "стол", 0)
		var committed atomic.Int64
		var readers sync.WaitGroup
		done := make(chan struct{})
		for range 20 {
			readers.Go(func() {
				for {
					select {
					case <-done:
						return
					default:
					}
					atLeast := committed.Load()
					if got, err := g.Get(t.Context(), "стол"); err != nil || got < atLeast {
						t.Errorf("size %d (%v) after %d had been committed", got, err, atLeast)
						return
					}
					if _, err := g.Get(t.Context(), "стул"); !errors.Is(err, sql.ErrNoRows) {
						t.Errorf("what is not there gave %v", err)
						return
					}
				}
			})
		}
		for n := range int64(100) {
			exec(t, d, resize, n, "стол")
			committed.Store(n)
		}
		close(done)
		readers.Wait()
	})
}

func TestAPanicFailsItsQuestionsAlone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newSlowReads()
		s.value.Store(5)
		first, second, third := s.ask(t.Context(), -1), s.ask(t.Context(), -2), s.ask(t.Context(), -3)
		s.release <- nil // the caller's own query
		s.release <- nil // the shared one
		for _, c := range []<-chan answer{first, second, third} {
			if got := <-c; got.err == nil || !strings.HasPrefix(got.err.Error(), "panic: a bug") {
				t.Errorf("%v", got)
			}
		}
		next := s.ask(t.Context(), 1)
		s.release <- nil
		if got := <-next; got != (answer{row: 5}) {
			t.Error(got)
		}
	})
}
