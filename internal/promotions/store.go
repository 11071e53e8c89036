package promotions

import (
	"context"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"studbonus/internal/platform/clock"
	"studbonus/internal/platform/db"
	"studbonus/internal/platform/listengine"
)

// The facets of the list, and its one set.
const (
	facetStatus = iota
	facetCategory
	facetPartner
	facetBegin // days as numbers: 20261115
	facetEnd
	facetMade // the hour of creation
	facetID
	facetImport // whether the last import has failed
)

const setCities = 0

var statusNumbers = map[Status]int64{Active: 1, Blocked: 2}

// listDefinition declares the list of promotions. The state is not a facet but a range of days (inState), so the index
// needs no update at midnight.
var listDefinition = listengine.Definition{
	Table: "promotions", From: "promotions s JOIN partners p ON p.id = s.partner_id JOIN cities c ON c.id = p.main_city_id",
	ID: "s.id", Search: "s.search_text", Rows: rowsByID,
	Facets: []listengine.Facet{
		facetStatus: listengine.Enum("s.status", statusNumbers), facetCategory: listengine.Value("p.category_id"), facetPartner: listengine.Value("s.partner_id"),
		facetBegin: listengine.Value("CAST(replace(s.begin_date, '-', '') AS INTEGER)"), facetEnd: listengine.Value("CAST(replace(s.end_date, '-', '') AS INTEGER)"),
		facetMade: listengine.Hour("s.created_at"), facetID: listengine.Value("s.id"),
		facetImport: listengine.Value("CASE WHEN (SELECT i.status FROM promo_imports i WHERE i.promotion_id = s.id ORDER BY i.id DESC LIMIT 1) = 'error' THEN 1 ELSE 0 END"),
	},
	Sets: []listengine.Set{setCities: {
		Values: `(SELECT string_agg(CAST(at.city_id AS TEXT), ',') FROM
			(SELECT p.main_city_id AS city_id UNION SELECT t.city_id FROM trade_points t WHERE t.partner_id = p.id) at)`,
		Any: `EXISTS (SELECT 1 FROM cities k WHERE k.id IN (?)
			AND (k.id = p.main_city_id OR EXISTS (SELECT 1 FROM trade_points t WHERE t.partner_id = p.id AND t.city_id = k.id)))`,
	}},
	Sorts: map[string]listengine.Sort{
		sortDate: listengine.ByID(), sortName: listengine.ByText("s.name_key"), sortCity: listengine.ByText("c.name_key"), sortPartner: listengine.ByText("p.name_key"),
	},
}

// dayNumber encodes a day for the facets.
func dayNumber(d clock.Date) int64 {
	n, _ := strconv.ParseInt(strings.ReplaceAll(string(d), "-", ""), 10, 64)
	return n
}

// inState selects the promotions of a state on a day. Day numbers have gaps, so ±1 works as an exclusive bound.
func inState(s State, today clock.Date) []listengine.Between {
	now := dayNumber(today)
	switch s {
	case Planned:
		return []listengine.Between{{Facet: facetBegin, From: now + 1, To: math.MaxInt32}}
	case Ended:
		return []listengine.Between{{Facet: facetEnd, From: 0, To: now - 1}}
	case Running:
		return []listengine.Between{{Facet: facetBegin, From: 0, To: now}, {Facet: facetEnd, From: now, To: math.MaxInt32}}
	}
	return nil
}

const joined = ` FROM promotions s JOIN partners p ON p.id = s.partner_id JOIN cities c ON c.id = p.main_city_id
	JOIN partner_categories k ON k.id = p.category_id`

var (
	rowsQuery = "SELECT " + db.Select[Row]("s") + joined
	rowsByID  = rowsQuery + " WHERE s.id IN (?)"
	cardQuery = "SELECT " + db.Select[Promotion]("s") + joined
)

func byUUID(ctx context.Context, q db.Querier, uuid string) (Promotion, error) {
	return db.Get[Promotion](ctx, q, cardQuery+" WHERE s.uuid = ?", uuid)
}

func idOf(ctx context.Context, q db.Querier, uuid string) (int64, error) {
	return db.Get[int64](ctx, q, "SELECT id FROM promotions WHERE uuid = ?", uuid)
}

// lock locks the promotion's row until the transaction ends. It also guards the counters and the queue of imports.
func lock(ctx context.Context, tx db.Tx, uuid string) (Promotion, error) {
	_, err := db.Get[int64](ctx, tx, "SELECT id FROM promotions WHERE uuid = ?"+tx.ForUpdate(), uuid)
	if err != nil {
		return Promotion{}, err
	}
	return byUUID(ctx, tx, uuid)
}

// partnerRef is the part of a partner that a promotion needs.
type partnerRef struct {
	ID   int64  `db:"id"`
	Name string `db:"name"`
}

func partnerByUUID(ctx context.Context, q db.Querier, uuid string) (partnerRef, error) {
	return db.Get[partnerRef](ctx, q, "SELECT id, name FROM partners WHERE uuid = ?", uuid)
}

// formColumns returns what a form sets and the columns derived from it.
func (p Promotion) formColumns(partnerName string) []db.Column {
	return append(db.FormColumns(p),
		db.Column{Name: "name_key", Value: p.nameKey()}, db.Column{Name: "search_text", Value: searchText(p.Name, partnerName)},
	)
}

func insert(ctx context.Context, tx db.Tx, p Promotion, partner partnerRef, now time.Time) (int64, error) {
	return db.Insert(ctx, tx, "promotions", append(p.formColumns(partner.Name),
		db.Column{Name: "uuid", Value: p.UUID}, db.Column{Name: "partner_id", Value: partner.ID},
		db.Column{Name: "status", Value: string(p.Status)}, db.Column{Name: "created_at", Value: now},
	)...)
}

func save(ctx context.Context, tx db.Tx, p Promotion) error {
	return db.Update(ctx, tx, "promotions", p.ID, p.formColumns(p.PartnerName)...)
}

func setStatus(ctx context.Context, tx db.Tx, id int64, to Status, reason string) error {
	_, err := tx.Exec(ctx, "UPDATE promotions SET status = ?, block_reason = ?, version = version + 1 WHERE id = ?", string(to), reason, id)
	return err
}

// updateSearchTexts updates the search texts of a partner's promotions, which contain its name.
func updateSearchTexts(ctx context.Context, tx db.Tx, partner int64) error {
	type named struct {
		ID      int64  `db:"id"`
		Name    string `db:"name"`
		Partner string `db:"partner_name"`
		Text    string `db:"search_text"`
	}
	rows, err := db.All[named](ctx, tx, "SELECT s.id, s.name, p.name AS partner_name, s.search_text FROM promotions s JOIN partners p ON p.id = s.partner_id WHERE p.id = ?", partner)
	if err != nil {
		return err
	}
	for _, r := range rows {
		text := searchText(r.Name, r.Partner)
		if text == r.Text {
			continue
		}
		if _, err := tx.Exec(ctx, "UPDATE promotions SET search_text = ? WHERE id = ?", text, r.ID); err != nil {
			return err
		}
	}
	return nil
}

func ofPartner(ctx context.Context, q db.Querier, partner int64, limit int) ([]Row, error) {
	return db.All[Row](ctx, q, rowsQuery+" WHERE s.partner_id = ? ORDER BY s.id DESC LIMIT ?", partner, limit)
}

func countOfPartner(ctx context.Context, q db.Querier, partner int64) (int, error) {
	return db.One[int](ctx, q, "SELECT count(*) FROM promotions WHERE partner_id = ?", partner)
}

const pointsShown = 100 // of each city

// citiesOf returns the cities of a partner by name with its trade points.
func citiesOf(ctx context.Context, q db.Querier, partner int64) ([]City, error) {
	type point struct {
		UUID    string `db:"uuid"`
		Name    string `db:"name"`
		NameKey string `db:"name_key"`
		Count   int    `db:"number"`
		Address string `db:"address"`
	}
	// row_number follows the index (partner, city, street): only the points shown are read.
	rows, err := db.All[point](ctx, q, `SELECT c.uuid, c.name, c.name_key, n.number, t.address FROM
		(SELECT id, row_number() OVER (PARTITION BY city_id ORDER BY street_key, id) AS place,
			count(*) OVER (PARTITION BY city_id) AS number FROM trade_points WHERE partner_id = ?) n
		JOIN trade_points t ON t.id = n.id JOIN cities c ON c.id = t.city_id
		WHERE n.place <= ? ORDER BY c.id, n.place`, partner, pointsShown)
	slices.SortStableFunc(rows, func(a, b point) int { return strings.Compare(a.NameKey, b.NameKey) }) // in Go, so that both engines sort alike
	out := []City{}
	for _, r := range rows {
		if len(out) == 0 || out[len(out)-1].UUID != r.UUID {
			out = append(out, City{UUID: r.UUID, Name: r.Name, Count: r.Count})
		}
		last := &out[len(out)-1]
		last.Points = append(last.Points, r.Address)
	}
	return out, err
}

// lockByID locks a promotion and returns its uuid.
func lockByID(ctx context.Context, tx db.Tx, promotion int64) (string, error) {
	return db.One[string](ctx, tx, "SELECT CAST(uuid AS TEXT) FROM promotions WHERE id = ?"+tx.ForUpdate(), promotion)
}

const idsOfPartner = "SELECT id FROM promotions WHERE partner_id = ?"
const idsOfCity = "SELECT id FROM promotions WHERE partner_id IN (SELECT id FROM partners WHERE main_city_id = ?)"

// categoryNames returns the names of categories by their uuids, in order; unknown ones are left out.
func categoryNames(ctx context.Context, q db.Querier, uuids []string) ([]string, error) {
	if len(uuids) == 0 {
		return nil, nil
	}
	return db.All[string](ctx, q, "SELECT name FROM partner_categories WHERE uuid IN (?) ORDER BY name, id", uuids)
}

// partnerNames returns the name of a partner; none for an unknown one.
func partnerNames(ctx context.Context, q db.Querier, uuid string) ([]string, error) {
	if uuid == "" {
		return nil, nil
	}
	return db.All[string](ctx, q, "SELECT name FROM partners WHERE uuid = ?", uuid)
}

// exportColumns are what a row of the spreadsheet shows, over the tables of listDefinition.
const exportColumns = `s.id, s.name, p.name AS partner_name, p.status AS partner_status, (SELECT k.name FROM partner_categories k WHERE k.id = p.category_id) AS category,
	c.name AS city, s.begin_date, s.end_date, s.status, s.block_reason, s.codes_total, s.codes_used, s.win_limit, s.description, s.created_at`
