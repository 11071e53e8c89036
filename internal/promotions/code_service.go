package promotions

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/audit"
	"studbonus/internal/platform/clock"
	"studbonus/internal/platform/db"
	"studbonus/internal/platform/exporting"
	"studbonus/internal/platform/fault"
	"studbonus/internal/platform/listquery"
	"studbonus/internal/platform/xlsx"
)

// Codes returns the counts of a promotion's codes, the forecast, and its current or last import.
func (s *Service) Codes(ctx context.Context, uuid string) (Counts, error) {
	id, err := idOf(ctx, s.DB, uuid)
	if err != nil {
		return Counts{}, err
	}
	// Read the import before the counters, so that a finished import is never shown with older counters.
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
	out.LastsUntil, out.IsLow = forecast(p.Row, taken, days, today)
	if hasImport {
		out.Import = &last
	}
	return out, nil
}

// Statistics returns a page of the granted codes, and records whom it names.
func (s *Service) Statistics(ctx context.Context, uuid string, q listquery.Query[struct{}]) (listquery.Page[Taken], error) {
	p, err := byUUID(ctx, s.DB, uuid)
	if err != nil {
		return listquery.Page[Taken]{}, err
	}
	rows, err := taken(ctx, s.DB, p.ID, codePage{
		sort: q.Sort, descending: q.Direction == listquery.Descending, offset: q.Offset, limit: q.Limit, total: int(p.Used),
	})
	scope := access.From(ctx).Scope()
	var ids []int64
	for _, t := range rows {
		if id, isNamed := t.seen(scope); isNamed {
			ids = append(ids, id)
		}
	}
	s.noteHolders(ctx, audit.PageSeen{
		IDs: ids, Question: codesAsked{Stock: p.UUID, Promotion: p.Name, Sort: q.Sort, Order: q.Direction, Offset: q.Offset, Limit: q.Limit},
	})
	return listquery.Page[Taken]{Rows: rows, Total: int(p.Used)}, err
}

// noteHolders records which holders of codes the caller was shown.
func (s *Service) noteHolders(ctx context.Context, p audit.PageSeen) {
	p.Action, p.Kind = audit.CodesListed, audit.People
	p.University, _ = access.From(ctx).Scope().University()
	s.Audit.Listed(ctx, p)
}

// codesAsked is what the journal keeps of the question.
type codesAsked struct {
	Stock     string              `json:"uuidStock"`
	Promotion string              `json:"promotion"`
	Sort      string              `json:"sort"`
	Order     listquery.Direction `json:"order"`
	Offset    int                 `json:"offset"`
	Limit     int                 `json:"limit"`
}

// HasManyHolders reports whether the spreadsheet needs a recent proof of identity.
func (s *Service) HasManyHolders(ctx context.Context, uuid string) (bool, error) {
	p, err := byUUID(ctx, s.DB, uuid)
	return p.Used > exporting.Large, err
}

// exportedCodes is how the exports name the spreadsheet of ExportStatistics.
var exportedCodes = exporting.List{Kind: "codes", Area: access.Promotions, Sheet: xlsx.Sheet{Name: "Выданные промокоды"}, IsPersonal: true}

// ExportStatistics writes all granted codes to a spreadsheet in a temporary file, which the caller closes. The file is
// complete before it is sent, so that an error is reported and a slow client does not hold a query open. The export is audited and
// remembered, because it names students.
func (s *Service) ExportStatistics(ctx context.Context, uuid string) (*os.File, error) {
	p, err := byUUID(ctx, s.DB, uuid)
	if err != nil {
		return nil, err
	}
	f, err := os.CreateTemp("", "studbonus-statistics-*.xlsx")
	if err != nil {
		return nil, err
	}
	_ = os.Remove(f.Name()) // unlinked: the OS deletes it when it is closed
	given := exporting.Given{Kind: exportedCodes.Kind, Filter: exporting.Words{}.Named("Акция", p.Name).String()}
	err = s.writeStatistics(ctx, f, p.ID, &given)
	if err == nil {
		err = s.DB.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
			if err := s.RecordExport(ctx, tx, given); err != nil {
				return err
			}
			return audit.Write(ctx, tx, s.Clock(), audit.Entry{Action: "promotions.export", Kind: auditKind, Object: p.UUID, After: map[string]any{"rows": given.Rows}})
		})
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

// writeStatistics writes the spreadsheet, and notes its rows and whom they name.
func (s *Service) writeStatistics(ctx context.Context, f *os.File, promotion int64, given *exporting.Given) error {
	out := bufio.NewWriterSize(f, 1<<20)
	w, err := xlsx.NewWriter(out, statisticsSheet)
	if err != nil {
		return err
	}
	scope := access.From(ctx).Scope()
	err = eachTaken(db.InBackground(ctx), s.DB, promotion, func(t Taken) error {
		given.Rows++
		if id, isNamed := t.seen(scope); isNamed {
			given.People = append(given.People, id)
		}
		return t.write(w, scope)
	})
	if err := errors.Join(err, w.Close()); err != nil {
		return fmt.Errorf("write spreadsheet: %w", err)
	}
	return out.Flush()
}

// Find returns the promotions that have a code, with its holder, and records whom it names.
func (s *Service) Find(ctx context.Context, code string) ([]Found, error) {
	code = string(trimmed([]byte(code)))
	if code == "" {
		return nil, fault.Invalid("codeValue", "Введите промокод.")
	}
	if codeFault([]byte(code)) != "" {
		return []Found{}, nil // not a possible code
	}
	found, err := find(ctx, s.DB, []string{code, strings.ToUpper(code), strings.ToLower(code)})
	scope := access.From(ctx).Scope()
	var ids []int64
	for _, f := range found {
		if id, isNamed := f.seen(scope); isNamed {
			ids = append(ids, id)
		}
	}
	s.noteHolders(ctx, audit.PageSeen{Search: code, IDs: ids}) // a code is its holder's: kept apart like a search for a name
	return found, err
}

// Verify reports counters that differ from a recount (rules 15.0).
func (s *Service) Verify(ctx context.Context) ([]string, error) {
	return wrongCounts(db.InBackground(ctx), s.DB)
}
