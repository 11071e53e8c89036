package audit_test

import (
	"context"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/audit"
	"studbonus/internal/platform/db"
	"studbonus/internal/test/watch"
)

// soon is the second within which a view or denial must be in the log (rules 17.14), with room for a busy machine.
const soon = 3 * time.Second

func TestViewsAndDenialsAreWrittenWithinASecond(t *testing.T) {
	onBoth(t, func(t *testing.T, b *bench) {
		b.queue.Viewed(caller("10.0.0.1"), "student", "u-1")
		b.queue.Denied(caller("10.0.0.2"), 403, "PUT /v1/student")
		watch.Until(t, soon, "both views are logged", func() bool { return len(b.rows()) == 2 })
		var got []string
		for _, r := range b.rows() {
			got = append(got, strings.Join([]string{r.Name, r.Action, r.Kind, r.Object, r.Reason, r.Request, r.Address}, "|"))
		}
		want := []string{"Орлова Анна|student.view|student|u-1||r-10.0.0.1|10.0.0.1", "Орлова Анна|access.denied|route|PUT /v1/student|403|r-10.0.0.2|10.0.0.2"}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("rows (-want +got):\n%s", diff)
		}
	})
}

// A card may show a person without being the person's own.
func TestViewsOfAPerson(t *testing.T) {
	onBoth(t, func(t *testing.T, b *bench) {
		person := audit.Person{UUID: "u-1", University: 3}
		b.queue.ViewedPerson(caller("10.0.0.1"), "student", person)
		b.queue.About(person).Viewed(caller("10.0.0.1"), "review", "r-1")
		b.queue.About(audit.Person{UUID: "u-2", University: 3}).Viewed(caller("10.0.0.1"), "review", "r-2")
		b.queue.Viewed(caller("10.0.0.1"), "partner", "u-1")
		b.queue.Flush(t.Context(), false)
		if rows := b.rows(); rows[1].Object != "r-1" || rows[1].Subject != "u-1" || *rows[1].SubjectUniversity != 3 {
			t.Errorf("%+v", rows[1])
		}
		for university, want := range map[int64]string{3: "review.view student.view", 4: ""} {
			scope := access.Principal{Role: access.OperatorUniver, University: university}.Scope()
			found, err := audit.ViewsOf(t.Context(), b, scope, "u-1", audit.Page[int64]{Before: math.MaxInt64, Limit: 10})
			if err != nil {
				t.Fatal(err)
			}
			var actions []string
			for _, v := range found {
				actions = append(actions, v.Action)
			}
			if got := strings.Join(actions, " "); got != want {
				t.Errorf("in university %d: %s, want %s", university, got, want)
			}
		}
	})
}

func TestBeyondTheTenthInAMinuteDenialsAreOnlyCounted(t *testing.T) {
	onBoth(t, func(t *testing.T, b *bench) {
		deny := func(address string, times int) {
			for range times {
				b.queue.Denied(caller(address), 401, "GET /v1/news")
			}
		}
		more := func() (found []string) {
			for _, r := range b.rows() {
				if r.Action == "access.denied.more" {
					found = append(found, fmt.Sprintf("%s %v", r.Address, (audit.Record{Raw: r.Changes}).Changes()["count"].To))
				}
			}
			return found
		}
		deny("10.0.0.1", 10)
		deny("10.0.0.2", 37)
		b.queue.Flush(t.Context(), false)
		watch.Until(t, soon, "20 denials are logged", func() bool { return b.count("access.denied") == 20 })
		if got := more(); got != nil {
			t.Errorf("counted before the minute was over: %v", got)
		}
		b.clock.Advance(time.Minute)
		deny("10.0.0.1", 11) // the next minute has its own row
		watch.Until(t, soon, "30 denials are logged", func() bool { return b.count("access.denied") == 30 && len(more()) == 1 })
		deny("10.0.0.1", 4)
		b.close() // the count of a minute that is not over must not be lost
		if diff := cmp.Diff([]string{"10.0.0.2 27", "10.0.0.1 5"}, more()); diff != "" {
			t.Errorf("counts (-want +got):\n%s", diff)
		}
	})
}

func TestClosingWritesWhatWaits(t *testing.T) {
	onBoth(t, func(t *testing.T, b *bench) {
		const many = 1300 // several batches
		for i := range many {
			b.queue.Viewed(caller("10.0.0.1"), "student", fmt.Sprint(i))
		}
		b.close()
		if got := b.count("student.view"); got != many {
			t.Errorf("%d of %d rows", got, many)
		}
	})
}

const (
	takeAway = "ALTER TABLE audit_log RENAME TO audit_log_away"
	bringIn  = "ALTER TABLE audit_log_away RENAME TO audit_log"
)

func TestRowsOutlastADatabaseThatIsDown(t *testing.T) {
	onBoth(t, func(t *testing.T, b *bench) {
		b.exec(takeAway)
		b.queue.Viewed(caller("10.0.0.1"), "student", "first")
		b.queue.Flush(t.Context(), false)
		b.queue.Viewed(caller("10.0.0.1"), "student", "second")
		watch.Until(t, 30*time.Second, "the failed batch is kept", func() bool { return strings.Contains(b.log.String(), "kept for the next") })
		b.exec(bringIn)
		watch.Until(t, 30*time.Second, "both views are logged", func() bool { return b.count("student.view") == 2 })
		got := b.rows()
		if got[0].Object != "first" || got[1].Object != "second" {
			t.Errorf("order %s, %s", got[0].Object, got[1].Object)
		}
	})
}

func TestADatabaseThatIsDownDoesNotFillTheMemory(t *testing.T) {
	onBoth(t, func(t *testing.T, b *bench) {
		const limit, many = 10_000, 25_000
		added := 0
		view := func(until int) {
			for ; added < until; added++ {
				b.queue.Viewed(caller("10.0.0.1"), "student", fmt.Sprint(added))
			}
		}
		// Held, so that the queue's own batch is under way while more rows come in, and then fails.
		err := b.Tx(t.Context(), func(ctx context.Context, tx db.Tx) error {
			if _, err := tx.Exec(ctx, takeAway); err != nil {
				return err
			}
			view(limit - 50)
			time.Sleep(700 * time.Millisecond)
			view(many)
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		b.queue.Flush(t.Context(), false)
		b.exec(bringIn)
		b.close()
		written := len(b.rows())
		if written < limit-500 || written > 2*limit+500 {
			t.Errorf("%d rows kept, want about the limit of %d, and what was under way", written, limit)
		}
		if lost := b.dropped(); written+lost != added {
			t.Errorf("%d written and %d told as lost, of %d", written, lost, added)
		}
	})
}

func TestDenialsOfAnIPv6NetworkAreCountedTogether(t *testing.T) {
	onBoth(t, func(t *testing.T, b *bench) {
		for i := range 37 {
			b.queue.Denied(caller(fmt.Sprintf("2001:db8::%x", i+1)), 401, "GET /v1/news")
		}
		b.queue.Flush(t.Context(), false)
		b.close()
		if listed, counted := b.count("access.denied"), b.count("access.denied.more"); listed != 10 || counted != 1 {
			t.Errorf("%d listed and %d rows of counts, want 10 and 1", listed, counted)
		}
	})
}

func TestDenialsOfVeryManyAddressesAreCountedTogether(t *testing.T) {
	onBoth(t, func(t *testing.T, b *bench) {
		const many, remembered, inFull = 12_000, 10_000, 10
		for i := range many {
			b.queue.Denied(caller(fmt.Sprintf("10.%d.%d.1", i/250, i%250)), 401, "GET /v1/news")
		}
		b.queue.Flush(t.Context(), false)
		b.close()
		counted := 0.0
		for _, r := range b.rows() {
			if n, ok := (audit.Record{Raw: r.Changes}).Changes()["count"].To.(float64); ok {
				counted += n
			}
		}
		if want := many - remembered - inFull; int(counted) != want {
			t.Errorf("%v denials counted together, want %d", counted, want)
		}
		if listed := b.count("access.denied"); listed+b.dropped() != remembered+inFull {
			t.Errorf("%d listed and %d told as lost, want %d", listed, b.dropped(), remembered+inFull)
		}
	})
}
