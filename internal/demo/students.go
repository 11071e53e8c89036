package demo

import (
	"context"
	"fmt"
	"time"

	"studbonus/internal/catalog"
	"studbonus/internal/platform/access"
	"studbonus/internal/platform/db"
	"studbonus/internal/structure"
	"studbonus/internal/students"
)

const (
	studentCount = 2000
	atOnce       = 200 // records per transaction: one commit each would take minutes
)

var (
	blockReasons  = []string{"Неуплата членского взноса", "Выход из профсоюза", "Исключение из профсоюза", "Заявление студента от 12 октября"}
	rejectReasons = []string{"Ошибки в ФИО", "Некорректное фото / нет фото", "Чёрный список", "Указан факультет другого университета"}
)

// moderators run the universities that have students. They are a list because its order decides the identifiers.
var moderators = []struct{ login, inn string }{{"student", universityA}, {"student2", universityB}}

// addStructure creates the faculties of universities A and B from the catalogue, as their operators.
func addStructure(ctx context.Context, p Parts) error {
	specialties := map[string]map[string][]string{}
	rows, err := records("specialties")
	if err != nil {
		return err
	}
	for _, r := range rows {
		if specialties[r[0]] == nil {
			specialties[r[0]] = map[string][]string{}
		}
		specialties[r[0]][r[1]] = append(specialties[r[0]][r[1]], r[2])
	}
	for _, m := range moderators {
		ctx, err := as(ctx, p, m.login)
		if err != nil {
			return err
		}
		names, err := p.Structure.Known(ctx, m.inn)
		if err != nil {
			return err
		}
		added, err := p.Structure.AddMany(ctx, names)
		if err != nil {
			return err
		}
		for _, f := range added {
			change := structure.Change{Faculty: f.UUID}
			for _, s := range specialties[m.inn][f.Name] {
				change.Specialties = append(change.Specialties, structure.SpecialtyChange{Name: s})
			}
			if err := p.Structure.Save(ctx, change); err != nil {
				return fmt.Errorf("specialties of %s: %w", f.Name, err)
			}
		}
	}
	return nil
}

// side is a university and its moderating operator.
type side struct {
	place    place
	operator access.Principal
}

// addStudents creates a year of applications; operators decide most of them.
func addStudents(ctx context.Context, p Parts, universities map[string]catalog.University) error {
	made, err := newPeople(1)
	if err != nil {
		return err
	}
	var sides []side
	for _, m := range moderators {
		at, err := placeOf(ctx, p.DB, universities[m.inn].ID)
		if err != nil {
			return err
		}
		operator, err := as(ctx, p, m.login)
		if err != nil {
			return err
		}
		sides = append(sides, side{at, access.From(operator)})
	}
	signedIn, err := openAccounts(ctx, p)
	if err != nil {
		return err
	}
	for done := 0; done < studentCount; done += atOnce {
		err := p.together(ctx, func(ctx context.Context) error {
			for i := done; i < done+atOnce; i++ {
				p.overTheYear(i, studentCount)
				s := sides[i%5%2] // three of five in A
				a := made.applicant(s.place, p.Clock.Now().Year())
				if err := addStudent(ctx, p, applicant{s, a, i, signedIn[i]}); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	p.Clock.Set(p.Now)
	return p.Students.CleanUp(ctx) // documents past their term
}

// applicant is one of the demo students before the application is sent.
type applicant struct {
	side
	students.Application
	number  int
	account *account // nil: applied before there were accounts
}

// addStudent derives the status from the number, so that every status occurs throughout the year.
func addStudent(ctx context.Context, p Parts, a applicant) error {
	id, err := a.apply(ctx, p)
	if err != nil {
		return err
	}
	number, operator := a.number, access.WithPrincipal(ctx, a.operator)
	move := func(to students.Status, reason string) error {
		p.later(time.Duration(5+number%40) * time.Hour)
		return p.Students.Move(operator, students.Move{Student: id, To: to, Reason: reason}, func(int64) bool { return false })
	}
	switch {
	case a.account != nil && a.account.isResent:
		if err := move(students.Rejected, rejectReasons[1]); err != nil {
			return err
		}
		p.later(3 * time.Hour)
		return a.resend(ctx, p)
	case number > studentCount*85/100 && number%3 == 1: // the latest are still pending
		return nil
	case number%16 == 9:
		return move(students.Rejected, rejectReasons[number/16%len(rejectReasons)])
	}
	if err := move(students.Active, ""); err != nil {
		return err
	}
	if number%16 == 12 {
		return move(students.Blocked, blockReasons[number/16%len(blockReasons)])
	}
	return nil
}

// placeOf reads the faculties and cities that students of a university choose from.
func placeOf(ctx context.Context, d *db.DB, university int64) (place, error) {
	at := place{university: university}
	var err error
	at.cities, err = db.All[int64](ctx, d, `SELECT c.id FROM cities c JOIN universities u ON u.id = ?
		ORDER BY CASE WHEN c.id = u.city_id THEN 0 ELSE 1 END, c.population DESC, c.id LIMIT 25`, university)
	if err != nil {
		return at, err
	}
	ids, err := db.All[int64](ctx, d, "SELECT id FROM faculties WHERE university_id = ? ORDER BY id", university)
	if err != nil {
		return at, err
	}
	for _, id := range ids {
		f := faculty{id: id}
		if f.specialties, err = db.All[int64](ctx, d, "SELECT id FROM specialties WHERE faculty_id = ? ORDER BY id", id); err != nil {
			return at, err
		}
		at.faculties = append(at.faculties, f)
	}
	return at, nil
}

// as returns the context of a demo account.
func as(ctx context.Context, p Parts, account string) (context.Context, error) {
	login := account + Domain
	all, err := p.Operators.All(ctx)
	if err != nil {
		return nil, err
	}
	for _, o := range all {
		if o.Login == login {
			who, err := p.Auth.Principal(ctx, o.ID)
			return access.WithPrincipal(ctx, who), err
		}
	}
	return nil, fmt.Errorf("no demo account %s", login)
}

// together runs several changes in one transaction.
func (p Parts) together(ctx context.Context, change func(context.Context) error) error {
	unit := p.DB.NewUnit(func(context.Context, db.Tx) error { return nil })
	defer unit.Close()
	if err := change(unit.With(ctx)); err != nil {
		return err
	}
	return unit.Commit(ctx, func(context.Context, db.Tx) error { return nil })
}

// later advances the clock, at most to now.
func (p Parts) later(d time.Duration) {
	at := p.Clock.Now().Add(d)
	if at.After(p.Now) {
		at = p.Now
	}
	p.Clock.Set(at)
}

// overTheYear sets the clock to the i-th of n moments of the past year, so that history and statistics have data.
func (p Parts) overTheYear(i, n int) { p.Clock.Set(momentOf(p.Now, i, n)) }

// momentOf returns the i-th of n moments of the past year.
func momentOf(now time.Time, i, n int) time.Time {
	const year = 365 * 24 * time.Hour
	return now.Add(-year + year/time.Duration(n+1)*time.Duration(i+1)) // divide first: a year in nanoseconds times a few hundred overflows
}
