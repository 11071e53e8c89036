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
	"syscall"
	"time"

	"github.com/prometheus/client_golang/prometheus/promhttp"

	"studbonus/internal/clock"
	"studbonus/internal/db"
	"studbonus/internal/demo"
	"studbonus/internal/heap"
	"studbonus/web"
)

const (
	drainWait  = 5 * time.Second  // for proxies to notice that we are not ready any more
	drainLimit = 20 * time.Second // for requests that are under way
	jobsLimit  = 10 * time.Second
)

// Serve runs an instance until it is told to stop.
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
	defer log.Close()
	a, err := New(ctx, c, Parts{Clock: clock.System, Console: web.Console(), Log: log.Logger, OneTime: true})
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

// refuseDemoAccounts keeps everybody who has read the manual out of an installation that began as a demo: its accounts
// have a known password, also when it is served without --demo.
func (a *App) refuseDemoAccounts(ctx context.Context) error {
	address := a.Config.reachedFrom()
	if address == "" || a.Config.DemoPublic {
		return nil
	}
	logins, err := db.All[string](ctx, a.DB, "SELECT login FROM operators WHERE login LIKE ? AND blocked_at IS NULL ORDER BY id", "%"+demo.Domain)
	if err != nil || len(logins) == 0 {
		return err
	}
	return fmt.Errorf("%s is for others too, but anybody can sign in to the demo accounts %s: block each by 'studbonus operator block LOGIN', or allow them by --demo-public",
		address, strings.Join(logins, ", "))
}

// lockData keeps a second server off a SQLite data folder; other commands may work beside the server.
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
	signals := make(chan os.Signal, 2) // from before the first answer on: who is ready can be stopped
	signal.Notify(signals, syscall.SIGTERM, syscall.SIGINT)
	defer signal.Stop(signals)
	handler, err := a.Handler() //nolint:contextcheck // readiness is watched until the app is closed, also while it drains
	if err != nil {
		return err
	}
	listener, err := (&net.ListenConfig{Control: limitSocket}).Listen(ctx, "tcp", a.Config.Listen)
	if err != nil {
		return fmt.Errorf("--listen %s: %w", a.Config.Listen, err)
	}
	if err := a.Start(ctx); err != nil {
		return fmt.Errorf("не удалось начать фоновую работу: %w", err)
	}
	server := &http.Server{
		Handler: handler, ReadHeaderTimeout: 5 * time.Second, IdleTimeout: 2 * time.Minute, MaxHeaderBytes: 32 << 10,
		ErrorLog: slog.NewLogLogger(a.Log.Handler(), slog.LevelDebug),
	}
	a.serveMetrics(ctx)
	go heap.Keep(ctx)
	if a.time != nil {
		go a.time.follow(ctx)
	}
	failed := make(chan error, 1)
	go func() {
		if a.Config.TLSCert != "" {
			failed <- server.ServeTLS(listener, a.Config.TLSCert, a.Config.TLSKey)
			return
		}
		failed <- server.Serve(listener)
	}()
	a.greet(out)
	return a.waitAndStop(ctx, server, failed, signals)
}

func (a *App) waitAndStop(ctx context.Context, server *http.Server, failed <-chan error, signals <-chan os.Signal) error {
	var cause error
	wait := time.Duration(0)
	select {
	case cause = <-failed:
	case <-ctx.Done():
	case s := <-signals:
		if s == syscall.SIGTERM { // a service manager or proxy stands behind it; Ctrl-C has nobody to wait for
			wait = drainWait
		}
	}
	a.closed.Store(true)
	a.Log.Info("stopping")
	select {
	case <-time.After(wait):
	case <-signals: // a second signal is in a hurry
	}
	drain, cancel := context.WithTimeout(context.WithoutCancel(ctx), drainLimit)
	defer cancel()
	err := server.Shutdown(drain)
	stopJobs, cancelJobs := context.WithTimeout(context.WithoutCancel(ctx), jobsLimit)
	defer cancelJobs()
	return errors.Join(cause, err, a.Stop(stopJobs))
}

// greet tells a person where to go, and in a demo whom to sign in as.
func (a *App) greet(out io.Writer) {
	_, _ = fmt.Fprintf(out, "\n  СтудБонус %s: %s\n", Version, a.Config.publicURL())
	if a.Config.SMTP == "" {
		a.Log.Info("no mail server is set: mails are kept as files", "folder", a.Config.outbox())
	}
	if !a.Config.Demo {
		_, _ = fmt.Fprintln(out)
		return
	}
	_, _ = fmt.Fprintf(out, "\n  Вход (пароль у всех %s):\n", demo.Password)
	for _, account := range demo.Accounts {
		_, _ = fmt.Fprintf(out, "    %-30s %-17s %s\n", account.Login, account.Role, account.Note)
	}
	_, _ = fmt.Fprintln(out)
}

// serveMetrics offers metrics and profiles where only this machine can reach them.
func (a *App) serveMetrics(ctx context.Context) {
	if a.Config.Metrics == "" {
		return
	}
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", a.Config.Metrics)
	if err != nil {
		a.Log.Warn("metrics are not served", "cause", err)
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
