package audit

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
	"log/slog"
	"strconv"
	"time"

	"studbonus/internal/platform/clock"
	"studbonus/internal/platform/db"
)

const (
	sealEvery = 10 * time.Minute
	sealAfter = 10 * time.Minute         // the age of a row when it is sealed
	keepFor   = 3 * 366 * 24 * time.Hour // the triggers allow deleting what is older
)

// seal is a link of the hash chain over the log.
type seal struct {
	UpTo     int64     `db:"up_to"` // the last row it covers
	Rows     int64     `db:"rows"`
	Root     []byte    `db:"root"`
	Previous []byte    `db:"previous"` // root of the seal before; empty in the first
	At       time.Time `db:"at"`
}

// Sealer seals the log every ten minutes.
type Sealer struct {
	DB    *db.DB
	Clock clock.Clock
	Log   *slog.Logger
}

// Seal hashes the rows older than ten minutes that no seal covers yet. The root also goes to the program's log, which
// someone who rewrites the tables cannot change.
func (s Sealer) Seal(ctx context.Context) error {
	last, err := lastSeal(ctx, s.DB)
	if err != nil {
		return err
	}
	var upTo int64
	err = s.DB.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		upTo, err = sealable(ctx, tx, last.UpTo, s.Clock().Add(-sealAfter))
		return err
	})
	if err != nil || upTo == 0 {
		return err
	}
	next, err := hashRows(ctx, s.DB, last, upTo)
	if err != nil {
		return err
	}
	next.At = s.Clock()
	if err := s.DB.Tx(ctx, func(ctx context.Context, tx db.Tx) error { return insertSeal(ctx, tx, next) }); err != nil {
		return fmt.Errorf("seal the audit log: %w", err)
	}
	s.Log.Info("audit log sealed", "upTo", next.UpTo, "rows", next.Rows, "root", hex.EncodeToString(next.Root))
	return nil
}

// hashRows computes the seal that follows last and ends with row upTo.
func hashRows(ctx context.Context, q db.Querier, last seal, upTo int64) (seal, error) {
	h := sha256.New()
	h.Write(last.Root)
	next := seal{UpTo: upTo, Previous: last.Root}
	err := eachRow(ctx, q, last.UpTo, upTo, func(r logRow) error {
		next.Rows++
		r.hashInto(h)
		return nil
	})
	next.Root = h.Sum(nil)
	return next, err
}

// hashInto writes every column as a netstring, so that no two different rows hash the same bytes.
func (r logRow) hashInto(h hash.Hash) {
	number := func(n *int64) string {
		if n == nil {
			return ""
		}
		return strconv.FormatInt(*n, 10)
	}
	at := r.At.UnixMicro()
	columns := []string{
		number(&r.Seq), number(&at), number(r.Operator), r.OperatorName, number(r.University), r.Action, r.Kind, r.Object,
		r.Subject, number(r.SubjectUniversity), string(r.PersonalHash), r.Reason, r.Changes, r.Request, r.Address,
	}
	if r.Member != nil { // rows from before the column keep their hash
		columns = append(columns, "member "+number(r.Member))
	}
	for _, column := range columns {
		_, _ = fmt.Fprintf(h, "%d:%s,", len(column), column) // a hash never fails
	}
}

// Verify recomputes the seals and the hashes of personal payloads and of list pages, and describes every difference.
func (s Sealer) Verify(ctx context.Context) ([]string, error) {
	ctx = db.InBackground(ctx)
	wrong, err := s.verifySeals(ctx)
	if err != nil {
		return nil, err
	}
	err = eachPersonal(ctx, s.DB, func(p personalRow) error {
		if !bytes.Equal(p.Hash, personalHash(p.Salt, p.Payload)) {
			wrong = append(wrong, fmt.Sprintf("личные данные записи %d не сходятся с журналом", p.Seq))
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	err = verifyPages(ctx, s.DB, s.Clock().Add(-keepFor), func(format string, args ...any) { wrong = append(wrong, fmt.Sprintf(format, args...)) })
	return wrong, err
}

func (s Sealer) verifySeals(ctx context.Context) (wrong []string, err error) {
	seals, err := allSeals(ctx, s.DB)
	if err != nil || len(seals) == 0 {
		return nil, err
	}
	last := seal{Root: []byte{}}
	if len(seals[0].Previous) > 0 { // older seals are past their term and deleted: trust the oldest one left
		last, seals = seals[0], seals[1:]
	}
	for _, is := range seals {
		want, err := hashRows(ctx, s.DB, last, is.UpTo)
		if err != nil {
			return nil, err
		}
		expired := want.Rows < is.Rows && s.Clock().Sub(is.At) > keepFor
		switch {
		case !bytes.Equal(is.Previous, last.Root):
			wrong = append(wrong, fmt.Sprintf("печать записи %d не продолжает предыдущую", is.UpTo))
		case !expired && (want.Rows != is.Rows || !bytes.Equal(want.Root, is.Root)):
			wrong = append(wrong, fmt.Sprintf("записи журнала с %d по %d не сходятся с печатью", last.UpTo+1, is.UpTo))
		}
		last = is
	}
	return wrong, nil
}
