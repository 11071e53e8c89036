// Package exports writes lists of the other areas to spreadsheets in the background and remembers who exported which rows. The
// areas declare their lists and columns (package exporting).
package exports

import (
	"strings"
	"time"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/fault"
	"studbonus/internal/platform/form"
)

// Status is the state of an export.
type Status string

// The states. A job waits for its turn, then it runs.
const (
	Waiting   Status = "waiting"
	Running   Status = "running"
	Done      Status = "done"
	Failed    Status = "failed"
	Cancelled Status = "cancelled"
)

// IsOpen reports whether the file is still to come.
func (s Status) IsOpen() bool { return s == Waiting || s == Running }

const (
	fileLife   = 24 * time.Hour
	keptYears  = 3 // who took what, without the file
	openAtOnce = 3 // of one operator
	maxPurpose = 500
	pageSize   = 15
)

// Export is a spreadsheet, in progress or ready, or the record of one.
type Export struct {
	ID        int64      `db:"id"`
	UUID      string     `db:"uuid"`
	Operator  int64      `db:"operator_id"`
	Kind      string     `db:"kind"`
	Question  string     `db:"question"`
	Filter    string     `db:"filter"` // in words; empty: the whole list
	Purpose   string     `db:"purpose"`
	Status    Status     `db:"status"`
	Progress  int        `db:"progress"` // percent
	Rows      int        `db:"row_count"`
	File      string     `db:"file"`
	CreatedAt time.Time  `db:"created_at"`
	EndedAt   *time.Time `db:"ended_at"`
}

// fileAt returns the key of the file, empty once its day is over.
func (e Export) fileAt(now time.Time) string {
	if e.Status != Done || !now.Before(e.FileUntil()) {
		return ""
	}
	return e.File
}

// FileUntil returns when the file is removed.
func (e Export) FileUntil() time.Time {
	if e.EndedAt == nil {
		return e.CreatedAt.Add(fileLife)
	}
	return e.EndedAt.Add(fileLife)
}

func checkedPurpose(purpose string) (string, error) {
	purpose = strings.TrimSpace(purpose)
	var check fault.Check
	check.When(form.Longer(purpose, maxPurpose), "purpose", "Цель не длиннее 500 символов.")
	return purpose, check.Err()
}

// Asked names the person that Containing looks for.
type Asked struct {
	Rows   map[string][]int64 // by kind of list: the ids under which its exports hold the person
	Before int64              // an export's id; 0: from the newest on
}

// Holder is an export that held one of the rows.
type Holder struct {
	Export
	Name         string      // of the list
	OperatorName string      `db:"operator_name"`
	University   int64       `db:"university_id"` // of the operator at that time, as the role is
	Role         access.Role `db:"role"`
	Downloads    []Download
}

// Download is one opening of an export's file.
type Download struct {
	Key     string    `db:"object"` // of the file; the export's uuid if no file was kept
	At      time.Time `db:"at"`
	Address string    `db:"address"`
}
