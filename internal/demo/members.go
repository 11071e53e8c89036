package demo

import (
	"bytes"
	"context"
	"fmt"
	"time"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/clock"
	"studbonus/internal/platform/db"
	"studbonus/internal/platform/files"
	"studbonus/internal/students"
)

// Member is a demo student who signs in on the students' face.
type Member struct {
	Phone      string
	Surname    string
	Name       string
	Patronymic string
	Note       string // for the greeting
	isWoman    bool
	number     int  // which of the demo students; it decides the status
	isResent   bool // rejected and sent again
	isExpired  bool // applied a year ago, for the last months of the studies
}

// Members are the demo students with an account, at least one per standing, all of university A.
var Members = []Member{
	{Phone: "79000000001", Surname: "Морозова", Name: "Алина", Patronymic: "Игоревна", Note: "карта действует", isWoman: true, number: 1970},
	{Phone: "79000000002", Surname: "Тихонов", Name: "Максим", Patronymic: "Олегович", Note: "заявка на рассмотрении", number: 1999},
	{Phone: "79000000003", Surname: "Зайцева", Name: "Дарья", Patronymic: "Романовна", Note: "заявка отправлена повторно", isWoman: true, number: 1984, isResent: true},
	{Phone: "79000000004", Surname: "Громов", Name: "Кирилл", Patronymic: "Андреевич", Note: "заявка отклонена", number: 1929},
	{Phone: "79000000005", Surname: "Ларина", Name: "Полина", Patronymic: "Сергеевна", Note: "карта истекла", isWoman: true, number: 40, isExpired: true},
	{Phone: "79000000006", Surname: "Фадеев", Name: "Никита", Patronymic: "Павлович", Note: "карта заблокирована", number: 1932},
}

// account is a member who has signed in and is about to apply.
type account struct {
	Member
	member access.Member
	form   students.Form // as it was sent
}

const (
	phoneAgent    = "Mozilla/5.0 (Linux; Android 14; Pixel 8) Chrome/141.0 Mobile"
	computerAgent = "Mozilla/5.0 (X11; Linux x86_64) Firefox/145.0"
)

// openAccounts signs the members in at the time of their application and returns them by student number. It commits before
// the applications, because other transactions must see the sessions.
func openAccounts(ctx context.Context, p Parts) (map[int]*account, error) {
	out := map[int]*account{}
	for _, m := range Members {
		p.Clock.Set(m.appliedAt(p.Now))
		member, err := p.Members.SignInWithoutCode(ctx, m.Phone, computerAgent)
		if err != nil {
			return nil, fmt.Errorf("sign in %s: %w", m.Phone, err)
		}
		out[m.number] = &account{Member: m, member: member}
	}
	return out, nil
}

// appliedAt returns when the application was sent. A year ago, the last 30 September was still to come.
func (m Member) appliedAt(now time.Time) time.Time {
	if m.isExpired {
		return now.AddDate(-1, 0, 0)
	}
	return momentOf(now, m.number, studentCount)
}

// studies returns the course and the years of an application.
func (m Member) studies(applied time.Time) (course, start, end int) {
	year := applied.In(clock.Moscow).Year()
	if !m.isExpired {
		return 2, year - 1, year + 3
	}
	if clock.DateOf(applied) > access.ValidUntil(year) {
		year++
	}
	return 4, year - 4, year
}

// apply sends the application, a member's through the account, and returns the student.
func (a *applicant) apply(ctx context.Context, p Parts) (uuid string, err error) {
	if a.account == nil {
		return p.Students.Apply(ctx, a.Application)
	}
	p.Clock.Set(a.account.appliedAt(p.Now))
	ctx = access.WithMember(ctx, a.account.member)
	if err := a.fillForm(ctx, p); err != nil {
		return "", err
	}
	if err := p.Students.Join(ctx, a.account.form); err != nil {
		return "", fmt.Errorf("application of %s: %w", a.account.Phone, err)
	}
	err = p.DB.Tx(ctx, func(ctx context.Context, tx db.Tx) (err error) {
		uuid, err = db.One[string](ctx, tx, "SELECT CAST(uuid AS TEXT) FROM students WHERE phone = ?", a.account.Phone)
		return err
	})
	return uuid, err
}

// resend sends the application again with a better portrait.
func (a *applicant) resend(ctx context.Context, p Parts) error {
	ctx = access.WithMember(ctx, a.account.member)
	drawn, err := portrait(a.account.Member, true)
	if err != nil {
		return err
	}
	if a.account.form.Portrait, err = uploadPhoto(ctx, p, files.Image, drawn); err != nil {
		return err
	}
	return p.Students.Resend(ctx, a.account.form)
}

// fillForm fills in the application as the member does: person, studies, pictures, consents.
func (a *applicant) fillForm(ctx context.Context, p Parts) error {
	m := a.account.Member
	f, err := a.choices(ctx, p)
	if err != nil {
		return err
	}
	f.Surname, f.Name, f.Patronymic = m.Surname, m.Name, m.Patronymic
	f.Course, f.StartYear, f.EndYear = m.studies(p.Clock.Now())
	f.Birth = fmt.Sprintf("%d-05-%02d", f.StartYear-19, 10+m.number%10)
	drawn, err := portrait(m, !m.isResent)
	if err != nil {
		return err
	}
	if f.Portrait, err = uploadPhoto(ctx, p, files.Image, drawn); err != nil {
		return err
	}
	if drawn, err = studentCard(m, f); err != nil {
		return err
	}
	if f.Document, err = uploadPhoto(ctx, p, files.Document, drawn); err != nil {
		return err
	}
	texts, err := p.Members.Texts(ctx)
	f.Consents = map[string]int{}
	for _, t := range texts {
		if t.Kind != "parent" {
			f.Consents[t.Kind] = t.Version
		}
	}
	a.account.form = f
	return err
}

// choices returns a form with the university, city, faculty and specialty of the applicant.
func (a *applicant) choices(ctx context.Context, p Parts) (students.Form, error) {
	row, err := db.One[struct {
		University string `db:"university"`
		City       string `db:"city"`
		Faculty    string `db:"faculty"`
		Specialty  string `db:"specialty"`
	}](ctx, p.DB, `SELECT CAST(u.uuid AS TEXT) AS university, CAST(c.uuid AS TEXT) AS city, coalesce(CAST(f.uuid AS TEXT), '') AS faculty,
			coalesce(CAST(s.uuid AS TEXT), '') AS specialty
		FROM universities u JOIN cities c ON c.id = ? LEFT JOIN faculties f ON f.id = ? LEFT JOIN specialties s ON s.id = ? WHERE u.id = ?`,
		a.City, a.Faculty, a.Specialty, a.University)
	return students.Form{University: row.University, City: row.City, Faculty: row.Faculty, Specialty: row.Specialty}, err
}

func uploadPhoto(ctx context.Context, p Parts, kind files.Kind, drawn []byte) (key string, err error) {
	f, err := p.Files.UploadPhoto(ctx, kind, bytes.NewReader(drawn))
	return f.Key, err
}
