package audit_test

import (
	"context"
	"log/slog"
	"regexp"
	"strconv"
	"testing"
	"time"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/audit"
	"studbonus/internal/platform/clock"
	"studbonus/internal/platform/db"
	"studbonus/internal/test/testdb"
	"studbonus/internal/test/watch"
)

// row is a row of the log as stored.
type row struct {
	At         time.Time `db:"at"`
	Operator   *int64    `db:"operator_id"`
	Name       string    `db:"operator_name"`
	University *int64    `db:"university_id"`
	Action     string    `db:"action"`
	Kind       string    `db:"kind"`
	Object     string    `db:"object"`
	Subject    string    `db:"subject"`
	Reason     string    `db:"reason"`
	Changes    string    `db:"changes"`
	Request    string    `db:"request_id"`
	Address    string    `db:"address"`

	SubjectUniversity *int64 `db:"subject_university_id"`
	Hash              []byte `db:"personal_hash"`
}

var start = time.Date(2026, 11, 15, 9, 0, 0, 0, time.UTC)

// bench is a log with a queue of its own, and a clock that the test moves.
type bench struct {
	*db.DB
	t     *testing.T
	clock *clock.Fake
	queue *audit.Queue
	log   *watch.Buffer
}

func onBoth(t *testing.T, test func(t *testing.T, b *bench)) {
	t.Helper()
	testdb.OnBoth(t, func(t *testing.T, d *db.DB) {
		b := &bench{DB: d, t: t, clock: clock.NewFake(start), log: &watch.Buffer{}}
		b.queue = audit.NewQueue(b.DB, b.clock.Now, slog.New(slog.NewTextHandler(b.log, nil)))
		t.Cleanup(b.close)
		test(t, b)
	})
}

func one[T any](t *testing.T, q db.Querier, text string, args ...any) T {
	t.Helper()
	v, err := db.One[T](t.Context(), q, text, args...)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// close ends the queue, once.
func (b *bench) close() {
	if b.queue != nil {
		b.queue.Close()
		b.queue = nil
	}
}

// rows are those that the test has made.
func (b *bench) rows() []row {
	b.t.Helper()
	found, err := db.All[row](b.t.Context(), b, `SELECT at, operator_id, operator_name, university_id, action, kind, object, subject, reason,
		changes, request_id, address, subject_university_id, personal_hash FROM audit_log ORDER BY seq`)
	if err != nil {
		b.t.Fatal(err)
	}
	return found
}

func (b *bench) count(action string) int {
	b.t.Helper()
	return one[int](b.t, b, "SELECT count(*) FROM audit_log WHERE action = ?", action)
}

func (b *bench) exec(text string, args ...any) {
	b.t.Helper()
	err := b.Tx(b.t.Context(), func(ctx context.Context, tx db.Tx) error {
		_, err := tx.Exec(ctx, text, args...)
		return err
	})
	if err != nil {
		b.t.Fatal(err)
	}
}

func (b *bench) sealer() audit.Sealer {
	return audit.Sealer{DB: b.DB, Clock: b.clock.Now, Log: slog.New(slog.NewTextHandler(b.log, nil))}
}

func (b *bench) seal() {
	b.t.Helper()
	if err := b.sealer().Seal(b.t.Context()); err != nil {
		b.t.Fatal(err)
	}
}

func (b *bench) verify() []string {
	b.t.Helper()
	wrong, err := b.sealer().Verify(b.t.Context())
	if err != nil {
		b.t.Fatal(err)
	}
	return wrong
}

// everything is the content of the three tables.
func (b *bench) everything() []string {
	b.t.Helper()
	rows, err := db.All[string](b.t.Context(), b, `SELECT 'log ' || seq || action || operator_name AS line FROM audit_log
		UNION ALL SELECT 'personal ' || seq || subject FROM audit_personal UNION ALL SELECT 'seal ' || up_to || ' ' || rows FROM audit_seals ORDER BY line`)
	if err != nil {
		b.t.Fatal(err)
	}
	return rows
}

// caller is an operator who calls from an address.
func caller(address string) context.Context {
	ctx := access.WithPrincipal(context.Background(), access.Principal{Operator: 7, University: 3, Surname: "Орлова", Name: "Анна"})
	return access.WithRequest(ctx, access.Request{ID: "r-" + address, Address: address})
}

var droppedRows = regexp.MustCompile(`audit rows dropped[^\n]* rows=(\d+)`)

// dropped is how many rows the log says were lost.
func (b *bench) dropped() int {
	sum := 0
	for _, m := range droppedRows.FindAllStringSubmatch(b.log.String(), -1) {
		n, _ := strconv.Atoi(m[1])
		sum += n
	}
	return sum
}
