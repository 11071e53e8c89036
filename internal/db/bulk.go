package db

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"
)

// sqliteBatch is how many values SQLite takes in one statement, with room to spare.
const sqliteBatch = 30_000

// Bulk loads rows into a table as fast as the engine can, in one transaction. next gives the following row, or nil at the end.
func (d *DB) Bulk(ctx context.Context, table string, columns []string, next func() []any) (int64, error) {
	if d.Postgres() {
		return d.copyIn(ctx, table, columns, next)
	}
	var total int64
	err := d.Tx(ctx, func(ctx context.Context, tx Tx) error {
		one := "(" + strings.TrimSuffix(strings.Repeat("?,", len(columns)), ",") + "),"
		batch := sqliteBatch / len(columns)
		head := fmt.Sprintf("INSERT INTO %s (%s) VALUES ", table, strings.Join(columns, ", "))
		for {
			args := make([]any, 0, batch*len(columns))
			rows := 0
			for ; rows < batch; rows++ {
				row := next()
				if row == nil {
					break
				}
				args = append(args, row...)
			}
			if rows == 0 {
				return nil
			}
			if _, err := tx.sql.ExecContext(ctx, head+strings.TrimSuffix(strings.Repeat(one, rows), ","), args...); err != nil {
				return fmt.Errorf("load %s: %w", table, err)
			}
			total += int64(rows)
		}
	})
	return total, err
}

// copyIn uses PostgreSQL's COPY.
func (d *DB) copyIn(ctx context.Context, table string, columns []string, next func() []any) (int64, error) {
	conn, err := d.poolFor(ctx).Acquire(ctx)
	if err != nil {
		return 0, err
	}
	defer conn.Release()
	if _, err := conn.Exec(ctx, "SET statement_timeout = 0"); err != nil {
		return 0, err
	}
	defer conn.Exec(context.WithoutCancel(ctx), "RESET statement_timeout") //nolint:errcheck // the next query would show a broken connection
	n, err := conn.CopyFrom(ctx, pgx.Identifier{table}, columns, &copySource{next: next})
	if err != nil {
		return 0, fmt.Errorf("load %s: %w", table, err)
	}
	return n, nil
}

type copySource struct {
	next func() []any
	row  []any
}

// Next implements pgx.CopyFromSource.
func (s *copySource) Next() bool { s.row = s.next(); return s.row != nil }

// Values implements pgx.CopyFromSource.
func (s *copySource) Values() ([]any, error) { return s.row, nil }

// Err implements pgx.CopyFromSource.
func (s *copySource) Err() error { return nil }

// TextRows makes a list of texts a table with the column value, which a statement can select from: one argument and one
// statement, however many there are.
func (t Tx) TextRows(texts []string) (from string, arg any, err error) {
	if t.db.Postgres() {
		return "unnest(CAST(? AS TEXT[])) AS given (value)", pgtype.Array[string]{
			Elements: texts, Dims: []pgtype.ArrayDimension{{Length: int32(len(texts)), LowerBound: 1}}, Valid: true,
		}, nil
	}
	list, err := json.Marshal(texts)
	return "json_each(?) AS given", string(list), err
}
