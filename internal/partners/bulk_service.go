package partners

import (
	"context"

	"github.com/google/uuid"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/audit"
	"studbonus/internal/platform/db"
	"studbonus/internal/platform/fault"
)

// Bulk is a partner of a bulk load.
type Bulk struct {
	Change
	Category, City int64
	Status         Status
	Reason         string
}

// LoadBulk inserts many partners for benchmarks, with one audit row for all.
func (s *Service) LoadBulk(ctx context.Context, next func() *Bulk) (int64, error) {
	return s.load(ctx, "partners", db.Names(Partner{}.allColumns(references{})), func() []any {
		b := next()
		if b == nil {
			return nil
		}
		var unchecked fault.Check
		p := b.apply(Partner{Row: Row{UUID: uuid.NewString(), Status: b.Status, Reason: b.Reason, CreatedAt: s.Clock()}}, &unchecked)
		return db.Values(p.allColumns(references{category: b.Category, city: b.City}))
	})
}

// BulkPoint is a trade point of a bulk load.
type BulkPoint struct {
	PointChange
	Partner, City int64
	CityName      string
}

// LoadBulkPoints inserts trade points of existing partners.
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
		if err := s.log.Write(ctx, tx, audit.Entry{Action: "partners.bulk", After: map[string]any{"table": table, "rows": n}}); err != nil {
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
		return s.index.TouchAll(ctx, tx)
	})
}
