package promotions

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"studbonus/internal/access"
	"studbonus/internal/audit"
	"studbonus/internal/clock"
	"studbonus/internal/db"
	"studbonus/internal/fault"
	"studbonus/internal/list"
	"studbonus/internal/xlsx"
)

// Codes are the counts of a promotion's codes, how long they will last, and how its last file fares.
func (s *Service) Codes(ctx context.Context, uuid string) (Counts, error) {
	id, err := idOf(ctx, s.DB, uuid)
	if err != nil {
		return Counts{}, err
	}
	// The import is read before the counters: one that is done must not stand beside counters from before its end.
	last, hasImport, err := currentImport(ctx, s.DB, id)
	if err != nil {
		return Counts{}, err
	}
	p, err := byUUID(ctx, s.DB, uuid)
	if err != nil {
		return Counts{}, err
	}
	today := clock.DateOf(s.Clock())
	since, days := paceSince(p.Begin, today)
	taken, err := grantedSince(ctx, s.DB, p.ID, since)
	if err != nil {
		return Counts{}, err
	}
	out := Counts{Remaining: p.Total - p.Used, Used: p.Used}
	out.LastsUntil, out.IsLow = lasting(p.Row, taken, days, today)
	if hasImport {
		out.Import = &last
	}
	return out, nil
}

// Statistics is a page of the codes that students have.
func (s *Service) Statistics(ctx context.Context, uuid string, q list.Query[struct{}]) (list.Page[Taken], error) {
	p, err := byUUID(ctx, s.DB, uuid)
	if err != nil {
		return list.Page[Taken]{}, err
	}
	rows, err := taken(ctx, s.DB, p.ID, window{
		sort: q.Sort, descending: q.Direction == list.Descending, offset: q.Offset, limit: q.Limit, total: int(p.Used),
	})
	return list.Page[Taken]{Rows: rows, Total: int(p.Used)}, err
}

// ExportStatistics writes all codes that students have to a spreadsheet in a temporary file, which the caller closes. It
// is whole before anything of it is sent: half a spreadsheet is none, and a slow network must not hold a query open.
func (s *Service) ExportStatistics(ctx context.Context, uuid string) (*os.File, error) {
	p, err := byUUID(ctx, s.DB, uuid)
	if err != nil {
		return nil, err
	}
	err = s.DB.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		return audit.Write(ctx, tx, s.Clock(), audit.Entry{Action: "promotions.export", Kind: auditKind, Object: p.UUID})
	})
	if err != nil {
		return nil, err
	}
	f, err := os.CreateTemp("", "studbonus-statistics-*.xlsx")
	if err != nil {
		return nil, err
	}
	_ = os.Remove(f.Name()) // it lives as long as it is open, and no longer
	if err := s.writeStatistics(ctx, p.ID, f); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

func (s *Service) writeStatistics(ctx context.Context, promotion int64, f *os.File) error {
	out := bufio.NewWriterSize(f, 1<<20)
	w, err := xlsx.NewWriter(out, statisticsSheet)
	if err != nil {
		return err
	}
	scope := access.From(ctx).Scope()
	err = eachTaken(db.InBackground(ctx), s.DB, promotion, func(t Taken) error { return t.write(w, scope) })
	if err := errors.Join(err, w.Close()); err != nil {
		return fmt.Errorf("write spreadsheet: %w", err)
	}
	return out.Flush()
}

// Find tells of every promotion that has a code, and who took it.
func (s *Service) Find(ctx context.Context, code string) ([]Found, error) {
	code = string(trimmed([]byte(code)))
	if code == "" {
		return nil, fault.Invalid("codeValue", "Введите промокод.")
	}
	if codeFault([]byte(code)) != "" {
		return []Found{}, nil // no code looks like this
	}
	return find(ctx, s.DB, []string{code, strings.ToUpper(code), strings.ToLower(code)})
}

// Grant gives a student one free code of a promotion, if he may have one. Grants of one promotion follow each other: the
// counters stand in its row, so they would wait for each other in any case.
func (s *Service) Grant(ctx context.Context, promotion, student string) (code string, err error) {
	return code, s.DB.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		p, err := lock(ctx, tx, promotion)
		if err != nil {
			return err
		}
		who, err := studentByUUID(ctx, tx, student)
		if err != nil {
			return err
		}
		has, err := codesOf(ctx, tx, p.ID, who.ID)
		if err != nil {
			return err
		}
		if err := (offer{promotion: p.Row, studentStatus: who.Status, has: has}).check(clock.DateOf(s.Clock())); err != nil {
			return err
		}
		if code, err = freeCode(ctx, tx, p.ID); err != nil {
			return err
		}
		if err := (grant{promotion: p.ID, student: who.ID, code: code, at: s.Clock()}).give(ctx, tx); err != nil {
			return err
		}
		// Told of the student, not of the promotion, whose history would be nothing else; the code itself stays out of the log.
		return audit.Write(ctx, tx, s.Clock(), audit.Entry{Action: "promotions.grant", Kind: "grant", Object: student, After: map[string]any{"uuidStock": promotion}})
	})
}

// Verify tells which counters are not what counting gives (security §4, e).
func (s *Service) Verify(ctx context.Context) ([]string, error) {
	return wrongCounts(db.InBackground(ctx), s.DB)
}
