package partners

import (
	"context"
	"fmt"
	"strings"

	"github.com/google/uuid"

	"studbonus/internal/platform/audit"
	"studbonus/internal/platform/db"
	"studbonus/internal/platform/fault"
)

// AddDiscounts adds all or none of the discounts. A fourth one is a conflict, even if two operators add at once.
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
		return s.log.Changed(ctx, tx, audit.Entry{Action: "partners.discount.add", Object: p.UUID, After: auditedDiscounts(added)}, p.ID)
	})
	return added, err
}

// addDiscounts requires a lock on the partner's row, because it reads the free places before taking them.
func (s *Service) addDiscounts(ctx context.Context, tx db.Tx, partner int64, wanted []DiscountChange) ([]Discount, error) {
	present, err := discountTable.of(ctx, tx, partner)
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
		d := Discount{Owned{UUID: uuid.NewString(), Partner: partner}, place, wanted[len(added)]}
		if err := discountTable.insert(ctx, tx, d, s.Clock(), db.Column{Name: "place", Value: place}); err != nil {
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
	return discountTable.save(ctx, s, id, func(d *Discount) { d.DiscountChange = c })
}

// DeleteDiscount deletes a discount.
func (s *Service) DeleteDiscount(ctx context.Context, id string) error {
	return discountTable.drop(ctx, s, id, func(ctx context.Context, tx db.Tx, d Discount) error {
		return s.index.Touch(ctx, tx, d.Partner)
	})
}

func (d Discount) audited() map[string]any { return audit.FormFields(d) }

func (d Discount) line() string { return strings.TrimSpace(d.Name+" "+d.Size) + ": " + d.Description }

func auditedDiscounts(all []Discount) map[string]any {
	if len(all) == 1 {
		return all[0].audited()
	}
	return map[string]any{"discounts": lines(all, Discount.line)}
}
