package app

import (
	"context"

	"studbonus/internal/exports"
	"studbonus/internal/journal"
	"studbonus/internal/platform/access"
	"studbonus/internal/platform/listquery"
	"studbonus/internal/students"
)

// peopleOf lets the journal find students and applicants, in the caller's scope and recorded like their lists.
func peopleOf(s *areas) func(ctx context.Context, search string, limit int) ([]journal.Person, error) {
	return func(ctx context.Context, search string, limit int) ([]journal.Person, error) {
		var out []journal.Person
		for _, kind := range []students.Kind{students.Students, students.Applications} {
			q := listquery.Query[students.Filter]{Search: search, Filter: students.Filter{Kind: kind}, Sort: "surname", Direction: listquery.Ascending, Limit: limit - len(out)}
			if q.Limit == 0 {
				break
			}
			page, err := s.Students.List(ctx, q)
			if err != nil {
				return nil, err
			}
			for _, r := range page.Rows {
				out = append(out, journal.Person{UUID: r.UUID, Surname: r.Surname, Name: r.Name, Patronymic: r.Patronymic})
			}
		}
		return out, nil
	}
}

// takenOf tells the journal which exports held a person.
func takenOf(s *areas) func(ctx context.Context, rows map[string][]int64, before int64) ([]journal.Taken, int64, error) {
	return func(ctx context.Context, rows map[string][]int64, before int64) ([]journal.Taken, int64, error) {
		found, next, err := s.Exports.Containing(ctx, exports.Asked{Rows: rows, Before: before})
		out := make([]journal.Taken, len(found))
		for i, h := range found {
			out[i] = journal.Taken{
				ID: h.ID, At: h.CreatedAt, Operator: h.OperatorName, Of: access.Principal{Role: h.Role, University: h.University}.Scope(),
				List: h.Name, Filter: h.Filter, Purpose: h.Purpose, Rows: h.Rows,
			}
			for _, d := range h.Downloads {
				out[i].Downloads = append(out[i].Downloads, journal.Downloaded{At: d.At, Address: d.Address})
			}
		}
		return out, next, err
	}
}
