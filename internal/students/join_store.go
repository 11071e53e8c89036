package students

import (
	"context"
	"time"

	"studbonus/internal/platform/db"
	"studbonus/internal/platform/fault"
)

// target is the university of an application and its references.
type target struct {
	university int64
	references
}

func universityID(ctx context.Context, q db.Querier, uuid string) (int64, error) {
	return db.Get[int64](ctx, q, "SELECT id FROM universities WHERE uuid = ?", uuid)
}

func cityID(ctx context.Context, q db.Querier, uuid string) (int64, error) {
	return db.Get[int64](ctx, q, "SELECT id FROM cities WHERE uuid = ?", uuid)
}

// resubmit writes a changed application, which waits again.
func resubmit(ctx context.Context, tx db.Tx, s Student, t target, now time.Time) error {
	return db.Update(ctx, tx, "students", s.ID, append(db.FormColumns(s),
		db.Column{Name: "name_key", Value: s.nameKey()}, db.Column{Name: "search_text", Value: s.searchText()},
		db.Column{Name: "university_id", Value: t.university}, db.Column{Name: "city_id", Value: *t.city},
		db.Column{Name: "faculty_id", Value: t.faculty}, db.Column{Name: "specialty_id", Value: t.specialty},
		db.Column{Name: "document", Value: s.Document}, db.Column{Name: "status", Value: string(Moderation)}, db.Column{Name: "status_reason", Value: ""},
		db.Column{Name: "wrong_fields", Value: ""}, db.Column{Name: "submitted_at", Value: now}, db.Column{Name: "status_at", Value: now},
		db.Column{Name: "left_at", Value: nil},
	)...)
}

func setFiles(ctx context.Context, tx db.Tx, id int64, photo, document string) error {
	_, err := tx.Exec(ctx, "UPDATE students SET photo = ?, document = ? WHERE id = ?", photo, document, id)
	return err
}

func setLeft(ctx context.Context, tx db.Tx, s Student) error {
	_, err := tx.Exec(ctx, "UPDATE students SET status = ?, status_reason = ?, wrong_fields = '', document = ?, status_at = ?, left_at = ?, version = version + 1 WHERE id = ?",
		s.Status, s.Reason, s.Document, s.StatusAt, s.LeftAt, s.ID)
	return err
}

const usualDecisions = 200

// waitsOf returns how long the newest decisions of a university took.
func waitsOf(ctx context.Context, q db.Querier, university int64) ([]time.Duration, error) {
	type row struct {
		Submitted time.Time `db:"submitted_at"`
		Decided   time.Time `db:"decided_at"`
	}
	rows, err := db.All[row](ctx, q, `SELECT submitted_at, decided_at FROM students WHERE university_id = ? AND decided_at IS NOT NULL AND submitted_at <= decided_at
		ORDER BY decided_at DESC LIMIT ?`, university, usualDecisions)
	waits := make([]time.Duration, len(rows))
	for i, r := range rows {
		waits[i] = r.Decided.Sub(r.Submitted)
	}
	return waits, err
}

// Consent is what the student of an application has agreed to.
type Consent struct {
	Kind    string    `db:"kind"`
	Version int       `db:"version"`
	Title   string    `db:"title"`
	GivenAt time.Time `db:"given_at"`
}

func consentsOf(ctx context.Context, q db.Querier, member int64) ([]Consent, error) {
	return db.All[Consent](ctx, q, `SELECT g.kind, g.version, t.title, g.given_at FROM member_consents g
		JOIN consent_texts t ON t.kind = g.kind AND t.version = g.version WHERE g.member_id = ? AND g.ended_at IS NULL ORDER BY g.id`, member)
}

func uuidOf(ctx context.Context, q db.Querier, id int64) (string, error) {
	uuid, err := uuidByID(ctx, q, id)
	if fault.Is(err, fault.KindNotFound) {
		return "", nil
	}
	return uuid, err
}
