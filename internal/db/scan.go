package db

import (
	"database/sql"
	"fmt"
	"reflect"
	"strings"
	"sync"
	"time"
)

// plan says where each column of a result goes within T.
type plan struct {
	single bool
	paths  [][]int
}

// inline marks a field whose own fields are columns: a type parameter cannot be embedded.
const inline = ",inline"

type planKey struct {
	row     reflect.Type
	columns string
}

var (
	plans       sync.Map // planKey → plan
	timeType    = reflect.TypeFor[time.Time]()
	scannerType = reflect.TypeFor[sql.Scanner]()
)

func planFor[T any](rows Rows) (plan, error) {
	columns, err := rows.Columns()
	if err != nil {
		return plan{}, err
	}
	t := reflect.TypeFor[T]()
	if t.Kind() != reflect.Struct || t == timeType || reflect.PointerTo(t).Implements(scannerType) {
		return plan{single: true}, nil
	}
	key := planKey{t, strings.Join(columns, ",")}
	if known, ok := plans.Load(key); ok {
		return known.(plan), nil
	}
	fields := map[string][]int{}
	collect(t, nil, fields)
	p := plan{paths: make([][]int, len(columns))}
	for i, c := range columns {
		path, ok := fields[c]
		if !ok {
			return plan{}, fmt.Errorf("%s has no field for column %q", t, c)
		}
		p.paths[i] = path
	}
	plans.Store(key, p)
	return p, nil
}

func collect(t reflect.Type, at []int, into map[string][]int) {
	for i := range t.NumField() {
		f := t.Field(i)
		path := append(append([]int{}, at...), i)
		if tag := f.Tag.Get("db"); tag != "" && tag != inline {
			into[tag] = path
		} else if (f.Anonymous || tag == inline) && f.Type.Kind() == reflect.Struct {
			collect(f.Type, path, into)
		}
	}
}

// targets are where a row's columns are scanned to. They may be used for row after row: every column is set anew.
func (p plan) targets(row any) []any {
	v := reflect.ValueOf(row).Elem()
	if p.single {
		return []any{target(v)}
	}
	into := make([]any, len(p.paths))
	for i, path := range p.paths {
		into[i] = target(v.FieldByIndex(path))
	}
	return into
}

func target(field reflect.Value) any {
	switch p := field.Addr().Interface().(type) {
	case *time.Time:
		return &moment{set: func(t time.Time, _ bool) { *p = t }}
	case **time.Time:
		return &moment{set: func(t time.Time, known bool) {
			*p = nil
			if known {
				*p = &t
			}
		}}
	default:
		return p
	}
}

// moment reads a time from either engine: SQLite hands out text where a query computes it (max, coalesce …).
type moment struct{ set func(t time.Time, known bool) }

// Scan implements sql.Scanner.
func (m *moment) Scan(src any) error {
	switch v := src.(type) {
	case nil:
		m.set(time.Time{}, false)
	case time.Time:
		m.set(v.UTC(), true)
	case string:
		t, err := time.Parse("2006-01-02 15:04:05.999999999-07:00", v)
		if err != nil {
			return err
		}
		m.set(t.UTC(), true)
	default:
		return fmt.Errorf("cannot read a time from %T", src)
	}
	return nil
}
