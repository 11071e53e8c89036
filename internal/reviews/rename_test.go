package reviews_test

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"time"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/db"
	"studbonus/internal/platform/listquery"
	"studbonus/internal/reviews"
	"studbonus/internal/test/kit"
)

const (
	clients    = 4
	answeredIn = 4 * time.Second // four scans in plain SQL at once; a request may take 7 s
)

// Drill row F20: a partner with many reviews is renamed while operators search the list of reviews.
func TestRenamingAPartnerWithManyReviewsDoesNotBlockSearches(t *testing.T) {
	short := 6_000
	if kit.Drilling() {
		short = 400_000
	}
	all := kit.Drill(t, "reviews", "STUDBONUS_REVIEWS", short)
	ofPartner, reps := min(all/2, 20_001), kit.Reps(t, 2)
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		partner := newPartner(t, a)
		addReviews(t, a, partner, ofPartner)
		addReviews(t, a, newPartner(t, a), all-ofPartner)
		follow(t, a)
		var slowest, back time.Duration
		for rep := range reps {
			before := kit.One[int](t, a, "SELECT coalesce(max(seq), 0) FROM list_changes")
			renamePartner(t, a, partner, fmt.Sprint("Пандора", rep))
			if n := kit.One[int](t, a, "SELECT count(*) FROM list_changes WHERE seq > ?", before); n < ofPartner {
				t.Fatalf("only %d rows of lists have changed: this proves nothing", n)
			}
			slowest = max(slowest, searched(t, a, fmt.Sprint("пандора", rep), ofPartner))
			started := time.Now()
			follow(t, a)
			back = max(back, time.Since(started))
			searched(t, a, fmt.Sprint("пандора", rep), ofPartner)
		}
		kit.Figure(t, string(a.Engine)+": slowest list", slowest.Round(time.Millisecond))
		kit.Figure(t, string(a.Engine)+": index back after another", back.Round(time.Millisecond))
		if kit.Drilling() && slowest > answeredIn {
			t.Errorf("a list took %s, want %s", slowest, answeredIn)
		}
	}, kit.WithJobs())
}

// searched finds a partner's reviews by its name from several goroutines and returns the total time.
func searched(t *testing.T, a *kit.App, name string, want int) time.Duration {
	t.Helper()
	ctx := access.WithPrincipal(t.Context(), access.Principal{Role: access.OperatorAll})
	started := time.Now()
	var searches sync.WaitGroup
	for range clients {
		searches.Go(func() {
			page, err := a.Reviews.List(ctx, listquery.Query[reviews.Filter]{Search: name, Sort: "createdAt", Direction: listquery.Descending, Limit: 15})
			if err != nil || page.Total != want || len(page.Rows) != 15 {
				t.Errorf("%s: %d rows of %d, want %d: %v", name, len(page.Rows), page.Total, want, err)
			}
		})
	}
	searches.Wait()
	return time.Since(started)
}

// addReviews gives a partner n reviews, in batches that stay below PostgreSQL's statement timeout.
func addReviews(t *testing.T, a *kit.App, partner string, n int) {
	t.Helper()
	const piece = 20_000
	uuid := "printf('%08x-0000-4000-8000-%012x', p.id, i)"
	if a.DB.Postgres() {
		uuid = "CAST(lpad(to_hex(p.id), 8, '0') || '-0000-4000-8000-' || lpad(to_hex(i), 12, '0') AS UUID)"
	}
	for first := 1; first <= n; first += piece {
		kit.Exec(t, a, `INSERT INTO reviews (uuid, partner_id, student_id, university_id, rating, body, search_text, status, created_at)
			WITH RECURSIVE n(i) AS (SELECT CAST(? AS INTEGER) UNION ALL SELECT i + 1 FROM n WHERE i < CAST(? AS INTEGER))
			SELECT `+uuid+`, p.id, s.id, s.university_id, 4, 'Вполне', 'вполне', 'moderation', CAST(? AS `+timeType(a)+`)
			FROM n, partners p, students s WHERE p.uuid = ? AND s.id = (SELECT min(id) FROM students)`,
			first, min(first+piece-1, n), a.Clock.Now(), partner)
	}
	err := a.DB.Tx(t.Context(), func(ctx context.Context, tx db.Tx) error {
		return a.Reviews.Index().TouchAll(ctx, tx)
	})
	if err != nil {
		t.Fatal(err)
	}
}

func timeType(a *kit.App) string {
	if a.DB.Postgres() {
		return "TIMESTAMPTZ"
	}
	return "TEXT"
}
