package app

import (
	"context"
	"time"

	"studbonus/internal/platform/jobs"
	"studbonus/internal/platform/leases"
	"studbonus/internal/platform/listengine"
	"studbonus/internal/platform/rest"
)

// cleanUpArgs names one clean-up task.
type cleanUpArgs struct {
	Task string `json:"task"`
}

// Kind implements river.JobArgs.
func (cleanUpArgs) Kind() string { return "app.cleanUp" }

const cleanUpEvery = time.Hour

// scheduleCleanUp runs every task hourly, each as its own job with its own retries: a file store that is down must not stop
// the others, or the change feed would grow.
func (a *App) scheduleCleanUp() {
	tasks := map[string]func(context.Context) error{"answers": a.cleanResponses, "changes": a.cleanChanges, "leases": a.cleanLeases, "audit": a.sealer().CleanUp}
	each(a.areas, func(name string, s interface{ CleanUp(context.Context) error }) { tasks[name] = s.CleanUp })
	jobs.Handle(a.Jobs, func(ctx context.Context, j jobs.Job[cleanUpArgs]) error {
		task, known := tasks[j.Args.Task]
		if !known {
			return nil // queued by another version
		}
		return task(ctx)
	})
	for task := range tasks {
		jobs.Every(a.Jobs, cleanUpEvery, cleanUpArgs{task})
	}
}

func (a *App) cleanChanges(ctx context.Context) error {
	return listengine.CleanUp(ctx, a.DB, a.Clock())
}

func (a *App) cleanLeases(ctx context.Context) error {
	return leases.CleanUp(ctx, a.DB, a.Clock())
}

func (a *App) cleanResponses(ctx context.Context) error {
	return rest.DeleteOldAnswers(ctx, a.DB, a.Clock())
}
