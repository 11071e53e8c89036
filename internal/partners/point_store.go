package partners

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"studbonus/internal/platform/clock"
	"studbonus/internal/platform/db"
	"studbonus/internal/platform/listquery"
)

const pointColumns = "id, uuid, partner_id, city_id, address, street_key, work_time, hours, latitude, longitude"

// CityPoints is a partner's city: how many of its points match, and the page of them.
type CityPoints struct {
	ID      int64  `db:"id"`
	UUID    string `db:"uuid"`
	Name    string `db:"name"`
	NameKey string `db:"name_key"`
	Count   int    `db:"number"`
	Points  []Point
}

// PointQuery selects points for the tab and for the dialog with all addresses of a city.
type PointQuery struct {
	Search        string
	City          int64 // 0: all
	Empty         bool  // also the partner's cities without a match
	Offset, Limit int   // of cities
	Skip, Show    int   // points of each city
}

// citiesOf returns the cities of a partner by name with the number of matching points; without a search it is precomputed.
func citiesOf(ctx context.Context, q db.Querier, partner int64, w PointQuery) ([]CityPoints, error) {
	matches, args := "SELECT city_id, points AS number FROM partner_cities WHERE partner_id = ?", []any{partner}
	if len(listquery.Terms(w.Search)) > 0 {
		var where string
		where, args = w.matches(partner)
		matches = "SELECT city_id, count(*) AS number FROM trade_points t WHERE " + where + " GROUP BY city_id"
	}
	text := "SELECT c.id, c.uuid, c.name, c.name_key, m.number FROM cities c JOIN (" + matches + ") m ON m.city_id = c.id"
	if w.Empty {
		text = `SELECT c.id, c.uuid, c.name, c.name_key, coalesce(m.number, 0) AS number
			FROM (SELECT main_city_id AS city_id FROM partners WHERE id = ? UNION SELECT city_id FROM partner_cities WHERE partner_id = ?) k
			JOIN cities c ON c.id = k.city_id LEFT JOIN (` + matches + ") m ON m.city_id = c.id"
		args = append([]any{partner, partner}, args...)
	}
	if w.City != 0 {
		text, args = text+" WHERE c.id = ?", append(args, w.City)
	}
	found, err := db.All[CityPoints](ctx, q, text, args...)
	slices.SortFunc(found, func(a, b CityPoints) int {
		return cmp.Or(strings.Compare(a.NameKey, b.NameKey), cmp.Compare(a.ID, b.ID))
	})
	return found, err
}

// matches is the SQL condition on points.
func (w PointQuery) matches(partner int64) (text string, args []any) {
	text, args = listquery.Condition("t.search_text", listquery.Terms(w.Search))
	text, args = "t.partner_id = ? AND "+text, append([]any{partner}, args...)
	if w.City != 0 {
		text, args = text+" AND t.city_id = ?", append(args, w.City)
	}
	return text, args
}

// showPoints loads the page of points of each city.
func showPoints(ctx context.Context, q db.Querier, partner int64, w PointQuery, cities []CityPoints) error {
	ids := make([]int64, len(cities))
	at := map[int64]*CityPoints{}
	for i := range cities {
		ids[i], at[cities[i].ID] = cities[i].ID, &cities[i]
	}
	shown, args := w.shown(partner, ids)
	found, err := db.All[Point](ctx, q, "SELECT "+pointColumns+" FROM trade_points WHERE id IN ("+shown+")", args...)
	if err != nil {
		return err
	}
	slices.SortFunc(found, func(a, b Point) int {
		return cmp.Or(strings.Compare(a.StreetKey, b.StreetKey), cmp.Compare(a.ID, b.ID))
	})
	for _, p := range found {
		at[p.City].Points = append(at[p.City].Points, p)
	}
	return nil
}

// mostLookups is how many points of a city are looked up one by one; the card shows five.
const mostLookups = 5

// shown selects the ids of the page of points of each city. The card needs only the first few: lookups per city are faster
// than row_number, which reads all points (by an index if there is no search).
func (w PointQuery) shown(partner int64, cities []int64) (text string, args []any) {
	if w.Show <= mostLookups && w.Skip == 0 && len(listquery.Terms(w.Search)) == 0 {
		const lookup = `SELECT (SELECT t.id FROM trade_points t WHERE t.partner_id = c.partner_id AND t.city_id = c.city_id ORDER BY t.street_key, t.id LIMIT 1 OFFSET ?)
			FROM partner_cities c WHERE c.partner_id = ? AND c.city_id IN (?)`
		for i := range w.Show {
			args = append(args, i, partner, cities)
		}
		return strings.Join(slices.Repeat([]string{lookup}, w.Show), " UNION ALL "), args
	}
	matches, args := w.matches(partner)
	return `SELECT id FROM (SELECT t.id, row_number() OVER (PARTITION BY t.city_id ORDER BY t.street_key, t.id) AS place FROM trade_points t
		WHERE ` + matches + ` AND t.city_id IN (?)) numbered WHERE place > ? AND place <= ?`, append(args, cities, w.Skip, w.Skip+w.Show)
}

func pointByUUID(ctx context.Context, q db.Querier, uuid string) (Point, error) {
	return db.Get[Point](ctx, q, "SELECT "+pointColumns+" FROM trade_points WHERE uuid = ?", uuid)
}

var pointInsertColumns = []string{
	"uuid", "partner_id", "city_id", "address", "street_key", "search_text", "work_time", "hours", "latitude", "longitude", "created_at",
}

func pointValues(p Point, now time.Time) []any {
	return []any{p.UUID, p.Partner, p.City, p.Address, p.StreetKey, listquery.SearchText(p.Address), p.WorkTime, p.HoursJSON, p.Latitude, p.Longitude, now}
}

const pointTable = "trade_points"

var pointInsert = "INSERT INTO " + pointTable + " (" + strings.Join(pointInsertColumns, ", ") + ") VALUES (?" + strings.Repeat(", ?", len(pointInsertColumns)-1) + ")"

func insertPoint(ctx context.Context, tx db.Tx, p Point, now time.Time) error {
	_, err := tx.Exec(ctx, pointInsert, pointValues(p, now)...)
	return err
}

func savePoint(ctx context.Context, tx db.Tx, p Point) error {
	_, err := tx.Exec(ctx, "UPDATE trade_points SET address = ?, street_key = ?, search_text = ?, work_time = ?, hours = ?, latitude = ?, longitude = ? WHERE id = ?",
		p.Address, p.StreetKey, listquery.SearchText(p.Address), p.WorkTime, p.HoursJSON, p.Latitude, p.Longitude, p.ID)
	return err
}

// deletePoint returns when the point was added.
func deletePoint(ctx context.Context, tx db.Tx, id int64) (time.Time, error) {
	return db.One[time.Time](ctx, tx, "DELETE FROM trade_points WHERE id = ? RETURNING created_at", id)
}

// countPointDay adds to the number of existing points that were added on a day.
func countPointDay(ctx context.Context, tx db.Tx, added time.Time, more int64) error {
	_, err := tx.Exec(ctx, `INSERT INTO trade_point_days (day, points) VALUES (?, ?)
		ON CONFLICT (day) DO UPDATE SET points = trade_point_days.points + EXCLUDED.points`, clock.DayNumber(added), more)
	return err
}

// uncountPointDay subtracts one.
func uncountPointDay(ctx context.Context, tx db.Tx, added time.Time) error {
	_, err := tx.Exec(ctx, "UPDATE trade_point_days SET points = points - 1 WHERE day = ?", clock.DayNumber(added))
	return err
}

// wrongPointDays describes the days whose stored number of points differs from a recount.
func wrongPointDays(ctx context.Context, q db.Querier) ([]string, error) {
	type counted struct {
		Hour   string `db:"hour"`
		Points int64  `db:"points"`
	}
	days := map[int64]int64{}
	// Both engines format the hour the same way. It is UTC, and a Moscow day always begins on a full hour.
	err := db.Each(ctx, q, func(c counted) error {
		at, err := time.Parse("2006-01-02 15", c.Hour)
		days[clock.DayNumber(at)] -= c.Points
		return err
	}, "SELECT substr(CAST(created_at AS TEXT), 1, 13) AS hour, count(*) AS points FROM trade_points GROUP BY 1")
	if err != nil {
		return nil, err
	}
	type kept struct {
		Day    int64 `db:"day"`
		Points int64 `db:"points"`
	}
	err = db.Each(ctx, q, func(k kept) error { days[k.Day] += k.Points; return nil }, "SELECT day, points FROM trade_point_days")
	var wrong []string
	for _, day := range slices.Sorted(maps.Keys(days)) {
		if days[day] != 0 {
			wrong = append(wrong, fmt.Sprintf("%s: торговых точек посчитано неверно, разница %+d", clock.DateOf(clock.DayStart(day)), days[day]))
		}
	}
	return wrong, err
}

// countPoints adds to the number of a partner's points in a city. The caller holds the lock on the partner's row.
func countPoints(ctx context.Context, tx db.Tx, partner, city int64, more int) error {
	_, err := tx.Exec(ctx, `INSERT INTO partner_cities (partner_id, city_id, points) VALUES (?, ?, ?)
		ON CONFLICT (partner_id, city_id) DO UPDATE SET points = partner_cities.points + EXCLUDED.points`, partner, city, more)
	return err
}

// uncountPoint subtracts one and removes a city without points.
func uncountPoint(ctx context.Context, tx db.Tx, partner, city int64) error {
	n, err := tx.Exec(ctx, "UPDATE partner_cities SET points = points - 1 WHERE partner_id = ? AND city_id = ? AND points > 1", partner, city)
	if err != nil || n == 1 {
		return err
	}
	_, err = tx.Exec(ctx, "DELETE FROM partner_cities WHERE partner_id = ? AND city_id = ?", partner, city)
	return err
}

// recountPoints recounts the points of all partners after a bulk load.
func recountPoints(ctx context.Context, tx db.Tx) error {
	if _, err := tx.Exec(ctx, "DELETE FROM partner_cities"); err != nil {
		return err
	}
	_, err := tx.Exec(ctx, "INSERT INTO partner_cities (partner_id, city_id, points) SELECT partner_id, city_id, count(*) FROM trade_points GROUP BY partner_id, city_id")
	return err
}

func cityName(ctx context.Context, q db.Querier, id int64) (string, error) {
	return db.One[string](ctx, q, "SELECT name FROM cities WHERE id = ?", id)
}

// Box is a rectangle of the map.
type Box struct{ South, West, North, East float64 }

// Map is a partner's points in a box, at most pointsOnMap of them.
type Map struct {
	Points  []MapPoint
	Matched int // all points in the box
	Lost    int // without coordinates
}

// MapPoint is a point on the map.
type MapPoint struct {
	UUID      string  `db:"uuid"`
	CityUUID  string  `db:"city_uuid"`
	CityName  string  `db:"city_name"`
	Address   string  `db:"address"`
	WorkTime  string  `db:"work_time"`
	Latitude  float64 `db:"latitude"`
	Longitude float64 `db:"longitude"`
}

func pointsInBox(ctx context.Context, q db.Querier, partner int64, box Box) (Map, error) {
	type numbers struct {
		Inside int `db:"inside"`
		Lost   int `db:"lost"`
	}
	const inside = "t.latitude BETWEEN ? AND ? AND t.longitude BETWEEN ? AND ?"
	edges := []any{box.South, box.North, box.West, box.East}
	n, err := db.One[numbers](ctx, q, "SELECT coalesce(sum(CASE WHEN "+inside+` THEN 1 ELSE 0 END), 0) AS inside,
		coalesce(sum(CASE WHEN t.latitude IS NULL THEN 1 ELSE 0 END), 0) AS lost FROM trade_points t WHERE t.partner_id = ?`, append(edges, partner)...)
	if err != nil {
		return Map{}, err
	}
	m := Map{Matched: n.Inside, Lost: n.Lost}
	m.Points, err = db.All[MapPoint](ctx, q, `SELECT t.uuid, c.uuid AS city_uuid, c.name AS city_name, t.address, t.work_time, t.latitude, t.longitude
		FROM trade_points t JOIN cities c ON c.id = t.city_id WHERE t.partner_id = ? AND `+inside+" ORDER BY t.id LIMIT ?", append(append([]any{partner}, edges...), pointsOnMap)...)
	return m, err
}
