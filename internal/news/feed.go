package news

import (
	"math"
	"time"
)

// Entry is an item in a student's feed.
type Entry struct {
	ID             int64     `db:"id"`
	UUID           string    `db:"uuid"`
	Level          Level     `db:"level"`
	UniversityName *string   `db:"university_name"` // nil: the programme's
	Title          string    `db:"title"`
	Content        string    `db:"content"`
	Since          time.Time `db:"since"` // published
	Photo          string    `db:"photo"` // key of the first image
	HasSurvey      bool      `db:"has_survey"`
	HasEvent       bool      `db:"has_event"`
	IsPinned       bool
	At             time.Time // see FeedKey
}

// FeedKey is the place of an entry in a feed. Its zero value is before the first.
type FeedKey struct {
	// At is when the first page was read. It decides what counts as pinned, so that an item whose pin ends between two pages
	// is neither repeated nor skipped. What is published is decided by the current time.
	At       time.Time `json:"at"`
	IsPinned bool      `json:"isPinned"`
	Since    time.Time `json:"since"`
	ID       int64     `json:"id"`
}

func (e Entry) key() FeedKey {
	return FeedKey{At: e.At, IsPinned: e.IsPinned, Since: e.Since, ID: e.ID}
}

// orStart replaces the zero value by the place before the first entry.
func (k FeedKey) orStart(now time.Time) FeedKey {
	if k == (FeedKey{}) {
		return FeedKey{At: now, IsPinned: true, Since: now, ID: math.MaxInt64}
	}
	return k
}

// afterPinned is the place before the first entry that is not pinned. What was published after the first page is left out.
func (k FeedKey) afterPinned() FeedKey {
	return FeedKey{At: k.At, Since: k.At, ID: math.MaxInt64}
}

// Story is an item as a student reads it.
type Story struct {
	Item
	HasVoted, HasSeat bool
}
