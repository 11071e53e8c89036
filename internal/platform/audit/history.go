package audit

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"studbonus/internal/platform/clock"
	"studbonus/internal/platform/db"
	"studbonus/internal/platform/fault"
)

// Record is a row of the log as a card's history shows it.
type Record struct {
	At       time.Time `db:"at"`
	Operator string    `db:"operator_name"`
	Action   string    `db:"action"`
	Reason   string    `db:"reason"`
	Raw      string    `db:"changes"`
	Personal []byte    `db:"payload"`
}

// Changes returns the fields that the action changed.
func (r Record) Changes() map[string]Change {
	out := map[string]Change{}
	_ = json.Unmarshal([]byte(r.Raw), &out) // Write marshalled it
	return out
}

// attach restores reason and changes of a row about a person. Both stay empty once the payload is deleted.
func (r *Record) attach() error {
	if len(r.Personal) == 0 {
		return nil
	}
	var p payload
	if err := json.Unmarshal(r.Personal, &p); err != nil {
		return fmt.Errorf("read the personal part of %s: %w", r.Action, err)
	}
	r.Reason, r.Raw = p.Reason, string(p.Changes)
	return nil
}

const historyLimit = 200

// History returns what happened to an object, the latest first, without views and an operator's sign-ins.
func History(ctx context.Context, q db.Querier, kind, object string) ([]Record, error) {
	return history(ctx, q, kind, object, historyLimit)
}

// Last returns the latest record; found is false if there is none.
func Last(ctx context.Context, q db.Querier, kind, object string) (r Record, found bool, err error) {
	records, err := history(ctx, q, kind, object, 1)
	if err != nil || len(records) == 0 {
		return Record{}, false, err
	}
	return records[0], true, nil
}

// Decided returns the conflict for the operator who came second: state says how things are, and the last change by whom.
func Decided(ctx context.Context, q db.Querier, kind, object, state string) error {
	last, found, err := Last(ctx, q, kind, object)
	if err != nil {
		return err
	}
	if !found || last.Operator == "" {
		return fault.Conflict(state + " Обновите страницу.")
	}
	return fault.Conflict(fmt.Sprintf("%s Последнее изменение: %s, %s МСК.", state, last.Operator, last.At.In(clock.Moscow).Format("02.01.2006 15:04")))
}
