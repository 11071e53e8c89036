package reviews

import (
	"context"
	"time"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/db"
	"studbonus/internal/platform/fault"
	"studbonus/internal/platform/listengine"
)

// The facets of the list.
const (
	facetStatus = iota
	facetAnswered
	facetRating
	facetDeleted
)

var statusNumbers = map[Status]int64{Moderation: 1, Public: 2, Rejected: 3}

const no, yes = 0, 1

// listDefinition declares the list of reviews. The search covers the review, its student and its partner. The student comes
// first: the index stores two long numbers per row, and the student's phone and code are more selective than the
// partner's ИНН.
var listDefinition = listengine.Definition{
	Table: "reviews", From: tables, Rows: rowsByID,
	ID: "r.id", Scope: "r.university_id", Search: "(s.search_text || ' ' || p.search_text || ' ' || r.search_text)",
	Facets: []listengine.Facet{
		facetStatus: listengine.Enum("r.status", statusNumbers), facetAnswered: listengine.Value("CASE WHEN r.answer_uuid IS NULL THEN 0 ELSE 1 END"),
		facetRating: listengine.Value("r.rating"), facetDeleted: listengine.Value("CASE WHEN r.deleted_at IS NULL THEN 0 ELSE 1 END"),
	},
	Sorts: map[string]listengine.Sort{sortDate: listengine.ByID(), sortPartner: listengine.ByText("p.name_key")},
}

const (
	tables   = "reviews r JOIN students s ON s.id = r.student_id JOIN partners p ON p.id = r.partner_id"
	rowsByID = "SELECT r.id, r.uuid, r.student_id, s.surname, s.name, s.patronymic, p.name AS partner_name, p.status AS partner_status, u.short_name AS university_name, c.name AS city_name, r.rating, r.body, r.status, r.answer_uuid, r.created_at, r.deleted_at FROM " +
		tables + " JOIN cities c ON c.id = s.city_id JOIN universities u ON u.id = r.university_id WHERE r.id IN (?)"
	cardQuery = `SELECT r.id, r.uuid, r.partner_id, r.student_id, r.university_id, r.rating, r.body, r.status, r.likes, r.version, r.created_at,
		r.answer_uuid, r.answer, r.answered_at, r.deleted_at, p.uuid AS partner_uuid, p.name AS partner_name, p.status AS partner_status,
		s.uuid AS student_uuid, s.surname, s.name, s.patronymic, s.photo, s.phone, s.link_vk, s.link_tg,
		c.name AS city_name, u.short_name AS university_name, s.start_year, s.end_year FROM ` +
		tables + " JOIN cities c ON c.id = s.city_id JOIN universities u ON u.id = s.university_id WHERE r.uuid = ? AND r.deleted_at IS NULL AND "
	columns = "id, uuid, partner_id, student_id, university_id, rating, body, status, likes, version, created_at, answer_uuid, answer, answered_at, deleted_at"
)

func byUUID(ctx context.Context, q db.Querier, scope access.Scope, uuid string) (Card, error) {
	where, args := scope.Where("r.university_id")
	return db.Get[Card](ctx, q, cardQuery+where, append([]any{uuid}, args...)...)
}

// idOf returns a review's id for its position in the list; deleted reviews have a list of their own.
func idOf(ctx context.Context, q db.Querier, scope access.Scope, uuid string) (int64, error) {
	where, args := scope.Where("university_id")
	return db.Get[int64](ctx, q, "SELECT id FROM reviews WHERE uuid = ? AND deleted_at IS NULL AND "+where, append([]any{uuid}, args...)...)
}

// placeOf returns a review's id for what follows it in the list; a deleted one keeps its place.
func placeOf(ctx context.Context, q db.Querier, scope access.Scope, uuid string) (int64, error) {
	where, args := scope.Where("university_id")
	return db.Get[int64](ctx, q, "SELECT id FROM reviews WHERE uuid = ? AND "+where, append([]any{uuid}, args...)...)
}

func rowsOf(ctx context.Context, q db.Querier, ids []int64) ([]Row, error) {
	return db.All[Row](ctx, q, rowsByID, ids)
}

// reviewed is the partner of a tab.
type reviewed struct {
	ID   int64  `db:"id"`
	UUID string `db:"uuid"`
	Name string `db:"name"`
}

func partnerByUUID(ctx context.Context, q db.Querier, uuid string) (reviewed, error) {
	return db.Get[reviewed](ctx, q, "SELECT id, uuid, name FROM partners WHERE uuid = ?", uuid)
}

// ofPartnerIDs selects the reviews of a partner. The union lets each half use its own partial index.
func ofPartnerIDs(partner int64) (text string, args []any) {
	return "SELECT id FROM reviews WHERE partner_id = ? AND deleted_at IS NULL UNION ALL SELECT id FROM reviews WHERE partner_id = ? AND deleted_at IS NOT NULL",
		[]any{partner, partner}
}

// Rows whose list entries are updated.
const (
	existingIDs  = "SELECT id FROM reviews WHERE id IN (?)"
	idsOfStudent = "SELECT id FROM reviews WHERE student_id = ?"
	purgedIDs    = "SELECT id FROM reviews WHERE " + deletedBefore
)

// lock locks the reviews in the scope with these uuids until the transaction ends. The order is fixed, so that two
// selections do not deadlock.
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

// setDeleted marks reviews as deleted; nil restores them.
func setDeleted(ctx context.Context, tx db.Tx, ids []int64, at *time.Time) error {
	_, err := tx.Exec(ctx, "UPDATE reviews SET deleted_at = ?, version = version + 1 WHERE id IN (?)", at, ids)
	return err
}

const deletedBefore = "deleted_at IS NOT NULL AND deleted_at < ?"

// purge removes reviews that were deleted before a time, with their likes.
func purge(ctx context.Context, tx db.Tx, before time.Time) error {
	_, err := tx.Exec(ctx, "DELETE FROM reviews WHERE "+deletedBefore, before)
	return err
}

func wrongLikes(ctx context.Context, q db.Querier) ([]string, error) {
	return db.All[string](ctx, q, `SELECT 'отзыв ' || r.id || ': число лайков не то, что поставили студенты' FROM reviews r LEFT JOIN
		(SELECT review_id, count(*) AS given FROM review_likes GROUP BY review_id) l ON l.review_id = r.id WHERE r.likes <> coalesce(l.given, 0) ORDER BY r.id`)
}

// page is a page of a partner's reviews or complaints in the scope, by date.
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
	rows, err := db.All[OfPartner](ctx, q, `SELECT t.uuid, t.student_id, t.rating, t.body, t.status, t.likes, t.created_at, s.surname, s.name, s.photo
		FROM reviews t JOIN students s ON s.id = t.student_id WHERE `+where+p.order(), append(args, p.limit, p.offset)...)
	return rows, total, err
}

func complaintsOf(ctx context.Context, q db.Querier, scope access.Scope, p page) ([]Complaint, int, error) {
	where, args := scope.Where("t.university_id")
	where, args = "t.partner_id = ? AND "+where, append([]any{p.partner}, args...)
	total, err := db.One[int](ctx, q, "SELECT count(*) FROM complaints t WHERE "+where, args...)
	if err != nil {
		return nil, 0, err
	}
	rows, err := db.All[Complaint](ctx, q, `SELECT t.uuid, t.student_id, t.body, t.created_at, s.surname, s.name, s.photo
		FROM complaints t JOIN students s ON s.id = t.student_id WHERE `+where+p.order(), append(args, p.limit, p.offset)...)
	return rows, total, err
}

// setUniversity moves a student's reviews and complaints.
func setUniversity(ctx context.Context, tx db.Tx, student, university int64) error {
	if _, err := tx.Exec(ctx, "UPDATE reviews SET university_id = ? WHERE student_id = ?", university, student); err != nil {
		return err
	}
	_, err := tx.Exec(ctx, "UPDATE complaints SET university_id = ? WHERE student_id = ?", university, student)
	return err
}

// exportColumns are what a row of the spreadsheet shows, over the tables of listDefinition.
const exportColumns = `r.id, trim(s.surname || ' ' || s.name || ' ' || s.patronymic) AS full_name,
	(SELECT u.short_name FROM universities u WHERE u.id = r.university_id) AS university, p.name AS partner_name, r.rating, r.body, r.status, r.likes,
	r.answer, r.answered_at, r.created_at, r.deleted_at`
