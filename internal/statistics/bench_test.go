package statistics_test

import (
	"context"
	"fmt"
	"os"
	"strconv"
	"testing"
	"time"

	"studbonus/internal/partners"
	"studbonus/internal/platform/access"
	"studbonus/internal/platform/clock"
	"studbonus/internal/platform/db"
	"studbonus/internal/platform/listquery"
	"studbonus/internal/statistics"
	"studbonus/internal/test/kit"
	"studbonus/internal/test/testdb"
)

const (
	benchPartners = 50_000
	viewsADay     = 20 // per partner: 100 days of 50,000 partners are 100 million
)

// benchDays returns the number of days with views; each day has a row per partner.
func benchDays() int {
	if n, err := strconv.Atoi(os.Getenv("STUDBONUS_VIEW_DAYS")); err == nil {
		return n
	}
	return 10
}

// BenchmarkStatistics measures every question with 50,000 partners: STUDBONUS_VIEW_DAYS=100 go test -run '^$' -bench Statistics ./internal/statistics
func BenchmarkStatistics(b *testing.B) {
	for _, e := range testdb.Engines() {
		b.Run(string(e), func(b *testing.B) { benchmarkStatistics(b, kit.New(b, e)) })
	}
}

func benchmarkStatistics(b *testing.B, a *kit.App) {
	ctx := db.InBackground(access.WithPrincipal(context.Background(), access.Principal{Role: access.OperatorAll}))
	student := fillViews(ctx, b, a)
	for _, index := range []interface{ Sync(context.Context) error }{a.Students.Index(), a.Partners.Index(), a.Promotions.Index()} {
		if err := index.Sync(ctx); err != nil {
			b.Fatal(err)
		}
	}
	measure := func(name string, run func(i int) error) {
		b.Run(name, func(b *testing.B) {
			for i := range b.N {
				if err := run(i); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
	for _, p := range []statistics.Period{statistics.AllTime, statistics.Month} {
		measure("tiles/"+string(p), func(int) error { _, err := a.Statistics.Tiles(ctx, p); return err })
		for _, direction := range []listquery.Direction{listquery.Descending, listquery.Ascending} {
			for place, offset := range map[string]int{"first": 0, "middle": benchPartners / 2, "last": benchPartners - 50} {
				measure(fmt.Sprintf("rating/%s/%s/%s", p, direction, place), func(int) error {
					r, err := a.Statistics.Rating(ctx, listquery.Query[statistics.Filter]{
						Sort: "cViewCard", Direction: direction, Offset: offset, Limit: 50, Filter: statistics.Filter{Period: p},
					})
					if err == nil && len(r.Rows) != 50 {
						err = fmt.Errorf("%d rows", len(r.Rows))
					}
					return err
				})
			}
		}
	}
	uuids, err := db.All[string](ctx, a.DB, "SELECT CAST(uuid AS TEXT) FROM partners")
	if err != nil {
		b.Fatal(err)
	}
	for _, direction := range []listquery.Direction{listquery.Descending, listquery.Ascending} {
		q := listquery.Query[statistics.Filter]{Sort: "cViewCard", Direction: direction, Offset: benchPartners - 100, Limit: 50, Filter: statistics.Filter{Period: statistics.AllTime}}
		before, err := a.Statistics.Rating(ctx, q)
		if err != nil {
			b.Fatal(err)
		}
		last := before.Rows[len(before.Rows)-1]
		q.Filter.After = &statistics.After{Views: last.Views, Partner: last.UUID}
		measure(fmt.Sprintf("rating/%s/going on to the last", direction), func(int) error { _, err := a.Statistics.Rating(ctx, q); return err })
	}
	measure("record", func(i int) error {
		return a.Statistics.Record(ctx, statistics.View{Student: student, Partner: uuids[i%len(uuids)], Kind: statistics.Card})
	})
	b.Run("a day falls out of a window", func(b *testing.B) {
		for range b.N {
			a.Clock.Advance(24 * time.Hour)
			if err := a.Statistics.CleanUp(ctx); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// fillViews bulk-loads partners and days of views, and returns a student to record more.
func fillViews(ctx context.Context, b *testing.B, a *kit.App) string {
	b.Helper()
	must := func(err error) {
		if err != nil {
			b.Fatal(err)
		}
	}
	made := 0
	_, err := a.Partners.LoadBulk(ctx, func() *partners.Bulk {
		if made++; made > benchPartners {
			return nil
		}
		return &partners.Bulk{Change: partners.Change{Name: fmt.Sprintf("Партнёр %d", made)}, Category: 1, City: 1, Status: partners.Active}
	})
	must(err)
	exec := func(text string, args ...any) {
		must(a.DB.Tx(ctx, func(ctx context.Context, tx db.Tx) error { _, err := tx.Exec(ctx, text, args...); return err }))
	}
	exec("DELETE FROM partner_view_days")
	exec("DELETE FROM partner_views")
	ids, err := db.All[int64](ctx, a.DB, "SELECT id FROM partners ORDER BY id")
	must(err)
	today, days, row := clock.DayNumber(a.Clock.Now()), benchDays(), 0
	_, err = a.DB.Bulk(ctx, "partner_view_days", []string{"university_id", "day", "partner_id", "cards", "barcodes"}, func() []any {
		day, partner := row/len(ids), row%len(ids)
		if day == days {
			return nil
		}
		row++
		n := int64(1 + partner*7919%(2*viewsADay-1))
		return []any{int64(0), today - int64(days-1-day), ids[partner], n, int64(0)}
	})
	must(err)
	exec(`INSERT INTO partner_views (university_id, partner_id, cards, barcodes, month_cards, month_barcodes)
		SELECT university_id, partner_id, sum(cards), 0, sum(CASE WHEN day > ? THEN cards ELSE 0 END), 0 FROM partner_view_days GROUP BY university_id, partner_id`, today-30)
	if a.Engine == kit.PostgreSQL {
		exec("ANALYZE partner_views")
	}
	views, err := db.One[int64](ctx, a.DB, "SELECT sum(cards) FROM partner_views WHERE university_id = 0")
	must(err)
	b.Logf("%d views of %d partners in %d sums by day", views, len(ids), row)
	student, err := db.One[string](ctx, a.DB, "SELECT CAST(uuid AS TEXT) FROM students WHERE status = 'active' AND end_year > 2026 ORDER BY id LIMIT 1")
	must(err)
	return student
}
