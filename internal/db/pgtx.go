package db

import (
	"context"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

// pgTx is a transaction on PostgreSQL. What needs no answer of its own travels with a statement that does: BEGIN with
// the first, and statements whose outcome nobody looks at (see Tx.Then) with the next or with COMMIT. A change costs two
// or three round trips less.
type pgTx struct {
	pool    *pgxpool.Pool
	conn    *pgxpool.Conn // nil before the first statement and after the end
	waiting []statement
	ended   bool
}

type statement struct {
	text string
	args []any
}

// mostWaiting bounds the memory of a transaction that changes many rows.
const mostWaiting = 256

func (t *pgTx) then(ctx context.Context, text string, args []any) error {
	t.waiting = append(t.waiting, statement{text, args})
	if len(t.waiting) < mostWaiting {
		return nil
	}
	_, err := t.exec(ctx, "SELECT 1", nil)
	return err
}

func (t *pgTx) query(ctx context.Context, text string, args []any) (pgx.Rows, error) {
	if t.conn != nil && len(t.waiting) == 0 {
		return t.conn.Query(ctx, text, args...)
	}
	results, err := t.send(ctx, text, args)
	if err != nil {
		return nil, err
	}
	rows, err := results.Query()
	if err != nil {
		_ = results.Close() // else the connection stays busy, cannot be rolled back and is thrown away
		return nil, err
	}
	return lastRows{rows, results}, nil
}

func (t *pgTx) exec(ctx context.Context, text string, args []any) (pgconn.CommandTag, error) {
	if t.conn != nil && len(t.waiting) == 0 {
		return t.conn.Exec(ctx, text, args...)
	}
	results, err := t.send(ctx, text, args)
	if err != nil {
		return pgconn.CommandTag{}, err
	}
	done, err := results.Exec()
	if closed := results.Close(); err == nil {
		err = closed
	}
	return done, err
}

// send sends a statement behind those that wait; the results are the statement's.
func (t *pgTx) send(ctx context.Context, text string, args []any) (pgx.BatchResults, error) {
	if t.ended {
		return nil, pgx.ErrTxClosed
	}
	all := append(t.waiting, statement{text, args})
	t.waiting = nil
	if t.conn != nil {
		return sendAll(ctx, t.conn, all)
	}
	results, err := again(func() (pgx.BatchResults, error) {
		conn, err := t.pool.Acquire(ctx)
		if err != nil {
			return nil, err
		}
		results, err := sendAll(ctx, conn, append([]statement{{text: "begin"}}, all...))
		if err != nil {
			giveBack(ctx, conn)
			return nil, err
		}
		t.conn = conn
		return results, nil
	})
	t.ended = err != nil // nothing of it is there, and nothing may follow
	return results, err
}

// sendAll sends statements together; the results are the last one's.
func sendAll(ctx context.Context, conn *pgxpool.Conn, all []statement) (pgx.BatchResults, error) {
	batch := &pgx.Batch{}
	for _, s := range all {
		batch.Queue(s.text, s.args...)
	}
	results := conn.SendBatch(ctx, batch)
	for range len(all) - 1 {
		if _, err := results.Exec(); err != nil {
			_ = results.Close() // it has failed
			return nil, err
		}
	}
	return results, nil
}

func (t *pgTx) commit(ctx context.Context) error {
	if t.ended {
		return pgx.ErrTxClosed
	}
	if t.conn == nil && len(t.waiting) == 0 { // nothing was asked
		t.end()
		return nil
	}
	done, err := t.exec(ctx, "commit", nil)
	if err == nil && done.String() == "ROLLBACK" {
		err = pgx.ErrTxCommitRollback
	}
	if err == nil {
		t.end()
	}
	return err
}

func (t *pgTx) rollback(ctx context.Context) {
	if t.conn != nil {
		giveBack(ctx, t.conn)
		t.conn = nil
	}
	t.end()
}

// giveBack ends a transaction that did not succeed; the pool throws a connection away that cannot even do that.
func giveBack(ctx context.Context, conn *pgxpool.Conn) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), rollbackLimit)
	defer cancel()
	_, _ = conn.Exec(ctx, "rollback")
	conn.Release()
}

// end gives the connection back; the pool keeps none that is still in a transaction.
func (t *pgTx) end() {
	if t.conn != nil {
		t.conn.Release()
	}
	t.conn, t.waiting, t.ended = nil, nil, true
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

// lastRows are those of the last statement of a batch.
type lastRows struct {
	pgx.Rows
	results pgx.BatchResults
}

// Close implements pgx.Rows.
func (r lastRows) Close() {
	r.Rows.Close()
	_ = r.results.Close() // what went wrong is in Err
}
