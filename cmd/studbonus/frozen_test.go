package main

import (
	"math/rand/v2"
	"net/http"
	"os"
	"syscall"
	"testing"
	"time"

	"studbonus/internal/db"
	"studbonus/internal/testkit"
)

// handOver has an instance begin an import, loses it by freeze (which also brings another one up), lets the other one take
// the import over, and revives the first one by thaw: every code must be there once.
func handOver(t *testing.T, d *db.DB, first *server, freeze, thaw func()) {
	t.Helper()
	file, want := someCodes(rand.New(rand.NewPCG(17, 17)), 400_000)
	id := first.promotionWith(one[string](t, d, "SELECT CAST(uuid AS TEXT) FROM partners WHERE status = 'active' ORDER BY id LIMIT 1"), file)
	eventually(t, 30*time.Second, "the import is under way", func() bool {
		return one[bool](t, d, "SELECT i.status = 'running' FROM promo_imports i JOIN promotions p ON p.id = i.promotion_id WHERE p.uuid = ?", id)
	})
	freeze()
	if one[string](t, d, "SELECT i.status FROM promo_imports i JOIN promotions p ON p.id = i.promotion_id WHERE p.uuid = ?", id) == "done" {
		t.Log("control: this time the import was done before it could be interrupted")
	}
	passTime(t, d)
	wantCodes(t, d, id, want)
	thaw()
	time.Sleep(2 * time.Second) // for the revived one to do harm
	wantCodes(t, d, id, want)
	if n := one[int](t, d, "SELECT count(*) FROM promotions WHERE uuid = ? AND codes_total = ?", id, len(want)); n != 1 {
		t.Error("the promotion counts other codes than it has")
	}
}

// passTime does at once what two minutes do, unless there is time: PostgreSQL ends the transactions that nobody moves on
// (60 s a statement, 120 s between two), the lease of the instance that led ends, and its jobs may be rescued (75 s).
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

// Security F17: an instance is stopped in the middle of an import and wakes up when another one has done its work.
func TestAnInstanceThatWasAsleepWritesNothing(t *testing.T) {
	t.Parallel()
	c := testkit.Copy(t, testkit.PostgreSQL)
	where := []string{"--data", c.Data, "--database", c.Database}
	d := openBeside(t, c.Data, where)
	for range testkit.Reps(t, 1) {
		asleep := serve(t, where...)
		var awake *server
		handOver(t, d, asleep, func() {
			asleep.signal(syscall.SIGSTOP)
			awake = serve(t, where...)
		}, func() { asleep.signal(syscall.SIGCONT) })
		eventually(t, 10*time.Second, "the one that was asleep serves again", func() bool { return asleep.status(asleep.url+"/readyz") == http.StatusOK })
		asleep.stop()
		awake.stop()
	}
	run(t, "", with([]string{"verify"}, where...)...).ok()
}
