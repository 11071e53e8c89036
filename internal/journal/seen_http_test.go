package journal_test

import (
	"fmt"
	"testing"

	"studbonus/internal/test/kit"
)

// After a move the programme still finds who had the student in lists of the former university; the new one does not.
func TestTheProgrammeKnowsWhoSawAStudentBeforeAMove(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		w := newWorld(t, a)
		surname := kit.One[string](t, a, "SELECT surname FROM students WHERE uuid = ?", w.own)
		a.As(t, "student2").Put("/v1/student", map[string]any{"searchString": surname}).OK()
		w.logged("students.list", 1)
		w.head.Put("/v1/student/"+w.own+"/university", map[string]any{"uuidUniversity": kit.One[string](t, a, "SELECT CAST(uuid AS TEXT) FROM universities WHERE id = 1")}).OK()
		kit.Exec(t, a, "UPDATE operators SET is_admin = TRUE WHERE login = 'student@demo.studbonus.ru'")
		for account, want := range map[string]int{"all": 1, "student": 0} {
			var lists page
			a.As(t, account).Get("/v1/journal/seen/" + w.own + "/lists").OK().Into(&lists)
			if len(lists.Items) != want || want == 1 && lists.Items[0].Operator != "Белов Илья" {
				t.Errorf("%s: %+v", account, lists.Items)
			}
		}
		w.home.Get("/v1/journal/seen/" + w.own + "/lists").Is(404)
	})
}

// A change of e-mail is about the student, whose university's administrator finds it; without an application about the account.
func TestAChangeOfEmailIsFoundByTheStudent(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		w := newWorld(t, a)
		change := func(phone string, student int64) {
			a.Member(t, phone, student).Do("PATCH", "/s/v1/me", map[string]any{"email": "vera@example.org"}).OK()
		}
		change(kit.PhoneNumber(1), kit.One[int64](t, a, "SELECT id FROM students WHERE uuid = ?", w.own))
		for name, c := range map[string]*kit.Client{"the programme": w.head, "the university": w.home} {
			p := w.ask(c, map[string]any{"uuidUser": w.own, "group": "changes", "kind": "member"})
			if len(p.Items) != 1 || p.Items[0].Action != "members.email" || p.Items[0].Person == nil || p.Items[0].Person.UUID != w.own {
				t.Fatalf("%s: %+v", name, p.Items)
			}
			var full line
			c.Get(fmt.Sprint("/v1/journal/", p.Items[0].Number)).OK().Into(&full)
			if full.Personal != "shown" || full.Changes["email"].To != "vera@example.org" {
				t.Errorf("%s: %+v", name, full)
			}
		}
		change(kit.PhoneNumber(2), 0)
		own := kit.One[string](t, a, "SELECT CAST(uuid AS TEXT) FROM members WHERE phone = ?", kit.PhoneNumber(2))
		if subject := kit.One[string](t, a, "SELECT subject FROM audit_log WHERE action = 'members.email' ORDER BY seq DESC LIMIT 1"); subject != own {
			t.Errorf("without an application: about %q, want %q", subject, own)
		}
	})
}
