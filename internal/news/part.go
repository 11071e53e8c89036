package news

import (
	"time"

	"studbonus/internal/platform/fault"
)

// part is a survey or an event. An item has at most one of each; it is replaced as a whole, and only until a student uses it.
type part[T any] interface {
	uuid() string
	equals(other T) bool
}

func (s Survey) uuid() string { return s.UUID }
func (e Event) uuid() string  { return e.UUID }

// partForm reads a new survey or event; at is the path of the form in a larger one.
type partForm[T any] interface {
	read(check *fault.Check, at string, now time.Time) T
}

// applyPart returns the part that an edited item has. An unchanged one is not checked again: the rules for new dates would
// refuse one that has begun.
func applyPart[T part[T], F partForm[T]](f *F, present *T, check *fault.Check, at string, now time.Time) *T {
	if f == nil {
		return nil
	}
	var ignored fault.Check
	if made := (*f).read(&ignored, at, now); present != nil && made.equals(*present) {
		return present
	}
	made := (*f).read(check, at, now)
	return &made
}
