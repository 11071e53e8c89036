package members_test

import (
	"testing"

	"studbonus/internal/test/kit"
)

// rules 23.14
func TestAnOperatorUnbindsAnAccount(t *testing.T) {
	onBoth(t, func(t *testing.T, a *kit.App) {
		const birth = "2004-05-06"
		recycled, fresh, taken := kit.PhoneNumber(1), kit.PhoneNumber(2), kit.PhoneNumber(3)
		row := student(t, a, 0, "active", recycled, birth)
		student(t, a, 1, "active", taken, birth)
		id := kit.One[string](t, a, "SELECT CAST(uuid AS TEXT) FROM students WHERE id = ?", row)
		path := "/v1/student/" + id + "/account/unbind"
		former := a.Member(t, recycled, row)
		former.Do("PATCH", "/s/v1/me", map[string]any{"email": "former@example.org"}).OK()
		former.TakeCard()

		a.As(t, "univer").Put(path, map[string]any{}).Is(403)
		if own := kit.One[int64](t, a, "SELECT university_id FROM students WHERE id = ?", row); own == 1 {
			a.As(t, "student2").Put(path, map[string]any{}).Is(404)
		} else {
			a.As(t, "student").Put(path, map[string]any{}).Is(404)
		}
		operator := a.As(t, "all")
		kit.Exec(t, a, "UPDATE sessions SET confirmed_at = ?", a.Clock.Now().Add(-16*minute))
		if refused := operator.Put(path, map[string]any{}).Is(403).Problem(); refused.Type != "confirm" {
			t.Errorf("without a recent proof of identity: %+v", refused)
		}
		operator = a.As(t, "all")
		if operator.Put(path, map[string]any{"phone": "12"}).Is(422).Problem().Field("phone") == "" {
			t.Error("no message for the number")
		}
		operator.Put(path, map[string]any{"phone": taken}).Is(409)
		former.Get("/s/v1/me").OK() // the refusals changed nothing

		operator.Put(path, map[string]any{}).OK()
		former.Get("/s/v1/me").Is(401)
		if n := kit.One[int](t, a, "SELECT count(*) FROM devices WHERE student_id = ? AND ended_at IS NULL", row); n != 0 {
			t.Error("the phone still shows the card")
		}
		// The new owner of the number is asked for nothing, finds nothing of the former one, and may apply.
		owner := a.Guest(t)
		owner.SignInMember(recycled)
		var me struct {
			Email             *string
			ApplicationStatus string
		}
		if owner.Get("/s/v1/me").OK().Into(&me); me.ApplicationStatus != "none" || me.Email != nil {
			t.Errorf("%+v", me)
		}
		owner.Post("/s/v1/application", owner.Application()).Is(201)

		// The student comes back with the number that the operator has written down, and the birth date.
		operator.Put(path, map[string]any{"phone": "8" + fresh[1:]}).OK()
		back := a.Guest(t)
		body := entry(t, a, back, fresh)
		back.Post("/s/v1/auth/session", body).Is(409)
		var in struct{ Member profile }
		back.Post("/s/v1/auth/session", with(body, "birthDate", birth)).OK().Into(&in)
		if in.Member.ApplicationStatus != "active" || kit.One[int64](t, a, "SELECT student_id FROM members WHERE phone = ?", fresh) != row {
			t.Errorf("%+v is not bound", in)
		}
		if n := kit.One[int](t, a, "SELECT count(*) FROM audit_log WHERE action = 'members.unbind' AND kind = 'student' AND object = ?", id); n != 2 {
			t.Errorf("%d rows in the journal", n)
		}
	})
}
