package statistics_test

import (
	"context"
	"fmt"
	"strconv"
	"testing"
	"time"

	"studbonus/internal/platform/clock"
	"studbonus/internal/statistics"
	"studbonus/internal/test/kit"
)

// The demo universities by id.
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
	Added  []int
}

type tiles struct{ Students, Partners, Stocks, Points tile }

type rated struct {
	UUIDPartner string
	Name        string
	Logo        *string
	Value       int64
	Share       float64
}

// follow loads the list indexes; without them plain SQL answers.
func follow(t *testing.T, a *kit.App) {
	t.Helper()
	for _, list := range []interface{ Sync(context.Context) error }{a.Students.Index(), a.Partners.Index(), a.Promotions.Index()} {
		if err := list.Sync(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
}

func readTiles(c *kit.Client, period string) (out tiles) {
	c.Get("/v2/statistics", "X-Period", period).OK().Into(&out)
	return out
}

// page is a request for a page of the rating.
type page struct {
	sort, direction, period string
	offset, limit           int
	goOn                    bool   // page by cursor, as the console does, instead of by offset
	after                   *rated // the cursor: the last partner of the previous page
}

func (p page) read(t *testing.T, c *kit.Client) (rows []rated, total int) {
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

// whole reads all pages of a rating.
func (p page) whole(t *testing.T, c *kit.Client) (lines []string) {
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

// plain computes the rating from daily rows, without the stored sums and windows.
func (p page) plain(t *testing.T, a *kit.App, university int64) []string {
	t.Helper()
	column := map[string]string{"cViewCard": "cards", "cViewBarcode": "barcodes"}[p.sort]
	since := int64(0)
	if p.period == "month" {
		since = clock.DayNumber(a.Clock.Now().Add(-29 * 24 * time.Hour))
	}
	return kit.All[string](t, a, "SELECT CAST(p.uuid AS TEXT) || ' ' || coalesce(sum(d."+column+`), 0) FROM partners p
		LEFT JOIN partner_view_days d ON d.partner_id = p.id AND d.university_id = ? AND d.day >= ?
		GROUP BY p.id, p.uuid ORDER BY coalesce(sum(d.`+column+"), 0) "+p.direction+", p.id "+p.direction, university, since)
}

func studentOf(t *testing.T, a *kit.App, university int64) string {
	t.Helper()
	return kit.One[string](t, a, "SELECT CAST(uuid AS TEXT) FROM students WHERE status = 'active' AND end_year > 2026 AND university_id = ? ORDER BY id LIMIT 1", university)
}

func partner(t *testing.T, a *kit.App, n int) string {
	t.Helper()
	return kit.One[string](t, a, "SELECT CAST(uuid AS TEXT) FROM partners ORDER BY id LIMIT 1 OFFSET ?", n)
}

func record(t *testing.T, a *kit.App, views ...statistics.View) {
	t.Helper()
	if err := a.Statistics.Record(t.Context(), views...); err != nil {
		t.Fatal(err)
	}
}

// verifySums fails if Verify finds a wrong sum.
func verifySums(t *testing.T, a *kit.App) {
	t.Helper()
	if wrong, err := a.Statistics.Verify(t.Context()); err != nil || len(wrong) > 0 {
		t.Errorf("%v: %v", err, wrong)
	}
}

// seen holds the sums of a partner: in total and for the month.
type seen struct {
	Cards         int64 `db:"cards"`
	Barcodes      int64 `db:"barcodes"`
	MonthCards    int64 `db:"month_cards"`
	MonthBarcodes int64 `db:"month_barcodes"`
}

func sumsOf(t *testing.T, a *kit.App, university int64, partner string) seen {
	t.Helper()
	found := kit.All[seen](t, a, `SELECT v.cards, v.barcodes, v.month_cards, v.month_barcodes FROM partner_views v JOIN partners p ON p.id = v.partner_id
		WHERE v.university_id = ? AND p.uuid = ?`, university, partner)
	if len(found) == 0 {
		return seen{}
	}
	return found[0]
}

func (s seen) minus(o seen) seen {
	return seen{s.Cards - o.Cards, s.Barcodes - o.Barcodes, s.MonthCards - o.MonthCards, s.MonthBarcodes - o.MonthBarcodes}
}
