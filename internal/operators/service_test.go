package operators_test

import (
	"strings"
	"testing"

	"studbonus/internal/operators"
	"studbonus/internal/platform/access"
	"studbonus/internal/platform/fault"
	"studbonus/internal/test/kit"
)

func TestAnAccountIsAddedOnceAndCanSignInUntilItIsBlocked(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		anna := operators.NewOperator{
			Login: " Anna@Example.ru ", Password: "Довольно длинный", Role: access.OperatorStudent, University: 1, Surname: " Иванова ", Name: "Анна", Phone: "+7 (342) 239-64-35",
		}
		if err := a.Operators.Add(t.Context(), anna); err != nil {
			t.Fatal(err)
		}
		if err := a.Operators.Add(t.Context(), anna); !fault.Is(err, fault.KindConflict) {
			t.Errorf("the second time: %v, want a conflict", err)
		}
		all, err := a.Operators.All(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if o := all[len(all)-1]; o.Login != "anna@example.ru" || o.Surname != "Иванова" || o.Phone != "73422396435" || o.BlockedAt != nil {
			t.Errorf("%+v", o)
		}
		c := a.SignIn(t, "anna@example.ru", anna.Password)
		c.Get("/operator/info").OK()
		if err := a.Operators.Block(t.Context(), "ANNA@example.ru", true); err != nil {
			t.Fatal(err)
		}
		c.Get("/operator/info").Is(401)
		if wrong, err := a.Operators.Verify(t.Context()); err != nil || len(wrong) > 0 {
			t.Errorf("%v, %v", wrong, err)
		}
	})
}

func TestAWrongAccountIsRefused(t *testing.T) {
	a := kit.New(t, kit.SQLite)
	right := operators.NewOperator{Login: "anna@example.ru", Password: "Довольно длинный", Role: access.OperatorStudent, University: 1, Surname: "Иванова", Name: "Анна"}
	for field, spoil := range map[string]func(*operators.NewOperator){
		"login":    func(n *operators.NewOperator) { n.Login = "anna" },
		"password": func(n *operators.NewOperator) { n.Password = "short" },
		"role":     func(n *operators.NewOperator) { n.Role = "director" },
		"surname":  func(n *operators.NewOperator) { n.Surname = " " },
		"phone":    func(n *operators.NewOperator) { n.Phone = "12" },
		"job":      func(n *operators.NewOperator) { n.Job = strings.Repeat("ё", 201) },
	} {
		n := right
		spoil(&n)
		if err := a.Operators.Add(t.Context(), n); !fault.Is(err, fault.KindInvalid) {
			t.Errorf("%s: %v, want a refusal", field, err)
		}
	}
}
