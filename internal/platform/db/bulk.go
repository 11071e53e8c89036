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

// sqliteBatch is the number of values per INSERT on SQLite. More are not faster and take more memory.
const sqliteBatch = 1_000

// Bulk inserts rows in one transaction: COPY on PostgreSQL, multi-row INSERTs on SQLite. next returns nil after the last row.
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
			if rows < batch { // the last batch
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

func (d *DB) copyIn(ctx context.Context, table string, columns []string, next func() []any) (int64, error) {
	conn, err := d.poolFor(ctx).Acquire(ctx)
	if err != nil {
		return 0, err
	}
	defer conn.Release()
	if _, err := conn.Exec(ctx, "SET statement_timeout = 0"); err != nil {
		return 0, err
	}
	defer conn.Exec(context.WithoutCancel(ctx), "RESET statement_timeout") //nolint:errcheck // the next query on a broken connection fails
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

// TextRows returns a FROM clause that expands texts into rows with the column value, and its argument. One statement with
// one parameter serves any number of texts.
func (t Tx) TextRows(texts []string) (from string, arg any, err error) {
	if t.db.Postgres() {
		return "unnest(CAST(? AS TEXT[])) AS given (value)", pgtype.Array[string]{
			Elements: texts, Dims: []pgtype.ArrayDimension{{Length: int32(len(texts)), LowerBound: 1}}, Valid: true,
		}, nil
	}
	list, err := json.Marshal(texts)
	return "json_each(?) AS given", string(list), err
}

// ExecEach runs a statement once per row of arguments, in one round trip on PostgreSQL, and returns the number of affected rows.
func (t Tx) ExecEach(ctx context.Context, text string, rows [][]any) (int64, error) {
	var total int64
	if !t.db.Postgres() {
		for _, row := range rows {
			n, err := t.Exec(ctx, text, row...)
			if err != nil {
				return total, err
			}
			total += n
		}
		return total, nil
	}
	batch := &pgx.Batch{}
	for _, row := range rows {
		bound, args := t.db.bind(text, row)
		batch.Queue(bound, args...)
	}
	results := t.pg.SendBatch(ctx, batch)
	for range rows {
		done, err := results.Exec()
		if err != nil {
			_ = results.Close() // reports the same error
			return total, err
		}
		total += done.RowsAffected()
	}
	return total, results.Close()
}
