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
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/riverdriver/riversqlite"
	_ "modernc.org/sqlite" // the SQLite driver
)

const (
	readers          = 8                // SQLite connections that read beside the one that writes
	requestTimeout   = 7 * time.Second  // security §1.13: the client gives up after 8
	backgroundLimit  = 60 * time.Second // security §1.14: a job's step ends by then
	lockTimeout      = 2 * time.Second
	backgroundConns  = 8
	connectionMaxAge = 30 * time.Minute
)

// JobAttempts is how often a job is tried unless it asks for more (security §1.14). It is written down with
// the job, so it counts where jobs are added, not where they are worked.
const JobAttempts = 5

// DB is an open database. Reads go through it directly, writes through Tx.
type DB struct {
	path string // SQLite file; empty on PostgreSQL
	dsn  string // PostgreSQL address; empty on SQLite

	read, write *sql.DB // SQLite: eight readers, one writer; PostgreSQL: the same pool
	background  *sql.DB // for work that is allowed more time than a request

	requests *pgxpool.Pool // PostgreSQL: the pool behind read and write
	pool     *pgxpool.Pool // PostgreSQL: the pool behind background, which River uses
	jobs     *sql.DB       // SQLite: River's own connection
	inserter inserter

	statements sync.Map // SQLite: query text → *sql.Stmt on the readers
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

func openPostgres(ctx context.Context, dsn string) (*DB, error) {
	requests, err := postgresPool(ctx, dsn, requestTimeout, 0)
	if err != nil {
		return nil, err
	}
	background, err := postgresPool(ctx, dsn, backgroundLimit, backgroundConns)
	if err != nil {
		requests.Close()
		return nil, err
	}
	d := &DB{dsn: dsn, requests: requests, pool: background, read: stdlib.OpenDBFromPool(requests), background: stdlib.OpenDBFromPool(background)}
	d.write = d.read
	client, err := river.NewClient(riverpgxv5.New(background), &river.Config{MaxAttempts: JobAttempts})
	if err != nil {
		d.Close()
		return nil, fmt.Errorf("make job inserter: %w", err)
	}
	d.inserter = pgInserter{client}
	if err := d.checkPostgres(ctx); err != nil {
		d.Close()
		return nil, err
	}
	return d, nil
}

func postgresPool(ctx context.Context, dsn string, timeout time.Duration, conns int32) (*pgxpool.Pool, error) {
	cfg, err := pgxpool.ParseConfig(dsn)
	if err != nil {
		return nil, fmt.Errorf("read database address: %w", err)
	}
	params := cfg.ConnConfig.RuntimeParams
	params["timezone"] = "UTC"
	params["statement_timeout"] = fmt.Sprint(timeout.Milliseconds())
	params["lock_timeout"] = fmt.Sprint(lockTimeout.Milliseconds())
	params["idle_in_transaction_session_timeout"] = fmt.Sprint(2 * timeout.Milliseconds())
	if !strings.Contains(dsn, "default_query_exec_mode") {
		// Our SQL is parameterised and repeats: prepared once per connection it is planned once.
		cfg.ConnConfig.DefaultQueryExecMode = pgx.QueryExecModeCacheStatement
	}
	if conns > 0 {
		cfg.MaxConns = conns
	} else if !strings.Contains(dsn, "pool_max_conns") {
		cfg.MaxConns = 20
	}
	cfg.MaxConnLifetime = connectionMaxAge
	pool, err := pgxpool.NewWithConfig(ctx, cfg)
	if err != nil {
		return nil, fmt.Errorf("open database: %w", err)
	}
	return pool, nil
}

// checkPostgres refuses a database whose locale cannot fold Cyrillic: search and sort would be wrong.
func (d *DB) checkPostgres(ctx context.Context) error {
	folds, err := One[bool](ctx, d, "SELECT lower('ИВАН') = 'иван'")
	if err != nil {
		return fmt.Errorf("reach database: %w", err)
	}
	if !folds {
		return fmt.Errorf("the database was made with LC_CTYPE=C and cannot handle Russian text: create it with LC_CTYPE=C.UTF-8 or ru_RU.UTF-8")
	}
	return nil
}

func openSQLite(ctx context.Context, path string) (*DB, error) {
	open := func(conns int, extra string) (*sql.DB, error) {
		// url.URL escapes '?' and '#' in a path; busy_timeout and immediate locks are what keeps writers from failing each other.
		u := url.URL{Scheme: "file", Opaque: (&url.URL{Path: path}).EscapedPath()}
		pool, err := sql.Open("sqlite", u.String()+"?_time_format=sqlite&_pragma=busy_timeout(5000)&_pragma=foreign_keys(1)"+
			"&_pragma=cache_size(-16000)&_pragma=temp_store(memory)"+extra)
		if err != nil {
			return nil, fmt.Errorf("open database: %w", err)
		}
		pool.SetMaxOpenConns(conns)
		pool.SetMaxIdleConns(conns)
		return pool, nil
	}
	// recursive_triggers: without it INSERT OR REPLACE removes a row past the triggers that keep the audit log.
	const writing = "&_txlock=immediate&_pragma=journal_mode(WAL)&_pragma=synchronous(FULL)&_pragma=recursive_triggers(1)"
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
	if d.read, err = open(readers, "&mode=ro"); err != nil {
		return nil, err
	}
	if d.jobs, err = open(1, writing); err != nil {
		return nil, err
	}
	d.background = d.write
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
	d.statements.Range(func(_, st any) bool { _ = st.(*sql.Stmt).Close(); return true })
	for _, pool := range []*sql.DB{d.read, d.jobs, d.write, d.background} {
		if pool != nil {
			_ = pool.Close()
		}
	}
	// database/sql does not close the pools that it was made from.
	for _, pool := range []*pgxpool.Pool{d.requests, d.pool} {
		if pool != nil {
			pool.Close()
		}
	}
}

type backgroundKey struct{}

// InBackground marks a context whose queries may take as long as a job may, not as long as a request may.
func InBackground(ctx context.Context) context.Context {
	return context.WithValue(ctx, backgroundKey{}, true)
}

func (d *DB) reader(ctx context.Context) *sql.DB {
	if d.Postgres() && ctx.Value(backgroundKey{}) != nil {
		return d.background
	}
	return d.read
}

func (d *DB) writer(ctx context.Context) *sql.DB {
	if ctx.Value(backgroundKey{}) != nil {
		return d.background
	}
	return d.write
}

// Ping tells whether the database answers.
func (d *DB) Ping(ctx context.Context) error {
	_, err := One[int](ctx, d, "SELECT 1")
	return err
}
