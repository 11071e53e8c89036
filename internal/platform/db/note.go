package db

import (
	"context"
	"database/sql"
	"errors"
)

// Note reads a note about the installation from the table meta; "" if there is none.
func Note(ctx context.Context, q Querier, name string) (string, error) {
	value, err := One[string](ctx, q, "SELECT value FROM meta WHERE name = ?", name)
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil
	}
	return value, err
}

// ClaimNote stores a note unless there is one and returns the stored value: of instances that start together the first wins.
func (d *DB) ClaimNote(ctx context.Context, name, value string) (string, error) {
	err := d.Tx(ctx, func(ctx context.Context, tx Tx) error {
		_, err := tx.Exec(ctx, "INSERT INTO meta (name, value) VALUES (?, ?) ON CONFLICT (name) DO NOTHING", name, value)
		return err
	})
	if err != nil {
		return "", err
	}
	return Note(ctx, d, name)
}

// SetNote stores a note.
func (d *DB) SetNote(ctx context.Context, name, value string) error {
	return d.Tx(ctx, func(ctx context.Context, tx Tx) error {
		_, err := tx.Exec(ctx, "INSERT INTO meta (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = EXCLUDED.value", name, value)
		return err
	})
}
