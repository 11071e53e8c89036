package news

import (
	"context"
	"fmt"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/audit"
	"studbonus/internal/platform/db"
	"studbonus/internal/platform/fault"
)

// Move changes an item's approval (rules 9.4): 404 if the item is not visible, 403 without powers over it, 409 if the
// transition does not exist, 403 if it belongs to someone else.
func (s *Service) Move(ctx context.Context, m Move, stale func(version int64) bool) error {
	if !m.To.known() {
		return fault.Invalid("approve", "Неизвестный статус новости.")
	}
	p := access.From(ctx)
	return s.DB.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		was, err := lock(ctx, tx, sightOf(p), m.News)
		if err != nil {
			return err
		}
		w, by := powersOver(p, was), whoMoves(was.Level, was.Approval, m.To)
		switch {
		case !w.owns && !w.moderates:
			return fault.Forbidden()
		case by == nobody:
			return s.alreadyDecided(ctx, tx, was)
		case !w.has(by):
			return fault.Forbidden()
		case stale(was.Version):
			return s.alreadyDecided(ctx, tx, was)
		}
		if err := m.checkReason(); err != nil {
			return err
		}
		shown := ""
		if m.To == Declined {
			shown = m.Reason
		}
		if err := setApproval(ctx, tx, was.ID, m.To, shown); err != nil {
			return err
		}
		return s.log.Changed(ctx, tx, audit.Entry{
			Action: "news." + string(m.To), Object: was.UUID, Reason: m.Reason,
			Before: map[string]any{"approve": was.Approval}, After: map[string]any{"approve": m.To},
		}, was.ID)
	})
}

var approvalNames = map[Approval]string{Wait: "на модерации", Approved: "опубликована", Declined: "отклонена", Blocked: "заблокирована"}

func (s *Service) alreadyDecided(ctx context.Context, q db.Querier, i Item) error {
	return audit.Decided(ctx, q, auditKind, i.UUID, fmt.Sprintf("Новость сейчас %s.", approvalNames[i.Approval]))
}
