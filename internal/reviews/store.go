package reviews

import (
	"context"
	"time"

	"studbonus/internal/access"
	"studbonus/internal/db"
	"studbonus/internal/list"
)

const columns = "id, uuid, partner_id, student_id, university_id, rating, body, status, likes, version, created_at"

func partnerID(ctx context.Context, q db.Querier, uuid string) (int64, error) {
	return db.Found(db.One[int64](ctx, q, "SELECT id FROM partners WHERE uuid = ?", uuid))
}

// student is who writes: his university decides who reads it in the console.
type student struct {
	ID         int64 `db:"id"`
	University int64 `db:"university_id"`
}

func studentByUUID(ctx context.Context, q db.Querier, uuid string) (student, error) {
	return db.Found(db.One[student](ctx, q, "SELECT id, university_id FROM students WHERE uuid = ?", uuid))
}

func insert(ctx context.Context, tx db.Tx, r Review) error {
	_, err := tx.Exec(ctx, `INSERT INTO reviews (uuid, partner_id, student_id, university_id, rating, body, search_text, status, created_at)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`, r.UUID, r.Partner, r.Student, r.University, r.Rating, r.Body, list.SearchText(r.Body), r.Status, r.CreatedAt)
	return err
}

// lock finds a review in the scope and keeps others from changing it until the transaction ends.
func lock(ctx context.Context, tx db.Tx, scope access.Scope, uuid string) (Review, error) {
	where, args := scope.Where("university_id")
	return db.Found(db.One[Review](ctx, tx, "SELECT "+columns+" FROM reviews WHERE uuid = ? AND deleted_at IS NULL AND "+where+tx.ForUpdate(), append([]any{uuid}, args...)...))
}

func setStatus(ctx context.Context, tx db.Tx, id int64, to Status) error {
	_, err := tx.Exec(ctx, "UPDATE reviews SET status = ?, version = version + 1 WHERE id = ?", to, id)
	return err
}

func markDeleted(ctx context.Context, tx db.Tx, id int64, now time.Time) error {
	_, err := tx.Exec(ctx, "UPDATE reviews SET deleted_at = ?, version = version + 1 WHERE id = ?", now, id)
	return err
}

// purge forgets reviews that were deleted before a moment; their likes go with them.
func purge(ctx context.Context, tx db.Tx, before time.Time) (int64, error) {
	return tx.Exec(ctx, "DELETE FROM reviews WHERE deleted_at IS NOT NULL AND deleted_at < ?", before)
}

// addLike counts a student's like once. The row of likes is the count's proof.
func addLike(ctx context.Context, tx db.Tx, review, student int64) error {
	n, err := tx.Exec(ctx, "INSERT INTO review_likes (review_id, student_id) VALUES (?, ?) ON CONFLICT DO NOTHING", review, student)
	if err != nil || n == 0 {
		return err
	}
	_, err = tx.Exec(ctx, "UPDATE reviews SET likes = likes + 1 WHERE id = ?", review)
	return err
}

func removeLike(ctx context.Context, tx db.Tx, review, student int64) error {
	n, err := tx.Exec(ctx, "DELETE FROM review_likes WHERE review_id = ? AND student_id = ?", review, student)
	if err != nil || n == 0 {
		return err
	}
	_, err = tx.Exec(ctx, "UPDATE reviews SET likes = likes - 1 WHERE id = ?", review)
	return err
}

func wrongLikes(ctx context.Context, q db.Querier) ([]string, error) {
	return db.All[string](ctx, q, `SELECT 'review ' || r.id || ' has another number of likes than students gave' FROM reviews r LEFT JOIN
		(SELECT review_id, count(*) AS given FROM review_likes GROUP BY review_id) l ON l.review_id = r.id WHERE r.likes <> coalesce(l.given, 0) ORDER BY r.id`)
}

// page is a part of what was written about a partner, within the scope, by date.
type page struct {
	partner       int64
	descending    bool
	offset, limit int
}

func (p page) order() string {
	if p.descending {
		return " ORDER BY t.created_at DESC, t.id DESC LIMIT ? OFFSET ?"
	}
	return " ORDER BY t.created_at, t.id LIMIT ? OFFSET ?"
}

func ofPartner(ctx context.Context, q db.Querier, scope access.Scope, p page) ([]OfPartner, int, error) {
	where, args := scope.Where("t.university_id")
	where, args = "t.partner_id = ? AND t.deleted_at IS NULL AND "+where, append([]any{p.partner}, args...)
	total, err := db.One[int](ctx, q, "SELECT count(*) FROM reviews t WHERE "+where, args...)
	if err != nil {
		return nil, 0, err
	}
	rows, err := db.All[OfPartner](ctx, q, `SELECT t.uuid, t.rating, t.body, t.status, t.likes, t.created_at, s.surname, s.name, s.photo
		FROM reviews t JOIN students s ON s.id = t.student_id WHERE `+where+p.order(), append(args, p.limit, p.offset)...)
	return rows, total, err
}

func insertComplaint(ctx context.Context, tx db.Tx, c complaintRow) error {
	_, err := tx.Exec(ctx, "INSERT INTO complaints (uuid, partner_id, student_id, university_id, body, created_at) VALUES (?, ?, ?, ?, ?, ?)",
		c.uuid, c.partner, c.by.ID, c.by.University, c.body, c.at)
	return err
}

type complaintRow struct {
	uuid    string
	partner int64
	by      student
	body    string
	at      time.Time
}

func complaintsOf(ctx context.Context, q db.Querier, scope access.Scope, p page) ([]Complaint, int, error) {
	where, args := scope.Where("t.university_id")
	where, args = "t.partner_id = ? AND "+where, append([]any{p.partner}, args...)
	total, err := db.One[int](ctx, q, "SELECT count(*) FROM complaints t WHERE "+where, args...)
	if err != nil {
		return nil, 0, err
	}
	rows, err := db.All[Complaint](ctx, q, `SELECT t.uuid, t.body, t.created_at, s.surname, s.name, s.photo
		FROM complaints t JOIN students s ON s.id = t.student_id WHERE `+where+p.order(), append(args, p.limit, p.offset)...)
	return rows, total, err
}
