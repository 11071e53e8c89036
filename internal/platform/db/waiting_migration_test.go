package db_test

import (
	"context"
	"testing"
	"time"

	"studbonus/internal/platform/db"
	"studbonus/internal/test/testdb"
)

// A migration on PostgreSQL that waits for a table makes everybody wait behind it, so it soon gives up; it tries again,
// because an export may read a table for much longer.
func TestAMigrationOutlastsALongReader(t *testing.T) {
	d := open(t, empty(t, testdb.PostgreSQL))
	if err := d.Migrate(t.Context()); err != nil {
		t.Fatal(err)
	}
	exec(t, d, "CREATE TABLE things (id BIGINT)")
	d.AddMigration("90001_later.sql", "ALTER TABLE things ADD COLUMN name TEXT;")
	reading, over := make(chan struct{}), make(chan error)
	go func() {
		over <- d.Tx(db.InBackground(context.Background()), func(ctx context.Context, tx db.Tx) error {
			_, err := tx.Exec(ctx, "SELECT count(*) FROM things")
			close(reading)
			time.Sleep(3 * time.Second) // longer than a migration waits for a lock
			return err
		})
	}()
	<-reading
	if err := d.Migrate(t.Context()); err != nil {
		t.Error(err)
	}
	if err := <-over; err != nil {
		t.Error(err)
	}
}
