// Package fault defines the errors that an operator may read, each with a kind and a Russian sentence. Any other error is
// internal and shown only as a number.
package fault

import (
	"errors"
	"fmt"
	"strings"
	"time"
)

// Kind classifies an error by what the caller can do about it.
type Kind int

// The kinds; internal/platform/rest maps each to one HTTP status.
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

// Field is one broken rule of a form. Name is the field's wire name.
type Field struct {
	Name    string
	Message string
}

// Error is a refusal with a Russian message for the operator.
type Error struct {
	Kind       Kind
	Message    string
	Type       string // for programs that react to this refusal; usually empty
	Fields     []Field
	RetryAfter time.Duration
	cause      error
}

// Error returns the message with fields and cause, for the log.
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

// Unwrap returns the cause, which goes to the log and never to an operator.
func (e *Error) Unwrap() error { return e.cause }

// Because returns a copy with a cause for the log.
func (e *Error) Because(cause error) *Error {
	with := *e
	with.cause = cause
	return &with
}

// Is reports whether err is a refusal of this kind.
func Is(err error, kind Kind) bool {
	e, ok := errors.AsType[*Error](err)
	return ok && e.Kind == kind
}

// Malformed refuses a request that cannot be parsed.
func Malformed(message string) *Error { return &Error{Kind: KindMalformed, Message: message} }

// Unauthenticated refuses a caller without a valid session.
func Unauthenticated(message string) *Error {
	return &Error{Kind: KindUnauthenticated, Message: message}
}

// Forbidden refuses a signed-in caller without permission.
func Forbidden() *Error {
	return &Error{Kind: KindForbidden, Message: "Доступ запрещён."}
}

// The types of a refusal that the console resolves itself and then repeats the call.
const (
	TypeConfirm = "confirm" // ask for the password or a code
	TypeFactor  = "factor"  // set up the second factor
)

// ConfirmFirst refuses a dangerous call whose caller has not proved the identity recently.
func ConfirmFirst() *Error {
	return &Error{Kind: KindForbidden, Type: TypeConfirm, Message: "Подтвердите, что это вы: введите пароль или код."}
}

// SetUpFactorFirst refuses everything but the set-up of a second factor that is required.
func SetUpFactorFirst() *Error {
	return &Error{Kind: KindForbidden, Type: TypeFactor, Message: "Сначала настройте вход по коду из приложения."}
}

// NotAllowed refuses a signed-in caller and says why.
func NotAllowed(message string) *Error { return &Error{Kind: KindForbidden, Message: message} }

// NotFound refuses an object that does not exist or is outside the caller's scope.
func NotFound() *Error { return &Error{Kind: KindNotFound, Message: "Не найдено."} }

// Conflict refuses a change that the current state does not allow.
func Conflict(message string) *Error { return &Error{Kind: KindConflict, Message: message} }

// Stale refuses to save a card that somebody else has changed meanwhile.
func Stale() *Error {
	return Conflict("Данные уже изменил кто-то другой. Обновите страницу и повторите.")
}

// TooLarge refuses a body or file over its limit.
func TooLarge(message string) *Error { return &Error{Kind: KindTooLarge, Message: message} }

// WrongType refuses a file or body of an unsupported type.
func WrongType(message string) *Error { return &Error{Kind: KindWrongType, Message: message} }

// TooMany refuses a caller over a rate limit.
func TooMany(message string, retry time.Duration) *Error {
	return &Error{Kind: KindTooMany, Message: message, RetryAfter: retry}
}

// Unavailable refuses because a dependency is down.
func Unavailable(message string, retry time.Duration) *Error {
	return &Error{Kind: KindUnavailable, Message: message, RetryAfter: retry}
}

// Invalid refuses one field of a form.
func Invalid(field, message string) *Error {
	return &Error{Kind: KindInvalid, Message: message, Fields: []Field{{field, message}}}
}

// Check collects the broken rules of a form, to report them all at once.
type Check struct{ fields []Field }

// Add records a broken rule.
func (c *Check) Add(field, message string) {
	c.fields = append(c.fields, Field{field, message})
}

// When records a broken rule if broken is true.
func (c *Check) When(broken bool, field, message string) {
	if broken {
		c.Add(field, message)
	}
}

// Err returns nil if no rule is broken.
func (c *Check) Err() error {
	switch len(c.fields) {
	case 0:
		return nil
	case 1:
		return Invalid(c.fields[0].Name, c.fields[0].Message)
	}
	return &Error{Kind: KindInvalid, Message: "Проверьте заполнение полей.", Fields: c.fields}
}
