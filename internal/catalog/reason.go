package catalog

import (
	"slices"
	"strings"

	"studbonus/internal/platform/fault"
	"studbonus/internal/platform/form"
)

// Reasons are what a dialog offers for one decision, in order.
type Reasons struct {
	Kind    string
	Texts   []string
	Version int64
}

const (
	mostReasons = 20
	maxReason   = 500
)

// checkedReasons returns the trimmed texts.
func checkedReasons(texts []string) ([]string, error) {
	var c fault.Check
	const field = "reasons"
	out := make([]string, len(texts))
	for i, text := range texts {
		out[i] = strings.TrimSpace(text)
		c.When(out[i] == "", field, "Причина не может быть пустой.")
		c.When(form.Longer(out[i], maxReason), field, "Причина не длиннее 500 символов.")
		c.When(slices.Contains(out[:i], out[i]), field, "«"+out[i]+"» повторяется.")
	}
	c.When(len(out) == 0, field, "Нужна хотя бы одна причина.")
	c.When(len(out) > mostReasons, field, "Не больше 20 причин.")
	return out, c.Err()
}
