package statistics

import (
	"context"
	"log/slog"
	"slices"
	"time"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/clock"
	"studbonus/internal/platform/db"
	"studbonus/internal/platform/listquery"
)

// Service is the use cases of statistics.
type Service struct {
	Deps
	pending collected
}

// Deps are the dependencies of the service.
type Deps struct {
	DB    *db.DB
	Clock clock.Clock
	Log   *slog.Logger
	Hooks Hooks
}

// Hooks count rows of the lists, so that tiles and lists always agree.
type Hooks struct {
	Students             func(ctx context.Context, scope access.Scope, moments []time.Time) ([]int, error)
	Partners, Promotions func(ctx context.Context, moments []time.Time) ([]int, error)
}

// New creates the service.
func New(d Deps) *Service { return &Service{Deps: d} }

// Tiles returns the totals in the caller's scope, or those of the last thirty days.
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

// points counts trade points by the day they were added; they have no list, only sums by day.
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

// Rating returns a page of all partners by views of students in the caller's scope. Partners without views are included:
// operators look for them.
func (s *Service) Rating(ctx context.Context, q listquery.Query[Filter]) (Rating, error) {
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
	b := board{DB: s.DB, university: universityOf(scope), column: columnOf(q.Sort, q.Filter.Period), descending: q.Direction == listquery.Descending}
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

// after continues after a partner: first within its group, with or without views, then in the other group.
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

// fromTheTop returns partners with views, then those without.
func (b board) fromTheTop(ctx context.Context, offset, limit int) ([]Rated, error) {
	rows, err := b.viewed(ctx, start{offset: offset}, limit)
	if err != nil || len(rows) == limit {
		return rows, err
	}
	viewed := offset + len(rows)
	if len(rows) == 0 && offset > 0 { // past the last partner with views
		if viewed, err = b.countViewed(ctx); err != nil {
			return nil, err
		}
	}
	rest, err := b.unviewed(ctx, start{offset: max(0, offset-viewed)}, limit-len(rows))
	return append(rows, rest...), err
}

// fromTheBottom is fromTheTop in reverse.
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
