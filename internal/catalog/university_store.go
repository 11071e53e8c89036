package catalog

import (
	"context"
	"time"

	"studbonus/internal/platform/audit"
	"studbonus/internal/platform/db"
	"studbonus/internal/platform/listquery"
)

var selectUniversities = "SELECT " + db.Select[University]("u") + " FROM universities u JOIN cities c ON c.id = u.city_id JOIN regions r ON r.id = c.region_id WHERE "

func findUniversities(ctx context.Context, q db.Querier, name string) ([]University, error) {
	return db.All[University](ctx, q, selectUniversities+`u.name_key LIKE ? ESCAPE '\' ORDER BY u.name_key, u.id LIMIT ?`, "%"+likeText(name)+"%", foundAtMost)
}

// universityOrder are the orders of the list.
var universityOrder = map[string]string{sortName: "u.name_key", sortDate: "u.id"}

// matching is a search in a short list: by a part of the name, or by the beginning of the ИНН.
const matching = `(u.name_key LIKE ? ESCAPE '\' OR u.inn LIKE ? ESCAPE '\')`

func listUniversities(ctx context.Context, q db.Querier, l listquery.Query[struct{}]) (page listquery.Page[University], err error) {
	text := likeText(l.Search)
	args := []any{"%" + text + "%", text + "%"}
	if page.Total, err = db.One[int](ctx, q, "SELECT count(*) FROM universities u WHERE "+matching, args...); err != nil {
		return page, err
	}
	direction := string(l.Direction)
	page.Rows, err = db.All[University](ctx, q, selectUniversities+matching+" ORDER BY "+universityOrder[l.Sort]+" "+direction+", u.id "+direction+" LIMIT ? OFFSET ?",
		append(args, l.Limit, l.Offset)...)
	return page, err
}

func universityByINN(ctx context.Context, q db.Querier, inn string) (University, error) {
	return db.Get[University](ctx, q, selectUniversities+"u.inn = ?", inn)
}

func universityByUUID(ctx context.Context, q db.Querier, uuid string) (University, error) {
	return db.Get[University](ctx, q, selectUniversities+"u.uuid = ?", uuid)
}

// lockUniversity keeps others from changing a university.
func lockUniversity(ctx context.Context, tx db.Tx, uuid string) (University, error) {
	if _, err := db.Get[int64](ctx, tx, "SELECT id FROM universities WHERE uuid = ?"+tx.ForUpdate(), uuid); err != nil {
		return University{}, err
	}
	return universityByUUID(ctx, tx, uuid)
}

// universityTables refer to universities, those first that most universities have rows in.
var universityTables = []string{
	"operators", "students", "faculties", "news", "knowledge_questions", "review_templates", "saved_views", invitationTable, "reviews", "complaints", "files",
}

const invitationTable = "invitations"

// isUniversityUsed reports whether something belongs to a university. Invitations that have ended do not keep it.
func isUniversityUsed(ctx context.Context, q db.Querier, id int64) (bool, error) {
	for _, table := range universityTables {
		condition := ""
		if table == invitationTable {
			condition = " AND accepted_at IS NULL AND revoked_at IS NULL"
		}
		if isUsed, err := db.Exists(ctx, q, "SELECT 1 FROM "+table+" WHERE university_id = ?"+condition, id); err != nil || isUsed {
			return isUsed, err
		}
	}
	return false, nil
}

func columnsOf(u University) []db.Column {
	return append(db.FormColumns(u.UniversityFields), db.Column{Name: "city_id", Value: u.City},
		db.Column{Name: "name_key", Value: listquery.Fold(u.ShortName + " " + u.FullName)})
}

func insertUniversity(ctx context.Context, tx db.Tx, u University, now time.Time) (int64, error) {
	return db.Insert(ctx, tx, "universities", append(columnsOf(u), db.Column{Name: "uuid", Value: u.UUID}, db.Column{Name: "created_at", Value: now})...)
}

func saveUniversity(ctx context.Context, tx db.Tx, u University) error {
	return db.Update(ctx, tx, "universities", u.ID, columnsOf(u)...)
}

func deleteUniversity(ctx context.Context, tx db.Tx, id int64) error {
	_, err := tx.Exec(ctx, "DELETE FROM universities WHERE id = ?", id)
	return err
}

// moveUniversities moves the universities of a city to another.
func moveUniversities(ctx context.Context, tx db.Tx, from, into int64) ([]int64, error) {
	return db.All[int64](ctx, tx, "UPDATE universities SET city_id = ?, version = version + 1 WHERE city_id = ? RETURNING id", into, from)
}

func universitiesIn(ctx context.Context, q db.Querier, city int64) ([]int64, error) {
	return db.All[int64](ctx, q, "SELECT id FROM universities WHERE city_id = ? ORDER BY id", city)
}

func setMessengerLink(ctx context.Context, tx db.Tx, university int64, link string) error {
	_, err := tx.Exec(ctx, "UPDATE universities SET messenger_link = ? WHERE id = ?", link, university)
	return err
}

// cityPlace is a city as the form of a university names it.
type cityPlace struct {
	ID     int64 `db:"id"`
	Region int64 `db:"region_id"`
}

// lockCity keeps a city from being deleted until the transaction ends.
func lockCity(ctx context.Context, tx db.Tx, uuid string) (cityPlace, error) {
	return db.Get[cityPlace](ctx, tx, "SELECT id, region_id FROM cities WHERE uuid = ?"+tx.ForUpdate(), uuid)
}

// addUniversity creates a university with the first row of its history.
func addUniversity(ctx context.Context, tx db.Tx, u University, now time.Time) (University, error) {
	if _, err := insertUniversity(ctx, tx, u, now); err != nil {
		return u, err
	}
	added, err := universityByINN(ctx, tx, u.INN)
	if err != nil {
		return added, err
	}
	return added, audit.Write(ctx, tx, now, audit.Entry{Action: "universities.add", Kind: universityKind, Object: added.UUID, After: audit.FormFields(added)})
}
