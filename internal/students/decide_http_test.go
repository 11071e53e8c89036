package students_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"studbonus/internal/students"
	"studbonus/internal/test/kit"
)

type decided struct {
	Decided      int
	UUIDDecision string
}

func decideMany(c *kit.Client, body map[string]any) kit.Answer {
	return c.Put("/v1/student/request/status", body)
}

func waiting(c *kit.Client) string { return string(c.Get("/v1/student/request/count").OK().Body) }

// states are those of the named students, in order.
func states(t *testing.T, a *kit.App, ids []string) string {
	t.Helper()
	var all []string
	for _, id := range ids {
		all = append(all, statusOf(t, a, id))
	}
	return strings.Join(all, " ")
}

func TestManyApplicationsAreDecidedAtOnce(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		c := a.As(t, "student")
		ids := make([]string, 4)
		for i := range ids {
			ids[i] = apply(t, a, fmt.Sprintf("Барабульдин %d", i), i)
		}
		before, count := states(t, a, ids), waiting(c)
		foreign := kit.One[string](t, a, "SELECT CAST(uuid AS TEXT) FROM students WHERE university_id <> 1 AND status = 'moderation' ORDER BY id LIMIT 1")
		found := func(expected int) map[string]any {
			return map[string]any{"filter": map[string]any{"searchString": "барабульдин"}, "expected": expected, "newStatus": "active"}
		}
		named := func(status string, ids ...string) map[string]any {
			return map[string]any{"uuidUsers": ids, "newStatus": status, "reasonText": "Ошибки в ФИО"}
		}
		tooMany := make([]string, 501)
		for i := range tooMany {
			tooMany[i] = uuid.NewString()
		}
		for what, refused := range map[string]struct {
			body   map[string]any
			status int
			words  string
		}{
			"fewer than seen":  {found(5), 409, "Список уже изменился"},
			"more than seen":   {found(3), 409, "Список уже изменился"},
			"nothing":          {found(0), 422, "хотя бы одну"},
			"too many found":   {found(731), 422, "не больше 500 заявок, а выбрано 731"},
			"too many named":   {named("active", tooMany...), 422, "не больше 500 заявок, а выбрано 501"},
			"foreign":          {named("active", ids[0], foreign), 404, ""},
			"unknown":          {named("active", ids[0], uuid.NewString()), 404, ""},
			"one is a student": {named("rejected", ids[0], someStudent(t, a, "active")), 409, "1 из 2"},
			"another status":   {named("blocked", ids[0]), 422, "одобрить или отклонить"},
			"no reason":        {map[string]any{"uuidUsers": ids, "newStatus": "rejected"}, 422, "причину"},
			"both":             {map[string]any{"uuidUsers": ids, "filter": map[string]any{}, "expected": 1, "newStatus": "active"}, 422, ""},
		} {
			answer := decideMany(c, refused.body).Is(refused.status)
			if !strings.Contains(string(answer.Body), refused.words) {
				t.Errorf("%s: %s", what, answer.Body)
			}
			if states(t, a, ids) != before {
				t.Fatalf("%s: something has changed", what)
			}
		}
		var done decided
		answer := decideMany(c, found(4)).OK()
		answer.Into(&done)
		decideMany(c, found(4)).Is(409) // a repeated call decides nothing twice
		if n := kit.One[int](t, a, "SELECT count(*) FROM audit_log WHERE request_id = ? AND action = 'students.active'", answer.Header.Get("X-Request-Id")); n != 4 || done.Decided != 4 {
			t.Errorf("%d audit rows, %d decided", n, done.Decided)
		}
		c.Decide(ids[3], "blocked", "Выход из профсоюза") // changed since: stays
		var out struct{ Undone, Skipped int }
		c.Put("/v1/user/status/undo", map[string]any{"uuidDecision": done.UUIDDecision}).OK().Into(&out)
		if out.Undone != 3 || out.Skipped != 1 || states(t, a, ids) != "moderation/ moderation/ moderation/ blocked/Выход из профсоюза" {
			t.Errorf("%+v: %s", out, states(t, a, ids))
		}
		c.Put("/v1/user/status/undo", map[string]any{"uuidDecision": done.UUIDDecision}).Is(409)
		if now := waiting(c); now == count {
			t.Errorf("waiting: was %s, is %s", count, now)
		}
	})
}

// The limit of 500 within the time of a call, with accounts that are told.
func TestFiveHundredAtOnce(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		c, ids := a.As(t, "student"), make([]string, 500)
		for i := range ids {
			ids[i] = apply(t, a, fmt.Sprintf("Многих %d", i), i)
			a.Member(t, fmt.Sprintf("7998%07d", i), kit.One[int64](t, a, "SELECT id FROM students WHERE uuid = ?", ids[i]))
		}
		var done decided
		began := time.Now()
		decideMany(c, map[string]any{"uuidUsers": ids, "newStatus": "rejected", "reasonText": "Некорректное фото / нет фото", "fields": []string{"portrait"}}).OK().Into(&done)
		kit.Figure(t, "500 applications rejected", time.Since(began))
		began = time.Now()
		c.Put("/v1/user/status/undo", map[string]any{"uuidDecision": done.UUIDDecision}).OK()
		kit.Figure(t, "500 decisions undone", time.Since(began))
		if n := kit.One[int](t, a, "SELECT count(*) FROM students WHERE surname LIKE 'Многих %' AND status = 'moderation' AND version = 3"); n != 500 {
			t.Errorf("%d restored", n)
		}
	})
}

func TestARejectionNamesTheFieldsToCorrect(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		c, id := a.As(t, "student"), apply(t, a, "Исправимый", 1)
		row := kit.One[int64](t, a, "SELECT id FROM students WHERE uuid = ?", id)
		member := a.Member(t, kit.PhoneNumber(1), row)
		send := func(status string, fields ...string) kit.Answer {
			return c.Put("/v1/user/status", map[string]any{"uuidUser": id, "newStatus": status, "reasonText": "Ошибки в ФИО", "fields": fields})
		}
		if p := send("rejected", "surname", "shoeSize").Is(422).Problem(); p.Field("fields") == "" {
			t.Errorf("%+v", p)
		}
		send("active", "surname").Is(422)
		send("rejected", "portrait", "surname", "portrait").OK()
		var seen struct{ Fields []string }
		if member.Get("/s/v1/application").OK().Into(&seen); !slices.Equal(seen.Fields, []string{"surname", "portrait"}) {
			t.Errorf("the student sees %v", seen.Fields)
		}
		var card struct{ WrongFields []string }
		if c.Get("/v1/student/" + id).OK().Into(&card); !slices.Equal(card.WrongFields, []string{"surname", "portrait"}) {
			t.Errorf("the card shows %v", card.WrongFields)
		}
		undo(c, id).OK()
		if member.Get("/s/v1/application").OK().Into(&seen); len(seen.Fields) != 0 {
			t.Errorf("after the undo: %v", seen.Fields)
		}
	})
}

func TestChecksOfAnApplication(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		add := func(university int64, surname, phone string) string {
			id, err := a.Students.Apply(t.Context(), students.Application{
				University: university, City: 1, Surname: surname, Name: "Анна", Phone: phone, Birth: "2006-02-03", Course: 1, StartYear: 2026, EndYear: 2030,
			})
			if err != nil {
				t.Fatal(err)
			}
			return id
		}
		first, second := add(1, "Сёмина", "79990000001"), add(1, "Семина", "79990000001")
		add(2, "Сёмина", "79990000001") // of another university: not shown
		kinds := func(c *kit.Client, id string) string {
			var out struct {
				Items []struct {
					Kind, Text string
					UUIDUser   *string
				}
			}
			c.Get("/v1/student/" + id + "/checks").OK().Into(&out)
			var all []string
			for _, f := range out.Items {
				all = append(all, f.Kind)
				if f.UUIDUser != nil && *f.UUIDUser != first {
					t.Errorf("%+v", f)
				}
			}
			return strings.Join(all, " ")
		}
		c := a.As(t, "student")
		if got := kinds(c, second); got != "phone person noPortrait" {
			t.Errorf("found %s", got)
		}
		seenBy(t, a, first, "students.twins")
		kit.Exec(t, a, "UPDATE students SET surname = 'Cёмина', phone = '', birth_date = '', course = 4 WHERE uuid = ?", second)
		if got := kinds(c, second); got != "latin course noPortrait" {
			t.Errorf("found %s", got)
		}
		a.As(t, "student2").Get("/v1/student/" + second + "/checks").Is(404)
	})
}
