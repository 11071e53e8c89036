package promotions

import (
	"context"
	"database/sql"
	"time"

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
	body, err := s.Files.Look(ctx, files.Attachment{Field: "fileUrl", Reference: reference, Kind: files.CSV})
	if err != nil {
		return Check{}, err
	}
	defer body.Close() //nolint:errcheck // only read
	select {
	case s.checks <- struct{}{}:
		defer func() { <-s.checks }()
	case <-ctx.Done():
		return Check{}, fault.Unavailable("Сейчас проверяются другие файлы. Попробуйте ещё раз.", 5*time.Second)
	}
	f, err := openCodes(body)
	if err != nil {
		return Check{}, err
	}
	sorted := spool.New(sortMemory)
	defer sorted.Close()
	seen := newSuspicion()
	var held contents
	out := Check{Encoding: f.encoding(), Delimiter: f.delimiter, Sample: []string{}}
	err = f.each(func(l codeLine) error {
		if !held.add(l) {
			return nil
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

const samplesShown = 5

// compare walks the file's codes and the promotion's own side by side, both in byte order.
func (s *Service) compare(ctx context.Context, sorted *spool.Spool, promotion int64, out *Check) error {
	known := &knownCodes{}
	if promotion != 0 {
		rows, err := eachKnown(ctx, s.DB, promotion)
		if err != nil {
			return err
		}
		defer rows.Close() //nolint:errcheck // rows.Err in next says what went wrong
		known.rows = rows
		if err := known.next(); err != nil {
			return err
		}
	}
	return sorted.Each(func(code []byte, times int) error {
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
