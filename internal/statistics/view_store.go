package statistics

import (
	"context"
	"database/sql"
	"errors"
	"strings"

	"studbonus/internal/platform/db"
)

// viewer is a student whose views are counted.
type viewer struct {
	UUID       string `db:"uuid"`
	University int64  `db:"university_id"`
	Status     string `db:"status"`
	EndYear    int    `db:"end_year"`
}

// viewers returns the students of views by uuid.
func viewers(ctx context.Context, tx db.Tx, views []View) (map[string]viewer, error) {
	uuids := make([]string, len(views))
	for i, v := range views {
		uuids[i] = v.Student
	}
	out := map[string]viewer{}
	err := db.Each(ctx, tx, func(s viewer) error { out[s.UUID] = s; return nil },
		"SELECT CAST(uuid AS TEXT) AS uuid, university_id, status, end_year FROM students WHERE uuid IN (?)", uuids)
	return out, err
}

// viewedPartners returns the ids of partners by uuid. Blocked ones count: a view from just before the block may arrive
// after it.
func viewedPartners(ctx context.Context, tx db.Tx, views []View) (map[string]int64, error) {
	uuids := make([]string, len(views))
	for i, v := range views {
		uuids[i] = v.Partner
	}
	type partner struct {
		UUID string `db:"uuid"`
		ID   int64  `db:"id"`
	}
	out := map[string]int64{}
	err := db.Each(ctx, tx, func(p partner) error { out[p.UUID] = p.ID; return nil }, "SELECT CAST(uuid AS TEXT) AS uuid, id FROM partners WHERE uuid IN (?)", uuids)
	return out, err
}

// placeholders returns the VALUES of a statement that writes many rows.
func placeholders(rows, columns int) string {
	one := "(" + strings.TrimSuffix(strings.Repeat("?, ", columns), ", ") + "), "
	return strings.TrimSuffix(strings.Repeat(one, rows), ", ")
}

func addToDays(ctx context.Context, tx db.Tx, rows int, values []any) error {
	_, err := tx.Exec(ctx, "INSERT INTO partner_view_days (university_id, day, partner_id, cards, barcodes) VALUES "+placeholders(rows, 5)+`
		ON CONFLICT (university_id, day, partner_id) DO UPDATE SET cards = partner_view_days.cards + EXCLUDED.cards, barcodes = partner_view_days.barcodes + EXCLUDED.barcodes`, values...)
	return err
}

func addToTotals(ctx context.Context, tx db.Tx, rows int, values []any) error {
	_, err := tx.Exec(ctx, "INSERT INTO partner_views (university_id, partner_id, cards, barcodes, month_cards, month_barcodes) VALUES "+placeholders(rows, 6)+`
		ON CONFLICT (university_id, partner_id) DO UPDATE SET cards = partner_views.cards + EXCLUDED.cards, barcodes = partner_views.barcodes + EXCLUDED.barcodes,
		month_cards = partner_views.month_cards + EXCLUDED.month_cards, month_barcodes = partner_views.month_barcodes + EXCLUDED.month_barcodes`, values...)
	return err
}

// openWindow returns the last day of a university's window. The first view creates it.
func openWindow(ctx context.Context, tx db.Tx, university, day int64) (int64, error) {
	const read = "SELECT day FROM partner_view_windows WHERE university_id = ?"
	window, err := db.One[int64](ctx, tx, read, university)
	if !errors.Is(err, sql.ErrNoRows) {
		return window, err
	}
	if _, err := tx.Exec(ctx, "INSERT INTO partner_view_windows (university_id, day) VALUES (?, ?) ON CONFLICT DO NOTHING", university, day); err != nil {
		return 0, err
	}
	return db.One[int64](ctx, tx, read, university) // a parallel request may have created it
}

func isBehind(ctx context.Context, q db.Querier, university, today int64) (bool, error) {
	return db.Exists(ctx, q, "SELECT 1 FROM partner_view_windows WHERE university_id = ? AND day < ?", university, today)
}

func windowsBefore(ctx context.Context, q db.Querier, today int64) ([]int64, error) {
	return db.All[int64](ctx, q, "SELECT university_id FROM partner_view_windows WHERE day < ? ORDER BY university_id", today)
}

func lockWindow(ctx context.Context, tx db.Tx, university int64) (int64, error) {
	return db.One[int64](ctx, tx, "SELECT day FROM partner_view_windows WHERE university_id = ?"+tx.ForUpdate(), university)
}

func setWindow(ctx context.Context, tx db.Tx, university, day int64) error {
	_, err := tx.Exec(ctx, "UPDATE partner_view_windows SET day = ? WHERE university_id = ?", day, university)
	return err
}

// takeOff subtracts the views of a range of days, excluding its end, from the sums of the month.
func takeOff(ctx context.Context, tx db.Tx, university, from, before int64) error {
	_, err := tx.Exec(ctx, `UPDATE partner_views SET month_cards = month_cards - gone.cards, month_barcodes = month_barcodes - gone.barcodes
		FROM (SELECT partner_id, sum(cards) AS cards, sum(barcodes) AS barcodes FROM partner_view_days WHERE university_id = ? AND day >= ? AND day < ? GROUP BY partner_id) gone
		WHERE partner_views.university_id = ? AND partner_views.partner_id = gone.partner_id`, university, from, before, university)
	return err
}

// wrongSums compares sums of partners with their days, and sums over all universities with those of each.
func wrongSums(ctx context.Context, q db.Querier) ([]string, error) {
	return db.All[string](ctx, q, `SELECT 'просмотры партнёра ' || partner_id || ' в университете ' || university_id || ' не складываются' FROM (
		SELECT university_id, partner_id, cards, barcodes, month_cards, month_barcodes FROM partner_views
		UNION ALL SELECT d.university_id, d.partner_id, -d.cards, -d.barcodes, CASE WHEN d.day > w.day - ? THEN -d.cards ELSE 0 END, CASE WHEN d.day > w.day - ? THEN -d.barcodes ELSE 0 END
			FROM partner_view_days d JOIN partner_view_windows w ON w.university_id = d.university_id) both_sides
		GROUP BY university_id, partner_id HAVING sum(cards) <> 0 OR sum(barcodes) <> 0 OR sum(month_cards) <> 0 OR sum(month_barcodes) <> 0
		UNION ALL SELECT 'просмотры партнёра ' || partner_id || ' не те, что у университетов' FROM partner_views
		GROUP BY partner_id HAVING sum(CASE WHEN university_id = 0 THEN cards ELSE -cards END) <> 0 OR sum(CASE WHEN university_id = 0 THEN barcodes ELSE -barcodes END) <> 0`,
		monthDays, monthDays)
}
