package main

import (
	"context"
	"database/sql"
	"strings"
	"sync"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	_ "studbonus/internal/platform/db/sqlite" // registers the driver
)

const connections = 8

// store is the floor's database access. Queries use $1, $2 …
type store interface {
	// each scans every row into the same targets and calls got after each.
	each(ctx context.Context, q statement, into []any, got func()) error
	exec(ctx context.Context, text string, args ...any) error
	postgres() bool
}

type statement struct {
	text string
	args []any
}

func isPostgres(address string) bool { return strings.HasPrefix(address, "postgres://") }

func open(ctx context.Context, address string) (store, error) {
	if !isPostgres(address) {
		return openSQLite(address)
	}
	cfg, err := pgxpool.ParseConfig(address)
	if err != nil {
		return nil, err
	}
	cfg.MaxConns = connections
	pool, err := pgxpool.NewWithConfig(ctx, cfg)
	return pgStore{pool}, err
}

type pgStore struct{ pool *pgxpool.Pool }

func (s pgStore) each(ctx context.Context, q statement, into []any, got func()) error {
	rows, err := s.pool.Query(ctx, q.text, q.args...)
	if err != nil {
		return err
	}
	_, err = pgx.ForEachRow(rows, into, func() error { got(); return nil })
	return err
}

func (s pgStore) exec(ctx context.Context, text string, args ...any) error {
	_, err := s.pool.Exec(ctx, text, args...)
	return err
}

func (pgStore) postgres() bool { return true }

type liteStore struct {
	read, write *sql.DB
	prepared    sync.Map // text → *sql.Stmt
}

func openSQLite(path string) (*liteStore, error) {
	const options = "?_pragma=journal_mode(WAL)&_pragma=synchronous(FULL)&_pragma=cache_size(-64000)&_pragma=mmap_size(4000000000)&_pragma=busy_timeout(10000)"
	read, err := sql.Open("sqlite", path+options)
	if err != nil {
		return nil, err
	}
	read.SetMaxOpenConns(connections)
	read.SetMaxIdleConns(connections)
	write, err := sql.Open("sqlite", path+options)
	if err != nil {
		return nil, err
	}
	write.SetMaxOpenConns(1)
	return &liteStore{read: read, write: write}, nil
}

func (s *liteStore) each(ctx context.Context, q statement, into []any, got func()) error {
	st, err := s.prepare(ctx, q.text) //nolint:sqlclosecheck // kept for the next query
	if err != nil {
		return err
	}
	rows, err := st.QueryContext(ctx, q.args...)
	if err != nil {
		return err
	}
	defer rows.Close() //nolint:errcheck // rows.Err below says what went wrong
	for rows.Next() {
		if err := rows.Scan(into...); err != nil {
			return err
		}
		got()
	}
	return rows.Err()
}

func (s *liteStore) prepare(ctx context.Context, text string) (*sql.Stmt, error) {
	if known, ok := s.prepared.Load(text); ok {
		return known.(*sql.Stmt), nil
	}
	st, err := s.read.PrepareContext(ctx, strings.ReplaceAll(text, "$", "?"))
	if err == nil {
		s.prepared.Store(text, st)
	}
	return st, err
}

func (s *liteStore) exec(ctx context.Context, text string, args ...any) error {
	_, err := s.write.ExecContext(ctx, strings.ReplaceAll(text, "$", "?"), args...)
	return err
}

func (*liteStore) postgres() bool { return false }
