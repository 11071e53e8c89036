package news

import (
	"context"
	"strings"
	"time"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/db"
)

// Reader is the student whose news are read.
type Reader struct {
	ID         int64  `db:"id"`
	UUID       string `db:"uuid"`
	University int64  `db:"university_id"`
	Region     int64  `db:"region_id"`
	Faculty    *int64 `db:"faculty_id"`
	Course     int    `db:"course"`
	Status     string `db:"status"`
	EndYear    int    `db:"end_year"`
}

// reader finds an active student; others may not read, vote or register.
func reader(ctx context.Context, q db.Querier, student string, now time.Time) (Reader, error) {
	r, err := db.Get[Reader](ctx, q, `SELECT s.id, s.uuid, s.university_id, c.region_id, s.faculty_id, s.course, s.status, s.end_year FROM students s
		JOIN universities u ON u.id = s.university_id JOIN cities c ON c.id = u.city_id WHERE s.uuid = ?`, student)
	if err == nil {
		err = access.RequireActive(r.Status, r.EndYear, now)
	}
	return r, err
}

// shownTo is the SQL condition for news n that the student sees at a time: published, within its dates, in its audience.
func (r Reader) shownTo(now time.Time) (condition string, args []any) {
	open, args := r.isOpen(now)
	return `n.approval = 'approved' AND (n.level = 'federal' OR n.level = 'region' AND n.region_id = ? OR n.level = 'university' AND n.university_id = ?) AND ` + open,
		append([]any{r.Region, r.University}, args...)
}

// isOpen is the part of the condition that does not depend on the level.
func (r Reader) isOpen(now time.Time) (condition string, args []any) {
	return `(n.publish_begin IS NULL OR n.publish_begin <= ?) AND (n.publish_end IS NULL OR n.publish_end > ?)
		AND (n.for_course = 0 OR n.for_course = ?)
		AND (NOT EXISTS (SELECT 1 FROM news_faculties nf WHERE nf.news_id = n.id)
			OR EXISTS (SELECT 1 FROM news_faculties nf WHERE nf.news_id = n.id AND nf.faculty_id = ?))`,
		[]any{now, now, r.Course, r.Faculty}
}

// feedPage is a page of a student's feed.
type feedPage struct {
	now   time.Time
	after FeedKey
	limit int
}

// since is when an item appeared; the feed's indexes have the same expression.
const since = "coalesce(n.publish_begin, n.created_at)"

const (
	entryColumns = `SELECT n.id, n.uuid, n.level, u.short_name AS university_name, n.title, n.content, ` + since + ` AS since,
		coalesce((SELECT p.file FROM news_photos p WHERE p.news_id = n.id ORDER BY p.position, p.id LIMIT 1), '') AS photo,
		EXISTS (SELECT 1 FROM surveys s WHERE s.news_id = n.id) AS has_survey, EXISTS (SELECT 1 FROM events e WHERE e.news_id = n.id) AS has_event
		FROM news n LEFT JOIN universities u ON u.id = n.university_id WHERE n.id IN (`
	newestFirst = " ORDER BY " + since + " DESC, n.id DESC LIMIT ?"
	beyond      = " AND (" + since + ", n.id) < (?, ?)"
)

// pinned returns the pinned entries of a page.
func pinned(ctx context.Context, q db.Querier, r Reader, p feedPage) ([]Entry, error) {
	where, args := r.shownTo(p.now)
	args = append(append([]any{p.after.At}, args...), p.after.Since, p.after.ID, p.limit, p.limit)
	return db.All[Entry](ctx, q, entryColumns+"SELECT n.id FROM news n WHERE n.pinned_until > ? AND "+where+beyond+newestFirst+")"+newestFirst, args...)
}

// unpinned returns the other entries. Each level has an index in the order of the feed, so that only a page of each is read.
func unpinned(ctx context.Context, q db.Querier, r Reader, p feedPage) ([]Entry, error) {
	open, openArgs := r.isOpen(p.now)
	var branches []string
	var args []any
	for _, level := range []struct {
		condition string
		args      []any
	}{
		{"n.level = 'university' AND n.university_id = ?", []any{r.University}}, {"n.level = 'region' AND n.region_id = ?", []any{r.Region}}, {"n.level = 'federal'", nil},
	} {
		branches = append(branches, "SELECT id FROM (SELECT n.id FROM news n WHERE n.approval = 'approved' AND "+level.condition+
			" AND (n.pinned_until IS NULL OR n.pinned_until <= ?) AND "+open+beyond+newestFirst+") page")
		args = append(append(args, level.args...), p.after.At)
		args = append(append(args, openArgs...), p.after.Since, p.after.ID, p.limit)
	}
	return db.All[Entry](ctx, q, entryColumns+strings.Join(branches, " UNION ALL ")+")"+newestFirst, append(args, p.limit)...)
}

// itemFor returns an item that the student sees now, without its parts.
func itemFor(ctx context.Context, q db.Querier, r Reader, now time.Time, news string) (Item, error) {
	where, args := r.shownTo(now)
	return db.Get[Item](ctx, q, itemColumns+" WHERE n.uuid = ? AND "+where, append([]any{news}, args...)...)
}

// answered is the student's vote and seat.
type answered struct {
	HasVoted bool `db:"has_voted"`
	HasSeat  bool `db:"has_seat"`
}

func answeredBy(ctx context.Context, q db.Querier, student, news int64) (answered, error) {
	return db.One[answered](ctx, q, `SELECT EXISTS (SELECT 1 FROM survey_votes v JOIN surveys s ON s.id = v.survey_id WHERE s.news_id = ? AND v.student_id = ?) AS has_voted,
		EXISTS (SELECT 1 FROM event_participants p JOIN events e ON e.id = p.event_id WHERE e.news_id = ? AND p.student_id = ?) AS has_seat`, news, student, news, student)
}

// shownItem returns the id of an item that the student sees now.
func shownItem(ctx context.Context, q db.Querier, r Reader, now time.Time, news string) (int64, error) {
	where, args := r.shownTo(now)
	return db.Get[int64](ctx, q, "SELECT n.id FROM news n WHERE n.uuid = ? AND "+where, append([]any{news}, args...)...)
}

// universitiesOf returns the universities of a region.
func universitiesOf(ctx context.Context, q db.Querier, region int64) ([]int64, error) {
	return db.All[int64](ctx, q, "SELECT u.id FROM universities u JOIN cities c ON c.id = u.city_id WHERE c.region_id = ? ORDER BY u.id", region)
}
