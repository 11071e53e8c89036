package listengine

import (
	"studbonus/internal/platform/access"
	"studbonus/internal/platform/listengine/memindex"
	"studbonus/internal/platform/listquery"
)

// What areas need of memindex, so that they import one package.
type (
	// Query asks by facet position and number, where a listquery.Query has filters by name and uuid.
	Query = memindex.Query
	// In filters by the values of a facet or set.
	In = memindex.In
	// Between filters by a range of a facet.
	Between = memindex.Between
	// Buckets divide the values of a facet for Histogram.
	Buckets = memindex.Buckets
)

// NewQuery translates what every list has in common: scope, search, sort and page. The area adds its filters.
func NewQuery[F any](scope access.Scope, q listquery.Query[F]) Query {
	return Query{
		Scope: scope, Terms: listquery.Terms(q.Search), Sort: q.Sort, Desc: q.Direction == listquery.Descending,
		Offset: q.Offset, Limit: q.Limit,
	}
}
