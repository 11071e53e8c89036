package main

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"golang.org/x/sync/errgroup"

	"studbonus/bench/dataset"
	"studbonus/internal/test/testdb"
)

type engine int

const (
	sqlite engine = iota
	postgres
)

func (e engine) String() string { return [...]string{"SQLite", "PostgreSQL"}[e] }

// system is a measured server.
type system struct {
	name     string
	product  bool
	engine   engine
	memory   bool // the floor's in-memory index
	students int
	rows     int // students and applications
	database string
	port     int
	process  *process
	client   *client

	mu     sync.Mutex
	status map[int]string // changed by statusWrite
}

// flip returns a student's next status.
func (s *system) flip(i int, st dataset.Student) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	is, moved := s.status[i]
	if !moved {
		is = dataset.Statuses[st.Status]
	}
	next := "blocked"
	if is == "blocked" {
		next = "active"
	}
	s.status[i] = next
	return next
}

// fleet holds everything that a run starts: a PostgreSQL server, databases and servers.
type fleet struct {
	scratch   string
	isKept    bool             // --scratch: the folder is kept
	programs  string           // folder
	product   string           // bin/studbonus
	server    *testdb.Postgres // nil: not ours
	serverURL func(database string) string
	systems   []*system
}

// durable turns fsync on and sets memory as a production server of this size would.
var durable = []string{
	"fsync=on", "synchronous_commit=on", "full_page_writes=on", "shared_buffers=2GB", "work_mem=64MB", "maintenance_work_mem=512MB",
	"max_wal_size=8GB", "checkpoint_timeout=30min", "effective_cache_size=8GB", "random_page_cost=1.1", "jit=off", "autovacuum_naptime=10min",
}

// open prepares the scratch folder and the PostgreSQL server; given ones are used and kept.
func (f *fleet) open(ctx context.Context, scratch, url string) (err error) {
	f.scratch, f.isKept = scratch, scratch != ""
	if f.isKept {
		err = os.MkdirAll(scratch, 0o700)
	} else {
		f.scratch, err = os.MkdirTemp("", "studbonus-bench-")
	}
	if err != nil {
		return err
	}
	if url != "" {
		f.serverURL = func(database string) string { return strings.Replace(url, "/postgres?", "/"+database+"?", 1) }
		return nil
	}
	if f.server, err = testdb.StartPostgres(ctx, durable...); err == nil {
		f.serverURL = f.server.URL
	}
	return err
}

// create makes an empty database unless an earlier run has left a full one.
func (f *fleet) create(ctx context.Context, s *system) (isFull bool, err error) {
	if s.engine == sqlite {
		_, err := os.Stat(filepath.Join(f.folder(s), "full"))
		return err == nil, os.MkdirAll(f.folder(s), 0o700)
	}
	conn, err := pgx.Connect(ctx, f.serverURL("postgres"))
	if err != nil {
		return false, err
	}
	defer conn.Close(ctx) //nolint:errcheck // the statements' own errors count
	err = conn.QueryRow(ctx, "SELECT EXISTS (SELECT FROM pg_database d JOIN pg_shdescription s ON s.objoid = d.oid WHERE datname = $1 AND description = 'full')", s.key()).Scan(&isFull)
	if err != nil || isFull {
		return isFull, err
	}
	_, err = conn.Exec(ctx, "CREATE DATABASE "+s.key())
	return false, err
}

// markFull lets a later run reuse the database.
func (f *fleet) markFull(ctx context.Context, s *system) error {
	if s.engine == sqlite {
		return os.WriteFile(filepath.Join(f.folder(s), "full"), nil, 0o600)
	}
	conn, err := pgx.Connect(ctx, f.serverURL("postgres"))
	if err != nil {
		return err
	}
	defer conn.Close(ctx) //nolint:errcheck // the statement's own error counts
	_, err = conn.Exec(ctx, "COMMENT ON DATABASE "+s.key()+" IS 'full'")
	return err
}

// key names a system's database.
func (s *system) key() string {
	if s.product {
		return fmt.Sprintf("ours_%d", s.students)
	}
	return fmt.Sprintf("floor_%d", s.students)
}

func (f *fleet) add(s *system, port int) {
	s.port, s.status, s.client = port, map[int]string{}, newClient(fmt.Sprintf("http://127.0.0.1:%d", port))
	s.database = filepath.Join(f.scratch, s.key(), "studbonus.db")
	if s.engine == postgres {
		s.database = f.serverURL(s.key())
	}
	f.systems = append(f.systems, s)
}

// seed fills the databases, two at a time, the slowest first.
func (f *fleet) seed(ctx context.Context) error {
	var all []*system
	for _, s := range f.systems {
		if !s.memory { // the in-memory index reads PostgreSQL's floor
			all = append(all, s)
		}
	}
	slices.SortStableFunc(all, func(a, b *system) int { return cmp.Compare(b.work(), a.work()) })
	filling, ctx := errgroup.WithContext(ctx)
	filling.SetLimit(2)
	for _, s := range all {
		filling.Go(func() error { return f.fill(ctx, s) })
	}
	return filling.Wait()
}

// work estimates the time to fill a system's database: the floor has students only.
func (s *system) work() int {
	if s.product {
		return 3 * s.rows
	}
	return s.rows
}

func (f *fleet) fill(ctx context.Context, s *system) error {
	isFull, err := f.create(ctx, s)
	if err != nil || isFull {
		return err
	}
	if err := os.MkdirAll(f.folder(s), 0o700); err != nil {
		return err
	}
	program, args := "floor", []string{"seed", s.database, fmt.Sprintf("--rows=%d", s.rows)}
	if s.product {
		program, args = "load", append(f.storeFlags(s), fmt.Sprintf("--rows=%d", s.rows))
	}
	took, err := run(ctx, filepath.Join(f.folder(s), "seed.log"), filepath.Join(f.programs, program), args...)
	if err != nil {
		return err
	}
	say("seeded %s with %d students and %d applications in %.1f s", s.name, s.students, s.rows-s.students, took.Seconds())
	return f.markFull(ctx, s)
}

// folder of a system's files: logs, the SQLite database, keys.
func (f *fleet) folder(s *system) string {
	if s.engine == sqlite {
		return filepath.Dir(s.database)
	}
	return filepath.Join(f.scratch, "postgres_"+s.key())
}

func (f *fleet) storeFlags(s *system) []string {
	flags := []string{"--data=" + f.folder(s)}
	if s.engine == postgres {
		flags = append(flags, "--database="+s.database)
	}
	return flags
}

// launch starts a system's server.
func (f *fleet) launch(ctx context.Context, s *system) error {
	if err := os.MkdirAll(f.folder(s), 0o700); err != nil {
		return err
	}
	listen := fmt.Sprintf("--listen=127.0.0.1:%d", s.port)
	program, args := filepath.Join(f.programs, "floor"), []string{"serve", s.database, listen}
	if s.memory {
		args = append(args, "--memory")
	}
	if s.product {
		program, args = f.product, append([]string{"serve", listen, fmt.Sprintf("--metrics=127.0.0.1:%d", s.port+1)}, f.storeFlags(s)...)
	}
	var err error
	s.process, err = launch(ctx, filepath.Join(f.folder(s), fmt.Sprintf("server_%d.log", s.port)), program, args...)
	return err
}

const startLimit = 5 * time.Minute

// getReady waits until the server is up (the product: until its lists are in memory) and signs in.
func (s *system) getReady(ctx context.Context) error {
	limit, cancel := context.WithTimeout(ctx, startLimit)
	defer cancel()
	signs := []string{"ready\n"} // not "already in use"
	if s.product {
		signs = nil
		for _, list := range []string{"students", "partners", "promotions", "reviews"} {
			signs = append(signs, `"list index loaded","list":"`+list+`"`)
		}
	}
	for _, words := range signs {
		if err := s.process.waitFor(limit, words); err != nil {
			return err
		}
	}
	if err := s.client.signIn(ctx); err != nil {
		return fmt.Errorf("%s: %w", s.name, err)
	}
	return s.client.learnCities(ctx)
}

func (f *fleet) close() {
	for _, s := range f.systems {
		if s.process != nil {
			s.process.stop()
		}
	}
	if f.server != nil {
		f.server.Remove()
	}
	if !f.isKept {
		_ = os.RemoveAll(f.scratch)
	}
}
