package db

import (
	"database/sql"
	"fmt"
	"reflect"
	"strings"
	"sync"
	"time"
)

// scanPlan maps the columns of a result to fields of T.
type scanPlan struct {
	single bool    // T is one value, not a struct
	paths  [][]int // field index path of each column
}

// inline marks a struct field whose fields are columns, for type parameters, which cannot be embedded.
const inline = ",inline"

type planKey struct {
	row     reflect.Type
	columns string
}

var (
	plans       sync.Map // planKey → scanPlan
	timeType    = reflect.TypeFor[time.Time]()
	scannerType = reflect.TypeFor[sql.Scanner]()
)

func planFor[T any](rows Rows) (scanPlan, error) {
	columns, err := rows.Columns()
	if err != nil {
		return scanPlan{}, err
	}
	t := reflect.TypeFor[T]()
	if t.Kind() != reflect.Struct || t == timeType || reflect.PointerTo(t).Implements(scannerType) {
		return scanPlan{single: true}, nil
	}
	key := planKey{t, strings.Join(columns, ",")}
	if known, ok := plans.Load(key); ok {
		return known.(scanPlan), nil
	}
	fields := map[string][]int{}
	collectFields(t, nil, fields)
	p := scanPlan{paths: make([][]int, len(columns))}
	for i, c := range columns {
		path, ok := fields[c]
		if !ok {
			return scanPlan{}, fmt.Errorf("%s has no field for column %q", t, c)
		}
		p.paths[i] = path
	}
	plans.Store(key, p)
	return p, nil
}

func collectFields(t reflect.Type, at []int, into map[string][]int) {
	for i := range t.NumField() {
		f := t.Field(i)
		path := append(append([]int{}, at...), i)
		if tag := f.Tag.Get("db"); tag != "" && tag != inline {
			into[tag] = path
		} else if (f.Anonymous || tag == inline) && f.Type.Kind() == reflect.Struct {
			collectFields(f.Type, path, into)
		}
	}
}

// targets returns the Scan destinations within row. They can be reused, because Scan sets every column.
func (p scanPlan) targets(row any) []any {
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
		return &timeScanner{set: func(t time.Time, _ bool) { *p = t }}
	case **time.Time:
		return &timeScanner{set: func(t time.Time, known bool) {
			*p = nil
			if known {
				*p = &t
			}
		}}
	default:
		return p
	}
}

// timeScanner scans a time on either engine: SQLite returns text for computed times (max, coalesce …).
type timeScanner struct{ set func(t time.Time, known bool) }

// Scan implements sql.Scanner.
func (s *timeScanner) Scan(src any) error {
	switch v := src.(type) {
	case nil:
		s.set(time.Time{}, false)
	case time.Time:
		s.set(v.UTC(), true)
	case string:
		t, err := time.Parse("2006-01-02 15:04:05.999999999-07:00", v)
		if err != nil {
			return err
		}
		s.set(t.UTC(), true)
	default:
		return fmt.Errorf("cannot read a time from %T", src)
	}
	return nil
}
