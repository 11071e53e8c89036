package reviews

import (
	"slices"

	"studbonus/internal/platform/fault"
)

const (
	maxNamed = 1000 // reviews in a selection by uuid
	maxFound = 5000 // reviews in "all found": a transaction of this size takes one or two seconds
)

// Selection is the reviews of an action: by uuid, or all that the list finds.
type Selection struct {
	UUIDs []string
	Found *Found                   // instead of UUIDs
	Stale func(version int64) bool // reports whether the caller's version is outdated; nil: not checked
}

// Found selects everything that the list finds by a search and a filter.
type Found struct {
	Search   string
	Filter   Filter
	Expected int // the total that the operator saw
}

// Named selects reviews by uuid.
func Named(uuids ...string) Selection { return Selection{UUIDs: uuids} }

// checked returns the selection without duplicates.
func (s Selection) checked() (Selection, error) {
	switch {
	case s.Found != nil && len(s.UUIDs) > 0:
		return s, fault.Invalid("filter", "Передайте или отзывы, или фильтр.")
	case s.Found != nil:
		return s, s.Found.check()
	case len(s.UUIDs) == 0:
		return s, fault.Invalid("uuidComments", "Выберите хотя бы один отзыв.")
	case len(s.UUIDs) > maxNamed:
		return s, fault.Invalid("uuidComments", "За раз можно выбрать не больше 1000 отзывов.")
	}
	s.UUIDs = slices.Clone(s.UUIDs)
	slices.Sort(s.UUIDs)
	s.UUIDs = slices.Compact(s.UUIDs)
	return s, nil
}

func (f Found) check() error {
	if err := f.Filter.check(); err != nil {
		return err
	}
	var check fault.Check
	check.When(f.Filter.IsDeleted, "filter", "Удалённые отзывы можно только восстановить.")
	check.When(f.Expected < 1, "expected", "Выберите хотя бы один отзыв.")
	check.When(f.Expected > maxFound, "expected", "За раз можно изменить не больше 5000 отзывов. Сузьте поиск или фильтр.")
	return check.Err()
}
