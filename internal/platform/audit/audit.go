// Package audit records who did what: every change in its own transaction, card views and denials in batches within a
// second. Its tables are append-only. What a row says about a person is kept apart, so that it can be deleted while the
// log stays intact; seals reveal a row that was changed past the triggers.
package audit

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"time"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/db"
)

// Entry is one row of the log. Who acted, when and from where is added from the context.
type Entry struct {
	Action string // "students.block"
	Kind   string // "student"
	Object string // its uuid
	About  Person // makes reason and changes personal; zero: nobody
	Reason string
	Before any // a struct or map; nil when the object is new
	After  any // nil when the object is deleted
}

// Person is whom an entry is about.
type Person struct {
	UUID       string
	University int64
}

// Change is one field as it was and as it is.
type Change struct {
	From any `json:"from,omitempty"`
	To   any `json:"to,omitempty"`
}

const noChanges = "{}"

// Write adds a row in the transaction of the change.
func Write(ctx context.Context, tx db.Tx, now time.Time, e Entry) error {
	l, p, err := compose(ctx, now, e)
	switch {
	case err != nil:
	case p != nil:
		err = insertPersonal(ctx, tx, l, *p)
	default:
		err = insert(ctx, tx, l)
	}
	if err != nil {
		return fmt.Errorf("audit %s: %w", e.Action, err)
	}
	return nil
}

// Signed is an entry of a transaction that serves several requests: each has its own member and request.
type Signed struct {
	By   access.Member
	From access.Request
	Entry
}

// WritePersonal adds rows that are about persons, in one round trip on PostgreSQL.
func WritePersonal(ctx context.Context, tx db.Tx, now time.Time, entries []Signed) error {
	lines, details := make([]line, 0, len(entries)), make([]personal, 0, len(entries))
	for _, e := range entries {
		l, p, err := compose(access.WithRequest(access.WithMember(ctx, e.By), e.From), now, e.Entry)
		switch {
		case err != nil:
		case e.About.UUID == "":
			err = errors.New("the entry is about nobody")
		case p == nil: // nothing to keep apart
			err = insert(ctx, tx, l)
		default:
			lines, details = append(lines, l), append(details, *p)
		}
		if err != nil {
			return fmt.Errorf("audit %s: %w", e.Action, err)
		}
	}
	if err := insertAllPersonal(ctx, tx, lines, details); err != nil {
		return fmt.Errorf("audit: %w", err)
	}
	return nil
}

// compose makes the line of an entry, and what it says about a person; nil if it says nothing.
func compose(ctx context.Context, now time.Time, e Entry) (line, *personal, error) {
	changes, err := json.Marshal(diff(e.Before, e.After))
	if err != nil {
		return line{}, nil, err
	}
	l := newLine(ctx, now, e)
	l.changes = string(changes)
	if l.subject == "" || l.reason == "" && l.changes == noChanges {
		return l, nil, nil
	}
	p, err := l.detach()
	return l, &p, err
}

// personal is what a line says about a person.
type personal struct{ salt, payload []byte }

// payload is the content of audit_personal.payload.
type payload struct {
	Changes json.RawMessage `json:"changes"`
	Reason  string          `json:"reason"`
}

const saltBytes = 16

// detach moves changes and reason out of the line and leaves their hash.
func (l *line) detach() (personal, error) {
	body, err := json.Marshal(payload{Changes: json.RawMessage(l.changes), Reason: l.reason})
	if err != nil {
		return personal{}, err
	}
	p := personal{salt: make([]byte, saltBytes), payload: body}
	_, _ = rand.Read(p.salt) // never fails
	l.changes, l.reason, l.personalHash = noChanges, "", personalHash(p.salt, p.payload)
	return p, nil
}

func personalHash(salt, payload []byte) []byte {
	sum := sha256.Sum256(append(salt[:len(salt):len(salt)], payload...))
	return sum[:]
}

// diff returns the fields that differ, named by their json tags.
func diff(before, after any) map[string]Change {
	was, is := fields(before), fields(after)
	out := map[string]Change{}
	for name, v := range is {
		if old, ok := was[name]; !ok || !reflect.DeepEqual(old, v) {
			out[name] = Change{From: old, To: v}
		}
	}
	for name, old := range was {
		if _, ok := is[name]; !ok {
			out[name] = Change{From: old}
		}
	}
	return out
}

func fields(thing any) map[string]any {
	out := map[string]any{}
	v := reflect.Indirect(reflect.ValueOf(thing))
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			f := v.Type().Field(i)
			if !f.IsExported() {
				continue
			}
			name, _, _ := strings.Cut(f.Tag.Get("json"), ",") // without its options
			if name == "" || name == "-" {
				name = f.Name
			}
			out[name] = v.Field(i).Interface()
		}
	case reflect.Map:
		for _, key := range v.MapKeys() {
			out[fmt.Sprint(key.Interface())] = v.MapIndex(key).Interface()
		}
	default: // nil: the object is new or deleted
	}
	return out
}
