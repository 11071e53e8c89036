package reviews

import (
	"context"
	"time"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/db"
	"studbonus/internal/platform/fault"
	"studbonus/internal/platform/listquery"
)

// student is the author, whose university decides which operators see the review.
type student struct {
	ID         int64  `db:"id"`
	University int64  `db:"university_id"`
	Status     string `db:"status"`
	EndYear    int    `db:"end_year"`
}

const studentQuery = "SELECT id, university_id, status, end_year FROM students WHERE uuid = ?"

// activeStudent finds an active student; others may not write or like.
func activeStudent(ctx context.Context, q db.Querier, uuid string, now time.Time) (student, error) {
	by, err := db.Get[student](ctx, q, studentQuery, uuid)
	if err == nil {
		err = access.RequireActive(by.Status, by.EndYear, now)
	}
	return by, err
}

// lockStudent also serializes what the student writes: a second review for a partner waits and then finds the first.
func lockStudent(ctx context.Context, tx db.Tx, uuid string, now time.Time) (student, error) {
	by, err := db.Get[student](ctx, tx, studentQuery+tx.ForUpdate(), uuid)
	if err == nil {
		err = access.RequireActive(by.Status, by.EndYear, now)
	}
	return by, err
}

// activePartnerID finds a partner that students see.
func activePartnerID(ctx context.Context, q db.Querier, uuid string) (int64, error) {
	return db.Get[int64](ctx, q, "SELECT id FROM partners WHERE uuid = ? AND status = 'active'", uuid)
}

// reviewBy is the SQL for the student's review of a partner. A deleted one is last: it is rewritten if there is no other.
const reviewBy = "SELECT " + columns + ` FROM reviews WHERE student_id = ? AND partner_id = ?
	ORDER BY CASE WHEN deleted_at IS NULL THEN 0 ELSE 1 END, id DESC LIMIT 1`

// lockReviewBy returns the student's review of a partner, or none.
func lockReviewBy(ctx context.Context, tx db.Tx, student, partner int64) ([]Review, error) {
	return db.All[Review](ctx, tx, reviewBy+tx.ForUpdate(), student, partner)
}

func readReviewBy(ctx context.Context, q db.Querier, student, partner int64) (Review, error) {
	r, err := db.Get[Review](ctx, q, reviewBy, student, partner)
	if err == nil && r.DeletedAt != nil {
		err = fault.NotFound()
	}
	return r, err
}

func insert(ctx context.Context, tx db.Tx, r Review) (int64, error) {
	return db.One[int64](ctx, tx, `INSERT INTO reviews (uuid, partner_id, student_id, university_id, rating, body, search_text, status, created_at)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id`, r.UUID, r.Partner, r.Student, r.University, r.Rating, r.Body, listquery.SearchText(r.Body), r.Status, r.CreatedAt)
}

// rewrite replaces a review that is not public. Its likes and its answer were for another text.
func rewrite(ctx context.Context, tx db.Tx, r Review) error {
	if _, err := tx.Exec(ctx, "DELETE FROM review_likes WHERE review_id = ?", r.ID); err != nil {
		return err
	}
	_, err := tx.Exec(ctx, `UPDATE reviews SET rating = ?, body = ?, search_text = ?, status = ?, created_at = ?, university_id = ?, likes = 0, deleted_at = NULL,
		answer_uuid = NULL, answer = '', answer_author = NULL, answered_at = NULL, version = version + 1 WHERE id = ?`, r.Rating, r.Body, listquery.SearchText(r.Body), r.Status, r.CreatedAt, r.University, r.ID)
	return err
}

// lockPublished finds a review that students see and can like.
func lockPublished(ctx context.Context, tx db.Tx, uuid string) (int64, error) {
	return db.Get[int64](ctx, tx, `SELECT id FROM reviews WHERE uuid = ? AND status = 'public' AND deleted_at IS NULL
		AND EXISTS (SELECT 1 FROM partners p WHERE p.id = partner_id AND p.status = 'active')`+tx.ForUpdate(), uuid)
}

// addLike counts a student's like once: the unique row decides.
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

// Published is a public review as students read it.
type Published struct {
	ID         int64      `db:"id"`
	UUID       string     `db:"uuid"`
	Rating     int        `db:"rating"`
	Body       string     `db:"body"`
	Likes      int64      `db:"likes"`
	CreatedAt  time.Time  `db:"created_at"`
	Answer     string     `db:"answer"`
	AnsweredAt *time.Time `db:"answered_at"` // nil: no answer
	Name       string     `db:"name"`
	Surname    string     `db:"surname"`
	IsMine     bool       `db:"is_mine"`
	IsLiked    bool       `db:"is_liked"`
}

// PublishedKey is the place of a review in that list.
type PublishedKey struct {
	CreatedAt time.Time `json:"createdAt"`
	ID        int64     `json:"id"`
}

// publishedPage is a page of that list, as a student reads it; reader 0: nobody who can like.
type publishedPage struct {
	partner, reader int64
	after           PublishedKey
	limit           int
}

func published(ctx context.Context, q db.Querier, p publishedPage) ([]Published, error) {
	return db.All[Published](ctx, q, `SELECT t.id, t.uuid, t.rating, t.body, t.likes, t.created_at, t.answer, t.answered_at, s.name, s.surname, t.student_id = ? AS is_mine,
			EXISTS (SELECT 1 FROM review_likes l WHERE l.review_id = t.id AND l.student_id = ?) AS is_liked
		FROM reviews t JOIN students s ON s.id = t.student_id WHERE t.partner_id = ? AND t.deleted_at IS NULL AND t.status = 'public' AND (t.created_at, t.id) < (?, ?)
		ORDER BY t.created_at DESC, t.id DESC LIMIT ?`, p.reader, p.reader, p.partner, p.after.CreatedAt, p.after.ID, p.limit)
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

// complaintsSince returns when a student wrote the latest complaints, the newest first.
func complaintsSince(ctx context.Context, q db.Querier, student int64, since time.Time, limit int) ([]time.Time, error) {
	return db.All[time.Time](ctx, q, "SELECT created_at FROM complaints WHERE student_id = ? AND created_at > ? ORDER BY created_at DESC LIMIT ?", student, since, limit)
}
