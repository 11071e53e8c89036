package index

import (
	"context"
	"fmt"

	"studbonus/internal/db"
)

// counted gives the query of a total from the counters of the list, where these can answer it.
func (p prepared) counted(q Query) (text string, args []any, ok bool) {
	if !p.Counted || len(q.Terms) > 0 || len(q.Sets) > 0 || len(q.Ranges) > 0 {
		return "", nil, false
	}
	condition, scoped := q.Scope.Where("scope")
	text, args = "SELECT coalesce(sum(added), 0) FROM list_counts WHERE list = ? AND "+condition, append([]any{p.Name}, scoped...)
	for _, in := range q.Facets {
		switch {
		case in.Values == nil:
			continue
		case in.Facet != 0:
			return "", nil, false
		}
		text, args = text+" AND facet"+in.how(), append(args, in.Values)
	}
	return text, args, true
}

// sumUp makes one row of the many that changes have added to a counter. SQLite keeps one anyway.
func sumUp(ctx context.Context, tx db.Tx) error {
	if !tx.Postgres() {
		return nil
	}
	_, err := tx.Exec(ctx, `WITH gone AS (DELETE FROM list_counts RETURNING list, scope, facet, added)
		INSERT INTO list_counts (list, scope, facet, added) SELECT list, scope, facet, sum(added) FROM gone GROUP BY 1, 2, 3 HAVING sum(added) <> 0`)
	return err
}

// Verify counts the rows of a list anew and tells which counters are wrong.
func (l *Live) Verify(ctx context.Context) ([]string, error) {
	p := l.source
	return db.All[string](db.InBackground(ctx), l.db, fmt.Sprintf(`SELECT 'счётчик %s, область ' || scope || ', вид ' || facet || ': расхождение ' || sum(added)
		FROM (SELECT scope, facet, added FROM list_counts WHERE list = ? UNION ALL SELECT %s, %s, -1 FROM %s) both_ways
		GROUP BY scope, facet HAVING sum(added) <> 0 ORDER BY scope, facet`, p.Name, orZero(p.Scope), p.Facets[0].number(), p.From), p.Name)
}
