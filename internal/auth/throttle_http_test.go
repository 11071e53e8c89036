package auth_test

import (
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"studbonus/internal/auth"
	"studbonus/internal/test/kit"
)

const (
	window  = 15 * time.Minute
	home    = "203.0.113.1"
	attack  = "198.51.100.1"
	another = "198.51.100.2"
)

// elsewhere returns one of many other addresses.
func elsewhere(i int) string { return fmt.Sprintf("192.0.2.%d", i+1) }

// isThrottled checks the refusal of rules 5.8.
func isThrottled(t *testing.T, got kit.Answer) {
	t.Helper()
	got.Is(429)
	if text := got.Problem().Detail; text != "Слишком много попыток. Попробуйте позже." {
		t.Errorf("detail %q", text)
	}
	if got.Header.Get("Retry-After") == "" {
		t.Error("no Retry-After")
	}
}

func TestAnAttemptRefusedUncheckedIsNotCounted(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		c := a.As(t, "all")
		release := auth.HoldHashes(a.Auth)
		for range 15 {
			isThrottled(t, tryIn(a.Anyone(t), login("all"), right))
			isThrottled(t, c.Put("/auth/password", map[string]any{"oldPassword": right, "newPassword": "another-password-1"}))
		}
		release()
		tryIn(a.Anyone(t), login("all"), right).OK()
	})
}

func TestThrottleByLoginAndAddress(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		fail(t, a.Anyone(t), 10, login("all"), from(attack)...)
		t.Run("the 11th attempt is refused even with the right password", func(t *testing.T) {
			isThrottled(t, tryIn(a.Anyone(t), login("all"), right, from(attack)...))
			isThrottled(t, tryIn(a.Anyone(t), " ALL@demo.studbonus.ru", right, from(attack)...))
		})
		t.Run("another login from there is not", func(t *testing.T) {
			tryIn(a.Anyone(t), login("student"), right, from(attack)...).OK()
		})
		t.Run("the login from elsewhere is not", func(t *testing.T) {
			tryIn(a.Anyone(t), login("all"), right, from(another)...).OK()
		})
		t.Run("a second instance on the same database refuses too", func(t *testing.T) {
			second := kit.Open(t, a.Engine, a.Config)
			isThrottled(t, tryIn(second.Anyone(t), login("all"), right, from(attack)...))
		})
		t.Run("the window passes", func(t *testing.T) {
			a.Clock.Advance(window - time.Second)
			isThrottled(t, tryIn(a.Anyone(t), login("all"), right, from(attack)...))
			a.Clock.Advance(time.Second)
			tryIn(a.Anyone(t), login("all"), right, from(attack)...).OK()
		})
	}, behindProxy)
}

func TestThrottleByAddress(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		for i := range 30 { // guessing logins counts like guessing passwords
			fail(t, a.Anyone(t), 1, fmt.Sprintf("guess%d@demo.studbonus.ru", i), from(attack)...)
		}
		isThrottled(t, tryIn(a.Anyone(t), login("all"), right, from(attack)...))
		tryIn(a.Anyone(t), login("all"), right, from(another)...).OK()
		a.Clock.Advance(window)
		tryIn(a.Anyone(t), login("all"), right, from(attack)...).OK()
	}, behindProxy)
}

func TestThrottleByLogin(t *testing.T) {
	const most, perAddress = 100, 10
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		tryIn(a.Anyone(t), login("all"), right, from(home)...).OK()
		fail(t, a.Anyone(t), 9, login("all"), from(home)...) // this limit ignores them, because the address is known
		for i := range most / perAddress {
			fail(t, a.Anyone(t), perAddress, login("all"), from(elsewhere(i))...)
		}
		t.Run("the 101st from anywhere is refused", func(t *testing.T) {
			isThrottled(t, tryIn(a.Anyone(t), login("all"), right, from(another)...))
		})
		t.Run("other logins are not", func(t *testing.T) {
			tryIn(a.Anyone(t), login("student"), right, from(another)...).OK()
		})
		t.Run("the owner at a known address is not", func(t *testing.T) {
			tryIn(a.Anyone(t), login("all"), right, from(home)...).OK()
		})
		t.Run("an address is known for 30 days", func(t *testing.T) {
			a.Clock.Advance(30 * 24 * time.Hour)
			for i := range most / perAddress {
				fail(t, a.Anyone(t), perAddress, login("all"), from(elsewhere(i))...)
			}
			isThrottled(t, tryIn(a.Anyone(t), login("all"), right, from(home)...))
		})
	}, behindProxy)
}

// Successful sign-ins are not counted, or normal work would lock an operator out.
func TestThrottleCountsFailuresOnly(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		for range 40 {
			tryIn(a.Anyone(t), login("all"), right).OK()
		}
		if n := kit.One[int](t, a, "SELECT count(*) FROM attempts"); n != 0 {
			t.Errorf("%d tries are still counted", n)
		}
	})
}

func TestThrottleWithParallelAttempts(t *testing.T) {
	const tries, most = 50, 10
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		var judged, refused atomic.Int32
		atOnce(tries, func(int) {
			switch tryIn(a.Anyone(t), login("all"), "wrong password", from(attack)...).Status {
			case 401:
				judged.Add(1)
			case 429:
				refused.Add(1)
			}
		})
		if judged.Load() > most {
			t.Errorf("%d passwords were tried, the limit is %d", judged.Load(), most)
		}
		if judged.Load() == 0 || judged.Load()+refused.Load() != tries {
			t.Errorf("%d judged, %d refused of %d", judged.Load(), refused.Load(), tries)
		}
		isThrottled(t, tryIn(a.Anyone(t), login("all"), right, from(attack)...))
		// Control: the same number of attempts with different logins and addresses passes.
		var limited atomic.Int32
		atOnce(20, func(i int) {
			if tryIn(a.Anyone(t), fmt.Sprintf("guess%d@demo.studbonus.ru", i), "wrong password", from(elsewhere(i))...).Status == 429 {
				limited.Add(1)
			}
		})
		if limited.Load() != 0 {
			t.Errorf("%d of 20 unrelated tries were refused", limited.Load())
		}
	}, behindProxy)
}

// A forged header must not give a caller a new address for each attempt (rules 17.12).
func TestThrottleIgnoresForgedAddresses(t *testing.T) {
	a := kit.New(t, kit.SQLite)
	for i := range 10 {
		fail(t, a.Anyone(t), 1, login("all"), "X-Forwarded-For", elsewhere(i), "X-Real-IP", elsewhere(i), "Forwarded", "for="+elsewhere(i), "True-Client-IP", elsewhere(i))
	}
	isThrottled(t, tryIn(a.Anyone(t), login("all"), right, from(another)...))
}

// Limits count an IPv6 /64 as one caller.
func TestThrottleByIPv6Network(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		host := func(network string, i int) []string { return from(fmt.Sprintf("%s::%x", network, i+1)) }
		const network, next = "2001:db8:0:1", "2001:db8:0:2"
		t.Run("ten failures of a login", func(t *testing.T) {
			for i := range 10 {
				fail(t, a.Anyone(t), 1, login("all"), host(network, i)...)
			}
			isThrottled(t, tryIn(a.Anyone(t), login("all"), right, host(network, 10)...))
			tryIn(a.Anyone(t), login("all"), right, host(next, 0)...).OK()
		})
		t.Run("thirty from the network", func(t *testing.T) {
			for i := range 20 {
				fail(t, a.Anyone(t), 1, fmt.Sprintf("guess%d@demo.studbonus.ru", i), host(network, 100+i)...)
			}
			isThrottled(t, tryIn(a.Anyone(t), login("student"), right, host(network, 200)...))
			tryIn(a.Anyone(t), login("student"), right, host(next, 200)...).OK()
		})
		t.Run("ten resets", func(t *testing.T) {
			for i := range 10 {
				askReset(a.Anyone(t), fmt.Sprintf("guess%d@demo.studbonus.ru", i), host(network, 300+i)...).Is(404)
			}
			isThrottled(t, askReset(a.Anyone(t), login("all"), host(network, 400)...))
			askReset(a.Anyone(t), login("all"), host(next, 400)...).OK()
		})
		t.Run("an IPv4 address in IPv6 notation is that address", func(t *testing.T) {
			fail(t, a.Anyone(t), 10, login("univer"), from("::ffff:"+attack)...)
			isThrottled(t, tryIn(a.Anyone(t), login("univer"), right, from(attack)...))
			tryIn(a.Anyone(t), login("univer"), right, from("::ffff:"+another)...).OK() // IPv4 addresses are not one network
		})
		t.Run("a network is known by a sign-in from any of its addresses", func(t *testing.T) {
			tryIn(a.Anyone(t), login("flag"), right, host(next, 1)...).OK()
			kit.Exec(t, a, "INSERT INTO attempts (kind, login, address, is_home, at) SELECT 'signIn', ?, 'x' || id, FALSE, ? FROM students ORDER BY id LIMIT 100", login("flag"), a.Clock.Now())
			isThrottled(t, tryIn(a.Anyone(t), login("flag"), right, host("2001:db8:0:3", 1)...))
			tryIn(a.Anyone(t), login("flag"), right, host(next, 2)...).OK()
		})
		t.Run("the audit log has the full address", func(t *testing.T) {
			for _, address := range []string{"2001:db8:0:1::1", attack} {
				if n := kit.One[int](t, a, "SELECT count(*) FROM audit_log WHERE action = 'auth.signInFailed' AND address = ?", address); n == 0 {
					t.Errorf("no row of %s", address)
				}
			}
		})
	}, behindProxy)
}
