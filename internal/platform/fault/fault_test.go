package fault_test

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"studbonus/internal/platform/fault"
)

func TestIs(t *testing.T) {
	wrapped := fmt.Errorf("save: %w", fmt.Errorf("row: %w", fault.NotFound()))
	for name, test := range map[string]struct {
		err  error
		kind fault.Kind
		want bool
	}{
		"itself":                  {fault.NotFound(), fault.KindNotFound, true},
		"wrapped twice":           {wrapped, fault.KindNotFound, true},
		"another kind":            {wrapped, fault.KindConflict, false},
		"an internal error":       {errors.New("x"), fault.KindNotFound, false},
		"no error":                {nil, fault.KindNotFound, false},
		"stale is a conflict":     {fault.Stale(), fault.KindConflict, true},
		"with a cause":            {fault.Conflict("x").Because(errors.New("y")), fault.KindConflict, true},
		"one that is only joined": {errors.Join(errors.New("x"), fault.Forbidden()), fault.KindForbidden, true},
	} {
		t.Run(name, func(t *testing.T) {
			if got := fault.Is(test.err, test.kind); got != test.want {
				t.Errorf("got %v", got)
			}
		})
	}
}

// The texts of rules 4.5.
func TestCatalogueTexts(t *testing.T) {
	for want, err := range map[string]*fault.Error{"Доступ запрещён.": fault.Forbidden(), "Не найдено.": fault.NotFound()} {
		if err.Message != want {
			t.Errorf("%q, want %q", err.Message, want)
		}
	}
}

func TestBecause(t *testing.T) {
	cause := errors.New("pq: deadlock")
	plain := fault.Conflict("Уже есть.")
	with := plain.Because(cause)
	if !errors.Is(with, cause) || errors.Is(plain, cause) {
		t.Error("the cause belongs to the copy alone")
	}
	if with.Message != "Уже есть." {
		t.Errorf("an operator reads %q", with.Message)
	}
	if got := with.Error(); got != "Уже есть. (pq: deadlock)" {
		t.Errorf("the log reads %q", got)
	}
}

func TestCheck(t *testing.T) {
	t.Run("without broken rules is no error", func(t *testing.T) {
		var c fault.Check
		c.When(false, "name", "Укажите имя.")
		if err := c.Err(); err != nil {
			t.Errorf("got %v", err)
		}
	})
	t.Run("of one field has its message", func(t *testing.T) {
		var c fault.Check
		c.When(true, "name", "Укажите имя.")
		if diff := cmp.Diff(refusal{fault.KindInvalid, "Укажите имя.", []fault.Field{{Name: "name", Message: "Укажите имя."}}}, read(t, c.Err())); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	})
	t.Run("of several rules lists all in order", func(t *testing.T) {
		var c fault.Check
		c.Add("b", "Б.")
		c.Add("a", "А.")
		want := refusal{fault.KindInvalid, "Проверьте заполнение полей.", []fault.Field{{Name: "b", Message: "Б."}, {Name: "a", Message: "А."}}}
		if diff := cmp.Diff(want, read(t, c.Err())); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
		if got := c.Err().Error(); got != "Проверьте заполнение полей. [b: Б.] [a: А.]" {
			t.Errorf("the log reads %q", got)
		}
	})
}

type refusal struct {
	Kind    fault.Kind
	Message string
	Fields  []fault.Field
}

func read(t *testing.T, err error) refusal {
	t.Helper()
	e, ok := errors.AsType[*fault.Error](err)
	if !ok {
		t.Fatalf("%v is no refusal", err)
	}
	return refusal{e.Kind, e.Message, e.Fields}
}

func TestRetry(t *testing.T) {
	if e := fault.TooMany("Позже.", time.Minute); e.RetryAfter != time.Minute || e.Kind != fault.KindTooMany {
		t.Errorf("got %+v", e)
	}
	if e := fault.Unavailable("Нет связи.", time.Second); e.RetryAfter != time.Second || e.Kind != fault.KindUnavailable {
		t.Errorf("got %+v", e)
	}
}
