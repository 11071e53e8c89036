package news

import (
	"context"
	"encoding/json"
	"fmt"

	"studbonus/internal/platform/db"
	"studbonus/internal/platform/listengine"
	"studbonus/internal/platform/listquery"
	"studbonus/internal/platform/richtext"
)

// The facets of the list.
const (
	facetLevel = iota
	facetApproval
	facetOperator
	facetRegion
	facetRZD
)

// listDefinition declares the list of news.
var listDefinition = listengine.Definition{
	Table: "news", From: "news n", ID: "n.id", Search: "n.search_text", Rows: rowsByID,
	Facets: []listengine.Facet{
		facetLevel: listengine.Enum("n.level", levelNumbers), facetApproval: listengine.Enum("n.approval", approvalNumbers),
		facetOperator: listengine.Value("n.operator_id"), facetRegion: listengine.Value("coalesce(n.region_id, 0)"),
		facetRZD: listengine.Value("CASE WHEN n.rzd_link IS NULL THEN 0 ELSE 1 END"),
	},
	Sets:  []listengine.Set{setMarks: markSet},
	Sorts: map[string]listengine.Sort{sortCreatedAt: listengine.ByID()},
}

const itemColumns = `SELECT n.id, n.uuid, n.level, n.university_id, u.uuid AS university_uuid, u.short_name AS university_name, n.region_id, n.operator_id, n.title, n.content,
	n.approval, n.decline_reason, n.publish_begin, n.publish_end, n.pinned_until, n.for_course, CAST(n.tags AS TEXT) AS tags,
	CAST(n.messengers AS TEXT) AS messengers, n.rzd_link, n.version, n.created_at
	FROM news n LEFT JOIN universities u ON u.id = n.university_id`

const rowsByID = itemColumns + " WHERE n.id IN (?)"

// words is a list of words stored as JSON.
type words []string

// Scan implements sql.Scanner.
func (w *words) Scan(src any) error {
	switch v := src.(type) {
	case string:
		return json.Unmarshal([]byte(v), w)
	case []byte:
		return json.Unmarshal(v, w)
	}
	return fmt.Errorf("cannot read words from %T", src)
}

func (w words) json() string {
	if len(w) == 0 {
		return "[]"
	}
	raw, _ := json.Marshal([]string(w)) // strings always marshal
	return string(raw)
}

func byUUID(ctx context.Context, q db.Querier, sight Sight, uuid string) (Item, error) {
	where, args := sight.where()
	i, err := db.Get[Item](ctx, q, itemColumns+" WHERE n.uuid = ? AND "+where, append([]any{uuid}, args...)...)
	if err != nil {
		return Item{}, err
	}
	whole, err := withParts(ctx, q, []Item{i})
	if err != nil {
		return Item{}, err
	}
	return whole[0], nil
}

// itemOf returns the uuid of the item that a survey, event or photo belongs to.
func itemOf(ctx context.Context, q db.Querier, sight Sight, table, uuid string) (string, error) {
	where, args := sight.where()
	return db.Get[string](ctx, q, "SELECT n.uuid FROM "+table+" t JOIN news n ON n.id = t.news_id WHERE t.uuid = ? AND "+where, append([]any{uuid}, args...)...)
}

// lock locks the item's row until the transaction ends.
func lock(ctx context.Context, tx db.Tx, sight Sight, uuid string) (Item, error) {
	where, args := sight.where()
	_, err := db.Get[int64](ctx, tx, "SELECT n.id FROM news n WHERE n.uuid = ? AND "+where+tx.ForUpdate(), append([]any{uuid}, args...)...)
	if err != nil {
		return Item{}, err
	}
	return byUUID(ctx, tx, sight, uuid)
}

// withParts loads the photos, faculties, surveys and events of all items, with one or a few queries for each kind.
func withParts(ctx context.Context, q db.Querier, items []Item) ([]Item, error) {
	ids := make([]int64, len(items))
	at := make(map[int64]*Item, len(items))
	for i := range items {
		ids[i], at[items[i].ID] = items[i].ID, &items[i]
	}
	if len(ids) == 0 {
		return items, nil
	}
	if err := eachPhoto(ctx, q, ids, func(p Photo) { at[*p.News].Photos = append(at[*p.News].Photos, p) }); err != nil {
		return nil, fmt.Errorf("photos of news: %w", err)
	}
	if err := eachFaculty(ctx, q, ids, func(f itemFaculty) { at[f.News].Faculties = append(at[f.News].Faculties, f.UUID) }); err != nil {
		return nil, fmt.Errorf("faculties of news: %w", err)
	}
	surveys, err := surveysOf(ctx, q, ids)
	if err != nil {
		return nil, fmt.Errorf("surveys of news: %w", err)
	}
	for i := range surveys {
		at[surveys[i].News].Survey = &surveys[i]
	}
	events, err := eventsOf(ctx, q, ids)
	if err != nil {
		return nil, fmt.Errorf("events of news: %w", err)
	}
	for i := range events {
		at[events[i].News].Event = &events[i]
	}
	return items, nil
}

type itemFaculty struct {
	News int64  `db:"news_id"`
	UUID string `db:"uuid"`
}

func eachFaculty(ctx context.Context, q db.Querier, news []int64, use func(itemFaculty)) error {
	return db.Each(ctx, q, func(f itemFaculty) error { use(f); return nil }, `SELECT nf.news_id, f.uuid FROM news_faculties nf
		JOIN faculties f ON f.id = nf.faculty_id WHERE nf.news_id IN (?) ORDER BY f.name_key, f.id`, news)
}

// faculty is a faculty that a form refers to.
type faculty struct {
	ID   int64  `db:"id"`
	UUID string `db:"uuid"`
}

func facultiesOf(ctx context.Context, q db.Querier, university int64, uuids []string) ([]faculty, error) {
	return db.All[faculty](ctx, q, "SELECT id, uuid FROM faculties WHERE university_id = ? AND uuid IN (?) ORDER BY name_key, id", university, uuids)
}

func setFaculties(ctx context.Context, tx db.Tx, news int64, faculties []faculty) error {
	if _, err := tx.Exec(ctx, "DELETE FROM news_faculties WHERE news_id = ?", news); err != nil {
		return err
	}
	for _, f := range faculties {
		if _, err := tx.Exec(ctx, "INSERT INTO news_faculties (news_id, faculty_id) VALUES (?, ?)", news, f.ID); err != nil {
			return err
		}
	}
	return nil
}

// forFacultyAlone returns the title of an item that is for this faculty only. It locks the faculty first, to wait for an
// item that is being saved for it.
func forFacultyAlone(ctx context.Context, tx db.Tx, faculty int64) ([]string, error) {
	if _, err := db.One[int64](ctx, tx, "SELECT id FROM faculties WHERE id = ?"+tx.ForUpdate(), faculty); err != nil {
		return nil, err
	}
	return db.All[string](ctx, tx, `SELECT n.title FROM news n JOIN news_faculties nf ON nf.news_id = n.id WHERE nf.faculty_id = ?
		AND NOT EXISTS (SELECT 1 FROM news_faculties other WHERE other.news_id = n.id AND other.faculty_id <> nf.faculty_id) ORDER BY n.id LIMIT 1`, faculty)
}

// searchText is the text that the list searches.
func (i Item) searchText() string { return listquery.SearchText(i.Title, richtext.Text(i.Content)) }

func insert(ctx context.Context, tx db.Tx, i Item) (int64, error) {
	return db.One[int64](ctx, tx, `INSERT INTO news (uuid, level, university_id, region_id, operator_id, title, content, search_text, approval,
		publish_begin, publish_end, pinned_until, for_course, tags, messengers, rzd_link, created_at)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id`,
		i.UUID, i.Level, i.University, i.Region, i.Operator, i.Title, i.Content, i.searchText(), i.Approval,
		i.Begin, i.End, i.PinnedUntil, i.Course, i.Tags.json(), i.Messengers.json(), i.RZDLink, i.CreatedAt)
}

func save(ctx context.Context, tx db.Tx, i Item) error {
	_, err := tx.Exec(ctx, `UPDATE news SET title = ?, content = ?, search_text = ?, approval = ?, decline_reason = ?, publish_begin = ?, publish_end = ?,
		pinned_until = ?, for_course = ?, tags = ?, messengers = ?, rzd_link = ?, version = version + 1 WHERE id = ?`,
		i.Title, i.Content, i.searchText(), i.Approval, i.DeclineReason, i.Begin, i.End,
		i.PinnedUntil, i.Course, i.Tags.json(), i.Messengers.json(), i.RZDLink, i.ID)
	return err
}

func setApproval(ctx context.Context, tx db.Tx, id int64, to Approval, reason string) error {
	_, err := tx.Exec(ctx, "UPDATE news SET approval = ?, decline_reason = ?, version = version + 1 WHERE id = ?", to, reason, id)
	return err
}

func remove(ctx context.Context, tx db.Tx, id int64) error {
	_, err := tx.Exec(ctx, "DELETE FROM news WHERE id = ?", id)
	return err
}

func moveRegional(ctx context.Context, tx db.Tx, university, region int64) ([]int64, error) {
	return db.All[int64](ctx, tx, "UPDATE news SET region_id = ? WHERE university_id = ? AND level = 'region' RETURNING id", region, university)
}

// exportColumns are what a row of the spreadsheet shows, over the tables of listDefinition.
const exportColumns = `n.id, n.title, n.level, n.approval, n.decline_reason, coalesce((SELECT u.short_name FROM universities u WHERE u.id = n.university_id), '') AS university,
	n.publish_begin, n.publish_end, n.pinned_until, n.for_course, CAST(n.tags AS TEXT) AS tags, EXISTS (SELECT 1 FROM surveys v WHERE v.news_id = n.id) AS has_survey,
	EXISTS (SELECT 1 FROM events e WHERE e.news_id = n.id) AS has_event, n.rzd_link, n.content, n.created_at`
