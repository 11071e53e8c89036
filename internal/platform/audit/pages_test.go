package audit_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/audit"
)

func seen(search string, ids ...int64) audit.PageSeen {
	return audit.PageSeen{
		Action: audit.StudentsListed, Kind: "student", University: 3, Search: search, Question: map[string]any{"offset": 0}, IDs: ids,
	}
}

func TestAPageIsOneRowInTenMinutesUnlessItShowsSomebodyNew(t *testing.T) {
	onBoth(t, func(t *testing.T, b *bench) {
		pages := func() int {
			b.queue.Flush(t.Context(), false)
			return b.count(audit.StudentsListed)
		}
		ctx := caller("10.0.0.1")
		other := access.WithPrincipal(context.Background(), access.Principal{Operator: 8, University: 3})
		for i, step := range []struct {
			ctx     context.Context //nolint:containedctx // who is shown the page
			page    audit.PageSeen
			later   time.Duration
			written int
		}{
			{ctx, seen("", 1, 2, 3), 0, 1},
			{ctx, seen("", 1, 2, 3), 9 * time.Minute, 1},
			{ctx, seen("", 3, 1), 0, 1},
			{ctx, seen("", 1, 2, 4), 0, 2},
			{ctx, seen("Иванов", 1), 0, 3},
			{other, seen("", 1, 2, 3), 0, 4},
			{ctx, seen(""), 0, 4}, // nobody was shown
			{ctx, seen("", 1, 2, 4), 10 * time.Minute, 5},
		} {
			b.clock.Advance(step.later)
			b.queue.Listed(step.ctx, step.page)
			if got := pages(); got != step.written {
				t.Errorf("step %d: %d rows, want %d", i, got, step.written)
			}
		}
	})
}

// Who sees everything finds the pages of a person's former university too; a university finds those of its own operators, and those
// of operators who see several.
func TestPagesOfAPersonWhoMoved(t *testing.T) {
	onBoth(t, func(t *testing.T, b *bench) {
		for university, id := range map[int64]int64{0: 10, 3: 11, 4: 12} {
			page := seen(fmt.Sprint(university), 1, id)
			page.University = university
			b.queue.Listed(caller("10.0.0.1"), page)
		}
		b.queue.Flush(t.Context(), false)
		of := func(scope access.Scope, id int64) int {
			found, next, err := audit.PagesOf(t.Context(), b, scope, id, nil)
			if err != nil || next != nil {
				t.Errorf("%v, %v", next, err)
			}
			return len(found)
		}
		home := access.Principal{Role: access.OperatorUniver, University: 4}.Scope()
		if all, own, foreign := of(access.Everything(), 1), of(home, 1), of(home, 11); all != 3 || own != 2 || foreign != 0 {
			t.Errorf("%d pages to all, %d to the university, %d of another one", all, own, foreign)
		}
	})
}

func TestASearchIsInNoRowOfTheLog(t *testing.T) {
	onBoth(t, func(t *testing.T, b *bench) {
		b.queue.Listed(caller("10.0.0.1"), seen("Меткина", 1, 5_000_000))
		b.queue.Flush(t.Context(), false)
		for _, r := range b.rows() {
			if strings.Contains(fmt.Sprint(r), "Метк") {
				t.Errorf("%+v", r)
			}
		}
		full, isHidden, err := audit.Read(t.Context(), b, access.Everything(), 1)
		if err != nil || isHidden || full.Changes()["search"].To != "Меткина" || full.Changes()["rows"].To != 2.0 {
			t.Errorf("%+v, %v", full, err)
		}
		b.clock.Advance(time.Hour)
		b.seal()
		if wrong := b.verify(); len(wrong) > 0 {
			t.Error(wrong)
		}
	})
}

func TestAChangedListPageIsFound(t *testing.T) {
	for change, want := range map[string]string{
		"UPDATE audit_pages SET ids = (SELECT ids FROM audit_pages WHERE seq = 2) WHERE seq = 1": "записи 1 не сходится",
		"DELETE FROM audit_pages WHERE seq = 2":                                                  "записи 2 нет списка",
		"UPDATE audit_log SET changes = '{}' WHERE seq = 1":                                      "с 1 по 2",
	} {
		t.Run(change, func(t *testing.T) {
			onBoth(t, func(t *testing.T, b *bench) {
				b.queue.Listed(caller("10.0.0.1"), seen("", 1, 2))
				b.queue.Listed(caller("10.0.0.1"), seen("a", 3))
				b.queue.Flush(t.Context(), false)
				b.clock.Advance(time.Hour)
				b.seal()
				if wrong := b.verify(); len(wrong) > 0 {
					t.Fatalf("untouched: %v", wrong)
				}
				b.disarm()
				b.exec(change)
				if wrong := b.verify(); !strings.Contains(strings.Join(wrong, "\n"), want) {
					t.Errorf("%v, want %q", wrong, want)
				}
			})
		})
	}
}

func TestCleanUpDeletesWhatIsPastItsTermAndVerifies(t *testing.T) {
	onBoth(t, func(t *testing.T, b *bench) {
		b.clock.Advance(-4 * 366 * 24 * time.Hour)
		for i := range 3 {
			b.queue.Listed(caller("10.0.0.1"), seen(fmt.Sprint("old", i), 1))
			if err := write(caller("10.0.0.1"), b, about(blocked), nil); err != nil {
				t.Fatal(err)
			}
			b.queue.Flush(t.Context(), false)
			b.clock.Advance(time.Hour)
			b.seal()
		}
		b.clock.Set(start)
		if err := write(caller("10.0.0.1"), b, about(blocked), nil); err != nil {
			t.Fatal(err)
		}
		b.clock.Advance(time.Hour)
		b.seal()
		for range 2 {
			if err := b.sealer().CleanUp(t.Context()); err != nil {
				t.Fatal(err)
			}
			if got := one[string](t, b, `SELECT (SELECT count(*) FROM audit_log) || ' ' || (SELECT count(*) FROM audit_personal) || ' ' ||
				(SELECT count(*) FROM audit_pages) || ' ' || (SELECT count(*) FROM audit_seals) AS counts`); got != "1 1 0 2" {
				t.Errorf("rows, payloads, pages, seals: %s", got)
			}
			if wrong := b.verify(); len(wrong) > 0 {
				t.Error(wrong)
			}
		}
	})
}

func TestEveryActionHasAGroup(t *testing.T) {
	for action, want := range map[string]audit.Group{
		"student.view": audit.Views, "students.list": audit.Views, "journal.read": audit.Views, "students.export": audit.Exports, "students.exported": audit.Exports,
		"files.download": audit.Exports, "news.exportSurvey": audit.Exports, "auth.signIn": audit.SignIns, "members.signOut": audit.SignIns, "operators.blocked": audit.Rights,
		"auth.factorPolicy": audit.Rights, "students.blocked": audit.Decisions, "reviews.public": audit.Decisions, "students.save": audit.Changes, "access.denied.more": audit.Denials, "new.thing": audit.Changes,
	} {
		if got := audit.GroupOf(action); got != want {
			t.Errorf("%s is %s, want %s", action, got, want)
		}
	}
}
