package main

import (
	"context"
	"fmt"
	"maps"
	"math"
	"os"
	"time"

	"studbonus/bench/dataset"
)

const (
	idleAfter     = 10 * time.Second
	coldStarts    = 3
	writesWatched = 50
)

// coldStart restarts the product repeatedly and waits for the first correct answer to the console's first request.
func (f *fleet) coldStart(ctx context.Context, s *system) (float64, error) {
	if err := f.launch(ctx, s); err != nil {
		return 0, err
	}
	if err := s.process.waitFor(ctx, "СтудБонус"); err != nil { // its greeting
		return 0, err
	}
	if err := s.client.signIn(ctx); err != nil {
		return 0, err
	}
	newest := s.rows
	for !dataset.Make(newest).IsStudent() {
		newest--
	}
	var took []float64
	for range coldStarts {
		s.process.stop()
		if err := f.launch(ctx, s); err != nil {
			return 0, err
		}
		for {
			rows, total, err := s.client.page(ctx, question{sort: byDate, desc: true})
			if err == nil && (total != s.students || rows[0].UUIDUser != dataset.Make(newest).UUID) {
				return 0, fmt.Errorf("the first answer is wrong: %d students, %v", total, rows)
			}
			if err == nil {
				break
			}
			if time.Since(s.process.started) > startLimit || ctx.Err() != nil {
				return 0, fmt.Errorf("no answer: %w", err)
			}
			time.Sleep(2 * time.Millisecond)
		}
		took = append(took, time.Since(s.process.started).Seconds())
	}
	s.process.stop()
	return median(took), nil
}

// signInMemory returns how much memory eight concurrent sign-ins add, in MiB.
func (s *system) signInMemory(ctx context.Context) (float64, error) {
	before, _ := s.process.memory()
	s.process.resetPeak()
	got := oneTurn(ctx, operation{ask: signIn}, turn{system: s, client: s.client}, turnOf{mostClients, pace{slice: time.Second, most: math.MaxInt}, 1})
	_, peak := s.process.memory()
	return peak - before, got.err
}

// watchWrites blocks and unblocks students and counts the writes after which the next list was correct.
func (s *system) watchWrites(ctx context.Context) (right int, err error) {
	if err := s.client.renew(ctx); err != nil {
		return 0, err
	}
	blocked := question{sort: byName, status: "blocked"}
	_, before, err := s.client.page(ctx, blocked)
	if err != nil {
		return 0, err
	}
	for i := 1; right < writesWatched; i++ {
		if !dataset.Make(i).IsStudent() {
			continue
		}
		for range 2 {
			want := before - 1
			if to, err := s.move(ctx, i); err != nil {
				return right, err
			} else if to == "blocked" {
				want = before + 1
			}
			_, total, err := s.client.page(ctx, blocked)
			if err != nil {
				return right, err
			}
			if total != want {
				return right, fmt.Errorf("%d blocked students listed after a write, want %d", total, want)
			}
			before = total
			right++
		}
	}
	return right, nil
}

// move changes a student's status.
func (s *system) move(ctx context.Context, i int) (to string, err error) {
	st := dataset.Make(i)
	to = s.flip(i, st)
	_, err = s.client.do(s.client.statusRequest(ctx, st.UUID, to))
	return to, err
}

// restore resets the status of students changed by the measurements, for the next run.
func (s *system) restore(ctx context.Context) error {
	if err := s.client.renew(ctx); err != nil {
		return err
	}
	for i, is := range maps.Clone(s.status) {
		if is != dataset.Statuses[dataset.Make(i).Status] {
			if _, err := s.move(ctx, i); err != nil {
				return err
			}
		}
	}
	return nil
}

func size(file string) (float64, error) {
	info, err := os.Stat(file)
	if err != nil {
		return 0, err
	}
	return float64(info.Size()) / mib, nil
}
