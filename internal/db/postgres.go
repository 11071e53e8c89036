package db

import (
	"context"
	"fmt"
	"net"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
)

const (
	requestTimeout   = 7 * time.Second  // security §1.13: the client gives up after 8
	backgroundLimit  = 60 * time.Second // security §1.14: a job's step ends by then
	rollbackLimit    = 5 * time.Second
	lockTimeout      = 2 * time.Second
	backgroundConns  = 8
	connectionMaxAge = 30 * time.Minute
)

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
	d := &DB{dsn: dsn, requests: requests, pool: background}
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
	// For disks that seek at once: by default PostgreSQL reads the small tables that a card joins whole.
	if params["random_page_cost"] == "" {
		params["random_page_cost"] = "1.1"
	}
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
		return fmt.Errorf("база данных создана с LC_CTYPE=C и не умеет русский текст: создайте её с LC_CTYPE=C.UTF-8 или ru_RU.UTF-8")
	}
	return nil
}

// UnencryptedHost is a machine that a PostgreSQL address would reach over the network without TLS; empty when there is none.
func UnencryptedHost(dsn string) string {
	if !IsPostgresURL(dsn) {
		return ""
	}
	cfg, err := pgconn.ParseConfig(dsn)
	if err != nil {
		return "" // opening it says so
	}
	ways := append([]*pgconn.FallbackConfig{{Host: cfg.Host, TLSConfig: cfg.TLSConfig}}, cfg.Fallbacks...)
	for _, way := range ways {
		ip := net.ParseIP(way.Host)
		isHere := strings.HasPrefix(way.Host, "/") || way.Host == "localhost" || ip != nil && ip.IsLoopback()
		if way.TLSConfig == nil && !isHere {
			return way.Host
		}
	}
	return ""
}

type backgroundKey struct{}

// InBackground marks a context whose queries may take as long as a job may, not as long as a request may.
func InBackground(ctx context.Context) context.Context {
	return context.WithValue(ctx, backgroundKey{}, true)
}

func (d *DB) poolFor(ctx context.Context) *pgxpool.Pool {
	if ctx.Value(backgroundKey{}) != nil {
		return d.pool
	}
	return d.requests
}

// again asks once more where a connection turned out to be gone before anything was sent: after a restart of the
// server the pool is full of those.
func again[T any](ask func() (T, error)) (T, error) {
	const tries = 3
	for try := 1; ; try++ {
		got, err := ask()
		if err == nil || try == tries || !pgconn.SafeToRetry(err) {
			return got, err
		}
	}
}

// pgRows are pgx's rows with the methods of database/sql's.
type pgRows struct{ pgx.Rows }

// Columns implements Rows.
func (r pgRows) Columns() ([]string, error) {
	fields := r.FieldDescriptions()
	names := make([]string, len(fields))
	for i, f := range fields {
		names[i] = f.Name
	}
	return names, nil
}

// Close implements Rows.
func (r pgRows) Close() error {
	r.Rows.Close()
	return r.Err()
}
