package db_test

import (
	"context"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"studbonus/internal/platform/db"
)

func nothing(context.Context, db.Tx) error { return nil }

// claim stands in for claiming an idempotency key.
func claim(ctx context.Context, tx db.Tx) error { return addWithJob("ключ", nil)(ctx, tx) }

func TestAUnitBeginsWithTheFirstWrite(t *testing.T) {
	onBoth(t, func(t *testing.T, d *db.DB) {
		u := d.NewUnit(claim)
		defer u.Close()
		ctx := u.With(t.Context())
		if _, err := db.All[string](ctx, d, "SELECT name FROM things"); err != nil || u.Started() {
			t.Fatalf("begun by a read: %v, %v", u.Started(), err)
		}
		// The unit holds no lock while the upload is being read.
		exec(t, d, insertThing, "чужой")
		if err := d.Tx(ctx, addWithJob("стол", nil)); err != nil || !u.Started() {
			t.Fatalf("not begun by a write: %v, %v", u.Started(), err)
		}
		if diff := cmp.Diff([]string{"чужой"}, names(t, d)); diff != "" {
			t.Errorf("seen from outside before the commit (-want +got):\n%s", diff)
		}
	})
}

func TestAUnitJoinsEveryWriteAndCommitsOnce(t *testing.T) {
	onBoth(t, func(t *testing.T, d *db.DB) {
		claims, after := 0, 0
		u := d.NewUnit(func(ctx context.Context, tx db.Tx) error { claims++; return claim(ctx, tx) })
		defer u.Close()
		ctx := u.With(t.Context())
		for _, name := range []string{"стол", "стул"} {
			err := d.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
				tx.AfterCommit(func() { after++ })
				if n, err := db.One[int](ctx, tx, "SELECT count(*) FROM things"); err != nil || n == 0 {
					t.Errorf("the unit does not see its own rows: %d, %v", n, err)
				}
				return addWithJob(name, nil)(ctx, tx)
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		if len(names(t, d)) != 0 || after != 0 {
			t.Fatalf("committed by a joining write: %v", names(t, d))
		}
		if err := u.Commit(t.Context(), addWithJob("ответ", nil)); err != nil {
			t.Fatal(err)
		}
		if err := u.Commit(t.Context(), addWithJob("ещё ответ", nil)); err == nil {
			t.Error("a second commit was accepted")
		}
		u.Close()
		if diff := cmp.Diff([]string{"ключ", "ответ", "стол", "стул"}, names(t, d)); diff != "" || notes(t, d) != 4 {
			t.Errorf("%d jobs, rows (-want +got):\n%s", notes(t, d), diff)
		}
		if claims != 1 || after != 2 {
			t.Errorf("claimed %d times, %d calls after the commit; want 1 and 2", claims, after)
		}
	})
}

func TestAUnitThatIsNotCommittedLeavesNothing(t *testing.T) {
	onBoth(t, func(t *testing.T, d *db.DB) {
		// More repetitions than connections, so each connection must be returned.
		for range 25 {
			u := d.NewUnit(claim)
			err := d.Tx(u.With(t.Context()), func(ctx context.Context, tx db.Tx) error {
				tx.AfterCommit(func() { t.Error("called without a commit") })
				return addWithJob("стол", nil)(ctx, tx)
			})
			if err != nil {
				t.Fatal(err)
			}
			u.Close()
			u.Close() // the handler and its panic may both close it
		}
		if got := names(t, d); len(got) != 0 || notes(t, d) != 0 {
			t.Errorf("left behind: %v, %d jobs", got, notes(t, d))
		}
	})
}

func TestABrokenUnitRefusesFurtherWritesAndItsCommit(t *testing.T) {
	onBoth(t, func(t *testing.T, d *db.DB) {
		u := d.NewUnit(claim)
		defer u.Close()
		ctx := u.With(t.Context())
		if err := d.Tx(ctx, addWithJob("стол", errOurs)); !errors.Is(err, errOurs) {
			t.Fatalf("error %v, want the function's own", err)
		}
		for what, err := range map[string]error{"write": d.Tx(ctx, addWithJob("стул", nil)), "commit": u.Commit(t.Context(), nothing)} {
			if !errors.Is(err, errOurs) {
				t.Errorf("a later %s gives %v, want the first error", what, err)
			}
		}
		u.Close()
		if got := names(t, d); len(got) != 0 {
			t.Errorf("left behind: %v", got)
		}
	})
}

func TestAUnitWhoseKeyIsTakenDoesNothing(t *testing.T) {
	onBoth(t, func(t *testing.T, d *db.DB) {
		u := d.NewUnit(func(context.Context, db.Tx) error { return errOurs })
		defer u.Close()
		err := d.Tx(u.With(t.Context()), func(context.Context, db.Tx) error {
			t.Error("the change ran although the key is taken")
			return nil
		})
		if !errors.Is(err, errOurs) {
			t.Errorf("error %v, want the claim's own", err)
		}
	})
}
