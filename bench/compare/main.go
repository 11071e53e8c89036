// Command compare measures the product as shipped beside the floor (bench/floor), in turns and in one run: every row of
// the table of goals, on SQLite and on PostgreSQL, with a check that all give the same rows and totals. It starts
// everything that it needs on loopback addresses and in a folder of its own, and removes it.
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
	"runtime"
	"syscall"
	"time"

	"github.com/alecthomas/kong"
	"golang.org/x/sync/errgroup"

	"studbonus/bench/dataset"
)

type options struct {
	N        int            `help:"Students." default:"1000000"`
	Quick    bool           `help:"Short turns, no growth: for development."`
	Guard    bool           `help:"Only ratios at one client with generous limits, and fail beyond them: for make test."`
	GrowFrom int            `help:"Only the product on PostgreSQL, with so many students beside N." placeholder:"STUDENTS"`
	Only     *regexp.Regexp `help:"Only the operations that this expression finds."`
	Programs string         `help:"Folder of floor and load." default:"bin/bench" type:"existingdir"`
	Product  string         `help:"The product." default:"bin/studbonus" type:"existingfile"`
	Port     int            `help:"The first of twelve ports." default:"8150"`
	Keep     bool           `help:"Wait before everything is removed, to look around."`
	Scratch  string         `help:"Folder for the databases, which are kept there for the next run; by default a temporary one." type:"path"`
	Postgres string         `help:"An own server to measure on, postgres://…/postgres?…; by default a temporary one is started. Its databases are kept." placeholder:"URL"`
	Into     string         `help:"File of figures: what stands between the marks of the benchmark is replaced." type:"existingfile"`
}

const (
	runLimit  = 30 * time.Minute
	graceful  = 5               // the guard's limits are so many times the goals
	chances   = 6               // of an operation under the guard: a machine that others use stands still for a while
	breather  = 2 * time.Second // before the second one, and twice as long before each further one
	questions = 40
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
		os.Exit(1) //nolint:gocritic // nothing is left to be undone
	}
}

func (o options) pace() (p pace, exportRounds int) {
	switch {
	case o.Guard:
		return pace{rounds: 2, slice: 30 * time.Millisecond, most: 400}, 0
	case o.Quick:
		return pace{rounds: 3, slice: 70 * time.Millisecond, most: 800}, 1
	}
	return pace{rounds: 8, slice: 50 * time.Millisecond, most: 400}, 3 // many short turns: noise comes in bursts
}

// crowdPace is for eight clients: fewer turns, as each asks a slow floor eight times, and no ratio is taken from it.
var crowdPace = pace{rounds: 3, slice: 80 * time.Millisecond, most: 800}

// bench is a run.
type bench struct {
	options
	house    *house
	lineup   lineup
	outcomes []outcome
	facts    []fact
	into     document
}

func (o options) run(ctx context.Context) error {
	started := time.Now()
	b := &bench{options: o, house: &house{programs: o.Programs, product: o.Product}}
	if o.Into != "" {
		var err error
		if b.into, err = openDocument(o.Into); err != nil {
			return err
		}
	}
	defer b.house.close()
	if err := b.house.open(ctx, o.Scratch, o.Postgres); err != nil {
		return err
	}
	if o.GrowFrom > 0 {
		return b.grow(ctx)
	}
	b.cast()
	if err := b.house.seed(ctx); err != nil {
		return err
	}
	steps := []func(context.Context) error{b.raise, b.weigh, b.exports, b.checks, b.operations, b.writes, b.imports}
	if o.Guard {
		steps = []func(context.Context) error{b.raise, b.checkSame, b.operations}
	}
	for _, step := range append(steps, b.restore) {
		if err := step(ctx); err != nil {
			return err
		}
	}
	say("measured in %.0f s", time.Since(started).Seconds())
	if o.Keep {
		say("everything still runs under %s; interrupt to end", b.house.scratch)
		<-ctx.Done()
	}
	return b.report(time.Since(started))
}

// cast says who is measured.
func (b *bench) cast() {
	port := b.Port
	rows := map[int]int{b.N: dataset.Rows(b.N), b.N / 10: dataset.Rows(b.N / 10)}
	add := func(s *system) *system {
		s.rows = rows[s.students]
		b.house.add(s, port)
		port += 2 // the product also has a port for metrics
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

// raise starts the servers, the product first several times alone to see how long it takes.
func (b *bench) raise(ctx context.Context) error {
	if !b.Guard {
		var cold [2]float64
		for e, s := range b.lineup.ours {
			var err error
			if cold[e], err = b.house.coldStart(ctx, s); err != nil {
				return fmt.Errorf("%s: %w", s.name, err)
			}
		}
		say("cold start %.2f s and %.2f s", cold[sqlite], cold[postgres])
		b.fact("cold start to the first right answer, s", cold, "≤ 0.5", 0.5)
	}
	var starting errgroup.Group
	for _, s := range b.house.systems {
		if err := b.house.launch(ctx, s); err != nil {
			return err
		}
		starting.Go(func() error { return s.getReady(ctx) })
	}
	return starting.Wait()
}

// weigh looks at the memory of the product before it has had much to do.
func (b *bench) weigh(ctx context.Context) error {
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
	most := 60 + 300*float64(dataset.Listed(b.lineup.ours[sqlite].rows))/mib
	b.fact("idle memory with all rows, MiB", idle, fmt.Sprintf("≤ %.0f (60 + 300 B a row)", most), most)
	b.fact("memory that eight clients signing in add, MiB", signIns, "≤ 60", 60)
	binary, err := size(b.Product)
	b.fact("binary, MiB", [2]float64{binary, binary}, "≤ 40", 40)
	return err
}

// fact notes a figure that must not exceed a limit.
func (b *bench) fact(name string, values [2]float64, goal string, most float64) {
	b.facts = append(b.facts, fact{
		name: name, goal: goal, show: func(e engine) string { return number(values[e]) }, isGood: func(e engine) bool { return values[e] <= most },
	})
}

func (b *bench) checkSame(ctx context.Context) error {
	var all []*system
	for _, s := range b.house.systems {
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

// checks are what takes time but is not measured, together.
func (b *bench) checks(ctx context.Context) error {
	var both errgroup.Group
	both.Go(func() error { return b.checkSame(ctx) })
	both.Go(func() error { return b.house.checkAll(b.lineup.ours) })
	return both.Wait()
}

func (b *bench) exports(ctx context.Context) error {
	_, rounds := b.pace()
	var all [2]exports
	for e, s := range b.lineup.ours {
		var err error
		if all[e], err = b.house.measureExports(ctx, s, b.lineup.floors[e], rounds); err != nil {
			return fmt.Errorf("%s: %w", s.name, err)
		}
		say("%s: export %.2f s, floor %.2f s, %.0f MiB more; lists' p99 %.2f ms alone, %.2f ms beside", s.name, all[e].ours, all[e].floor, all[e].added, all[e].quiet, all[e].beside)
		if err := b.house.checkFew(ctx, s); err != nil {
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
			name: "lists' p99 while it runs, ms (alone)", goal: "≤ 3 × alone", isGood: func(e engine) bool { return all[e].beside <= 3*all[e].quiet },
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
		for chance := 1; err == nil && b.Guard && len(b.tooSlow(o)) > 0 && chance < chances; chance++ {
			say("%v; once more", errors.Join(b.tooSlow(o)...))
			time.Sleep(breather << (chance - 1))
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

// operate measures one operation, at one client and at eight.
func (b *bench) operate(ctx context.Context, op operation) (outcome, error) {
	o := outcome{operation: op, alone: map[*system]figures{}, crowd: map[*system]figures{}}
	p, _ := b.pace()
	if op.goal.floor == noFloor { // its limit is far away
		p.rounds = (p.rounds + 1) / 2
	}
	var all, full []*system
	for _, s := range b.house.systems {
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

// restore leaves databases that are kept as they were.
func (b *bench) restore(ctx context.Context) error {
	if !b.house.isKept {
		return nil
	}
	for _, s := range b.house.systems {
		if err := s.restore(ctx); err != nil {
			return fmt.Errorf("%s: %w", s.name, err)
		}
	}
	return nil
}

func (b *bench) report(took time.Duration) error {
	var out bytes.Buffer
	rows := b.lineup.ours[sqlite].rows
	_, _ = fmt.Fprintf(&out, "%s, %s, Linux, PostgreSQL on the same machine (fsync on), %s; `make bench N=%d`, %.0f s.\n", processor(), runtime.Version(), time.Now().Format("2006-01-02"), b.N, took.Seconds())
	_, _ = fmt.Fprintf(&out, "%d students and %d applications, %d partners with %d trade points, %d promotions, as many promo codes and reviews as students and applications; growth is from %d students.\n\n",
		b.N, rows-b.N, dataset.Partners(rows), dataset.Points(rows), dataset.Promotions(rows), b.N/10)
	writeFigures(&out, b.outcomes, b.lineup)
	if !b.Guard {
		_, _ = fmt.Fprintf(&out, "Eight clients at once: requests a second / p99 in ms; beside it the p99 at one client.\n\n")
		writeCrowd(&out, b.outcomes, b.lineup)
		writeFacts(&out, b.facts)
	}
	if _, err := os.Stdout.Write(out.Bytes()); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(b.Programs, "figures.md"), out.Bytes(), 0o600); err != nil {
		return err
	}
	if b.Into != "" {
		if err := b.into.fill(out.Bytes()); err != nil {
			return err
		}
	}
	if b.Guard {
		return errors.Join(b.tooSlow(b.outcomes...)...)
	}
	return nil
}

// tooSlow names what is slower than the goal by far: the guard against getting slower by an order of magnitude.
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
