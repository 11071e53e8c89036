package audit

import (
	"context"

	"studbonus/internal/platform/jobs"
)

type sealArgs struct{}

// Kind implements river.JobArgs.
func (sealArgs) Kind() string { return "audit.seal" }

// Work seals the log in the background.
func (s Sealer) Work(r *jobs.Runner) {
	jobs.Handle(r, func(ctx context.Context, _ jobs.Job[sealArgs]) error { return s.Seal(ctx) })
	jobs.Every(r, sealEvery, sealArgs{})
}
