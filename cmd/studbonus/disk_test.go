package main

import (
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"studbonus/internal/testkit"
)

// Security F9: the disk is full, first for everything that the server keeps, and then there is room again. Writes and uploads
// are refused with a reason, reads go on, and no restart is needed.
func TestAFullDiskRefusesWritesUntilThereIsRoom(t *testing.T) {
	disk := smallDisk(t, 48<<20)
	where := []string{"--data", disk}
	found(t, where)
	s := serve(t, where...)
	token, _ := s.signIn(founder, password)
	d := openBeside(t, disk, where)
	book := openLedger(t, d, s, founder, password)
	for rep := range testkit.Reps(t, 2) {
		filler := filepath.Join(disk, "filler")
		fill(t, filler)
		refused := 0
		for n := range 2000 { // what is left of the last page of the log is still written
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

// smallDisk is a file system of its own.
func smallDisk(t *testing.T, size int) string {
	t.Helper()
	dir := t.TempDir()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, fmt.Sprintf("size=%d,mode=0700", size)); err != nil {
		t.Skipf("only root can mount a small disk: %v", err)
	}
	t.Cleanup(func() { _ = syscall.Unmount(dir, syscall.MNT_DETACH) })
	return dir
}

// fill takes all the room that there is.
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

// tryUpload is an upload that may be refused.
func (s *server) tryUpload(token string, content []byte) int {
	s.t.Helper()
	_, status := s.post(token, "a.png", content)
	return status
}
