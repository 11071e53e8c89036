package promotions

import (
	"context"
	"errors"
	"io"
	"time"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/audit"
	"studbonus/internal/platform/blob"
	"studbonus/internal/platform/db"
	"studbonus/internal/platform/fault"
	"studbonus/internal/platform/files"
	"studbonus/internal/promotions/spool"
)

const (
	sortMemory = 8 << 20 // bytes; larger files are sorted in several runs
	firstStep  = 2_000   // codes in the first transaction, which measures the database
	mostCodes  = 100_000 // rules 8.6
)

// queueFile attaches a file of codes to a promotion and queues its import. The caller holds the lock on the promotion.
func (s *Service) queueFile(ctx context.Context, tx db.Tx, p Promotion, reference string) (name string, err error) {
	key, _ := files.KeyOf(reference)
	if reference == "" {
		return "", nil
	}
	before, found, err := lastFile(ctx, tx, p.ID)
	if err != nil {
		return "", err
	}
	if found && before.File == key {
		return "", nil // the form returned the present file
	}
	file, err := s.Files.AttachFile(ctx, tx, files.Attachment{
		Field: "fileUrl", Reference: reference, Kind: files.CSV, Owner: auditKind + "/" + p.UUID, University: access.From(ctx).University, Visibility: files.Private,
	})
	if err != nil {
		return "", err
	}
	if found && before.isOver() { // finish detaches a running one
		if err := s.Files.Detach(ctx, tx, before.File); err != nil {
			return "", err
		}
	}
	operator := access.From(ctx).Operator
	_, err = s.queue(ctx, tx, Import{Promotion: p.ID, Operator: &operator, File: file.Key, FileName: file.Name})
	return file.Name, err
}

// queue adds an import to the promotion's queue; only the first in the queue has a job.
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

// writes runs a change in a transaction, either fenced by a job or plain.
type writes func(ctx context.Context, change func(context.Context, db.Tx) error) error

// failure is an error that a retry cannot fix, with a message for the operator.
type failure struct{ message string }

// Error implements error.
func (f failure) Error() string { return f.message }

// importCodes inserts the codes of a file in byte order, resuming after the position of an earlier attempt. It stops early
// if more is not nil and returns false after a step; done reports whether it reached the end.
func (s *Service) importCodes(ctx context.Context, i Import, in io.ReadSeeker, write writes, more func() bool) (done bool, err error) {
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
			return nil // imported by an earlier attempt
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

// nextSize adapts the step size to keep transactions short: on SQLite they block all other writers.
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

// readCodes reads a whole file and passes its codes to add.
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

// finish ends an import, detaches a file that is no longer the last, and enqueues the next import of the promotion.
func (s *Service) finish(ctx context.Context, tx db.Tx, i Import, status ImportStatus, reason string) error {
	// Lock first: a concurrent upload would see this import as running and not enqueue its own.
	object, err := lockByID(ctx, tx, i.Promotion)
	if err != nil {
		return err
	}
	i.Status, i.Error = status, reason
	if ended, err := endImport(ctx, tx, i, s.Clock()); err != nil || !ended {
		return err
	}
	i, err = importByID(ctx, tx, i.ID)
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
	err = audit.Write(ctx, tx, s.Clock(), audit.Entry{
		Action: "promotions.import", Kind: auditKind, Object: object, Reason: reason,
		After: map[string]any{"file": i.FileName, "imported": i.Imported, "duplicates": i.Duplicates, "invalid": i.Invalid},
	})
	if err != nil {
		return err
	}
	if err := s.index.Touch(ctx, tx, i.Promotion); err != nil { // the list knows failed imports
		return err
	}
	if next, found, err := nextImport(ctx, tx, i.Promotion); err != nil || !found {
		return err
	} else { //nolint:revive // the next one is only known here
		return enqueueImport(ctx, tx, next.ID)
	}
}

// open opens an import's file. A missing one is final.
func (s *Service) open(ctx context.Context, i Import) (*blob.Object, error) {
	body, err := s.Files.Read(ctx, i.File)
	if fault.Is(err, fault.KindNotFound) {
		return nil, failure{"Файл не сохранился. Загрузите его ещё раз."}
	}
	return body, err
}

// AddCodes imports codes synchronously and without a stored file, for demo data.
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
	if _, err := s.importCodes(ctx, i, in, write, nil); err != nil {
		why, final := errors.AsType[failure](err)
		if !final {
			return err
		}
		status, reason = ImportFailed, why.message
	}
	return write(ctx, func(ctx context.Context, tx db.Tx) error { return s.finish(ctx, tx, i, status, reason) })
}
