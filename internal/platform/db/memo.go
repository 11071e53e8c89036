package db

import (
	"context"
	"database/sql"
	"fmt"
	"sync"
)

// Memo caches rows that every request needs until anything in the database changes, so it never returns stale rows. On
// SQLite, PRAGMA data_version detects a commit of any process for less than the row costs. PostgreSQL has no such
// counter: there Memo reads every time.
type Memo[K comparable, V any] struct {
	mu      sync.Mutex
	version int64
	rows    map[K]V
}

const memoLimit = 10_000 // rows

// Get returns the cached row of a key, or reads it. Errors are not cached.
func (m *Memo[K, V]) Get(ctx context.Context, d *DB, key K, read func() (V, error)) (V, error) {
	version, known := d.version.current(ctx) // before the row is read: a commit in between changes the version
	if !known {
		return read()
	}
	if row, ok := m.cached(version, key); ok {
		return row, nil
	}
	row, err := read()
	if err == nil {
		m.store(version, key, row)
	}
	return row, err
}

func (m *Memo[K, V]) cached(version int64, key K) (V, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.version != version {
		var none V
		return none, false
	}
	row, ok := m.rows[key]
	return row, ok
}

func (m *Memo[K, V]) store(version int64, key K, row V) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.version != version || m.rows == nil || len(m.rows) == memoLimit {
		m.version, m.rows = version, map[K]V{}
	}
	m.rows[key] = row
}

// dataVersion reads PRAGMA data_version, which changes with every commit to the SQLite file. The value is only comparable
// within one connection, so it keeps its own.
type dataVersion struct {
	mu   sync.Mutex
	conn *sql.Conn
	stmt *sql.Stmt
}

func (v *dataVersion) open(ctx context.Context, pool *sql.DB) (err error) {
	if v.conn, err = pool.Conn(ctx); err == nil {
		v.stmt, err = v.conn.PrepareContext(ctx, "PRAGMA data_version")
	}
	if err != nil {
		return fmt.Errorf("watch the database for changes: %w", err)
	}
	return nil
}

// current returns known = false on PostgreSQL and when the connection has failed.
func (v *dataVersion) current(ctx context.Context) (n int64, known bool) {
	if v.stmt == nil {
		return 0, false
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	err := v.stmt.QueryRowContext(context.WithoutCancel(ctx)).Scan(&n) // see ByKey
	return n, err == nil
}

func (v *dataVersion) close() {
	if v.stmt != nil {
		_ = v.stmt.Close()
		_ = v.conn.Close()
	}
}
