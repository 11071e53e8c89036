package promotions_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"studbonus/internal/platform/db"
	"studbonus/internal/platform/fault"
	"studbonus/internal/promotions"
	"studbonus/internal/test/kit"
	"studbonus/internal/test/testdb"
)

// claimConcurrently runs n claims concurrently and returns the codes and the refusals.
func claimConcurrently(n int, claim func(i int) (string, error)) (codes []string, refused map[string]int, broken []error) {
	refused = map[string]int{}
	var all sync.WaitGroup
	var mu sync.Mutex
	begin := make(chan struct{})
	for i := range n {
		all.Go(func() {
			<-begin
			code, err := claim(i)
			mu.Lock()
			defer mu.Unlock()
			switch {
			case err == nil:
				codes = append(codes, code)
			case fault.Is(err, fault.KindConflict):
				refused[err.Error()]++
			default:
				broken = append(broken, err)
			}
		})
	}
	close(begin)
	all.Wait()
	return codes, refused, broken
}

// unique counts the distinct codes.
func unique(codes []string) int { return len(slices.Compact(slices.Sorted(slices.Values(codes)))) }

// A thousand students compete for five hundred codes (rules 27.5).
func TestARushForTooFewCodes(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		c := a.As(t, "all")
		id := withCodes(t, a, c, partner(t, a, c, "Кофейня", "Москва"), 500, nil)
		who := activateStudents(t, a, 1000)
		codes, refused, broken := claimConcurrently(1000, func(i int) (string, error) { return claim(a, id, who[i], "the first") })
		if len(codes) != 500 || unique(codes) != 500 || refused["Коды закончились."] != 500 || len(broken) > 0 {
			t.Errorf("%d codes, %d different, %v, %v", len(codes), unique(codes), refused, broken)
		}
		if n := kit.One[int](t, a, "SELECT count(DISTINCT c.student_id) FROM promo_codes c JOIN promotions p ON p.id = c.promotion_id WHERE p.uuid = ?", id); n != 500 {
			t.Errorf("%d students hold a code", n)
		}
		if n := kit.One[int](t, a, "SELECT count(*) FROM audit_log WHERE action = 'promotions.grant' AND member_id IS NOT NULL"); n != 500 {
			t.Errorf("%d audit rows", n)
		}
		verified(t, a)
	})
}

func TestTheLastCodeIsGivenOnce(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		c := a.As(t, "all")
		id := withCodes(t, a, c, partner(t, a, c, "Кофейня", "Москва"), 1, nil)
		who := students(t, a, "МГУ", 100)
		codes, refused, broken := claimConcurrently(100, func(i int) (string, error) { return claim(a, id, who[i], "the first") })
		if len(codes) != 1 || refused["Коды закончились."] != 99 || len(broken) > 0 {
			t.Errorf("%v, %v, %v", codes, refused, broken)
		}
	})
}

// Ten students claim with six different keys each at once; the limit is two codes.
func TestLimitsHoldInARush(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		c := a.As(t, "all")
		id := withCodes(t, a, c, partner(t, a, c, "Кофейня", "Москва"), 40, map[string]any{"winLimit": 2})
		who := students(t, a, "МГУ", 10)
		codes, _, broken := claimConcurrently(60, func(i int) (code string, err error) {
			for { // retry while another claim of the same student is in progress
				code, err = claim(a, id, who[i%10], fmt.Sprint("key-number-", i))
				if refused, ok := errors.AsType[*fault.Error](err); !ok || refused.Type != "waiting" {
					return code, err
				}
			}
		})
		if len(codes) != 20 || unique(codes) != 20 || len(broken) > 0 {
			t.Errorf("%d codes, %v", len(codes), broken)
		}
		if most := kit.One[int](t, a, "SELECT max(n) FROM (SELECT count(*) AS n FROM promo_codes g JOIN promotions p ON p.id = g.promotion_id WHERE p.uuid = ? AND g.student_id IS NOT NULL GROUP BY g.student_id) x", id); most != 2 {
			t.Errorf("somebody has %d", most)
		}
		verified(t, a)
	})
}

func TestParallelClaimsWithTheSameKey(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		c := a.As(t, "all")
		id := withCodes(t, a, c, partner(t, a, c, "Кофейня", "Москва"), 40, map[string]any{"winLimit": 3})
		who := students(t, a, "МГУ", 1)[0]
		codes, refused, broken := claimConcurrently(50, func(int) (string, error) { return claim(a, id, who, "the same key") })
		if len(codes) != 50 || unique(codes) != 1 || len(refused)+len(broken) > 0 {
			t.Errorf("%v, %v, %v", codes, refused, broken)
		}
		if is := codesOf(t, c, id); is.UsedCodesCount != 1 {
			t.Errorf("%+v", is)
		}
	})
}

func TestParallelClaimsOfTwoPromotions(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		c := a.As(t, "all")
		of := partner(t, a, c, "Кофейня", "Москва")
		ids := []string{withCodes(t, a, c, of, 100, nil), withCodes(t, a, c, of, 100, nil)}
		who := students(t, a, "МГУ", 100)
		codes, refused, broken := claimConcurrently(200, func(i int) (string, error) { return claim(a, ids[i%2], who[i/2], "the first") })
		if len(codes) != 200 || unique(codes) != 100 || len(refused)+len(broken) > 0 { // both promotions have the same codes
			t.Errorf("%d codes, %v, %v", len(codes), refused, broken)
		}
		verified(t, a)
	})
}

// Two instances share one database: some students ask one, some the other, some both.
func TestTwoInstancesShareTheCodes(t *testing.T) {
	if !slices.Contains(testdb.Engines(), testdb.PostgreSQL) {
		t.Skip("SQLite has one instance")
	}
	config := kit.Copy(t, kit.PostgreSQL)
	instances := []*kit.App{kit.Open(t, kit.PostgreSQL, config), kit.Open(t, kit.PostgreSQL, config)}
	a := instances[0]
	c := a.As(t, "all")
	id := withCodes(t, a, c, partner(t, a, c, "Кофейня", "Москва"), 300, map[string]any{"winLimit": 2})
	who := activateStudents(t, a, 500)
	codes, refused, broken := claimConcurrently(600, func(i int) (string, error) { return claim(instances[i%2], id, who[i/2], "the first") })
	if len(codes) < 300 || unique(codes) != 300 || len(broken) > 0 {
		t.Errorf("%d codes, %d different, %v, %v", len(codes), unique(codes), refused, broken)
	}
	if n := kit.One[int](t, a, "SELECT count(DISTINCT c.student_id) FROM promo_codes c JOIN promotions p ON p.id = c.promotion_id WHERE p.uuid = ?", id); n != 300 {
		t.Errorf("%d students hold a code: the same key got two on two instances", n)
	}
	verified(t, a)
}

// Negative control of the races above: without the lock on the promotion and the check that the code is still free, several
// students get the same code.
func TestControlClaimsWithoutLockShareACode(t *testing.T) {
	a := kit.New(t, kit.PostgreSQL) // SQLite has one writer, so there is no race
	c := a.As(t, "all")
	of := partner(t, a, c, "Кофейня", "Москва")
	for range 20 {
		id := kit.One[int64](t, a, "SELECT id FROM promotions WHERE uuid = ?", withCodes(t, a, c, of, 1, nil))
		codes, _, broken := claimConcurrently(20, func(i int) (string, error) {
			var code string
			return code, a.DB.Tx(context.Background(), func(ctx context.Context, tx db.Tx) (err error) {
				if code, err = db.One[string](ctx, tx, "SELECT code FROM promo_codes WHERE promotion_id = ? AND student_id IS NULL ORDER BY code LIMIT 1", id); err != nil {
					return fault.Conflict("none")
				}
				_, err = tx.Exec(ctx, "UPDATE promo_codes SET student_id = ?, granted_at = ? WHERE promotion_id = ? AND code = ?", i+1, kit.Start, id, code)
				return err
			})
		})
		if err := errors.Join(broken...); err != nil {
			t.Fatal(err)
		}
		if len(codes) > 1 {
			return
		}
	}
	t.Error("the race was never lost")
}

// Claims continue while a file is imported, and neither loses anything.
func TestClaimsDuringAnImport(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		c := a.As(t, "all")
		id := withCodes(t, a, c, partner(t, a, c, "Кофейня", "Москва"), 100, map[string]any{"winLimit": nil})
		who := students(t, a, "МГУ", 50)
		var importing sync.WaitGroup
		importing.Go(func() {
			if err := a.Promotions.AddCodes(as(t, a, "all"), id, "more.csv", strings.NewReader(someCodes("A", 20_000)+someCodes("CODE", 200))); err != nil {
				t.Error(err)
			}
		})
		codes, refused, broken := claimConcurrently(50, func(i int) (string, error) { return claim(a, id, who[i], "the first") })
		importing.Wait()
		if len(codes) != 50 || len(refused)+len(broken) > 0 {
			t.Errorf("%d codes, %v, %v", len(codes), refused, broken)
		}
		if is := codesOf(t, c, id); is.UsedCodesCount != 50 || is.RemainingCodesCount != 20_150 {
			t.Errorf("%+v", is)
		}
		verified(t, a)
	})
}

// A panic while codes are granted fails the claims of its batch; the queue goes on.
func TestAPanicFailsItsClaims(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		c := a.As(t, "all")
		id := withCodes(t, a, c, partner(t, a, c, "Кофейня", "Москва"), 9, nil)
		who := students(t, a, "МГУ", 5)
		a.Promotions.GiveBy(func(context.Context, string, []promotions.Claim) (promotions.Batch, error) { panic("a bug") })
		if codes, refused, broken := claimConcurrently(len(who), func(i int) (string, error) { return claim(a, id, who[i], "the first") }); len(broken) != len(who) {
			t.Errorf("%q, %v, %v", codes, refused, broken)
		}
		a.Promotions.GiveBy(a.Promotions.Give)
		if got := answer(a, id, who[0], "the first"); got != "CODE000000" {
			t.Error(got)
		}
	})
}
