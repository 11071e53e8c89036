package app

import (
	"context"
	"time"

	"studbonus/internal/db"
	"studbonus/internal/index"
	"studbonus/internal/jobs"
)

// houseArgs asks for what is old to be cleared away.
type houseArgs struct{}

// Kind implements river.JobArgs.
func (houseArgs) Kind() string { return "house.keep" }

const (
	houseEvery  = time.Hour
	keepAnswers = 24 * time.Hour // contract §1: how long a repeated request gets the first answer
)

// keepHouse clears away hourly: ended sessions, old answers, files that nothing was attached to. Months of views end with today.
func (a *App) keepHouse() {
	jobs.Handle(a.Jobs, func(ctx context.Context, _ jobs.Job[houseArgs]) error {
		for _, clean := range []func(context.Context) error{a.Auth.CleanUp, a.cleanAnswers, a.Students.CleanUp, a.News.CleanUp, a.Promotions.CleanUp, a.Reviews.CleanUp, a.Statistics.MoveWindows, a.Geo.CleanUp, a.Files.CleanUp, a.cleanChanges} {
			if err := clean(ctx); err != nil {
				return err
			}
		}
		return nil
	})
	jobs.Every(a.Jobs, houseEvery, houseArgs{})
}

func (a *App) cleanChanges(ctx context.Context) error { return index.CleanUp(ctx, a.DB, a.Clock()) }

func (a *App) cleanAnswers(ctx context.Context) error {
	return a.DB.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		_, err := tx.Exec(ctx, "DELETE FROM idempotency_keys WHERE created_at < ?", a.Clock().Add(-keepAnswers))
		return err
	})
}
