package main

import (
	"net/http"
	"syscall"
	"testing"
	"time"

	"studbonus/internal/test/kit"
	"studbonus/internal/test/watch"
)

// A standby is promoted while operators write. Replication is synchronous, so no acknowledged write is lost. The instances
// find the new primary without a restart: their URL lists both servers and requires a writable one.
func TestAPromotedStandbyTakesOverWithoutLoss(t *testing.T) {
	t.Parallel()
	for range kit.Reps(t, 1) {
		first := ownPostgres(t)
		founding := []string{"--data", t.TempDir(), "--database", first.URL("studbonus")}
		found(t, founding)
		second, err := first.Standby(t.Context(), "second")
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(second.Remove)
		for _, setting := range []string{"ALTER SYSTEM SET synchronous_standby_names = 'second'", "SELECT pg_reload_conf()"} {
			if err := first.Exec(t.Context(), setting); err != nil {
				t.Fatal(err)
			}
		}
		where := []string{"--data", founding[1], "--database", first.EitherURL(second, "studbonus")}
		instances := []*server{serve(t, where...), serve(t, where...)}
		d := openBeside(t, where[1], where)
		watch.Until(t, 30*time.Second, "the standby is a synchronous one", func() bool {
			return one[int](t, d, "SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'") == 1
		})
		book := openLedger(t, d, instances[0], founder, password)
		stop := book.keepWriting(t, 4, func(client int) string { return instances[client%2].url })
		time.Sleep(time.Second)
		first.Stop(syscall.SIGQUIT) // simulates a machine failure
		lost := time.Now()
		if err := second.Promote(t.Context()); err != nil {
			t.Fatal(err)
		}
		for _, s := range instances {
			watch.Until(t, 30*time.Second, "it has found the new one", func() bool { return s.status(s.url+"/readyz") == http.StatusOK })
		}
		kit.Figure(t, "without a database", time.Since(lost).Round(time.Millisecond))
		time.Sleep(time.Second)
		stop()
		book.check(t, d)
		book.onlyUnavailable(t, instances...)
		wantJobsDone(t, instances[1], d)
		for _, s := range instances {
			s.stop()
		}
		run(t, "", with([]string{"verify"}, where...)...).ok()
	}
}
