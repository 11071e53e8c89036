package db

import (
	"context"
	"database/sql"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river"
)

const prepareTimeout = 100 * time.Millisecond

// Tx is a transaction. Its changes and the jobs it enqueues commit together.
type Tx struct {
	db    *DB
	sql   *sql.Tx // SQLite
	pg    pgx.Tx  // PostgreSQL
	after *[]func()
}

// Tx runs fn in a transaction, or joins the transaction of the context's Unit. On a deadlock it runs fn again, so fn must
// have no side effects outside the transaction.
func (d *DB) Tx(ctx context.Context, fn func(context.Context, Tx) error) error {
	if u := unitFrom(ctx); u != nil {
		return u.join(ctx, fn)
	}
	const attempts = 5
	for attempt := 1; ; attempt++ {
		err := d.runTx(ctx, fn)
		if err == nil || attempt == attempts || !isRetryable(err) {
			return err
		}
		// Back off with jitter: an immediate retry can re-acquire the row lock first and deadlock again.
		select {
		case <-ctx.Done():
			return err
		case <-time.After(time.Duration(attempt) * (20*time.Millisecond + rand.N(30*time.Millisecond))): //nolint:gosec // no secret
		}
	}
}

func (d *DB) runTx(ctx context.Context, fn func(context.Context, Tx) error) error {
	tx, release, err := d.begin(ctx)
	if err != nil {
		return err
	}
	defer release()
	if err := fn(ctx, tx); err != nil {
		return err
	}
	return tx.commit(ctx)
}

// begin opens a transaction. release rolls it back unless it was committed.
func (d *DB) begin(ctx context.Context) (tx Tx, release func(), err error) {
	tx = Tx{db: d, after: &[]func(){}}
	if d.Postgres() {
		tx.pg, err = retryStale(func() (pgx.Tx, error) { return d.poolFor(ctx).Begin(ctx) })
		if err != nil {
			return Tx{}, nil, fmt.Errorf("begin: %w", err)
		}
		return tx, func() { rollback(ctx, tx.pg) }, nil
	}
	if tx.sql, err = d.write.BeginTx(ctx, nil); err != nil {
		return Tx{}, nil, fmt.Errorf("begin: %w", err)
	}
	return tx, func() { _ = tx.sql.Rollback() }, nil
}

// rollback is a no-op after a commit. It ignores cancellation, so that the connection returns to the pool.
func rollback(ctx context.Context, tx pgx.Tx) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), rollbackLimit)
	defer cancel()
	_ = tx.Rollback(ctx)
}

func (t Tx) commit(ctx context.Context) (err error) {
	if t.db.Postgres() {
		err = t.pg.Commit(ctx)
	} else {
		err = t.sql.Commit()
	}
	if err != nil {
		return fmt.Errorf("commit: %w", err)
	}
	for _, f := range *t.after {
		f()
	}
	return nil
}

func (t Tx) query(ctx context.Context, text string, args []any) (Rows, error) {
	text, args = t.db.bind(text, args)
	if t.db.Postgres() {
		rows, err := t.pg.Query(ctx, text, args...)
		return pgRows{rows}, err
	}
	if st, ok := t.writeStmt(ctx, text, len(args)); ok { //nolint:sqlclosecheck // the transaction closes it
		return st.QueryContext(ctx, args...) //nolint:rowserrcheck // the caller checks it
	}
	return t.sql.QueryContext(ctx, text, args...) //nolint:rowserrcheck // the caller checks it
}

// Exec runs a statement and returns the number of affected rows.
func (t Tx) Exec(ctx context.Context, text string, args ...any) (int64, error) {
	text, args = t.db.bind(text, args)
	if t.db.Postgres() {
		done, err := t.pg.Exec(ctx, text, args...)
		return done.RowsAffected(), err
	}
	run := func() (sql.Result, error) { return t.sql.ExecContext(ctx, text, args...) }
	if st, ok := t.writeStmt(ctx, text, len(args)); ok { //nolint:sqlclosecheck // the transaction closes it
		run = func() (sql.Result, error) { return st.ExecContext(ctx, args...) }
	}
	res, err := run()
	if err != nil {
		return 0, err
	}
	return res.RowsAffected()
}

// writeStmt returns the cached prepared statement on the SQLite writer. A new text is prepared after the commit, because this
// transaction holds the only write connection.
func (t Tx) writeStmt(ctx context.Context, text string, args int) (*sql.Stmt, bool) {
	if st, ok := t.db.writeStmts.Load(text); ok {
		return t.sql.StmtContext(ctx, st.(*sql.Stmt)), true
	}
	if args > 0 && args <= maxCachedArgs { // statements without arguments rarely repeat
		t.AfterCommit(func() { t.db.cacheWriteStmt(context.WithoutCancel(ctx), text) })
	}
	return nil, false
}

func (d *DB) cacheWriteStmt(ctx context.Context, text string) {
	if _, known := d.writeStmts.Load(text); known { // the transaction may have run it many times
		return
	}
	ctx, cancel := context.WithTimeout(ctx, prepareTimeout)
	defer cancel()
	_, _ = prepare(ctx, d.write, &d.writeStmts, text) //nolint:sqlclosecheck // cached; if the writer is busy, the next transaction tries again
}

// Enqueue inserts a background job in this transaction.
func (t Tx) Enqueue(ctx context.Context, args river.JobArgs, opts *river.InsertOpts) error {
	if err := t.db.inserter.insert(ctx, t, args, opts); err != nil {
		return fmt.Errorf("enqueue %s: %w", args.Kind(), err)
	}
	return nil
}

// AfterCommit runs f after a successful commit. It is for caches and wake-ups: f is lost if the process dies first.
func (t Tx) AfterCommit(f func()) { *t.after = append(*t.after, f) }

// Lock holds a name until the transaction ends, because parallel PostgreSQL transactions do not see each other's rows: what is
// counted before a row is added stays true. SQLite has a single writer.
func (t Tx) Lock(ctx context.Context, name string) error {
	if !t.db.Postgres() {
		return nil
	}
	_, err := t.Exec(ctx, "SELECT pg_advisory_xact_lock(hashtextextended(?, 0))", name)
	return err
}

// ForUpdate returns the row-locking clause, or "" on SQLite, which has a single writer.
func (t Tx) ForUpdate() string {
	if t.db.Postgres() {
		return " FOR UPDATE"
	}
	return ""
}

// Postgres reports whether the engine is PostgreSQL.
func (t Tx) Postgres() bool { return t.db.Postgres() }

// Unit is a unit of work: one transaction per request, so that the change and the response stored under its idempotency key
// commit together. It begins with the first DB.Tx of the request, so that slow work before it (reading an upload) holds
// no lock.
type Unit struct {
	db      *DB
	first   func(context.Context, Tx) error // runs before the change; claims the key
	tx      Tx
	release func()
	broken  error
}

type unitKey struct{}

// NewUnit returns a unit whose transaction starts with first.
func (d *DB) NewUnit(first func(context.Context, Tx) error) *Unit { return &Unit{db: d, first: first} }

// With attaches the unit to a context: every DB.Tx with it joins the unit.
func (u *Unit) With(ctx context.Context) context.Context {
	return context.WithValue(ctx, unitKey{}, u)
}

func unitFrom(ctx context.Context) *Unit {
	u, _ := ctx.Value(unitKey{}).(*Unit)
	return u
}

func (u *Unit) join(ctx context.Context, fn func(context.Context, Tx) error) error {
	if u.broken != nil {
		return fmt.Errorf("the request's transaction has failed already: %w", u.broken)
	}
	if u.release == nil {
		var err error
		if u.tx, u.release, err = u.db.begin(ctx); err != nil {
			return err
		}
		if u.broken = u.first(ctx, u.tx); u.broken != nil {
			return u.broken
		}
	}
	u.broken = fn(ctx, u.tx)
	return u.broken
}

// Started reports whether the transaction has begun.
func (u *Unit) Started() bool { return u.release != nil }

// Commit runs last in the transaction and then commits.
func (u *Unit) Commit(ctx context.Context, last func(context.Context, Tx) error) error {
	if err := u.join(ctx, last); err != nil {
		return err
	}
	return u.tx.commit(ctx)
}

// Close rolls back unless committed.
func (u *Unit) Close() {
	if u.release != nil {
		u.release()
	}
}

// inserter hides the type parameter of River's client: *sql.Tx on SQLite, pgx.Tx on PostgreSQL.
type inserter interface {
	insert(ctx context.Context, tx Tx, args river.JobArgs, opts *river.InsertOpts) error
}

type pgInserter struct{ client *river.Client[pgx.Tx] }

func (i pgInserter) insert(ctx context.Context, tx Tx, args river.JobArgs, opts *river.InsertOpts) error {
	_, err := i.client.InsertTx(ctx, tx.pg, args, opts)
	return err
}

type sqliteInserter struct{ client *river.Client[*sql.Tx] }

func (i sqliteInserter) insert(ctx context.Context, tx Tx, args river.JobArgs, opts *river.InsertOpts) error {
	_, err := i.client.InsertTx(ctx, tx.sql, args, opts)
	return err
}
