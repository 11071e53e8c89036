package promotions

import (
	"context"
	"database/sql"
	"io"
	"time"

	"studbonus/internal/cores"
	"studbonus/internal/db"
	"studbonus/internal/fault"
	"studbonus/internal/files"
	"studbonus/internal/spool"
)

// CheckFile is a dry run of a file that the caller has just uploaded. promotion may be empty: a new one knows no codes.
func (s *Service) CheckFile(ctx context.Context, reference, promotion string) (Check, error) {
	id := int64(0)
	if promotion != "" {
		var err error
		if id, err = idOf(ctx, s.DB, promotion); err != nil {
			if fault.Is(err, fault.KindNotFound) {
				err = fault.Invalid("uuidStock", "Такой акции нет.")
			}
			return Check{}, err
		}
	}
	late := time.NewTimer(checkWait)
	defer late.Stop()
	select {
	case s.checks <- struct{}{}:
		defer func() { <-s.checks }()
	case <-late.C:
		return Check{}, fault.Unavailable("Сейчас проверяются другие файлы. Попробуйте ещё раз.", 5*time.Second)
	case <-ctx.Done():
		return Check{}, ctx.Err()
	}
	body, err := s.Files.Look(ctx, files.Attachment{Field: "fileUrl", Reference: reference, Kind: files.CSV})
	if err != nil {
		return Check{}, err
	}
	defer body.Close() //nolint:errcheck // only read
	step := givingWay(ctx)
	f, err := openCodes(cancellable{body, ctx.Err})
	if err != nil {
		return Check{}, err
	}
	sorted := spool.New(sortMemory)
	defer sorted.Close()
	seen := newSuspicion()
	var held contents
	out := Check{Encoding: f.encoding(), Delimiter: f.delimiter, Sample: []string{}}
	err = f.each(func(l codeLine) error {
		if err := step(); err != nil || !held.add(l) {
			return err
		}
		if len(out.Sample) < samplesShown {
			out.Sample = append(out.Sample, string(l.code))
		}
		seen.look(l)
		return sorted.Add(l.code)
	})
	if err != nil {
		return Check{}, err
	}
	out.HasHeader, out.Total, out.Invalid, out.Bad = f.hasHeader, held.total, held.invalid, held.bad
	out.Scientific, out.LookAlikes, out.LostZeros = seen.scientific, seen.lookAlikes, seen.lostZeros()
	out.Suspects = seen.first()
	return out, s.compare(ctx, sorted, id, &out)
}

const (
	samplesShown = 5
	checkWait    = 10 * time.Second // for the dry runs of others
)

// cancellable ends the reading of a file that nobody waits for any more.
type cancellable struct {
	io.ReadSeeker
	over func() error // of the context
}

// Read implements io.Reader.
func (c cancellable) Read(p []byte) (int, error) {
	if err := c.over(); err != nil {
		return 0, err
	}
	return c.ReadSeeker.Read(p)
}

// givingWay is asked for each line: a dry run lets requests go first, and ends when nobody waits for it any more.
func givingWay(ctx context.Context) func() error {
	n := 0
	return func() error {
		if n++; n%cores.Stretch != 0 {
			return nil
		}
		cores.RequestsFirst()
		return ctx.Err()
	}
}

// compare walks the file's codes and the promotion's own side by side, both in byte order.
func (s *Service) compare(ctx context.Context, sorted *spool.Spool, promotion int64, out *Check) error {
	known := &knownCodes{}
	if promotion != 0 {
		// Millions of codes take longer to read than a request's statement may.
		rows, err := eachKnown(db.InBackground(ctx), s.DB, promotion)
		if err != nil {
			return err
		}
		defer rows.Close() //nolint:errcheck // rows.Err in next says what went wrong
		known.rows = rows
		if err := known.next(); err != nil {
			return err
		}
	}
	step := givingWay(ctx)
	return sorted.Each(func(code []byte, times int) error {
		if err := step(); err != nil {
			return err
		}
		out.Repeated += int64(times - 1)
		for !known.ended() && string(known.code) < string(code) {
			if err := known.next(); err != nil {
				return err
			}
		}
		if !known.ended() && string(known.code) == string(code) {
			out.Known++
		} else {
			out.New++
		}
		return nil
	})
}

// knownCodes are the codes of a promotion, one at a time; without rows there are none.
type knownCodes struct {
	rows db.Rows
	code sql.RawBytes
}

func (k *knownCodes) ended() bool { return k.rows == nil }

func (k *knownCodes) next() error {
	if k.rows.Next() {
		return k.rows.Scan(&k.code)
	}
	err := k.rows.Err()
	k.rows = nil
	return err
}
