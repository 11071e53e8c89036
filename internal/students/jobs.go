package students

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"studbonus/internal/access"
	"studbonus/internal/db"
	"studbonus/internal/fault"
	"studbonus/internal/index"
	"studbonus/internal/jobs"
	"studbonus/internal/list"
	"studbonus/internal/xlsx"
)

// exportArgs asks for an export to be made.
type exportArgs struct {
	UUID string `json:"uuid"`
}

// Kind implements river.JobArgs.
func (exportArgs) Kind() string { return "students.export" }

// Work adds the background work of this area to a runner.
func (s *Service) Work(r *jobs.Runner) {
	jobs.Handle(r, func(ctx context.Context, j jobs.Job[exportArgs]) error {
		err := s.makeExport(ctx, j)
		if err == nil || !j.Last {
			return err
		}
		return errors.Join(err, j.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
			return endExport(ctx, tx, j.Args.UUID, exportFailed, "")
		}))
	})
}

// makeExport writes the spreadsheet to a temporary file, stores it whole, and only then shows it.
func (s *Service) makeExport(ctx context.Context, j jobs.Job[exportArgs]) error {
	e, err := exportByUUID(ctx, s.DB, j.Args.UUID)
	if fault.Is(err, fault.KindNotFound) || err == nil && e.Status != exportRunning {
		return nil // a day has passed, or an earlier attempt has done it
	}
	if err != nil {
		return err
	}
	// The operator's rights as of now, not as of when he asked (security V29).
	p, err := s.Principal(ctx, e.Operator)
	if err != nil || !p.Can(access.Students) {
		return jobs.GiveUp(errors.Join(err, j.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
			return endExport(ctx, tx, e.UUID, exportFailed, "")
		})))
	}
	ctx = access.WithPrincipal(ctx, p)
	var q list.Query[Filter]
	if err := json.Unmarshal([]byte(e.Question), &q); err != nil {
		return jobs.GiveUp(err)
	}
	temporary, err := os.CreateTemp("", "studbonus-export-*.xlsx")
	if err != nil {
		return err
	}
	defer os.Remove(temporary.Name()) //nolint:errcheck // the system clears its folder too
	defer temporary.Close()           //nolint:errcheck // stored from below before this
	if err := s.writeExport(ctx, j, temporary, q); err != nil {
		return err
	}
	if _, err := temporary.Seek(0, io.SeekStart); err != nil {
		return err
	}
	return s.Files.StoreExport(ctx, "Студенты.xlsx", temporary, func(ctx context.Context, key string) error {
		return j.Tx(ctx, func(ctx context.Context, tx db.Tx) error { return endExport(ctx, tx, e.UUID, exportDone, key) })
	})
}

func (s *Service) writeExport(ctx context.Context, j jobs.Job[exportArgs], out io.Writer, q list.Query[Filter]) error {
	question, err := s.question(ctx, access.From(ctx).Scope(), q)
	if err != nil {
		return err
	}
	total, err := s.index.Count(ctx, question)
	if err != nil {
		return err
	}
	buffered := bufio.NewWriterSize(out, 1<<20)
	w, err := xlsx.NewWriter(buffered, exportSheet)
	if err != nil {
		return err
	}
	written, shown, names := 0, 0, faculties{}
	err = index.Each(ctx, s.index, question, exportLine, func(line string) error {
		written++
		if percent := min(99, written*100/max(total, 1)); percent >= shown+5 { // seldom enough to cost nothing
			shown = percent
			if err := j.Tx(ctx, func(ctx context.Context, tx db.Tx) error { return setProgress(ctx, tx, j.Args.UUID, percent) }); err != nil {
				return err
			}
		}
		r, err := parseExportLine(line)
		if err != nil {
			return err
		}
		faculty, err := names.name(ctx, s.DB, r.Faculty)
		if err != nil {
			return err
		}
		return r.write(w, faculty)
	})
	if err := errors.Join(err, w.Close()); err != nil {
		return fmt.Errorf("write spreadsheet: %w", err)
	}
	return buffered.Flush()
}
