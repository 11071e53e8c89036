package testkit

import (
	"context"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"studbonus/internal/db"
	"studbonus/internal/index"
	"studbonus/internal/list"
)

const (
	comparingWriters = 3
	comparedEnough   = 40 // comparisons while others write
	comparedLeast    = 2 * time.Second
	comparedMost     = time.Minute // a busy machine takes longer
	comparedAtRest   = 150
	comparedBySQL    = 60
)

// Comparison sets a list beside the plainest SQL there is: whatever is asked, and whatever is written meanwhile, both
// must give the same rows and totals.
type Comparison[F, R any] struct {
	Index *index.Live
	Ask   func(rng *rand.Rand) (context.Context, list.Query[F]) // who asks, and what
	Plain func(ctx context.Context, q list.Query[F]) []int64    // all that the question finds, in order
	List  func(ctx context.Context, q list.Query[F]) (list.Page[R], error)
	ID    func(R) int64
	Write func(rng *rand.Rand) // makes a change; one that the rules refuse is as good
}

// WhileWritten compares while several write, and at rest after that.
func (c Comparison[F, R]) WhileWritten(t *testing.T, a *App) {
	t.Helper()
	if err := c.Index.Follow(t.Context()); err != nil {
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

// WithoutIndex compares while the index is not loaded: then plain SQL answers behind the list too.
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
		c.Write(rng)
		time.Sleep(5 * time.Millisecond)
	}
}

// once asks both the same. It counts only when nothing was written meanwhile.
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

// changes counts what is committed: on PostgreSQL a change may become visible after one with a higher number.
func changes(t *testing.T, a *App) int64 {
	t.Helper()
	n, err := db.One[int64](t.Context(), a.DB, "SELECT count(*) FROM list_changes")
	if err != nil {
		t.Fatal(err)
	}
	return n
}
