package main

import (
	"bytes"
	"context"
	"fmt"
	"time"

	"studbonus/bench/dataset"
)

// grow measures the product on PostgreSQL with two numbers of students, in turns.
func (b *bench) grow(ctx context.Context) error {
	var both []*system
	for i, n := range []int{b.GrowFrom, b.N} {
		s := &system{name: fmt.Sprintf("ours, %d", n), product: true, engine: postgres, students: n, rows: dataset.Rows(n)}
		b.fleet.add(s, b.Port+2*i)
		both = append(both, s)
	}
	if err := b.fleet.seed(ctx); err != nil {
		return err
	}
	var cold, idle []string
	for _, s := range both {
		if err := b.fleet.launch(ctx, s); err != nil {
			return err
		}
		took, err := b.fleet.coldStart(ctx, s)
		if err != nil {
			return fmt.Errorf("%s: %w", s.name, err)
		}
		if err := s.getReady(ctx); err != nil {
			return err
		}
		cold = append(cold, number(took))
	}
	time.Sleep(idleAfter)
	for _, s := range both {
		memory, _ := s.process.memory()
		idle = append(idle, number(memory))
	}
	figures := &table{head: []string{"operation, p50 in ms, one client", fmt.Sprint(b.GrowFrom), fmt.Sprint(b.N), "growth", "goal", "met"}}
	pace, _ := b.pace()
	for _, op := range operations {
		if b.Only != nil && !b.Only.MatchString(op.name) {
			continue
		}
		got, err := measure(ctx, op, both, 1, pace)
		if err != nil {
			return err
		}
		most := 2.0
		if op.goal.growth == 0 { // a search has more matches in a larger table
			most = 5
		}
		growth := got[1].p50 / got[0].p50
		say("%-48s %s", op.name, times(growth))
		figures.add(op.name, number(got[0].p50), number(got[1].p50), times(growth), "≤ "+times(most), met(growth <= most))
	}
	figures.add("cold start to the first right answer, s", cold[0], cold[1], "–", "≤ 1", "")
	figures.add("idle memory, MiB", idle[0], idle[1], "–", "", "")
	var out bytes.Buffer
	_, _ = fmt.Fprintf(&out, "# %d students beside %d\n\n%s; `bin/bench/compare --n %d --grow-from %d`.\n\n", b.N, b.GrowFrom, machine(), b.N, b.GrowFrom)
	figures.write(&out)
	return b.save(out.Bytes())
}
