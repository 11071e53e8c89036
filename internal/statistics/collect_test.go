package statistics_test

import (
	"bytes"
	"context"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/uuid"

	"studbonus/internal/statistics"
	"studbonus/internal/test/kit"
)

// An instance writes collected views in one batch and drops invalid ones one by one.
func TestCollectedViews(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		const times = 3
		liked, counted := partner(t, a, 3), map[int64]int64{}
		var who []string
		for _, u := range []int64{mgu, spbgu} {
			active := kit.All[string](t, a, "SELECT CAST(uuid AS TEXT) FROM students WHERE status = 'active' AND end_year > 2026 AND university_id = ?", u)
			who, counted[u] = append(who, active...), int64(times*len(active))
		}
		counted[0] = int64(times * len(who)) // more than one call may write
		blocked := kit.One[string](t, a, "SELECT CAST(uuid AS TEXT) FROM students WHERE status = 'blocked' ORDER BY id LIMIT 1")
		before := map[int64]seen{}
		for _, u := range []int64{0, mgu, spbgu} {
			before[u] = sumsOf(t, a, u, liked)
		}
		var all sync.WaitGroup
		for range times {
			for _, student := range who {
				all.Go(func() {
					a.Statistics.Viewed(student, liked)
					a.Statistics.Viewed(student, liked) // the same opening
					a.Statistics.Viewed(blocked, liked)
				})
			}
			for range 100 {
				a.Statistics.Viewed(uuid.NewString(), liked)
				a.Statistics.Viewed(who[0], uuid.NewString())
			}
			all.Wait()
			a.Clock.Advance(10 * time.Minute)
		}
		if sumsOf(t, a, 0, liked) != before[0] {
			t.Error("written one by one")
		}
		a.Statistics.Flush(t.Context())
		a.Statistics.Flush(t.Context()) // nothing is left to flush
		for u, n := range counted {
			if got, want := sumsOf(t, a, u, liked).minus(before[u]), (seen{n, 0, n, 0}); got != want {
				t.Errorf("university %d: %+v, want %+v", u, got, want)
			}
		}
		verifySums(t, a)
	})
}

// Collected views are written when an instance stops; a failed flush keeps them.
func TestViewsSurviveAStopAndAFailure(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		student, liked := studentOf(t, a, mgu), partner(t, a, 5)
		before := sumsOf(t, a, 0, liked)
		a.Statistics.Viewed(student, liked)
		gone, cancel := context.WithCancel(t.Context())
		cancel()
		a.Statistics.Flush(gone) // the flush fails
		if got := sumsOf(t, a, 0, liked); got != before {
			t.Errorf("%+v", got)
		}
		a.Clock.Advance(10 * time.Minute)
		a.Statistics.Viewed(student, liked)
		a.Statistics.Stop(t.Context())
		if got := sumsOf(t, a, 0, liked).minus(before); got != (seen{2, 0, 2, 0}) {
			t.Errorf("%+v", got)
		}
	}, kit.WithJobs())
}

// A panic while views are written loses them, and the next ones are written again.
func TestAPanicDoesNotEndTheCollection(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var log bytes.Buffer
		s := statistics.New(statistics.Deps{Clock: time.Now, Log: slog.New(slog.NewTextHandler(&log, nil))}) // without a database, writing panics
		s.Start(t.Context())
		for n := range 2 {
			s.Viewed("student", uuid.NewString())
			time.Sleep(4 * time.Second)
			synctest.Wait()
			if got := strings.Count(log.String(), "views lost"); got != n+1 {
				t.Errorf("%d panics in the log, want %d", got, n+1)
			}
		}
		s.Stop(t.Context())
	})
}
