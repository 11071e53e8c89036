package students

import (
	"context"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/audit"
	"studbonus/internal/platform/listquery"
)

// pageAsked is what the journal keeps of a list's question; the search text is kept apart.
type pageAsked struct {
	Status  Status              `json:"status,omitempty"`
	Cities  []string            `json:"cities,omitempty"`
	Waiting int                 `json:"waitingDays,omitempty"`
	Sort    string              `json:"sort"`
	Order   listquery.Direction `json:"order"`
	Offset  int                 `json:"offset"`
	Limit   int                 `json:"limit"`
}

// noteListed records which people a page has shown to the caller.
func (s *Service) noteListed(ctx context.Context, q listquery.Query[Filter], rows []Row) {
	ids := make([]int64, len(rows))
	for i, r := range rows {
		ids[i] = r.ID
	}
	action := audit.StudentsListed
	if q.Filter.Kind == Applications {
		action = audit.ApplicationsListed
	}
	s.notePage(ctx, audit.PageSeen{
		Action: action, Search: q.Search, IDs: ids,
		Question: pageAsked{Status: q.Filter.Status, Cities: q.Filter.Cities, Waiting: q.Filter.WaitingDays, Sort: q.Sort, Order: q.Direction, Offset: q.Offset, Limit: q.Limit},
	})
}

// noteTwins records which students were named as similar to one.
func (s *Service) noteTwins(ctx context.Context, of Student, twins []namesake) {
	ids := make([]int64, len(twins))
	for i, t := range twins {
		ids[i] = t.ID
	}
	s.notePage(ctx, audit.PageSeen{Action: audit.TwinsShown, IDs: ids, Question: map[string]string{auditKind: of.UUID}})
}

func (s *Service) notePage(ctx context.Context, p audit.PageSeen) {
	p.Kind = auditKind
	p.University, _ = access.From(ctx).Scope().University()
	s.Audit.Listed(ctx, p)
}
