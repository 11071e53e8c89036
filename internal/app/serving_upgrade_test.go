package app_test

import (
	"context"
	"database/sql"
	"fmt"
	"net/http"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/fstest"
	"time"

	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/database"

	"studbonus/internal/test/kit"
	"studbonus/internal/test/testdb"
	"studbonus/internal/test/watch"
)

// This program is the previous one of the next release: it serves operators and students while the next release's migrations change
// every table, and afterwards. No request fails, and the installation verifies.
func TestAnInstanceServesWhileTheNextReleaseMigrates(t *testing.T) {
	for _, e := range testdb.Engines() {
		t.Run(string(e), func(t *testing.T) {
			c := kit.Copy(t, e)
			a := kit.Open(t, e, c, kit.WithJobs())
			on := openRaw(t, e, dsnOf(c.Database, c.Data))
			if e == testdb.PostgreSQL {
				exec(t, on, "SET lock_timeout = '500ms'") // as the program's migrations
			}
			ctx, stop := context.WithCancel(t.Context())
			defer stop()
			var work sync.WaitGroup
			var done [4]atomic.Int64
			for i, use := range []func(t *testing.T, a *kit.App) func() []kit.Answer{reading, deciding, signingIn, studying} {
				once := use(t, a)
				work.Go(func() {
					for ctx.Err() == nil {
						for n, got := range once() {
							if got.Status >= http.StatusBadRequest {
								t.Errorf("person %d, call %d: %d %.300s", i, n, got.Status, got.Body)
								return
							}
						}
						done[i].Add(1)
					}
				})
			}
			everybodyWorks := func(when string) {
				var before [len(done)]int64
				for i := range done {
					before[i] = done[i].Load()
				}
				watch.Until(t, time.Minute, "everybody works "+when, func() bool {
					for i := range done {
						if done[i].Load() < before[i]+2 {
							return t.Failed()
						}
					}
					return true
				})
			}
			everybodyWorks("before")
			changed := migrateToTheNext(t, e, on)
			everybodyWorks("afterwards")
			stop()
			work.Wait()
			if changed < 50 {
				t.Errorf("%d tables were changed", changed)
			}
			if err := a.DB.Ready(t.Context()); err != nil {
				t.Error(err)
			}
			for _, check := range a.Checks() {
				if wrong, err := check.Run(t.Context()); err != nil || len(wrong) > 0 {
					t.Errorf("%s: %v, %.300q", check.Name, err, wrong)
				}
			}
		})
	}
}

func dsnOf(database, data string) string {
	if database != "" {
		return database
	}
	return filepath.Join(data, "studbonus.db")
}

// migrateToTheNext adds a column and an index to every table, each in a migration of its own, and a table. It returns how many tables it
// changed.
func migrateToTheNext(t *testing.T, e testdb.Engine, on *sql.DB) int {
	t.Helper()
	speaks, list := database.DialectSQLite3, "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE 'goose_%' AND name NOT LIKE 'river_%' ORDER BY name"
	if e == testdb.PostgreSQL {
		speaks, list = database.DialectPostgres, "SELECT tablename FROM pg_tables WHERE schemaname = current_schema() AND tablename NOT LIKE 'goose_%' AND tablename NOT LIKE 'river_%' ORDER BY tablename"
	}
	tables := texts(t, on, list)
	next := fstest.MapFS{"99999_table.sql": {Data: []byte("-- +goose Up\nCREATE TABLE the_next (id BIGINT PRIMARY KEY);")}}
	for i, table := range tables {
		next[fmt.Sprintf("9%04d_%s.sql", i+1, table)] = &fstest.MapFile{Data: fmt.Appendf(nil,
			"-- +goose Up\nALTER TABLE %[1]s ADD COLUMN of_the_next TEXT NOT NULL DEFAULT 'x';\nCREATE INDEX %[1]s_of_the_next ON %[1]s (of_the_next);", table)}
	}
	p, err := goose.NewProvider(speaks, on, next)
	if err != nil {
		t.Fatal(err)
	}
	for until := time.Now().Add(2 * time.Minute); ; { // as the program's: it gives way to requests and tries again
		_, err := p.Up(t.Context())
		if err == nil {
			return len(tables)
		}
		if isLost := strings.Contains(err.Error(), "40P01") || strings.Contains(err.Error(), "55P03"); !isLost || time.Now().After(until) {
			t.Fatal(err)
		}
		time.Sleep(time.Second)
	}
}

// reading is an administrator who looks through the lists and exports one.
func reading(t *testing.T, a *kit.App) func() []kit.Answer {
	t.Helper()
	c := a.As(t, "all")
	student := kit.One[string](t, a, "SELECT CAST(uuid AS TEXT) FROM students WHERE status = 'active' ORDER BY id LIMIT 1")
	nothing := map[string]any{}
	return func() []kit.Answer {
		return []kit.Answer{
			c.Put("/v1/student", nothing), c.Put("/v1/student/request", map[string]any{"searchString": "иван"}), c.Get("/v1/student/" + student),
			c.Get("/v1/audit/student/" + student), c.Get("/v1/attention"), c.Put("/v1/operators", nothing), c.Put("/v1/journal", nothing), c.Get("/v2/statistics"),
			c.Put("/v1/comments/list", nothing), c.Get("/v1/exports"), c.Put("/v1/find", map[string]any{"q": "анна"}),
		}
	}
}

// deciding is an operator who blocks a student and lifts the block.
func deciding(t *testing.T, a *kit.App) func() []kit.Answer {
	t.Helper()
	c := a.As(t, "student")
	student := kit.One[string](t, a, "SELECT CAST(s.uuid AS TEXT) FROM students s JOIN operators o ON o.university_id = s.university_id WHERE o.login = 'student@demo.studbonus.ru' AND s.status = 'active' ORDER BY s.id DESC LIMIT 1")
	move := func(status string) kit.Answer {
		return c.Put("/v1/user/status", map[string]any{"uuidUser": student, "newStatus": status, "reasonText": "Выход из профсоюза"})
	}
	return func() []kit.Answer {
		return []kit.Answer{move("blocked"), move("active"), c.Put("/v1/student/request/next", map[string]any{}), c.Delete("/v1/student/request/next", nil)}
	}
}

// signingIn is an operator who signs in, saves the own settings and signs out.
func signingIn(t *testing.T, a *kit.App) func() []kit.Answer {
	t.Helper()
	return func() []kit.Answer {
		got := a.Anyone(t).Post("/v1/auth/email", map[string]any{"login": "univer@demo.studbonus.ru", "password": "Demo-2026!", "place": "operator"})
		var in struct{ Tokens struct{ AccessToken string } }
		if got.Status != http.StatusOK {
			return []kit.Answer{got}
		}
		got.Into(&in)
		c := a.Anyone(t)
		c.Access = in.Tokens.AccessToken
		return []kit.Answer{got, c.Get("/operator/info"), c.Get("/v1/auth/sessions"), c.Delete("/v1/auth/sessions", nil)}
	}
}

// studying is a student with a card, who reads and likes partners.
func studying(t *testing.T, a *kit.App) func() []kit.Answer {
	t.Helper()
	s := a.Guest(t)
	s.SignInMember("79000000001")
	partner := kit.One[string](t, a, "SELECT CAST(uuid AS TEXT) FROM partners WHERE status = 'active' ORDER BY id LIMIT 1")
	return func() []kit.Answer {
		a.Clock.Advance(3 * time.Second) // a session has 120 calls a minute
		return []kit.Answer{s.Get("/s/v1/card"), s.Get("/s/v1/partners/" + partner), s.Get("/s/v1/news"), s.Put("/s/v1/favourites/"+partner, nil), s.Delete("/s/v1/favourites/"+partner, nil)}
	}
}
