package audit

import (
	"context"
	"strings"
	"time"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/db"
)

// line is a row of audit_log without its number.
type line struct {
	at                time.Time
	operator          *int64
	operatorName      string
	member            *int64
	university        *int64 // of the operator
	action            string
	kind              string
	object            string
	subject           string
	subjectUniversity *int64
	personalHash      []byte
	reason            string
	changes           string // JSON
	request           string
	address           string
}

const table = "audit_log"

var columns = []string{
	"at", "operator_id", "operator_name", "university_id", "action", "kind", "object",
	"subject", "subject_university_id", "personal_hash", "reason", "changes", "request_id", "address", "member_id",
}

// values are in the order of columns.
func (l line) values() []any {
	return []any{
		l.at, l.operator, l.operatorName, l.university, l.action, l.kind, l.object,
		l.subject, l.subjectUniversity, l.personalHash, l.reason, l.changes, l.request, l.address, l.member,
	}
}

// memberName is who acted in the rows of members: the log keeps no names of students.
const memberName = "Студент"

// newLine adds who acted, and from where, to an entry.
func newLine(ctx context.Context, now time.Time, e Entry) line {
	p, r := access.From(ctx), access.RequestFrom(ctx)
	l := line{
		at: now, action: e.Action, kind: e.Kind, object: e.Object, subject: e.About.UUID,
		reason: e.Reason, changes: noChanges, request: r.ID, address: r.Address,
	}
	if p.Operator != 0 {
		l.operator, l.university, l.operatorName = &p.Operator, &p.University, p.Surname+" "+p.Name
	}
	if m := access.MemberFrom(ctx); m.ID != 0 {
		l.member, l.operatorName = &m.ID, memberName
	}
	if e.About.University != 0 {
		l.subjectUniversity = &e.About.University
	}
	return l
}

var (
	insertLine = "INSERT INTO audit_log (" + strings.Join(columns, ", ") + ") VALUES (" + strings.Repeat("?, ", len(columns)-1) + "?)"
	// PostgreSQL writes both rows in one statement; SQLite has no INSERT in a WITH clause.
	insertBoth = "WITH logged AS (" + insertLine + " RETURNING seq) INSERT INTO audit_personal (seq, subject, salt, payload)" +
		" SELECT seq, CAST(? AS TEXT), CAST(? AS BYTEA), CAST(? AS BYTEA) FROM logged"
)

func insert(ctx context.Context, tx db.Tx, l line) error {
	_, err := tx.Exec(ctx, insertLine, l.values()...)
	return err
}

func insertPersonal(ctx context.Context, tx db.Tx, l line, p personal) error {
	if tx.Postgres() {
		_, err := tx.Exec(ctx, insertBoth, append(l.values(), l.subject, p.salt, p.payload)...)
		return err
	}
	if err := insert(ctx, tx, l); err != nil {
		return err
	}
	_, err := tx.Exec(ctx, "INSERT INTO audit_personal (seq, subject, salt, payload) VALUES (last_insert_rowid(), ?, ?, ?)", l.subject, p.salt, p.payload)
	return err
}

func insertAllPersonal(ctx context.Context, tx db.Tx, lines []line, details []personal) error {
	if !tx.Postgres() {
		for i, l := range lines {
			if err := insertPersonal(ctx, tx, l, details[i]); err != nil {
				return err
			}
		}
		return nil
	}
	rows := make([][]any, len(lines))
	for i, l := range lines {
		rows[i] = append(l.values(), l.subject, details[i].salt, details[i].payload)
	}
	_, err := tx.ExecEach(ctx, insertBoth, rows)
	return err
}

const selectHistory = `SELECT l.at, l.operator_name, l.action, l.reason, l.changes, p.payload
	FROM audit_log l LEFT JOIN audit_personal p ON p.seq = l.seq
	WHERE l.kind = ? AND l.object = ? AND l.action NOT LIKE '%.view'
	AND l.action NOT IN ('auth.signIn', 'auth.signInFailed', 'auth.codeFailed', 'auth.signOut', 'auth.confirm') ORDER BY l.seq DESC LIMIT ?`

func history(ctx context.Context, q db.Querier, kind, object string, limit int) ([]Record, error) {
	records, err := db.All[Record](ctx, q, selectHistory, kind, object, limit)
	for i := range records {
		if err := records[i].attach(); err != nil {
			return nil, err
		}
	}
	return records, err
}

// logRow is a row of audit_log as a seal hashes it.
type logRow struct {
	Seq               int64     `db:"seq"`
	At                time.Time `db:"at"`
	Operator          *int64    `db:"operator_id"`
	OperatorName      string    `db:"operator_name"`
	University        *int64    `db:"university_id"`
	Action            string    `db:"action"`
	Kind              string    `db:"kind"`
	Object            string    `db:"object"`
	Subject           string    `db:"subject"`
	SubjectUniversity *int64    `db:"subject_university_id"`
	PersonalHash      []byte    `db:"personal_hash"`
	Reason            string    `db:"reason"`
	Changes           string    `db:"changes"`
	Request           string    `db:"request_id"`
	Address           string    `db:"address"`
	Member            *int64    `db:"member_id"`
}

func eachRow(ctx context.Context, q db.Querier, after, upTo int64, use func(logRow) error) error {
	return db.Each(ctx, q, use, "SELECT seq, "+strings.Join(columns, ", ")+" FROM audit_log WHERE seq > ? AND seq <= ? ORDER BY seq", after, upTo)
}

// sealable returns the last row that a seal may cover, 0 if there is none. On PostgreSQL a transaction may commit a
// lower number later: the lock waits for those in progress.
func sealable(ctx context.Context, tx db.Tx, after int64, before time.Time) (int64, error) {
	if tx.Postgres() {
		if _, err := tx.Exec(ctx, "LOCK TABLE audit_log IN SHARE MODE"); err != nil {
			return 0, err
		}
	}
	return db.One[int64](ctx, tx, "SELECT coalesce(max(seq), 0) FROM audit_log WHERE seq > ? AND at <= ?", after, before)
}

const selectSeals = "SELECT up_to, rows, root, previous, at FROM audit_seals ORDER BY up_to"

func allSeals(ctx context.Context, q db.Querier) ([]seal, error) {
	return db.All[seal](ctx, q, selectSeals)
}

func lastSeal(ctx context.Context, q db.Querier) (seal, error) {
	found, err := db.All[seal](ctx, q, selectSeals+" DESC LIMIT 1")
	if err != nil || len(found) == 0 {
		return seal{Root: []byte{}}, err
	}
	return found[0], nil
}

func insertSeal(ctx context.Context, tx db.Tx, s seal) error {
	_, err := tx.Exec(ctx, "INSERT INTO audit_seals (up_to, rows, root, previous, at) VALUES (?, ?, ?, ?, ?)", s.UpTo, s.Rows, s.Root, s.Previous, s.At)
	return err
}

// personalRow is a detached payload with the hash that the log keeps of it.
type personalRow struct {
	Seq     int64  `db:"seq"`
	Salt    []byte `db:"salt"`
	Payload []byte `db:"payload"`
	Hash    []byte `db:"personal_hash"`
}

func eachPersonal(ctx context.Context, q db.Querier, use func(personalRow) error) error {
	return db.Each(ctx, q, use, "SELECT p.seq, p.salt, p.payload, l.personal_hash FROM audit_personal p LEFT JOIN audit_log l ON l.seq = p.seq ORDER BY p.seq")
}
