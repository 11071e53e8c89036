package app

import (
	"context"
	"time"

	"studbonus/internal/platform/db"
)

// hasSchema reports whether a PostgreSQL database holds an installation.
func hasSchema(ctx context.Context, d *db.DB) (bool, error) {
	return db.Exists(ctx, d, "SELECT 1 FROM information_schema.tables WHERE table_schema = current_schema() AND table_name = 'meta'")
}

func hasOperators(ctx context.Context, d *db.DB) (bool, error) {
	return db.Exists(ctx, d, "SELECT 1 FROM operators")
}

// activeLogins returns the logins of a domain that are not blocked.
func activeLogins(ctx context.Context, d *db.DB, domain string) ([]string, error) {
	return db.All[string](ctx, d, "SELECT login FROM operators WHERE login LIKE ? AND blocked_at IS NULL ORDER BY id", "%"+domain)
}

// databaseTime reads PostgreSQL's clock.
func databaseTime(ctx context.Context, d *db.DB) (time.Time, error) {
	return db.One[time.Time](ctx, d, "SELECT clock_timestamp()")
}
