// Command compare measures the product as shipped against the floor (bench/floor) on SQLite and PostgreSQL, in turns within
// one run, and checks that all return the same rows and totals. It starts everything it needs on loopback addresses and in
// a temporary folder, and removes it afterwards.
package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"regexp"
	"syscall"
	"time"

	"github.com/alecthomas/kong"
	"golang.org/x/sync/errgroup"

	"studbonus/bench/dataset"
)

type options struct {
	N        int            `help:"Students." default:"1000000"`
	Quick    bool           `help:"Short turns, no growth: for development."`
	Guard    bool           `help:"Only ratios at one client, fail beyond generous limits: for make test."`
	GrowFrom int            `help:"Compare the product on PostgreSQL at this number of students and at N." placeholder:"STUDENTS"`
	Only     *regexp.Regexp `help:"Only operations whose name matches."`
	Programs string         `help:"Folder with floor and load." default:"bin/bench" type:"existingdir"`
	Product  string         `help:"Binary of the product." default:"bin/studbonus" type:"existingfile"`
	Port     int            `help:"First of twelve ports." default:"8150"`
	Keep     bool           `help:"Keep everything running after the measurement until interrupted."`
	Scratch  string         `help:"Folder in which to keep the databases for the next run; temporary by default." type:"path"`
	Postgres string         `help:"Existing server, postgres://…/postgres?…, whose databases are kept; by default a temporary one is started." placeholder:"URL"`
	Into     string         `help:"File for the figures, such as bench/results/1000000.md." default:"bin/bench/figures.md" type:"path"`
}

const (
	runLimit   = 30 * time.Minute
	graceful   = 5                // the guard's limits are this many times the goals
	quietPause = 20 * time.Second // before the guard repeats a slow operation, in case the machine was busy
	questions  = 40
)

func say(format string, args ...any) {
	_, _ = fmt.Fprintf(os.Stderr, "%s %s\n", time.Now().Format("15:04:05"), fmt.Sprintf(format, args...))
}

func main() {
	var o options
	kong.Parse(&o, kong.Name("compare"))
	ctx, cancel := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer cancel()
	ctx, stop := context.WithTimeout(ctx, runLimit)
	defer stop()
	if err := o.run(ctx); err != nil {
		say("%v", err)
		os.Exit(1) //nolint:gocritic // run has cleaned up already
	}
}

func (o options) pace() (p pace, exportRounds int) {
	switch {
	case o.Guard:
		return pace{rounds: 2, slice: 30 * time.Millisecond, most: 400}, 0
	case o.Quick:
		return pace{rounds: 3, slice: 70 * time.Millisecond, most: 800}, 1
	}
	return pace{rounds: 8, slice: 50 * time.Millisecond, most: 400}, 3 // many short turns average out bursts of noise
}

// crowdPace is the pace at eight clients: fewer turns, because each runs a slow floor eight times and no ratio depends on it.
var crowdPace = pace{rounds: 3, slice: 80 * time.Millisecond, most: 800}

// bench is the state of one run.
type bench struct {
	options
	fleet    *fleet
	lineup   lineup
	outcomes []outcome
	facts    []fact
}

func (o options) run(ctx context.Context) error {
	started := time.Now()
	b := &bench{options: o, fleet: &fleet{programs: o.Programs, product: o.Product}}
	if _, err := os.Stat(filepath.Dir(o.Into)); err != nil { // fail now, not after ten minutes of measuring
		return err
	}
	defer b.fleet.close()
	if err := b.fleet.open(ctx, o.Scratch, o.Postgres); err != nil {
		return err
	}
	if o.GrowFrom > 0 {
		return b.grow(ctx)
	}
	b.addSystems()
	if err := b.fleet.seed(ctx); err != nil {
		return err
	}
	steps := []func(context.Context) error{b.startServers, b.measureMemory, b.exports, b.checks, b.operations, b.writes, b.imports}
	if o.Guard {
		steps = []func(context.Context) error{b.startServers, b.checkSame, b.operations}
	}
	for _, step := range append(steps, b.restore) {
		if err := step(ctx); err != nil {
			return err
		}
	}
	say("measured in %.0f s", time.Since(started).Seconds())
	if o.Keep {
		say("everything still runs under %s; interrupt to end", b.fleet.scratch)
		<-ctx.Done()
	}
	return b.report(time.Since(started))
}

// addSystems adds the systems to measure.
func (b *bench) addSystems() {
	port := b.Port
	rows := map[int]int{b.N: dataset.Rows(b.N), b.N / 10: dataset.Rows(b.N / 10)}
	add := func(s *system) *system {
		s.rows = rows[s.students]
		b.fleet.add(s, port)
		port += 2 // the product also listens on a metrics port
		return s
	}
	for _, e := range []engine{sqlite, postgres} {
		b.lineup.floors[e] = add(&system{name: "floor, " + e.String(), engine: e, students: b.N})
		b.lineup.ours[e] = add(&system{name: "ours, " + e.String(), product: true, engine: e, students: b.N})
	}
	if b.Guard {
		return
	}
	b.lineup.memory = add(&system{name: "floor, memory", engine: postgres, memory: true, students: b.N})
	if b.Quick {
		return
	}
	for _, e := range []engine{sqlite, postgres} {
		b.lineup.small[e] = add(&system{name: fmt.Sprintf("ours, %s, %d", e, b.N/10), product: true, engine: e, students: b.N / 10})
	}
}

// startServers measures cold starts of the product, then starts all servers.
func (b *bench) startServers(ctx context.Context) error {
	if !b.Guard {
		var cold [2]float64
		for e, s := range b.lineup.ours {
			var err error
			if cold[e], err = b.fleet.coldStart(ctx, s); err != nil {
				return fmt.Errorf("%s: %w", s.name, err)
			}
		}
		say("cold start %.2f s and %.2f s", cold[sqlite], cold[postgres])
		b.fact("cold start to the first right answer, s", cold, "≤ 1", 1)
	}
	var starting errgroup.Group
	for _, s := range b.fleet.systems {
		if err := b.fleet.launch(ctx, s); err != nil {
			return err
		}
		starting.Go(func() error { return s.getReady(ctx) })
	}
	return starting.Wait()
}

// measureMemory measures the memory of the product before the load.
func (b *bench) measureMemory(ctx context.Context) error {
	time.Sleep(idleAfter)
	var idle, signIns [2]float64
	for e, s := range b.lineup.ours {
		idle[e], _ = s.process.memory()
		var err error
		if signIns[e], err = s.signInMemory(ctx); err != nil {
			return fmt.Errorf("%s: %w", s.name, err)
		}
	}
	say("idle %.0f MiB and %.0f MiB, eight clients signing in add %.0f MiB and %.0f MiB", idle[sqlite], idle[postgres], signIns[sqlite], signIns[postgres])
	most := 80 + 300*float64(dataset.Listed(b.lineup.ours[sqlite].rows))/mib
	b.fact("idle memory with all rows, MiB", idle, fmt.Sprintf("≤ %.0f (80 + 300 B a row)", most), most)
	b.fact("memory that eight clients signing in add, MiB", signIns, "≤ 80", 80)
	binary, err := size(b.Product)
	b.fact("binary, MiB", [2]float64{binary, binary}, "≤ 48", 48)
	return err
}

// fact records a figure and its limit.
func (b *bench) fact(name string, values [2]float64, goal string, most float64) {
	b.facts = append(b.facts, fact{
		name: name, goal: goal, show: func(e engine) string { return number(values[e]) }, isGood: func(e engine) bool { return values[e] <= most },
	})
}

func (b *bench) checkSame(ctx context.Context) error {
	var all []*system
	for _, s := range b.fleet.systems {
		if s.students == b.N {
			all = append(all, s)
		}
	}
	n := questions
	if b.Guard || b.Quick {
		n /= 4
	}
	asked, err := sameAnswers(ctx, all, n)
	if err != nil {
		return err
	}
	say("%d random questions: all %d systems give the same totals and rows", asked, len(all))
	n = asked
	b.facts = append(b.facts, fact{
		name: "random questions with the floor's totals and rows", goal: "all", show: func(engine) string { return fmt.Sprintf("%d of %d", n, n) }, isGood: func(engine) bool { return true },
	})
	return nil
}

// checks runs the slow correctness checks concurrently.
func (b *bench) checks(ctx context.Context) error {
	var both errgroup.Group
	both.Go(func() error { return b.checkSame(ctx) })
	both.Go(func() error { return b.fleet.checkAll(b.lineup.ours) })
	return both.Wait()
}

func (b *bench) exports(ctx context.Context) error {
	_, rounds := b.pace()
	var all [2]exports
	for e, s := range b.lineup.ours {
		var err error
		if all[e], err = b.fleet.measureExports(ctx, s, b.lineup.floors[e], rounds); err != nil {
			return fmt.Errorf("%s: %w", s.name, err)
		}
		say("%s: export %.2f s, floor %.2f s, %.0f MiB more; lists' p99 %.2f ms alone, %.2f ms beside", s.name, all[e].ours, all[e].floor, all[e].added, all[e].quiet, all[e].beside)
		if err := b.fleet.checkFew(ctx, s); err != nil {
			return fmt.Errorf("%s: %w", s.name, err)
		}
	}
	b.facts = append(b.facts,
		fact{
			name: fmt.Sprintf("export of %d × 7 to .xlsx, s (floor)", b.N), goal: "≤ 1.5 × floor", isGood: func(e engine) bool { return all[e].ours <= 1.5*all[e].floor },
			show: func(e engine) string {
				return fmt.Sprintf("%.2f (%.2f): %s", all[e].ours, all[e].floor, times(all[e].ours/all[e].floor))
			},
		},
		fact{
			name: "memory that an export adds, MiB", goal: "≤ 64", isGood: func(e engine) bool { return all[e].added <= 64 }, show: func(e engine) string { return number(all[e].added) },
		},
		fact{
			name: "lists' p99 while it runs, ms (alone)", goal: "≤ 5 × alone", isGood: func(e engine) bool { return all[e].beside <= 5*all[e].quiet },
			show: func(e engine) string {
				return fmt.Sprintf("%s (%s): %s", number(all[e].beside), number(all[e].quiet), times(all[e].beside/all[e].quiet))
			},
		},
		fact{
			name: fmt.Sprintf("exported files of %d and %d rows read back by excelize", fewRows, b.N), goal: "the filter's rows", isGood: func(engine) bool { return true },
			show: func(engine) string { return "equal" },
		})
	return nil
}

func (b *bench) operations(ctx context.Context) error {
	for _, op := range operations {
		if b.Only != nil && !b.Only.MatchString(op.name) {
			continue
		}
		o, err := b.operate(ctx, op)
		if err == nil && b.Guard && len(b.tooSlow(o)) > 0 {
			say("%v\nneeded a repeat: %s", errors.Join(b.tooSlow(o)...), op.name)
			time.Sleep(quietPause)
			o, err = b.operate(ctx, op)
		}
		if err != nil {
			return err
		}
		b.outcomes = append(b.outcomes, o)
		say("%-48s SQLite %s, PostgreSQL %s ms", op.name, number(o.p50(b.lineup.ours[sqlite])), number(o.p50(b.lineup.ours[postgres])))
	}
	return nil
}

// operate measures one operation at one client and at eight.
func (b *bench) operate(ctx context.Context, op operation) (outcome, error) {
	o := outcome{operation: op, alone: map[*system]figures{}, crowd: map[*system]figures{}}
	p, _ := b.pace()
	if op.goal.floor == noFloor { // an absolute limit needs less precision than a ratio
		p.rounds = (p.rounds + 1) / 2
	}
	var all, full []*system
	for _, s := range b.fleet.systems {
		if op.goal.floor == noFloor && !s.product || s.memory && !op.isList() {
			continue
		}
		all = append(all, s)
		if s.students == b.N && !s.memory {
			full = append(full, s)
		}
	}
	got, err := measure(ctx, op, all, 1, p)
	for i := range got {
		o.alone[all[i]] = got[i]
	}
	if err != nil || b.Guard {
		return o, err
	}
	got, err = measure(ctx, op, full, mostClients, crowdPace)
	for i := range got {
		o.crowd[full[i]] = got[i]
	}
	return o, err
}

func (b *bench) writes(ctx context.Context) error {
	var right [2]int
	for e, s := range b.lineup.ours {
		var err error
		if right[e], err = s.watchWrites(ctx); err != nil {
			return fmt.Errorf("%s: %w", s.name, err)
		}
	}
	b.facts = append(b.facts, fact{
		name: "writes that the next list request showed", goal: "all", show: func(e engine) string { return fmt.Sprintf("%d of %d", right[e], writesWatched) }, isGood: func(engine) bool { return true },
	})
	return nil
}

// restore undoes changes to databases that are kept.
func (b *bench) restore(ctx context.Context) error {
	if !b.fleet.isKept {
		return nil
	}
	for _, s := range b.fleet.systems {
		if err := s.restore(ctx); err != nil {
			return fmt.Errorf("%s: %w", s.name, err)
		}
	}
	return nil
}

func (b *bench) report(took time.Duration) error {
	var out bytes.Buffer
	rows := b.lineup.ours[sqlite].rows
	_, _ = fmt.Fprintf(&out, "# %d students\n\n%s; `make bench N=%d`, %.0f s.\n", b.N, machine(), b.N, took.Seconds())
	_, _ = fmt.Fprintf(&out, "%d students and %d applications, %d partners with %d trade points, %d promotions, as many promo codes and reviews as students and applications; growth is measured from %d students.\n\n",
		b.N, rows-b.N, dataset.Partners(rows), dataset.Points(rows), dataset.Promotions(rows), b.N/10)
	writeFigures(&out, b.outcomes, b.lineup)
	if !b.Guard {
		_, _ = fmt.Fprintf(&out, "Eight clients: requests per second / p99 in ms. Last columns: p99 in ms at one client.\n\n")
		writeCrowd(&out, b.outcomes, b.lineup)
		writeFacts(&out, b.facts)
	}
	if err := b.save(out.Bytes()); err != nil {
		return err
	}
	if b.Guard {
		return errors.Join(b.tooSlow(b.outcomes...)...)
	}
	return nil
}

// save prints the figures and writes them to --into.
func (o options) save(figures []byte) error {
	if _, err := os.Stdout.Write(figures); err != nil {
		return err
	}
	return os.WriteFile(o.Into, figures, 0o600)
}

// tooSlow lists operations beyond the guard's limits.
func (b *bench) tooSlow(outcomes ...outcome) (slow []error) {
	for _, o := range outcomes {
		for e := range b.lineup.ours {
			if !o.verdict(b.lineup, engine(e), graceful) {
				slow = append(slow, fmt.Errorf("%s on %s: %s ms is far from the goal (%s)", o.name, engine(e), number(o.p50(b.lineup.ours[e])), o.goal))
			}
		}
	}
	return slow
}
