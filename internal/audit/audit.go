// Package audit writes down who did what: every write in its own transaction, card views and
// denials in batches within a second. The table is append-only on both engines.
package audit

import (
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"time"

	"studbonus/internal/access"
	"studbonus/internal/db"
)

// Entry is one row of the log. Who, when and from where are added from the context.
type Entry struct {
	Action string // "students.block"
	Kind   string // "student"
	Object string // its uuid
	Reason string
	Before any // a struct or map; nil when the thing is new
	After  any // nil when the thing is gone
}

// Change is one field as it was and as it is.
type Change struct {
	From any `json:"from,omitempty"`
	To   any `json:"to,omitempty"`
}

const table = "audit_log"

var (
	columns = []string{"at", "operator_id", "operator_name", "university_id", "action", "kind", "object", "reason", "changes", "request_id", "address"}
	insert  = "INSERT INTO " + table + " (" + strings.Join(columns, ", ") + ") VALUES (" + strings.Repeat("?, ", len(columns)-1) + "?)"
)

// Write adds a row in the transaction of the change that it tells of.
func Write(ctx context.Context, tx db.Tx, now time.Time, e Entry) error {
	changes, err := json.Marshal(diff(e.Before, e.After))
	if err != nil {
		return fmt.Errorf("audit %s: %w", e.Action, err)
	}
	if err := tx.Then(ctx, insert, row(ctx, now, e, string(changes))...); err != nil {
		return fmt.Errorf("audit %s: %w", e.Action, err)
	}
	return nil
}

func row(ctx context.Context, now time.Time, e Entry, changes string) []any {
	p, r := access.From(ctx), access.RequestFrom(ctx)
	var operator, university *int64
	if p.Operator != 0 {
		operator, university = &p.Operator, &p.University
	}
	name := p.Surname + " " + p.Name
	if operator == nil {
		name = ""
	}
	return []any{now, operator, name, university, e.Action, e.Kind, e.Object, e.Reason, changes, r.ID, r.Address}
}

// diff keeps the fields that differ. Fields tagged audit:"secret" are told as changed, never shown;
// audit:"-" are left out. Names are those of the json tags.
func diff(before, after any) map[string]Change {
	was, is := fields(before), fields(after)
	out := map[string]Change{}
	for name, v := range is {
		if old, ok := was[name]; !ok || !reflect.DeepEqual(old, v) {
			out[name] = masked(Change{From: was[name].v, To: v.v}, v.secret)
		}
	}
	for name, old := range was {
		if _, ok := is[name]; !ok {
			out[name] = masked(Change{From: old.v}, old.secret)
		}
	}
	return out
}

func masked(c Change, secret bool) Change {
	if !secret {
		return c
	}
	const mask = "•••"
	if c.From != nil {
		c.From = mask
	}
	if c.To != nil {
		c.To = mask
	}
	return c
}

type value struct {
	v      any
	secret bool
}

func fields(thing any) map[string]value {
	out := map[string]value{}
	v := reflect.Indirect(reflect.ValueOf(thing))
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			f := v.Type().Field(i)
			name, _, _ := strings.Cut(f.Tag.Get("json"), ",") // without its options
			if mark := f.Tag.Get("audit"); !f.IsExported() || mark == "-" {
				continue
			} else if name == "" || name == "-" {
				name = f.Name
			}
			out[name] = value{v.Field(i).Interface(), f.Tag.Get("audit") == "secret"}
		}
	case reflect.Map:
		for _, key := range v.MapKeys() {
			out[fmt.Sprint(key.Interface())] = value{v: v.MapIndex(key).Interface()}
		}
	default: // nothing was there, or nothing is left
	}
	return out
}
