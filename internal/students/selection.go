package students

import (
	"fmt"
	"slices"

	"studbonus/internal/platform/fault"
)

// mostDecided is how many applications are decided at once: each has its notice.
const mostDecided = 500

// Selection is the applications of a decision: by uuid, or all that the list finds.
type Selection struct {
	UUIDs []string
	Found *Found // instead of UUIDs
}

// Found selects everything that the list finds by a search and a filter.
type Found struct {
	Search   string
	Filter   Filter
	Expected int // the total that the operator saw
}

// checked returns the selection without duplicates.
func (s Selection) checked() (Selection, error) {
	s.UUIDs = slices.Clone(s.UUIDs)
	slices.Sort(s.UUIDs)
	s.UUIDs = slices.Compact(s.UUIDs)
	number, field := len(s.UUIDs), "uuidUsers"
	if s.Found != nil {
		if number > 0 {
			return s, fault.Invalid("filter", "Передайте или заявки, или фильтр.")
		}
		if err := s.Found.Filter.check(); err != nil {
			return s, err
		}
		number, field = s.Found.Expected, "expected"
	}
	var check fault.Check
	check.When(number < 1, field, "Выберите хотя бы одну заявку.")
	check.When(number > mostDecided, field, fmt.Sprintf("За раз можно решить не больше %d заявок, а выбрано %d. Сузьте поиск или фильтр.", mostDecided, number))
	return s, check.Err()
}
