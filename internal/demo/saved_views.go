package demo

import (
	"context"
	"fmt"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/db"
	"studbonus/internal/views"
)

// savedViews are what some operators have saved.
var savedViews = []struct {
	account, list string
	form          views.Form
}{
	{"all", "news", views.Form{Name: "Отклонённые", Query: "approve=declined"}},
	{"all", "partners", views.Form{Name: "Нет точки или скидки", Query: "status=active&lacks=offer", IsShared: true}},
	{"student", "applications", views.Form{Name: "Ждут больше трёх дней", Query: "waitingDays=3", IsShared: true}},
	{"student2", "news", views.Form{Name: "Новости региона", Query: "typeNews=region", IsShared: true}},
}

// addSavedViews adds saved views of lists.
func addSavedViews(ctx context.Context, p Parts) error {
	for _, v := range savedViews {
		id, err := db.One[int64](ctx, p.DB, "SELECT id FROM operators WHERE login = ?", v.account+"@demo.studbonus.ru")
		if err != nil {
			return err
		}
		owner, err := p.Auth.Principal(ctx, id)
		if err != nil {
			return err
		}
		if _, err := p.Views.Add(access.WithPrincipal(ctx, owner), v.list, v.form); err != nil {
			return fmt.Errorf("save the view %s: %w", v.form.Name, err)
		}
	}
	return nil
}
