// Package status holds the rules for changing a status: which transitions exist and which need a reason.
package status

import (
	"slices"
	"strings"

	"studbonus/internal/platform/fault"
	"studbonus/internal/platform/form"
)

const maxReason = 500

// Rules are the transitions of one kind of object.
type Rules[S ~string] struct {
	Moves       map[S][]S // every legal transition; anything else is a conflict
	NeedReason  []S       // a transition to one of these is explained to the person it affects
	Field       string    // wire name of the new status
	ReasonField string    // wire name of the reason
}

// Knows reports whether s is a status at all.
func (r Rules[S]) Knows(s S) bool { _, ok := r.Moves[s]; return ok }

// Allows reports whether from may become to.
func (r Rules[S]) Allows(from, to S) bool { return slices.Contains(r.Moves[from], to) }

// Check refuses a status that does not exist.
func (r Rules[S]) Check(to S) error {
	if !r.Knows(to) {
		return fault.Invalid(r.Field, "Неизвестный статус.")
	}
	return nil
}

// Reason returns the reason to store: trimmed and required where one is needed, dropped elsewhere.
func (r Rules[S]) Reason(to S, reason string) (string, error) {
	if !slices.Contains(r.NeedReason, to) {
		return "", nil
	}
	reason = strings.TrimSpace(reason)
	if reason == "" {
		return "", fault.Invalid(r.ReasonField, "Укажите причину.")
	}
	if form.Longer(reason, maxReason) {
		return "", fault.Invalid(r.ReasonField, "Причина не длиннее 500 символов.")
	}
	return reason, nil
}
