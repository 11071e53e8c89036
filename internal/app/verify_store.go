package app

import (
	"context"

	"studbonus/internal/platform/db"
)

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

// checkPostgresIndexes uses amcheck if the extension is installed; otherwise the server's checksums must do.
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

// checkAppendOnly wants the two triggers on each table of the journal.
func (a *App) checkAppendOnly(ctx context.Context) (wrong []string, err error) {
	guards := "SELECT count(*) FROM sqlite_master WHERE type = 'trigger' AND tbl_name = ?"
	if a.DB.Postgres() {
		guards = "SELECT count(*) FROM pg_trigger WHERE tgrelid = CAST(? AS regclass) AND tgenabled <> 'D' AND NOT tgisinternal"
	}
	for _, table := range []string{"audit_log", "audit_personal", "audit_pages", "audit_seals"} {
		n, err := db.One[int](ctx, a.DB, guards, table)
		if err != nil {
			return nil, err
		}
		if n != 2 {
			wrong = append(wrong, "нет триггеров, которые защищают "+table)
		}
	}
	return wrong, nil
}
