package testdb

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
)

// ServerVariable holds the URL of a PostgreSQL server that a whole test run shares. Without it each test binary starts its own.
const ServerVariable = "STUDBONUS_TEST_POSTGRES"

// postgres is the server of this test binary, started on first use. It ends with the binary.
var postgres = sync.OnceValues(func() (*Postgres, error) {
	if url := os.Getenv(ServerVariable); url != "" {
		return &Postgres{url: func(database string) string { return strings.Replace(url, "/postgres?", "/"+database+"?", 1) }}, nil
	}
	return StartPostgres(context.Background())
})

// Postgres is a temporary server that listens only on a Unix socket.
type Postgres struct {
	url  func(database string) string
	dir  string
	bin  string
	more []string // settings
	uid  *syscall.SysProcAttr
	cmd  *exec.Cmd
	done chan struct{} // closed when the process has ended
}

// StartPostgres creates and starts a server with durability off, which makes tests faster. Settings (name=value) override
// the defaults.
func StartPostgres(ctx context.Context, settings ...string) (*Postgres, error) {
	found, _ := filepath.Glob("/usr/lib/postgresql/*/bin/initdb")
	if len(found) == 0 {
		return nil, fmt.Errorf("PostgreSQL is not installed: apt-get install postgresql")
	}
	slices.Sort(found)
	dir, err := os.MkdirTemp("", "studbonus-pg")
	if err != nil {
		return nil, err
	}
	p := &Postgres{dir: dir, bin: filepath.Dir(found[len(found)-1]), more: settings}
	p.url = func(database string) string { return fmt.Sprintf("postgres://postgres@/%s?host=%s", database, dir) }
	if err := p.become(); err != nil {
		return nil, err
	}
	initdb := exec.CommandContext(ctx, filepath.Join(p.bin, "initdb"), "-D", filepath.Join(dir, "data"), "-U", "postgres", "-A", "trust",
		"-E", "UTF8", "--locale=C.UTF-8", "--no-sync", "--no-instructions")
	initdb.SysProcAttr, initdb.Dir = p.uid, dir
	if out, err := initdb.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("initdb: %w\n%s", err, out)
	}
	return p, p.Start(ctx)
}

// become runs the server as the user postgres if we are root, because it refuses to run as root.
func (p *Postgres) become() error {
	p.uid = &syscall.SysProcAttr{Pdeathsig: syscall.SIGQUIT} // a killed test leaves no server behind
	if os.Geteuid() != 0 {
		return nil
	}
	u, err := user.Lookup("postgres")
	if err != nil {
		return err
	}
	uid, _ := strconv.Atoi(u.Uid)
	gid, _ := strconv.Atoi(u.Gid)
	p.uid.Credential = &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}
	return os.Chown(p.dir, uid, gid)
}

// Standby starts a streaming replica. It must be removed before its primary.
func (p *Postgres) Standby(ctx context.Context, name string) (*Postgres, error) {
	dir, err := os.MkdirTemp("/tmp", "studbonus-pg")
	if err != nil {
		return nil, err
	}
	s := &Postgres{dir: dir, bin: p.bin, more: append(slices.Clone(p.more), "cluster_name="+name)}
	s.url = func(database string) string { return fmt.Sprintf("postgres://postgres@/%s?host=%s", database, dir) }
	if err := s.become(); err != nil {
		return nil, err
	}
	copying := exec.CommandContext(ctx, filepath.Join(p.bin, "pg_basebackup"), "-h", p.dir, "-U", "postgres", "-D", filepath.Join(dir, "data"),
		"--write-recovery-conf", "--checkpoint=fast", "--no-sync")
	copying.SysProcAttr, copying.Dir = s.uid, dir
	if out, err := copying.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("pg_basebackup: %w\n%s", err, out)
	}
	return s, s.Start(ctx)
}

// Promote makes a standby the primary.
func (p *Postgres) Promote(ctx context.Context) error { return p.Exec(ctx, "SELECT pg_promote()") }

// EitherURL returns the URL of a database on this server or another, whichever accepts writes.
func (p *Postgres) EitherURL(other *Postgres, database string) string {
	return fmt.Sprintf("postgres://postgres@/%s?host=%s,%s&target_session_attrs=read-write", database, p.dir, other.dir)
}

// Start runs the server and waits until it accepts connections. After Stop it restarts with the same data.
func (p *Postgres) Start(ctx context.Context) error {
	if err := p.launch(); err != nil {
		return err
	}
	deadline := time.Now().Add(2 * time.Minute)
	for {
		conn, err := pgx.Connect(ctx, p.url("postgres"))
		if err == nil {
			return conn.Close(ctx)
		}
		if time.Now().After(deadline) {
			return fmt.Errorf("PostgreSQL does not come up: %w", err)
		}
		select {
		case <-p.done: // the last backends of a killed server hold its shared memory for a moment, and the new one fails
			if err := p.launch(); err != nil {
				return err
			}
		case <-time.After(20 * time.Millisecond):
		}
	}
}

var fastSettings = []string{
	"listen_addresses=", "fsync=off", "synchronous_commit=off", "full_page_writes=off", "max_connections=300", "shared_buffers=128MB", "timezone=UTC",
}

func (p *Postgres) launch() error {
	started := make(chan error, 1)
	done := make(chan struct{})
	p.done = done
	go func() {
		runtime.LockOSThread() // Pdeathsig is tied to the thread that started the child
		defer runtime.UnlockOSThread()
		args := []string{"-D", filepath.Join(p.dir, "data"), "-k", p.dir}
		for _, setting := range slices.Concat(fastSettings, p.more) {
			args = append(args, "-c", setting)
		}
		p.cmd = exec.Command(filepath.Join(p.bin, "postgres"), args...)
		p.cmd.SysProcAttr, p.cmd.Dir = p.uid, p.dir
		log, err := os.OpenFile(filepath.Join(p.dir, "log"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
		if err != nil {
			started <- err
			return
		}
		p.cmd.Stdout, p.cmd.Stderr = log, log
		err = p.cmd.Start()
		started <- err
		if err == nil {
			_ = p.cmd.Wait()
			close(done)
		}
	}()
	return <-started
}

// Stop ends the server: SIGINT is a fast shutdown, SIGQUIT a crash of all its processes. Do not use SIGKILL: the backends
// would survive for a moment and still answer.
func (p *Postgres) Stop(with syscall.Signal) {
	_ = p.cmd.Process.Signal(with)
	<-p.done
}

// Remove stops the server and deletes its data.
func (p *Postgres) Remove() {
	p.Stop(syscall.SIGQUIT)
	_ = os.RemoveAll(p.dir)
}

// URL returns the URL of a database.
func (p *Postgres) URL(database string) string { return p.url(database) }

// Exec runs an administrative statement.
func (p *Postgres) Exec(ctx context.Context, statement string) error {
	return ExecAt(ctx, p.url("postgres"), statement)
}

// ExecAt runs a statement on any database.
func ExecAt(ctx context.Context, url, statement string) error {
	conn, err := pgx.Connect(ctx, url)
	if err != nil {
		return err
	}
	defer conn.Close(ctx) //nolint:errcheck // the statement's own error counts
	_, err = conn.Exec(ctx, statement)
	return err
}

var databases atomic.Int64

// Shared returns the server of this test run or, without one, of this test binary.
func Shared() (*Postgres, error) { return postgres() }

// NewDatabase creates a database for one test and returns its URL; how is appended to CREATE DATABASE.
func NewDatabase(t testing.TB, how ...string) string {
	t.Helper()
	server, err := postgres()
	if err != nil {
		t.Fatal(err)
	}
	name := fmt.Sprintf("test_%d_%d", os.Getpid(), databases.Add(1))
	if err := server.Exec(context.Background(), strings.Join(append([]string{"CREATE DATABASE", name}, how...), " ")); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = server.Exec(context.Background(), "DROP DATABASE IF EXISTS "+name+" WITH (FORCE)") })
	return server.URL(name)
}

// CopyDatabase copies a database for one test.
func CopyDatabase(t testing.TB, template string) string {
	t.Helper()
	return NewDatabase(t, "TEMPLATE", template, "STRATEGY file_copy")
}
