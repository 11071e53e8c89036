package app_test

import (
	"net"
	"net/http"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"studbonus/internal/app"
	"studbonus/internal/test/kit"
	"studbonus/internal/test/watch"
)

// ready polls /readyz as a proxy does.
func ready(t *testing.T, a *kit.App) (status int, degraded map[string]string) {
	t.Helper()
	got := a.Anyone(t).Get("/readyz")
	var health struct{ Degraded map[string]string }
	got.Into(&health)
	return got.Status, health.Degraded
}

func TestReadinessFollowsTheSchema(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		if status, _ := ready(t, a); status != http.StatusOK {
			t.Fatalf("answered with %d at the start", status)
		}
		kit.Exec(t, a, "INSERT INTO goose_db_version (version_id, is_applied) VALUES (99999, TRUE)") // by an instance that was upgraded first
		time.Sleep(1500 * time.Millisecond)
		if status, _ := ready(t, a); status != http.StatusOK {
			t.Errorf("answered with %d beside a newer schema", status)
		}
		kit.Exec(t, a, "UPDATE goose_db_version SET version_id = 99998 WHERE version_id = 100") // an older backup was restored
		watch.Until(t, 30*time.Second, "it is not ready", func() bool { status, _ := ready(t, a); return status == http.StatusServiceUnavailable })
		kit.Exec(t, a, "UPDATE goose_db_version SET version_id = 100 WHERE version_id = 99998")
		watch.Until(t, 30*time.Second, "it is ready again", func() bool { status, _ := ready(t, a); return status == http.StatusOK })
	})
}

func TestACorruptDatabaseIsNotReady(t *testing.T) {
	a := kit.New(t, kit.SQLite)
	f, err := os.OpenFile(filepath.Join(a.Dir, "studbonus.db"), os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close() //nolint:errcheck // a test
	if _, err := f.WriteAt(make([]byte, 1<<20), 0); err != nil {
		t.Fatal(err)
	}
	watch.Until(t, 30*time.Second, "it is not ready", func() bool { status, _ := ready(t, a); return status == http.StatusServiceUnavailable })
}

// hanging is a file store that accepts and counts connections and never answers.
func hanging(t *testing.T) (address string, asked *atomic.Int64) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	asked = &atomic.Int64{}
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			asked.Add(1)
			t.Cleanup(func() { _ = conn.Close() })
		}
	}()
	t.Cleanup(func() { _ = l.Close() })
	return l.Addr().String(), asked
}

// Anybody may poll /readyz as often as they like, and a proxy waits about a second for it.
func TestAFloodOfChecksWithAHangingFileStoreIsAnsweredFromMemory(t *testing.T) {
	address, asked := hanging(t)
	a := kit.New(t, kit.SQLite, kit.WithConfig(func(c *app.Config) { c.Files = "s3://key:secret@" + address + "/files?insecure=true" }))
	watch.Until(t, 30*time.Second, "reported as degraded", func() bool { _, degraded := ready(t, a); return degraded["files"] != "" })
	checks := kit.Reps(t, 2000)
	before := asked.Load()
	var slowest atomic.Int64
	var flood sync.WaitGroup
	began := time.Now()
	const together = 20
	for range together {
		flood.Go(func() {
			for range checks / together {
				started := time.Now()
				if status, _ := ready(t, a); status != http.StatusOK {
					t.Errorf("answered with %d", status)
				}
				for took := int64(time.Since(started)); ; {
					if was := slowest.Load(); took <= was || slowest.CompareAndSwap(was, took) {
						break
					}
				}
			}
		})
	}
	flood.Wait()
	kit.Figure(t, "checks a second", int(float64(checks)/time.Since(began).Seconds()))
	kit.Figure(t, "slowest check", time.Duration(slowest.Load()).Round(time.Millisecond))
	if took := time.Duration(slowest.Load()); kit.Drilling() && took > 900*time.Millisecond {
		t.Errorf("a check took %v", took)
	}
	if n := asked.Load() - before; n > 5+int64(time.Since(began)/time.Second) {
		t.Errorf("%d checks asked the store %d times", checks, n)
	}
}

func TestChecksDoNotWriteToTheFileStore(t *testing.T) {
	a := kit.New(t, kit.SQLite)
	temporary := filepath.Join(a.Dir, "files", "tmp")
	watch.Until(t, 30*time.Second, "the first check of the store is over", func() bool { entries, err := os.ReadDir(temporary); return err == nil && len(entries) == 0 })
	time.Sleep(100 * time.Millisecond)
	touched := func() time.Time {
		info, err := os.Stat(temporary)
		if err != nil {
			t.Fatal(err)
		}
		return info.ModTime()
	}
	before := touched()
	for range 200 {
		ready(t, a)
	}
	if !touched().Equal(before) {
		t.Error("a check has written to the file store")
	}
}
