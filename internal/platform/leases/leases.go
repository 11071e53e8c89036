// Package leases gives operators who work through one list different cards: each leases a few for some minutes, and the
// others skip them. A lease blocks nothing: the version of a card and the transitions of its status guard every decision.
package leases

import (
	"cmp"
	"context"
	"slices"
	"time"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/clock"
	"studbonus/internal/platform/db"
)

const (
	// Cards are leased at once: one write per five decisions.
	Cards = 5
	// Term is how long the others skip them.
	Term = 5 * time.Minute
)

// Book manages the leases of one kind of object.
type Book struct {
	DB    *db.DB
	Clock clock.Clock
	Kind  string // "application"
}

// Hand is the batch of cards that an operator gets. If it is empty and Left is not 0, others have leased all that is left.
type Hand struct {
	IDs  []int64
	Left int // rows of the list, the batch and the cards of others included
}

// Following returns the first n ids of a list after the caller's place in it, and the total.
type Following func(ctx context.Context, n int) (ids []int64, total int, err error)

const maxDeals = 3 // attempts, if others were faster to lease a whole batch

// Deal leases the next batch of a list to the caller.
func (b Book) Deal(ctx context.Context, following Following) (Hand, error) {
	var hand Hand
	for range maxDeals {
		taken, err := b.ofOthers(ctx)
		if err != nil {
			return Hand{}, err
		}
		ids, total, err := following(ctx, Cards+len(taken))
		if err != nil {
			return Hand{}, err
		}
		ids = slices.DeleteFunc(ids, func(id int64) bool { return slices.Contains(taken, id) })
		ids = ids[:min(len(ids), Cards)]
		hand = Hand{Left: total}
		if len(ids) == 0 {
			return hand, nil
		}
		if hand.IDs, err = b.lease(ctx, ids); err != nil || len(hand.IDs) > 0 {
			return hand, err
		}
	}
	return hand, nil
}

func (b Book) ofOthers(ctx context.Context) ([]int64, error) {
	return db.All[int64](ctx, b.DB, "SELECT object FROM leases WHERE kind = ? AND operator_id <> ? AND until > ?", b.Kind, access.From(ctx).Operator, b.Clock())
}

// lease returns those of the ids that nobody else has leased in the meantime.
func (b Book) lease(ctx context.Context, ids []int64) ([]int64, error) {
	now, operator := b.Clock(), access.From(ctx).Operator
	rows := make([][]any, len(ids))
	for i, id := range slices.Sorted(slices.Values(ids)) { // one order, so that two operators do not deadlock
		rows[i] = []any{b.Kind, id, operator, now.Add(Term), now}
	}
	var mine []int64
	err := b.DB.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		_, err := tx.ExecEach(ctx, `INSERT INTO leases (kind, object, operator_id, until) VALUES (?, ?, ?, ?)
			ON CONFLICT (kind, object) DO UPDATE SET operator_id = EXCLUDED.operator_id, until = EXCLUDED.until
			WHERE leases.operator_id = EXCLUDED.operator_id OR leases.until <= ?`, rows)
		if err != nil {
			return err
		}
		mine, err = db.All[int64](ctx, tx, "SELECT object FROM leases WHERE kind = ? AND operator_id = ? AND object IN (?)", b.Kind, operator, ids)
		return err
	})
	return slices.DeleteFunc(ids, func(id int64) bool { return !slices.Contains(mine, id) }), err
}

// Release ends the leases of the caller.
func (b Book) Release(ctx context.Context) error {
	return b.DB.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		_, err := tx.Exec(ctx, "DELETE FROM leases WHERE kind = ? AND operator_id = ?", b.Kind, access.From(ctx).Operator)
		return err
	})
}

// CleanUp deletes the leases of every kind that have ended.
func CleanUp(ctx context.Context, d *db.DB, now time.Time) error {
	return d.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		_, err := tx.Exec(ctx, "DELETE FROM leases WHERE until <= ?", now)
		return err
	})
}

// InOrder sorts rows in the order of their batch.
func InOrder[R any](h Hand, rows []R, id func(R) int64) []R {
	slices.SortFunc(rows, func(a, b R) int { return cmp.Compare(slices.Index(h.IDs, id(a)), slices.Index(h.IDs, id(b))) })
	return rows
}
