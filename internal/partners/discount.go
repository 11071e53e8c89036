package partners

import (
	"regexp"
	"strings"

	"studbonus/internal/fault"
	"studbonus/internal/form"
)

// The kinds of discounts: a number, or something named.
const (
	discountFix  = "fix"
	discountFree = "free"
)

const (
	maxDiscounts       = 3
	maxDiscountName    = 30
	maxDiscountSize    = 11
	maxDiscountDetails = 140
)

// Discount is what a partner gives to students.
type Discount struct {
	ID          int64  `db:"id"`
	UUID        string `db:"uuid"`
	Partner     int64  `db:"partner_id"`
	Place       int    `db:"place"`
	Type        string `db:"type"`
	Name        string `db:"name"`
	Size        string `db:"size"`
	Description string `db:"description"`
}

// DiscountChange is what the popup sends.
type DiscountChange struct{ Type, Name, Size, Description string }

var number = regexp.MustCompile(`^[0-9]+([.,][0-9]+)?$`)

// checked gives the discount without blanks around its texts, or notes the rules that it breaks. at names its place in a form.
func (c DiscountChange) checked(check *fault.Check, at string) DiscountChange {
	c.Name, c.Size, c.Description = strings.TrimSpace(c.Name), strings.TrimSpace(c.Size), strings.TrimSpace(c.Description)
	switch c.Type {
	case discountFix:
		check.When(c.Size == "", at+"size", "Укажите размер скидки.")
	case discountFree:
		check.When(c.Name == "", at+"name", "Укажите, что получит студент.")
	default:
		check.Add(at+"type", "Выберите вид скидки.")
	}
	check.When(form.Longer(c.Name, maxDiscountName), at+"name", "Не более 30 символов.")
	check.When(form.Longer(c.Size, maxDiscountSize), at+"size", "Не более 11 символов.")
	check.When(c.Size != "" && !form.Longer(c.Size, maxDiscountSize) && !number.MatchString(c.Size), at+"size", "Размер скидки — число.")
	check.When(c.Description == "", at+"description", "Опишите скидку.")
	check.When(form.Longer(c.Description, maxDiscountDetails), at+"description", "Не более 140 символов.")
	return c
}

func errTooManyDiscounts() error {
	return fault.Conflict("У партнёра может быть не больше трёх скидок.")
}
