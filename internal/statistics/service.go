package statistics

import (
	"context"
	"slices"
	"time"

	"studbonus/internal/access"
	"studbonus/internal/clock"
	"studbonus/internal/db"
	"studbonus/internal/list"
)

// Service is the use cases of statistics.
type Service struct{ Deps }

// Deps is what the service is made of.
type Deps struct {
	DB    *db.DB
	Clock clock.Clock
	Hooks Hooks
}

// Hooks are what the lists count: the tiles agree with them because they ask them.
type Hooks struct {
	Students             func(ctx context.Context, scope access.Scope, moments []time.Time) ([]int, error)
	Partners, Promotions func(ctx context.Context, moments []time.Time) ([]int, error)
}

// New makes the service.
func New(d Deps) *Service { return &Service{d} }

// Tiles are what there is in the caller's scope, or what the last thirty days brought.
func (s *Service) Tiles(ctx context.Context, p Period) (Tiles, error) {
	starts := monthStarts(s.Clock())
	var out Tiles
	for _, count := range []struct {
		tile *Tile
		by   func(ctx context.Context, moments []time.Time) ([]int, error)
	}{
		{&out.Students, func(ctx context.Context, moments []time.Time) ([]int, error) {
			return s.Hooks.Students(ctx, access.From(ctx).Scope(), moments)
		}},
		{&out.Partners, s.Hooks.Partners}, {&out.Promotions, s.Hooks.Promotions}, {&out.Points, s.points},
	} {
		counts, err := count.by(ctx, starts)
		if err != nil {
			return Tiles{}, err
		}
		*count.tile = newTile(p, counts)
	}
	return out, nil
}

// points counts trade points by when they were added; they have no list, but sums by day.
func (s *Service) points(ctx context.Context, moments []time.Time) ([]int, error) {
	out := make([]int, len(moments)+1)
	err := pointsByDay(ctx, s.DB, func(day int64, points int) {
		part := 0
		for part < len(moments) && !clock.DayStart(day).Before(moments[part]) {
			part++
		}
		out[part] += points
	})
	return out, err
}

// Rating is a page of all partners by the views that students in the caller's scope gave them. Those with none have a
// place too: whom nobody looks at is what an operator wants to know.
func (s *Service) Rating(ctx context.Context, q list.Query[Filter]) (Rating, error) {
	scope := access.From(ctx).Scope()
	if q.Filter.Period == Month {
		if err := s.moveWindow(ctx, universityOf(scope), clock.DayNumber(s.Clock())); err != nil {
			return Rating{}, err
		}
	}
	all, err := s.Hooks.Partners(ctx, nil)
	if err != nil {
		return Rating{}, err
	}
	out := Rating{Total: all[0]}
	b := board{DB: s.DB, university: universityOf(scope), column: columnOf(q.Sort, q.Filter.Period), descending: q.Direction == list.Descending}
	if out.Most, err = b.most(ctx); err != nil {
		return Rating{}, err
	}
	switch {
	case q.Filter.After != nil:
		out.Rows, err = b.after(ctx, *q.Filter.After, q.Limit)
	case b.descending:
		out.Rows, err = b.fromTheTop(ctx, q.Offset, q.Limit)
	default:
		out.Rows, err = b.fromTheBottom(ctx, all[0], q.Offset, q.Limit)
	}
	return out, err
}

// after goes on from a partner: to the end of those who are like him, with views or without, then to the others.
func (b board) after(ctx context.Context, last After, limit int) ([]Rated, error) {
	id, err := partnerID(ctx, b, last.Partner)
	if err != nil {
		return nil, err
	}
	parts := []func(context.Context, start, int) ([]Rated, error){b.viewed, b.unviewed}
	if !b.descending {
		slices.Reverse(parts)
	}
	if inSecond := (last.Views == 0) == b.descending; inSecond {
		parts = parts[1:]
	}
	rows, from := []Rated{}, start{key: &key{last.Views, id}}
	for _, part := range parts {
		more, err := part(ctx, from, limit-len(rows))
		if err != nil {
			return nil, err
		}
		if rows = append(rows, more...); len(rows) == limit {
			break
		}
		from = start{}
	}
	return rows, nil
}

// fromTheTop: those with views, then those without.
func (b board) fromTheTop(ctx context.Context, offset, limit int) ([]Rated, error) {
	rows, err := b.viewed(ctx, start{offset: offset}, limit)
	if err != nil || len(rows) == limit {
		return rows, err
	}
	viewed := offset + len(rows)
	if len(rows) == 0 && offset > 0 { // past the last of them
		if viewed, err = b.countViewed(ctx); err != nil {
			return nil, err
		}
	}
	rest, err := b.unviewed(ctx, start{offset: max(0, offset-viewed)}, limit-len(rows))
	return append(rows, rest...), err
}

// fromTheBottom is the same list backwards.
func (b board) fromTheBottom(ctx context.Context, total, offset, limit int) ([]Rated, error) {
	viewed, err := b.countViewed(ctx)
	if err != nil {
		return nil, err
	}
	unviewed, rows := max(0, total-viewed), []Rated{}
	if offset < unviewed {
		if rows, err = b.unviewed(ctx, start{offset: offset}, min(limit, unviewed-offset)); err != nil {
			return nil, err
		}
	}
	if len(rows) == limit {
		return rows, nil
	}
	rest, err := b.viewed(ctx, start{offset: max(0, offset-unviewed)}, limit-len(rows))
	return append(rows, rest...), err
}
