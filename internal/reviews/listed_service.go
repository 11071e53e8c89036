package reviews

import (
	"context"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/audit"
	"studbonus/internal/platform/listquery"
)

// pageAsked is what the journal keeps of a question for a list; the search text is kept apart.
type pageAsked struct {
	Status     Status              `json:"status,omitempty"`
	Answered   bool                `json:"answered,omitempty"`
	Unanswered bool                `json:"unanswered,omitempty"`
	MaxRating  *int                `json:"maxRating,omitempty"`
	IsDeleted  bool                `json:"deleted,omitempty"`
	Sort       string              `json:"sort"`
	Order      listquery.Direction `json:"order"`
	Offset     int                 `json:"offset"`
	Limit      int                 `json:"limit"`
}

// noteListed records whose reviews a page has shown to the caller.
func (s *Service) noteListed(ctx context.Context, q listquery.Query[Filter], rows []Row) {
	ids := make([]int64, len(rows))
	for i, r := range rows {
		ids[i] = r.Student
	}
	answered := q.Filter.Answered
	s.notePage(ctx, audit.PageSeen{Action: audit.ReviewsListed, Search: q.Search, IDs: ids, Question: pageAsked{
		Status: q.Filter.Status, Answered: answered != nil && *answered, Unanswered: answered != nil && !*answered, MaxRating: q.Filter.MaxRating, IsDeleted: q.Filter.IsDeleted,
		Sort: q.Sort, Order: q.Direction, Offset: q.Offset, Limit: q.Limit,
	}})
}

// tabAsked is the same of a partner's tab.
type tabAsked struct {
	UUID    string              `json:"uuidPartner"`
	Partner string              `json:"partner"`
	Sort    string              `json:"sort"`
	Order   listquery.Direction `json:"order"`
	Offset  int                 `json:"offset"`
	Limit   int                 `json:"limit"`
}

// noteTab records the authors on a page of a partner's tab.
func (s *Service) noteTab(ctx context.Context, action string, of reviewed, q listquery.Query[struct{}], authors []int64) {
	s.notePage(ctx, audit.PageSeen{Action: action, IDs: authors, Question: tabAsked{
		UUID: of.UUID, Partner: of.Name, Sort: q.Sort, Order: q.Direction, Offset: q.Offset, Limit: q.Limit,
	}})
}

func (s *Service) notePage(ctx context.Context, p audit.PageSeen) {
	p.Kind = audit.People
	p.University, _ = access.From(ctx).Scope().University()
	s.Audit.Listed(ctx, p)
}
