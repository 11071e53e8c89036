package audit_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/audit"
	"studbonus/internal/platform/db"
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

// about makes an entry one about a person.
func about(e audit.Entry) audit.Entry {
	e.About = audit.Person{UUID: e.Object, University: 3}
	return e
}

func TestAnEntryAboutAPersonKeepsItsValuesApart(t *testing.T) {
	onBoth(t, func(t *testing.T, b *bench) {
		for _, e := range []audit.Entry{about(blocked), about(audit.Entry{Action: "students.apply", Kind: "student", Object: "u-1"})} {
			if err := write(caller("10.0.0.1"), b, e, nil); err != nil {
				t.Fatal(err)
			}
		}
		got := b.rows()[0]
		if got.Reason != "" || got.Changes != "{}" || got.Subject != "u-1" || got.SubjectUniversity == nil || *got.SubjectUniversity != 3 || len(got.Hash) != 32 {
			t.Errorf("the log says %+v", got)
		}
		type personal struct {
			Seq     int64  `db:"seq"`
			Subject string `db:"subject"`
			Payload []byte `db:"payload"`
		}
		want := personal{1, "u-1", []byte(`{"changes":{"status":{"from":"active","to":"blocked"}},"reason":"Выход из профсоюза"}`)}
		if diff := cmp.Diff(want, one[personal](t, b, "SELECT seq, subject, payload FROM audit_personal")); diff != "" {
			t.Errorf("kept apart (-want +got):\n%s", diff)
		}
		history, err := audit.History(t.Context(), b, "student", "u-1")
		if err != nil || len(history) != 2 || history[1].Reason != blocked.Reason || !cmp.Equal(history[1].Changes(), map[string]audit.Change{"status": {From: "active", To: "blocked"}}) {
			t.Errorf("history %+v, %v", history, err)
		}
	})
}

// try runs a statement and returns its error.
func (b *bench) try(text string) error {
	return b.Tx(b.t.Context(), func(ctx context.Context, tx db.Tx) error {
		_, err := tx.Exec(ctx, text)
		return err
	})
}

func TestTheJournalCannotBeChanged(t *testing.T) {
	onBoth(t, func(t *testing.T, b *bench) {
		if err := write(caller("10.0.0.1"), b, about(blocked), nil); err != nil {
			t.Fatal(err)
		}
		b.clock.Advance(time.Hour)
		b.seal()
		before := b.everything()
		const again = `INTO audit_log (seq, at, operator_name, action, kind, object, subject, reason, changes, request_id, address)
			SELECT max(seq), max(at), 'другой', 'other', 'k', 'o', '', '', '{}', '', '' FROM audit_log`
		attempts := []string{
			"UPDATE audit_log SET operator_name = 'другой'", "UPDATE audit_log SET action = 'x' WHERE seq = (SELECT max(seq) FROM audit_log)",
			"UPDATE audit_personal SET subject = 'x'", "UPDATE audit_seals SET rows = 2",
			"DELETE FROM audit_log", "DELETE FROM audit_log WHERE seq = (SELECT max(seq) FROM audit_log)", "DELETE FROM audit_personal", "DELETE FROM audit_seals",
		}
		if b.Postgres() {
			attempts = append(attempts, "TRUNCATE audit_log", "TRUNCATE audit_log CASCADE", "TRUNCATE audit_personal", "TRUNCATE audit_seals", "INSERT "+again+" ON CONFLICT (seq) DO UPDATE SET action = 'x'")
		} else {
			attempts = append(attempts, "INSERT OR REPLACE "+again, "INSERT "+again+" WHERE TRUE ON CONFLICT (seq) DO UPDATE SET action = 'x'",
				"INSERT OR REPLACE INTO audit_personal SELECT seq, 'x', salt, payload FROM audit_personal", "INSERT OR REPLACE INTO audit_seals SELECT up_to, 2, root, previous, at FROM audit_seals")
		}
		for _, text := range attempts {
			if b.try(text) == nil {
				t.Errorf("accepted: %s", text)
			}
		}
		if diff := cmp.Diff(before, b.everything()); diff != "" {
			t.Errorf("the journal has changed (-before +after):\n%s", diff)
		}
	})
}

func TestWhatIsPastItsTermCanBeDeleted(t *testing.T) {
	onBoth(t, func(t *testing.T, b *bench) {
		b.clock.Advance(-4 * 366 * 24 * time.Hour)
		if err := write(caller("10.0.0.1"), b, about(blocked), nil); err != nil {
			t.Fatal(err)
		}
		b.clock.Advance(time.Hour)
		b.seal()
		b.clock.Advance(4 * 366 * 24 * time.Hour)
		for _, from := range []string{"audit_personal", "audit_log", "audit_seals"} {
			if err := b.try("DELETE FROM " + from); err != nil {
				t.Error(err)
			}
			if wrong := b.verify(); len(wrong) > 0 {
				t.Errorf("after %s: %v", from, wrong)
			}
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
			// A clock that is set back does not change the order (drill F13).
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
