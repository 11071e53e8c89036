package students_test

import (
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"studbonus/internal/test/kit"
)

// ticked returns the consents of a form, all of version 1.
func ticked(kinds ...string) (out []map[string]any) {
	for _, kind := range kinds {
		out = append(out, map[string]any{"kind": kind, "version": 1})
	}
	return out
}

// agreed returns the kinds that the member agrees to, in alphabetical order.
func agreed(c *kit.Client) string {
	var kinds []string
	for _, one := range list(c, "/s/v1/consents").Items {
		kinds = append(kinds, one.Kind)
	}
	slices.Sort(kinds)
	return strings.Join(kinds, " ")
}

// rules 25.3
func TestSendingAgainEndsConsentsThatAreNotGivenAgain(t *testing.T) {
	const turns18 = "2008-11-20" // within the week between the two applications
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		tests := []struct {
			name, birth  string
			first, again []map[string]any
			left, ended  string // ended as the journal has it
		}{
			{"letters no longer", "2005-05-20", ticked("personal", "portrait", "letters"), ticked("personal", "portrait"), "personal portrait", `"letters":{"from":1}`},
			{"letters again", "2005-05-20", ticked("personal", "portrait", "letters"), ticked("personal", "portrait", "letters"), "letters personal portrait", ""},
			{"never letters", "2005-05-20", ticked("personal", "portrait"), ticked("personal", "portrait"), "personal portrait", ""},
			{"of age by now", turns18, ticked("personal", "portrait", "parent"), ticked("personal", "portrait"), "personal portrait", `"parent":{"from":1}`},
			{"of age, ticked all the same", turns18, ticked("personal", "portrait", "parent"), ticked("personal", "portrait", "parent"), "personal portrait", `"parent":{"from":1}`},
			{"a minor still", "2009-01-01", ticked("personal", "portrait", "parent"), ticked("personal", "portrait", "parent"), "parent personal portrait", ""},
		}
		operator := a.As(t, "student")
		members, forms := make([]*kit.Client, len(tests)), make([]map[string]any, len(tests))
		for i, test := range tests {
			members[i] = a.Member(t, kit.PhoneNumber(i), 0)
			forms[i] = members[i].Application()
			forms[i]["birthDate"], forms[i]["consents"] = test.birth, test.first
			members[i].Post("/s/v1/application", forms[i]).Is(201)
			operator.Decide(kit.One[string](t, a, "SELECT CAST(uuid AS TEXT) FROM students WHERE phone = ?", kit.PhoneNumber(i)), "rejected", "Некорректное фото / нет фото")
		}
		a.Clock.Advance(7 * 24 * time.Hour)
		for i, test := range tests {
			forms[i]["consents"] = test.again
			members[i].Put("/s/v1/application", forms[i]).OK()
			if got := agreed(members[i]); got != test.left {
				t.Errorf("%s: agrees to %q, want %q", test.name, got, test.left)
			}
			row := kit.One[string](t, a, `SELECT CAST(changes AS TEXT) FROM audit_log WHERE action = 'members.consent'
				AND member_id = (SELECT id FROM members WHERE phone = ?) ORDER BY seq DESC LIMIT 1`, kit.PhoneNumber(i))
			if row = strings.ReplaceAll(row, " ", ""); !strings.Contains(row, test.ended) || test.ended == "" && strings.Contains(row, "from") {
				t.Errorf("%s: the journal says %s, want %s", test.name, row, test.ended)
			}
		}
	})
}

// rules 25.3: a new wording that is published while a student fills in the form.
func TestAnOutdatedConsentIsRefused(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		fresh, former := a.Member(t, kit.PhoneNumber(1), 0), a.Member(t, kit.PhoneNumber(2), 0)
		first, again := fresh.Application(), former.Application()
		former.Post("/s/v1/application", again).Is(201)
		a.As(t, "student").Decide(kit.One[string](t, a, "SELECT CAST(uuid AS TEXT) FROM students WHERE phone = ?", kit.PhoneNumber(2)), "rejected", "Некорректное фото / нет фото")
		a.As(t, "all").Post("/v1/catalog/consents/personal", map[string]any{"title": "Согласие", "body": "Иначе.", "version": 1}).OK()

		written := func() map[string]int {
			out := map[string]int{}
			for what, text := range map[string]string{
				"students": "SELECT count(*) FROM students", "consents": "SELECT count(*) FROM member_consents", "ended": "SELECT count(*) FROM member_consents WHERE ended_at IS NOT NULL",
				"bound": "SELECT count(*) FROM members WHERE student_id IS NOT NULL", "attached files": "SELECT count(*) FROM files WHERE owner IS NOT NULL",
				"waiting": "SELECT count(*) FROM students WHERE status = 'moderation'", "journal": "SELECT count(*) FROM audit_log WHERE operator_name = 'Студент'",
			} {
				out[what] = kit.One[int](t, a, text)
			}
			return out
		}
		before := written()
		for name, refused := range map[string]kit.Answer{"the first time": fresh.Post("/s/v1/application", first), "again": former.Put("/s/v1/application", again)} {
			if message := refused.Is(422).Problem().Field("consents"); message != "«Согласие»: текст изменился. Прочитайте его ещё раз." {
				t.Errorf("%s: %s", name, refused.Body)
			}
		}
		if after := written(); !maps.Equal(before, after) {
			t.Errorf("the refusals have written: before %v, after %v", before, after)
		}
		for _, form := range []map[string]any{first, again} {
			form["consents"] = []map[string]any{{"kind": "personal", "version": 2}, {"kind": "portrait", "version": 1}}
		}
		fresh.Post("/s/v1/application", first).Is(201)
		former.Put("/s/v1/application", again).OK()
		for _, c := range []*kit.Client{fresh, former} {
			for _, one := range list(c, "/s/v1/consents").Items {
				if one.Kind == "personal" && one.Version != 2 {
					t.Errorf("agrees to version %d", one.Version)
				}
			}
		}
	})
}
