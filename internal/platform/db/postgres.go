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
	requestTimeout   = 7 * time.Second  // rules 18.1: the client gives up after 8
	backgroundLimit  = 60 * time.Second // rules 18.3: the time limit of a job's step
	rollbackLimit    = 5 * time.Second
	lockTimeout      = 2 * time.Second
	backgroundConns  = 8
	connectionMaxAge = 30 * time.Minute
)

func openPostgres(ctx context.Context, dsn string, limits Limits) (*DB, error) {
	requests, err := postgresPool(ctx, dsn, limits, 0)
	if err != nil {
		return nil, err
	}
	limits.Request = backgroundLimit
	background, err := postgresPool(ctx, dsn, limits, backgroundConns)
	if err != nil {
		requests.Close()
		return nil, err
	}
	d := &DB{migrations: shipped, dsn: dsn, requests: requests, pool: background}
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

func postgresPool(ctx context.Context, dsn string, limits Limits, conns int32) (*pgxpool.Pool, error) {
	cfg, err := pgxpool.ParseConfig(dsn)
	if err != nil {
		return nil, fmt.Errorf("read database address: %w", err)
	}
	params := cfg.ConnConfig.RuntimeParams
	params["timezone"] = "UTC"
	params["statement_timeout"] = fmt.Sprint(limits.Request.Milliseconds())
	params["lock_timeout"] = fmt.Sprint(limits.RowLock.Milliseconds())
	// The default of 4 is for spinning disks: with it the planner scans the small tables that a card joins.
	if params["random_page_cost"] == "" {
		params["random_page_cost"] = "1.1"
	}
	// The planner cannot know that a search near a place finds hardly anything, and would spend 10 ms on compiling it.
	params["jit"] = "off"
	params["idle_in_transaction_session_timeout"] = fmt.Sprint(2 * limits.Request.Milliseconds())
	if !strings.Contains(dsn, "default_query_exec_mode") {
		// Prepared-statement cache: our SQL is parameterised and repeats, so each connection parses and plans it once.
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

// checkPostgres rejects a database whose locale cannot lower-case Cyrillic: search and sort would be wrong.
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

// UnencryptedHost returns the first remote host that the PostgreSQL URL would connect to without TLS, or "".
func UnencryptedHost(dsn string) string {
	if !IsPostgresURL(dsn) {
		return ""
	}
	cfg, err := pgconn.ParseConfig(dsn)
	if err != nil {
		return "" // Open reports the error
	}
	hosts := append([]*pgconn.FallbackConfig{{Host: cfg.Host, TLSConfig: cfg.TLSConfig}}, cfg.Fallbacks...)
	for _, h := range hosts {
		ip := net.ParseIP(h.Host)
		isLocal := strings.HasPrefix(h.Host, "/") || h.Host == "localhost" || ip != nil && ip.IsLoopback()
		if h.TLSConfig == nil && !isLocal {
			return h.Host
		}
	}
	return ""
}

type backgroundKey struct{}

// InBackground marks a context whose queries get the statement timeout of a job instead of that of a request.
func InBackground(ctx context.Context) context.Context {
	return context.WithValue(ctx, backgroundKey{}, true)
}

func (d *DB) poolFor(ctx context.Context) *pgxpool.Pool {
	if ctx.Value(backgroundKey{}) != nil {
		return d.pool
	}
	return d.requests
}

// retryStale retries when a pooled connection turns out to be closed before anything was sent. After a restart of the
// server the pool is full of such connections.
func retryStale[T any](do func() (T, error)) (T, error) {
	const attempts = 3
	for attempt := 1; ; attempt++ {
		got, err := do()
		if err == nil || attempt == attempts || !pgconn.SafeToRetry(err) {
			return got, err
		}
	}
}

// pgRows adapts pgx.Rows to Rows.
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
