package app

import (
	"context"
	"fmt"
	"os"

	"studbonus/internal/db"
)

// Check is one thing that must hold of an installation; it answers with what is wrong.
type Check struct {
	Name string
	Run  func(ctx context.Context) (wrong []string, err error)
}

// Verify is the command verify.
type Verify struct{ Store }

// Run implements the command: it prints what was checked and fails if anything is wrong.
func (c *Verify) Run(ctx context.Context) error {
	return onInstalled(ctx, c.Store, func(a *App) error {
		bad := 0
		for _, check := range a.Checks() {
			wrong, err := check.Run(ctx)
			if err != nil {
				wrong = append(wrong, err.Error())
			}
			verdict := "в порядке"
			if len(wrong) > 0 {
				verdict, bad = fmt.Sprintf("ошибок: %d", len(wrong)), bad+1
			}
			_, _ = fmt.Printf("%-60s %s\n", check.Name, verdict)
			for _, w := range wrong[:min(len(wrong), 20)] {
				_, _ = fmt.Fprintln(os.Stderr, "  "+w)
			}
		}
		if bad > 0 {
			return fmt.Errorf("проверка не пройдена, пунктов с ошибками: %d", bad)
		}
		return nil
	})
}

// Checks are (a) to (f) of security §4, as far as they can be seen from the data alone.
func (a *App) Checks() []Check {
	return []Check{
		{"(a) каждый вход и каждая смена пароля есть в журнале действий", a.Auth.Verify},
		{"(c) каждое задание завершено или выполняется", a.checkJobs},
		{"(d) каждый файл, названный в базе, цел и на месте", a.Files.Verify},
		{"(e) студентов столько, сколько в их списке", a.Students.Index().Verify},
		{"(e) счётчики акций сходятся с их промокодами", a.Promotions.Verify},
		{"(e) голоса и места сходятся", a.News.Verify},
		{"(e) рейтинги и торговые точки партнёров сходятся", a.Partners.Verify},
		{"(e) лайки отзывов сходятся", a.Reviews.Verify},
		{"(e) просмотры партнёров сходятся", a.Statistics.Verify},
		{"(f) база данных цела", a.checkIntegrity},
		{"(f) журнал действий защищён от изменений", a.checkAppendOnly},
	}
}

func (a *App) checkJobs(ctx context.Context) ([]string, error) {
	return db.All[string](ctx, a.DB, `SELECT 'задание ' || id || ' (' || kind || ') оставлено после всех попыток' FROM river_job WHERE state = 'discarded' ORDER BY id`)
}

func (a *App) checkIntegrity(ctx context.Context) ([]string, error) {
	if a.DB.Postgres() {
		return a.checkPostgresIndexes(ctx)
	}
	found, err := db.All[string](ctx, a.DB, "PRAGMA integrity_check")
	if err != nil || len(found) == 1 && found[0] == "ok" {
		return nil, err
	}
	return found, nil
}

// checkPostgresIndexes uses amcheck where the extension is there; without it the server's own checksums have to do.
func (a *App) checkPostgresIndexes(ctx context.Context) ([]string, error) {
	has, err := db.Exists(ctx, a.DB, "SELECT 1 FROM pg_extension WHERE extname = 'amcheck'")
	if err != nil || !has {
		return nil, err
	}
	var wrong []string
	names, err := db.All[string](ctx, a.DB, `SELECT c.oid::regclass::text FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_am m ON m.oid = c.relam
		JOIN pg_namespace n ON n.oid = c.relnamespace WHERE m.amname = 'btree' AND n.nspname = 'public' AND i.indisvalid`)
	for _, name := range names {
		if _, err := db.One[string](db.InBackground(ctx), a.DB, "SELECT bt_index_check(CAST(? AS regclass))::text", name); err != nil {
			wrong = append(wrong, name+": "+err.Error())
		}
	}
	return wrong, err
}

func (a *App) checkAppendOnly(ctx context.Context) ([]string, error) {
	guards := "SELECT count(*) FROM sqlite_master WHERE type = 'trigger' AND tbl_name = 'audit_log'"
	want := 2
	if a.DB.Postgres() {
		guards, want = "SELECT count(*) FROM pg_trigger WHERE tgrelid = 'audit_log'::regclass AND tgenabled <> 'D' AND NOT tgisinternal", 1
	}
	n, err := db.One[int](ctx, a.DB, guards)
	if err != nil || n == want {
		return nil, err
	}
	return []string{"нет триггеров, которые защищают audit_log"}, nil
}
