package cards

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"math/big"
	"strings"
	"time"

	"github.com/google/uuid"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/audit"
	"studbonus/internal/platform/db"
	"studbonus/internal/platform/fault"
	"studbonus/internal/platform/listquery"
)

// Tills returns the tills of a trade point, invited and paired.
func (s *Service) Tills(ctx context.Context, point string) ([]Till, error) {
	at, err := pointByUUID(ctx, s.DB, point)
	if err != nil {
		return nil, err
	}
	return tillsOf(ctx, s.DB, at.ID, s.Clock())
}

// Invite makes a link and a code that pair one till with a trade point.
func (s *Service) Invite(ctx context.Context, pointUUID string) (Invitation, error) {
	link := randomText(linkLength)
	out := Invitation{UUID: uuid.NewString(), Link: s.PublicURL + "/t#" + link}
	return out, s.DB.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		at, err := s.activePoint(ctx, tx, pointUUID)
		if err != nil {
			return err
		}
		now := s.Clock()
		if n, err := countTills(ctx, tx, at.ID, now); err != nil || n >= tillsMost {
			if err == nil {
				err = fault.Conflict("У торговой точки уже 50 касс. Отключите лишние.")
			}
			return err
		}
		out.LinkUntil, out.CodeUntil = now.Add(linkFor), now.Add(codeFor)
		row := tillRow{uuid: out.UUID, point: at.ID, linkHash: hashOf(link), codeUntil: out.CodeUntil, linkUntil: out.LinkUntil, createdAt: now}
		if out.Code, row.codeHash, err = s.drawCode(ctx, tx, now); err != nil {
			return err
		}
		if err := insertTill(ctx, tx, row); err != nil {
			return err
		}
		return s.tillChanged(ctx, tx, at, audit.Entry{Action: "cards.till.invite", After: map[string]any{"address": at.Address}})
	})
}

// activePoint returns a trade point whose partner cannot be blocked until the transaction ends.
func (s *Service) activePoint(ctx context.Context, tx db.Tx, pointUUID string) (point, error) {
	at, err := pointByUUID(ctx, tx, pointUUID)
	if err != nil {
		return at, err
	}
	if err := lockPartner(ctx, tx, at.Partner); err != nil {
		return at, err
	}
	if at, err = pointByUUID(ctx, tx, pointUUID); err == nil && at.Status != "active" {
		err = fault.Conflict("Партнёр заблокирован: кассу подключить нельзя.")
	}
	return at, err
}

// drawCode draws six digits that no other invitation has at the moment.
func (s *Service) drawCode(ctx context.Context, tx db.Tx, now time.Time) (code string, hash []byte, err error) {
	for {
		n, err := rand.Int(rand.Reader, big.NewInt(codes))
		if err != nil {
			return "", nil, err
		}
		code = fmt.Sprintf("%06d", n)
		hash = s.hashCode(code)
		if free, err := freeCode(ctx, tx, hash, now); err != nil || free {
			return code, hash, err
		}
	}
}

// hashCode is keyed, because a plain hash of six digits can be brute-forced at once.
func (s *Service) hashCode(code string) []byte {
	mac := hmac.New(sha256.New, s.Key)
	mac.Write([]byte("pairing:" + code))
	return mac.Sum(nil)
}

func hashOf(secret string) []byte {
	sum := sha256.Sum256([]byte(secret))
	return sum[:]
}

// Handed is what a till sends to be paired: the six digits, or the secret of the link.
type Handed struct{ Code, Link string }

func (s *Service) secretOf(h Handed) (secretOf, error) {
	code, link := listquery.Digits(h.Code), lookalikes.Replace(strings.ToUpper(strings.TrimSpace(h.Link)))
	switch {
	case (h.Code == "") == (h.Link == ""):
		return secretOf{}, fault.Invalid("code", "Введите код из шести цифр или откройте ссылку.")
	case h.Code != "" && len(code) != len(fmt.Sprint(codes-1)):
		return secretOf{}, fault.Invalid("code", "Код состоит из шести цифр.")
	case h.Link != "":
		return secretOf{link: hashOf(link)}, nil
	}
	return secretOf{code: s.hashCode(code)}, nil
}

// Paired is a till that has just been paired.
type Paired struct {
	Token            string // for its cookie
	Partner, Address string
}

// Pair turns an invitation into a till. Ten wrong attempts block a network for 15 minutes.
func (s *Service) Pair(ctx context.Context, h Handed) (Paired, error) {
	secret, err := s.secretOf(h)
	if err != nil {
		return Paired{}, err
	}
	out := Paired{Token: base64.RawURLEncoding.EncodeToString(random(secretBytes))}
	var refused error // committed together with the failure count
	err = s.DB.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		now := s.Clock()
		attempt, isOver, err := countFailure(ctx, tx, access.RequestFrom(ctx).Network(), now)
		if err != nil {
			return err
		}
		if isOver {
			return fault.TooMany("Слишком много попыток. Попробуйте через 15 минут.", failuresWindow)
		}
		till, ok, err := claimTill(ctx, tx, secret, hashOf(out.Token), now)
		if err != nil {
			return err
		}
		if !ok {
			refused = fault.Unauthenticated("Код или ссылка не подходит: срок истёк, или касса уже подключена. Попросите новый код.")
			return nil
		}
		at, err := pointByID(ctx, tx, till.Point)
		if err != nil {
			return err
		}
		out.Partner, out.Address, refused = at.PartnerName, at.Address, nil
		if err := forgetFailure(ctx, tx, attempt); err != nil {
			return err
		}
		return s.tillChanged(ctx, tx, at, audit.Entry{Action: "cards.till.pair", After: map[string]any{"address": at.Address}})
	})
	if err == nil {
		err = refused
	}
	return out, err
}

// AuthenticateTill resolves the cookie of a till.
func (s *Service) AuthenticateTill(ctx context.Context, token string) (access.Till, error) {
	t, has, err := tillByToken(ctx, s.DB, hashOf(token))
	if err == nil && (!has || token == "") {
		err = fault.Unauthenticated("Касса не подключена. Попросите код у партнёра программы.")
	}
	return t.principal(), err
}

// Unpair ends a till or withdraws an invitation.
func (s *Service) Unpair(ctx context.Context, uuid string) error {
	return s.DB.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		till, err := tillByUUID(ctx, tx, uuid)
		if err != nil {
			return err
		}
		at, err := pointByID(ctx, tx, till.Point)
		if err != nil {
			return err
		}
		n, err := deleteTills(ctx, tx, thisTill, till.ID)
		if err != nil {
			return err
		}
		if n == 0 { // somebody else has deleted it first
			return fault.NotFound()
		}
		return s.tillChanged(ctx, tx, at, audit.Entry{Action: "cards.till.unpair", Before: map[string]any{"address": at.Address}})
	})
}

// PointGoes ends the tills of a trade point that is about to be deleted.
func (s *Service) PointGoes(ctx context.Context, tx db.Tx, point int64) error {
	_, err := deleteTills(ctx, tx, atPoint, point)
	return err
}

// PartnerBlocked ends the tills of a partner.
func (s *Service) PartnerBlocked(ctx context.Context, tx db.Tx, partner int64) error {
	_, err := deleteTills(ctx, tx, ofPartner, partner)
	return err
}

// tillChanged adds an entry to the history of the partner.
func (s *Service) tillChanged(ctx context.Context, tx db.Tx, at point, e audit.Entry) error {
	e.Kind, e.Object = auditedTill, at.PartnerUUID
	return audit.Write(ctx, tx, s.Clock(), e)
}
