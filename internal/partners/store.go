package partners

import (
	"context"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/cities"
	"studbonus/internal/platform/db"
	"studbonus/internal/platform/fault"
	"studbonus/internal/platform/form"
	"studbonus/internal/platform/listengine"
)

// The facets of the list, and its one set.
const (
	facetStatus = iota
	facetCategory
	facetMade // the hour of creation
	facetID
	facetLacks // a sum of the missing* values
)

const setCities = 0

// What a partner's card may lack; facetLacks is a sum of these.
const (
	missingPoint    = 1
	missingDiscount = 2
	missingPlace    = 4 // a trade point without coordinates
)

const lacking = `(CASE WHEN EXISTS (SELECT 1 FROM partner_cities t WHERE t.partner_id = p.id) THEN 0 ELSE 1 END
	+ CASE WHEN EXISTS (SELECT 1 FROM discounts d WHERE d.partner_id = p.id) THEN 0 ELSE 2 END
	+ CASE WHEN EXISTS (SELECT 1 FROM trade_points t WHERE t.partner_id = p.id AND t.latitude IS NULL) THEN 4 ELSE 0 END)`

// lackNumbers are the values of facetLacks that have something of a mask.
func lackNumbers(mask int64) (numbers []int64) {
	for n := range int64(missingPoint + missingDiscount + missingPlace + 1) {
		if n&mask != 0 {
			numbers = append(numbers, n)
		}
	}
	return numbers
}

var statusNumbers = map[Status]int64{Active: 1, Blocked: 2}

// listDefinition declares the list of partners.
var listDefinition = listengine.Definition{
	Table: "partners", From: "partners p JOIN cities c ON c.id = p.main_city_id",
	ID: "p.id", Search: "p.search_text", Rows: rowsByID,
	Facets: []listengine.Facet{
		facetStatus: listengine.Enum("p.status", statusNumbers), facetCategory: listengine.Value("p.category_id"), facetMade: listengine.Hour("p.created_at"), facetID: listengine.Value("p.id"),
		facetLacks: listengine.Value(lacking),
	},
	Sets: []listengine.Set{setCities: {
		Values: `CAST(p.main_city_id AS TEXT) || coalesce((SELECT ',' || string_agg(CAST(t.city_id AS TEXT), ',') FROM partner_cities t WHERE t.partner_id = p.id), '')`,
		Any: `EXISTS (SELECT 1 FROM cities k WHERE k.id IN (?)
			AND (k.id = p.main_city_id OR EXISTS (SELECT 1 FROM partner_cities t WHERE t.partner_id = p.id AND t.city_id = k.id)))`,
	}},
	Sorts: map[string]listengine.Sort{sortDate: listengine.ByID(), sortName: listengine.ByText("p.name_key"), sortCity: listengine.ByText("c.name_key")},
}

const joined = " FROM partners p JOIN cities c ON c.id = p.main_city_id JOIN partner_categories k ON k.id = p.category_id"

var (
	rowsByID  = "SELECT " + db.Select[Row]("p") + joined + " WHERE p.id IN (?)"
	cardQuery = "SELECT " + db.Select[Partner]("p") + joined + " WHERE p.uuid = ?"
)

func byUUID(ctx context.Context, q db.Querier, uuid string) (Partner, error) {
	return db.Get[Partner](ctx, q, cardQuery, uuid)
}

// lock locks the partner's row until the transaction ends. It also guards the limits and counters of what belongs to it.
func lock(ctx context.Context, tx db.Tx, uuid string) (Partner, error) {
	_, err := db.Get[int64](ctx, tx, "SELECT id FROM partners WHERE uuid = ?"+tx.ForUpdate(), uuid)
	if err != nil {
		return Partner{}, err
	}
	return byUUID(ctx, tx, uuid)
}

// lockByID is lock by id.
func lockByID(ctx context.Context, tx db.Tx, id int64) (Partner, error) {
	found, err := db.Get[string](ctx, tx, "SELECT CAST(uuid AS TEXT) FROM partners WHERE id = ?"+tx.ForUpdate(), id)
	if err != nil {
		return Partner{}, err
	}
	return byUUID(ctx, tx, found)
}

func uuidOf(ctx context.Context, q db.Querier, id int64) (string, error) {
	return db.Get[string](ctx, q, "SELECT CAST(uuid AS TEXT) FROM partners WHERE id = ?", id)
}

func idOf(ctx context.Context, q db.Querier, uuid string) (int64, error) {
	return db.Get[int64](ctx, q, "SELECT id FROM partners WHERE uuid = ?", uuid)
}

// counts returns the numbers on the card's tabs. Reviews and complaints are limited to the caller's scope.
func counts(ctx context.Context, q db.Querier, scope access.Scope, partner int64) (Counts, error) {
	of, args := scope.Where("university_id")
	text := `SELECT
		(SELECT count(*) FROM reviews WHERE partner_id = ? AND deleted_at IS NULL AND ` + of + `) AS reviews,
		(SELECT count(*) FROM complaints WHERE partner_id = ? AND ` + of + `) AS complaints,
		(SELECT count(*) FROM discounts WHERE partner_id = ?) AS discounts,
		(SELECT count(*) FROM partner_photos WHERE partner_id = ?) AS photos,
		(SELECT coalesce(sum(points), 0) FROM partner_cities WHERE partner_id = ?) AS points,
		(SELECT count(*) FROM vacancies WHERE partner_id = ?) AS vacancies`
	all := append([]any{partner}, args...)
	all = append(append(all, partner), args...)
	return db.One[Counts](ctx, q, text, append(all, partner, partner, partner, partner)...)
}

// references are the ids behind the uuids of a form.
type references struct{ category, city int64 }

// formColumns returns what a form sets and the columns derived from it.
func (p Partner) formColumns(r references) []db.Column {
	return append(db.FormColumns(p),
		db.Column{Name: "category_id", Value: r.category}, db.Column{Name: "main_city_id", Value: r.city},
		db.Column{Name: "name_key", Value: p.nameKey()}, db.Column{Name: "search_text", Value: p.searchText()},
	)
}

// allColumns returns the columns of a new partner.
func (p Partner) allColumns(r references) []db.Column {
	return append(p.formColumns(r),
		db.Column{Name: "uuid", Value: p.UUID}, db.Column{Name: "status", Value: string(p.Status)},
		db.Column{Name: "block_reason", Value: p.Reason}, db.Column{Name: "created_at", Value: p.CreatedAt},
	)
}

func setStatus(ctx context.Context, tx db.Tx, id int64, to Status, reason string) error {
	_, err := tx.Exec(ctx, "UPDATE partners SET status = ?, block_reason = ?, version = version + 1 WHERE id = ?", to, reason, id)
	return err
}

// setRating stores the mean of the public reviews. It locks the row first, so that of two concurrent changes the second
// counts both. The version does not change: open forms stay valid.
func setRating(ctx context.Context, tx db.Tx, id int64) error {
	if _, err := db.Get[int64](ctx, tx, "SELECT id FROM partners WHERE id = ?"+tx.ForUpdate(), id); err != nil {
		return err
	}
	type ratings struct {
		Sum   int64 `db:"total"`
		Count int64 `db:"number"`
	}
	r, err := db.One[ratings](ctx, tx, "SELECT coalesce(sum(rating), 0) AS total, count(*) AS number FROM reviews WHERE partner_id = ? AND status = 'public' AND deleted_at IS NULL", id)
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, "UPDATE partners SET rating = ? WHERE id = ?", ratingOf(r.Sum, r.Count), id)
	return err
}

// wrongCounts describes the partners whose stored number of points differs from a recount.
func wrongCounts(ctx context.Context, q db.Querier) ([]string, error) {
	return db.All[string](ctx, q, `SELECT DISTINCT 'партнёр ' || partner_id || ': торговых точек не столько, сколько посчитано' FROM (
		SELECT partner_id, city_id, sum(points) AS difference FROM (
			SELECT partner_id, city_id, points FROM partner_cities UNION ALL SELECT partner_id, city_id, -1 FROM trade_points) both_sides
		GROUP BY partner_id, city_id HAVING sum(points) <> 0) wrong`)
}

// wrongRatings describes the partners whose rating differs from ratingOf their reviews.
func wrongRatings(ctx context.Context, q db.Querier) ([]string, error) {
	return db.All[string](ctx, q, `SELECT 'партнёр ' || p.id || ': рейтинг не тот, что по отзывам' FROM partners p LEFT JOIN
		(SELECT partner_id, (20 * sum(rating) + count(*)) / (2 * count(*)) AS mean FROM reviews WHERE status = 'public' AND deleted_at IS NULL GROUP BY partner_id) r
		ON r.partner_id = p.id WHERE coalesce(p.rating, -1) <> coalesce(r.mean, -1) ORDER BY p.id`)
}

func findCities(ctx context.Context, q db.Querier, search string) ([]cities.City, error) {
	return cities.Find(ctx, q, search, `EXISTS (SELECT 1 FROM partners p WHERE p.main_city_id = c.id)
		OR EXISTS (SELECT 1 FROM partner_cities t WHERE t.city_id = c.id)`)
}

func frequentCities(ctx context.Context, q db.Querier) ([]cities.City, error) {
	return cities.Frequent(ctx, q, "SELECT main_city_id AS city_id, id FROM partners UNION SELECT city_id, partner_id FROM partner_cities")
}

func cityByUUID(ctx context.Context, q db.Querier, uuid string) (cities.City, error) {
	if !form.IsUUID(uuid) {
		return cities.City{}, fault.NotFound()
	}
	return db.Get[cities.City](ctx, q, "SELECT id, uuid, name FROM cities WHERE uuid = ?", uuid)
}

// Namesake is a partner with the same ИНН.
type Namesake struct {
	UUID string `db:"uuid"`
	Name string `db:"name"`
}

const namesakesAtMost = 20

func byINN(ctx context.Context, q db.Querier, inn string) ([]Namesake, error) {
	return db.All[Namesake](ctx, q, "SELECT uuid, name FROM partners WHERE inn = ? AND inn <> '' ORDER BY id LIMIT ?", inn, namesakesAtMost)
}

// categoryNames returns the names of categories by their uuids, in order; unknown ones are left out.
func categoryNames(ctx context.Context, q db.Querier, uuids []string) ([]string, error) {
	if len(uuids) == 0 {
		return nil, nil
	}
	return db.All[string](ctx, q, "SELECT name FROM partner_categories WHERE uuid IN (?) ORDER BY name, id", uuids)
}

// exportColumns are what a row of the spreadsheet shows, over the tables of listDefinition.
const exportColumns = `p.id, p.name, p.legal_name, p.inn, (SELECT k.name FROM partner_categories k WHERE k.id = p.category_id) AS category, c.name AS city,
	p.phone, p.email, p.site, p.rating, (SELECT count(*) FROM discounts d WHERE d.partner_id = p.id) AS discounts,
	(SELECT coalesce(CAST(sum(t.points) AS BIGINT), 0) FROM partner_cities t WHERE t.partner_id = p.id) AS points, p.status, p.block_reason, p.created_at`
