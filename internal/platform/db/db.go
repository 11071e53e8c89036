// Package db opens the database, SQLite or PostgreSQL, and hides their differences: placeholders, pools, transactions that
// also enqueue jobs, error codes and migrations.
package db

import (
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riversqlite"

	"studbonus/internal/platform/db/sqlite"
)

const (
	readers     = 8 // SQLite read connections; there is one writer
	busyTimeout = 5 * time.Second
)

// JobAttempts is the default number of attempts of a job (rules 18.3). River stores it with the job, so it must be set
// where jobs are inserted.
const JobAttempts = 5

// DB is an open database. Reads go through it directly, writes through Tx.
type DB struct {
	inserter   inserter
	migrations fs.FS       // replaced in tests
	tables     []string    // our tables after the migrations; see Ready
	corrupt    atomic.Bool // see NoteCorruption

	// SQLite.
	path        string
	header      *os.File // see openHeader
	read, write *sql.DB
	jobs        *sql.DB  // River's own connection
	readStmts   sync.Map // prepared-statement cache of the readers: query text → *sql.Stmt
	writeStmts  sync.Map // the same for the writer
	version     dataVersion

	// PostgreSQL.
	dsn      string
	requests *pgxpool.Pool
	pool     *pgxpool.Pool // for River and background work, with a longer statement timeout
}

// Limits bound how long the database may keep a caller waiting. A zero field means its default.
type Limits struct {
	Request  time.Duration // a statement of a request on PostgreSQL; 7 s
	RowLock  time.Duration // a row that another transaction holds on PostgreSQL; 2 s
	FileLock time.Duration // another process that writes to SQLite; 5 s
}

func (l Limits) orDefault() Limits {
	return Limits{cmp.Or(l.Request, requestTimeout), cmp.Or(l.RowLock, lockTimeout), cmp.Or(l.FileLock, busyTimeout)}
}

// Open connects to postgres://… or opens the SQLite file at the given path and creates it if needed.
func Open(ctx context.Context, dsn string) (*DB, error) { return OpenWithin(ctx, dsn, Limits{}) }

// OpenWithin is Open with other limits: tests have more time than requests.
func OpenWithin(ctx context.Context, dsn string, limits Limits) (*DB, error) {
	if IsPostgresURL(dsn) {
		return openPostgres(ctx, dsn, limits.orDefault())
	}
	return openSQLite(ctx, dsn, limits.orDefault())
}

// IsPostgresURL reports whether dsn is a PostgreSQL URL and not a SQLite path.
func IsPostgresURL(dsn string) bool {
	return strings.HasPrefix(dsn, "postgres://") || strings.HasPrefix(dsn, "postgresql://")
}

func openSQLite(ctx context.Context, path string, limits Limits) (*DB, error) {
	open := func(conns int, extra string) (*sql.DB, error) {
		// url.URL escapes '?' and '#' in the path. busy_timeout and immediate locks keep writers from failing with SQLITE_BUSY.
		u := url.URL{Scheme: "file", Opaque: (&url.URL{Path: path}).EscapedPath()}
		pool, err := sql.Open("sqlite", u.String()+"?_time_format=sqlite&_pragma=foreign_keys(1)&_pragma=temp_store(memory)"+
			fmt.Sprintf("&_pragma=busy_timeout(%d)", limits.FileLock.Milliseconds())+extra)
		if err != nil {
			return nil, fmt.Errorf("open database: %w", err)
		}
		pool.SetMaxOpenConns(conns)
		pool.SetMaxIdleConns(conns)
		return pool, nil
	}
	// recursive_triggers: without it INSERT OR REPLACE deletes a row without firing the trigger that protects the audit log.
	// cache_size in KiB is small because each connection has its own; the OS page cache is shared.
	const writing = "&_pragma=cache_size(-16000)&_txlock=immediate&_pragma=journal_mode(WAL)&_pragma=synchronous(FULL)&_pragma=recursive_triggers(1)"
	d := &DB{path: path, migrations: shipped}
	var err error
	if d.write, err = open(1, writing); err != nil {
		return nil, err
	}
	// The file must exist in WAL mode before read-only connections open it.
	if err := enterWAL(ctx, d.write, limits.FileLock); err != nil {
		return nil, fmt.Errorf("open database %s: %w", path, err)
	}
	if err := os.Chmod(path, 0o600); err != nil {
		return nil, fmt.Errorf("protect database: %w", err)
	}
	if err := d.openHeader(); err != nil {
		return nil, fmt.Errorf("open database %s: %w", path, err)
	}
	if d.read, err = open(readers+1, "&_pragma=cache_size(-2000)&mode=ro"); err != nil {
		return nil, err
	}
	if err := d.version.open(ctx, d.read); err != nil {
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

// enterWAL opens the first connection, which switches a new file to WAL mode. SQLite does not apply busy_timeout to that switch: of
// two processes that open a new file at once, one fails with SQLITE_BUSY and has to try again.
func enterWAL(ctx context.Context, write *sql.DB, within time.Duration) error {
	for deadline := time.Now().Add(within); ; time.Sleep(10 * time.Millisecond) {
		err := write.PingContext(ctx)
		if err == nil || sqlite.Code(err)&0xff != sqlite.Busy || time.Now().After(deadline) {
			return err
		}
	}
}

// Postgres reports whether the engine is PostgreSQL.
func (d *DB) Postgres() bool { return d.pool != nil }

// Path returns the SQLite file, or "" on PostgreSQL.
func (d *DB) Path() string { return d.path }

// Pool returns the pool that River uses on PostgreSQL.
func (d *DB) Pool() *pgxpool.Pool { return d.pool }

// JobsDB returns the connection that River uses on SQLite.
func (d *DB) JobsDB() *sql.DB { return d.jobs }

// Close closes all connections.
func (d *DB) Close() {
	for _, cache := range []*sync.Map{&d.readStmts, &d.writeStmts} {
		cache.Range(func(_, st any) bool { _ = st.(*sql.Stmt).Close(); return true })
	}
	d.version.close()
	for _, pool := range []*sql.DB{d.read, d.jobs, d.write} {
		if pool != nil {
			_ = pool.Close()
		}
	}
	if d.header != nil {
		_ = d.header.Close() // last: it drops the locks of all connections
	}
	for _, pool := range []*pgxpool.Pool{d.requests, d.pool} {
		if pool != nil {
			pool.Close()
		}
	}
}
