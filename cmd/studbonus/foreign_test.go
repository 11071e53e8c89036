package main

import (
	"fmt"
	"net/http"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"studbonus/internal/platform/db"
	"studbonus/internal/test/kit"
)

// An administrator looks into the database of a running server with another program, which must find it locked: SQLite before 3.51
// otherwise deletes the WAL file under the server, and a kill then loses what was acknowledged (rules 15.25).
func TestAForeignSQLiteBesideAServerTakesNothing(t *testing.T) {
	foreign, err := exec.LookPath("sqlite3")
	if err != nil {
		t.Fatal("apt-get install sqlite3: ", err)
	}
	dir := t.TempDir()
	where := []string{"--data", dir}
	found(t, where)
	s := serve(t, where...)
	beside, err := db.Open(t.Context(), filepath.Join(dir, "studbonus.db"))
	if err != nil {
		t.Fatal(err)
	}
	book := openLedger(t, beside, s, founder, password)
	beside.Close() // its locks would protect the file too
	for rep := range kit.Reps(t, 2) {
		time.Sleep(2500 * time.Millisecond) // readiness is checked every second
		for n := range 5 {
			if status := book.ask(t.Context(), s.url, fmt.Sprintf("Запись %d-%d", rep, n)); status != http.StatusOK {
				t.Fatalf("status %d", status)
			}
			if out, err := exec.CommandContext(t.Context(), foreign, filepath.Join(dir, "studbonus.db"), "SELECT count(*) FROM operators").CombinedOutput(); err != nil {
				t.Fatalf("%v: %s", err, out)
			}
		}
		s.kill()
		s = serve(t, where...)
	}
	s.stop()
	run(t, "", with([]string{"verify"}, where...)...).ok()
	book.check(t, openBeside(t, dir, where))
}
