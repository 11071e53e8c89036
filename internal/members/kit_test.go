package members_test

import (
	"strings"
	"testing"
	"time"

	"studbonus/internal/test/kit"
	"studbonus/internal/test/watch"
)

const (
	minute = time.Minute
	day    = 24 * time.Hour
)

// onBoth runs a test with jobs, which send the codes, on each engine without the members of the demo data.
func onBoth(t *testing.T, test func(t *testing.T, a *kit.App), opts ...kit.Option) {
	t.Helper()
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		for _, table := range []string{"devices", "member_consents", "notices", "member_sessions", "known_devices", "members"} {
			kit.Exec(t, a, "DELETE FROM "+table)
		}
		test(t, a)
	}, append(opts, kit.WithJobs())...)
}

// entry asks for a code and returns the body of a sign-in with it.
func entry(t *testing.T, a *kit.App, c *kit.Client, phone string) map[string]any {
	t.Helper()
	attempt := c.AskCode(phone).Attempt()
	return map[string]any{"attempt": attempt, "code": a.Code(t, attempt, phone)}
}

// with returns a copy of a body with another field.
func with(body map[string]any, field string, value any) map[string]any {
	out := map[string]any{field: value}
	for name, v := range body {
		if name != field {
			out[name] = v
		}
	}
	return out
}

// wrong returns a code other than the right one.
func wrong(code any) string {
	if strings.HasPrefix(code.(string), "1") {
		return "2" + code.(string)[1:]
	}
	return "1" + code.(string)[1:]
}

// student gives the n-th demo student of a status a phone and a birth date, and returns the row's number.
func student(t *testing.T, a *kit.App, n int, status, phone, birth string) int64 {
	t.Helper()
	id := kit.One[int64](t, a, "SELECT id FROM students WHERE status = ? ORDER BY id LIMIT 1 OFFSET ?", status, n)
	kit.Exec(t, a, "UPDATE students SET phone = ?, birth_date = ?, end_year = 2029 WHERE id = ?", phone, birth, id)
	return id
}

// settled waits until all messages are sent.
func settled(t *testing.T, a *kit.App) {
	t.Helper()
	watch.Until(t, minute, "no message is being sent", func() bool {
		return kit.One[int](t, a, "SELECT count(*) FROM member_codes WHERE state = 'sending'") == 0
	})
}
