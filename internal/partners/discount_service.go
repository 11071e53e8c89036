package partners

import (
	"context"
	"fmt"
	"strings"

	"github.com/google/uuid"

	"studbonus/internal/audit"
	"studbonus/internal/db"
	"studbonus/internal/fault"
)

// AddDiscounts gives a partner discounts, all or none; a fourth is a conflict, also when two operators add at once.
func (s *Service) AddDiscounts(ctx context.Context, partner string, wanted []DiscountChange) ([]Discount, error) {
	if len(wanted) == 0 {
		return nil, fault.Invalid("discounts", "Добавьте хотя бы одну скидку.")
	}
	var check fault.Check
	for i, d := range wanted {
		wanted[i] = d.checked(&check, fmt.Sprintf("discounts[%d].", i))
	}
	if err := check.Err(); err != nil {
		return nil, err
	}
	var added []Discount
	err := s.DB.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		p, err := lock(ctx, tx, partner)
		if err != nil {
			return err
		}
		if added, err = s.addDiscounts(ctx, tx, p.ID, wanted); err != nil {
			return err
		}
		return s.told(ctx, tx, audit.Entry{Action: "partners.discount.add", Object: p.UUID, After: auditedDiscounts(added)})
	})
	return added, err
}

// addDiscounts needs the partner's row locked: the free places are looked up before they are taken.
func (s *Service) addDiscounts(ctx context.Context, tx db.Tx, partner int64, wanted []DiscountChange) ([]Discount, error) {
	present, err := discountsOf(ctx, tx, partner)
	if err != nil {
		return nil, err
	}
	taken := map[int]bool{}
	for _, d := range present {
		taken[d.Place] = true
	}
	added := make([]Discount, 0, len(wanted))
	for place := 1; len(added) < len(wanted); place++ {
		if place > maxDiscounts {
			return nil, errTooManyDiscounts()
		}
		if taken[place] {
			continue
		}
		c := wanted[len(added)]
		d := Discount{UUID: uuid.NewString(), Partner: partner, Place: place, Type: c.Type, Name: c.Name, Size: c.Size, Description: c.Description}
		if err := insertDiscount(ctx, tx, d, s.Clock()); err != nil {
			return nil, err
		}
		added = append(added, d)
	}
	return added, nil
}

// SaveDiscount changes a discount.
func (s *Service) SaveDiscount(ctx context.Context, id string, c DiscountChange) error {
	var check fault.Check
	c = c.checked(&check, "")
	if err := check.Err(); err != nil {
		return err
	}
	return s.onDiscount(ctx, id, func(ctx context.Context, tx db.Tx, p Partner, was Discount) error {
		is := was
		is.Type, is.Name, is.Size, is.Description = c.Type, c.Name, c.Size, c.Description
		if err := saveDiscount(ctx, tx, is); err != nil {
			return err
		}
		return s.told(ctx, tx, audit.Entry{Action: "partners.discount.save", Object: p.UUID, Before: was.audited(), After: is.audited()})
	})
}

// DeleteDiscount takes a discount away.
func (s *Service) DeleteDiscount(ctx context.Context, id string) error {
	return s.onDiscount(ctx, id, func(ctx context.Context, tx db.Tx, p Partner, was Discount) error {
		if err := deleteDiscount(ctx, tx, was.ID); err != nil {
			return err
		}
		return s.told(ctx, tx, audit.Entry{Action: "partners.discount.delete", Object: p.UUID, Before: was.audited()})
	})
}

// onDiscount finds a discount, with its partner's row locked.
func (s *Service) onDiscount(ctx context.Context, id string, change func(context.Context, db.Tx, Partner, Discount) error) error {
	return s.DB.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		d, err := discountByUUID(ctx, tx, id)
		if err != nil {
			return err
		}
		p, err := lockByID(ctx, tx, d.Partner)
		if err != nil {
			return err
		}
		if d, err = discountByUUID(ctx, tx, id); err != nil { // somebody may have changed it while we waited
			return err
		}
		return change(ctx, tx, p, d)
	})
}

func (d Discount) audited() map[string]any {
	return map[string]any{"type": d.Type, "name": d.Name, "size": d.Size, "description": d.Description}
}

// auditedDiscounts are told by their fields when there is one, else by a line each.
func auditedDiscounts(all []Discount) map[string]any {
	if len(all) == 1 {
		return all[0].audited()
	}
	lines := make([]string, len(all))
	for i, d := range all {
		lines[i] = strings.TrimSpace(d.Name+" "+d.Size) + ": " + d.Description
	}
	return map[string]any{"discounts": strings.Join(lines, "; ")}
}
