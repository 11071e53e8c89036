package reviews

import (
	"context"

	"studbonus/internal/rest"
)

// SelectionIn is which reviews an action is for: named by their identifiers, or all that the list finds.
type SelectionIn struct {
	UUIDs    []string    `json:"uuidComments,omitempty" format:"uuid" maxItems:"1000" nullable:"true" doc:"Отзывы по одному"`
	Filter   *filterWire `json:"filter,omitempty" doc:"Или всё, что находит список с этим фильтром"`
	Expected int         `json:"expected,omitempty" doc:"Сколько отзывов видел оператор; если их уже не столько, отказ 409"`
}

func (in SelectionIn) selection(ifMatch rest.IfMatch) Selection {
	out := Selection{UUIDs: in.UUIDs, Stale: ifMatch.Stale}
	if in.Filter != nil {
		filter, search := in.Filter.filter()
		out.Found = &Found{Search: search, Filter: filter, Expected: in.Expected}
	}
	return out
}

type moveIn struct {
	rest.IfMatch
	Body struct {
		SelectionIn
		Status Status `json:"status" doc:"public или rejected"`
	}
}

func (s *Service) move(ctx context.Context, in *moveIn) (rest.Nothing, error) {
	return rest.Nothing{}, s.Move(ctx, in.Body.selection(in.IfMatch), in.Body.Status)
}

type deleteIn struct{ Body SelectionIn }

func (s *Service) delete(ctx context.Context, in *deleteIn) (rest.Nothing, error) {
	return rest.Nothing{}, s.Delete(ctx, in.Body.selection(rest.IfMatch{}))
}

type deleteOneIn struct {
	UUID string `path:"uuidComment"`
	rest.IfMatch
}

func (s *Service) deleteOne(ctx context.Context, in *deleteOneIn) (rest.Nothing, error) {
	return rest.Nothing{}, s.Delete(ctx, Selection{UUIDs: []string{in.UUID}, Stale: in.Stale})
}

type restoreIn struct {
	Body struct {
		UUIDs []string `json:"uuidComments" format:"uuid" maxItems:"1000"`
	}
}

func (s *Service) restore(ctx context.Context, in *restoreIn) (rest.Nothing, error) {
	return rest.Nothing{}, s.Restore(ctx, in.Body.UUIDs)
}
