package news

import (
	"context"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/audit"
	"studbonus/internal/platform/db"
	"studbonus/internal/platform/exporting"
	"studbonus/internal/platform/fault"
	"studbonus/internal/platform/listquery"
	"studbonus/internal/platform/xlsx"
)

// Participants returns a page of the students in the caller's scope who registered for an item's event, and records whom it shows.
func (s *Service) Participants(ctx context.Context, news string, q listquery.Query[struct{}]) (listquery.Page[Participant], error) {
	item, err := s.withEvent(ctx, news)
	if err != nil {
		return listquery.Page[Participant]{}, err
	}
	scope := access.From(ctx).Scope()
	p, err := participants(ctx, s.DB, scope, item.Event.ID, q)
	ids := make([]int64, len(p.Rows))
	for i, r := range p.Rows {
		ids[i] = r.ID
	}
	university, _ := scope.University()
	s.Audit.Listed(ctx, audit.PageSeen{
		Action: audit.ParticipantsListed, Kind: audit.People, University: university, IDs: ids,
		Question: participantsAsked{News: item.UUID, Event: item.Event.Title, Order: q.Direction, Offset: q.Offset, Limit: q.Limit},
	})
	return p, err
}

// participantsAsked is what the journal keeps of the question.
type participantsAsked struct {
	News   string              `json:"uuidNews"`
	Event  string              `json:"event"`
	Order  listquery.Direction `json:"order"`
	Offset int                 `json:"offset"`
	Limit  int                 `json:"limit"`
}

func (s *Service) withEvent(ctx context.Context, news string) (Item, error) {
	item, err := byUUID(ctx, s.DB, sightOf(access.From(ctx)), news)
	if err == nil && item.Event == nil {
		err = fault.NotFound()
	}
	return item, err
}

// HasManyParticipants reports whether the spreadsheet needs a recent proof of identity.
func (s *Service) HasManyParticipants(ctx context.Context, news string) (bool, error) {
	item, err := s.withEvent(ctx, news)
	if err != nil {
		return false, err
	}
	n, err := countParticipants(ctx, s.DB, access.From(ctx).Scope(), item.Event.ID)
	return n > exporting.Large, err
}

// exportedParticipants is how the exports name the spreadsheet of ExportParticipants.
var exportedParticipants = exporting.List{Kind: "participants", Area: access.News, Sheet: xlsx.Sheet{Name: "Участники мероприятия"}, IsPersonal: true}

// ExportParticipants returns the whole list as a spreadsheet. The export is audited and remembered, because it contains personal data.
func (s *Service) ExportParticipants(ctx context.Context, news string) ([]byte, error) {
	item, err := s.withEvent(ctx, news)
	if err != nil {
		return nil, err
	}
	given := exporting.Given{Kind: exportedParticipants.Kind, Filter: exporting.Words{}.Named("Мероприятие", item.Event.Title).String()}
	file, err := participantsFile(func(use func(Participant) error) error {
		return eachParticipant(ctx, s.DB, access.From(ctx).Scope(), item.Event.ID, func(p Participant) error {
			given.People = append(given.People, p.ID)
			return use(p)
		})
	})
	if err != nil {
		return nil, err
	}
	given.Rows = len(given.People)
	return file, s.DB.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		if err := s.RecordExport(ctx, tx, given); err != nil {
			return err
		}
		return audit.Write(ctx, tx, s.Clock(), audit.Entry{Action: "news.exportParticipants", Kind: "event", Object: item.Event.UUID, After: map[string]any{"rows": given.Rows}})
	})
}
