package members_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"studbonus/internal/platform/db"
	"studbonus/internal/test/kit"
)

type profile struct {
	ID, Phone         string
	Email             *string
	ApplicationStatus string
}

func TestSessionLifecycle(t *testing.T) {
	onBoth(t, func(t *testing.T, a *kit.App) {
		c, phone := a.Guest(t), kit.PhoneNumber(1)
		c.Get("/s/v1/me").Is(401)
		var in struct {
			Member profile
			Token  string
		}
		c.Post("/s/v1/auth/session", with(entry(t, a, c, phone), "isNative", true)).OK().Into(&in)
		if in.Member.Phone != phone || in.Member.ApplicationStatus != "none" || len(in.Token) < 40 {
			t.Errorf("%+v", in)
		}
		c.Bearer = in.Token
		var me profile
		c.Get("/s/v1/me").OK().Into(&me)
		if diff := cmp.Diff(in.Member, me); diff != "" {
			t.Error(diff)
		}
		a.Clock.Advance(minute)
		other := a.Browser(t)
		other.SignInMember(phone)
		var page struct {
			Items []struct {
				ID                  string
				IsCurrent, IsNative bool
			}
			Next *string
		}
		c.Get("/s/v1/sessions?limit=1").OK().Into(&page)
		if len(page.Items) != 1 || page.Items[0].IsCurrent || page.Items[0].IsNative || page.Next == nil {
			t.Fatalf("%+v", page)
		}
		browser := page.Items[0].ID
		c.Get("/s/v1/sessions?limit=1&after=" + *page.Next).OK().Into(&page)
		if len(page.Items) != 1 || !page.Items[0].IsCurrent || page.Next != nil {
			t.Errorf("%+v", page)
		}
		c.Get("/s/v1/sessions?after=x").Is(422)
		stranger := a.Member(t, kit.PhoneNumber(2), 0)
		stranger.Delete("/s/v1/sessions/"+browser, nil).Is(404)
		other.Get("/s/v1/me").OK()
		c.Delete("/s/v1/sessions/"+browser, nil).OK()
		other.Get("/s/v1/me").Is(401)
		c.Delete("/s/v1/auth/session", nil).OK()
		c.Get("/s/v1/me").Is(401)
		want := []string{"members.signIn", "members.signIn", "members.endSession", "members.signOut"}
		got := kit.All[string](t, a, "SELECT action FROM audit_log WHERE kind = 'member' AND operator_name = 'Студент' AND operator_id IS NULL AND member_id = (SELECT id FROM members WHERE phone = ?) ORDER BY seq", phone)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
		if wrong, err := a.Members.Verify(t.Context()); err != nil || len(wrong) != 1 { // the other session was inserted without the service
			t.Errorf("%v, %v", wrong, err)
		}
	})
}

// rules 23.8
func TestTheBirthDateIdentifiesTheOwnerOfASharedNumber(t *testing.T) {
	onBoth(t, func(t *testing.T, a *kit.App) {
		const birth, other = "2004-05-06", "2004-05-07"
		c, phone := a.Guest(t), kit.PhoneNumber(1)
		row := student(t, a, 0, "active", "8"+phone[1:], birth) // the format of old rows
		body := entry(t, a, c, phone)
		c.Post("/s/v1/auth/session", with(body, "code", wrong(body["code"]))).Is(401) // who has no code learns nothing about the number
		refused := counted(t, "studbonus_member_refusals_total", "birth_date")
		asked := c.Post("/s/v1/auth/session", body).Is(409).Problem()
		if asked.Type != "birthDate" || asked.Detail == "" {
			t.Errorf("%+v", asked)
		}
		c.Post("/s/v1/auth/session", with(body, "birthDate", "06.05.2004")).Is(422)
		for range 2 {
			c.Post("/s/v1/auth/session", with(body, "birthDate", other)).Is(409)
		}
		var in struct{ Member profile }
		c.Post("/s/v1/auth/session", with(body, "birthDate", birth)).OK().Into(&in)
		if in.Member.ApplicationStatus != "active" || kit.One[int64](t, a, "SELECT student_id FROM members WHERE phone = ?", phone) != row {
			t.Errorf("%+v is not bound", in)
		}

		// After three wrong dates a day even the right one is refused.
		number := kit.PhoneNumber(2)
		student(t, a, 1, "active", number, birth)
		body = entry(t, a, c, number)
		for range 3 {
			c.Post("/s/v1/auth/session", with(body, "birthDate", other)).Is(409)
		}
		c.Post("/s/v1/auth/session", with(body, "birthDate", birth)).Is(429)
		a.Clock.Advance(minute)
		c.Post("/s/v1/auth/session", with(entry(t, a, c, number), "birthDate", birth)).Is(429)
		a.Clock.Advance(minute)
		// A new owner of the number can say so and gets an account without the application.
		c.Post("/s/v1/auth/session", with(entry(t, a, c, number), "birthDate", "")).OK().Into(&in)
		if in.Member.ApplicationStatus != "none" {
			t.Errorf("%+v", in)
		}

		if now := counted(t, "studbonus_member_refusals_total", "birth_date"); now != refused+7 {
			t.Errorf("the metric was %v and is %v", refused, now)
		}

		// The union corrects a wrong date; after a day the student gets in.
		corrected := kit.PhoneNumber(4)
		row = student(t, a, 3, "active", corrected, other)
		body = entry(t, a, c, corrected)
		for range 3 {
			c.Post("/s/v1/auth/session", with(body, "birthDate", birth)).Is(409)
		}
		kit.Exec(t, a, "UPDATE students SET birth_date = ? WHERE id = ?", birth, row)
		c.Post("/s/v1/auth/session", with(body, "birthDate", birth)).Is(429)
		a.Clock.Advance(day)
		c.Post("/s/v1/auth/session", with(entry(t, a, c, corrected), "birthDate", birth)).OK().Into(&in)
		if in.Member.ApplicationStatus != "active" {
			t.Errorf("after the correction: %+v", in)
		}

		// A row without a birth date never matches, and a row of another account stays with it.
		third := kit.PhoneNumber(3)
		student(t, a, 2, "active", third, "")
		c.Post("/s/v1/auth/session", with(entry(t, a, c, third), "birthDate", birth)).Is(409)
	})
}

func TestAfterSixtyDaysAnUnknownDeviceNeedsTheBirthDate(t *testing.T) {
	onBoth(t, func(t *testing.T, a *kit.App) {
		const birth = "2004-05-06"
		phone := kit.PhoneNumber(1)
		student(t, a, 0, "active", phone, birth)
		known, stranger := a.Browser(t), a.Browser(t)
		known.Post("/s/v1/auth/session", with(entry(t, a, known, phone), "birthDate", birth)).OK()
		a.Clock.Advance(59 * day)
		a.Guest(t).Post("/s/v1/auth/session", entry(t, a, a.Guest(t), phone)).OK() // seen again
		a.Clock.Advance(60 * day)
		known.Post("/s/v1/auth/session", entry(t, a, known, phone)).OK()
		a.Clock.Advance(60 * day)
		body := entry(t, a, stranger, phone)
		if problem := stranger.Post("/s/v1/auth/session", body).Is(409).Problem(); problem.Type != "birthDate" {
			t.Errorf("%+v", problem)
		}
		stranger.Post("/s/v1/auth/session", with(body, "birthDate", "")).Is(409) // the account has an application, so it cannot be skipped
		stranger.Post("/s/v1/auth/session", with(body, "birthDate", birth)).OK()
	})
}

func TestAChangeOfNumber(t *testing.T) {
	onBoth(t, func(t *testing.T, a *kit.App) {
		old, fresh, taken, foreign, empty := kit.PhoneNumber(1), kit.PhoneNumber(2), kit.PhoneNumber(3), kit.PhoneNumber(4), kit.PhoneNumber(5)
		row := student(t, a, 0, "active", old, "2004-05-06")
		student(t, a, 1, "moderation", foreign, "2004-05-06")
		c := a.Member(t, old, row)
		a.Member(t, taken, student(t, a, 1, "rejected", kit.PhoneNumber(6), "2004-05-06"))
		other := a.Member(t, empty, 0)
		change := func(phone string) kit.Answer { return c.Put("/s/v1/me/phone", entry(t, a, a.Guest(t), phone)) }
		change(taken).Is(409)
		change(foreign).Is(409)
		change(empty).OK() // an account without an application gives way: the code has shown whose number it is
		other.Get("/s/v1/me").Is(401)
		a.Clock.Advance(minute)
		body := entry(t, a, c, fresh)
		c.Put("/s/v1/me/phone", with(body, "code", wrong(body["code"]))).Is(422)
		a.Guest(t).Put("/s/v1/me/phone", body).Is(401)
		var me profile
		c.Put("/s/v1/me/phone", body).OK().Into(&me)
		if me.Phone != fresh || kit.One[string](t, a, "SELECT phone FROM students WHERE id = ?", row) != fresh {
			t.Errorf("%+v", me)
		}
		c.Put("/s/v1/me/phone", body).Is(422) // used
		var history []struct {
			Operator, Action string
			Changes          map[string]map[string]string
		}
		id := kit.One[string](t, a, "SELECT CAST(uuid AS TEXT) FROM students WHERE id = ?", row)
		a.As(t, "all").Get("/v1/audit/student/" + id).OK().Into(&history)
		if len(history) == 0 || history[0].Operator != "Студент" || history[0].Changes["phone"]["to"] != fresh {
			t.Errorf("%+v", history)
		}
		a.Clock.Advance(minute)
		a.Guest(t).SignInMember(fresh)
	})
}

// rules 23.3
func TestASessionLivesNinetyDaysAfterItsLastUse(t *testing.T) {
	onBoth(t, func(t *testing.T, a *kit.App) {
		c := a.Browser(t)
		c.SignInMember(kit.PhoneNumber(1))
		used := func() time.Time { return kit.One[time.Time](t, a, "SELECT last_used_at FROM member_sessions") }
		first := used()
		a.Clock.Advance(day - time.Second)
		if answer := c.Get("/s/v1/me").OK(); answer.Header.Get("Set-Cookie") != "" || !used().Equal(first) {
			t.Error("the last use was written within a day")
		}
		a.Clock.Advance(time.Second)
		if answer := c.Get("/s/v1/me").OK(); !strings.Contains(answer.Header.Get("Set-Cookie"), "Max-Age=7776000") || used().Equal(first) {
			t.Errorf("the last use was not written after a day: %v", answer.Header)
		}
		a.Clock.Advance(90 * day)
		c.Get("/s/v1/me").OK()
		a.Clock.Advance(90*day + time.Second)
		c.Get("/s/v1/me").Is(401)
	})
}

// rules 23.10
func TestCleanUp(t *testing.T) {
	onBoth(t, func(t *testing.T, a *kit.App) {
		row := student(t, a, 0, "active", kit.PhoneNumber(9), "2004-05-06")
		applied := a.Member(t, kit.PhoneNumber(1), row)
		a.Browser(t).SignInMember(kit.PhoneNumber(2))
		count := func(table string) int { return kit.One[int](t, a, "SELECT count(*) FROM "+table) }
		clean := func() {
			if err := a.Members.CleanUp(db.InBackground(t.Context())); err != nil {
				t.Fatal(err)
			}
		}
		old := filepath.Join(a.Dir, "outbox", "20200101T000000.000000000Z-OLD.sms")
		if err := errors.Join(os.WriteFile(old, nil, 0o600), os.Chtimes(old, time.Time{}, time.Now().Add(-25*time.Hour))); err != nil {
			t.Fatal(err)
		}
		a.Clock.Advance(day)
		clean()
		if _, err := os.Stat(old); err == nil || len(a.Messages(t, kit.PhoneNumber(2))) != 1 {
			t.Error("want yesterday's message deleted, and today's not")
		}
		if count("member_codes") != 1 {
			t.Error("a code was deleted within its day")
		}
		a.Clock.Advance(29 * day)
		clean()
		if count("member_codes") != 0 || count("members") != 2 {
			t.Errorf("%d codes, %d members", count("member_codes"), count("members"))
		}
		a.Clock.Advance(time.Second)
		clean()
		if count("members") != 1 || count("member_sessions") != 1 || count("known_devices") != 0 {
			t.Errorf("%d members, %d sessions, %d devices", count("members"), count("member_sessions"), count("known_devices"))
		}
		applied.Get("/s/v1/me").OK()
		a.Clock.Advance(91 * day)
		clean()
		if count("members") != 1 || count("member_sessions") != 0 {
			t.Error("want the account with an application to stay, and its session to go")
		}
	})
}
