package reviews_test

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"time"

	"studbonus/internal/access"
	"studbonus/internal/db"
	"studbonus/internal/index"
	"studbonus/internal/list"
	"studbonus/internal/reviews"
	"studbonus/internal/testkit"
)

const (
	askers      = 4
	askedWithin = 2 * time.Second // of the 7 s that a request has
)

// Drill F20: a partner with many reviews is renamed while operators look at the list of reviews.
func TestRenamingAPartnerWithManyReviewsHoldsNobodyUp(t *testing.T) {
	short := 6_000
	if testkit.Drilling() {
		short = 400_000
	}
	all := testkit.Drill(t, "reviews", "STUDBONUS_REVIEWS", short)
	ofPartner, reps := min(all/2, 20_001), testkit.Reps(t, 2)
	testkit.OnBoth(t, func(t *testing.T, a *testkit.App) {
		partner := newPartner(t, a)
		addReviews(t, a, partner, ofPartner)
		addReviews(t, a, newPartner(t, a), all-ofPartner)
		follow(t, a)
		var slowest, back time.Duration
		for rep := range reps {
			before := testkit.One[int](t, a, "SELECT count(*) FROM list_changes")
			renamePartner(t, a, partner, fmt.Sprint("Пандора", rep))
			if n := testkit.One[int](t, a, "SELECT count(*) FROM list_changes") - before; n < ofPartner {
				t.Fatalf("only %d rows of lists have changed: this proves nothing", n)
			}
			slowest = max(slowest, searched(t, a, fmt.Sprint("пандора", rep), ofPartner))
			started := time.Now()
			follow(t, a)
			back = max(back, time.Since(started))
			searched(t, a, fmt.Sprint("пандора", rep), ofPartner)
		}
		testkit.Figure(t, string(a.Engine)+": slowest list", slowest.Round(time.Millisecond))
		testkit.Figure(t, string(a.Engine)+": index back after another", back.Round(time.Millisecond))
		if testkit.Drilling() && slowest > askedWithin {
			t.Errorf("a list took %s, want %s", slowest, askedWithin)
		}
	}, testkit.WithJobs())
}

// searched lets several find a partner's reviews by its name at once, and tells how long the slowest took.
func searched(t *testing.T, a *testkit.App, name string, want int) time.Duration {
	t.Helper()
	ctx := access.WithPrincipal(t.Context(), access.Principal{Role: access.OperatorAll})
	started := time.Now()
	var asking sync.WaitGroup
	for range askers {
		asking.Go(func() {
			page, err := a.Reviews.List(ctx, list.Query[reviews.Filter]{Search: name, Sort: "createdAt", Direction: list.Descending, Limit: 15})
			if err != nil || page.Total != want || len(page.Rows) != 15 {
				t.Errorf("%s: %d rows of %d, want %d: %v", name, len(page.Rows), page.Total, want, err)
			}
		})
	}
	asking.Wait()
	return time.Since(started)
}

// addReviews gives a partner so many reviews as a bulk load would.
func addReviews(t *testing.T, a *testkit.App, partner string, n int) {
	t.Helper()
	uuid := "printf('%08x-0000-4000-8000-%012x', p.id, i)"
	if a.DB.Postgres() {
		uuid = "CAST(lpad(to_hex(p.id), 8, '0') || '-0000-4000-8000-' || lpad(to_hex(i), 12, '0') AS UUID)"
	}
	err := a.DB.Tx(t.Context(), func(ctx context.Context, tx db.Tx) error {
		_, err := tx.Exec(ctx, `INSERT INTO reviews (uuid, partner_id, student_id, university_id, rating, body, search_text, status, created_at)
			WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < CAST(? AS INTEGER))
			SELECT `+uuid+`, p.id, s.id, s.university_id, 4, 'Вполне', 'вполне', 'moderation', CAST(? AS `+timeType(a)+`)
			FROM n, partners p, students s WHERE p.uuid = ? AND s.id = (SELECT min(id) FROM students)`, n, a.Clock.Now(), partner)
		if err != nil {
			return err
		}
		return index.TouchAll(ctx, tx, "reviews", a.Clock.Now())
	})
	if err != nil {
		t.Fatal(err)
	}
}

func timeType(a *testkit.App) string {
	if a.DB.Postgres() {
		return "TIMESTAMPTZ"
	}
	return "TEXT"
}
