package promotions

import (
	"context"
	"database/sql"
	"errors"
	"strings"
	"time"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/audit"
	"studbonus/internal/platform/clock"
	"studbonus/internal/platform/db"
	"studbonus/internal/platform/fault"
)

// patience is how long a claim waits for its turn before the answer is its place in the queue (rules 27.6).
const patience = 2 * time.Second

// Offers returns up to limit+1 promotions that students can use now or soon, the newest first, before a number. partner is
// empty for all.
func (s *Service) Offers(ctx context.Context, partner string, before int64, limit int) ([]Offer, error) {
	return offers(ctx, s.DB, offerQuery{today: clock.DateOf(s.Clock()), partner: partner, before: before, limit: limit + 1})
}

// Offer returns one of the promotions of Offers.
func (s *Service) Offer(ctx context.Context, uuid string) (Offer, error) {
	return offerByUUID(ctx, s.DB, uuid, clock.DateOf(s.Clock()))
}

// OwnCodes returns up to limit+1 codes of the calling member, the newest first, after the last one seen.
func (s *Service) OwnCodes(ctx context.Context, last OwnKey, limit int) ([]Own, error) {
	return ownCodes(ctx, s.DB, access.MemberFrom(ctx).Student, last, limit+1)
}

// Claim gives the calling student a code of a promotion. If its turn does not come soon, the claim stays queued and its place is
// returned: repeated with the same key it asks again (rules 27.6).
func (s *Service) Claim(ctx context.Context, promotion, key string) (Own, *Place, error) {
	me := access.MemberFrom(ctx)
	// Repeated claims are answered here and never queue: the queue compares its length with the codes left.
	own, err := s.byKey.Get(ctx, question{strings.ToLower(promotion), me.Student, key})
	if errors.Is(err, sql.ErrNoRows) {
		err = fault.NotFound()
	}
	if err != nil || own.TakenAt != nil {
		return own, nil, err
	}
	//nolint:contextcheck // a queue serves many claims and outlives each
	w, place, err := s.claims.join(own.UUID, Claim{Key: key, By: me, From: access.RequestFrom(ctx)})
	if err != nil {
		return Own{}, nil, err
	}
	if w == nil || place.Wait > patience {
		return own, &place, nil
	}
	late := time.NewTimer(patience)
	defer late.Stop()
	select {
	case <-w.done:
		own.Code, own.TakenAt = w.outcome.Code, &w.outcome.At
		return own, nil, w.outcome.Err
	case <-late.C:
		return own, &place, nil
	case <-ctx.Done():
		return Own{}, nil, ctx.Err()
	}
}

// Give grants codes to claims in one transaction; a student has at most one of them. Locking the promotion serializes its
// batches on all instances.
func (s *Service) Give(ctx context.Context, promotion string, claims []Claim) (Batch, error) {
	var out Batch
	err := s.DB.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		p, err := lock(ctx, tx, promotion)
		if err != nil {
			return err
		}
		r := round{promotion: p, claims: claims, now: s.Clock()}
		outcomes, grants, err := r.judge(ctx, tx)
		if err != nil {
			return err
		}
		codes, err := freeCodes(ctx, tx, p.ID, len(grants))
		if err != nil {
			return err
		}
		for i, g := range grants {
			if i < len(codes) {
				grants[i].code, outcomes[g.claim] = codes[i], Outcome{Code: codes[i], At: r.now}
			} else {
				outcomes[g.claim] = Outcome{Err: errNoCodes()}
			}
		}
		grants = grants[:len(codes)]
		out = Batch{Outcomes: outcomes, Left: p.Total - p.Used - int64(len(grants))}
		if len(grants) == 0 {
			return nil
		}
		if err := r.assign(ctx, tx, grants); err != nil {
			return err
		}
		return r.record(ctx, tx, grants)
	})
	return out, err
}

// round is one batch of claims.
type round struct {
	promotion Promotion
	claims    []Claim
	now       time.Time
}

// grant is a claim that gets a code.
type grant struct {
	claim   int // its index
	student student
	code    string
}

// judge returns the outcomes of the claims that get no new code, and the grants for the others.
func (r round) judge(ctx context.Context, tx db.Tx) ([]Outcome, []grant, error) {
	students, err := r.students(ctx, tx)
	if err != nil {
		return nil, nil, err
	}
	has, err := r.held(ctx, tx)
	if err != nil {
		return nil, nil, err
	}
	outcomes, grants := make([]Outcome, len(r.claims)), []grant{}
	for i, c := range r.claims {
		j := judgement{promotion: r.promotion, student: students[c.By.Student], has: has[c.By.Student]}
		if known, ok := j.byKey(c.Key); ok {
			outcomes[i] = Outcome{Code: known.Code, At: known.At}
		} else if err := j.check(r.now); err != nil {
			outcomes[i] = Outcome{Err: err}
		} else {
			grants = append(grants, grant{claim: i, student: j.student})
		}
	}
	return outcomes, grants, nil
}

// record audits the grants. The rows are about the students: grants would flood the promotion's history. Codes are secrets
// and not logged.
func (r round) record(ctx context.Context, tx db.Tx, grants []grant) error {
	entries := make([]audit.Signed, len(grants))
	for i, g := range grants {
		c := r.claims[g.claim]
		entries[i] = audit.Signed{By: c.By, From: c.From, Entry: audit.Entry{
			Action: "promotions.grant", Kind: "grant", Object: g.student.UUID, About: audit.Person{UUID: g.student.UUID, University: g.student.University},
			After: map[string]any{"uuidStock": r.promotion.UUID},
		}}
	}
	return audit.WritePersonal(ctx, tx, r.now, entries)
}
