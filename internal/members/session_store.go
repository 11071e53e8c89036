package members

import (
	"context"
	"time"

	"github.com/google/uuid"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/db"
	"studbonus/internal/platform/fault"
)

// account is a member as sign-in needs it; zero if the number has none.
type account struct {
	ID         int64     `db:"id"`
	UUID       string    `db:"uuid"`
	Phone      string    `db:"phone"`
	Student    int64     `db:"student_id"`
	LastSeenAt time.Time `db:"last_seen_at"`
}

const selectAccount = "SELECT id, uuid, phone, coalesce(student_id, 0) AS student_id, last_seen_at FROM members WHERE "

func accountByPhone(ctx context.Context, q db.Querier, phone string) (account, error) {
	a, err := db.Get[account](ctx, q, selectAccount+"phone = ?", phone)
	if fault.Is(err, fault.KindNotFound) {
		return account{Phone: phone}, nil
	}
	return a, err
}

// accountOf returns the account of a student; zero if there is none.
func accountOf(ctx context.Context, q db.Querier, student int64, lock string) (account, error) {
	a, err := db.Get[account](ctx, q, selectAccount+"student_id = ?"+lock, student)
	if fault.Is(err, fault.KindNotFound) {
		return account{}, nil
	}
	return a, err
}

// deleteAccount deletes an account that has no application and whose other rows are forgotten.
func deleteAccount(ctx context.Context, tx db.Tx, id int64) error {
	if _, err := tx.Exec(ctx, "DELETE FROM member_consents WHERE member_id = ?", id); err != nil {
		return err
	}
	_, err := tx.Exec(ctx, "DELETE FROM members WHERE id = ? AND student_id IS NULL", id)
	return err
}

func insertAccount(ctx context.Context, tx db.Tx, a account, now time.Time) (int64, error) {
	return db.One[int64](ctx, tx, "INSERT INTO members (uuid, phone, created_at, last_seen_at) VALUES (?, ?, ?, ?) RETURNING id", a.UUID, a.Phone, now, now)
}

func setStudent(ctx context.Context, tx db.Tx, member, student int64) error {
	_, err := tx.Exec(ctx, "UPDATE members SET student_id = ? WHERE id = ?", student, member)
	return err
}

func unsetStudent(ctx context.Context, tx db.Tx, member int64) error {
	_, err := tx.Exec(ctx, "UPDATE members SET student_id = NULL WHERE id = ?", member)
	return err
}

func setPhone(ctx context.Context, tx db.Tx, member int64, phone string) error {
	_, err := tx.Exec(ctx, "UPDATE members SET phone = ? WHERE id = ?", phone, member)
	return err
}

// applicant is a student row that an account may belong to.
type applicant struct {
	ID         int64  `db:"id"`
	UUID       string `db:"uuid"`
	University int64  `db:"university_id"`
	BirthDate  string `db:"birth_date"`
}

const selectApplicant = "SELECT s.id, s.uuid, s.university_id, s.birth_date FROM students s WHERE "

func applicantByUUID(ctx context.Context, q db.Querier, scope access.Scope, uuid string) (applicant, error) {
	where, args := scope.Where("s.university_id")
	return db.Get[applicant](ctx, q, selectApplicant+"s.uuid = ? AND "+where, append([]any{uuid}, args...)...)
}

func applicantsByID(ctx context.Context, q db.Querier, id int64) ([]applicant, error) {
	return db.All[applicant](ctx, q, selectApplicant+"s.id = ?", id)
}

// applicantsByPhone returns the rows with this number that no account has; students first, then the newest application.
func applicantsByPhone(ctx context.Context, q db.Querier, phone string) ([]applicant, error) {
	return db.All[applicant](ctx, q, selectApplicant+`s.phone IN (?, ?) AND NOT EXISTS (SELECT 1 FROM members m WHERE m.student_id = s.id)
		ORDER BY CASE s.status WHEN 'active' THEN 1 WHEN 'blocked' THEN 2 WHEN 'moderation' THEN 3 ELSE 4 END, s.id DESC`, phone, "8"+phone[1:])
}

// isTaken reports whether an active or waiting student other than this one has the number.
func isTaken(ctx context.Context, q db.Querier, phone string, except int64) (bool, error) {
	return db.Exists(ctx, q, studentsOfPhone, phone, "8"+phone[1:], except)
}

const studentsOfPhone = "SELECT 1 FROM students WHERE phone IN (?, ?) AND status IN ('active', 'moderation') AND id <> ?"

func isKnownDevice(ctx context.Context, q db.Querier, phone string, hash []byte) (bool, error) {
	return db.Exists(ctx, q, "SELECT 1 FROM known_devices k JOIN members m ON m.id = k.member_id WHERE m.phone = ? AND k.device_hash = ?", phone, hash)
}

func rememberDevice(ctx context.Context, tx db.Tx, member int64, hash []byte, now time.Time) error {
	_, err := tx.Exec(ctx, `INSERT INTO known_devices (member_id, device_hash, seen_at) VALUES (?, ?, ?)
		ON CONFLICT (member_id, device_hash) DO UPDATE SET seen_at = EXCLUDED.seen_at`, member, hash, now)
	return err
}

type newSession struct {
	member         int64
	hash           []byte
	isNative       bool
	agent, address string
	at             time.Time
}

func insertSession(ctx context.Context, tx db.Tx, n newSession) (int64, error) {
	return db.One[int64](ctx, tx, `INSERT INTO member_sessions (uuid, member_id, token_hash, is_native, agent, address, created_at, last_used_at)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?) RETURNING id`, uuid.NewString(), n.member, n.hash, n.isNative, n.agent, n.address, n.at, n.at)
}

// Session is one session of a member.
type Session struct {
	ID         int64     `db:"id"`
	UUID       string    `db:"uuid"`
	IsNative   bool      `db:"is_native"`
	Agent      string    `db:"agent"`
	Address    string    `db:"address"`
	CreatedAt  time.Time `db:"created_at"`
	LastUsedAt time.Time `db:"last_used_at"`
}

func sessionsOf(ctx context.Context, q db.Querier, member, before int64, limit int) ([]Session, error) {
	return db.All[Session](ctx, q, "SELECT "+db.Select[Session]("e")+" FROM member_sessions e WHERE e.member_id = ? AND e.id < ? ORDER BY e.id DESC LIMIT ?", member, before, limit)
}

func deleteSession(ctx context.Context, tx db.Tx, member int64, uuid string) error {
	n, err := tx.Exec(ctx, "DELETE FROM member_sessions WHERE member_id = ? AND uuid = ?", member, uuid)
	if err == nil && n == 0 {
		err = fault.NotFound()
	}
	return err
}

func deleteSessionByID(ctx context.Context, tx db.Tx, id int64) error {
	_, err := tx.Exec(ctx, "DELETE FROM member_sessions WHERE id = ?", id)
	return err
}

// profileRow is an account with its application.
type profileRow struct {
	UUID             string     `db:"uuid"`
	Phone            string     `db:"phone"`
	Email            string     `db:"email"`
	EmailConfirmedAt *time.Time `db:"email_confirmed_at"`
	Status           string     `db:"status"`
	EndYear          int        `db:"end_year"`
}

func profileByID(ctx context.Context, q db.Querier, id int64) (profileRow, error) {
	return db.Get[profileRow](ctx, q, `SELECT m.uuid, m.phone, m.email, m.email_confirmed_at, coalesce(s.status, '') AS status, coalesce(s.end_year, 0) AS end_year
		FROM members m LEFT JOIN students s ON s.id = m.student_id WHERE m.id = ?`, id)
}

// sessionsWithoutSignIn finds sessions whose sign-in is not in the audit log.
func sessionsWithoutSignIn(ctx context.Context, q db.Querier) ([]string, error) {
	return db.All[string](ctx, q, `SELECT 'сеанс студента ' || CAST(e.uuid AS TEXT) || ' начался без записи в журнале' FROM member_sessions e JOIN members m ON m.id = e.member_id
		WHERE NOT EXISTS (SELECT 1 FROM audit_log l WHERE l.kind = 'member' AND l.object = CAST(m.uuid AS TEXT) AND l.action = 'members.signIn') ORDER BY e.id`)
}
