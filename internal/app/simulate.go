package app

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"time"

	"studbonus/internal/demo"
	"studbonus/internal/simulation"
)

// The bounds of a simulation: it is a way to look at the console, not an attack.
const (
	mostSimulated = 1_000
	mostMinutes   = 120
	newStudents   = 3 // one in this many is new and applies
)

// Simulate is the command simulate.
type Simulate struct {
	Store
	Students int     `help:"Сколько студентов изображать, не больше 1000." default:"50" placeholder:"ЧИСЛО"`
	Minutes  float64 `help:"Сколько минут, не больше 120." default:"10" placeholder:"ЧИСЛО"`
	URL      string  `help:"Адрес установки для студентов." default:"http://127.0.0.1:8090" placeholder:"АДРЕС" name:"url"`
}

// Run behaves as students do: sign in, apply, look around, claim codes, vote and review.
func (c *Simulate) Run(ctx context.Context) error {
	switch {
	case c.Students < 1 || c.Students > mostSimulated:
		return fmt.Errorf("--students: от 1 до %d", mostSimulated)
	case c.Minutes <= 0 || c.Minutes > mostMinutes:
		return fmt.Errorf("--minutes: больше нуля и не больше %d", mostMinutes)
	case c.SMS != "":
		return errors.New("эта установка отправляет сообщения людям: изображать студентов можно там, где коды остаются в папке данных")
	}
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt)
	defer stop()
	return onInstalled(ctx, c.Store, func(a *App) error {
		// The service may have --sms where this command does not see it, and its students may be people.
		logins, err := activeLogins(ctx, a.DB, demo.Domain)
		if err == nil && len(logins) == 0 {
			err = errors.New("в этой установке нет демонстрационных учётных записей: изображать студентов можно только среди демонстрационных данных")
		}
		if err != nil {
			return err
		}
		known, err := simulation.KnownPeople(ctx, a.DB, a.Clock(), c.Students-c.Students/newStudents)
		if err != nil {
			return err
		}
		report := simulation.Run(ctx, simulation.Settings{
			URL: c.URL, Outbox: c.outbox(), Students: c.Students, Lasts: time.Duration(c.Minutes * float64(time.Minute)), Known: known, Log: a.Log,
		})
		_, _ = fmt.Println("Студенты: " + report.String() + ".")
		if report.SignedIn == 0 {
			return fmt.Errorf("никто не вошёл: проверьте, что установка отвечает по адресу %s", c.URL)
		}
		return nil
	})
}
