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

const prepareLimit = 100 * time.Millisecond

// Tx is a transaction: what it changes and the jobs that it enqueues are there together or not at all.
type Tx struct {
	db    *DB
	sql   *sql.Tx // SQLite
	pg    *pgTx   // PostgreSQL
	after *[]func()
}

// Tx runs fn in one transaction. Within a Unit (see there) it joins the unit's transaction instead.
// fn may run again (see isRetryable), so it must change nothing but the transaction.
func (d *DB) Tx(ctx context.Context, fn func(context.Context, Tx) error) error {
	if u := unitFrom(ctx); u != nil {
		return u.join(ctx, fn)
	}
	const tries = 5
	for try := 1; ; try++ {
		err := d.runTx(ctx, fn)
		if err == nil || try == tries || !isRetryable(err) {
			return err
		}
		// At once, the try could take the row back before the other transaction wakes up, and meet it again.
		select {
		case <-ctx.Done():
			return err
		case <-time.After(time.Duration(try) * (20*time.Millisecond + rand.N(30*time.Millisecond))): //nolint:gosec // no secret
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

// begin opens a transaction; release rolls back what was not committed.
func (d *DB) begin(ctx context.Context) (tx Tx, release func(), err error) {
	tx = Tx{db: d, after: &[]func(){}}
	if d.Postgres() {
		tx.pg = &pgTx{pool: d.poolFor(ctx)}
		return tx, func() { tx.pg.rollback(ctx) }, nil
	}
	if tx.sql, err = d.write.BeginTx(ctx, nil); err != nil {
		return Tx{}, nil, fmt.Errorf("begin: %w", err)
	}
	return tx, func() { _ = tx.sql.Rollback() }, nil
}

func (t Tx) commit(ctx context.Context) (err error) {
	if t.db.Postgres() {
		err = t.pg.commit(ctx)
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
		rows, err := t.pg.query(ctx, text, args)
		return pgRows{rows}, err
	}
	if st, ok := t.statement(ctx, text, len(args)); ok { //nolint:sqlclosecheck // the transaction closes it
		return st.QueryContext(ctx, args...) //nolint:rowserrcheck // whoever asked checks it
	}
	return t.sql.QueryContext(ctx, text, args...) //nolint:rowserrcheck // whoever asked checks it
}

// Exec runs a statement and tells how many rows it changed.
func (t Tx) Exec(ctx context.Context, text string, args ...any) (int64, error) {
	text, args = t.db.bind(text, args)
	if t.db.Postgres() {
		done, err := t.pg.exec(ctx, text, args)
		return done.RowsAffected(), err
	}
	run := func() (sql.Result, error) { return t.sql.ExecContext(ctx, text, args...) }
	if st, ok := t.statement(ctx, text, len(args)); ok { //nolint:sqlclosecheck // the transaction closes it
		run = func() (sql.Result, error) { return st.ExecContext(ctx, args...) }
	}
	res, err := run()
	if err != nil {
		return 0, err
	}
	return res.RowsAffected()
}

// Then runs a statement whose outcome nobody looks at: it may travel with the next one or with the commit, which then
// tells what went wrong.
func (t Tx) Then(ctx context.Context, text string, args ...any) error {
	if t.db.Postgres() {
		text, args = t.db.bind(text, args)
		return t.pg.then(ctx, text, args)
	}
	_, err := t.Exec(ctx, text, args...)
	return err
}

// statement is a text that an earlier transaction on SQLite left prepared. There is one connection that writes, and this
// transaction has it: a text that is new is prepared after the commit.
func (t Tx) statement(ctx context.Context, text string, arguments int) (*sql.Stmt, bool) {
	if st, ok := t.db.changes.Load(text); ok {
		return t.sql.StmtContext(ctx, st.(*sql.Stmt)), true
	}
	if arguments > 0 && arguments <= keptArguments { // what has none is seldom asked twice
		t.AfterCommit(func() { t.db.prepareChange(context.WithoutCancel(ctx), text) })
	}
	return nil, false
}

func (d *DB) prepareChange(ctx context.Context, text string) {
	if _, known := d.changes.Load(text); known { // a transaction may have run it a thousand times
		return
	}
	ctx, cancel := context.WithTimeout(ctx, prepareLimit)
	defer cancel()
	_, _ = prepare(ctx, d.write, &d.changes, text) //nolint:sqlclosecheck // kept; where the writer is busy: another time
}

// Enqueue adds a background job that exists only if this transaction commits.
func (t Tx) Enqueue(ctx context.Context, args river.JobArgs, opts *river.InsertOpts) error {
	if err := t.db.inserter.insert(ctx, t, args, opts); err != nil {
		return fmt.Errorf("enqueue %s: %w", args.Kind(), err)
	}
	return nil
}

// AfterCommit runs f once the change is really there: for caches and wake-up calls, never for work that must not be lost.
func (t Tx) AfterCommit(f func()) { *t.after = append(*t.after, f) }

// ForUpdate is the clause that locks the rows read; SQLite has one writer and needs none.
func (t Tx) ForUpdate() string {
	if t.db.Postgres() {
		return " FOR UPDATE"
	}
	return ""
}

// Postgres tells which engine the transaction runs on.
func (t Tx) Postgres() bool { return t.db.Postgres() }

// Unit is one transaction that lasts as long as a request: the change and the answer kept under
// its idempotency key commit together. It begins with the first Tx inside the request, so that
// slow work before it (reading an upload) holds no lock.
type Unit struct {
	db      *DB
	first   func(context.Context, Tx) error // runs before the change: claims the key
	tx      Tx
	release func()
	broken  error
}

type unitKey struct{}

// NewUnit prepares a unit whose transaction starts with first.
func (d *DB) NewUnit(first func(context.Context, Tx) error) *Unit { return &Unit{db: d, first: first} }

// With attaches the unit: every DB.Tx below joins it.
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

// Begun tells whether the request has written anything.
func (u *Unit) Begun() bool { return u.release != nil }

// Commit runs last in the transaction and commits it.
func (u *Unit) Commit(ctx context.Context, last func(context.Context, Tx) error) error {
	if err := u.join(ctx, last); err != nil {
		return err
	}
	return u.tx.commit(ctx)
}

// Close rolls back what was not committed.
func (u *Unit) Close() {
	if u.release != nil {
		u.release()
	}
}

// inserter hides River's type parameter: *sql.Tx on SQLite, pgx.Tx on PostgreSQL.
type inserter interface {
	insert(ctx context.Context, tx Tx, args river.JobArgs, opts *river.InsertOpts) error
}

type pgInserter struct{ client *river.Client[pgx.Tx] }

func (i pgInserter) insert(ctx context.Context, tx Tx, args river.JobArgs, opts *river.InsertOpts) error {
	on, err := tx.pg.river(ctx)
	if err != nil {
		return err
	}
	_, err = i.client.InsertTx(ctx, on, args, opts)
	return err
}

type sqliteInserter struct{ client *river.Client[*sql.Tx] }

func (i sqliteInserter) insert(ctx context.Context, tx Tx, args river.JobArgs, opts *river.InsertOpts) error {
	_, err := i.client.InsertTx(ctx, tx.sql, args, opts)
	return err
}
