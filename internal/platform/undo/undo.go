// Package undo keeps what a decision has changed, so that its operator can take it back within two minutes.
package undo

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/google/uuid"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/clock"
	"studbonus/internal/platform/db"
	"studbonus/internal/platform/fault"
)

// Window is how long a decision can be taken back.
const Window = 2 * time.Minute

// Log keeps the decisions about one kind of object. F is what a decision changes.
type Log[F any] struct {
	Kind string // of the audit log
	Now  clock.Clock
}

// Decided is an object as its decision has left it.
type Decided[F any] struct {
	Object  int64
	Version int64 // after the decision
	Former  F
}

// Kept is a decision that can be taken back.
type Kept[F any] struct {
	Decided[F]
	At time.Time
}

// Keep stores what the operator has decided together and returns its uuid. Decisions made without a signed-in operator are
// not kept.
func (l Log[F]) Keep(ctx context.Context, tx db.Tx, together ...Decided[F]) (string, error) {
	by := access.From(ctx).Operator
	if by == 0 || len(together) == 0 {
		return "", nil
	}
	id, now, rows := uuid.NewString(), l.Now(), make([][]any, len(together))
	for i, d := range together {
		former, err := json.Marshal(d.Former)
		if err != nil {
			return "", err
		}
		rows[i] = []any{id, l.Kind, d.Object, by, d.Version, string(former), now}
	}
	_, err := tx.ExecEach(ctx, "INSERT INTO decisions (uuid, kind, object_id, operator_id, version, former, decided_at) VALUES (?, ?, ?, ?, ?, ?, ?)", rows)
	if err != nil {
		return "", fmt.Errorf("keep decision: %w", err)
	}
	return id, nil
}

// row is a row of the table.
type row struct {
	Object   int64     `db:"object_id"`
	Operator int64     `db:"operator_id"`
	Version  int64     `db:"version"`
	Former   string    `db:"former"`
	At       time.Time `db:"decided_at"`
}

const columns = "object_id, operator_id, version, former, decided_at"

// Of returns the latest decision about a locked object, or why it cannot be taken back. The caller compares the version.
func (l Log[F]) Of(ctx context.Context, tx db.Tx, object int64) (Kept[F], error) {
	found, err := db.All[row](ctx, tx, "SELECT "+columns+" FROM decisions WHERE kind = ? AND object_id = ? ORDER BY version DESC LIMIT 1", l.Kind, object)
	if err != nil {
		return Kept[F]{}, err
	}
	kept, err := l.open(ctx, found)
	if err != nil {
		return Kept[F]{}, err
	}
	return kept[0], nil
}

// Together returns what is left of the decisions with this uuid, or why they cannot be taken back. The caller locks the
// objects and compares the versions.
func (l Log[F]) Together(ctx context.Context, q db.Querier, id string) ([]Kept[F], error) {
	found, err := db.All[row](ctx, q, "SELECT "+columns+" FROM decisions WHERE uuid = ? AND kind = ? ORDER BY object_id", id, l.Kind)
	if err != nil {
		return nil, err
	}
	return l.open(ctx, found)
}

// ByObject returns the ids of the objects and the decision about each.
func ByObject[F any](kept []Kept[F]) (ids []int64, byID map[int64]Kept[F]) {
	ids, byID = make([]int64, len(kept)), make(map[int64]Kept[F], len(kept))
	for i, k := range kept {
		ids[i], byID[k.Object] = k.Object, k
	}
	return ids, byID
}

// open refuses decisions that their operator cannot take back any more.
func (l Log[F]) open(ctx context.Context, found []row) ([]Kept[F], error) {
	switch {
	case len(found) == 0:
		return nil, fault.Conflict("Отменить нечего: решение уже отменено, или с него прошло больше двух минут.")
	case found[0].Operator != access.From(ctx).Operator:
		return nil, fault.Conflict("Решение принял другой оператор: отменить его может только он.")
	case l.Now().After(found[0].At.Add(Window)):
		return nil, fault.Conflict("С решения прошло больше двух минут: отменить его уже нельзя.")
	}
	out := make([]Kept[F], len(found))
	for i, r := range found {
		out[i] = Kept[F]{Decided[F]{Object: r.Object, Version: r.Version}, r.At}
		if err := json.Unmarshal([]byte(r.Former), &out[i].Former); err != nil {
			return nil, fmt.Errorf("read decision: %w", err)
		}
	}
	return out, nil
}

// Drop deletes decisions that have been taken back.
func (l Log[F]) Drop(ctx context.Context, tx db.Tx, taken []Kept[F]) error {
	rows := make([][]any, len(taken))
	for i, k := range taken {
		rows[i] = []any{l.Kind, k.Object, k.Version}
	}
	_, err := tx.ExecEach(ctx, "DELETE FROM decisions WHERE kind = ? AND object_id = ? AND version = ?", rows)
	return err
}

// CleanUp deletes the decisions of all kinds that are past their time.
func CleanUp(ctx context.Context, tx db.Tx, now time.Time) error {
	_, err := tx.Exec(ctx, "DELETE FROM decisions WHERE decided_at < ?", now.Add(-Window))
	return err
}
