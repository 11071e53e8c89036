// Package record completes a change of a row: its audit entry and its update of the list index commit with it.
package record

import (
	"context"

	"studbonus/internal/platform/audit"
	"studbonus/internal/platform/clock"
	"studbonus/internal/platform/db"
	"studbonus/internal/platform/listengine"
	"studbonus/internal/platform/status"
)

// Log records the changes of one kind of object.
type Log struct {
	Kind  string // in the audit log: "student"
	Index *listengine.Index
	Now   clock.Clock
}

// Write adds an audit entry.
func (l Log) Write(ctx context.Context, tx db.Tx, e audit.Entry) error {
	e.Kind = l.Kind
	return audit.Write(ctx, tx, l.Now(), e)
}

// Changed adds an audit entry and queues the list update of the changed row.
func (l Log) Changed(ctx context.Context, tx db.Tx, e audit.Entry, id int64) error {
	if err := l.Write(ctx, tx, e); err != nil {
		return err
	}
	return l.Index.Touch(ctx, tx, id)
}

// Row is a locked row whose status changes.
type Row[S ~string] struct {
	ID      int64
	UUID    string
	Status  S
	Reason  string
	About   audit.Person // for rows that are a person; see audit.Entry
	IsStale bool         // the caller has seen another version
}

// Statuses moves rows of one kind between statuses.
type Statuses[S ~string] struct {
	status.Rules[S]
	Kind     string            // in the audit log
	Area     string            // prefix of the audit action: "students"
	Reasons  string            // name of the reason in the history
	Conflict func(is S) string // the text of the 409 if somebody else has changed the status first
	Set      func(ctx context.Context, tx db.Tx, id int64, to S, reason string) error
	Changed  func(ctx context.Context, tx db.Tx, e audit.Entry, id int64) error // usually Log.Changed
}

// Move changes the status of a locked row. If the transition is not possible any more, the error names who changed the row last.
func (s Statuses[S]) Move(ctx context.Context, tx db.Tx, row Row[S], to S, reason string) error {
	if row.IsStale || !s.Allows(row.Status, to) {
		return audit.Decided(ctx, tx, s.Kind, row.UUID, s.Conflict(row.Status))
	}
	reason, err := s.Reason(to, reason)
	if err != nil {
		return err
	}
	if err := s.Set(ctx, tx, row.ID, to, reason); err != nil {
		return err
	}
	return s.Changed(ctx, tx, audit.Entry{
		Action: s.Area + "." + string(to), Object: row.UUID, About: row.About, Reason: reason,
		Before: map[string]any{"status": row.Status, s.Reasons: row.Reason}, After: map[string]any{"status": to, s.Reasons: reason},
	}, row.ID)
}
