package statistics

import (
	"context"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/db"
)

// universityOf returns the university id of a scope's sums; an id that no university has for a scope that sees nothing.
func universityOf(scope access.Scope) int64 {
	university, limited := scope.University()
	switch {
	case !limited:
		return allUniversities
	case university == allUniversities:
		return -1
	}
	return university
}

// pointsByDay counts the existing trade points by the day they were added.
func pointsByDay(ctx context.Context, q db.Querier, use func(day int64, points int)) error {
	type row struct {
		Day    int64 `db:"day"`
		Points int   `db:"points"`
	}
	return db.Each(ctx, q, func(r row) error { use(r.Day, r.Points); return nil }, "SELECT day, points FROM trade_point_days")
}

// columnOf maps a rating to the column of its sums; each is indexed.
func columnOf(sort string, p Period) string {
	column := "barcodes"
	if sort == sortCards {
		column = "cards"
	}
	if p == Month {
		column = "month_" + column
	}
	return column
}

// board is one rating of one scope. Ties are ordered by id, so that reversing it is exact.
type board struct {
	*db.DB
	university int64
	column     string // from columnOf, never user input
	descending bool
}

func (b board) direction() string {
	if b.descending {
		return " DESC"
	}
	return " ASC"
}

// start is where a page begins: at an offset or after a row.
type start struct {
	offset int
	key    *key
}

type key struct{ views, partner int64 }

// beyond returns the comparison for rows further down the rating.
func (b board) beyond() string {
	if b.descending {
		return " < "
	}
	return " > "
}

// viewed returns a page of the partners with views, by an index scan.
func (b board) viewed(ctx context.Context, from start, limit int) ([]Rated, error) {
	by := " ORDER BY views" + b.direction() + ", partner_id" + b.direction()
	where, args := "university_id = ? AND "+b.column+" > 0", []any{b.university}
	if from.key != nil { // before the other bound: SQLite uses the first of two for the index seek
		where = "(" + b.column + ", partner_id)" + b.beyond() + "(?, ?) AND " + where
		args = []any{from.key.views, from.key.partner, b.university}
	}
	return db.All[Rated](ctx, b, `SELECT p.id, p.uuid, p.name, p.logo, v.views FROM
		(SELECT partner_id, `+b.column+" AS views FROM partner_views WHERE "+where+by+` LIMIT ? OFFSET ?) v
		JOIN partners p ON p.id = v.partner_id`+by, append(args, limit, from.offset)...)
}

// unviewed returns a page of the partners without views.
func (b board) unviewed(ctx context.Context, from start, limit int) ([]Rated, error) {
	where, args := "", []any{b.university}
	if from.key != nil {
		where, args = " AND p.id"+b.beyond()+"?", append(args, from.key.partner)
	}
	return db.All[Rated](ctx, b, `SELECT p.id, p.uuid, p.name, p.logo, 0 AS views FROM partners p
		WHERE NOT EXISTS (SELECT 1 FROM partner_views v WHERE v.university_id = ? AND v.partner_id = p.id AND v.`+b.column+" > 0)"+where+`
		ORDER BY p.id`+b.direction()+" LIMIT ? OFFSET ?", append(args, limit, from.offset)...)
}

func partnerID(ctx context.Context, q db.Querier, uuid string) (int64, error) {
	return db.Get[int64](ctx, q, "SELECT id FROM partners WHERE uuid = ?", uuid)
}

func (b board) countViewed(ctx context.Context) (int, error) {
	return db.One[int](ctx, b, "SELECT count(*) FROM partner_views WHERE university_id = ? AND "+b.column+" > 0", b.university)
}

// most returns the views of the first partner of the rating.
func (b board) most(ctx context.Context) (int64, error) {
	return db.One[int64](ctx, b, "SELECT coalesce((SELECT "+b.column+" FROM partner_views WHERE university_id = ? AND "+b.column+" > 0 ORDER BY "+b.column+" DESC LIMIT 1), 0)", b.university)
}
