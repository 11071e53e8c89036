package reviews

import (
	"context"

	"studbonus/internal/platform/fault"
	"studbonus/internal/platform/rest"
)

// SelectionIn is the reviews of an action: by uuid, or all that the list finds.
type SelectionIn struct {
	UUIDs    []string  `json:"uuidComments,omitempty" format:"uuid" maxItems:"1000" nullable:"true" doc:"Отзывы по одному"`
	Filter   *FilterIn `json:"filter,omitempty" doc:"Или всё, что находит список с этим фильтром"`
	Expected int       `json:"expected,omitempty" doc:"Сколько отзывов видел оператор; если их уже не столько, отказ 409"`
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
		Status        Status `json:"status" doc:"public или rejected"`
		SkipUnchanged bool   `json:"skipUnchanged,omitempty" doc:"Отзывы, у которых уже этот статус, остаются как есть; без этого признака отказ 409"`
	}
}

type moveOut struct {
	Decision string `json:"uuidDecision,omitempty" doc:"Две минуты отменяет это решение"`
	Skipped  int    `json:"skipped,omitempty" doc:"Сколько отзывов осталось как есть, если передан skipUnchanged"`
}

func (s *Service) move(ctx context.Context, in *moveIn) (moveOut, error) {
	sel := in.Body.selection(in.IfMatch)
	move := s.Move
	if in.Body.SkipUnchanged {
		move = s.MoveOthers
	}
	done, err := move(ctx, sel, in.Body.Status)
	return moveOut(done), err
}

type undoIn struct {
	Body struct {
		Review   *string `json:"uuidComment,omitempty" format:"uuid" doc:"Отменить своё последнее решение об этом отзыве"`
		Decision *string `json:"uuidDecision,omitempty" format:"uuid" doc:"Или всё, что решено вместе"`
	}
}

type undoneWire struct {
	Undone  int `json:"undone" doc:"Сколько решений отменено"`
	Skipped int `json:"skipped" doc:"Сколько осталось: после решения их изменили"`
}

func (s *Service) undoCall(ctx context.Context, in *undoIn) (undoneWire, error) {
	review, decision := rest.Text(in.Body.Review), rest.Text(in.Body.Decision)
	switch {
	case (review == "") == (decision == ""):
		return undoneWire{}, fault.Invalid("uuidComment", "Передайте или отзыв, или решение.")
	case review != "":
		done, err := s.Undo(ctx, review)
		return undoneWire(done), err
	}
	done, err := s.UndoTogether(ctx, decision)
	return undoneWire(done), err
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
