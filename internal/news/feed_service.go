package news

import (
	"cmp"
	"context"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/fault"
)

// Feed returns what a student sees now, pinned news first, then the newest. Dates are compared on every read, so items
// appear and disappear on time without a job.
func (s *Service) Feed(ctx context.Context, student string, after FeedKey, limit int) ([]Entry, error) {
	now := s.Clock()
	r, err := reader(ctx, s.DB, student, now)
	if err != nil {
		return nil, err
	}
	p := feedPage{now: now, after: after.orStart(now), limit: limit}
	entries := []Entry{}
	if p.after.IsPinned {
		if entries, err = pinned(ctx, s.DB, r, p); err != nil {
			return nil, err
		}
		for i := range entries {
			entries[i].IsPinned = true
		}
		p.after = p.after.afterPinned()
	}
	if p.limit -= len(entries); p.limit > 0 {
		more, err := unpinned(ctx, s.DB, r, p)
		if err != nil {
			return nil, err
		}
		entries = append(entries, more...)
	}
	for i := range entries {
		entries[i].At = p.after.At
	}
	return entries, nil
}

// Story returns an item that the student sees now, and what the student has answered to it.
func (s *Service) Story(ctx context.Context, student, news string) (Story, error) {
	now := s.Clock()
	r, err := reader(ctx, s.DB, student, now)
	if err != nil {
		return Story{}, err
	}
	item, err := itemFor(ctx, s.DB, r, now, news)
	if err != nil {
		return Story{}, err
	}
	whole, err := withParts(ctx, s.DB, []Item{item})
	if err != nil {
		return Story{}, err
	}
	done, err := answeredBy(ctx, s.DB, r.ID, item.ID)
	return Story{Item: whole[0], HasVoted: done.HasVoted, HasSeat: done.HasSeat}, err
}

// Audience selects the students whom an item is for.
type Audience struct {
	News      string // the edited item; empty: a new one by the caller
	Level     Level
	Faculties []string
	Course    int
}

// Reach counts the active students in an audience.
func (s *Service) Reach(ctx context.Context, a Audience) (int, error) {
	p := access.From(ctx)
	var check fault.Check
	check.When(!a.Level.known(), "typeNews", noLevel)
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
		if !powersOver(p, item).owns { // otherwise a reader could count another university's students
			return 0, fault.Forbidden()
		}
		university, region = *cmp.Or(item.University, &university), *cmp.Or(item.Region, &region)
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
