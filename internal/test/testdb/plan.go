package testdb

import (
	"testing"

	"studbonus/internal/platform/db"
)

// SQLitePlan returns the steps by which SQLite carries out a query.
func SQLitePlan(t *testing.T, query string, args ...any) []string {
	t.Helper()
	type step struct {
		ID     int64  `db:"id"`
		Parent int64  `db:"parent"`
		Unused int64  `db:"notused"`
		Detail string `db:"detail"`
	}
	steps, err := db.All[step](t.Context(), New(t, SQLite), "EXPLAIN QUERY PLAN "+query, args...)
	if err != nil {
		t.Fatal(err)
	}
	details := make([]string, len(steps))
	for i, s := range steps {
		details[i] = s.Detail
	}
	return details
}
