package promotions

import (
	"context"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"studbonus/internal/clock"
	"studbonus/internal/db"
	"studbonus/internal/index"
)

// listName is the list's name in the feed of changes.
const listName = "promotions"

// The facets of the list, and its one set.
const (
	facetStatus = iota
	facetCategory
	facetPartner
	facetBegin // days as numbers: 20261115
	facetEnd
	facetMade // the hour it was added
)

const setCities = 0

var statusNumbers = map[Status]int64{Active: 1, Blocked: 2}

// source says how the list is filled, filtered and sorted. The state is no facet: it is asked for by ranges of days,
// so that nothing has to be told to the index when a day passes.
var source = index.Source{
	Name: listName,
	From: "promotions s JOIN partners p ON p.id = s.partner_id JOIN cities c ON c.id = p.main_city_id",
	ID:   "s.id", Search: "s.search_text",
	Facets: []index.Facet{
		index.Word("s.status", statusNumbers), index.Value("p.category_id"), index.Value("s.partner_id"),
		index.Value("CAST(replace(s.begin_date, '-', '') AS INTEGER)"), index.Value("CAST(replace(s.end_date, '-', '') AS INTEGER)"), index.Hour("s.created_at"),
	},
	Sets: []index.Set{{
		Values: `(SELECT string_agg(CAST(at.city_id AS TEXT), ',') FROM
			(SELECT p.main_city_id AS city_id UNION SELECT t.city_id FROM trade_points t WHERE t.partner_id = p.id) at)`,
		Any: `EXISTS (SELECT 1 FROM cities k WHERE k.id IN (?)
			AND (k.id = p.main_city_id OR EXISTS (SELECT 1 FROM trade_points t WHERE t.partner_id = p.id AND t.city_id = k.id)))`,
	}},
	Sorts: map[string]index.Sort{
		sortDate: index.ByID(), sortName: index.Text("s.name_key"), sortCity: index.Text("c.name_key"), sortPartner: index.Text("p.name_key"),
	},
}

// dayNumber is a day as the facets have it.
func dayNumber(d clock.Date) int64 {
	n, _ := strconv.ParseInt(strings.ReplaceAll(string(d), "-", ""), 10, 64)
	return n
}

// inState asks for the promotions of a state on a day. Numbers between two days name no day, so one more or less is the next.
func inState(s State, today clock.Date) []index.Between {
	now := dayNumber(today)
	switch s {
	case Planned:
		return []index.Between{{Facet: facetBegin, From: now + 1, To: math.MaxInt32}}
	case Ended:
		return []index.Between{{Facet: facetEnd, From: 0, To: now - 1}}
	case Running:
		return []index.Between{{Facet: facetBegin, From: 0, To: now}, {Facet: facetEnd, From: now, To: math.MaxInt32}}
	}
	return nil
}

const (
	rowColumns = `s.id, s.uuid, s.name, s.status, s.block_reason, s.begin_date, s.end_date, s.win_limit, s.codes_total, s.codes_used,
	p.uuid AS partner_uuid, p.name AS partner_name, p.status AS partner_status, p.legal_name, k.uuid AS category_uuid, k.name AS category_name,
	c.name AS city_name, s.created_at`
	joined = ` FROM promotions s JOIN partners p ON p.id = s.partner_id JOIN cities c ON c.id = p.main_city_id
	JOIN partner_categories k ON k.id = p.category_id`
	rowsByID  = "SELECT " + rowColumns + joined + " WHERE s.id IN (?)"
	cardQuery = "SELECT " + rowColumns + ", s.partner_id, s.description, s.version" + joined
)

func byUUID(ctx context.Context, q db.Querier, uuid string) (Promotion, error) {
	return db.Get[Promotion](ctx, q, cardQuery+" WHERE s.uuid = ?", uuid)
}

func idOf(ctx context.Context, q db.Querier, uuid string) (int64, error) {
	return db.Get[int64](ctx, q, "SELECT id FROM promotions WHERE uuid = ?", uuid)
}

// lock keeps others from changing the promotion, its counters and its queue of files until the transaction ends.
func lock(ctx context.Context, tx db.Tx, uuid string) (Promotion, error) {
	_, err := db.Get[int64](ctx, tx, "SELECT id FROM promotions WHERE uuid = ?"+tx.ForUpdate(), uuid)
	if err != nil {
		return Promotion{}, err
	}
	return byUUID(ctx, tx, uuid)
}

// partnerRef is what a promotion needs to know of its partner.
type partnerRef struct {
	ID   int64  `db:"id"`
	Name string `db:"name"`
}

func partnerByUUID(ctx context.Context, q db.Querier, uuid string) (partnerRef, error) {
	return db.Get[partnerRef](ctx, q, "SELECT id, name FROM partners WHERE uuid = ?", uuid)
}

func insert(ctx context.Context, tx db.Tx, p Promotion, partner partnerRef, now time.Time) (int64, error) {
	return db.One[int64](ctx, tx, `INSERT INTO promotions (uuid, partner_id, name, name_key, search_text, description, begin_date, end_date, win_limit, status, created_at)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id`,
		p.UUID, partner.ID, p.Name, p.nameKey(), searchText(p.Name, partner.Name), p.Description, string(p.Begin), string(p.End), p.WinLimit, string(p.Status), now)
}

func save(ctx context.Context, tx db.Tx, p Promotion) error {
	_, err := tx.Exec(ctx, `UPDATE promotions SET name = ?, name_key = ?, search_text = ?, description = ?, begin_date = ?, end_date = ?, win_limit = ?,
		version = version + 1 WHERE id = ?`,
		p.Name, p.nameKey(), searchText(p.Name, p.PartnerName), p.Description, string(p.Begin), string(p.End), p.WinLimit, p.ID)
	return err
}

func setStatus(ctx context.Context, tx db.Tx, id int64, to Status, reason string) error {
	_, err := tx.Exec(ctx, "UPDATE promotions SET status = ?, block_reason = ?, version = version + 1 WHERE id = ?", string(to), reason, id)
	return err
}

// findAgain writes the search texts of a partner's promotions anew: its name is part of them.
func findAgain(ctx context.Context, tx db.Tx, partner int64) error {
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
	return db.All[Row](ctx, q, "SELECT "+rowColumns+joined+" WHERE s.partner_id = ? ORDER BY s.id DESC LIMIT ?", partner, limit)
}

func countOfPartner(ctx context.Context, q db.Querier, partner int64) (int, error) {
	return db.One[int](ctx, q, "SELECT count(*) FROM promotions WHERE partner_id = ?", partner)
}

const pointsShown = 100 // of each city

// citiesOf are the cities of a partner with its trade points, by name.
func citiesOf(ctx context.Context, q db.Querier, partner int64) ([]City, error) {
	type point struct {
		UUID    string `db:"uuid"`
		Name    string `db:"name"`
		NameKey string `db:"name_key"`
		Count   int    `db:"number"`
		Address string `db:"address"`
	}
	// Numbered within the index (partner, city, street): only the points shown are read.
	rows, err := db.All[point](ctx, q, `SELECT c.uuid, c.name, c.name_key, n.number, t.address FROM
		(SELECT id, row_number() OVER (PARTITION BY city_id ORDER BY street_key, id) AS place,
			count(*) OVER (PARTITION BY city_id) AS number FROM trade_points WHERE partner_id = ?) n
		JOIN trade_points t ON t.id = n.id JOIN cities c ON c.id = t.city_id
		WHERE n.place <= ? ORDER BY c.id, n.place`, partner, pointsShown)
	slices.SortStableFunc(rows, func(a, b point) int { return strings.Compare(a.NameKey, b.NameKey) }) // alike on both engines
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

func cityIDs(ctx context.Context, q db.Querier, uuids []string) ([]int64, error) {
	return db.All[int64](ctx, q, "SELECT id FROM cities WHERE uuid IN (?)", uuids)
}

func categoryIDs(ctx context.Context, q db.Querier, uuids []string) ([]int64, error) {
	return db.All[int64](ctx, q, "SELECT id FROM partner_categories WHERE uuid IN (?)", uuids)
}

func partnerIDs(ctx context.Context, q db.Querier, uuid string) ([]int64, error) {
	return db.All[int64](ctx, q, "SELECT id FROM partners WHERE uuid = ?", uuid)
}
