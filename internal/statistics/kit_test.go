package statistics_test

import (
	"context"
	"fmt"
	"strconv"
	"testing"
	"time"

	"studbonus/internal/clock"
	"studbonus/internal/statistics"
	"studbonus/internal/testkit"
)

// The demo universities by the numbers of their rows.
const mgu, spbgu, mgtu = 1, 2, 3

// universities of the accounts; 0 sees all of them.
var universities = map[string]int64{
	"all": 0, "student": mgu, "univer": mgu, "chairman": mgu, "flag": mgu, "student2": spbgu, "chairman2": spbgu, "new": mgtu,
}

type tile struct {
	Value  int
	Up     bool
	Change int
	Series []int
}

type tiles struct{ Students, Partners, Stocks, Points tile }

type rated struct {
	UUIDPartner string
	Name        string
	Logo        *string
	Value       int64
	Share       float64
}

// follow loads the indexes of the lists; without it plain SQL answers.
func follow(t *testing.T, a *testkit.App) {
	t.Helper()
	for _, list := range []interface{ Follow(context.Context) error }{a.Students.Index(), a.Partners.Index(), a.Promotions.Index()} {
		if err := list.Follow(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
}

func readTiles(c *testkit.Client, period string) (out tiles) {
	c.Get("/v2/statistics", "X-Period", period).OK().Into(&out)
	return out
}

// page of the rating as it is asked for.
type page struct {
	sort, direction, period string
	offset, limit           int
	goOn                    bool   // as the console does: from the last partner, not by offset
	after                   *rated // the last partner
}

func (p page) read(t *testing.T, c *testkit.Client) (rows []rated, total int) {
	t.Helper()
	headers := []string{
		"X-Sort-Field", p.sort, "X-Sort-Direction", p.direction, "X-Period", p.period, "X-Offset", strconv.Itoa(p.offset), "X-Limit", strconv.Itoa(p.limit),
	}
	if p.after != nil {
		headers = append(headers, "X-After-Value", strconv.FormatInt(p.after.Value, 10), "X-After-Partner", p.after.UUIDPartner)
	}
	got := c.Get("/v2/statistics/partner", headers...).OK()
	got.Into(&rows)
	total, err := strconv.Atoi(got.Header.Get("X-Record-Count"))
	if err != nil {
		t.Fatal(err)
	}
	return rows, total
}

// whole reads a rating in batches.
func (p page) whole(t *testing.T, c *testkit.Client) (lines []string) {
	t.Helper()
	for p.offset = 0; ; p.offset += p.limit {
		rows, _ := p.read(t, c)
		for _, r := range rows {
			lines = append(lines, fmt.Sprintf("%s %d", r.UUIDPartner, r.Value))
		}
		if len(rows) < p.limit {
			return lines
		}
		if p.goOn {
			p.after = &rows[len(rows)-1]
		}
	}
}

// plain is the same rating by a query that knows nothing of sums by partner, nor of windows.
func (p page) plain(t *testing.T, a *testkit.App, university int64) []string {
	t.Helper()
	column := map[string]string{"cViewCard": "cards", "cViewBarcode": "barcodes"}[p.sort]
	since := int64(0)
	if p.period == "month" {
		since = clock.DayNumber(a.Clock.Now().Add(-29 * 24 * time.Hour))
	}
	return testkit.All[string](t, a, "SELECT CAST(p.uuid AS TEXT) || ' ' || coalesce(sum(d."+column+`), 0) FROM partners p
		LEFT JOIN partner_view_days d ON d.partner_id = p.id AND d.university_id = ? AND d.day >= ?
		GROUP BY p.id, p.uuid ORDER BY coalesce(sum(d.`+column+"), 0) "+p.direction+", p.id "+p.direction, university, since)
}

func studentOf(t *testing.T, a *testkit.App, university int64) string {
	t.Helper()
	return testkit.One[string](t, a, "SELECT CAST(uuid AS TEXT) FROM students WHERE status = 'active' AND university_id = ? ORDER BY id LIMIT 1", university)
}

func partner(t *testing.T, a *testkit.App, n int) string {
	t.Helper()
	return testkit.One[string](t, a, "SELECT CAST(uuid AS TEXT) FROM partners ORDER BY id LIMIT 1 OFFSET ?", n)
}

func record(t *testing.T, a *testkit.App, views ...statistics.View) {
	t.Helper()
	if err := a.Statistics.Record(t.Context(), views...); err != nil {
		t.Fatal(err)
	}
}

// sound fails unless everything adds up.
func sound(t *testing.T, a *testkit.App) {
	t.Helper()
	if wrong, err := a.Statistics.Verify(t.Context()); err != nil || len(wrong) > 0 {
		t.Errorf("%v: %v", err, wrong)
	}
}

// seen are the sums of a partner: of all time, and of the month.
type seen struct {
	Cards         int64 `db:"cards"`
	Barcodes      int64 `db:"barcodes"`
	MonthCards    int64 `db:"month_cards"`
	MonthBarcodes int64 `db:"month_barcodes"`
}

func sumsOf(t *testing.T, a *testkit.App, university int64, partner string) seen {
	t.Helper()
	found := testkit.All[seen](t, a, `SELECT v.cards, v.barcodes, v.month_cards, v.month_barcodes FROM partner_views v JOIN partners p ON p.id = v.partner_id
		WHERE v.university_id = ? AND p.uuid = ?`, university, partner)
	if len(found) == 0 {
		return seen{}
	}
	return found[0]
}

func (s seen) minus(o seen) seen {
	return seen{s.Cards - o.Cards, s.Barcodes - o.Barcodes, s.MonthCards - o.MonthCards, s.MonthBarcodes - o.MonthBarcodes}
}
