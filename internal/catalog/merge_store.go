package catalog

import (
	"context"
	"time"

	"studbonus/internal/platform/db"
	"studbonus/internal/platform/jobs"
)

var selectMerges = "SELECT " + db.Select[Merge]("m") + " FROM catalogue_merges m "

func insertMerge(ctx context.Context, tx db.Tx, m Merge) (int64, error) {
	return db.One[int64](ctx, tx, `INSERT INTO catalogue_merges (uuid, kind, from_id, from_uuid, from_name, into_id, into_uuid, into_name, status, created_at, updated_at)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id`,
		m.UUID, m.Kind, m.From, m.FromUUID, m.FromName, m.Into, m.IntoUUID, m.IntoName, m.Status, m.CreatedAt, m.CreatedAt)
}

func mergeByID(ctx context.Context, q db.Querier, id int64) (Merge, error) {
	return db.Get[Merge](ctx, q, selectMerges+"WHERE m.id = ?", id)
}

func newestMerges(ctx context.Context, q db.Querier) ([]Merge, error) {
	return db.All[Merge](ctx, q, selectMerges+"ORDER BY m.id DESC LIMIT ?", shownMerges)
}

// isMerging reports whether an entry takes part in a merge that is not over.
func isMerging(ctx context.Context, q db.Querier, kind Kind, entry int64) (bool, error) {
	return db.Exists(ctx, q, "SELECT 1 FROM catalogue_merges WHERE kind = ? AND status = ? AND (from_id = ? OR into_id = ?)", kind, MergeRunning, entry, entry)
}

func addMoved(ctx context.Context, tx db.Tx, merge int64, more int, now time.Time) error {
	_, err := tx.Exec(ctx, "UPDATE catalogue_merges SET moved = moved + ?, updated_at = ? WHERE id = ?", more, now, merge)
	return err
}

// endMerge reports false if the merge was over already.
func endMerge(ctx context.Context, tx db.Tx, merge int64, as MergeStatus, now time.Time) (bool, error) {
	n, err := tx.Exec(ctx, "UPDATE catalogue_merges SET status = ?, updated_at = ? WHERE id = ? AND status = ?", as, now, merge, MergeRunning)
	return n > 0, err
}

// lostMerges returns the running merges without a job.
func lostMerges(ctx context.Context, q db.Querier) ([]Merge, error) {
	return db.All[Merge](ctx, q, selectMerges+`WHERE m.status = ? AND NOT EXISTS (
		SELECT 1 FROM river_job j WHERE j.kind = ? AND CAST(j.args ->> 'merge' AS TEXT) = CAST(m.id AS TEXT) AND `+jobs.Alive+") ORDER BY m.id",
		MergeRunning, mergeJob, jobs.LostBefore())
}
