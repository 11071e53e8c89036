package partners

import (
	"regexp"
	"strings"

	"studbonus/internal/platform/fault"
	"studbonus/internal/platform/form"
)

// The types of discounts: a number, or a named gift.
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
	Owned
	Place int `db:"place"` // 1 to maxDiscounts, unique for a partner
	DiscountChange
}

// DiscountChange is what the dialog sends.
type DiscountChange struct {
	Type        string `db:"type" form:"type"`
	Name        string `db:"name" form:"name"`
	Size        string `db:"size" form:"size"`
	Description string `db:"description" form:"description"`
}

var number = regexp.MustCompile(`^[0-9]+([.,][0-9]+)?$`)

// checked trims the texts and adds broken rules to check; at is the path of the discount in a larger form.
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
