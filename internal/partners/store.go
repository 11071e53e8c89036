package partners

import (
	"context"

	"studbonus/internal/access"
	"studbonus/internal/db"
	"studbonus/internal/fault"
	"studbonus/internal/form"
	"studbonus/internal/index"
	"studbonus/internal/list"
)

// listName is the list's name in the feed of changes.
const listName = "partners"

// The facets of the list, and its one set.
const (
	facetStatus = iota
	facetCategory
	facetMade // the hour it was added
)

const setCities = 0

var statusNumbers = map[Status]int64{Active: 1, Blocked: 2}

// source says how the list is filled, filtered and sorted.
var source = index.Source{
	Name: listName,
	From: "partners p JOIN cities c ON c.id = p.main_city_id",
	ID:   "p.id", Search: "p.search_text",
	Facets: []index.Facet{index.Word("p.status", statusNumbers), index.Value("p.category_id"), index.Hour("p.created_at")},
	Sets: []index.Set{{
		Values: `CAST(p.main_city_id AS TEXT) || coalesce((SELECT ',' || string_agg(CAST(t.city_id AS TEXT), ',') FROM partner_cities t WHERE t.partner_id = p.id), '')`,
		Any: `EXISTS (SELECT 1 FROM cities k WHERE k.id IN (?)
			AND (k.id = p.main_city_id OR EXISTS (SELECT 1 FROM partner_cities t WHERE t.partner_id = p.id AND t.city_id = k.id)))`,
	}},
	Sorts: map[string]index.Sort{sortDate: index.ByID(), sortName: index.Text("p.name_key"), sortCity: index.Text("c.name_key")},
}

const (
	rowColumns = `p.id, p.uuid, p.status, p.block_reason, p.name, p.legal_name, p.inn, k.uuid AS category_uuid, k.name AS category_name,
	c.uuid AS city_uuid, c.name AS city_name, p.phone, p.logo, p.rating, p.created_at`
	joined   = " FROM partners p JOIN cities c ON c.id = p.main_city_id JOIN partner_categories k ON k.id = p.category_id"
	rowsByID = "SELECT " + rowColumns + joined + " WHERE p.id IN (?)"

	cardQuery = "SELECT " + rowColumns + `, p.description, p.email, p.site, p.link_vk, p.link_instagram, p.link_fb, p.link_twitter, p.key_image, p.version` +
		joined + " WHERE p.uuid = ?"
)

func byUUID(ctx context.Context, q db.Querier, uuid string) (Partner, error) {
	return db.Get[Partner](ctx, q, cardQuery, uuid)
}

// lock keeps others from changing the partner, its discounts and whatever else is counted until the transaction ends.
func lock(ctx context.Context, tx db.Tx, uuid string) (Partner, error) {
	_, err := db.Get[int64](ctx, tx, "SELECT id FROM partners WHERE uuid = ?"+tx.ForUpdate(), uuid)
	if err != nil {
		return Partner{}, err
	}
	return byUUID(ctx, tx, uuid)
}

// lockByID is lock for what is known by the row's number.
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

// counts are those of the tabs; reviews and complaints are students' words and stay within the scope.
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

var insertColumns = []string{
	"uuid", "category_id", "main_city_id", "name", "name_key", "legal_name", "inn", "search_text", "description", "phone", "email", "site",
	"link_vk", "link_instagram", "link_fb", "link_twitter", "logo", "key_image", "status", "block_reason", "created_at",
}

func values(p Partner, r references) []any {
	return []any{
		p.UUID, r.category, r.city, p.Name, p.nameKey(), p.LegalName, p.INN, p.searchText(), p.Description, p.Phone, p.Email, p.Site,
		p.VK, p.Instagram, p.FB, p.Twitter, p.Logo, p.KeyImage, string(p.Status), p.Reason, p.CreatedAt,
	}
}

func insert(ctx context.Context, tx db.Tx, p Partner, r references) (int64, error) {
	return db.One[int64](ctx, tx, insertInto("partners", insertColumns)+" RETURNING id", values(p, r)...)
}

func save(ctx context.Context, tx db.Tx, p Partner, r references) error {
	_, err := tx.Exec(ctx, `UPDATE partners SET category_id = ?, main_city_id = ?, name = ?, name_key = ?, legal_name = ?, inn = ?, search_text = ?, description = ?,
		phone = ?, email = ?, site = ?, link_vk = ?, link_instagram = ?, link_fb = ?, link_twitter = ?, logo = ?, key_image = ?, version = version + 1 WHERE id = ?`,
		r.category, r.city, p.Name, p.nameKey(), p.LegalName, p.INN, p.searchText(), p.Description,
		p.Phone, p.Email, p.Site, p.VK, p.Instagram, p.FB, p.Twitter, p.Logo, p.KeyImage, p.ID)
	return err
}

func setStatus(ctx context.Context, tx db.Tx, id int64, to Status, reason string) error {
	_, err := tx.Exec(ctx, "UPDATE partners SET status = ?, block_reason = ?, version = version + 1 WHERE id = ?", to, reason, id)
	return err
}

// setRating takes the mean of the public reviews. The row is locked first: a review that is being changed beside
// this one is seen by whoever comes second. The version stays: nobody's form is out of date by it.
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

// wrongCounts names the partners whose points are counted wrongly.
func wrongCounts(ctx context.Context, q db.Querier) ([]string, error) {
	return db.All[string](ctx, q, `SELECT DISTINCT 'партнёр ' || partner_id || ': торговых точек не столько, сколько посчитано' FROM (
		SELECT partner_id, city_id, sum(points) AS difference FROM (
			SELECT partner_id, city_id, points FROM partner_cities UNION ALL SELECT partner_id, city_id, -1 FROM trade_points) both_sides
		GROUP BY partner_id, city_id HAVING sum(points) <> 0) wrong`)
}

// wrongRatings names the partners whose rating differs from the mean as ratingOf takes it.
func wrongRatings(ctx context.Context, q db.Querier) ([]string, error) {
	return db.All[string](ctx, q, `SELECT 'партнёр ' || p.id || ': рейтинг не тот, что по отзывам' FROM partners p LEFT JOIN
		(SELECT partner_id, (20 * sum(rating) + count(*)) / (2 * count(*)) AS mean FROM reviews WHERE status = 'public' AND deleted_at IS NULL GROUP BY partner_id) r
		ON r.partner_id = p.id WHERE coalesce(p.rating, -1) <> coalesce(r.mean, -1) ORDER BY p.id`)
}

// City is a city that some partner is in.
type City struct {
	ID   int64  `db:"id"`
	UUID string `db:"uuid"`
	Name string `db:"name"`
}

const citiesAtMost = 20

// cities are told apart by their region where several have one name.
func cities(ctx context.Context, q db.Querier, search string) ([]City, error) {
	return db.All[City](ctx, q, `SELECT c.id, c.uuid, CASE WHEN EXISTS (SELECT 1 FROM cities o WHERE o.name_key = c.name_key AND o.id <> c.id)
			THEN c.name || ' (' || r.name || ')' ELSE c.name END AS name
		FROM cities c JOIN regions r ON r.id = c.region_id WHERE c.name_key LIKE ? ESCAPE '\'
		AND (EXISTS (SELECT 1 FROM partners p WHERE p.main_city_id = c.id) OR EXISTS (SELECT 1 FROM partner_cities t WHERE t.city_id = c.id))
		ORDER BY c.population DESC, c.id LIMIT ?`, list.Like(search), citiesAtMost)
}

func cityByUUID(ctx context.Context, q db.Querier, uuid string) (City, error) {
	if !form.IsUUID(uuid) {
		return City{}, fault.NotFound()
	}
	return db.Get[City](ctx, q, "SELECT id, uuid, name FROM cities WHERE uuid = ?", uuid)
}

func cityIDs(ctx context.Context, q db.Querier, uuids []string) ([]int64, error) {
	return db.All[int64](ctx, q, "SELECT id FROM cities WHERE uuid IN (?)", uuids)
}

func categoryIDs(ctx context.Context, q db.Querier, uuids []string) ([]int64, error) {
	return db.All[int64](ctx, q, "SELECT id FROM partner_categories WHERE uuid IN (?)", uuids)
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
