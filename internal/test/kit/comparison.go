package kit

import (
	"context"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"studbonus/internal/platform/db"
	"studbonus/internal/platform/listengine"
	"studbonus/internal/platform/listquery"
)

const (
	comparingWriters = 3
	comparedEnough   = 40 // comparisons during concurrent writes
	comparedLeast    = 2 * time.Second
	comparedMost     = time.Minute // limit on a busy machine
	comparedAtRest   = 150
	comparedBySQL    = 60
)

// Comparison checks a list against naive SQL: for random queries and under concurrent writes, both must return the same
// rows and totals.
type Comparison[F, R any] struct {
	Index *listengine.Index
	Ask   func(rng *rand.Rand) (context.Context, listquery.Query[F]) // a random caller and query
	Plain func(ctx context.Context, q listquery.Query[F]) []int64    // ids of all matching rows, in order
	List  func(ctx context.Context, q listquery.Query[F]) (listquery.Page[R], error)
	ID    func(R) int64
	Write func(rng *rand.Rand) // makes a random change; a rejected one is fine
}

// WhileWritten compares during concurrent writes and once more after them.
func (c Comparison[F, R]) WhileWritten(t *testing.T, a *App) {
	t.Helper()
	if err := c.Index.Sync(t.Context()); err != nil {
		t.Fatal(err)
	}
	until := make(chan struct{})
	var writers sync.WaitGroup
	for w := range comparingWriters {
		rng := rand.New(rand.NewPCG(uint64(w), 9))
		writers.Go(func() { c.keepWriting(rng, until) })
	}
	rng, counted := rand.New(rand.NewPCG(3, 7)), 0
	for started := time.Now(); time.Since(started) < comparedMost && (counted < comparedEnough || time.Since(started) < comparedLeast); {
		if c.once(t, a, rng) {
			counted++
		}
	}
	close(until)
	writers.Wait()
	for range comparedAtRest {
		if !c.once(t, a, rng) {
			t.Fatal("something still writes")
		}
	}
	if counted < comparedEnough {
		t.Errorf("only %d comparisons while writing: the test proves too little", counted)
	}
}

// WithoutIndex compares while the index is not loaded and the list falls back to SQL.
func (c Comparison[F, R]) WithoutIndex(t *testing.T, a *App) {
	t.Helper()
	rng := rand.New(rand.NewPCG(5, 7))
	for range comparedBySQL {
		c.once(t, a, rng)
	}
}

func (c Comparison[F, R]) keepWriting(rng *rand.Rand, until <-chan struct{}) {
	for {
		select {
		case <-until:
			return
		default:
		}
		started := time.Now()
		c.Write(rng)
		time.Sleep(max(5*time.Millisecond, 4*time.Since(started))) // on a busy machine comparisons take longer too
	}
}

// once compares one query. The result counts only if nothing was written in the meantime.
func (c Comparison[F, R]) once(t *testing.T, a *App, rng *rand.Rand) (counted bool) {
	t.Helper()
	ctx, q := c.Ask(rng)
	before := changes(t, a)
	want := c.Plain(ctx, q)
	q.Offset = rng.IntN(len(want) + 2)
	page, err := c.List(ctx, q)
	if err != nil {
		t.Fatal(err)
	}
	if changes(t, a) != before {
		return false
	}
	got := make([]int64, len(page.Rows))
	for i, r := range page.Rows {
		got[i] = c.ID(r)
	}
	wantPage := want[min(q.Offset, len(want)):min(q.Offset+q.Limit, len(want))]
	if page.Total != len(want) || !slices.Equal(got, wantPage) {
		t.Fatalf("%+v: total %d, want %d\n%s", q, page.Total, len(want), cmp.Diff(wantPage, got))
	}
	return true
}

// changes counts committed changes. max(seq) does not work: on PostgreSQL a lower number can become visible later.
func changes(t *testing.T, a *App) int64 {
	t.Helper()
	n, err := db.One[int64](t.Context(), a.DB, "SELECT count(*) FROM list_changes")
	if err != nil {
		t.Fatal(err)
	}
	return n
}
