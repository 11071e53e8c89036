package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"sync"

	"github.com/jackc/pgx/v5"

	"studbonus/internal/cores"
	"studbonus/internal/fault"
)

// Querier is what reads and writes need: the database itself (reads only) or a transaction.
// Queries are written with ? on both engines; a slice argument becomes a list for IN (?).
type Querier interface {
	query(ctx context.Context, text string, args []any) (Rows, error)
	Postgres() bool
}

// Rows are the answer to a query, one at a time. Whoever asked closes them and looks at Err after the last.
type Rows interface {
	Columns() ([]string, error)
	Next() bool
	Scan(into ...any) error
	Err() error
	Close() error
}

func (d *DB) query(ctx context.Context, text string, args []any) (Rows, error) {
	text, args = d.bind(text, args)
	if d.Postgres() {
		rows, err := again(func() (pgx.Rows, error) { return d.poolFor(ctx).Query(ctx, text, args...) })
		return pgRows{rows}, err
	}
	if len(args) > keptArguments {
		return d.read.QueryContext(ctx, text, args...) //nolint:rowserrcheck // whoever asked checks it
	}
	st, err := d.statement(ctx, text) //nolint:sqlclosecheck // kept for the next query, closed with the database
	if err != nil {
		return nil, err
	}
	return st.QueryContext(ctx, args...) //nolint:rowserrcheck // whoever asked checks it
}

// keptArguments bounds how many texts are kept: a list of another length is another text.
const keptArguments = 128

// statement keeps a query prepared: SQLite plans a text anew each time it sees it.
func (d *DB) statement(ctx context.Context, text string) (*sql.Stmt, error) {
	if st, ok := d.statements.Load(text); ok {
		return st.(*sql.Stmt), nil
	}
	return prepare(ctx, d.read, &d.statements, text)
}

func prepare(ctx context.Context, on *sql.DB, into *sync.Map, text string) (*sql.Stmt, error) {
	st, err := on.PrepareContext(ctx, steady(text))
	if err != nil {
		return nil, err
	}
	kept, raced := into.LoadOrStore(text, st)
	if raced {
		_ = st.Close() //nolint:sqlclosecheck // only the spare one of two that were prepared at once
	}
	return kept.(*sql.Stmt), nil
}

// steady keeps SQLite from planning a prepared statement anew at every use: it does so when the planner has looked at
// the value of a parameter, and it looks at ? but not at +?, which means the same.
func steady(text string) string {
	parts := strings.Split(text, "'")
	for i := 0; i < len(parts); i += 2 { // those between are quoted
		parts[i] = strings.ReplaceAll(parts[i], "?", "+?")
	}
	return strings.Join(parts, "'")
}

var numbered sync.Map // query text → the same with $1, $2 …; only texts without a list

// bind turns ? into the engine's placeholders and spreads slices.
func (d *DB) bind(text string, args []any) (string, []any) {
	spread := false
	for _, a := range args {
		if isList(a) {
			spread = true
		}
	}
	if !spread {
		if !d.Postgres() {
			return text, args
		}
		if known, ok := numbered.Load(text); ok {
			return known.(string), args
		}
		bound, _ := rewrite(text, args, true)
		numbered.Store(text, bound)
		return bound, args
	}
	return rewrite(text, args, d.Postgres())
}

func isList(a any) bool {
	v := reflect.ValueOf(a)
	return v.Kind() == reflect.Slice && v.Type().Elem().Kind() != reflect.Uint8
}

func rewrite(text string, args []any, dollars bool) (string, []any) {
	var b strings.Builder
	out := make([]any, 0, len(args))
	mark := func(a any) {
		out = append(out, a)
		if dollars {
			b.WriteByte('$')
			b.WriteString(strconv.Itoa(len(out)))
			return
		}
		b.WriteByte('?')
	}
	next, quoted := 0, false
	for i := 0; i < len(text); i++ {
		switch {
		case text[i] == '\'':
			quoted = !quoted
			b.WriteByte('\'')
		case text[i] == '?' && !quoted && next < len(args):
			bindOne(&b, args[next], mark)
			next++
		default:
			b.WriteByte(text[i])
		}
	}
	return b.String(), out
}

func bindOne(b *strings.Builder, arg any, mark func(any)) {
	if !isList(arg) {
		mark(arg)
		return
	}
	v := reflect.ValueOf(arg)
	if v.Len() == 0 { // IN (NULL) holds for nothing, as an empty list should
		b.WriteString("NULL")
	}
	for i := range v.Len() {
		if i > 0 {
			b.WriteByte(',')
		}
		mark(v.Index(i).Interface())
	}
}

// Query gives the bare rows of a query whose columns are not known beforehand. The caller closes them.
func Query(ctx context.Context, q Querier, text string, args ...any) (Rows, error) {
	return q.query(ctx, text, args)
}

// All reads every row into T: a struct with db tags, or a single value.
func All[T any](ctx context.Context, q Querier, text string, args ...any) ([]T, error) {
	out := []T{}
	err := Each(ctx, q, func(row T) error { out = append(out, row); return nil }, text, args...)
	return out, err
}

// One reads the first row; sql.ErrNoRows when there is none.
func One[T any](ctx context.Context, q Querier, text string, args ...any) (T, error) {
	var found T
	rows, err := q.query(ctx, text, args)
	if err != nil {
		return found, err
	}
	defer rows.Close() //nolint:errcheck // rows.Err below says what went wrong
	if !rows.Next() {
		if err := rows.Err(); err != nil {
			return found, err
		}
		return found, sql.ErrNoRows
	}
	plan, err := planFor[T](rows)
	if err != nil {
		return found, err
	}
	if err := rows.Scan(plan.targets(&found)...); err != nil {
		return found, err
	}
	return found, rows.Close()
}

// ByKey is One for a row that a key leads to. On SQLite it is over before anybody could cancel it, and being ready for
// that would cost more than the row: two goroutines, one of the driver and one of database/sql.
func ByKey[T any](ctx context.Context, q Querier, text string, args ...any) (T, error) {
	if !q.Postgres() {
		ctx = context.WithoutCancel(ctx)
	}
	return One[T](ctx, q, text, args...)
}

// Get is ByKey for what an operator asks for: a row that is not there is a refusal.
func Get[T any](ctx context.Context, q Querier, text string, args ...any) (T, error) {
	found, err := ByKey[T](ctx, q, text, args...)
	if errors.Is(err, sql.ErrNoRows) {
		return found, fault.NotFound()
	}
	return found, err
}

// Each streams rows to a function; memory stays flat however many there are.
func Each[T any](ctx context.Context, q Querier, use func(T) error, text string, args ...any) error {
	rows, err := q.query(ctx, text, args)
	if err != nil {
		return err
	}
	defer rows.Close() //nolint:errcheck // rows.Err below says what went wrong
	plan, err := planFor[T](rows)
	if err != nil {
		return err
	}
	var row, empty T // rows are scanned into the same place; use gets a copy
	into := plan.targets(&row)
	for n := 1; rows.Next(); n++ {
		row = empty // a list that a field decodes into would else share its elements with the row before
		if err := rows.Scan(into...); err != nil {
			return err
		}
		if err := use(row); err != nil {
			return err
		}
		if n%cores.Stretch == 0 {
			cores.GiveWay()
		}
	}
	return rows.Err()
}

// Exists tells whether a query finds any row.
func Exists(ctx context.Context, q Querier, text string, args ...any) (bool, error) {
	return One[bool](ctx, q, fmt.Sprintf("SELECT EXISTS (%s)", text), args...)
}
