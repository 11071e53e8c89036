package news

import (
	"context"
	"fmt"

	"studbonus/internal/access"
	"studbonus/internal/audit"
	"studbonus/internal/db"
	"studbonus/internal/fault"
)

// Move changes an item's approval by the rules of contract §4: unseen 404, no powers over it 403, no such move
// 409, a move of somebody else's 403.
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
			return s.decided(ctx, tx, was)
		case !w.has(by):
			return fault.Forbidden()
		case stale(was.Version):
			return s.decided(ctx, tx, was)
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
		return s.changed(ctx, tx, audit.Entry{
			Action: "news." + string(m.To), Object: was.UUID, Reason: m.Reason,
			Before: map[string]any{"approve": was.Approval}, After: map[string]any{"approve": m.To},
		}, was.ID)
	})
}

var approvalNames = map[Approval]string{Wait: "на модерации", Approved: "опубликована", Declined: "отклонена", Blocked: "заблокирована"}

func (s *Service) decided(ctx context.Context, q db.Querier, i Item) error {
	return audit.Decided(ctx, q, auditKind, i.UUID, fmt.Sprintf("Новость сейчас %s.", approvalNames[i.Approval]))
}
