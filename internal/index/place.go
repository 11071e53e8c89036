package index

import (
	"context"

	"studbonus/internal/db"
)

// Around tells a row's place and neighbours in a list; false when it is not in it.
func (l *Live) Around(ctx context.Context, q Query, id int64) (Place, bool, error) {
	index, state := l.now()
	if index == nil || l.clock().Sub(state.at) > trustFeed {
		return l.source.aroundBySQL(ctx, l.db, q, id)
	}
	if err := l.Follow(ctx); err != nil {
		return Place{}, false, err
	}
	index, _ = l.now()
	place, ok := index.Around(q, id)
	return place, ok, nil
}

// Neighbours are a row's place in a list, with the identifiers of the rows beside it; empty where there is none.
type Neighbours struct {
	Previous, Next  string
	Position, Total int // Position 0: the row is not in the list
}

// Neighbours is Around by identifiers: table holds the rows with their id and uuid.
func (l *Live) Neighbours(ctx context.Context, q Query, table string, id int64) (Neighbours, error) {
	place, in, err := l.Around(ctx, q, id)
	if err != nil || !in {
		return Neighbours{Total: place.Total}, err
	}
	type named struct {
		ID   int64  `db:"id"`
		UUID string `db:"uuid"`
	}
	out := Neighbours{Position: place.Position, Total: place.Total}
	rows, err := db.All[named](ctx, l.db, "SELECT id, uuid FROM "+table+" WHERE id IN (?)", []int64{place.Previous, place.Next})
	for _, r := range rows {
		if r.ID == place.Previous {
			out.Previous = r.UUID
		} else {
			out.Next = r.UUID
		}
	}
	return out, err
}

// Count is how many rows match.
func (l *Live) Count(ctx context.Context, q Query) (int, error) {
	q.Limit = 0
	found, err := l.Find(ctx, q)
	return found.Total, err
}

// Find gives a page's ids and the total as of now, for actions on what a list has found.
func (l *Live) Find(ctx context.Context, q Query) (Found, error) {
	index, state := l.now()
	if index == nil || l.clock().Sub(state.at) > trustFeed {
		return l.source.findBySQL(ctx, l.db, q)
	}
	if err := l.Follow(ctx); err != nil {
		return Found{}, err
	}
	index, _ = l.now()
	return index.Find(q), nil
}
