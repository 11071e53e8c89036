package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"studbonus/internal/test/kit"
	"studbonus/internal/test/watch"
)

// The disk is full, then has room again (rules 15.9). Writes and uploads are refused with a reason, reads go on, and no
// restart is needed.
func TestAFullDiskRefusesWritesUntilThereIsRoom(t *testing.T) {
	disk := smallDisk(t, 48<<20)
	where := []string{"--data", disk}
	found(t, where)
	s := serve(t, where...)
	token, _ := s.signIn(founder, password)
	d := openBeside(t, disk, where)
	book := openLedger(t, d, s, founder, password)
	for rep := range kit.Reps(t, 2) {
		filler := filepath.Join(disk, "filler")
		fill(t, filler)
		refused := 0
		for n := range 2000 { // the last page of the WAL still has room
			status := book.once(t.Context(), s.url, fmt.Sprintf("key-%d-%d", rep, n), fmt.Sprintf("Запись %d-%d", rep, n))
			if status == http.StatusOK {
				book.note(fmt.Sprintf("Запись %d-%d", rep, n), true)
				continue
			}
			if refused++; status != http.StatusServiceUnavailable {
				t.Fatalf("a full disk is answered with %d\n%s", status, s.log)
			}
			if refused == 10 {
				break
			}
		}
		if refused < 10 {
			t.Fatal("control: the disk was never full")
		}
		if status := tryList(s, token); status != http.StatusOK {
			t.Errorf("a list on a full disk: %d", status)
		}
		if status := s.tryUpload(token, picture(t, 600)); status != http.StatusServiceUnavailable {
			t.Errorf("an upload to a full disk: %d", status)
		}
		remove(t, filler)
		name := fmt.Sprintf("Запись %d после", rep)
		if status := book.ask(t.Context(), s.url, name); status != http.StatusOK {
			t.Errorf("with room again: %d", status)
		}
		if status := s.tryUpload(token, picture(t, 600)); status != http.StatusOK {
			t.Errorf("an upload with room again: %d", status)
		}
	}
	book.check(t, d)
	s.stop()
	run(t, "", with([]string{"verify"}, where...)...).ok()
}

// Monitoring learns of it before anybody is refused; the instance still reads, so it stays in the proxy.
func TestAFullDiskIsReportedAsDegraded(t *testing.T) {
	t.Parallel()
	disk := smallDisk(t, 48<<20)
	where := []string{"--data", disk}
	found(t, where)
	s := serve(t, where...)
	filler := filepath.Join(disk, "filler")
	says := func(full bool) func() bool {
		return func() bool {
			res, err := http.Get(s.url + "/readyz")
			if err != nil {
				t.Fatal(err)
			}
			defer res.Body.Close() //nolint:errcheck // a test
			var health struct{ Degraded map[string]string }
			if err := json.NewDecoder(res.Body).Decode(&health); err != nil || res.StatusCode != http.StatusOK {
				t.Fatalf("%d, %v", res.StatusCode, err)
			}
			return (health.Degraded["disk"] != "") == full
		}
	}
	if !says(false)() {
		t.Error("control: degraded with room")
	}
	fill(t, filler)
	watch.Until(t, time.Minute, "the full disk is reported", says(true))
	remove(t, filler)
	watch.Until(t, time.Minute, "it is no longer", says(false))
	s.stop()
}

// smallDisk mounts a small file system.
func smallDisk(t *testing.T, size int) string {
	t.Helper()
	dir := t.TempDir()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, fmt.Sprintf("size=%d,mode=0700", size)); err != nil {
		t.Skipf("only root can mount a small disk: %v", err)
	}
	t.Cleanup(func() { _ = syscall.Unmount(dir, syscall.MNT_DETACH) })
	return dir
}

// fill uses up all free space.
func fill(t *testing.T, file string) {
	t.Helper()
	f, err := os.Create(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close() //nolint:errcheck // it is full
	for block := make([]byte, 64<<10); len(block) > 0; {
		if _, err := f.Write(block); errors.Is(err, syscall.ENOSPC) {
			block = block[:len(block)/2]
		} else if err != nil {
			t.Fatal(err)
		}
	}
}

// tryUpload uploads a file and returns the status; it may fail.
func (s *server) tryUpload(token string, content []byte) int {
	s.t.Helper()
	_, status := s.post(token, "a.png", content)
	return status
}
