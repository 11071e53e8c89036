package kit

import (
	"context"
	"testing"

	"studbonus/internal/platform/db"
)

// One reads one value directly from the database.
func One[T any](t testing.TB, a *App, text string, args ...any) T {
	t.Helper()
	v, err := db.One[T](context.Background(), a.DB, text, args...)
	if err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	return v
}

// All reads all values directly from the database.
func All[T any](t testing.TB, a *App, text string, args ...any) []T {
	t.Helper()
	v, err := db.All[T](context.Background(), a.DB, text, args...)
	if err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	return v
}

// Exec changes the database directly, without the services.
func Exec(t testing.TB, a *App, text string, args ...any) {
	t.Helper()
	err := a.DB.Tx(context.Background(), func(ctx context.Context, tx db.Tx) error {
		_, err := tx.Exec(ctx, text, args...)
		return err
	})
	if err != nil {
		t.Fatalf("%v: %s", err, text)
	}
}
