package db

import (
	"context"
	"database/sql"
	"fmt"
	"sync"
)

// Memo keeps rows that every request asks for, for as long as nothing in the database has changed: whoever asks gets
// what the database would say. On SQLite that is known for less than the row costs, whichever process has written;
// on PostgreSQL it is not, and every row is read.
type Memo[K comparable, V any] struct {
	mu      sync.Mutex
	version int64
	rows    map[K]V
}

const memoLimit = 10_000 // rows, where nobody has written for long

// Get gives the row of a key, read anew if anything has changed. What was not found is not kept.
func (m *Memo[K, V]) Get(ctx context.Context, d *DB, key K, read func() (V, error)) (V, error) {
	version, known := d.version.now(ctx) // asked before the row is read: what is committed in between has another number
	if !known {
		return read()
	}
	if row, ok := m.kept(version, key); ok {
		return row, nil
	}
	row, err := read()
	if err == nil {
		m.keep(version, key, row)
	}
	return row, err
}

func (m *Memo[K, V]) kept(version int64, key K) (V, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.version != version {
		var none V
		return none, false
	}
	row, ok := m.rows[key]
	return row, ok
}

func (m *Memo[K, V]) keep(version int64, key K, row V) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.version != version || m.rows == nil || len(m.rows) == memoLimit {
		m.version, m.rows = version, map[K]V{}
	}
	m.rows[key] = row
}

// version is a number that changes with every commit to a SQLite file. SQLite counts for each connection by itself,
// so the connection is always the same one.
type version struct {
	mu   sync.Mutex
	conn *sql.Conn
	ask  *sql.Stmt
}

func (v *version) watch(ctx context.Context, pool *sql.DB) (err error) {
	if v.conn, err = pool.Conn(ctx); err == nil {
		v.ask, err = v.conn.PrepareContext(ctx, "PRAGMA data_version")
	}
	if err != nil {
		return fmt.Errorf("watch the database for changes: %w", err)
	}
	return nil
}

// now is not known on PostgreSQL, nor if the connection has failed.
func (v *version) now(ctx context.Context) (n int64, known bool) {
	if v.ask == nil {
		return 0, false
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	err := v.ask.QueryRowContext(context.WithoutCancel(ctx)).Scan(&n) // see ByKey
	return n, err == nil
}

func (v *version) close() {
	if v.ask != nil {
		_ = v.ask.Close()
		_ = v.conn.Close()
	}
}
