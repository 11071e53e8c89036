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

	"studbonus/internal/platform/fault"
)

// Querier is the database (reads only) or a transaction. Queries use ? on both engines; a slice argument expands to a list
// for IN (?).
type Querier interface {
	query(ctx context.Context, text string, args []any) (Rows, error)
	Postgres() bool
}

// Rows iterates over a query result. The caller closes it and checks Err after the last row.
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
		rows, err := retryStale(func() (pgx.Rows, error) { return d.poolFor(ctx).Query(ctx, text, args...) })
		return pgRows{rows}, err
	}
	if len(args) > maxCachedArgs {
		return d.read.QueryContext(ctx, text, args...) //nolint:rowserrcheck // the caller checks it
	}
	st, err := d.readStmt(ctx, text) //nolint:sqlclosecheck // cached, closed with the database
	if err != nil {
		return nil, err
	}
	return st.QueryContext(ctx, args...) //nolint:rowserrcheck // the caller checks it
}

// maxCachedArgs bounds the prepared-statement cache: an IN list of another length is another text.
const maxCachedArgs = 128

// readStmt returns the cached prepared statement of a query on the readers.
func (d *DB) readStmt(ctx context.Context, text string) (*sql.Stmt, error) {
	if st, ok := d.readStmts.Load(text); ok {
		return st.(*sql.Stmt), nil
	}
	return prepare(ctx, d.read, &d.readStmts, text)
}

func prepare(ctx context.Context, on *sql.DB, cache *sync.Map, text string) (*sql.Stmt, error) {
	st, err := on.PrepareContext(ctx, withoutPeeking(text))
	if err != nil {
		return nil, err
	}
	cached, raced := cache.LoadOrStore(text, st)
	if raced {
		_ = st.Close() //nolint:sqlclosecheck // two goroutines prepared the same text: drop ours
	}
	return cached.(*sql.Stmt), nil
}

// withoutPeeking turns ? into +?, which has the same value. SQLite's query planner peeks at the value of a bare parameter
// and then re-plans the prepared statement whenever that value changes; it does not peek at an expression.
func withoutPeeking(text string) string {
	parts := strings.Split(text, "'")
	for i := 0; i < len(parts); i += 2 { // odd parts are string literals
		parts[i] = strings.ReplaceAll(parts[i], "?", "+?")
	}
	return strings.Join(parts, "'")
}

var boundTexts sync.Map // query text with ? → with $1, $2 …; only for calls without a slice argument

// bind rewrites ? to the engine's placeholders and expands slices.
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
		if known, ok := boundTexts.Load(text); ok {
			return known.(string), args
		}
		bound, _ := rewrite(text, args, true)
		boundTexts.Store(text, bound)
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
	if v.Len() == 0 { // IN (NULL) matches nothing
		b.WriteString("NULL")
	}
	for i := range v.Len() {
		if i > 0 {
			b.WriteByte(',')
		}
		mark(v.Index(i).Interface())
	}
}

// Query returns raw rows, for callers that scan them on their own. The caller closes them.
func Query(ctx context.Context, q Querier, text string, args ...any) (Rows, error) {
	return q.query(ctx, text, args)
}

// All reads every row into T: a struct with db tags, or a single value.
func All[T any](ctx context.Context, q Querier, text string, args ...any) ([]T, error) {
	return again(q, func() ([]T, error) {
		out := []T{}
		err := Each(ctx, q, func(row T) error { out = append(out, row); return nil }, text, args...)
		return out, err
	})
}

// One reads the first row, or returns sql.ErrNoRows.
func One[T any](ctx context.Context, q Querier, text string, args ...any) (T, error) {
	return again(q, func() (T, error) { return one[T](ctx, q, text, args) })
}

// again repeats a read outside a transaction that PostgreSQL has ended to resolve a deadlock: a newer instance's migration locks tables
// one after another, and a read all that it joins. Transactions are repeated as a whole (Tx).
func again[T any](q Querier, read func() (T, error)) (T, error) {
	const attempts = 5
	_, isAlone := q.(*DB)
	for attempt := 1; ; attempt++ {
		got, err := read()
		if err == nil || !isAlone || attempt == attempts || !isRetryable(err) {
			return got, err
		}
	}
}

func one[T any](ctx context.Context, q Querier, text string, args []any) (T, error) {
	var found T
	rows, err := q.query(ctx, text, args)
	if err != nil {
		return found, err
	}
	defer rows.Close() //nolint:errcheck // rows.Err below reports errors
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

// ByKey reads one row by a unique key. On SQLite it drops cancellation: the query finishes in microseconds, while a
// cancellable one costs two goroutines, one in the driver and one in database/sql.
func ByKey[T any](ctx context.Context, q Querier, text string, args ...any) (T, error) {
	if !q.Postgres() {
		ctx = context.WithoutCancel(ctx)
	}
	return One[T](ctx, q, text, args...)
}

// ByKeys reads the rows of a few unique keys. Like ByKey it cannot be cancelled on SQLite.
func ByKeys[T any](ctx context.Context, q Querier, text string, args ...any) ([]T, error) {
	if !q.Postgres() {
		ctx = context.WithoutCancel(ctx)
	}
	return All[T](ctx, q, text, args...)
}

// Get is ByKey that returns fault.NotFound instead of sql.ErrNoRows.
func Get[T any](ctx context.Context, q Querier, text string, args ...any) (T, error) {
	found, err := ByKey[T](ctx, q, text, args...)
	if errors.Is(err, sql.ErrNoRows) {
		return found, fault.NotFound()
	}
	return found, err
}

// Each streams rows to a function in constant memory.
func Each[T any](ctx context.Context, q Querier, use func(T) error, text string, args ...any) error {
	rows, err := q.query(ctx, text, args)
	if err != nil {
		return err
	}
	defer rows.Close() //nolint:errcheck // rows.Err below reports errors
	plan, err := planFor[T](rows)
	if err != nil {
		return err
	}
	var row, empty T // every row is scanned into the same variable; use gets a copy
	into := plan.targets(&row)
	for rows.Next() {
		row = empty // otherwise a slice field would share its array with the previous row
		if err := rows.Scan(into...); err != nil {
			return err
		}
		if err := use(row); err != nil {
			return err
		}
	}
	return rows.Err()
}

// Exists reports whether a query returns any row.
func Exists(ctx context.Context, q Querier, text string, args ...any) (bool, error) {
	return One[bool](ctx, q, fmt.Sprintf("SELECT EXISTS (%s)", text), args...)
}
