package promotions

import (
	"context"
	"database/sql"
	"io"
	"time"

	"studbonus/internal/platform/db"
	"studbonus/internal/platform/fault"
	"studbonus/internal/platform/files"
	"studbonus/internal/platform/tuning"
	"studbonus/internal/promotions/spool"
)

// CheckFile makes a dry run of a file that the caller has uploaded. promotion is empty for a new one, which has no codes.
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
	body, err := s.Files.OpenUpload(ctx, files.Attachment{Field: "fileUrl", Reference: reference, Kind: files.CSV})
	if err != nil {
		return Check{}, err
	}
	defer body.Close() //nolint:errcheck // only read
	step := yieldEachLine(ctx)
	f, err := openCodes(cancellable{body, ctx.Err})
	if err != nil {
		return Check{}, err
	}
	sorted := spool.New(sortMemory)
	defer sorted.Close()
	seen := newDamage()
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
	checkWait    = 10 * time.Second // for another dry run to end
)

// cancellable stops reading when the request is cancelled.
type cancellable struct {
	io.ReadSeeker
	over func() error // ctx.Err
}

// Read implements io.Reader.
func (c cancellable) Read(p []byte) (int, error) {
	if err := c.over(); err != nil {
		return 0, err
	}
	return c.ReadSeeker.Read(p)
}

// yieldEachLine returns a function to call for each line: it yields the CPU to requests and reports cancellation.
func yieldEachLine(ctx context.Context) func() error {
	n := 0
	return func() error {
		if n++; n%tuning.YieldEvery != 0 {
			return nil
		}
		tuning.YieldToRequests()
		return ctx.Err()
	}
}

// compare merges the file's codes with the promotion's, both in byte order.
func (s *Service) compare(ctx context.Context, sorted *spool.Spool, promotion int64, out *Check) error {
	known := &knownCodes{}
	if promotion != 0 {
		// Reading millions of codes exceeds the statement timeout of requests.
		rows, err := eachKnown(db.InBackground(ctx), s.DB, promotion)
		if err != nil {
			return err
		}
		defer rows.Close() //nolint:errcheck // next checks rows.Err
		known.rows = rows
		if err := known.next(); err != nil {
			return err
		}
	}
	step := yieldEachLine(ctx)
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

// knownCodes iterates over the codes of a promotion; without rows it is empty.
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
