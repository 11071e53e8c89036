package db

import (
	"context"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

// pgTx is a transaction on PostgreSQL. BEGIN travels with the first statement: one round trip less for every change.
type pgTx struct {
	pool  *pgxpool.Pool
	conn  *pgxpool.Conn // nil before the first statement and after the end
	ended bool
}

func (t *pgTx) query(ctx context.Context, text string, args []any) (pgx.Rows, error) {
	if t.conn != nil {
		return t.conn.Query(ctx, text, args...)
	}
	results, err := t.begin(ctx, text, args...)
	if err != nil {
		return nil, err
	}
	rows, err := results.Query()
	return firstRows{rows, results}, err
}

func (t *pgTx) exec(ctx context.Context, text string, args []any) (pgconn.CommandTag, error) {
	if t.conn != nil {
		return t.conn.Exec(ctx, text, args...)
	}
	results, err := t.begin(ctx, text, args...)
	if err != nil {
		return pgconn.CommandTag{}, err
	}
	defer results.Close() //nolint:errcheck // the statement below is the last
	return results.Exec()
}

// begin sends the first statement behind BEGIN; the results are the statement's.
func (t *pgTx) begin(ctx context.Context, text string, args ...any) (pgx.BatchResults, error) {
	if t.ended {
		return nil, pgx.ErrTxClosed
	}
	return again(func() (pgx.BatchResults, error) {
		conn, err := t.pool.Acquire(ctx)
		if err != nil {
			return nil, err
		}
		both := &pgx.Batch{}
		both.Queue("begin")
		both.Queue(text, args...)
		results := conn.SendBatch(ctx, both)
		if _, err := results.Exec(); err != nil {
			_ = results.Close() // it has failed
			conn.Release()
			return nil, err
		}
		t.conn = conn
		return results, nil
	})
}

func (t *pgTx) commit(ctx context.Context) error {
	if t.ended {
		return pgx.ErrTxClosed
	}
	defer t.end()
	if t.conn == nil { // nothing was asked
		return nil
	}
	done, err := t.conn.Exec(ctx, "commit")
	if err == nil && done.String() == "ROLLBACK" {
		err = pgx.ErrTxCommitRollback
	}
	return err
}

func (t *pgTx) rollback(ctx context.Context) {
	defer t.end()
	if t.conn == nil {
		return
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), rollbackLimit)
	defer cancel()
	_, _ = t.conn.Exec(ctx, "rollback") // a connection that cannot even do that is thrown away
}

// end gives the connection back; the pool keeps none that is still in a transaction.
func (t *pgTx) end() {
	if t.conn != nil {
		t.conn.Release()
	}
	t.conn, t.ended = nil, true
}

// river is the transaction in the type that River wants; River does not end it.
func (t *pgTx) river(ctx context.Context) (pgx.Tx, error) {
	if t.conn == nil {
		if _, err := t.exec(ctx, "SELECT 1", nil); err != nil {
			return nil, err
		}
	}
	return t.conn.BeginTx(ctx, pgx.TxOptions{BeginQuery: "savepoint job"})
}

// firstRows are those of the statement that went with BEGIN.
type firstRows struct {
	pgx.Rows
	results pgx.BatchResults
}

// Close implements pgx.Rows.
func (r firstRows) Close() {
	r.Rows.Close()
	_ = r.results.Close() // what went wrong is in Err
}
