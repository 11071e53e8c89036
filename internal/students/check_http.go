package students

import (
	"context"

	"studbonus/internal/platform/rest"
)

type findingWire struct {
	Kind          string  `json:"kind" enum:"phone,person,latin,course,ended,noPortrait,smallPortrait"`
	Text          string  `json:"text"`
	Other         *string `json:"uuidUser" doc:"Другой студент, о котором речь"`
	IsApplication bool    `json:"isApplication" doc:"Он ещё не студент: его карточка среди заявок"`
}

func (s *Service) checks(ctx context.Context, in *cardIn) (rest.Items[findingWire], error) {
	found, err := s.Findings(ctx, in.UUID)
	return rest.NewItems(found, func(f Finding) findingWire {
		return findingWire{Kind: f.Kind, Text: f.Text, Other: rest.Null(f.Other), IsApplication: f.IsApplication}
	}), err
}
