package db

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"
)

// sqliteBatch is how many values SQLite is given in one statement: more are no faster, and take memory.
const sqliteBatch = 1_000

// Bulk loads rows into a table as fast as the engine can, in one transaction. next gives the following row, or nil at the end.
func (d *DB) Bulk(ctx context.Context, table string, columns []string, next func() []any) (int64, error) {
	if d.Postgres() {
		return d.copyIn(ctx, table, columns, next)
	}
	var total int64
	err := d.Tx(ctx, func(ctx context.Context, tx Tx) error {
		one := "(" + strings.TrimSuffix(strings.Repeat("?,", len(columns)), ",") + "),"
		batch := sqliteBatch / len(columns)
		prepare := func(rows int) (*sql.Stmt, error) {
			return tx.sql.PrepareContext(ctx, fmt.Sprintf("INSERT INTO %s (%s) VALUES %s", table, strings.Join(columns, ", "), strings.TrimSuffix(strings.Repeat(one, rows), ",")))
		}
		insert, err := prepare(batch)
		for rows := batch; err == nil && rows == batch; {
			args := make([]any, 0, batch*len(columns))
			for rows = 0; rows < batch; rows++ {
				row := next()
				if row == nil {
					break
				}
				args = append(args, row...)
			}
			if rows == 0 {
				return nil
			}
			if rows < batch { // the last ones
				if insert, err = prepare(rows); err != nil {
					break
				}
			}
			_, err = insert.ExecContext(ctx, args...)
			total += int64(rows)
		}
		if err != nil {
			return fmt.Errorf("load %s: %w", table, err)
		}
		return nil
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
