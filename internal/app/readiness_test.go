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
	"studbonus/internal/testkit"
)

// ready asks as a proxy does.
func ready(t *testing.T, a *testkit.App) (status int, degraded map[string]string) {
	t.Helper()
	got := a.Anyone(t).Get("/readyz")
	var health struct{ Degraded map[string]string }
	got.Into(&health)
	return got.Status, health.Degraded
}

func eventually(t *testing.T, within time.Duration, what string, holds func() bool) {
	t.Helper()
	for deadline := time.Now().Add(within); !holds(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("not within %v: %s", within, what)
		}
	}
}

func TestReadinessFollowsTheSchema(t *testing.T) {
	testkit.OnBoth(t, func(t *testing.T, a *testkit.App) {
		if status, _ := ready(t, a); status != http.StatusOK {
			t.Fatalf("answered with %d at the start", status)
		}
		testkit.Exec(t, a, "INSERT INTO goose_db_version (version_id, is_applied) VALUES (99999, TRUE)") // of an instance that is upgraded first
		time.Sleep(1500 * time.Millisecond)
		if status, _ := ready(t, a); status != http.StatusOK {
			t.Errorf("answered with %d beside a newer schema", status)
		}
		testkit.Exec(t, a, "UPDATE goose_db_version SET version_id = 99998 WHERE version_id = 2") // a backup from before was restored
		eventually(t, 5*time.Second, "it is not ready", func() bool { status, _ := ready(t, a); return status == http.StatusServiceUnavailable })
		testkit.Exec(t, a, "UPDATE goose_db_version SET version_id = 2 WHERE version_id = 99998")
		eventually(t, time.Second, "it is ready again", func() bool { status, _ := ready(t, a); return status == http.StatusOK })
	})
}

func TestACorruptDatabaseIsNotReady(t *testing.T) {
	a := testkit.New(t, testkit.SQLite)
	f, err := os.OpenFile(filepath.Join(a.Dir, "studbonus.db"), os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close() //nolint:errcheck // a test
	if _, err := f.WriteAt(make([]byte, 1<<20), 0); err != nil {
		t.Fatal(err)
	}
	eventually(t, 5*time.Second, "it is not ready", func() bool { status, _ := ready(t, a); return status == http.StatusServiceUnavailable })
}

// hanging is a file store that takes connections, counts them and never answers.
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

// A proxy allows a check a second or so; anybody may ask, as often as he likes.
func TestAFloodOfChecksWithAHangingFileStoreIsAnsweredFromMemory(t *testing.T) {
	address, asked := hanging(t)
	a := testkit.New(t, testkit.SQLite, testkit.WithConfig(func(c *app.Config) { c.Files = "s3://key:secret@" + address + "/files?insecure=true" }))
	eventually(t, 5*time.Second, "it is told as degraded", func() bool { _, degraded := ready(t, a); return degraded["files"] != "" })
	checks := testkit.Reps(t, 2000)
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
	testkit.Figure(t, "checks a second", int(float64(checks)/time.Since(began).Seconds()))
	testkit.Figure(t, "slowest check", time.Duration(slowest.Load()).Round(time.Millisecond))
	if took := time.Duration(slowest.Load()); took > 900*time.Millisecond {
		t.Errorf("a check took %v", took)
	}
	if n := asked.Load() - before; n > 5+int64(time.Since(began)/time.Second) {
		t.Errorf("%d checks asked the store %d times", checks, n)
	}
}

func TestChecksDoNotWriteToTheFileStore(t *testing.T) {
	a := testkit.New(t, testkit.SQLite)
	temporary := filepath.Join(a.Dir, "files", "tmp")
	eventually(t, 5*time.Second, "the first check of the store is over", func() bool { entries, err := os.ReadDir(temporary); return err == nil && len(entries) == 0 })
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
