// Command load fills an empty installation with the benchmark's students and related rows.
package main

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"strings"
	"time"

	"github.com/alecthomas/kong"
	"github.com/jackc/pgx/v5"

	"studbonus/bench/dataset"
	"studbonus/internal/app"
	"studbonus/internal/auth"
	"studbonus/internal/catalog"
	"studbonus/internal/operators"
	"studbonus/internal/platform/access"
	"studbonus/internal/platform/clock"
	"studbonus/internal/platform/db"
	"studbonus/internal/students"
)

const universities = 50

func main() {
	var c struct {
		app.Store
		Rows int `help:"Rows of the data set." default:"1000000"`
	}
	kong.Parse(&c)
	started := time.Now()
	ctx := context.Background()
	err := load(ctx, c.Store, c.Rows)
	if err == nil && db.IsPostgresURL(c.Database) {
		err = vacuum(ctx, c.Database)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Printf("%d students in %s\n", c.Rows, time.Since(started).Round(time.Millisecond))
}

// withoutKeys drops the foreign keys during the load, because PostgreSQL checks them row by row. Adding them back checks
// all rows in one pass.
func withoutKeys(ctx context.Context, url string, fill func() error) error {
	conn, err := pgx.Connect(ctx, url)
	if err != nil {
		return err
	}
	defer conn.Close(ctx) //nolint:errcheck // the statements' own errors count
	var drop, add string
	err = conn.QueryRow(ctx, `SELECT string_agg('ALTER TABLE ' || conrelid::regclass || ' DROP CONSTRAINT ' || conname, ';'),
		string_agg('ALTER TABLE ' || conrelid::regclass || ' ADD CONSTRAINT ' || conname || ' ' || pg_get_constraintdef(oid), ';')
		FROM pg_constraint WHERE contype = 'f' AND conrelid = ANY ('{students,trade_points,promo_codes,reviews}'::regclass[])`).Scan(&drop, &add)
	if err != nil {
		return err
	}
	if _, err := conn.Exec(ctx, drop); err != nil {
		return err
	}
	if err := fill(); err != nil {
		return err
	}
	_, err = conn.Exec(ctx, add)
	return err
}

// vacuum prevents autovacuum from running during the measurement.
func vacuum(ctx context.Context, url string) error {
	conn, err := pgx.Connect(ctx, url)
	if err != nil {
		return err
	}
	defer conn.Close(ctx) //nolint:errcheck // the statement's own error counts
	_, err = conn.Exec(ctx, "VACUUM ANALYZE")
	return err
}

func load(ctx context.Context, s app.Store, n int) error {
	a, err := app.New(ctx, app.Config{Store: s, Serving: app.Serving{Listen: "127.0.0.1:8080"}}, app.Parts{Clock: clock.System, Log: slog.New(slog.DiscardHandler), Cost: auth.DefaultCost})
	if err != nil {
		return err
	}
	defer a.Close()
	ctx = db.InBackground(ctx)
	if !a.DB.Postgres() { // a larger writer cache: the default cannot hold a million random keys
		err := a.DB.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
			_, err := tx.Exec(ctx, "PRAGMA cache_size = -1500000")
			return err
		})
		if err != nil {
			return err
		}
	}
	lines := "name,region,population\n"
	for i, city := range dataset.Cities {
		lines += fmt.Sprintf("%s,Москва,%d\n", city, 1000-i)
	}
	if _, err := a.Catalog.Import(ctx, catalog.Cities, strings.NewReader(lines)); err != nil {
		return err
	}
	homes := make([]int64, universities)
	for i := range homes {
		u, err := a.Catalog.AddUniversity(ctx, catalog.NewUniversity{
			ShortName: fmt.Sprintf("Университет %d", i), FullName: fmt.Sprintf("Университет %d", i), INN: inn(i), City: "Москва",
		})
		if err != nil {
			return err
		}
		homes[i] = u.ID
	}
	err = a.Operators.Add(ctx, operators.NewOperator{Login: dataset.Login, Password: dataset.Password, Role: access.OperatorAll, University: homes[0], Surname: "Проверкин", Name: "Иван"})
	if err != nil {
		return err
	}
	if a.DB.Postgres() {
		return withoutKeys(ctx, s.Database, func() error { return fill(ctx, a, homes, n) })
	}
	return fill(ctx, a, homes, n)
}

func fill(ctx context.Context, a *app.App, homes []int64, n int) error {
	cities := make([]int64, len(dataset.Cities))
	for i, name := range dataset.Cities {
		var err error
		if cities[i], err = db.One[int64](ctx, a.DB, "SELECT c.id FROM cities c JOIN regions r ON r.id = c.region_id WHERE c.name = ? AND r.name = 'Москва'", name); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	// One faculty per name, all at the first university, so that sorting by faculty equals the floor's.
	faculties := make([]int64, len(dataset.Faculties))
	for i, name := range dataset.Faculties {
		err := a.DB.Tx(ctx, func(ctx context.Context, tx db.Tx) error { return a.Structure.AddAnywhere(ctx, tx, homes[0], name) })
		if err != nil {
			return err
		}
		if faculties[i], err = db.One[int64](ctx, a.DB, "SELECT id FROM faculties WHERE name = ? AND university_id = ?", name, homes[0]); err != nil {
			return err
		}
	}
	i := 0
	_, err := a.Students.LoadBulk(ctx, func() *students.Bulk {
		if i == n {
			return nil
		}
		i++
		s := dataset.Make(i)
		name := strings.Fields(s.FullName)
		return &students.Bulk{
			UUID: s.UUID, Code: s.Code, Status: students.Status(dataset.Statuses[s.Status]),
			Application: students.Application{
				University: homes[i%universities], City: cities[s.City], Faculty: &faculties[s.Faculty], Surname: name[0], Name: name[1], Patronymic: name[2],
				Phone: strings.TrimPrefix(s.Phone, "+"), Course: s.Course, StartYear: dataset.StartYear, EndYear: dataset.EndYear,
			},
		}
	})
	if err != nil {
		return err
	}
	return fillAreas(ctx, a, cities, n)
}

// inn returns a valid number that no tax office issues.
func inn(i int) string {
	digits := fmt.Sprintf("00%07d", i+1)
	sum := 0
	for k, w := range []int{2, 4, 10, 3, 5, 9, 4, 6, 8} {
		sum += w * int(digits[k]-'0')
	}
	return digits + fmt.Sprint(sum%11%10)
}
