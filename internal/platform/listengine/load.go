package listengine

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"studbonus/internal/platform/db"
	"studbonus/internal/platform/listengine/memindex"
)

// loadBatch is how many rows one statement of a load reads, so that a table of any size stays within the statement
// timeout.
var loadBatch = 100_000

// loadAll streams all rows by id. Rows that change meanwhile are in the change feed.
func (b sqlBuilder) loadAll(ctx context.Context, q db.Querier, add func(memindex.Row)) error {
	for last := int64(math.MinInt64); ; {
		n := 0
		err := b.loadWhere(ctx, q, func(r memindex.Row) { n, last = n+1, r.ID; add(r) }, b.ID+" > ? ORDER BY "+b.ID+" LIMIT ?", last, loadBatch)
		if err != nil || n < loadBatch {
			return err
		}
	}
}

// loadByID streams the rows with these ids.
func (b sqlBuilder) loadByID(ctx context.Context, q db.Querier, ids []int64, add func(memindex.Row)) error {
	return b.loadWhere(ctx, q, add, b.ID+" IN (?)", ids)
}

// loadWhere reuses one row: add must copy what it keeps.
func (b sqlBuilder) loadWhere(ctx context.Context, q db.Querier, add func(memindex.Row), where string, args ...any) error {
	columns := []string{b.ID, b.scope(), b.Search}
	for _, f := range b.Facets {
		columns = append(columns, f.number())
	}
	for _, s := range b.Sets {
		columns = append(columns, "coalesce("+s.Values+", '')")
	}
	columns = append(append(columns, b.texts...), b.numbers...)
	rows, err := db.Query(ctx, q, "SELECT "+strings.Join(columns, ", ")+" FROM "+b.fromAll()+" WHERE "+where, args...)
	if err != nil {
		return fmt.Errorf("load %s: %w", b.Table, err)
	}
	defer rows.Close() //nolint:errcheck // rows.Err below reports the failure
	r, sets := b.newRow()
	into := scanTargets(r, sets)
	for rows.Next() {
		if err := rows.Scan(into...); err != nil {
			return fmt.Errorf("load %s: %w", b.Table, err)
		}
		parseSets(r, sets)
		add(*r)
	}
	return rows.Err()
}

// newRow allocates a row and the joined texts of its sets.
func (b sqlBuilder) newRow() (r *memindex.Row, sets []string) {
	return &memindex.Row{
		Facets: make([]int64, len(b.Facets)), Sets: make([][]int64, len(b.Sets)),
		Texts: make([]string, len(b.texts)), Numbers: make([]int64, len(b.numbers)),
	}, make([]string, len(b.Sets))
}

func scanTargets(r *memindex.Row, sets []string) []any {
	into := []any{&r.ID, &r.Scope, &r.Search}
	for i := range r.Facets {
		into = append(into, &r.Facets[i])
	}
	for i := range sets {
		into = append(into, &sets[i])
	}
	for i := range r.Texts {
		into = append(into, &r.Texts[i])
	}
	for i := range r.Numbers {
		into = append(into, &r.Numbers[i])
	}
	return into
}

func parseSets(r *memindex.Row, sets []string) {
	for i, joined := range sets {
		r.Sets[i] = nil
		for value := range strings.SplitSeq(joined, ",") {
			if v, err := strconv.ParseInt(value, 10, 64); err == nil {
				r.Sets[i] = append(r.Sets[i], v)
			}
		}
	}
}

// clone copies a row that loadWhere reuses.
func clone(r memindex.Row) memindex.Row {
	r.Facets, r.Sets, r.Texts, r.Numbers = slices.Clone(r.Facets), slices.Clone(r.Sets), slices.Clone(r.Texts), slices.Clone(r.Numbers)
	return r
}
