package index

import (
	"context"
	"errors"
	"slices"

	"studbonus/internal/db"
)

const retakes = 5 // how often a page is taken again while rows change under it

// taken is what a page was taken from.
type taken struct {
	found Found
	state followed
	live  bool
}

var errLoaded = errors.New("the index is loaded now")

func (l *Live) take(ctx context.Context, q Query) (taken, error) {
	if t, ok := l.takeLive(q); ok {
		return t, nil
	}
	t, err := l.takeBySQL(ctx, q, l.loaded)
	if !errors.Is(err, errLoaded) {
		return t, err
	}
	if t, ok := l.takeLive(q); ok {
		return t, nil
	}
	return l.takeBySQL(ctx, q, nil) // loaded once, but too old to be trusted
}

// takeBySQL takes a page without the index, until that is loaded: it answers at once what SQL may need seconds for. A
// few are answered meanwhile and the rest wait: together they would only hold up the loading.
func (l *Live) takeBySQL(ctx context.Context, q Query, loaded <-chan struct{}) (taken, error) {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	go func() {
		select {
		case <-loaded:
			stop(errLoaded)
		case <-ctx.Done():
		}
	}()
	select {
	case l.turns <- struct{}{}:
	case <-ctx.Done():
		return taken{}, context.Cause(ctx)
	}
	defer func() { <-l.turns }()
	found, err := l.source.findBySQL(ctx, l.db, q)
	if err != nil && ctx.Err() != nil {
		err = context.Cause(ctx)
	}
	return taken{found: found}, err
}

func (l *Live) takeLive(q Query) (taken, bool) {
	l.mu.RLock()
	defer l.mu.RUnlock()
	if l.index == nil || l.clock().Sub(l.state.at) > trustFeed {
		return taken{}, false
	}
	return taken{found: l.index.Find(q), state: l.state, live: true}, true
}

// Page reads the rows of a query in order. text selects them by a list of ids, its only argument; id
// tells a row's id. Rows and feed are read in one statement: when the feed holds nothing new, the page
// is exactly what plain SQL would have given at that moment; otherwise it is taken again.
func Page[T any](ctx context.Context, l *Live, q Query, text string, id func(T) int64) ([]T, int, error) {
	for try := 1; ; try++ {
		t, err := l.take(ctx, q)
		if err != nil {
			return nil, 0, err
		}
		rows, f, err := readPage[T](ctx, l, t, text)
		if err != nil {
			return nil, 0, err
		}
		if !t.live || len(t.state.unseen(f)) == 0 || try == retakes {
			return inOrder(rows, t.found.IDs, id), t.found.Total, nil
		}
		if err := l.Follow(ctx); err != nil {
			return nil, 0, err
		}
	}
}

func readPage[T any](ctx context.Context, l *Live, t taken, text string) ([]T, feed, error) {
	if !t.live {
		rows, err := db.All[T](ctx, l.db, text, t.found.IDs)
		return rows, feed{}, err
	}
	probe, args := l.query(t.state)
	if len(t.found.IDs) == 0 {
		f, err := l.read(ctx, t.state)
		return nil, f, err
	}
	type withFeed struct {
		Row  T           `db:",inline"`
		Feed feedColumns `db:",inline"`
	}
	rows := make([]T, 0, len(t.found.IDs))
	var seen feedColumns
	err := db.Each(ctx, l.db, func(read withFeed) error {
		rows, seen = append(rows, read.Row), read.Feed
		return nil
	}, "SELECT * FROM ("+text+") page CROSS JOIN ("+probe+") feed", append([]any{t.found.IDs}, args...)...)
	if err != nil {
		return nil, feed{}, err
	}
	if len(rows) == 0 { // every row of the page has gone
		f, err := l.read(ctx, t.state)
		return nil, f, err
	}
	return rows, seen.parse(), nil
}

// inOrder puts rows into the order of their ids.
func inOrder[T any](rows []T, ids []int64, id func(T) int64) []T {
	place := make(map[int64]int, len(ids))
	for i, id := range ids {
		place[id] = i
	}
	slices.SortFunc(rows, func(a, b T) int { return place[id(a)] - place[id(b)] })
	return rows
}

// fresh is the index up to date; false where plain SQL has to answer, because it is not loaded or too old.
func (l *Live) fresh(ctx context.Context) (*Index, bool, error) {
	if index, state := l.now(); index == nil || l.clock().Sub(state.at) > trustFeed {
		return nil, false, nil
	}
	err := l.Follow(ctx)
	index, _ := l.now()
	return index, true, err
}

// Around tells a row's place and neighbours in a list; false when it is not in it.
func (l *Live) Around(ctx context.Context, q Query, id int64) (Place, bool, error) {
	index, live, err := l.fresh(ctx)
	if err != nil {
		return Place{}, false, err
	}
	if !live {
		return l.source.aroundBySQL(ctx, l.db, q, id)
	}
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
	index, live, err := l.fresh(ctx)
	if err != nil {
		return Found{}, err
	}
	if !live {
		return l.source.findBySQL(ctx, l.db, q)
	}
	return index.Find(q), nil
}
