package demo

import (
	"context"
	"fmt"
	"time"

	"studbonus/internal/cards"
	"studbonus/internal/platform/access"
	"studbonus/internal/platform/db"
)

// addCards opens the app on the members' phones, the card of the active one on it, and pairs a till that has checked it.
// The phone with the card is signed out, so people who try this student in the app get the card at once.
func addCards(ctx context.Context, p Parts) error {
	p.Clock.Set(p.Now)
	for _, m := range Members {
		member, err := p.Members.SignInWithoutCode(ctx, m.Phone, phoneAgent)
		if err == nil && member.Standing == access.Active {
			active := access.WithMember(ctx, member)
			if _, err = p.Cards.Issue(active); err == nil {
				err = p.Members.SignOut(active)
			}
		}
		if err != nil {
			return fmt.Errorf("card of %s: %w", m.Phone, err)
		}
	}
	if err := addTill(ctx, p); err != nil {
		return fmt.Errorf("demo till: %w", err)
	}
	p.Clock.Set(p.Now)
	return nil
}

// addTill pairs a till with a trade point of the newest partner that students see: the first of the list.
func addTill(ctx context.Context, p Parts) error {
	operator, err := as(ctx, p, "univer")
	if err != nil {
		return err
	}
	point, err := db.One[string](ctx, p.DB, `SELECT CAST(t.uuid AS TEXT) FROM trade_points t JOIN partners p ON p.id = t.partner_id
		WHERE p.status = 'active' ORDER BY p.id DESC, t.id LIMIT 1`)
	if err != nil {
		return err
	}
	p.Clock.Set(p.Now.AddDate(0, 0, -2))
	invitation, err := p.Cards.Invite(operator, point)
	if err != nil {
		return err
	}
	p.later(4 * time.Minute)
	paired, err := p.Cards.Pair(ctx, cards.Handed{Code: invitation.Code})
	if err != nil {
		return err
	}
	till, err := p.Cards.AuthenticateTill(ctx, paired.Token)
	if err != nil {
		return err
	}
	number, err := db.One[string](ctx, p.DB, "SELECT student_code FROM students WHERE phone = ?", Members[0].Phone)
	if err != nil {
		return err
	}
	p.Clock.Set(p.Now.Add(-40 * time.Minute))
	_, err = p.Cards.CheckNumber(access.WithTill(ctx, till), number)
	return err
}
