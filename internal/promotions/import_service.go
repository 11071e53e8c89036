package promotions

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"studbonus/internal/access"
	"studbonus/internal/audit"
	"studbonus/internal/blob"
	"studbonus/internal/db"
	"studbonus/internal/fault"
	"studbonus/internal/files"
	"studbonus/internal/spool"
)

const (
	sortMemory = 8 << 20 // bytes; larger files are sorted in several runs
	firstStep  = 2_000   // codes in the first transaction, which shows how quick the database is
	mostCodes  = 100_000 // security §1.15
	longImport = 3 * time.Hour
)

// takeFile attaches a file of codes to a promotion and has it taken over in the background. The caller holds the promotion.
func (s *Service) takeFile(ctx context.Context, tx db.Tx, p Promotion, reference string) (name string, err error) {
	key, _ := files.KeyOf(reference)
	if reference == "" {
		return "", nil
	}
	before, found, err := lastFile(ctx, tx, p.ID)
	if err != nil {
		return "", err
	}
	if found && before.File == key {
		return "", nil // the form sent back what it was given
	}
	file, err := s.Files.AttachFile(ctx, tx, files.Attachment{
		Field: "fileUrl", Reference: reference, Kind: files.CSV, Owner: auditKind + "/" + p.UUID, University: access.From(ctx).University, Visibility: files.Private,
	})
	if err != nil {
		return "", err
	}
	if found && before.isOver() { // one under way is let go when it ends
		if err := s.Files.Detach(ctx, tx, before.File); err != nil {
			return "", err
		}
	}
	operator := access.From(ctx).Operator
	_, err = s.queue(ctx, tx, Import{Promotion: p.ID, Operator: &operator, File: file.Key, FileName: file.Name})
	return file.Name, err
}

// queue adds an import behind those of the same promotion that are not over; the first in the queue has a job.
func (s *Service) queue(ctx context.Context, tx db.Tx, i Import) (int64, error) {
	_, waiting, err := nextImport(ctx, tx, i.Promotion)
	if err != nil {
		return 0, err
	}
	i.Status, i.CreatedAt = ImportQueued, s.Clock()
	id, err := insertImport(ctx, tx, i)
	if err != nil || waiting {
		return id, err
	}
	return id, enqueueImport(ctx, tx, id)
}

func enqueueImport(ctx context.Context, tx db.Tx, id int64) error {
	return tx.Enqueue(ctx, importArgs{Import: id}, nil)
}

// writes runs a change in a transaction: of a job, which is fenced, or a plain one.
type writes func(ctx context.Context, change func(context.Context, db.Tx) error) error

// failure is an import that cannot succeed by trying again, in words for the operator.
type failure struct{ message string }

// Error implements error.
func (f failure) Error() string { return f.message }

// takeOver reads a file and brings its codes into the table, in byte order, from where an earlier attempt has got to.
// more, if it is not nil, is asked after each step whether there is time for another; takeOver then says whether the
// file has been taken over to its end.
func (s *Service) takeOver(ctx context.Context, i Import, in io.ReadSeeker, write writes, more func() bool) (done bool, err error) {
	sorted := spool.New(sortMemory)
	defer sorted.Close()
	held, err := readCodes(in, sorted.Add)
	if err != nil {
		return false, err
	}
	if held.total == 0 {
		return false, failure{"В файле нет промокодов."}
	}
	err = write(ctx, func(ctx context.Context, tx db.Tx) error { return beginImport(ctx, tx, i.ID, held, s.Clock()) })
	if err != nil {
		return false, err
	}
	stop := errors.New("no time left")
	next, size := step{}, firstStep
	take := func() error {
		if len(next.codes) == 0 {
			return nil
		}
		started := time.Now()
		err := write(ctx, func(ctx context.Context, tx db.Tx) error { return next.take(ctx, tx, i, s.Clock()) })
		size = s.nextSize(size, time.Since(started))
		next = step{codes: next.codes[:0]}
		if err == nil && more != nil && !more() {
			err = stop
		}
		return err
	}
	err = sorted.Each(func(code []byte, times int) error {
		if i.Position != "" && string(code) <= i.Position {
			return nil // an earlier attempt has taken it
		}
		next.codes, next.lines = append(next.codes, string(code)), next.lines+int64(times)
		if len(next.codes) < size {
			return nil
		}
		return take()
	})
	if err == nil {
		more = nil
		err = take()
	}
	if errors.Is(err, stop) {
		return false, nil
	}
	return err == nil, err
}

// nextSize keeps steps short: on SQLite every other writer waits for the end of one.
func (s *Service) nextSize(size int, took time.Duration) int {
	aim := 40 * time.Millisecond
	if s.DB.Postgres() {
		aim = 400 * time.Millisecond
	}
	switch {
	case took > 2*aim:
		size /= 2
	case took < aim:
		size *= 2
	}
	return max(firstStep/4, min(size, mostCodes))
}

// readCodes reads a file to its end; codes go to add.
func readCodes(in io.ReadSeeker, add func(code []byte) error) (contents, error) {
	var held contents
	f, err := openCodes(in)
	if err != nil {
		return held, err
	}
	err = f.each(func(l codeLine) error {
		if held.add(l) {
			return add(l.code)
		}
		return nil
	})
	return held, err
}

// finish ends an import in whichever way, lets go of a file that is no longer the last, and wakes the next in the queue.
func (s *Service) finish(ctx context.Context, tx db.Tx, i Import, status ImportStatus, reason string) error {
	i.Status, i.Error = status, reason
	if err := endImport(ctx, tx, i, s.Clock()); err != nil {
		return err
	}
	i, err := importByID(ctx, tx, i.ID)
	if err != nil {
		return err
	}
	if last, found, err := lastFile(ctx, tx, i.Promotion); err != nil {
		return err
	} else if found && last.ID != i.ID {
		if err := s.Files.Detach(ctx, tx, i.File); err != nil {
			return err
		}
	}
	object, err := db.One[string](ctx, tx, "SELECT CAST(uuid AS TEXT) FROM promotions WHERE id = ?", i.Promotion)
	if err != nil {
		return err
	}
	err = audit.Write(ctx, tx, s.Clock(), audit.Entry{
		Action: "promotions.import", Kind: auditKind, Object: object, Reason: reason,
		After: map[string]any{"file": i.FileName, "imported": i.Imported, "duplicates": i.Duplicates, "invalid": i.Invalid},
	})
	if err != nil {
		return err
	}
	if next, found, err := nextImport(ctx, tx, i.Promotion); err != nil || !found {
		return err
	} else { //nolint:revive // the next one is only known here
		return enqueueImport(ctx, tx, next.ID)
	}
}

// open gives the bytes of an import's file; one that is not there will not come back.
func (s *Service) open(ctx context.Context, i Import) (*blob.Object, error) {
	body, err := s.Files.Read(ctx, i.File)
	if fault.Is(err, fault.KindNotFound) {
		return nil, failure{"Файл не сохранился. Загрузите его ещё раз."}
	}
	return body, err
}

// AddCodes takes codes over at once, without a file: for demo data. What is wrong with them stands in the report, as ever.
func (s *Service) AddCodes(ctx context.Context, promotion, name string, in io.ReadSeeker) error {
	i := Import{FileName: name, Status: ImportRunning, CreatedAt: s.Clock()}
	if who := access.From(ctx).Operator; who != 0 {
		i.Operator = &who
	}
	write := func(ctx context.Context, change func(context.Context, db.Tx) error) error {
		return s.DB.Tx(ctx, change)
	}
	err := write(ctx, func(ctx context.Context, tx db.Tx) (err error) {
		if i.Promotion, err = idOf(ctx, tx, promotion); err != nil {
			return err
		}
		i.ID, err = insertImport(ctx, tx, i)
		return err
	})
	if err != nil {
		return err
	}
	status, reason := ImportDone, ""
	if _, err := s.takeOver(ctx, i, in, write, nil); err != nil {
		why, final := errors.AsType[failure](err)
		if !final {
			return err
		}
		status, reason = ImportFailed, why.message
	}
	return write(ctx, func(ctx context.Context, tx db.Tx) error { return s.finish(ctx, tx, i, status, reason) })
}

// CleanUp tells of imports whose job was given up while nobody was there to say so.
func (s *Service) CleanUp(ctx context.Context) error {
	old, err := stale(ctx, s.DB, s.Clock().Add(-longImport))
	for _, i := range old {
		if err := s.DB.Tx(ctx, func(ctx context.Context, tx db.Tx) error { return s.finish(ctx, tx, i, ImportFailed, givenUp) }); err != nil {
			return fmt.Errorf("clean up imports: %w", err)
		}
	}
	return err
}
