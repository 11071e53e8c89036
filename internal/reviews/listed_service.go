package reviews

import (
	"context"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/audit"
	"studbonus/internal/platform/listquery"
)

// noteListed records whose reviews a page has shown to the caller.
func (s *Service) noteListed(ctx context.Context, q listquery.Query[Filter], rows []Row) {
	ids := make([]int64, len(rows))
	for i, r := range rows {
		ids[i] = r.Student
	}
	asked := pageAsked(q)
	if q.Filter.Status != "" {
		asked["status"] = q.Filter.Status
	}
	if answered := q.Filter.Answered; answered != nil {
		asked[map[bool]string{true: "answered", false: "unanswered"}[*answered]] = true
	}
	if q.Filter.MaxRating != nil {
		asked["maxRating"] = *q.Filter.MaxRating
	}
	if q.Filter.IsDeleted {
		asked["deleted"] = true
	}
	s.notePage(ctx, audit.PageSeen{Action: audit.ReviewsListed, Search: q.Search, IDs: ids, Question: asked})
}

// noteTab records the authors on a page of a partner's tab.
func (s *Service) noteTab(ctx context.Context, action string, of reviewed, q listquery.Query[struct{}], authors []int64) {
	asked := pageAsked(q)
	asked["uuidPartner"], asked["partner"] = of.UUID, of.Name
	s.notePage(ctx, audit.PageSeen{Action: action, IDs: authors, Question: asked})
}

// pageAsked is what the journal keeps of every question; the search text is kept apart.
func pageAsked[F any](q listquery.Query[F]) map[string]any {
	return map[string]any{"sort": q.Sort, "order": q.Direction, "offset": q.Offset, "limit": q.Limit}
}

func (s *Service) notePage(ctx context.Context, p audit.PageSeen) {
	p.Kind = audit.People
	p.University, _ = access.From(ctx).Scope().University()
	s.Audit.Listed(ctx, p)
}
