package students

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/riverqueue/river"

	"studbonus/internal/access"
	"studbonus/internal/audit"
	"studbonus/internal/cores"
	"studbonus/internal/db"
	"studbonus/internal/fault"
	"studbonus/internal/jobs"
	"studbonus/internal/list"
	"studbonus/internal/xlsx"
)

// exportArgs asks for an export to be made.
type exportArgs struct {
	UUID string `json:"uuid"`
}

// Kind implements river.JobArgs.
func (exportArgs) Kind() string { return exportKind }

const exportKind = "students.export"

// InsertOpts implements river.JobArgsWithInsertOpts.
func (exportArgs) InsertOpts() river.InsertOpts { return river.InsertOpts{Queue: jobs.Exports} }

// lostArgs asks for exports to be ended whose job is no more.
type lostArgs struct{}

// Kind implements river.JobArgs.
func (lostArgs) Kind() string { return "students.export.lost" }

// lostEvery and the 75 s after which a job counts as lost stay below the three minutes of drill F2.
const lostEvery = 30 * time.Second

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
	jobs.Handle(r, func(ctx context.Context, _ jobs.Job[lostArgs]) error { return s.DB.Tx(ctx, endLost) })
	jobs.Every(r, lostEvery, lostArgs{})
}

// makeExport stores the spreadsheet whole, and only then shows it.
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
	// It is stored while it is written: reading it again would take a tenth as long as all the rest.
	spreadsheet, in := io.Pipe()
	defer in.CloseWithError(io.ErrUnexpectedEOF) // for a writing that never comes to its own end below
	stored := make(chan error, 1)
	go func() {
		err := s.Files.StoreExport(ctx, "Студенты.xlsx", spreadsheet, func(ctx context.Context, key string) error {
			return j.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
				// Downloads are audited by file: this row says of which export.
				entry := audit.Entry{Action: "students.exported", Kind: "export", Object: e.UUID, After: map[string]any{"file": key}}
				if err := audit.Write(ctx, tx, s.Clock(), entry); err != nil {
					return err
				}
				return endExport(ctx, tx, e.UUID, exportDone, key)
			})
		})
		_ = spreadsheet.CloseWithError(err) // what is still written has nowhere to go
		stored <- err
	}()
	_ = in.CloseWithError(s.writeExport(ctx, j, in, q))
	return <-stored
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
	written, shown, rows := 0, 0, newExporter(s.DB)
	err = s.eachExported(ctx, question, func(r exportRow) error {
		if written++; written%cores.Stretch == 0 {
			cores.RequestsFirst()
		}
		if percent := min(99, written*100/max(total, 1)); percent >= shown+5 { // seldom enough to cost nothing
			shown = percent
			if err := j.Tx(ctx, func(ctx context.Context, tx db.Tx) error { return setProgress(ctx, tx, j.Args.UUID, percent) }); err != nil {
				return err
			}
		}
		return rows.write(ctx, w, r)
	})
	if err := errors.Join(err, w.Close()); err != nil {
		return fmt.Errorf("write spreadsheet: %w", err)
	}
	return buffered.Flush()
}
