package cards

import (
	"context"
	"time"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/db"
	"studbonus/internal/platform/fault"
	"studbonus/internal/platform/listquery"
)

const (
	sameAnswerFor = 10 * time.Second // a token shown again at the same till within this time gets the same answer
	portraitFor   = 2 * time.Minute  // how long a till may load the portrait after a check
	numberDigits  = 10
)

// CheckPublicly judges a token scanned by any phone camera. Above the network's limit it returns how long to wait.
func (s *Service) CheckPublicly(ctx context.Context, shown string) (result Result, wait time.Duration, err error) {
	now := s.Clock()
	if wait := s.pages.Count(access.RequestFrom(ctx).Network(), now); wait > 0 {
		return Result{}, wait, nil
	}
	t, ok := parseToken(shown)
	if !ok {
		return invalid(unknown), 0, nil
	}
	_, result, err = s.decide(ctx, t, now, now)
	return result, 0, err
}

// decide judges a token first shown at shownAt. A handle without a valid proof reveals nothing about the student.
func (s *Service) decide(ctx context.Context, t token, shownAt, now time.Time) (holder, Result, error) {
	h, has, err := holderOf(ctx, s.DB, t.handle)
	if err != nil || !has {
		return h, invalid(unknown), err
	}
	secret, err := s.box.Open(h.Secret, h.Handle)
	if err != nil { // the key file was replaced: the phone gets a new secret at its next contact
		return h, invalid(leased), nil //nolint:nilerr // not an error of this call
	}
	if !t.isRight(secret, shownAt) {
		return h, staleResult, nil
	}
	result := h.judge(now)
	if result.Verdict == Valid && now.After(h.SeenAt.Add(lease)) {
		result = invalid(leased)
	}
	return h, result, nil
}

// Checked is a result as a paired till sees it. All but the result is empty unless the token proves a valid card.
type Checked struct {
	Result
	Name        string
	HasPortrait bool
	Shown       string // the token, by which the till loads the portrait; empty if a number was shown
	Discounts   []Discount
}

// words are those of the result; a number proves nothing about who shows it (rules 24.1).
func (c Checked) words() words {
	w := c.Result.words()
	if c.Verdict == Valid && c.Shown == "" {
		w.advice = byNumber
	}
	return w
}

// CheckToken judges a token shown at the caller's till. Within 10 seconds the token gets the same answer, afterwards it is
// old.
func (s *Service) CheckToken(ctx context.Context, shown string) (Checked, error) {
	till, now := access.TillFrom(ctx), s.Clock()
	if wait := s.tills.Count(till.ID, now); wait > 0 {
		return Checked{}, fault.TooMany(tooMany.title+". "+tooMany.advice, wait)
	}
	t, ok := parseToken(shown)
	if !ok {
		return Checked{Result: invalid(unknown)}, nil
	}
	shownAt, again, err := firstShown(ctx, s.DB, till.ID, t.String())
	if err != nil {
		return Checked{}, err
	}
	if !again {
		shownAt = now
	}
	h, result, err := s.decide(ctx, t, shownAt, now)
	if err == nil && result.Verdict == Valid {
		if again && now.Sub(shownAt) > sameAnswerFor {
			result = staleResult
		} else if !again {
			err = s.accept(ctx, till, h.student, noteProof, t.String())
		}
	}
	if err != nil || result.Verdict != Valid {
		return Checked{Result: result}, err
	}
	out := Checked{Result: result, Name: h.shortName(), HasPortrait: h.Photo != "", Shown: t.String()}
	out.Discounts, err = discountsOf(ctx, s.DB, till.Partner)
	return out, err
}

type note func(ctx context.Context, tx db.Tx, till int64, shown string, c noted) (isFirst bool, err error)

// accept records a valid card once and counts it as a shown barcode of the partner.
func (s *Service) accept(ctx context.Context, till access.Till, st student, note note, shown string) error {
	return s.DB.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		now := s.Clock()
		isFirst, err := note(ctx, tx, till.ID, shown, noted{st.ID, now})
		if err != nil || !isFirst {
			return err
		}
		if err := setUsed(ctx, tx, till.ID, now); err != nil {
			return err
		}
		return s.Hooks.Shown(ctx, tx, st.University, till.Partner)
	})
}

// noteProof records a token. A card that was far away a moment ago is marked: it may be shown by two phones (rules 24.12).
func noteProof(ctx context.Context, tx db.Tx, till int64, shown string, c noted) (isFirst bool, err error) {
	d, has, err := lockDevice(ctx, tx, c.student) // serialises parallel checks at two tills, so the second sees the first
	if err != nil {
		return false, err
	}
	isFirst, err = noteToken(ctx, tx, till, shown, c)
	if err != nil || !isFirst || !has {
		return isFirst, err
	}
	places, err := placesOfChecks(ctx, tx, d, c.at.Add(-farWithin))
	if err != nil {
		return false, err
	}
	km := farthest(places, till)
	if km < farFrom || d.FarAt != nil && c.at.Sub(*d.FarAt) < farWithin {
		return true, nil
	}
	return true, setFar(ctx, tx, d.ID, c.at, km)
}

// CheckNumber judges a card number. A number proves nothing, so the till gets only the verdict and the date.
func (s *Service) CheckNumber(ctx context.Context, number string) (Checked, error) {
	till := access.TillFrom(ctx)
	if number = listquery.Digits(number); len(number) != numberDigits {
		return Checked{}, fault.Invalid("number", "Номер карты состоит из 10 цифр.")
	}
	if err := s.countNumber(ctx, till.ID); err != nil {
		return Checked{}, err
	}
	st, has, err := studentByNumber(ctx, s.DB, number)
	if err != nil || !has {
		return Checked{Result: invalid(unknown)}, err
	}
	result := st.judge(s.Clock())
	if result.Verdict == Valid {
		err = s.accept(ctx, till, st, noteNumber, number)
	}
	return Checked{Result: result}, err
}

// countNumber counts a check by number before it is made, right or wrong.
func (s *Service) countNumber(ctx context.Context, till int64) error {
	return s.DB.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		n, err := addNumberCheck(ctx, tx, till, s.Clock())
		switch {
		case err != nil:
			return err
		case n.InMinute > numbersAMinute:
			return fault.TooMany("Слишком много проверок по номеру. Подождите минуту или отсканируйте код карты.", time.Minute)
		case n.InDay > numbersADay:
			return fault.TooMany("На сегодня проверки по номеру закончились. Сканируйте код карты: это без ограничений.", time.Hour)
		}
		return nil
	})
}

// portrait returns the key of the photo of a student whose token the caller's till has just accepted.
func (s *Service) portrait(ctx context.Context, shown string) (string, error) {
	t, ok := parseToken(shown)
	if !ok { // an accepted number is noted too, but it opens no photo
		return "", fault.NotFound()
	}
	return portraitAt(ctx, s.DB, access.TillFrom(ctx).ID, t.String(), s.Clock().Add(-portraitFor))
}
