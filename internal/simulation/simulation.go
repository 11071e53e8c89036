// Package simulation behaves as students do, through the calls of their app, against a running installation whose messages stay in the
// outbox: to watch a living console, and to load it.
package simulation

import (
	"context"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"sync"
	"time"
)

// Settings say whom to imitate, where and for how long.
type Settings struct {
	URL      string // of the students' face
	Outbox   string // folder with the messages that were not sent
	Students int
	Lasts    time.Duration
	// Known are approved students without an account: they sign in and use the app. The others are new and apply.
	Known []Person
	Log   *slog.Logger
}

// Person is a student as approved by operators.
type Person struct {
	Phone     string `db:"phone"`
	BirthDate string `db:"birth_date"`
}

// Report counts what the students did.
type Report struct{ SignedIn, Applied, Looked, Claimed, Voted, Reviewed, Liked, Refused, Failed int }

// String implements fmt.Stringer.
func (r Report) String() string {
	return fmt.Sprintf("вошли %d, отправили заявок %d, посмотрели страниц %d, получили промокодов %d, ответов на опросы %d, написали отзывов %d, отметили полезными %d, отказов %d, сбоев %d",
		r.SignedIn, r.Applied, r.Looked, r.Claimed, r.Voted, r.Reviewed, r.Liked, r.Refused, r.Failed)
}

// crowd is the students of a run.
type crowd struct {
	Settings
	mu     sync.Mutex
	report Report
}

// Run imitates the students until the time is over. A student whose call fails comes back later; the report counts it.
func Run(ctx context.Context, s Settings) Report {
	ctx, cancel := context.WithTimeout(ctx, s.Lasts)
	defer cancel()
	c := &crowd{Settings: s}
	var all sync.WaitGroup
	for i := range s.Students {
		all.Go(func() { c.live(ctx, i) })
	}
	all.Wait()
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.report
}

func (c *crowd) count(change func(*Report)) {
	c.mu.Lock()
	defer c.mu.Unlock()
	change(&c.report)
}

// live is one student: arrives within the first quarter of the time, signs in, applies if there is no application, and then uses the
// app every few seconds.
func (c *crowd) live(ctx context.Context, i int) {
	rng := rand.New(rand.NewPCG(uint64(i), uint64(time.Now().UnixNano()))) //nolint:gosec // no secret
	s := &student{crowd: c, rng: rng, phone: newPhone(rng), opened: map[string]bool{}}
	if i < len(c.Known) {
		s.phone, s.birthDate = c.Known[i].Phone, c.Known[i].BirthDate
	}
	wait := time.Duration(rng.Int64N(int64(c.Lasts/4) + 1))
	for pause(ctx, wait) {
		wait = pauseLeast + time.Duration(rng.Int64N(int64(pauseMost-pauseLeast)))
		if err := s.act(ctx); err != nil && ctx.Err() == nil {
			c.count(func(r *Report) { r.Failed++ })
			c.Log.Warn("a simulated student failed", "cause", err)
		}
	}
}

// Between two looks at the app.
const (
	pauseLeast = 2 * time.Second
	pauseMost  = 12 * time.Second
)

// pause reports whether the run goes on after it.
func pause(ctx context.Context, d time.Duration) bool {
	select {
	case <-ctx.Done():
		return false
	case <-time.After(d):
		return true
	}
}

func newPhone(rng *rand.Rand) string { return fmt.Sprintf("79%09d", rng.Int64N(1_000_000_000)) }
