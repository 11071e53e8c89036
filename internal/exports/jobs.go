package exports

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/riverqueue/river"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/db"
	"studbonus/internal/platform/exporting"
	"studbonus/internal/platform/fault"
	"studbonus/internal/platform/files"
	"studbonus/internal/platform/idset"
	"studbonus/internal/platform/jobs"
	"studbonus/internal/platform/tuning"
	"studbonus/internal/platform/xlsx"
)

// runArgs are the arguments of the job that writes an export.
type runArgs struct {
	UUID string `json:"uuid"`
}

const (
	runKind       = "exports.run"
	formerRunKind = "students.export" // queued by the previous version
)

// Kind implements river.JobArgs.
func (runArgs) Kind() string { return runKind }

// KindAliases implements river.JobArgsWithKindAliases.
func (runArgs) KindAliases() []string { return []string{formerRunKind} }

// InsertOpts implements river.JobArgsWithInsertOpts.
func (runArgs) InsertOpts() river.InsertOpts { return river.InsertOpts{Queue: jobs.Exports} }

// lostArgs are the arguments of the job that fails exports whose job was discarded.
type lostArgs struct{}

// Kind implements river.JobArgs.
func (lostArgs) Kind() string { return "exports.lost" }

// KindAliases implements river.JobArgsWithKindAliases.
func (lostArgs) KindAliases() []string { return []string{"students.export.lost"} }

// Work adds the background work of this area to a runner.
func (s *Service) Work(r *jobs.Runner) {
	jobs.Handle(r, func(ctx context.Context, j jobs.Job[runArgs]) error {
		err := s.run(ctx, j)
		if err == nil || !j.Last {
			return err
		}
		return errors.Join(err, s.fail(ctx, j))
	})
	jobs.Handle(r, func(ctx context.Context, _ jobs.Job[lostArgs]) error {
		return s.DB.Tx(ctx, func(ctx context.Context, tx db.Tx) error { return endLost(ctx, tx, s.Clock()) })
	})
	jobs.Every(r, jobs.LostEvery, lostArgs{})
}

func (s *Service) fail(ctx context.Context, j jobs.Job[runArgs]) error {
	return j.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		e, err := byUUID(ctx, tx, j.Args.UUID)
		if err == nil {
			e.Status = Failed
			_, err = end(ctx, tx, e, s.Clock())
		}
		return err
	})
}

// errEnded means that the operator has cancelled the export.
var errEnded = errors.New("the export was ended")

// run publishes the spreadsheet only after it is completely stored.
func (s *Service) run(ctx context.Context, j jobs.Job[runArgs]) error {
	e, err := byUUID(ctx, s.DB, j.Args.UUID)
	if fault.Is(err, fault.KindNotFound) || err == nil && !e.Status.IsOpen() {
		return nil // past its term, cancelled, or done by an earlier attempt
	}
	if err != nil {
		return err
	}
	l, known := s.lists[e.Kind]
	// The operator's rights now, not when the export was requested (rules 17.3).
	p, err := s.Principal(ctx, e.Operator)
	if err != nil || !known || !p.Can(l.Area) {
		return jobs.GiveUp(errors.Join(err, s.fail(ctx, j)))
	}
	ctx, release := s.untilEnded(access.WithPrincipal(ctx, p), e.ID)
	defer release()
	err = s.store(ctx, &attempt{service: s, job: j, list: l, export: e})
	if errors.Is(err, errEnded) || errors.Is(context.Cause(ctx), errEnded) {
		return nil
	}
	return err
}

// cancelNoticed is how often a running job looks whether its operator still wants it.
const cancelNoticed = time.Second

// untilEnded returns a context that ends when somebody ends the export.
func (s *Service) untilEnded(ctx context.Context, id int64) (watched context.Context, release func()) {
	watched, cancel := context.WithCancelCause(ctx)
	go func() {
		tick := time.NewTicker(cancelNoticed)
		defer tick.Stop()
		for {
			select {
			case <-watched.Done():
				return
			case <-tick.C:
				if ended, err := isEnded(watched, s.DB, id); err == nil && ended {
					cancel(errEnded)
				}
			}
		}
	}()
	return watched, func() { cancel(nil) }
}

// store keeps the file while it is written: a second pass over it would add a tenth to the time.
func (s *Service) store(ctx context.Context, a *attempt) error {
	spreadsheet, in := io.Pipe()
	defer in.CloseWithError(io.ErrUnexpectedEOF) // if writing ends before the Close below
	stored := make(chan error, 1)
	go func() {
		file := files.Spreadsheet{Name: a.list.Sheet.Name + ".xlsx", Area: a.list.Area}
		err := s.Files.StoreExport(ctx, file, spreadsheet, a.publish)
		_ = spreadsheet.CloseWithError(err) // stops the writer
		stored <- err
	}()
	_ = in.CloseWithError(a.write(ctx, in))
	return <-stored
}

// contents are the rows of an export.
type contents struct {
	rows        int
	first, last int64
	ids         idset.Set
}

func (c *contents) add(id int64) {
	if c.rows == 0 || id < c.first {
		c.first = id
	}
	c.last = max(c.last, id)
	c.rows++
	c.ids.Add(id)
}

// attempt is one run of the job of an export.
type attempt struct {
	service *Service
	job     jobs.Job[runArgs]
	list    exporting.List
	export  Export
	contents
	total, shown int
}

// publish makes a stored file the export's.
func (a *attempt) publish(ctx context.Context, key string) error {
	now := a.service.Clock()
	a.export.File, a.export.EndedAt = key, &now
	return a.job.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		if ended, err := finish(ctx, tx, a.export, a.contents); err != nil || !ended {
			return errors.Join(err, errEnded)
		}
		// Downloads are audited by file: this row says of which export.
		return a.service.log(ctx, tx, "exports.finish", a.export, map[string]any{"file": key, "rows": a.rows})
	})
}

func (a *attempt) write(ctx context.Context, out io.Writer) error {
	var err error
	question := json.RawMessage(a.export.Question)
	if a.total, err = a.list.Count(ctx, question); err != nil {
		return err
	}
	if err := a.progress(ctx, 0); err != nil {
		return err
	}
	defer tuning.CompactSoon()
	buffered := bufio.NewWriterSize(out, 1<<20)
	w, err := xlsx.NewWriter(buffered, a.list.Sheet)
	if err != nil {
		return err
	}
	err = a.list.Write(ctx, question, exporting.NewWriter(w, func(id int64) error { return a.ended(ctx, id) }))
	if err := errors.Join(err, w.Close()); err != nil {
		return fmt.Errorf("write spreadsheet: %w", err)
	}
	return buffered.Flush()
}

// ended counts a row.
func (a *attempt) ended(ctx context.Context, id int64) error {
	a.add(id)
	if a.rows%tuning.YieldEvery == 0 {
		tuning.YieldToRequests()
	}
	if percent := min(99, a.rows*100/max(a.total, 1)); percent >= a.shown+5 { // in steps of 5%: each is a write
		return a.progress(ctx, percent)
	}
	return nil
}

func (a *attempt) progress(ctx context.Context, percent int) error {
	a.shown = percent
	return a.job.Tx(ctx, func(ctx context.Context, tx db.Tx) error { return setProgress(ctx, tx, a.export.ID, percent) })
}
