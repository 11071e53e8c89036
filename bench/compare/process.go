package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

const stopLimit = 30 * time.Second

// process is a started program; its output goes to a file.
type process struct {
	cmd     *exec.Cmd
	log     string
	started time.Time
	ended   chan struct{}
	err     error // result of Wait
}

// launch starts a program that ends with this process, even if it is killed.
func launch(ctx context.Context, log, program string, args ...string) (*process, error) {
	out, err := os.OpenFile(log, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, err
	}
	defer out.Close()                                 //nolint:errcheck // the program has its own
	cmd := exec.CommandContext(ctx, program, args...) //nolint:gosec // our own programs
	cmd.Stdout, cmd.Stderr = out, out
	cmd.Env = append(os.Environ(), "TMPDIR="+filepath.Dir(log))
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	cmd.Cancel = func() error { return cmd.Process.Signal(syscall.SIGINT) }
	cmd.WaitDelay = stopLimit
	p := &process{cmd: cmd, log: log, started: time.Now(), ended: make(chan struct{})}
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("%s: %w", program, err)
	}
	go func() {
		p.err = cmd.Wait()
		close(p.ended)
	}()
	return p, nil
}

// run starts a program and waits for it, without a time limit.
func run(ctx context.Context, log, program string, args ...string) (time.Duration, error) {
	p, err := launch(ctx, log, program, args...)
	if err != nil {
		return 0, err
	}
	if <-p.ended; p.err != nil {
		said, _ := os.ReadFile(log)
		return 0, fmt.Errorf("%s %s: %w\n%s", program, strings.Join(args, " "), p.err, said)
	}
	return time.Since(p.started), nil
}

func (p *process) stop() {
	_ = p.cmd.Process.Signal(syscall.SIGINT)
	select {
	case <-p.ended:
	case <-time.After(stopLimit):
		_ = p.cmd.Process.Kill()
		<-p.ended
	}
}

// waitFor waits until the program has printed a text.
func (p *process) waitFor(ctx context.Context, words string) error {
	for {
		said, err := os.ReadFile(p.log)
		if err != nil || bytes.Contains(said, []byte(words)) {
			return err
		}
		select {
		case <-p.ended:
			return fmt.Errorf("%s ended before it said %q: %w\n%s", p.cmd.Path, words, p.err, said)
		case <-ctx.Done():
			return fmt.Errorf("%s never said %q:\n%s", p.cmd.Path, words, said)
		case <-time.After(20 * time.Millisecond):
		}
	}
}

const mib = 1 << 20

// memory returns the resident memory and its peak since resetPeak, in MiB.
func (p *process) memory() (now, peak float64) {
	status, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", p.cmd.Process.Pid))
	for line := range strings.Lines(string(status)) {
		fields := strings.Fields(line)
		if len(fields) < 2 {
			continue
		}
		kib, _ := strconv.ParseFloat(fields[1], 64)
		switch fields[0] {
		case "VmRSS:":
			now = kib / 1024
		case "VmHWM:":
			peak = kib / 1024
		}
	}
	return now, peak
}

func (p *process) resetPeak() {
	_ = os.WriteFile(fmt.Sprintf("/proc/%d/clear_refs", p.cmd.Process.Pid), []byte("5"), 0) // see proc(5)
}
