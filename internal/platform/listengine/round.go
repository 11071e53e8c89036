package listengine

import (
	"context"
	"slices"
)

// Following returns the first n ids after a row, in the order of a query, and the total. It wraps around at the end, so that
// skipped rows come again and the row itself comes last. The row need not match any more. id 0 starts at the beginning.
func (x *Index) Following(ctx context.Context, q Query, id int64, n int) (ids []int64, total int, err error) {
	start := 0
	if id != 0 {
		place, err := x.locate(ctx, q, id)
		if err != nil {
			return nil, 0, err
		}
		start = max(place.Before, place.Position)
	}
	q.Offset, q.Limit = start, n
	rest, err := x.Find(ctx, q)
	if err != nil || start == 0 || len(rest.IDs) == n {
		return rest.IDs, rest.Total, err
	}
	q.Offset, q.Limit = 0, min(start, n-len(rest.IDs))
	first, err := x.Find(ctx, q)
	for _, id := range first.IDs {
		if !slices.Contains(rest.IDs, id) { // rows moved between the two questions
			rest.IDs = append(rest.IDs, id)
		}
	}
	return rest.IDs, first.Total, err
}
