package reviews

import (
	"slices"

	"studbonus/internal/platform/fault"
)

// toDecide returns the statuses that an operator who works through the reviews is dealt: those in moderation, or with the filter
// "without answer" the ones that students read or may soon read (rules 34.2).
func (f Filter) toDecide() ([]Status, error) {
	if err := f.check(); err != nil {
		return nil, err
	}
	open := []Status{Moderation}
	if f.Answered != nil && !*f.Answered {
		open = []Status{Moderation, Public}
	}
	switch {
	case f.IsDeleted, f.Status != "" && !slices.Contains(open, f.Status):
		return nil, fault.Invalid("status", "Подряд разбирают отзывы на модерации или без ответа.")
	case f.Status != "":
		open = []Status{f.Status}
	}
	return open, nil
}
