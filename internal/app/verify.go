package app

import (
	"context"
	"fmt"
	"os"

	"studbonus/internal/platform/form"
)

// Check is one thing that must hold of an installation; it answers with what is wrong.
type Check struct {
	Name string
	Run  func(ctx context.Context) (wrong []string, err error)
}

// Verify is the command verify.
type Verify struct{ Store }

// Run implements the command: it prints what was checked and fails if anything is wrong.
func (c *Verify) Run(ctx context.Context) error {
	return onInstalled(ctx, c.Store, func(a *App) error {
		bad := 0
		for _, check := range a.Checks() {
			wrong, err := check.Run(ctx)
			if err != nil {
				wrong = append(wrong, err.Error())
			}
			verdict := "в порядке"
			if len(wrong) > 0 {
				verdict, bad = fmt.Sprintf("ошибок: %d", len(wrong)), bad+1
			}
			_, _ = fmt.Printf("%-60s %s\n", check.Name, verdict)
			for _, w := range wrong[:min(len(wrong), 20)] {
				_, _ = fmt.Fprintln(os.Stderr, "  "+form.Visible(SystemErrors(w)))
			}
		}
		if bad > 0 {
			return fmt.Errorf("проверка не пройдена, пунктов с ошибками: %d", bad)
		}
		return nil
	})
}

// Checks are (a) to (f) of rules 15.0, as far as the data alone show them.
func (a *App) Checks() []Check {
	return []Check{
		{"(a) каждый вход и каждая смена пароля есть в журнале действий", a.checkSignIns},
		{"(c) каждое задание завершено или выполняется", a.checkJobs},
		{"(d) каждый файл, названный в базе, цел и на месте", a.Files.Verify},
		{"(e) студентов столько, сколько в их списке", a.Students.Index().Verify},
		{"(e) документы заявок на месте и не дольше срока", a.Students.Verify},
		{"(e) счётчики акций сходятся с их промокодами", a.Promotions.Verify},
		{"(e) голоса и места сходятся", a.News.Verify},
		{"(e) рейтинги и торговые точки партнёров сходятся", a.Partners.Verify},
		{"(e) лайки отзывов сходятся", a.Reviews.Verify},
		{"(e) просмотры партнёров сходятся", a.Statistics.Verify},
		{"(e) телефоны с картами и кассы не противоречат себе", a.Cards.Verify},
		{"(f) база данных цела", a.checkIntegrity},
		{"(f) журнал действий защищён от изменений", a.checkAppendOnly},
		{"(f) журнал действий сходится со своими печатями", a.sealer().Verify},
	}
}

func (a *App) checkSignIns(ctx context.Context) ([]string, error) {
	passwords, err := a.Operators.Verify(ctx)
	if err != nil {
		return nil, err
	}
	sessions, err := a.Auth.Verify(ctx)
	if err != nil {
		return nil, err
	}
	members, err := a.Members.Verify(ctx)
	return append(append(passwords, sessions...), members...), err
}
