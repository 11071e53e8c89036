// Package fault is the error vocabulary of the house: what an operator may read,
// and which kind of refusal it is. Every other error is ours and is shown as a number.
package fault

import (
	"errors"
	"fmt"
	"strings"
	"time"
)

// Kind says what went wrong, in the few ways that a caller can act upon.
type Kind int

// The kinds of refusal; internal/rest maps each to one HTTP status.
const (
	KindMalformed Kind = iota + 1
	KindUnauthenticated
	KindForbidden
	KindNotFound
	KindConflict
	KindTooLarge
	KindWrongType
	KindInvalid
	KindTooMany
	KindUnavailable
)

// Field is one broken rule of a form, named by the wire name of its field.
type Field struct {
	Name    string
	Message string
}

// Error is a refusal with a Russian sentence fit to show.
type Error struct {
	Kind       Kind
	Message    string
	Fields     []Field
	RetryAfter time.Duration
	cause      error
}

// Error gives the sentence, followed by the fields and the cause for the log.
func (e *Error) Error() string {
	var b strings.Builder
	b.WriteString(e.Message)
	for _, f := range e.Fields {
		fmt.Fprintf(&b, " [%s: %s]", f.Name, f.Message)
	}
	if e.cause != nil {
		fmt.Fprintf(&b, " (%v)", e.cause)
	}
	return b.String()
}

// Unwrap gives the cause, which is for the log and never for an operator.
func (e *Error) Unwrap() error { return e.cause }

// Because attaches the cause of a refusal for the log.
func (e *Error) Because(cause error) *Error {
	with := *e
	with.cause = cause
	return &with
}

// Is tells whether err is a refusal of this kind.
func Is(err error, kind Kind) bool {
	e, ok := errors.AsType[*Error](err)
	return ok && e.Kind == kind
}

// Malformed refuses a request that cannot be read at all.
func Malformed(message string) *Error { return &Error{Kind: KindMalformed, Message: message} }

// Unauthenticated refuses a caller whom we do not know.
func Unauthenticated(message string) *Error {
	return &Error{Kind: KindUnauthenticated, Message: message}
}

// Forbidden refuses a known caller; the text is the error catalogue's.
func Forbidden() *Error {
	return &Error{Kind: KindForbidden, Message: "Доступ запрещён."}
}

// NotFound says that there is no such thing, also when it is outside the caller's scope.
func NotFound() *Error { return &Error{Kind: KindNotFound, Message: "Не найдено."} }

// Conflict refuses a change that the present state does not allow.
func Conflict(message string) *Error { return &Error{Kind: KindConflict, Message: message} }

// Stale refuses a save of a card that somebody else has changed meanwhile.
func Stale() *Error {
	return Conflict("Данные уже изменил кто-то другой. Обновите страницу и повторите.")
}

// TooLarge refuses a body or file over its limit.
func TooLarge(message string) *Error { return &Error{Kind: KindTooLarge, Message: message} }

// WrongType refuses a file or body of a type that we do not take.
func WrongType(message string) *Error { return &Error{Kind: KindWrongType, Message: message} }

// TooMany refuses a caller who has tried too often.
func TooMany(message string, retry time.Duration) *Error {
	return &Error{Kind: KindTooMany, Message: message, RetryAfter: retry}
}

// Unavailable says that a part which we need is down for now.
func Unavailable(message string, retry time.Duration) *Error {
	return &Error{Kind: KindUnavailable, Message: message, RetryAfter: retry}
}

// Invalid refuses one field of a form.
func Invalid(field, message string) *Error {
	return &Error{Kind: KindInvalid, Message: message, Fields: []Field{{field, message}}}
}

// Check collects the broken rules of a form, so that all of them are told at once.
type Check struct{ fields []Field }

// Add records a broken rule.
func (c *Check) Add(field, message string) {
	c.fields = append(c.fields, Field{field, message})
}

// When records a broken rule if the statement that breaks it holds.
func (c *Check) When(broken bool, field, message string) {
	if broken {
		c.Add(field, message)
	}
}

// Err is nil when every rule held.
func (c *Check) Err() error {
	switch len(c.fields) {
	case 0:
		return nil
	case 1:
		return Invalid(c.fields[0].Name, c.fields[0].Message)
	}
	return &Error{Kind: KindInvalid, Message: "Проверьте заполнение полей.", Fields: c.fields}
}
