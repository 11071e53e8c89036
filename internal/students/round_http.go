package students

import (
	"context"

	"studbonus/internal/platform/leases"
	"studbonus/internal/platform/rest"
)

type nextIn struct {
	rest.Paging
	After string `query:"after" format:"uuid" doc:"Продолжить после этой заявки; без неё с начала списка"`
	Body  *FilterIn
}

type handWire struct {
	Cards   []rowWire `json:"cards" nullable:"false"`
	Left    int       `json:"left" doc:"Сколько заявок ждут решения под этим фильтром"`
	Seconds int       `json:"seconds" doc:"Сколько секунд другие операторы не получат эти заявки"`
}

func (s *Service) nextApplications(ctx context.Context, in *nextIn) (handWire, error) {
	hand, err := s.Next(ctx, in.Body.query(in.Paging, Applications), in.After)
	return handWire{Cards: toRows(hand.Rows), Left: hand.Left, Seconds: int(leases.Term.Seconds())}, err
}

func (s *Service) leaveRound(ctx context.Context, _ *struct{}) (rest.Nothing, error) {
	return rest.Nothing{}, s.LeaveRound(ctx)
}
