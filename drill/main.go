// Command drill runs the loads, faults and bad inputs of docs/rules.md (chapters 14 to 16) row by row and prints the results.
package main

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/alecthomas/kong"
)

type settings struct {
	Rows        []string `help:"Rows to run, such as F6,L1; all by default."`
	Long        bool     `help:"As often as the long run asks for."`
	Reps        int      `help:"Repetitions of every row; for fuzz targets seconds."`
	Minutes     int      `help:"How long loads last." default:"1"`
	Operators   int      `help:"Operators at work; by default as the row says."`
	Students    int      `help:"Students that there are." default:"200000"`
	Connections int      `help:"Slow connections of B6." default:"200"`
	Program     string   `help:"The program under test." default:"bin/studbonus" type:"existingfile"`
}

func main() {
	var s settings
	kong.Parse(&s, kong.Description("Runs the rows of the drill and prints which held."))
	ctx, cancel := signal.NotifyContext(context.Background(), os.Interrupt)
	defer cancel()
	if err := s.run(ctx); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func (s settings) run(ctx context.Context) error {
	known := map[string]bool{}
	for _, r := range rows {
		known[r.id] = true
	}
	for _, id := range s.Rows {
		if !known[id] {
			return fmt.Errorf("there is no row %s", id)
		}
	}
	shared, err := os.MkdirTemp("", "studbonus-drill")
	if err != nil {
		return err
	}
	defer os.RemoveAll(shared) //nolint:errcheck // a temporary folder
	postgres, stop, err := startPostgres(ctx)
	if err != nil {
		return err
	}
	defer stop()
	environment, err := s.environment(shared, postgres)
	if err != nil {
		return err
	}
	failed := []string{}
	fmt.Println("| row | what | goal | held | s | figures |\n|---|---|---|---|---|---|")
	for _, r := range rows {
		if len(s.Rows) > 0 && !slices.Contains(s.Rows, r.id) {
			continue
		}
		started := time.Now()
		n := s.repetitions(r)
		v := r.run(ctx, environment, n)
		fmt.Printf("| %s | %s | %s | %s | %.0f | %s |\n", r.id, r.what, r.goal, v.word(r, n), time.Since(started).Seconds(), strings.Join(v.figures, "; "))
		if v.failed {
			failed = append(failed, r.id)
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
	if len(failed) > 0 {
		return fmt.Errorf("not held: %s", strings.Join(failed, ", "))
	}
	return nil
}

func (s settings) repetitions(r row) int {
	if s.Reps == 0 && (s.Long || r.whole) {
		return r.long
	}
	return s.Reps
}

// environment returns the variables that tests read; see internal/test/kit/drill.go.
func (s settings) environment(shared, postgres string) ([]string, error) {
	program, err := filepath.Abs(s.Program)
	if err != nil {
		return nil, err
	}
	out := append(os.Environ(), "STUDBONUS_DRILL=1", "STUDBONUS_TEST_SHARED="+shared, "STUDBONUS_TEST_POSTGRES="+postgres, "STUDBONUS_PROGRAM="+program,
		fmt.Sprint("STUDBONUS_MINUTES=", s.Minutes), fmt.Sprint("STUDBONUS_STUDENTS=", s.Students), fmt.Sprint("STUDBONUS_CONNECTIONS=", s.Connections))
	if s.Operators > 0 {
		out = append(out, fmt.Sprint("STUDBONUS_OPERATORS=", s.Operators))
	}
	if s.Long {
		out = append(out, "STUDBONUS_LONG_TESTS=1")
	}
	return out, nil
}

// startPostgres runs a temporary server for all rows; rows that stop a server start their own.
func startPostgres(ctx context.Context) (address string, stop func(), err error) {
	cmd := exec.CommandContext(ctx, "go", "run", "./internal/test/pgserver")
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // Ctrl-C must reach only us: the server stops when its stdin closes
	hold, err := cmd.StdinPipe()
	if err != nil {
		return "", nil, err
	}
	said, err := cmd.StdoutPipe()
	if err != nil {
		return "", nil, err
	}
	cmd.Stderr = os.Stderr
	if err := cmd.Start(); err != nil {
		return "", nil, err
	}
	lines := bufio.NewScanner(said)
	if !lines.Scan() {
		return "", nil, fmt.Errorf("PostgreSQL does not start: %w", cmd.Wait())
	}
	return lines.Text(), func() { _ = hold.Close(); _ = cmd.Wait() }, nil
}
