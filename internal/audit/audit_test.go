package audit_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"studbonus/internal/access"
	"studbonus/internal/audit"
	"studbonus/internal/db"
)

var errOurs = errors.New("ours")

func write(ctx context.Context, b *bench, e audit.Entry, end error) error {
	return b.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		return errors.Join(audit.Write(ctx, tx, b.clock.Now(), e), end)
	})
}

var blocked = audit.Entry{
	Action: "students.blocked", Kind: "student", Object: "u-1", Reason: "Выход из профсоюза",
	Before: map[string]any{"status": "active"}, After: map[string]any{"status": "blocked"},
}

func TestAWriteIsOneRowOfItsTransaction(t *testing.T) {
	onBoth(t, func(t *testing.T, b *bench) {
		if err := write(caller("10.0.0.1"), b, blocked, errOurs); !errors.Is(err, errOurs) {
			t.Fatal(err)
		}
		if got := b.rows(); len(got) != 0 {
			t.Fatalf("a rolled-back change left %v", got)
		}
		if err := write(caller("10.0.0.1"), b, blocked, nil); err != nil {
			t.Fatal(err)
		}
		operator, university := int64(7), int64(3)
		want := []row{{
			At: start, Operator: &operator, Name: "Орлова Анна", University: &university, Action: "students.blocked", Kind: "student", Object: "u-1",
			Reason: "Выход из профсоюза", Request: "r-10.0.0.1", Address: "10.0.0.1",
		}}
		got := b.rows()
		for i := range got { // PostgreSQL spaces its JSON
			if changes := (audit.Record{Raw: got[i].Changes}).Changes(); !cmp.Equal(changes, map[string]audit.Change{"status": {From: "active", To: "blocked"}}) {
				t.Errorf("changes %v", changes)
			}
			got[i].Changes = ""
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("rows (-want +got):\n%s", diff)
		}
	})
}

func TestNobodyIsNotAnOperator(t *testing.T) {
	onBoth(t, func(t *testing.T, b *bench) {
		ctx := access.WithRequest(t.Context(), access.Request{ID: "r", Address: "10.0.0.1"})
		if err := write(ctx, b, audit.Entry{Action: "catalog.import", Kind: "catalog", Object: "cities"}, nil); err != nil {
			t.Fatal(err)
		}
		if got := b.rows(); len(got) != 1 || got[0].Operator != nil || got[0].University != nil || got[0].Name != "" {
			t.Errorf("rows %+v, want one of nobody", got)
		}
	})
}

func TestTheLogCannotBeChanged(t *testing.T) {
	onBoth(t, func(t *testing.T, b *bench) {
		if err := write(caller("10.0.0.1"), b, blocked, nil); err != nil {
			t.Fatal(err)
		}
		before := b.rows()
		const again = `INTO audit_log (seq, at, operator_name, action, kind, object, changes, request_id, address)
			SELECT max(seq), max(at), 'другой', 'other', 'k', 'o', '{}', '', '' FROM audit_log`
		attempts := []string{
			"UPDATE audit_log SET operator_name = 'другой'", "UPDATE audit_log SET action = 'x' WHERE seq = (SELECT max(seq) FROM audit_log)",
			"DELETE FROM audit_log", "DELETE FROM audit_log WHERE seq = (SELECT max(seq) FROM audit_log)",
		}
		if b.Postgres() {
			attempts = append(attempts, "TRUNCATE audit_log", "TRUNCATE audit_log CASCADE", "INSERT "+again+" ON CONFLICT (seq) DO UPDATE SET action = 'x'")
		} else {
			attempts = append(attempts, "INSERT OR REPLACE "+again, "INSERT "+again+" WHERE TRUE ON CONFLICT (seq) DO UPDATE SET action = 'x'")
		}
		for _, text := range attempts {
			err := b.Tx(t.Context(), func(ctx context.Context, tx db.Tx) error {
				_, err := tx.Exec(ctx, text)
				return err
			})
			if err == nil {
				t.Errorf("accepted: %s", text)
			}
		}
		if diff := cmp.Diff(before, b.rows()); diff != "" {
			t.Errorf("the log has changed (-before +after):\n%s", diff)
		}
	})
}

func TestAHistoryIsTheLatestFirstAndWithoutViews(t *testing.T) {
	onBoth(t, func(t *testing.T, b *bench) {
		for i, e := range []audit.Entry{
			{Action: "students.apply", Kind: "student", Object: "u-1"},
			{Action: "student.view", Kind: "student", Object: "u-1"},
			{Action: "students.save", Kind: "student", Object: "u-2"},
			{Action: "partners.save", Kind: "partner", Object: "u-1"},
			blocked,
		} {
			// A clock that was set back does not turn the order round (security F13).
			b.clock.Advance(-time.Duration(i) * time.Minute)
			if err := write(caller("10.0.0.1"), b, e, nil); err != nil {
				t.Fatal(err)
			}
		}
		history, err := audit.History(t.Context(), b, "student", "u-1")
		if err != nil {
			t.Fatal(err)
		}
		var actions []string
		for _, r := range history {
			actions = append(actions, r.Action)
		}
		if diff := cmp.Diff([]string{"students.blocked", "students.apply"}, actions); diff != "" {
			t.Errorf("history (-want +got):\n%s", diff)
		}
		last, found, err := audit.Last(t.Context(), b, "student", "u-1")
		if err != nil || !found || last.Operator != "Орлова Анна" || last.Reason != blocked.Reason || !last.At.Equal(b.clock.Now()) {
			t.Errorf("last: %+v, %v, %v", last, found, err)
		}
		if _, found, err := audit.Last(t.Context(), b, "student", "u-3"); found || err != nil {
			t.Errorf("last of nothing: %v, %v", found, err)
		}
	})
}

func TestAHistoryIsNotEndless(t *testing.T) {
	onBoth(t, func(t *testing.T, b *bench) {
		err := b.Tx(t.Context(), func(ctx context.Context, tx db.Tx) error {
			for i := range 230 {
				if err := audit.Write(ctx, tx, b.clock.Now(), audit.Entry{Action: fmt.Sprint("step.", i), Kind: "student", Object: "u-1"}); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		history, err := audit.History(t.Context(), b, "student", "u-1")
		if err != nil || len(history) != 200 || history[0].Action != "step.229" {
			t.Errorf("%d records, %v; want the latest 200", len(history), err)
		}
	})
}
