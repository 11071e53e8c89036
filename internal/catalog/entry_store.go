package catalog

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"studbonus/internal/platform/db"
	"studbonus/internal/platform/fault"
	"studbonus/internal/platform/listquery"
)

// shelf is how the entries of one catalogue are stored.
type shelf struct {
	table  string
	object string // in the audit log
	all    string // SELECT of the entries, without a condition
	key    string // the column that Entry.UUID names
}

const usedCity = `EXISTS (SELECT 1 FROM students s WHERE s.city_id = e.id) OR EXISTS (SELECT 1 FROM universities u WHERE u.city_id = e.id)
	OR EXISTS (SELECT 1 FROM partners p WHERE p.main_city_id = e.id) OR EXISTS (SELECT 1 FROM partner_cities p WHERE p.city_id = e.id)`

var shelves = map[Kind]shelf{
	Cities: {
		table: "cities", object: "city", key: "e.uuid",
		all: "SELECT e.id, e.uuid, e.name, e.version, r.code AS region, r.name AS region_name, (" + usedCity + ") AS is_used FROM cities e JOIN regions r ON r.id = e.region_id",
	},
	Regions: {
		table: "regions", object: "region", key: "e.code",
		all: `SELECT e.id, e.code AS uuid, e.name, e.version,
			(EXISTS (SELECT 1 FROM cities c WHERE c.region_id = e.id) OR EXISTS (SELECT 1 FROM news n WHERE n.region_id = e.id)) AS is_used FROM regions e`,
	},
	PartnerCategories: {
		table: partnerCategories, object: "partnerCategory", key: "e.uuid",
		all: `SELECT e.id, e.uuid, e.name, e.version, EXISTS (SELECT 1 FROM partners p WHERE p.category_id = e.id) AS is_used FROM partner_categories e`,
	},
	KnowledgeCategories: {
		table: knowledgeCategories, object: "knowledgeCategory", key: "e.uuid",
		all: `SELECT e.id, e.uuid, e.name, e.version, EXISTS (SELECT 1 FROM knowledge_questions q WHERE q.category_id = e.id) AS is_used FROM knowledge_categories e`,
	},
	Faculties: { // universities copy the names, nothing refers to a line
		table: facultyCatalogue, object: "knownFaculty", key: "e.uuid",
		all: "SELECT e.id, e.uuid, e.name, e.version, e.inn, COALESCE(u.short_name, '') AS university, FALSE AS is_used FROM faculty_catalogue e LEFT JOIN universities u ON u.inn = e.inn",
	},
}

// EntryFilter narrows a list of entries.
type EntryFilter struct{ Region string } // of cities: the code

func (h shelf) list(ctx context.Context, q db.Querier, l listquery.Query[EntryFilter]) (listquery.Page[Entry], error) {
	if h.table == "cities" {
		return listCities(ctx, q, h, l)
	}
	found, err := db.All[Entry](ctx, q, h.all)
	// Few, and their tables have no folded key.
	search := listquery.Fold(l.Search)
	found = slices.DeleteFunc(found, func(e Entry) bool {
		return !strings.Contains(listquery.Fold(e.Name+" "+e.University+" "+e.INN), search)
	})
	slices.SortFunc(found, func(a, b Entry) int {
		return cmp.Or(strings.Compare(listquery.Fold(a.Name), listquery.Fold(b.Name)), cmp.Compare(a.ID, b.ID))
	})
	if l.Direction == listquery.Descending {
		slices.Reverse(found)
	}
	rest := found[min(l.Offset, len(found)):]
	return listquery.Page[Entry]{Rows: rest[:min(l.Limit, len(rest))], Total: len(found)}, err
}

func listCities(ctx context.Context, q db.Querier, h shelf, l listquery.Query[EntryFilter]) (page listquery.Page[Entry], err error) {
	const matching = ` WHERE e.name_key LIKE ? ESCAPE '\' AND (? = '' OR r.code = ?)`
	args := []any{"%" + likeText(l.Search) + "%", l.Filter.Region, l.Filter.Region}
	if page.Total, err = db.One[int](ctx, q, "SELECT count(*) FROM cities e JOIN regions r ON r.id = e.region_id"+matching, args...); err != nil {
		return page, err
	}
	direction := string(l.Direction)
	page.Rows, err = db.All[Entry](ctx, q, h.all+matching+" ORDER BY e.name_key "+direction+", e.id "+direction+" LIMIT ? OFFSET ?", append(args, l.Limit, l.Offset)...)
	return page, err
}

// lock keeps others from changing or deleting entries, always in one order.
func (h shelf) lock(ctx context.Context, tx db.Tx, keys ...string) ([]Entry, error) {
	ids, err := db.All[int64](ctx, tx, "SELECT e.id FROM "+h.table+" e WHERE "+h.key+" IN (?) ORDER BY e.id"+tx.ForUpdate(), keys)
	if err != nil {
		return nil, err
	}
	return db.All[Entry](ctx, tx, h.all+" WHERE e.id IN (?) ORDER BY e.id", ids)
}

func (h shelf) lockOne(ctx context.Context, tx db.Tx, key string) (Entry, error) {
	found, err := h.lock(ctx, tx, key)
	if err == nil && len(found) == 0 {
		err = fault.NotFound()
	}
	if err != nil {
		return Entry{}, err
	}
	return found[0], nil
}

// lockID locks an entry of a merge.
func (h shelf) lockID(ctx context.Context, tx db.Tx, id int64) error {
	_, err := db.Get[int64](ctx, tx, "SELECT id FROM "+h.table+" WHERE id = ?"+tx.ForUpdate(), id)
	return err
}

func (h shelf) delete(ctx context.Context, tx db.Tx, id int64) error {
	_, err := tx.Exec(ctx, "DELETE FROM "+h.table+" WHERE id = ?", id)
	return err
}

func (h shelf) rename(ctx context.Context, tx db.Tx, id int64, name string) error {
	_, err := tx.Exec(ctx, "UPDATE "+h.table+" SET name = ?, version = version + 1 WHERE id = ?", name, id)
	return err
}

// names returns the names of all entries but one; of faculties those with this ИНН.
func (h shelf) names(ctx context.Context, q db.Querier, inn string, but int64) ([]string, error) {
	if h.table == facultyCatalogue {
		return db.All[string](ctx, q, namesIn(h.table)+" WHERE inn = ? AND id <> ?", inn, but)
	}
	return db.All[string](ctx, q, namesIn(h.table)+" WHERE id <> ?", but)
}

// insertCity takes the time zone that most cities of the region have.
func insertCity(ctx context.Context, tx db.Tx, c cityRow) error {
	zone, err := db.All[string](ctx, tx, "SELECT time_zone FROM cities WHERE region_id = ? AND time_zone <> '' GROUP BY time_zone ORDER BY count(*) DESC, time_zone LIMIT 1", c.Region)
	if err != nil {
		return err
	}
	c.TimeZone = strings.Join(zone, "")
	_, err = tx.Exec(ctx, "INSERT INTO cities (uuid, region_id, name, name_key, time_zone) VALUES (?, ?, ?, ?, ?)", c.UUID, c.Region, c.Name, listquery.Fold(c.Name), c.TimeZone)
	return err
}

func saveCity(ctx context.Context, tx db.Tx, id int64, c cityRow) error {
	_, err := tx.Exec(ctx, "UPDATE cities SET name = ?, name_key = ?, region_id = ?, version = version + 1 WHERE id = ?", c.Name, listquery.Fold(c.Name), c.Region, id)
	return err
}

func regionByCode(ctx context.Context, q db.Querier, code string) (int64, error) {
	return db.Get[int64](ctx, q, "SELECT id FROM regions WHERE code = ?", code)
}

func cityRegion(ctx context.Context, q db.Querier, city int64) (int64, error) {
	return db.Get[int64](ctx, q, "SELECT region_id FROM cities WHERE id = ?", city)
}
