package operators

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/db"
	"studbonus/internal/platform/form"
	"studbonus/internal/platform/listengine"
)

// The facets of the list.
const (
	facetStatus = iota
	facetRole
	facetUniversity
	facetAdmin
)

const isAdmin = 1 // the facet value of administrators

var (
	statusNumbers = map[Status]int64{Active: 1, Blocked: 2}
	roleNumbers   = map[access.Role]int64{access.OperatorAll: 1, access.OperatorStudent: 2, access.OperatorUniver: 3, access.Chairman: 4}
)

// listDefinition declares the list of operators.
var listDefinition = listengine.Definition{
	Table: "operators", From: "operators o", ID: "o.id", Scope: "o.university_id", Search: "o.search_text", Rows: rowsByID,
	Facets: []listengine.Facet{
		facetStatus: listengine.Value("CASE WHEN o.blocked_at IS NULL THEN 1 ELSE 2 END"), facetRole: listengine.Enum("o.role", roleNumbers),
		facetUniversity: listengine.Value("o.university_id"), facetAdmin: listengine.Value("CASE WHEN o.is_admin THEN 1 ELSE 0 END"),
	},
	Sorts: map[string]listengine.Sort{sortDate: listengine.ByID(), sortName: listengine.ByText("o.name_key"), sortLogin: listengine.ByText("o.login")},
}

var (
	selectOperators = "SELECT " + db.Select[Operator]("o") + " FROM operators o JOIN universities u ON u.id = o.university_id LEFT JOIN second_factors f ON f.operator_id = o.id WHERE "
	rowsByID        = selectOperators + "o.id IN (?)"
)

func all(ctx context.Context, q db.Querier) ([]Operator, error) {
	return db.All[Operator](ctx, q, selectOperators+"TRUE ORDER BY o.id")
}

func byLogin(ctx context.Context, q db.Querier, login string) (Operator, error) {
	return db.Get[Operator](ctx, q, selectOperators+"o.login = ?", login)
}

func byID(ctx context.Context, q db.Querier, id int64) (Operator, error) {
	return db.Get[Operator](ctx, q, selectOperators+"o.id = ?", id)
}

func byUUID(ctx context.Context, q db.Querier, scope access.Scope, uuid string) (Operator, error) {
	where, args := scope.Where("o.university_id")
	return db.Get[Operator](ctx, q, selectOperators+"o.uuid = ? AND "+where, append([]any{uuid}, args...)...)
}

// lockWithAdmins keeps others from changing these accounts and those of the programme's administrators, always in one order:
// the last administrator is counted under this lock.
func lockWithAdmins(ctx context.Context, tx db.Tx, ids ...int64) error {
	_, err := db.All[int64](ctx, tx, "SELECT id FROM operators WHERE id IN (?) OR is_admin AND role = ? AND blocked_at IS NULL ORDER BY id"+tx.ForUpdate(), ids, access.OperatorAll)
	return err
}

// lock keeps others from changing an account.
func lock(ctx context.Context, tx db.Tx, id int64) error {
	_, err := db.Get[int64](ctx, tx, "SELECT id FROM operators WHERE id = ?"+tx.ForUpdate(), id)
	return err
}

// otherProgrammeAdmins counts the active administrators of the programme but for one.
func otherProgrammeAdmins(ctx context.Context, q db.Querier, but int64) (int, error) {
	return db.One[int](ctx, q, "SELECT count(*) FROM operators WHERE is_admin AND role = ? AND blocked_at IS NULL AND id <> ?", access.OperatorAll, but)
}

func insert(ctx context.Context, tx db.Tx, o Operator, hash string) (int64, error) {
	f := foldedOf(o.Login, form.Person{Surname: o.Surname, Name: o.Name, Patronymic: o.Patronymic})
	return db.One[int64](ctx, tx, `INSERT INTO operators (uuid, login, password_hash, role, is_chairman, is_admin, university_id, surname, name, patronymic, phone, job,
			created_at, password_set_at, name_key, search_text)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id`,
		o.UUID, o.Login, hash, o.Role, o.IsChairman, o.IsAdmin, o.University, o.Surname, o.Name, o.Patronymic, o.Phone, o.Job, o.CreatedAt, o.CreatedAt, f.NameKey, f.SearchText)
}

func setRights(ctx context.Context, tx db.Tx, operator int64, r access.Rights) error {
	_, err := tx.Exec(ctx, "UPDATE operators SET role = ?, is_chairman = ?, is_admin = ?, university_id = ?, version = version + 1 WHERE id = ?",
		r.Role, r.IsChairman, r.IsAdmin, r.University, operator)
	return err
}

func setBlocked(ctx context.Context, tx db.Tx, operator int64, at *time.Time) error {
	_, err := tx.Exec(ctx, "UPDATE operators SET blocked_at = ?, version = version + 1 WHERE id = ?", at, operator)
	return err
}

func setSignedIn(ctx context.Context, tx db.Tx, operator int64, now time.Time) error {
	_, err := tx.Exec(ctx, "UPDATE operators SET signed_in_at = ? WHERE id = ?", now, operator)
	return err
}

func saveProfile(ctx context.Context, tx db.Tx, operator int64, p form.Person) error {
	login, err := db.Get[string](ctx, tx, "UPDATE operators SET surname = ?, name = ?, patronymic = ?, phone = ?, job = ?, version = version + 1 WHERE id = ? RETURNING login",
		p.Surname, p.Name, p.Patronymic, p.Phone, p.Job, operator)
	if err != nil {
		return err
	}
	return setFolded(ctx, tx, operator, foldedOf(login, p))
}

func setOpensAttention(ctx context.Context, tx db.Tx, operator int64, opens bool) error {
	_, err := tx.Exec(ctx, "UPDATE operators SET opens_attention = ? WHERE id = ?", opens, operator)
	return err
}

func setKeys(ctx context.Context, tx db.Tx, operator int64, slash, pages bool) error {
	_, err := tx.Exec(ctx, "UPDATE operators SET slash_key = ?, page_keys = ? WHERE id = ?", slash, pages, operator)
	return err
}

func setFolded(ctx context.Context, tx db.Tx, operator int64, f folded) error {
	_, err := tx.Exec(ctx, "UPDATE operators SET name_key = ?, search_text = ? WHERE id = ?", f.NameKey, f.SearchText, operator)
	return err
}

// foldedRow is an account with its derived columns as stored.
type foldedRow struct {
	ID         int64  `db:"id"`
	Login      string `db:"login"`
	Surname    string `db:"surname"`
	Name       string `db:"name"`
	Patronymic string `db:"patronymic"`
	folded
}

func foldedRows(ctx context.Context, q db.Querier) ([]foldedRow, error) {
	return db.All[foldedRow](ctx, q, "SELECT id, login, surname, name, patronymic, name_key, search_text FROM operators ORDER BY id")
}

func universityIDs(ctx context.Context, q db.Querier, uuid string) ([]int64, error) {
	return db.IDs(ctx, q, "universities", uuid)
}

func universityName(ctx context.Context, q db.Querier, id int64) (string, error) {
	return db.One[string](ctx, q, "SELECT short_name FROM universities WHERE id = ?", id)
}

// lockHash updates the row to itself: on both engines this locks it until the transaction ends.
func lockHash(ctx context.Context, tx db.Tx, operator int64, hash string) (bool, error) {
	n, err := tx.Exec(ctx, "UPDATE operators SET password_hash = password_hash WHERE id = ? AND password_hash = ? AND blocked_at IS NULL", operator, hash)
	return n > 0, err
}

func setHash(ctx context.Context, tx db.Tx, operator int64, hash string) (uuid string, err error) {
	return db.Get[string](ctx, tx, "UPDATE operators SET password_hash = ? WHERE id = ? RETURNING uuid", hash, operator)
}

func setPassword(ctx context.Context, tx db.Tx, operator int64, hash string, now time.Time) (uuid string, err error) {
	return db.Get[string](ctx, tx, "UPDATE operators SET password_hash = ?, password_set_at = ? WHERE id = ? RETURNING uuid", hash, now, operator)
}

type passwordRow struct {
	UUID  string    `db:"uuid"`
	Login string    `db:"login"`
	Hash  string    `db:"password_hash"`
	SetAt time.Time `db:"password_set_at"`
}

func passwordRows(ctx context.Context, q db.Querier) ([]passwordRow, error) {
	return db.All[passwordRow](ctx, q, "SELECT uuid, login, password_hash, password_set_at FROM operators ORDER BY id")
}

// auditedPassword is the latest audit row of an operator's password.
type auditedPassword struct {
	at   time.Time
	mark string // of the hash
}

// auditedPasswords returns them by operator.
func auditedPasswords(ctx context.Context, q db.Querier) (map[string]auditedPassword, error) {
	type row struct {
		Object  string    `db:"object"`
		At      time.Time `db:"at"`
		Changes string    `db:"changes"`
	}
	rows, err := db.All[row](ctx, q, `SELECT object, at, CAST(changes AS TEXT) AS changes FROM audit_log
		WHERE kind = ? AND action IN ('operators.add', 'auth.password', 'auth.rehash') ORDER BY seq`, auditKind)
	if err != nil {
		return nil, err
	}
	latest := make(map[string]auditedPassword, len(rows))
	for _, r := range rows {
		var changes struct {
			PasswordMark struct{ To string }
		}
		if err := json.Unmarshal([]byte(r.Changes), &changes); err != nil {
			return nil, fmt.Errorf("audit row of %s: %w", r.Object, err)
		}
		latest[r.Object] = auditedPassword{r.At, changes.PasswordMark.To}
	}
	return latest, nil
}

// universityNames returns the name of a university; none for an unknown one.
func universityNames(ctx context.Context, q db.Querier, uuid string) ([]string, error) {
	if uuid == "" {
		return nil, nil
	}
	return db.All[string](ctx, q, "SELECT short_name FROM universities WHERE uuid = ?", uuid)
}

// exportColumns are what a row of the spreadsheet shows, over the tables of listDefinition.
const exportColumns = `o.id, trim(o.surname || ' ' || o.name || ' ' || o.patronymic) AS full_name, o.login, o.phone, o.job, o.role, o.is_chairman, o.is_admin,
	(SELECT u.short_name FROM universities u WHERE u.id = o.university_id) AS university, o.blocked_at,
	EXISTS (SELECT 1 FROM second_factors f WHERE f.operator_id = o.id AND f.secret IS NOT NULL) AS has_factor, o.signed_in_at, o.created_at`
