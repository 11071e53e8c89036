package catalog

import "time"

// Merge makes everything that refers to one entry refer to another and then deletes the first.
type Merge struct {
	ID        int64       `db:"id"`
	UUID      string      `db:"uuid"`
	Kind      Kind        `db:"kind"`
	From      int64       `db:"from_id"`
	FromUUID  string      `db:"from_uuid"`
	FromName  string      `db:"from_name"`
	Into      int64       `db:"into_id"`
	IntoUUID  string      `db:"into_uuid"`
	IntoName  string      `db:"into_name"`
	Status    MergeStatus `db:"status"`
	Moved     int64       `db:"moved"` // rows so far
	CreatedAt time.Time   `db:"created_at"`
}

// MergeStatus is the state of a merge.
type MergeStatus string

// The states. A merge that failed can be started again: it goes on with what is left.
const (
	MergeRunning MergeStatus = "running"
	MergeDone    MergeStatus = "done"
	MergeFailed  MergeStatus = "error"
)

const shownMerges = 20
