package db

import (
	"context"
	"reflect"
	"strings"
)

// Column is a column and the value to write into it.
type Column struct {
	Name  string
	Value any
}

// Tags of a row type. A field is named once: db is its column, from its source when that is a joined table, form its name on
// the wire and in the history when a form sets it.
//
//	LegalName string `db:"legal_name" form:"legalName"`
//	CityName  string `db:"city_name" from:"c.name" form:"nameMainCity"`
const (
	columnTag = "db"
	sourceTag = "from"
	formTag   = "form"
)

// Select lists the columns of T for a SELECT from the table with this alias.
func Select[T any](alias string) string {
	var columns []string
	eachField(reflect.TypeFor[T](), nil, func(f reflect.StructField, _ []int) {
		column := f.Tag.Get(columnTag)
		if source := f.Tag.Get(sourceTag); source != "" {
			columns = append(columns, source+" AS "+column)
		} else {
			columns = append(columns, alias+"."+column)
		}
	})
	return strings.Join(columns, ", ")
}

// FormColumns returns the columns of the row's own table that a form sets.
func FormColumns(row any) (columns []Column) {
	v := reflect.ValueOf(row)
	eachField(v.Type(), nil, func(f reflect.StructField, path []int) {
		if f.Tag.Get(formTag) != "" && f.Tag.Get(sourceTag) == "" {
			columns = append(columns, Column{f.Tag.Get(columnTag), v.FieldByIndex(path).Interface()})
		}
	})
	return columns
}

// eachField visits the fields that are columns, also those of embedded structs.
func eachField(t reflect.Type, at []int, visit func(f reflect.StructField, path []int)) {
	for i := range t.NumField() {
		f := t.Field(i)
		path := append(append([]int{}, at...), i)
		if f.Tag.Get(columnTag) != "" {
			visit(f, path)
		} else if f.Anonymous && f.Type.Kind() == reflect.Struct {
			eachField(f.Type, path, visit)
		}
	}
}

// Insert adds a row and returns its id.
func Insert(ctx context.Context, tx Tx, table string, columns ...Column) (int64, error) {
	text := "INSERT INTO " + table + " (" + strings.Join(Names(columns), ", ") + ") VALUES (?" + strings.Repeat(", ?", len(columns)-1) + ") RETURNING id"
	return One[int64](ctx, tx, text, Values(columns)...)
}

// Update writes columns of a row and raises its version.
func Update(ctx context.Context, tx Tx, table string, id int64, columns ...Column) error {
	text := "UPDATE " + table + " SET " + strings.Join(Names(columns), " = ?, ") + " = ?, version = version + 1 WHERE id = ?"
	_, err := tx.Exec(ctx, text, append(Values(columns), id)...)
	return err
}

// Names returns the names of columns.
func Names(columns []Column) []string {
	out := make([]string, len(columns))
	for i, c := range columns {
		out[i] = c.Name
	}
	return out
}

// Values returns the values of columns.
func Values(columns []Column) []any {
	out := make([]any, len(columns))
	for i, c := range columns {
		out[i] = c.Value
	}
	return out
}

// IDs returns the ids of the rows of a table with these uuids.
func IDs(ctx context.Context, q Querier, table string, uuids ...string) ([]int64, error) {
	return All[int64](ctx, q, "SELECT id FROM "+table+" WHERE uuid IN (?)", uuids)
}
