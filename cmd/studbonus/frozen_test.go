package main

import (
	"math/rand/v2"
	"net/http"
	"os"
	"syscall"
	"testing"
	"time"

	"studbonus/internal/platform/db"
	"studbonus/internal/test/kit"
	"studbonus/internal/test/watch"
)

// handOver starts an import, freezes its instance (freeze also starts a second one), waits until the second has taken the
// import over, and resumes the first. Every code must be stored once.
func handOver(t *testing.T, d *db.DB, first *server, freeze, thaw func()) {
	t.Helper()
	file, want := someCodes(rand.New(rand.NewPCG(17, 17)), 400_000)
	id := first.promotionWith(one[string](t, d, "SELECT CAST(uuid AS TEXT) FROM partners WHERE status = 'active' ORDER BY id LIMIT 1"), file)
	watch.Until(t, 30*time.Second, "the import is under way", func() bool {
		return one[bool](t, d, "SELECT i.status = 'running' FROM promo_imports i JOIN promotions p ON p.id = i.promotion_id WHERE p.uuid = ?", id)
	})
	freeze()
	if one[string](t, d, "SELECT i.status FROM promo_imports i JOIN promotions p ON p.id = i.promotion_id WHERE p.uuid = ?", id) == "done" {
		t.Log("control: this time the import was done before it could be interrupted")
	}
	passTime(t, d)
	wantCodes(t, d, id, want)
	thaw()
	time.Sleep(2 * time.Second) // leaves time for a wrong write of the resumed instance
	wantCodes(t, d, id, want)
	if n := one[int](t, d, "SELECT count(*) FROM promotions WHERE uuid = ? AND codes_total = ?", id, len(want)); n != 1 {
		t.Error("the promotion counts other codes than it has")
	}
}

// passTime simulates two minutes (with longTests it waits): PostgreSQL ends idle transactions (60 s per statement, 120 s
// between two), the leader lease ends, and jobs can be taken over (75 s).
func passTime(t *testing.T, d *db.DB) {
	t.Helper()
	if os.Getenv(longTests) != "" {
		return
	}
	time.Sleep(300 * time.Millisecond)
	change(t, d, `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
		AND (state = 'idle in transaction' OR state = 'active' AND wait_event = 'ClientRead') AND state_change < now() - interval '250 milliseconds'`)
	change(t, d, "UPDATE river_job SET attempted_at = attempted_at - interval '80 seconds' WHERE state = 'running'")
	change(t, d, "DELETE FROM river_leader")
}

// An instance is frozen (SIGSTOP) in the middle of an import and resumes after another one has finished it (rules 15.17).
func TestAFrozenInstanceWritesNothingAfterItResumes(t *testing.T) {
	t.Parallel()
	c := kit.Copy(t, kit.PostgreSQL)
	where := []string{"--data", c.Data, "--database", c.Database}
	d := openBeside(t, c.Data, where)
	for range kit.Reps(t, 1) {
		asleep := serve(t, where...)
		var awake *server
		handOver(t, d, asleep, func() {
			asleep.signal(syscall.SIGSTOP)
			awake = serve(t, where...)
		}, func() { asleep.signal(syscall.SIGCONT) })
		watch.Until(t, 30*time.Second, "the one that was asleep serves again", func() bool { return asleep.status(asleep.url+"/readyz") == http.StatusOK })
		asleep.stop()
		awake.stop()
	}
	run(t, "", with([]string{"verify"}, where...)...).ok()
}
