package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/pprof"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/prometheus/client_golang/prometheus/promhttp"

	"studbonus/internal/demo"
	"studbonus/internal/platform/clock"
	"studbonus/internal/platform/tuning"
	"studbonus/web"
)

const (
	drainWait  = 5 * time.Second  // until proxies see that the instance is no longer ready
	drainLimit = 20 * time.Second // for requests in progress
	jobsLimit  = 10 * time.Second
)

// Serve runs an instance until it gets SIGINT or SIGTERM.
func Serve(ctx context.Context, c Config, out io.Writer) error {
	if err := c.check(); err != nil {
		return err
	}
	if c.isSQLite() {
		release, err := lockData(c.Data)
		if err != nil {
			return err
		}
		defer release()
	}
	log := NewLogger(os.Stderr, c.Store)
	a, err := New(ctx, c, Parts{Clock: clock.System, Console: web.Console(), Student: web.Student(), Log: log, SharedTime: true})
	if err != nil {
		return err
	}
	defer a.Close()
	if c.Demo {
		if err := a.FillDemo(ctx); err != nil {
			return err
		}
	}
	if err := a.refuseDemoAccounts(ctx); err != nil {
		return err
	}
	return a.run(ctx, out)
}

// refuseDemoAccounts refuses to serve demo accounts beyond this machine, also without --demo: their password is public.
func (a *App) refuseDemoAccounts(ctx context.Context) error {
	address := a.Config.reachedFrom()
	if address == "" || a.Config.DemoPublic {
		return nil
	}
	logins, err := activeLogins(ctx, a.DB, demo.Domain)
	if err != nil || len(logins) == 0 {
		return err
	}
	return fmt.Errorf("адрес %s доступен другим, а пароль демонстрационных учётных записей (%s) известен всем: добавьте своего администратора (studbonus operator add --admin), заблокируйте каждую командой studbonus operator block или разрешите их флагом --demo-public",
		address, strings.Join(logins, ", "))
}

// lockData refuses a second server on the same SQLite data folder. Commands may run beside the server.
func lockData(dir string) (release func(), err error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	f, err := os.OpenFile(filepath.Join(dir, "server.lock"), os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, err
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		_ = f.Close()
		return nil, fmt.Errorf("с папкой %s уже работает сервер: с SQLite он может быть только один", dir)
	}
	return func() { _ = f.Close() }, nil
}

func (a *App) run(ctx context.Context, out io.Writer) error {
	signals := make(chan os.Signal, 2) // before the first answer: an instance that is ready can be stopped
	signal.Notify(signals, syscall.SIGTERM, syscall.SIGINT)
	defer signal.Stop(signals)
	handlers, err := a.Handlers() //nolint:contextcheck // readiness checks run until the app is closed, also while it drains
	if err != nil {
		return err
	}
	faces, err := a.listen(ctx, handlers)
	if err != nil {
		return err
	}
	if err := a.Start(ctx); err != nil {
		return fmt.Errorf("не удалось начать фоновую работу: %w", err)
	}
	a.serveMetrics(ctx)
	clearLeftovers(time.Now())
	tuning.CompactSoon() // what starting needed
	if a.time != nil {
		go a.time.follow(ctx)
	}
	failed := make(chan error, len(faces))
	for _, f := range faces {
		go func() {
			if a.Config.TLSCert != "" {
				failed <- f.server.ServeTLS(f.listener, a.Config.TLSCert, a.Config.TLSKey)
				return
			}
			failed <- f.server.Serve(f.listener)
		}()
	}
	a.greet(out)
	return a.waitAndStop(ctx, faces, failed, signals)
}

// face is a listening server.
type face struct {
	server   *http.Server
	listener net.Listener
}

// listen opens the listeners that are not off.
func (a *App) listen(ctx context.Context, h Handlers) ([]face, error) {
	var faces []face
	for _, f := range []struct {
		flag, address string
		handler       http.Handler
	}{{"--listen", a.Config.Listen, h.Console}, {"--students-listen", a.Config.studentsListen(), h.Students}} {
		if f.address == off {
			continue
		}
		listener, err := (&net.ListenConfig{Control: limitSocket}).Listen(ctx, "tcp", f.address)
		if err != nil {
			return nil, fmt.Errorf("%s %s: %w", f.flag, f.address, err)
		}
		faces = append(faces, face{listener: listener, server: &http.Server{
			Handler: f.handler, ReadHeaderTimeout: 5 * time.Second, IdleTimeout: 2 * time.Minute, MaxHeaderBytes: 32 << 10,
			ErrorLog: slog.NewLogLogger(a.Log.Handler(), slog.LevelDebug),
		}})
	}
	return faces, nil
}

// shutDown stops accepting on all faces and waits for the requests in progress.
func shutDown(ctx context.Context, faces []face) error {
	errs := make([]error, len(faces))
	var all sync.WaitGroup
	for i, f := range faces {
		all.Go(func() { errs[i] = f.server.Shutdown(ctx) })
	}
	all.Wait()
	return errors.Join(errs...)
}

func (a *App) waitAndStop(ctx context.Context, faces []face, failed <-chan error, signals <-chan os.Signal) error {
	var cause error
	wait := time.Duration(0)
	select {
	case cause = <-failed:
	case <-ctx.Done():
	case s := <-signals:
		if s == syscall.SIGTERM { // sent by a service manager, maybe behind a proxy; Ctrl-C need not wait
			wait = drainWait
		}
	}
	a.closed.Store(true)
	a.Log.Info("stopping")
	select {
	case <-time.After(wait):
	case <-signals: // a second signal skips the wait
	}
	drain, cancel := context.WithTimeout(context.WithoutCancel(ctx), drainLimit)
	defer cancel()
	err := shutDown(drain, faces)
	stopJobs, cancelJobs := context.WithTimeout(context.WithoutCancel(ctx), jobsLimit)
	defer cancelJobs()
	return errors.Join(cause, err, a.Stop(stopJobs))
}

// greet prints the address of the console, and the accounts of a demo.
func (a *App) greet(out io.Writer) {
	_, _ = fmt.Fprintf(out, "\n  СтудБонус %s: %s\n", Version, a.Config.publicURL())
	if a.Config.studentsListen() != off {
		_, _ = fmt.Fprintf(out, "  Студентам: %s\n", a.Config.studentsURL())
	}
	if a.Config.SMTP == "" {
		a.Log.Info("no mail server configured: letters are saved as files", "folder", a.Config.outbox())
	}
	if a.Config.SMS == "" && a.Config.studentsListen() != off && !a.Config.Demo {
		a.Log.Warn("no SMS provider configured: students get no codes, which are saved as files", "folder", a.Config.outbox())
	}
	if !a.Config.Demo {
		_, _ = fmt.Fprintln(out)
		return
	}
	_, _ = fmt.Fprintf(out, "\n  Вход (пароль у всех %s):\n", demo.Password)
	for _, account := range demo.Accounts {
		_, _ = fmt.Fprintf(out, "    %-30s %-17s %s\n", account.Login, account.Role, account.Note)
	}
	if a.Config.studentsListen() != off {
		a.greetStudents(out)
	}
	_, _ = fmt.Fprintln(out)
}

// greetStudents prints whom to sign in as on the students' face of a demo.
func (a *App) greetStudents(out io.Writer) {
	where := "код приходит по SMS"
	if a.Config.showsCodes() {
		where = "код придёт подсказкой, SMS лежат в " + a.Config.outbox()
	}
	_, _ = fmt.Fprintf(out, "\n  Вход студентов по номеру телефона (%s):\n", where)
	for _, m := range demo.Members {
		_, _ = fmt.Fprintf(out, "    +%-29s %-17s %s\n", m.Phone, m.Name+" "+m.Surname, m.Note)
	}
	_, _ = fmt.Fprintln(out, "    любой другой номер +7 9…       новый студент     заявку можно подать с начала")
}

// serveMetrics serves metrics and profiles on a loopback address.
func (a *App) serveMetrics(ctx context.Context) {
	if a.Config.Metrics == "" {
		return
	}
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", a.Config.Metrics)
	if err != nil {
		a.Log.Warn("cannot serve metrics", "cause", err)
		return
	}
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", promhttp.Handler())
	mux.HandleFunc("GET /debug/pprof/", pprof.Index)
	mux.HandleFunc("GET /debug/pprof/profile", pprof.Profile)
	mux.HandleFunc("GET /debug/pprof/trace", pprof.Trace)
	server := &http.Server{Handler: mux, ReadHeaderTimeout: 5 * time.Second}
	go func() { _ = server.Serve(listener) }()
}
