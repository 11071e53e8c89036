package members_test

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math/bits"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"studbonus/internal/app"
	"studbonus/internal/platform/db"
	"studbonus/internal/test/kit"
)

// rules 23.5
func TestACodeLastsFiveMinutesAndFiveTries(t *testing.T) {
	onBoth(t, func(t *testing.T, a *kit.App) {
		c := a.Guest(t)
		try := func(body map[string]any) int { return c.Post("/s/v1/auth/session", body).Status }

		body := entry(t, a, c, kit.PhoneNumber(1))
		for range 4 {
			if status := try(with(body, "code", wrong(body["code"]))); status != 401 {
				t.Errorf("a wrong code: %d", status)
			}
		}
		if status := try(body); status != 200 {
			t.Errorf("right after four wrong: %d", status)
		}
		if status := try(body); status != 401 {
			t.Errorf("a code is used once: %d", status)
		}

		body = entry(t, a, c, kit.PhoneNumber(2))
		for range 5 {
			try(with(body, "code", wrong(body["code"])))
		}
		if status := try(body); status != 401 {
			t.Errorf("right after five wrong: %d", status)
		}

		body = entry(t, a, c, kit.PhoneNumber(3))
		a.Clock.Advance(5*minute - time.Second)
		if status := try(body); status != 200 {
			t.Errorf("before five minutes: %d", status)
		}
		body = entry(t, a, c, kit.PhoneNumber(4))
		a.Clock.Advance(5 * minute)
		if status := try(body); status != 401 {
			t.Errorf("after five minutes: %d", status)
		}
		if status := try(map[string]any{"attempt": uuid.NewString(), "code": "123456"}); status != 401 {
			t.Errorf("an unknown attempt: %d", status)
		}
		one, two := entry(t, a, c, kit.PhoneNumber(5)), entry(t, a, c, kit.PhoneNumber(6))
		if status := try(with(one, "code", two["code"])); status != 401 && one["code"] != two["code"] {
			t.Errorf("the code of another attempt: %d", status)
		}
		stored := kit.All[string](t, a, "SELECT coalesce(CAST(code_hash AS TEXT), '') FROM member_codes")
		if text := strings.Join(stored, " "); strings.Contains(text, two["code"].(string)) {
			t.Error("the code is in the table")
		}
	})
}

func TestParallelGuessesAreCounted(t *testing.T) {
	onBoth(t, func(t *testing.T, a *kit.App) {
		c := a.Guest(t)
		body := entry(t, a, c, kit.PhoneNumber(1))
		bad := with(body, "code", wrong(body["code"]))
		var all sync.WaitGroup
		for range 20 {
			all.Go(func() { c.Post("/s/v1/auth/session", bad) })
		}
		all.Wait()
		if tries := kit.One[int](t, a, "SELECT tries FROM member_codes WHERE uuid = ?", body["attempt"]); tries != 5 {
			t.Errorf("%d tries", tries)
		}
		c.Post("/s/v1/auth/session", body).Is(401)
	})
}

// rules 23.5: known and unknown numbers get the same answer, and nothing is sent before it.
func TestKnownAndUnknownNumbersGetTheSameAnswer(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) { // without jobs, because the call itself creates no code
		c := a.Guest(t)
		a.Member(t, kit.PhoneNumber(1), 0)
		shape := func(n kit.Answer) string {
			var out map[string]any
			n.Is(202).Into(&out)
			delete(out, "attempt")
			text, _ := json.Marshal(out)
			return string(text)
		}
		known, unknown := shape(c.AskCode(kit.PhoneNumber(1))), shape(c.AskCode(kit.PhoneNumber(2)))
		if known != unknown || known != `{"expiresIn":300}` {
			t.Errorf("known %s, unknown %s", known, unknown)
		}
		if made := kit.One[int](t, a, "SELECT count(*) FROM member_codes WHERE code_hash IS NOT NULL"); made != 0 {
			t.Error("a code was made during the call")
		}
		if queues := kit.All[string](t, a, "SELECT DISTINCT queue FROM river_job WHERE kind = 'members.sendCode'"); len(queues) != 1 || queues[0] != "sms" {
			t.Errorf("codes wait in %v, want a queue of their own", queues)
		}
		for _, bad := range []string{"", "12345", "+7 495 123-45-67", "+1 916 123-45-67", strings.Repeat("7", 31)} {
			answer := c.AskCode(bad).Is(422)
			if answer.Problem().Field("phone") == "" {
				t.Errorf("%q: %s", bad, answer.Body)
			}
		}
		c.Get("/s/v1/auth/code/" + uuid.NewString()).Is(404)
		c.Get("/s/v1/auth/code/x").Is(404)
	})
}

// rules 23.7
func TestLimitsOfANumber(t *testing.T) {
	onBoth(t, func(t *testing.T, a *kit.App) {
		phone := kit.PhoneNumber(1)
		browser := a.Browser(t)
		browser.SignInMember(phone)
		c := a.Guest(t)
		sent := 1 // by the browser, then still unknown
		for range 40 {
			a.Clock.Advance(31 * time.Second)
			if c.AskCode(phone).Status == 202 {
				sent++
				settled(t, a) // failed messages would not count
			}
			if c.AskCode(phone).Status == 202 {
				t.Error("two within a minute")
			}
		}
		if sent != 6 {
			t.Errorf("%d messages within 21 minutes, want 6 a day", sent)
		}
		answer := c.AskCode(phone).Is(429)
		if wait, err := strconv.Atoi(answer.Header.Get("Retry-After")); err != nil || wait < 80_000 || wait > 86_400 {
			t.Errorf("Retry-After %q", answer.Header.Get("Retry-After"))
		}
		// 8… is the same number, but the proof of work was solved for 7….
		if messages := a.Messages(t, phone); len(messages) != sent {
			t.Errorf("%d messages in the outbox", len(messages))
		}
		for range 3 {
			a.Clock.Advance(minute)
			browser.AskCode(phone).Is(202) // the known device still gets its own three
			settled(t, a)
		}
		a.Clock.Advance(minute)
		browser.AskCode(phone).Is(429)
		a.Clock.Advance(day)
		c.AskCode(phone).Is(202)
	})
}

func TestTenNumbersOfOneRangeAreStopped(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		c := a.Guest(t)
		number := func(n int) string { return fmt.Sprintf("79161234%03d", n) }
		for n := range 9 {
			c.AskCode(number(n)).Is(202)
		}
		c.AskCode(number(9)).Is(429)
		a.Clock.Advance(minute)
		c.AskCode(number(0)).Is(202) // not a new number
		c.AskCode("79161235000").Is(202)
		a.Clock.Advance(10 * minute)
		c.AskCode(number(9)).Is(202)
	})
}

// load adds messages of this minute from the tests' network, to numbers from the n-th on.
func load(t *testing.T, a *kit.App, from, to int) {
	t.Helper()
	err := a.DB.Tx(t.Context(), func(ctx context.Context, tx db.Tx) error {
		for n := from; n < to; n++ {
			if _, err := tx.Exec(ctx, `INSERT INTO member_codes (uuid, phone, prefix, network, challenge, is_known, state, created_at) VALUES (?, ?, ?, '127.0.0.1', ?, FALSE, 'sent', ?)`,
				uuid.NewString(), kit.PhoneNumber(n), kit.PhoneNumber(n)[:8], []byte(strconv.Itoa(n)), a.Clock.Now()); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// rules 23.6: a campus shares one address. It has to solve challenges and is refused only above 1,200 a minute.
func TestAnAddressPaysWithWork(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		c := a.Guest(t)
		bits := func() int {
			var out struct{ Bits int }
			c.Get("/s/v1/challenge").OK().Into(&out)
			return out.Bits
		}
		quiet := bits()
		load(t, a, 1000, 1061)
		if busy := bits(); busy <= quiet {
			t.Errorf("%d bits after 61 sends, %d before", busy, quiet)
		}
		load(t, a, 1061, 2199)
		c.AskCode(kit.PhoneNumber(1)).Is(202) // the 1,200th
		c.AskCode(kit.PhoneNumber(2)).Is(429)
		a.Clock.Advance(minute)
		c.AskCode(kit.PhoneNumber(2)).Is(202)
		if got := bits(); got != quiet {
			t.Errorf("%d bits after a quiet minute", got)
		}
	})
}

// rules 23.6: challenges collected in a quiet minute do not pay for a rush. One bit of grace is for the time that a phone solves.
func TestAQuietChallengeDoesNotPayForARush(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		type given struct {
			Challenge string
			Bits      int
		}
		c, quiet := a.Guest(t), make([]given, 3)
		for i := range quiet {
			c.Get("/s/v1/challenge").OK().Into(&quiet[i])
		}
		ask := func(i, bits int) kit.Answer {
			phone := kit.PhoneNumber(i)
			return c.Post("/s/v1/auth/code", map[string]any{"phone": phone, "challenge": quiet[i].Challenge, "nonce": exactly(quiet[i].Challenge, phone, bits)})
		}
		sends := 0
		busy := func(to int) {
			load(t, a, 1000+sends, 1000+to)
			sends = to
		}
		busy(61)
		ask(0, quiet[0].Bits).Is(202) // one bit harder by now
		for i, now := range []struct{ sends, price int }{{130, 15}, {600, 17}} {
			busy(now.sends)
			refused := ask(i+1, now.price-1).Is(422)
			if message := refused.Problem().Field("challenge"); message != "Запрос устарел. Попробуйте ещё раз." {
				t.Errorf("%+v: %s", now, refused.Body)
			}
			ask(i+1, now.price).Is(202) // the refusal has not used the challenge up
		}
		c.AskCode(kit.PhoneNumber(9)).Is(202)
	})
}

// exactly finds a nonce whose hash starts with this many zero bits and no more.
func exactly(challenge, phone string, zeros int) string {
	for n := 0; ; n++ {
		nonce := strconv.Itoa(n)
		if sum := sha256.Sum256([]byte(challenge + ":" + phone + ":" + nonce)); bits.LeadingZeros64(binary.BigEndian.Uint64(sum[:])) == zeros {
			return nonce
		}
	}
}

func TestAChallengePaysForOneMessage(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		c := a.Guest(t)
		var given struct {
			Challenge string
			Bits      int
		}
		c.Get("/s/v1/challenge").OK().Into(&given)
		ask := func(phone, nonceFor string) kit.Answer {
			return c.Post("/s/v1/auth/code", map[string]any{"phone": phone, "challenge": given.Challenge, "nonce": kit.Solve(given.Challenge, nonceFor, given.Bits)})
		}
		one, two := kit.PhoneNumber(1), kit.PhoneNumber(2)
		for name, answer := range map[string]kit.Answer{
			"solved for another number": ask(one, two),
			"not solved":                c.Post("/s/v1/auth/code", map[string]any{"phone": one, "challenge": given.Challenge, "nonce": "x"}),
			"made up":                   c.Post("/s/v1/auth/code", map[string]any{"phone": one, "challenge": "AAAA", "nonce": "x"}),
		} {
			if answer.Is(422).Problem().Field("challenge") == "" {
				t.Errorf("%s: %s", name, answer.Body)
			}
		}
		ask("8"+one[1:], one).Is(202)
		ask(two, two).Is(422)
		c.Get("/s/v1/challenge").OK().Into(&given)
		a.Clock.Advance(5 * minute)
		ask(two, two).Is(422)
	})
}

func TestTheBudgetStopsMessages(t *testing.T) {
	onBoth(t, func(t *testing.T, a *kit.App) {
		c := a.Guest(t)
		for n := range 3 {
			attempt := c.AskCode(kit.PhoneNumber(n)).Attempt()
			settled(t, a)
			var out struct{ State string }
			c.Get("/s/v1/auth/code/" + attempt).OK().Into(&out)
			if want := map[bool]string{true: "sent", false: "failed"}[n < 2]; out.State != want {
				t.Errorf("message %d is %s, want %s", n, out.State, want)
			}
		}
		a.Clock.Advance(day)
		attempt := c.AskCode(kit.PhoneNumber(9)).Attempt()
		a.Code(t, attempt, kit.PhoneNumber(9))
	}, kit.WithConfig(func(c *app.Config) { c.SMSBudget = 2 }))
}
