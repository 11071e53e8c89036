package audit

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"studbonus/internal/clock"
	"studbonus/internal/db"
	"studbonus/internal/fault"
)

// Record is a row of the log as a card's history shows it.
type Record struct {
	At       time.Time `db:"at"`
	Operator string    `db:"operator_name"`
	Action   string    `db:"action"`
	Reason   string    `db:"reason"`
	Raw      string    `db:"changes"`
}

// Changes are the fields that the action changed.
func (r Record) Changes() map[string]Change {
	out := map[string]Change{}
	_ = json.Unmarshal([]byte(r.Raw), &out) // written by Write: it is what it was
	return out
}

const historyAtMost = 200

const selectHistory = `SELECT at, operator_name, action, reason, CAST(changes AS TEXT) AS changes FROM audit_log
	WHERE kind = ? AND object = ? AND action NOT LIKE '%.view' ORDER BY seq DESC LIMIT ?`

// History is what happened to a thing, the latest first; who only looked at it is left out.
func History(ctx context.Context, q db.Querier, kind, object string) ([]Record, error) {
	return db.All[Record](ctx, q, selectHistory, kind, object, historyAtMost)
}

// Last is the latest thing that happened.
func Last(ctx context.Context, q db.Querier, kind, object string) (Record, bool, error) {
	r, err := db.One[Record](ctx, q, selectHistory, kind, object, 1)
	if errors.Is(err, sql.ErrNoRows) {
		return Record{}, false, nil
	}
	return r, err == nil, err
}

// Decided is the conflict that tells the operator who came second what the first one did; state says how things are.
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
