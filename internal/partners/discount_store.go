package partners

import (
	"context"
	"strings"
	"time"

	"studbonus/internal/db"
)

const discountColumns = "id, uuid, partner_id, place, type, name, size, description"

// insertInto is the head of an insert with a mark for every column.
func insertInto(table string, columns []string) string {
	return "INSERT INTO " + table + " (" + strings.Join(columns, ", ") + ") VALUES (" + strings.TrimSuffix(strings.Repeat("?,", len(columns)), ",") + ")"
}

func discountsOf(ctx context.Context, q db.Querier, partner int64) ([]Discount, error) {
	return db.All[Discount](ctx, q, "SELECT "+discountColumns+" FROM discounts WHERE partner_id = ? ORDER BY id", partner)
}

func discountByUUID(ctx context.Context, q db.Querier, uuid string) (Discount, error) {
	return db.Get[Discount](ctx, q, "SELECT "+discountColumns+" FROM discounts WHERE uuid = ?", uuid)
}

var discountInsert = insertInto("discounts", []string{"uuid", "partner_id", "place", "type", "name", "size", "description", "created_at"})

func insertDiscount(ctx context.Context, tx db.Tx, d Discount, now time.Time) error {
	_, err := tx.Exec(ctx, discountInsert, d.UUID, d.Partner, d.Place, d.Type, d.Name, d.Size, d.Description, now)
	return err
}

func saveDiscount(ctx context.Context, tx db.Tx, d Discount) error {
	_, err := tx.Exec(ctx, "UPDATE discounts SET type = ?, name = ?, size = ?, description = ? WHERE id = ?", d.Type, d.Name, d.Size, d.Description, d.ID)
	return err
}

func deleteDiscount(ctx context.Context, tx db.Tx, id int64) error {
	_, err := tx.Exec(ctx, "DELETE FROM discounts WHERE id = ?", id)
	return err
}
