// Package db opens the database, SQLite or PostgreSQL, and hides what differs between them:
// placeholders, pools, transactions that also enqueue jobs, errors and migrations.
package db

import (
	"context"
	"database/sql"
	"fmt"
	"net/url"
	"os"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riversqlite"
)

const readers = 8 // SQLite connections that read beside the one that writes

// JobAttempts is how often a job is tried unless it asks for more (security §1.14). It is written down with
// the job, so it counts where jobs are added, not where they are worked.
const JobAttempts = 5

// DB is an open database. Reads go through it directly, writes through Tx.
type DB struct {
	inserter inserter
	tables   int         // after the migrations; see Ready
	corrupt  atomic.Bool // see Noticed

	// SQLite.
	path        string
	read, write *sql.DB  // eight readers and one that watches, one writer
	jobs        *sql.DB  // River's own connection
	statements  sync.Map // query text → *sql.Stmt on the readers
	changes     sync.Map // the same on the writer
	version     version

	// PostgreSQL.
	dsn      string
	requests *pgxpool.Pool
	pool     *pgxpool.Pool // for River, and for work that is allowed more time than a request
}

// Open connects to postgres://… or to the SQLite file at the given path, which is made if absent.
func Open(ctx context.Context, dsn string) (*DB, error) {
	if IsPostgresURL(dsn) {
		return openPostgres(ctx, dsn)
	}
	return openSQLite(ctx, dsn)
}

// IsPostgresURL tells a PostgreSQL address from a SQLite path.
func IsPostgresURL(dsn string) bool {
	return strings.HasPrefix(dsn, "postgres://") || strings.HasPrefix(dsn, "postgresql://")
}

func openSQLite(ctx context.Context, path string) (*DB, error) {
	open := func(conns int, extra string) (*sql.DB, error) {
		// url.URL escapes '?' and '#' in a path; busy_timeout and immediate locks are what keeps writers from failing each other.
		u := url.URL{Scheme: "file", Opaque: (&url.URL{Path: path}).EscapedPath()}
		pool, err := sql.Open("sqlite", u.String()+"?_time_format=sqlite&_pragma=busy_timeout(5000)&_pragma=foreign_keys(1)"+
			"&_pragma=temp_store(memory)"+extra)
		if err != nil {
			return nil, fmt.Errorf("open database: %w", err)
		}
		pool.SetMaxOpenConns(conns)
		pool.SetMaxIdleConns(conns)
		return pool, nil
	}
	// recursive_triggers: without it INSERT OR REPLACE removes a row past the triggers that keep the audit log.
	// Caches in KiB: each connection has its own, and the system keeps the file in memory once for all of them.
	const writing = "&_pragma=cache_size(-16000)&_txlock=immediate&_pragma=journal_mode(WAL)&_pragma=synchronous(FULL)&_pragma=recursive_triggers(1)"
	d := &DB{path: path}
	var err error
	if d.write, err = open(1, writing); err != nil {
		return nil, err
	}
	// The file and its WAL mode must exist before the read-only connections look at it.
	if err := d.write.PingContext(ctx); err != nil {
		return nil, fmt.Errorf("open database %s: %w", path, err)
	}
	if err := os.Chmod(path, 0o600); err != nil {
		return nil, fmt.Errorf("protect database: %w", err)
	}
	if d.read, err = open(readers+1, "&_pragma=cache_size(-2000)&mode=ro"); err != nil {
		return nil, err
	}
	if err := d.version.watch(ctx, d.read); err != nil {
		return nil, err
	}
	if d.jobs, err = open(1, writing); err != nil {
		return nil, err
	}
	client, err := river.NewClient(riversqlite.New(d.jobs), &river.Config{MaxAttempts: JobAttempts})
	if err != nil {
		return nil, fmt.Errorf("make job inserter: %w", err)
	}
	d.inserter = sqliteInserter{client}
	return d, nil
}

// Postgres tells which of the two engines this is.
func (d *DB) Postgres() bool { return d.pool != nil }

// Path is the SQLite file; empty on PostgreSQL.
func (d *DB) Path() string { return d.path }

// Pool is the connection pool that River works with on PostgreSQL.
func (d *DB) Pool() *pgxpool.Pool { return d.pool }

// JobsDB is the connection that River works with on SQLite.
func (d *DB) JobsDB() *sql.DB { return d.jobs }

// Close ends all connections.
func (d *DB) Close() {
	for _, kept := range []*sync.Map{&d.statements, &d.changes} {
		kept.Range(func(_, st any) bool { _ = st.(*sql.Stmt).Close(); return true })
	}
	d.version.close()
	for _, pool := range []*sql.DB{d.read, d.jobs, d.write} {
		if pool != nil {
			_ = pool.Close()
		}
	}
	for _, pool := range []*pgxpool.Pool{d.requests, d.pool} {
		if pool != nil {
			pool.Close()
		}
	}
}
