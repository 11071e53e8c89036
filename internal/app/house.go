package app

import (
	"context"
	"time"

	"studbonus/internal/db"
	"studbonus/internal/index"
	"studbonus/internal/jobs"
)

// houseArgs asks for old things of one kind to be cleared away.
type houseArgs struct {
	Task string `json:"task"`
}

// Kind implements river.JobArgs.
func (houseArgs) Kind() string { return "house.keep" }

const (
	houseEvery  = time.Hour
	keepAnswers = 24 * time.Hour // contract §1: how long a repeated request gets the first answer
)

// keepHouse clears away hourly: ended sessions, old answers, files that nothing was attached to. Months of views end with
// today. Each is a job of its own, with its own minute and its own retries: a file store that is down must not keep the
// feed of changes growing.
func (a *App) keepHouse() {
	tasks := map[string]func(context.Context) error{
		"auth": a.Auth.CleanUp, "answers": a.cleanAnswers, "students": a.Students.CleanUp, "news": a.News.CleanUp, "promotions": a.Promotions.CleanUp,
		"reviews": a.Reviews.CleanUp, "statistics": a.Statistics.MoveWindows, "geo": a.Geo.CleanUp, "files": a.Files.CleanUp, "changes": a.cleanChanges,
	}
	jobs.Handle(a.Jobs, func(ctx context.Context, j jobs.Job[houseArgs]) error {
		clean, known := tasks[j.Args.Task]
		if !known {
			return nil // another version's
		}
		return clean(ctx)
	})
	for task := range tasks {
		jobs.Every(a.Jobs, houseEvery, houseArgs{task})
	}
}

func (a *App) cleanChanges(ctx context.Context) error { return index.CleanUp(ctx, a.DB, a.Clock()) }

func (a *App) cleanAnswers(ctx context.Context) error {
	return a.DB.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		_, err := tx.Exec(ctx, "DELETE FROM idempotency_keys WHERE created_at < ?", a.Clock().Add(-keepAnswers))
		return err
	})
}
