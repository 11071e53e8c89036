package news

import (
	"context"
	"time"

	"studbonus/internal/db"
)

// Reader is a student as the news see him.
type Reader struct {
	ID         int64  `db:"id"`
	UUID       string `db:"uuid"`
	University int64  `db:"university_id"`
	Region     int64  `db:"region_id"`
	Faculty    *int64 `db:"faculty_id"`
	Course     int    `db:"course"`
}

// reader finds an active student: nobody else reads, votes or registers.
func reader(ctx context.Context, q db.Querier, student string) (Reader, error) {
	return db.Get[Reader](ctx, q, `SELECT s.id, s.uuid, s.university_id, c.region_id, s.faculty_id, s.course FROM students s
		JOIN universities u ON u.id = s.university_id JOIN cities c ON c.id = u.city_id WHERE s.uuid = ? AND s.status = 'active'`, student)
}

// shownTo is the condition under which a student sees news n at a moment: published, within its dates, and for him.
func (r Reader) shownTo(now time.Time) (condition string, args []any) {
	return `n.approval = 'approved' AND (n.publish_begin IS NULL OR n.publish_begin <= ?) AND (n.publish_end IS NULL OR n.publish_end > ?)
		AND (n.level = 'federal' OR n.level = 'region' AND n.region_id = ? OR n.level = 'university' AND n.university_id = ?)
		AND (n.for_course = 0 OR n.for_course = ?)
		AND (NOT EXISTS (SELECT 1 FROM news_faculties nf WHERE nf.news_id = n.id)
			OR EXISTS (SELECT 1 FROM news_faculties nf WHERE nf.news_id = n.id AND nf.faculty_id = ?))`,
		[]any{now, now, r.Region, r.University, r.Course, r.Faculty}
}

// window is a part of a student's feed at a moment.
type window struct {
	at            time.Time
	offset, limit int
}

// feed is what a student sees: pinned news first, then the latest published.
func feed(ctx context.Context, q db.Querier, r Reader, w window) ([]Item, error) {
	where, args := r.shownTo(w.at)
	args = append(args, w.at, w.limit, w.offset)
	return db.All[Item](ctx, q, itemColumns+" WHERE "+where+` ORDER BY CASE WHEN n.pinned_until > ? THEN 0 ELSE 1 END,
		coalesce(n.publish_begin, n.created_at) DESC, n.id DESC LIMIT ? OFFSET ?`, args...)
}

// shownItem is an item that a student sees now.
func shownItem(ctx context.Context, q db.Querier, r Reader, now time.Time, news string) (int64, error) {
	where, args := r.shownTo(now)
	return db.Get[int64](ctx, q, "SELECT n.id FROM news n WHERE n.uuid = ? AND "+where, append([]any{news}, args...)...)
}

// universitiesOf are those that stand in a region.
func universitiesOf(ctx context.Context, q db.Querier, region int64) ([]int64, error) {
	return db.All[int64](ctx, q, "SELECT u.id FROM universities u JOIN cities c ON c.id = u.city_id WHERE c.region_id = ? ORDER BY u.id", region)
}
