package listengine

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"studbonus/internal/platform/db"
	"studbonus/internal/platform/listengine/memindex"
	"studbonus/internal/platform/listquery"
)

// sqlBuilder writes the SQL of a list: the load of the memory index, and the fallback for every query.
type sqlBuilder struct {
	Definition
	postgres       bool
	shape          memindex.Shape
	texts, numbers []string // expressions of the sort keys, in the order of the shape
}

func newSQLBuilder(def Definition, postgres bool) sqlBuilder {
	b := sqlBuilder{Definition: def, postgres: postgres, shape: memindex.Shape{Facets: len(def.Facets), Sets: len(def.Sets)}}
	for _, name := range slices.Sorted(maps.Keys(def.Sorts)) {
		switch by := def.Sorts[name]; {
		case by.text != "":
			b.shape.ByText, b.texts = append(b.shape.ByText, name), append(b.texts, by.text)
		case by.number != "":
			b.shape.ByNumber, b.numbers = append(b.shape.ByNumber, name), append(b.numbers, by.number)
		default:
			b.shape.ByID = append(b.shape.ByID, name)
		}
	}
	return b
}

func (b sqlBuilder) fromAll() string { return b.From + " " + b.Joins }

func (b sqlBuilder) scope() string {
	if b.Scope == "" {
		return "0"
	}
	return b.Scope
}

// where returns the condition of a query.
func (b sqlBuilder) where(q Query) (text string, args []any) {
	text, args = listquery.Condition(b.Search, q.Terms)
	condition, scoped := q.Scope.Where(b.scope())
	text, args = text+" AND "+condition, append(args, scoped...)
	for _, in := range q.Facets {
		if in.Values != nil {
			facet, values := b.Facets[in.Facet].operands(in.Values, b.postgres)
			text, args = text+" AND "+facet+inOperator(in), append(args, values)
		}
	}
	for _, in := range q.Sets {
		if in.Values != nil {
			text, args = text+" AND "+b.Sets[in.Facet].Any, append(args, in.Values)
		}
	}
	for _, r := range q.Ranges {
		text, args = text+" AND "+b.Facets[r.Facet].number()+" BETWEEN ? AND ?", append(args, r.From, r.To)
	}
	return text, args
}

func inOperator(in In) string {
	if in.Not {
		return " NOT IN (?)"
	}
	return " IN (?)"
}

// orderBy returns the order of a query: byte order on both engines, ties by id.
func (b sqlBuilder) orderBy(q Query) string {
	direction := " ASC"
	if q.Desc {
		direction = " DESC"
	}
	by := b.ID + direction
	switch s := b.Sorts[q.Sort]; {
	case s.text != "" && b.postgres:
		by = s.text + ` COLLATE "C"` + direction + ", " + by
	case s.text != "":
		by = s.text + direction + ", " + by
	case s.number != "":
		by = s.number + direction + ", " + by
	}
	return " ORDER BY " + by
}

// find answers like memindex.Index.Find.
func (b sqlBuilder) find(ctx context.Context, d *db.DB, q Query) (memindex.Result, error) {
	where, args := b.where(q)
	count, countArgs, ok := b.totalFromCounters(q)
	if !ok {
		count, countArgs = "SELECT count(*) FROM "+b.From+" WHERE "+where, args
	}
	total, err := db.One[int](ctx, d, count, countArgs...)
	if err != nil {
		return memindex.Result{}, fmt.Errorf("count %s: %w", b.Table, err)
	}
	ids, err := db.All[int64](ctx, d, "SELECT "+b.ID+" FROM "+b.fromAll()+" WHERE "+where+b.orderBy(q)+" LIMIT ? OFFSET ?", append(args, q.Limit, q.Offset)...)
	if err != nil {
		return memindex.Result{}, fmt.Errorf("page of %s: %w", b.Table, err)
	}
	return memindex.Result{IDs: ids, Total: total}, nil
}

// locate answers like memindex.Index.Locate.
func (b sqlBuilder) locate(ctx context.Context, d *db.DB, q Query, id int64) (memindex.Place, error) {
	type row struct {
		ID      int64 `db:"id"`
		Matches int   `db:"matches"`
	}
	where, args := b.where(q)
	var place memindex.Place
	previous := int64(0)
	err := db.Each(ctx, d, func(r row) error {
		switch {
		case r.ID == id:
			place.Previous, place.Before = previous, place.Total
			place.Position = r.Matches * (place.Total + 1)
		case previous == id:
			place.Next = r.ID
		}
		place.Total += r.Matches
		previous = r.ID
		return nil
	}, "SELECT "+b.ID+" AS id, CASE WHEN "+where+" THEN 1 ELSE 0 END AS matches FROM "+b.fromAll()+" WHERE ("+where+") OR "+b.ID+" = ?"+b.orderBy(q), slices.Concat(args, args, []any{id})...)
	return place, err
}

// histogram answers like memindex.Index.Histogram.
func (b sqlBuilder) histogram(ctx context.Context, d *db.DB, q Query, buckets Buckets) ([]int, error) {
	type group struct {
		Value int64 `db:"value"`
		Rows  int   `db:"number"`
	}
	where, args := b.where(q)
	out := make([]int, len(buckets.Edges)+1)
	err := db.Each(ctx, d, func(g group) error { out[buckets.Bucket(g.Value)] += g.Rows; return nil },
		"SELECT "+b.Facets[buckets.Facet].number()+" AS value, count(*) AS number FROM "+b.From+" WHERE "+where+" GROUP BY 1", args...)
	if err != nil {
		return nil, fmt.Errorf("histogram of %s: %w", b.Table, err)
	}
	return out, nil
}
