package partners

import (
	"context"

	"github.com/google/uuid"

	"studbonus/internal/access"
	"studbonus/internal/audit"
	"studbonus/internal/db"
	"studbonus/internal/fault"
	"studbonus/internal/index"
)

// Bulk is a partner of a bulk load.
type Bulk struct {
	Change
	Category, City int64
	Status         Status
	Reason         string
}

// LoadBulk puts many partners into the table at once, for measurements; their history is not told.
func (s *Service) LoadBulk(ctx context.Context, next func() *Bulk) (int64, error) {
	return s.load(ctx, "partners", insertColumns, func() []any {
		b := next()
		if b == nil {
			return nil
		}
		var unchecked fault.Check
		p := b.apply(Partner{UUID: uuid.NewString(), Status: b.Status, Reason: b.Reason, CreatedAt: s.Clock()}, &unchecked)
		p.Description, p.Site = b.Description, b.Site
		return values(p, references{category: b.Category, city: b.City})
	})
}

// BulkPoint is a trade point of a bulk load.
type BulkPoint struct {
	PointChange
	Partner, City int64
	CityName      string
}

// LoadBulkPoints does the same with trade points of partners that are there.
func (s *Service) LoadBulkPoints(ctx context.Context, next func() *BulkPoint) (int64, error) {
	return s.load(ctx, pointTable, pointInsertColumns, func() []any {
		b := next()
		if b == nil {
			return nil
		}
		var unchecked fault.Check
		return pointValues(b.apply(Point{UUID: uuid.NewString(), Partner: b.Partner, City: b.City}, b.CityName, "", &unchecked), s.Clock())
	})
}

func (s *Service) load(ctx context.Context, table string, columns []string, next func() []any) (int64, error) {
	n, err := s.DB.Bulk(ctx, table, columns, next)
	if err != nil {
		return 0, err
	}
	ctx = access.WithPrincipal(ctx, access.Principal{})
	return n, s.DB.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		if err := s.told(ctx, tx, audit.Entry{Action: "partners.bulk", After: map[string]any{"table": table, "rows": n}}); err != nil {
			return err
		}
		if err := recountPoints(ctx, tx); err != nil {
			return err
		}
		if table == pointTable {
			if err := countPointDay(ctx, tx, s.Clock(), n); err != nil {
				return err
			}
		}
		return index.TouchAll(ctx, tx, listName, s.Clock())
	})
}
