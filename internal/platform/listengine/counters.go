package listengine

import (
	"context"
	"fmt"

	"studbonus/internal/platform/db"
)

// totalFromCounters returns the query that sums list_counts; false when the counters cannot answer.
func (b sqlBuilder) totalFromCounters(q Query) (text string, args []any, ok bool) {
	if !b.HasCounters || len(q.Terms) > 0 || len(q.Sets) > 0 || len(q.Ranges) > 0 {
		return "", nil, false
	}
	condition, scoped := q.Scope.Where("scope")
	text, args = "SELECT coalesce(sum(added), 0) FROM list_counts WHERE list = ? AND "+condition, append([]any{b.Table}, scoped...)
	for _, in := range q.Facets {
		switch {
		case in.Values == nil:
			continue
		case in.Facet != 0:
			return "", nil, false
		}
		text, args = text+" AND facet"+inOperator(in), append(args, in.Values)
	}
	return text, args, true
}

// mergeCounters sums the rows of each counter into one. On PostgreSQL every change adds a row, so that writers do not
// wait for each other; SQLite updates one in place.
func mergeCounters(ctx context.Context, tx db.Tx) error {
	if !tx.Postgres() {
		return nil
	}
	_, err := tx.Exec(ctx, `WITH gone AS (DELETE FROM list_counts RETURNING list, scope, facet, added)
		INSERT INTO list_counts (list, scope, facet, added) SELECT list, scope, facet, sum(added) FROM gone GROUP BY 1, 2, 3 HAVING sum(added) <> 0`)
	return err
}

// Verify counts the rows of a list with counters and describes every counter that is wrong.
func (x *Index) Verify(ctx context.Context) ([]string, error) {
	b := x.sql
	return db.All[string](db.InBackground(ctx), x.db, fmt.Sprintf(`SELECT 'счётчик %s, область ' || scope || ', вид ' || facet || ': расхождение ' || sum(added)
		FROM (SELECT scope, facet, added FROM list_counts WHERE list = ? UNION ALL SELECT %s, %s, -1 FROM %s) both_ways
		GROUP BY scope, facet HAVING sum(added) <> 0 ORDER BY scope, facet`, b.Table, b.scope(), b.Facets[0].number(), b.From), b.Table)
}
