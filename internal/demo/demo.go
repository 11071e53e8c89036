// Package demo creates fictitious data to try the console with. It is deterministic and uses the same services as real data.
package demo

import (
	"context"
	"embed"
	"encoding/csv"
	"fmt"
	"time"

	"studbonus/internal/auth"
	"studbonus/internal/cards"
	"studbonus/internal/catalog"
	"studbonus/internal/knowledge"
	"studbonus/internal/members"
	"studbonus/internal/news"
	"studbonus/internal/operators"
	"studbonus/internal/partners"
	"studbonus/internal/platform/access"
	"studbonus/internal/platform/clock"
	"studbonus/internal/platform/db"
	"studbonus/internal/platform/files"
	"studbonus/internal/promotions"
	"studbonus/internal/reviews"
	"studbonus/internal/statistics"
	"studbonus/internal/structure"
	"studbonus/internal/students"
	"studbonus/internal/views"
)

//go:embed data/*.csv
var data embed.FS

// Password of every demo account.
const Password = "Demo-2026!"

// Account is a demo sign-in.
type Account struct {
	Login      string
	Role       access.Role
	IsChairman bool
	IsAdmin    bool
	University string // ИНН
	Note       string // for the greeting
	Surname    string
	Name       string
	Patronymic string
	Job        string
	Phone      string
}

// The demo universities by ИНН (rules 22.3): A and C in Moscow, B in Saint Petersburg.
const (
	universityA = "7729082090"
	universityB = "7801002274"
	universityC = "7701002520"
)

// Domain is the login domain of all demo accounts and of no others.
const Domain = "@demo.studbonus.ru"

// Accounts are the demo sign-ins, at least one per role.
var Accounts = []Account{
	{"all@demo.studbonus.ru", access.OperatorAll, false, true, universityA, "администратор программы, МГУ", "Соколова", "Анна", "Игоревна", "Координатор программы", "79161234501"},
	{"student@demo.studbonus.ru", access.OperatorStudent, false, false, universityA, "студенты и заявки, МГУ", "Кузнецов", "Павел", "Андреевич", "Специалист профкома", "79161234502"},
	{"univer@demo.studbonus.ru", access.OperatorUniver, false, false, universityA, "партнёры и акции, МГУ", "Лебедева", "Мария", "Олеговна", "Менеджер по партнёрам", "79161234503"},
	{"chairman@demo.studbonus.ru", access.Chairman, false, false, universityA, "председатель, МГУ", "Орлов", "Дмитрий", "Сергеевич", "Председатель профсоюзной организации", "79161234504"},
	{"flag@demo.studbonus.ru", access.OperatorUniver, true, false, universityA, "партнёры, акции и модерация новостей, МГУ", "Жукова", "Екатерина", "Павловна", "Заместитель председателя", "79161234505"},
	{"student2@demo.studbonus.ru", access.OperatorStudent, false, false, universityB, "студенты и заявки, СПбГУ", "Белов", "Илья", "Романович", "Специалист профкома", "79161234506"},
	{"chairman2@demo.studbonus.ru", access.Chairman, false, false, universityB, "председатель, СПбГУ", "Королёва", "Ольга", "Викторовна", "Председатель профсоюзной организации", "79161234507"},
	{"admin2@demo.studbonus.ru", access.OperatorStudent, false, true, universityB, "администратор университета, СПбГУ", "Фёдорова", "Наталья", "Сергеевна", "Руководитель отдела", "79161234509"},
	{"new@demo.studbonus.ru", access.OperatorStudent, false, false, universityC, "структура ещё не создана, МГТУ", "Семёнов", "Артём", "Ильич", "Специалист профкома", "79161234508"},
}

// Parts are the services that create the demo data.
type Parts struct {
	DB         *db.DB
	Now        time.Time
	Clock      *clock.Fake // of all services below, to create data in the past
	Auth       *auth.Service
	Operators  *operators.Service
	Catalog    *catalog.Service
	Structure  *structure.Service
	Students   *students.Service
	Members    *members.Service
	Cards      *cards.Service
	Files      *files.Service
	Knowledge  *knowledge.Service
	News       *news.Service
	Partners   *partners.Service
	Promotions *promotions.Service
	Reviews    *reviews.Service
	Statistics *statistics.Service
	Views      *views.Service
}

// Fill creates the demo data in an empty database.
func Fill(ctx context.Context, p Parts) error {
	universities, err := addUniversities(ctx, p)
	if err != nil {
		return err
	}
	for _, a := range Accounts {
		err := p.Operators.Add(ctx, operators.NewOperator{
			Login: a.Login, Password: Password, Role: a.Role, IsChairman: a.IsChairman, IsAdmin: a.IsAdmin, University: universities[a.University].ID,
			Surname: a.Surname, Name: a.Name, Patronymic: a.Patronymic, Phone: a.Phone, Job: a.Job,
		})
		if err != nil {
			return fmt.Errorf("add %s: %w", a.Login, err)
		}
	}
	if err := addStructure(ctx, p); err != nil {
		return err
	}
	if err := addStudents(ctx, p, universities); err != nil {
		return err
	}
	for _, add := range []func(context.Context, Parts) error{addPartners, addReviews, addPromotions, addNews, addKnowledge, addViews, addCards, addSavedViews} {
		if err := add(ctx, p); err != nil {
			return err
		}
	}
	return nil
}

func addUniversities(ctx context.Context, p Parts) (map[string]catalog.University, error) {
	known, err := catalog.ShippedUniversities()
	if err != nil {
		return nil, err
	}
	out := map[string]catalog.University{}
	for _, n := range known {
		if out[n.INN], err = p.Catalog.AddUniversity(ctx, n); err != nil {
			return nil, fmt.Errorf("add university %s: %w", n.ShortName, err)
		}
	}
	return out, nil
}

// records reads a CSV file without its header.
func records(name string) ([][]string, error) {
	f, err := data.Open("data/" + name + ".csv")
	if err != nil {
		return nil, err
	}
	all, err := csv.NewReader(f).ReadAll()
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", name, err)
	}
	return all[1:], nil
}
