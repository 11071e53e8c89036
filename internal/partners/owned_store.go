package partners

import (
	"context"
	"strings"
	"time"

	"studbonus/internal/platform/db"
)

// Owned is the key of a row that belongs to a partner: a discount, a vacancy or a photo.
type Owned struct {
	ID      int64  `db:"id"`
	UUID    string `db:"uuid"`
	Partner int64  `db:"partner_id"`
}

func (o Owned) key() Owned { return o }

// ownedTable is a table of such rows. The SQL is assembled from the tags of T; delete is a literal for the test that each
// table has one writer.
type ownedTable[T interface{ key() Owned }] struct {
	name, order, delete                 string
	addAction, saveAction, deleteAction string // in the audit log
	most                                int    // rows of a partner: its tab shows all of them
	tooMany                             string
}

var (
	discountTable = ownedTable[Discount]{
		name: "discounts", order: "id", delete: "DELETE FROM discounts WHERE id = ?",
		saveAction: "partners.discount.save", deleteAction: "partners.discount.delete",
	}
	vacancyTable = ownedTable[Vacancy]{
		name: "vacancies", order: "id DESC", delete: "DELETE FROM vacancies WHERE id = ?",
		addAction: "partners.vacancy.add", saveAction: "partners.vacancy.save", deleteAction: "partners.vacancy.delete",
		most: 100, tooMany: "У партнёра может быть не больше 100 вакансий.",
	}
	photoTable = ownedTable[Photo]{
		name: "partner_photos", order: "id", delete: "DELETE FROM partner_photos WHERE id = ?",
		addAction: "partners.photo.add", deleteAction: "partners.photo.delete",
		most: 100, tooMany: "У партнёра может быть не больше 100 фотографий.",
	}
)

func (t ownedTable[T]) query() string {
	return "SELECT " + db.Select[T]("t") + " FROM " + t.name + " t"
}

func (t ownedTable[T]) of(ctx context.Context, q db.Querier, partner int64) ([]T, error) {
	return db.All[T](ctx, q, t.query()+" WHERE t.partner_id = ? ORDER BY t."+t.order, partner)
}

func (t ownedTable[T]) byUUID(ctx context.Context, q db.Querier, uuid string) (T, error) {
	return db.Get[T](ctx, q, t.query()+" WHERE t.uuid = ?", uuid)
}

func (t ownedTable[T]) insert(ctx context.Context, tx db.Tx, row T, now time.Time, more ...db.Column) error {
	columns := append(db.FormColumns(row), db.Column{Name: "uuid", Value: row.key().UUID}, db.Column{Name: "partner_id", Value: row.key().Partner}, db.Column{Name: "created_at", Value: now})
	_, err := db.Insert(ctx, tx, t.name, append(columns, more...)...)
	return err
}

// update writes what a form sets. These tables have no version, unlike those of db.Update.
func (t ownedTable[T]) update(ctx context.Context, tx db.Tx, row T) error {
	columns := db.FormColumns(row)
	_, err := tx.Exec(ctx, "UPDATE "+t.name+" SET "+strings.Join(db.Names(columns), " = ?, ")+" = ? WHERE id = ?", append(db.Values(columns), row.key().ID)...)
	return err
}

func (t ownedTable[T]) remove(ctx context.Context, tx db.Tx, row T) error {
	_, err := tx.Exec(ctx, t.delete, row.key().ID)
	return err
}
