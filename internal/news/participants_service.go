package news

import (
	"context"

	"studbonus/internal/access"
	"studbonus/internal/audit"
	"studbonus/internal/db"
	"studbonus/internal/fault"
	"studbonus/internal/list"
)

// Participants are a page of those who come to an item's event, as far as they are in the caller's scope.
func (s *Service) Participants(ctx context.Context, news string, q list.Query[struct{}]) (list.Page[Participant], error) {
	item, err := s.withEvent(ctx, news)
	if err != nil {
		return list.Page[Participant]{}, err
	}
	return participants(ctx, s.DB, access.From(ctx).Scope(), item.Event.ID, q)
}

func (s *Service) withEvent(ctx context.Context, news string) (Item, error) {
	item, err := byUUID(ctx, s.DB, sightOf(access.From(ctx)), news)
	if err == nil && item.Event == nil {
		err = fault.NotFound()
	}
	return item, err
}

// ExportParticipants is the whole list as a spreadsheet; that it left the house is written down.
func (s *Service) ExportParticipants(ctx context.Context, news string) ([]byte, error) {
	item, err := s.withEvent(ctx, news)
	if err != nil {
		return nil, err
	}
	file, rows, err := participantsFile(func(use func(Participant) error) error {
		return eachParticipant(ctx, s.DB, access.From(ctx).Scope(), item.Event.ID, use)
	})
	if err != nil {
		return nil, err
	}
	return file, s.exported(ctx, audit.Entry{Action: "news.exportParticipants", Kind: "event", Object: item.Event.UUID, After: map[string]any{"rows": rows}})
}

func (s *Service) exported(ctx context.Context, e audit.Entry) error {
	return s.DB.Tx(ctx, func(ctx context.Context, tx db.Tx) error { return audit.Write(ctx, tx, s.Clock(), e) })
}

// ExportSurvey is the results of a survey as a spreadsheet: the sums of all, the words of students in the caller's scope.
func (s *Service) ExportSurvey(ctx context.Context, survey string) ([]byte, error) {
	news, err := itemOfSurvey(ctx, s.DB, sightOf(access.From(ctx)), survey)
	if err != nil {
		return nil, err
	}
	found, err := s.Survey(ctx, news)
	if err != nil {
		return nil, err
	}
	own, err := ownAnswers(ctx, s.DB, access.From(ctx).Scope(), found.ID)
	if err != nil {
		return nil, err
	}
	file, err := surveyFile(found, own)
	if err != nil {
		return nil, err
	}
	return file, s.exported(ctx, audit.Entry{Action: "news.exportSurvey", Kind: "survey", Object: survey, After: map[string]any{"voted": found.Voted}})
}
