package reviews

import (
	"context"

	"studbonus/internal/platform/rest"
)

type answerIn struct {
	rest.IfMatch
	Body struct {
		Review string `json:"uuidComment" format:"uuid"`
		Text   string `json:"answer" doc:"До 1000 символов"`
	}
}

type answeredWire struct {
	UUID string `json:"uuidAnswer"`
}

func (s *Service) answer(ctx context.Context, in *answerIn) (answeredWire, error) {
	id, err := s.Answer(ctx, Reply{To: in.Body.Review, Text: in.Body.Text, Stale: in.Stale})
	return answeredWire{UUID: id}, err
}

type editAnswerIn struct {
	rest.IfMatch
	Body struct {
		Answer string `json:"uuidAnswer" format:"uuid"`
		Text   string `json:"answer" doc:"До 1000 символов"`
	}
}

func (s *Service) editAnswer(ctx context.Context, in *editAnswerIn) (rest.Nothing, error) {
	return rest.Nothing{}, s.EditAnswer(ctx, Reply{To: in.Body.Answer, Text: in.Body.Text, Stale: in.Stale})
}

type deleteAnswerIn struct {
	UUID string `path:"uuidAnswer"`
	rest.IfMatch
}

func (s *Service) deleteAnswer(ctx context.Context, in *deleteAnswerIn) (rest.Nothing, error) {
	return rest.Nothing{}, s.DeleteAnswer(ctx, Reply{To: in.UUID, Stale: in.Stale})
}
