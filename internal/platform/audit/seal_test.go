package audit_test

import (
	"context"
	"encoding/hex"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"studbonus/internal/platform/audit"
	"studbonus/internal/platform/db"
)

// sealed fills the log with three seals of two rows each, all about people, and one row that is too young.
func (b *bench) sealed() {
	b.t.Helper()
	for i := range 7 {
		e := about(audit.Entry{Action: "students.save", Kind: "student", Object: fmt.Sprint("u-", i), After: map[string]any{"phone": fmt.Sprint(79160000000 + i)}})
		if err := write(caller("10.0.0.1"), b, e, nil); err != nil {
			b.t.Fatal(err)
		}
		if i%2 == 1 {
			b.clock.Advance(10 * time.Minute)
			b.seal()
		}
	}
	b.seal() // the youngest row is not ten minutes old
	if n := one[int](b.t, b, "SELECT count(*) FROM audit_seals"); n != 3 {
		b.t.Fatalf("%d seals, want 3", n)
	}
	if wrong := b.verify(); len(wrong) > 0 {
		b.t.Fatalf("untouched: %v", wrong)
	}
}

func TestSealsCoverTheLogInOrder(t *testing.T) {
	onBoth(t, func(t *testing.T, b *bench) {
		b.seal() // an empty log has nothing to seal
		b.sealed()
		if got := one[string](t, b, "SELECT CAST(min(up_to) AS TEXT) || ' ' || CAST(max(up_to) AS TEXT) || ' ' || CAST(sum(rows) AS TEXT) FROM audit_seals"); got != "2 6 6" {
			t.Errorf("first, last row and number of rows: %s", got)
		}
		root := hex.EncodeToString(one[[]byte](t, b, "SELECT root FROM audit_seals WHERE up_to = 6"))
		if !strings.Contains(b.log.String(), root) {
			t.Error("the root is not in the program's log")
		}
	})
}

// disarm drops the triggers, as an attacker with the database's password can.
func (b *bench) disarm() {
	b.t.Helper()
	for _, table := range []string{"audit_log", "audit_personal", "audit_pages", "audit_seals"} {
		for _, kind := range []string{"update", "delete"} {
			on := ""
			if b.Postgres() {
				on = " ON " + table
			}
			b.exec("DROP TRIGGER " + table + "_no_" + kind + on)
		}
	}
}

func TestAChangeBehindTheTriggersIsFound(t *testing.T) {
	for change, want := range map[string]string{
		"UPDATE audit_log SET action = 'students.sAve' WHERE seq = 3":                                          "с 3 по 4",
		"UPDATE audit_log SET operator_name = 'Орлова Аннa' WHERE seq = 6":                                     "с 5 по 6",
		"UPDATE audit_log SET at = (SELECT at FROM audit_log WHERE seq = 6) WHERE seq = 1":                     "с 1 по 2",
		"UPDATE audit_log SET operator_id = NULL WHERE seq = 1":                                                "с 1 по 2",
		"DELETE FROM audit_log WHERE seq = 4":                                                                  "с 3 по 4",
		"UPDATE audit_log SET subject = 'u-x' WHERE seq = 2":                                                   "с 1 по 2",
		"UPDATE audit_personal SET payload = (SELECT payload FROM audit_personal WHERE seq = 1) WHERE seq = 7": "записи 7",
		"UPDATE audit_personal SET salt = (SELECT salt FROM audit_personal WHERE seq = 1) WHERE seq = 5":       "записи 5",
		"UPDATE audit_seals SET rows = 3 WHERE up_to = 4":                                                      "с 3 по 4",
		"DELETE FROM audit_seals WHERE up_to = 4":                                                              "записи 6 не продолжает",
	} {
		t.Run(change, func(t *testing.T) {
			onBoth(t, func(t *testing.T, b *bench) {
				b.sealed()
				b.disarm()
				b.exec(change)
				if wrong := b.verify(); len(wrong) == 0 || !strings.Contains(strings.Join(wrong, "\n"), want) {
					t.Errorf("%v, want %q", wrong, want)
				}
			})
		})
	}
}

func TestADetachedPersonLeavesTheSealsIntact(t *testing.T) {
	onBoth(t, func(t *testing.T, b *bench) {
		b.sealed()
		b.disarm()
		b.exec("DELETE FROM audit_personal WHERE subject = 'u-2'")
		if wrong := b.verify(); len(wrong) > 0 {
			t.Errorf("%v", wrong)
		}
		history, err := audit.History(t.Context(), b, "student", "u-2")
		if err != nil || len(history) != 1 || len(history[0].Changes()) != 0 {
			t.Errorf("%+v, %v; want the row without its values", history, err)
		}
	})
}

// A transaction may commit a lower number after a higher one: a seal must not run past it.
func TestASealWaitsForTransactionsInProgress(t *testing.T) {
	onBoth(t, func(t *testing.T, b *bench) {
		old := b.clock.Now().Add(-time.Hour)
		var writers sync.WaitGroup
		written, finish := make(chan bool), make(chan bool)
		writers.Go(func() {
			err := b.Tx(t.Context(), func(ctx context.Context, tx db.Tx) error {
				if err := audit.Write(ctx, tx, old, blocked); err != nil {
					return err
				}
				if _, err := tx.Exec(ctx, "SELECT 1"); err != nil { // PostgreSQL sends the row with it
					return err
				}
				written <- true
				<-finish
				return nil
			})
			if err != nil {
				t.Error(err)
			}
		})
		<-written
		if b.Postgres() { // SQLite has one writer
			if err := b.Tx(t.Context(), func(ctx context.Context, tx db.Tx) error { return audit.Write(ctx, tx, old, blocked) }); err != nil {
				t.Fatal(err)
			}
		}
		writers.Go(b.seal)
		time.Sleep(200 * time.Millisecond)
		close(finish)
		writers.Wait()
		b.seal()
		if wrong := b.verify(); len(wrong) > 0 {
			t.Errorf("%v", wrong)
		}
	})
}
