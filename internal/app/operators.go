package app

import (
	"context"
	"fmt"
	"os"
	"strings"
	"text/tabwriter"

	"studbonus/internal/catalog"
	"studbonus/internal/operators"
	"studbonus/internal/platform/access"
	"studbonus/internal/platform/clock"
	"studbonus/internal/platform/fault"
	"studbonus/internal/platform/form"
)

// AddOperator is the command operator add.
type AddOperator struct {
	Store
	Login      string      `arg:"" help:"E-mail, он же логин."`
	Role       access.Role `required:"" help:"operator_all (всё), operator_student (студенты, заявки, структура, база знаний), operator_univer (партнёры, акции, отзывы) или chairman (председатель профсоюза)." placeholder:"РОЛЬ"`
	University string      `required:"" help:"ИНН университета." placeholder:"ИНН"`
	Chairman   bool        `help:"Дать ещё и права председателя на новости."`
	Admin      bool        `help:"Сделать администратором: с ролью operator_all всей программы, с другой своего университета."`
	Surname    string      `required:"" help:"Фамилия." placeholder:"ТЕКСТ"`
	Name       string      `required:"" help:"Имя." placeholder:"ТЕКСТ"`
	Patronymic string      `help:"Отчество." placeholder:"ТЕКСТ"`
	Phone      string      `help:"Телефон, 11 цифр." placeholder:"ТЕЛЕФОН"`
	Job        string      `help:"Должность." placeholder:"ТЕКСТ"`
}

// Run implements the command.
func (c *AddOperator) Run(ctx context.Context) error {
	return onInstalled(ctx, c.Store, func(a *App) error {
		u, err := a.universityByINN(ctx, c.University)
		if err != nil {
			return err
		}
		password, err := readPassword(os.Stdin)
		if err != nil {
			return err
		}
		err = a.Operators.Add(ctx, operators.NewOperator{
			Login: c.Login, Password: password, Role: c.Role, IsChairman: c.Chairman, IsAdmin: c.Admin, University: u.ID,
			Surname: c.Surname, Name: c.Name, Patronymic: c.Patronymic, Phone: c.Phone, Job: c.Job,
		})
		if err == nil {
			_, _ = fmt.Printf("Оператор добавлен: %s, %s, %s.\n", c.Login, c.Role, u.ShortName)
		}
		return err
	})
}

func (a *App) universityByINN(ctx context.Context, inn string) (catalog.University, error) {
	u, err := a.Catalog.UniversityByINN(ctx, inn)
	if fault.Is(err, fault.KindNotFound) {
		err = fault.Invalid("university", "Университета с таким ИНН нет. Добавьте его командой university add.")
	}
	return u, err
}

// SetRole is the command operator role.
type SetRole struct {
	Store
	Login    string      `arg:"" help:"E-mail оператора."`
	Role     access.Role `required:"" help:"operator_all, operator_student, operator_univer или chairman." placeholder:"РОЛЬ"`
	Chairman bool        `help:"Дать ещё и права председателя на новости; без флага их не будет."`
	Admin    bool        `help:"Сделать администратором; без флага им не будет."`
}

// Run implements the command.
func (c *SetRole) Run(ctx context.Context) error {
	return onInstalled(ctx, c.Store, func(a *App) error {
		err := a.Operators.ChangeRights(asCommandLine(ctx), c.Login, func(r *access.Rights) { r.Role, r.IsChairman, r.IsAdmin = c.Role, c.Chairman, c.Admin })
		if err == nil {
			_, _ = fmt.Println("Роль изменена, сеансы оператора завершены.")
		}
		return err
	})
}

func asCommandLine(ctx context.Context) context.Context {
	return access.WithPrincipal(ctx, access.CommandLine())
}

// MoveOperator is the command operator move.
type MoveOperator struct {
	Store
	Login      string `arg:"" help:"E-mail оператора."`
	University string `required:"" help:"ИНН нового университета." placeholder:"ИНН"`
}

// Run implements the command.
func (c *MoveOperator) Run(ctx context.Context) error {
	return onInstalled(ctx, c.Store, func(a *App) error {
		u, err := a.universityByINN(ctx, c.University)
		if err != nil {
			return err
		}
		err = a.Operators.ChangeRights(asCommandLine(ctx), c.Login, func(r *access.Rights) { r.University = u.ID })
		if err == nil {
			_, _ = fmt.Printf("Оператор переведён: %s. Его сеансы завершены.\n", u.ShortName)
		}
		return err
	})
}

// ResetFactor is the command operator reset-factor.
type ResetFactor struct {
	Store
	Login  string `arg:"" help:"E-mail оператора."`
	Reason string `required:"" help:"Причина; её увидит оператор." placeholder:"ТЕКСТ"`
}

// Run implements the command.
func (c *ResetFactor) Run(ctx context.Context) error {
	return onInstalled(ctx, c.Store, func(a *App) error {
		err := a.Operators.ResetFactorOf(asCommandLine(ctx), c.Login, c.Reason)
		if err == nil {
			_, _ = fmt.Println("Вход по коду сброшен, сеансы оператора завершены.")
		}
		return err
	})
}

// ListOperators is the command operator list.
type ListOperators struct{ Store }

// Run implements the command.
func (c *ListOperators) Run(ctx context.Context) error {
	return onInstalled(ctx, c.Store, func(a *App) error {
		all, err := a.Operators.All(ctx)
		if err != nil {
			return err
		}
		if len(all) == 0 {
			_, _ = fmt.Fprintln(os.Stderr, "Операторов пока нет: добавьте первого командой operator add.")
			return nil
		}
		table := tabwriter.NewWriter(os.Stdout, 0, 4, 2, ' ', 0)
		_, _ = fmt.Fprintln(table, "E-mail\tРоль\tФлаги\tУниверситет\tИмя\tСостояние")
		for _, o := range all {
			state := "активен"
			if o.BlockedAt != nil {
				state = "заблокирован " + clock.FormatStamp(*o.BlockedAt)
			}
			_, _ = fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%s %s\t%s\n", form.Visible(o.Login), o.Role, flagNames(o), form.Visible(o.UniversityName), form.Visible(o.Surname), form.Visible(o.Name), state)
		}
		return table.Flush()
	})
}

func flagNames(o operators.Operator) string {
	var names []string
	if o.IsAdmin {
		names = append(names, "администратор")
	}
	if o.IsChairman {
		names = append(names, "председатель")
	}
	if o.HasFactor {
		names = append(names, "вход по коду")
	}
	if names == nil {
		return "–"
	}
	return strings.Join(names, ", ")
}

// BlockOperator is the command operator block.
type BlockOperator struct {
	Store
	Login string `arg:"" help:"E-mail оператора."`
	Undo  bool   `help:"Наоборот, разблокировать."`
}

// Run implements the command.
func (c *BlockOperator) Run(ctx context.Context) error {
	return onInstalled(ctx, c.Store, func(a *App) error {
		err := a.Operators.Block(ctx, c.Login, !c.Undo)
		if err == nil {
			_, _ = fmt.Println(map[bool]string{false: "Оператор заблокирован, его сеансы завершены.", true: "Оператор разблокирован."}[c.Undo])
		}
		return err
	})
}

// SetPassword is the command operator set-password.
type SetPassword struct {
	Store
	Login string `arg:"" help:"E-mail оператора."`
}

// Run implements the command.
func (c *SetPassword) Run(ctx context.Context) error {
	return onInstalled(ctx, c.Store, func(a *App) error {
		password, err := readPassword(os.Stdin)
		if err != nil {
			return err
		}
		if err := a.Auth.SetPassword(ctx, c.Login, password); err != nil {
			return err
		}
		_, _ = fmt.Println("Пароль изменён, сеансы оператора завершены.")
		return nil
	})
}
