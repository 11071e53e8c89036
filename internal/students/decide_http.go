package students

import (
	"context"

	"studbonus/internal/platform/fault"
	"studbonus/internal/platform/rest"
)

type moveIn struct {
	rest.IfMatch
	Body struct {
		Student string   `json:"uuidUser" format:"uuid"`
		Status  string   `json:"newStatus"`
		Reason  *string  `json:"reasonText,omitempty"`
		Fields  []string `json:"fields,omitempty" nullable:"true" maxItems:"20" doc:"Поля заявки, которые студенту нужно исправить; только при отказе"`
	}
}

func (s *Service) move(ctx context.Context, in *moveIn) (rest.Nothing, error) {
	return rest.Nothing{}, s.Move(ctx, Move{Student: in.Body.Student, To: Status(in.Body.Status), Reason: rest.Text(in.Body.Reason), Fields: in.Body.Fields}, in.Stale)
}

type decideIn struct {
	Body struct {
		UUIDs    []string  `json:"uuidUsers,omitempty" format:"uuid" maxItems:"5000" nullable:"true" doc:"Заявки по одной, не больше 500"`
		Filter   *FilterIn `json:"filter,omitempty" doc:"Или все заявки, что находит список с этим фильтром"`
		Expected int       `json:"expected,omitempty" doc:"Сколько заявок видел оператор; если их уже не столько, отказ 409"`
		Status   string    `json:"newStatus" doc:"active или rejected"`
		Reason   *string   `json:"reasonText,omitempty"`
		Fields   []string  `json:"fields,omitempty" nullable:"true" maxItems:"20" doc:"Поля заявок, которые студентам нужно исправить; только при отказе"`
	}
}

type decidedWire struct {
	Decided  int    `json:"decided" doc:"Сколько заявок решено"`
	Decision string `json:"uuidDecision" doc:"Две минуты отменяет это решение"`
}

func (s *Service) decideMany(ctx context.Context, in *decideIn) (decidedWire, error) {
	b := in.Body
	sel := Selection{UUIDs: b.UUIDs}
	if b.Filter != nil {
		q := b.Filter.query(rest.Paging{}, Applications)
		sel.Found = &Found{Search: q.Search, Filter: q.Filter, Expected: b.Expected}
	}
	done, err := s.Decide(ctx, sel, Verdict{To: Status(b.Status), Reason: rest.Text(b.Reason), Fields: b.Fields})
	return decidedWire(done), err
}

type undoIn struct {
	Body struct {
		Student  *string `json:"uuidUser,omitempty" format:"uuid" doc:"Отменить своё последнее решение об этом студенте"`
		Decision *string `json:"uuidDecision,omitempty" format:"uuid" doc:"Или всё, что решено вместе"`
	}
}

type undoneWire struct {
	Undone  int `json:"undone" doc:"Сколько решений отменено"`
	Skipped int `json:"skipped" doc:"Сколько осталось: после решения их изменили"`
}

func (s *Service) undoCall(ctx context.Context, in *undoIn) (undoneWire, error) {
	student, decision := rest.Text(in.Body.Student), rest.Text(in.Body.Decision)
	switch {
	case (student == "") == (decision == ""):
		return undoneWire{}, fault.Invalid("uuidUser", "Передайте или студента, или решение.")
	case student != "":
		done, err := s.Undo(ctx, student)
		return undoneWire(done), err
	}
	done, err := s.UndoTogether(ctx, decision)
	return undoneWire(done), err
}
