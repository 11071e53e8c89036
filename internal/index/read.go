package index

import (
	"context"
	"errors"
	"slices"

	"studbonus/internal/db"
)

const retakes = 5 // how often a page is taken again while rows change under it

// errReady ends a question to SQL.
var errReady = errors.New("the index can answer now")

// fromIndex asks the index, if requests may use it.
func fromIndex[T any](l *Live, ask func(*Index, followed) T) (got T, ok bool) {
	l.mu.RLock()
	defer l.mu.RUnlock()
	if !l.isUsable() {
		return got, false
	}
	return ask(l.index, l.state), true
}

// bySQL asks the database until the index can answer, which does at once what SQL may need seconds for.
func bySQL[T any](ctx context.Context, l *Live, ask func(context.Context) (T, error)) (T, error) {
	ready := l.becomesUsable()
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	go func() {
		select {
		case <-ready:
			stop(errReady)
		case <-ctx.Done():
		}
	}()
	got, err := ask(ctx)
	if err != nil && ctx.Err() != nil {
		err = context.Cause(ctx)
	}
	return got, err
}

// becomesUsable gives a channel that is closed when the index is usable; nil where that would not be known.
func (l *Live) becomesUsable() <-chan struct{} {
	l.mu.RLock()
	defer l.mu.RUnlock()
	select {
	case <-l.ready:
		if l.isOld() {
			return nil // until the background notices it
		}
	default:
	}
	return l.ready
}

// upToDate answers as of now: from the index if that can follow, by SQL if not.
func upToDate[T any](ctx context.Context, l *Live, ask func(*Index) T, sql func(context.Context) (T, error)) (T, error) {
	for try := 1; ; try++ {
		if try < retakes { // after that it has followed since the question was asked
			if err := l.follow(ctx); err != nil {
				var none T
				return none, err
			}
		}
		if got, ok := fromIndex(l, func(index *Index, _ followed) T { return ask(index) }); ok {
			return got, nil
		}
		if got, err := bySQL(ctx, l, sql); !errors.Is(err, errReady) {
			return got, err
		}
	}
}

// taken is what a page was taken from.
type taken struct {
	found Found
	state followed
	live  bool
}

func (l *Live) take(ctx context.Context, q Query) (taken, error) {
	t, ok := fromIndex(l, func(index *Index, state followed) taken { return taken{found: index.Find(q), state: state, live: true} })
	if ok {
		return t, nil
	}
	// A few pages are read at once, and the rest wait: together they would only hold up the loading.
	return bySQL(ctx, l, func(ctx context.Context) (taken, error) {
		if err := l.asking.take(ctx); err != nil {
			return taken{}, err
		}
		defer l.asking.giveBack()
		found, err := l.source.findBySQL(ctx, l.db, q)
		return taken{found: found}, err
	})
}

// Page reads the rows of a query in order. text selects them by a list of ids, its only argument; id
// tells a row's id. Rows and feed are read in one statement: when the feed holds nothing new, the page
// is exactly what plain SQL would have given at that moment; otherwise it is taken again.
func Page[T any](ctx context.Context, l *Live, q Query, text string, id func(T) int64) ([]T, int, error) {
	for try := 1; ; try++ {
		t, err := l.take(ctx, q)
		if errors.Is(err, errReady) {
			continue
		}
		if err != nil {
			return nil, 0, err
		}
		rows, f, err := readPage[T](ctx, l, t, text)
		if err != nil {
			return nil, 0, err
		}
		if !t.live || len(t.state.unseen(f)) == 0 || try >= retakes {
			return inOrder(rows, t.found.IDs, id), t.found.Total, nil
		}
		if err := l.follow(ctx); err != nil {
			return nil, 0, err
		}
	}
}

func readPage[T any](ctx context.Context, l *Live, t taken, text string) ([]T, feed, error) {
	if !t.live {
		rows, err := db.All[T](ctx, l.db, text, t.found.IDs)
		return rows, feed{}, err
	}
	probe, args := l.query(t.state, atOnce)
	if len(t.found.IDs) == 0 {
		f, err := l.read(ctx, t.state, atOnce)
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
		f, err := l.read(ctx, t.state, atOnce)
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

// Around tells a row's place and neighbours in a list; false when it is not in it.
func (l *Live) Around(ctx context.Context, q Query, id int64) (Place, bool, error) {
	type around struct {
		place Place
		in    bool
	}
	got, err := upToDate(ctx, l, func(index *Index) (a around) {
		a.place, a.in = index.Around(q, id)
		return a
	}, func(ctx context.Context) (a around, err error) {
		a.place, a.in, err = l.source.aroundBySQL(ctx, l.db, q, id)
		return a, err
	})
	return got.place, got.in, err
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
	return upToDate(ctx, l,
		func(index *Index) Found { return index.Find(q) },
		func(ctx context.Context) (Found, error) { return l.source.findBySQL(ctx, l.db, q) })
}
