package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"sync"
	"time"

	"studbonus/bench/dataset"
)

const mostClients = 8

// turn is the state of one client during a turn.
type turn struct {
	system *system
	client *client
	chance *rand.Rand
	worker int
	total  int      // rows in the list of the operation
	last   []byte   // the previous answer
	rows   []string // cards to open
}

func (t *turn) someStudent() dataset.Student {
	for {
		if s := dataset.Make(1 + t.chance.IntN(t.system.rows)); s.IsStudent() {
			return s
		}
	}
}

// figures are the results of an operation on one system with a number of clients.
type figures struct {
	p50, p99 float64 // ms
	perS     float64
	busy     int   // rejected requests
	err      error // the first one; figures with an error do not count

	times []time.Duration
	wall  time.Duration
}

// pace limits the length of a measurement.
type pace struct {
	rounds int
	slice  time.Duration // of a system's turn
	most   int           // requests per turn
}

// measure lets the systems take turns, so that noise affects all equally. The first round is a warm-up. A round with CPU
// steal is repeated, and counts only if no round was quiet. A system whose first turns use up the time of all turns skips
// the rest.
func measure(ctx context.Context, o operation, systems []*system, clients int, p pace) ([]figures, error) {
	bases, err := prepareTurns(ctx, o, systems)
	if err != nil {
		return nil, err
	}
	var quiet, noisy [][]figures // by round and system
	for n := 0; len(quiet) < p.rounds && n <= 2*p.rounds; n++ {
		length := p
		if n == 0 {
			length.slice, length.most = p.slice/2, p.most/2
		}
		round := make([]figures, len(systems))
		others := watchOthers()
		for i, base := range bases {
			if o.least == 0 && spent(quiet, i) >= time.Duration(p.rounds)*p.slice {
				continue
			}
			round[i] = oneTurn(ctx, o, base, turnOf{clients, length, uint64(n)})
			if err := round[i].err; err != nil {
				return nil, fmt.Errorf("%s: %s: %w", o.name, base.system.name, err)
			}
		}
		switch {
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case n == 0:
		case others() <= mostTaken:
			quiet = append(quiet, round)
		default:
			noisy = append(noisy, round)
		}
	}
	if quiet == nil {
		quiet = noisy
	}
	return together(quiet), nil
}

// prepareTurns prepares the systems for their turns.
func prepareTurns(ctx context.Context, o operation, systems []*system) ([]turn, error) {
	turns := make([]turn, len(systems))
	for i, s := range systems {
		turns[i] = turn{system: s, client: s.client}
		err := s.client.renew(ctx)
		if err == nil && o.list != nil {
			_, turns[i].total, err = s.client.page(ctx, *o.list)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", s.name, err)
		}
	}
	return turns, nil
}

// spent returns the total time of a system's turns.
func spent(rounds [][]figures, system int) (all time.Duration) {
	for _, round := range rounds {
		all += round[system].wall
	}
	return all
}

// together merges the figures of all rounds by system.
func together(rounds [][]figures) []figures {
	out := make([]figures, len(rounds[0]))
	for i := range out {
		for _, round := range rounds {
			out[i].add(round[i])
		}
		out[i].wall = spent(rounds, i)
		out[i].finish()
	}
	return out
}

type turnOf struct {
	clients int
	pace    pace
	seed    uint64
}

// oneTurn runs clients without pauses. All systems get the same requests.
func oneTurn(ctx context.Context, o operation, base turn, of turnOf) figures {
	var all figures
	var mu sync.Mutex
	var done sync.WaitGroup
	turns := make([]turn, of.clients)
	for worker := range turns {
		t := base
		t.worker, t.chance = worker, rand.New(rand.NewPCG(of.seed, uint64(worker))) //nolint:gosec // figures, no secrets
		if o.before != nil {
			if err := o.before(ctx, &t); err != nil {
				return figures{err: err}
			}
		}
		turns[worker] = t
	}
	started := time.Now()
	for _, t := range turns {
		done.Go(func() {
			var mine figures
			for k := 0; mine.err == nil && k < of.pace.most/of.clients && (k < max(1, o.least/of.clients) || time.Since(started) < of.pace.slice); k++ {
				t.once(ctx, o, &mine)
			}
			mu.Lock()
			defer mu.Unlock()
			all.add(mine)
		})
	}
	done.Wait()
	all.wall = time.Since(started)
	return all
}

func (t *turn) once(ctx context.Context, o operation, into *figures) {
	r := o.ask(ctx, t)
	started := time.Now()
	a, err := t.client.do(r)
	took := time.Since(started)
	if errors.Is(err, errBusy) {
		into.busy++
		time.Sleep(busyPause)
		return
	}
	t.last, into.err, into.times = a.body, err, append(into.times, took)
}

func (f *figures) add(more figures) {
	f.times, f.busy = append(f.times, more.times...), f.busy+more.busy
	if f.err == nil {
		f.err = more.err
	}
}

func (f *figures) finish() {
	slices.Sort(f.times)
	f.p50, f.p99 = percentile(f.times, 0.5), percentile(f.times, 0.99)
	f.perS = float64(len(f.times)) / f.wall.Seconds()
}

// percentile of sorted times by nearest rank, in ms.
func percentile(times []time.Duration, p float64) float64 {
	if len(times) == 0 {
		return math.NaN()
	}
	return ms(times[max(0, int(math.Ceil(p*float64(len(times))))-1)])
}

func ms(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
