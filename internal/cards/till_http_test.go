package cards_test

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"studbonus/internal/test/kit"
)

func pair(t testing.TB, a *kit.App, body map[string]any) kit.Answer {
	t.Helper()
	return call(t, a, "POST", "/t/v1/pair", body)
}

type tillRow struct {
	UUIDTill, LinkUntil string
	PairedAt, UsedAt    *string
}

func tillsAt(t testing.TB, a *kit.App, point string) (out []tillRow) {
	t.Helper()
	a.As(t, "univer").Get("/v1/tills/point/" + point).OK().Into(&out)
	return out
}

func TestATillIsPairedByLinkOrByCode(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		at := point(t, a, 0)
		i := invite(t, a, at)
		if !strings.HasPrefix(i.Link, "http://students.test/t#") || len(i.secret()) != 16 || len(i.Code) != 6 {
			t.Fatalf("invited by %+v", i)
		}
		if list := tillsAt(t, a, at); len(list) != 1 || list[0].PairedAt != nil {
			t.Errorf("invited: %+v", list)
		}
		var paired struct{ Partner, Address string }
		got := pair(t, a, map[string]any{"code": i.Code[:3] + " " + i.Code[3:]}).Is(http.StatusOK)
		if got.Into(&paired); paired.Partner == "" || paired.Address == "" {
			t.Errorf("paired with %+v", paired)
		}
		set := got.Header.Get("Set-Cookie")
		for _, want := range []string{"studbonus-till=", "HttpOnly", "SameSite=Lax", "Path=/", "Max-Age=34560000"} {
			if !strings.Contains(set, want) {
				t.Errorf("cookie %q without %s", set, want)
			}
		}
		pair(t, a, map[string]any{"link": i.secret()}).Is(http.StatusUnauthorized) // the code has used up the invitation
		pair(t, a, map[string]any{"code": i.Code}).Is(http.StatusUnauthorized)
		if list := tillsAt(t, a, at); len(list) != 1 || list[0].PairedAt == nil || list[0].UUIDTill != i.UUIDTill {
			t.Errorf("paired: %+v", list)
		}
		again := invite(t, a, at)
		pair(t, a, map[string]any{"link": strings.ToLower(again.secret())}).Is(http.StatusOK)
		pair(t, a, map[string]any{"link": again.secret()}).Is(http.StatusUnauthorized)
		for name, body := range map[string]map[string]any{
			"nothing": {}, "both": {"code": "123456", "link": "A"}, "five digits": {"code": "12345"}, "letters": {"code": "abcdef"},
		} {
			if got := pair(t, a, body); got.Status != http.StatusUnprocessableEntity {
				t.Errorf("%s: %d %s", name, got.Status, got.Body)
			}
		}
		if n := kit.One[int](t, a, "SELECT count(*) FROM audit_log WHERE action IN ('cards.till.invite', 'cards.till.pair')"); n != 4+2*demoTills {
			t.Errorf("%d audit rows, want 4", n-2*demoTills)
		}
	})
}

func TestInvitationsEnd(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		at := point(t, a, 1)
		i, withdrawn := invite(t, a, at), invite(t, a, at)
		a.As(t, "univer").Delete("/v1/tills/"+withdrawn.UUIDTill, nil).OK()
		pair(t, a, map[string]any{"link": withdrawn.secret()}).Is(http.StatusUnauthorized)
		a.Clock.Advance(15 * time.Minute)
		pair(t, a, map[string]any{"code": i.Code}).Is(http.StatusUnauthorized)
		a.Clock.Advance(7*24*time.Hour - 16*time.Minute)
		pair(t, a, map[string]any{"link": i.secret()}).Is(http.StatusOK)
		i = invite(t, a, at)
		a.Clock.Advance(7 * 24 * time.Hour)
		pair(t, a, map[string]any{"link": i.secret()}).Is(http.StatusUnauthorized)
		if list := tillsAt(t, a, at); len(list) != 1 {
			t.Errorf("the list still has the old invitation: %+v", list)
		}
		if err := a.Cards.CleanUp(t.Context()); err != nil || kit.One[int](t, a, "SELECT count(*) FROM tills") != 1+demoTills {
			t.Errorf("%v: the old invitation is still stored", err)
		}
	})
}

func TestTenWrongCodesStopAnAddress(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		i := invite(t, a, point(t, a, 2))
		for n := range 10 {
			wrong := fmt.Sprintf("%06d", n)
			if wrong == i.Code {
				wrong = "999999"
			}
			pair(t, a, map[string]any{"code": wrong}).Is(http.StatusUnauthorized)
		}
		if got := pair(t, a, map[string]any{"code": i.Code}).Is(http.StatusTooManyRequests); got.Header.Get("Retry-After") == "" {
			t.Error("no Retry-After")
		}
		pair(t, a, map[string]any{"link": i.secret()}).Is(http.StatusTooManyRequests)
		a.Clock.Advance(14*time.Minute + 59*time.Second)
		pair(t, a, map[string]any{"code": i.Code}).Is(http.StatusTooManyRequests)
		a.Clock.Advance(time.Second)
		pair(t, a, map[string]any{"link": i.secret()}).Is(http.StatusOK)
	})
}

// Attempts are counted before they are checked; otherwise parallel attempts would all pass the limit.
func TestParallelWrongCodesRespectTheLimit(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		var all sync.WaitGroup
		var tried atomic.Int32
		for n := range 30 {
			all.Go(func() {
				if pair(t, a, map[string]any{"code": fmt.Sprintf("%06d", n)}).Status == http.StatusUnauthorized {
					tried.Add(1)
				}
			})
		}
		if all.Wait(); tried.Load() != 10 {
			t.Errorf("%d of 30 codes were tried", tried.Load())
		}
	})
}

func TestOneInvitationPairsOneTill(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		i := invite(t, a, point(t, a, 3))
		var all sync.WaitGroup
		var paired atomic.Int32
		for n := range 8 {
			body := map[string]any{"link": i.secret()}
			if n%2 == 0 {
				body = map[string]any{"code": i.Code}
			}
			all.Go(func() {
				if pair(t, a, body).Status == http.StatusOK {
					paired.Add(1)
				}
			})
		}
		if all.Wait(); paired.Load() != 1 {
			t.Errorf("%d tills were paired by one invitation", paired.Load())
		}
	})
}

func TestEventsThatEndATill(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		for name, end := range map[string]func(at string, k *till){
			"unpairing": func(_ string, k *till) { a.As(t, "univer").Delete("/v1/tills/"+k.uuid, nil).OK() },
			"deleting the point": func(at string, _ *till) {
				a.As(t, "all").Delete("/v1/salepoint/"+at, nil).OK()
			},
			"blocking the partner": func(at string, _ *till) {
				partner := kit.One[string](t, a, "SELECT CAST(p.uuid AS TEXT) FROM partners p JOIN trade_points t ON t.partner_id = p.id WHERE t.uuid = ?", at)
				path := "/v1/partner/" + partner + "/status"
				a.As(t, "all").Put(path, map[string]any{"status": "blocked", "reasonBlocked": "Нарушение условий договора"}).OK()
				a.As(t, "all").Put(path, map[string]any{"status": "active"}).OK()
			},
		} {
			at := point(t, a, 4)
			k, p := pairedAt(t, a, at), signIn(t, a, student(t, a, 4)).take()
			k.check(p.shows(a.Clock.Now()))
			k.ask(map[string]any{"number": "1000000008"}).Is(http.StatusOK)
			end(at, k)
			if got := k.ask(map[string]any{"number": "1000000008"}); got.Status != http.StatusUnauthorized {
				t.Errorf("%s: the till still answers %d", name, got.Status)
			}
			kit.Exec(t, a, "DELETE FROM devices")
		}
		if wrong, err := a.Cards.Verify(t.Context()); err != nil || len(wrong) != 0 {
			t.Errorf("verify: %v, %v", wrong, err)
		}
	})
}

func TestABlockedPartnerGetsNoTill(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		at := kit.One[string](t, a, "SELECT CAST(t.uuid AS TEXT) FROM trade_points t JOIN partners p ON p.id = t.partner_id WHERE p.status = 'blocked' ORDER BY t.id LIMIT 1")
		a.As(t, "all").Post("/v1/tills/point/"+at, nil).Is(http.StatusConflict)
		a.As(t, "student").Post("/v1/tills/point/"+at, nil).Is(http.StatusForbidden)
		a.As(t, "all").Post("/v1/tills/point/00000000-0000-4000-8000-000000000000", nil).Is(http.StatusNotFound)
		a.As(t, "all").Delete("/v1/tills/00000000-0000-4000-8000-000000000000", nil).Is(http.StatusNotFound)
	})
}
