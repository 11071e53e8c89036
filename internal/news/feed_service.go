package news

import (
	"context"

	"studbonus/internal/access"
	"studbonus/internal/fault"
)

// Feed is what a student sees at this moment, pinned news first. Dates are compared when it is asked for, so an
// item appears and disappears on time without anybody's doing, on every instance and after any restart.
func (s *Service) Feed(ctx context.Context, student string, offset, limit int) ([]Item, error) {
	r, err := reader(ctx, s.DB, student)
	if err != nil {
		return nil, err
	}
	items, err := feed(ctx, s.DB, r, window{s.Clock(), offset, limit})
	if err != nil {
		return nil, err
	}
	return withParts(ctx, s.DB, items)
}

// Audience is whom an item is for.
type Audience struct {
	News      string // an item that is edited; empty: a new one of the caller's
	Level     Level
	Faculties []string
	Course    int
}

// Reach is how many active students an item will be shown to.
func (s *Service) Reach(ctx context.Context, a Audience) (int, error) {
	p := access.From(ctx)
	var check fault.Check
	check.When(!a.Level.known(), "typeNews", required)
	check.When(a.Level != University && len(a.Faculties) > 0, "forFaculty", forUniversityOnly)
	if err := check.Err(); err != nil {
		return 0, err
	}
	if a.Level == Federal && p.Role != access.OperatorAll {
		return 0, fault.Forbidden()
	}
	university, region := p.University, p.Region
	if a.News != "" {
		item, err := byUUID(ctx, s.DB, sightOf(p), a.News)
		if err != nil {
			return 0, err
		}
		if !powersOver(p, item).owns { // a reader must not count another university's students by its item
			return 0, fault.Forbidden()
		}
		university, region = valueOr(item.University, university), valueOr(item.Region, region)
	}
	var universities, faculties []int64
	switch a.Level {
	case University:
		universities = []int64{university}
	case Region:
		var err error
		if universities, err = universitiesOf(ctx, s.DB, region); err != nil {
			return 0, err
		}
	case Federal: // all
	}
	if len(a.Faculties) > 0 {
		found, err := facultiesOf(ctx, s.DB, university, a.Faculties)
		if err != nil {
			return 0, err
		}
		faculties = []int64{}
		for _, f := range found {
			faculties = append(faculties, f.ID)
		}
	}
	return s.CountReaders(ctx, universities, faculties, a.Course)
}

func valueOr(v *int64, otherwise int64) int64 {
	if v == nil {
		return otherwise
	}
	return *v
}
