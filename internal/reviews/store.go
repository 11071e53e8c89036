package reviews

import (
	"context"
	"time"

	"studbonus/internal/access"
	"studbonus/internal/db"
	"studbonus/internal/fault"
	"studbonus/internal/index"
	"studbonus/internal/list"
)

// listName is the list's name in the feed of changes.
const listName = "reviews"

// The facets of the list.
const (
	facetStatus = iota
	facetAnswered
	facetRating
	facetDeleted
)

var statusNumbers = map[Status]int64{Moderation: 1, Public: 2, Rejected: 3}

const no, yes = 0, 1

// source says how the list is filled, filtered and sorted. A review is found by its text and by what its student and its
// partner are found by. The student comes first: an index has room for two numbers of a row, and phones and codes are all
// different, while an ИНН is one for all reviews of a partner.
var source = index.Source{
	Name: listName,
	From: tables,
	ID:   "r.id", Scope: "r.university_id", Search: "(s.search_text || ' ' || p.search_text || ' ' || r.search_text)",
	Facets: []index.Facet{
		index.Word("r.status", statusNumbers), index.Value("CASE WHEN r.answer_uuid IS NULL THEN 0 ELSE 1 END"),
		index.Value("r.rating"), index.Value("CASE WHEN r.deleted_at IS NULL THEN 0 ELSE 1 END"),
	},
	Sorts: map[string]index.Sort{sortDate: index.ByID(), sortPartner: index.Text("p.name_key")},
}

const (
	tables   = "reviews r JOIN students s ON s.id = r.student_id JOIN partners p ON p.id = r.partner_id"
	rowsByID = "SELECT r.id, r.uuid, s.surname, s.name, s.patronymic, p.name AS partner_name, r.rating, r.body, r.status, r.answer_uuid, r.created_at, r.deleted_at FROM " +
		tables + " WHERE r.id IN (?)"
	cardQuery = `SELECT r.id, r.uuid, r.partner_id, r.student_id, r.university_id, r.rating, r.body, r.status, r.likes, r.version, r.created_at,
		r.answer_uuid, r.answer, r.answered_at, r.deleted_at, p.uuid AS partner_uuid, p.name AS partner_name,
		s.uuid AS student_uuid, s.surname, s.name, s.patronymic, s.photo, s.phone, s.link_vk, s.link_tg,
		c.name AS city_name, u.short_name AS university_name, s.start_year, s.end_year FROM ` +
		tables + " JOIN cities c ON c.id = s.city_id JOIN universities u ON u.id = s.university_id WHERE r.uuid = ? AND r.deleted_at IS NULL AND "
	columns = "id, uuid, partner_id, student_id, university_id, rating, body, status, likes, version, created_at, answer_uuid, answer, answered_at, deleted_at"
)

func byUUID(ctx context.Context, q db.Querier, scope access.Scope, uuid string) (Card, error) {
	where, args := scope.Where("r.university_id")
	return db.Get[Card](ctx, q, cardQuery+where, append([]any{uuid}, args...)...)
}

// idOf is a review's number, which its place in the list is found by: deleted ones have a list of their own.
func idOf(ctx context.Context, q db.Querier, scope access.Scope, uuid string) (int64, error) {
	where, args := scope.Where("university_id")
	return db.Get[int64](ctx, q, "SELECT id FROM reviews WHERE uuid = ? AND deleted_at IS NULL AND "+where, append([]any{uuid}, args...)...)
}

func partnerID(ctx context.Context, q db.Querier, uuid string) (int64, error) {
	return db.Get[int64](ctx, q, "SELECT id FROM partners WHERE uuid = ?", uuid)
}

// ofPartnerIDs selects by two indexes: a partner's reviews, and the few deleted ones.
func ofPartnerIDs(partner int64) index.Rows {
	return index.Rows{
		Text: "SELECT id FROM reviews WHERE partner_id = ? AND deleted_at IS NULL UNION ALL SELECT id FROM reviews WHERE partner_id = ? AND deleted_at IS NOT NULL",
		Args: []any{partner, partner},
	}
}

// student is who writes: his university decides who reads it in the console.
type student struct {
	ID         int64 `db:"id"`
	University int64 `db:"university_id"`
}

func studentByUUID(ctx context.Context, q db.Querier, uuid string) (student, error) {
	return db.Get[student](ctx, q, "SELECT id, university_id FROM students WHERE uuid = ?", uuid)
}

func insert(ctx context.Context, tx db.Tx, r Review) (int64, error) {
	return db.One[int64](ctx, tx, `INSERT INTO reviews (uuid, partner_id, student_id, university_id, rating, body, search_text, status, created_at)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id`, r.UUID, r.Partner, r.Student, r.University, r.Rating, r.Body, list.SearchText(r.Body), r.Status, r.CreatedAt)
}

// lock finds reviews in the scope and keeps others from changing them until the transaction ends: those of the uuids that
// are there, always in one order, so that two selections never wait for each other.
func lock(ctx context.Context, tx db.Tx, scope access.Scope, uuids ...string) ([]Review, error) {
	return lockWhere(ctx, tx, scope, "deleted_at IS NULL AND uuid IN (?)", uuids)
}

func lockIDs(ctx context.Context, tx db.Tx, scope access.Scope, ids []int64) ([]Review, error) {
	return lockWhere(ctx, tx, scope, "deleted_at IS NULL AND id IN (?)", ids)
}

func lockEvenDeleted(ctx context.Context, tx db.Tx, scope access.Scope, uuids []string) ([]Review, error) {
	return lockWhere(ctx, tx, scope, "uuid IN (?)", uuids)
}

func lockWhere(ctx context.Context, tx db.Tx, scope access.Scope, which string, these any) ([]Review, error) {
	where, args := scope.Where("university_id")
	return db.All[Review](ctx, tx, "SELECT "+columns+" FROM reviews WHERE "+which+" AND "+where+" ORDER BY id"+tx.ForUpdate(), append([]any{these}, args...)...)
}

func lockOne(ctx context.Context, tx db.Tx, scope access.Scope, uuid string) (Review, error) {
	found, err := lock(ctx, tx, scope, uuid)
	if err == nil && len(found) == 0 {
		err = fault.NotFound()
	}
	if err != nil {
		return Review{}, err
	}
	return found[0], nil
}

func setStatus(ctx context.Context, tx db.Tx, ids []int64, to Status) error {
	_, err := tx.Exec(ctx, "UPDATE reviews SET status = ?, version = version + 1 WHERE id IN (?)", to, ids)
	return err
}

// setDeleted deletes reviews at a moment; nil restores them.
func setDeleted(ctx context.Context, tx db.Tx, ids []int64, at *time.Time) error {
	_, err := tx.Exec(ctx, "UPDATE reviews SET deleted_at = ?, version = version + 1 WHERE id IN (?)", at, ids)
	return err
}

const deletedBefore = "deleted_at IS NOT NULL AND deleted_at < ?"

// purge forgets reviews that were deleted before a moment; their likes go with them.
func purge(ctx context.Context, tx db.Tx, before time.Time) error {
	_, err := tx.Exec(ctx, "DELETE FROM reviews WHERE "+deletedBefore, before)
	return err
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
	return db.All[string](ctx, q, `SELECT 'отзыв ' || r.id || ': число лайков не то, что поставили студенты' FROM reviews r LEFT JOIN
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
