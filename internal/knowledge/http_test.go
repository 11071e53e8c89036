package knowledge_test

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"studbonus/internal/platform/listquery"
	"studbonus/internal/test/kit"
)

func TestCategories(t *testing.T) {
	type page struct {
		Data []struct {
			UUIDCategory, Name string
			CountQuestions     int
		}
		Total int
	}
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		c := a.As(t, "student")
		get := func(headers ...string) (p page) {
			c.Get("/v1/knowledge/category", headers...).OK().Into(&p)
			return p
		}
		whole := get("X-Limit", "9999")
		if whole.Total != 11 || len(whole.Data) != 11 {
			t.Fatalf("%d of %d categories", len(whole.Data), whole.Total)
		}
		if !slices.IsSortedFunc(whole.Data, func(x, y struct {
			UUIDCategory, Name string
			CountQuestions     int
		}) int {
			return strings.Compare(listquery.Fold(x.Name), listquery.Fold(y.Name))
		}) {
			t.Errorf("not by name: %+v", whole.Data)
		}
		for _, category := range whole.Data {
			if _, total := listed(t, c, url.Values{"uuid": {category.UUIDCategory}}); total != category.CountQuestions {
				t.Errorf("%s counts %d questions, the list %d", category.Name, category.CountQuestions, total)
			}
		}
		if p := get("X-Limit", "4", "X-Offset", "9"); p.Total != 11 || len(p.Data) != 2 || p.Data[0] != whole.Data[9] {
			t.Errorf("the last page: %+v", p)
		}
		if got := c.Get("/v1/knowledge/category", "X-Offset", "9223372036854775807").OK(); string(got.Body) != `{"data":[],"total":11}`+"\n" {
			t.Errorf("past the end: %s", got.Body)
		}
		for _, limit := range []string{"0", "-1", "x"} {
			c.Get("/v1/knowledge/category", "X-Limit", limit).Is(422)
		}
	})
}

func TestAQuestionBelongsToItsAuthorsUniversity(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		short := kit.One[string](t, a, "SELECT short_name FROM universities WHERE id = ?", spbgu)
		for account, owner := range map[string]string{"all": "admin", "student2": universityUUID(t, a, spbgu)} {
			c := a.As(t, account)
			body := draft(category(t, a, 0), `  <b>Ёлка</b> "где"?  `, " Строка 1\r\nСтрока 2 ")
			// Callers cannot set these.
			for _, field := range []string{"owner", "uuidUniversity", "uuidQuestion", "created_at", "shortNameUniversity"} {
				body[field] = universityUUID(t, a, mgu)
			}
			body["votes_plus"], body["votes_all"], body["version"] = 7, 7, 7
			id := created(t, c, body)
			want := question{
				UUIDQuestion: id, Category: category(t, a, 0), Question: `<b>Ёлка</b> "где"?`, Answer: "Строка 1\nСтрока 2",
				Owner: owner, CreatedAt: "2026-11-15 12:00:00", CanEdit: true,
			}
			if account != "all" {
				want.ShortNameUniversity = &short
			}
			got, tag := card(t, c, id)
			if diff := cmp.Diff(want, got); diff != "" || tag != `"1"` {
				t.Errorf("%s: ETag %s (-want +got):\n%s", account, tag, diff)
			}
			// Everybody sees the question at once, first in the list; only its owner may change it.
			rows, _ := listed(t, a.As(t, "student"), nil)
			want.CanEdit = false
			if diff := cmp.Diff(want, rows[0]); diff != "" {
				t.Errorf("%s (-want +got):\n%s", account, diff)
			}
		}
	})
}

// refusals are invalid forms, with the wrong field.
func refusals(t *testing.T, a *kit.App) []struct {
	body  map[string]any
	field string
	says  string
} {
	t.Helper()
	shelf, fill := category(t, a, 0), "Заполните все поля!"
	return []struct {
		body  map[string]any
		field string
		says  string
	}{
		{map[string]any{}, "uuidCategory", fill},
		{draft("", "Как?", "Так."), "uuidCategory", fill},
		{draft(nil, "Как?", "Так."), "uuidCategory", fill},
		{draft(shelf, "", "Так."), "question", fill},
		{draft(shelf, "  \n", "Так."), "question", fill},
		{draft(shelf, nil, "Так."), "question", fill},
		{draft(shelf, "Как?", ""), "answer", fill},
		{draft(shelf, "Как?", "\t"), "answer", fill},
		{draft(shelf, strings.Repeat("ё", 501), "Так."), "question", "Вопрос не длиннее 500 символов."},
		{draft(shelf, "Как?", strings.Repeat("я", 2501)), "answer", "Ответ не длиннее 2500 символов."},
		{draft(uuid.NewString(), "Как?", "Так."), "uuidCategory", "Выберите категорию из списка."},
		{draft("Стипендии", "Как?", "Так."), "uuidCategory", "Выберите категорию из списка."},
		{draft(7, "Как?", "Так."), "uuidCategory", ""},
		{draft(shelf, []string{"Как?"}, "Так."), "question", ""},
	}
}

func TestAnInvalidQuestionIsRefused(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		c, id := a.As(t, "student"), ownedBy(t, a, mgu)
		before := snapshot(t, a)
		for _, r := range refusals(t, a) {
			saved := map[string]any{"uuid": id}
			for name, value := range r.body {
				saved[name] = value
			}
			for _, answer := range []kit.Answer{c.Post(call, r.body), c.Put(call, saved)} {
				p := answer.Is(422).Problem()
				if got := p.Field(r.field); got == "" || r.says != "" && (got != r.says || p.Detail != r.says) {
					t.Errorf("%.80v: %+v, want %s: %s", r.body, p, r.field, r.says)
				}
				if got := actions(t, a, answer); len(got) != 0 {
					t.Errorf("a refusal was audited: %q", got)
				}
			}
		}
		if snapshot(t, a) != before {
			t.Error("a refusal changed something")
		}
		shelf := category(t, a, 3)
		long := created(t, c, draft(shelf, strings.Repeat("ё", 500), strings.Repeat("🎓", 2500)))
		if q, _ := card(t, c, long); len([]rune(q.Question)) != 500 || len([]rune(q.Answer)) != 2500 {
			t.Errorf("%d and %d characters came back", len([]rune(q.Question)), len([]rune(q.Answer)))
		}
	})
}

func TestOnlyTheOwnerChangesAQuestion(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		shelf := category(t, a, 5)
		for _, test := range []struct {
			account string
			owner   int64
			status  int
		}{
			{"all", 0, 200}, {"all", mgu, 200}, {"all", spbgu, 200},
			{"student", 0, 403}, {"student", mgu, 200}, {"student", spbgu, 403},
			{"student2", 0, 403}, {"student2", mgu, 403}, {"student2", spbgu, 200},
			{"univer", mgu, 403}, {"chairman", mgu, 403}, // members of the owner's university without the area
		} {
			c, id := a.As(t, test.account), ownedBy(t, a, test.owner)
			before := snapshot(t, a)
			asked := change(id, shelf, "Новый вопрос "+test.account, "Новый ответ")
			answer := c.Put(call, asked).Is(test.status)
			if test.status != 200 {
				if snapshot(t, a) != before || len(actions(t, a, answer)) != 0 {
					t.Errorf("%s changed a question of %d", test.account, test.owner)
				}
				c.Delete(call, map[string]any{"uuids": []string{id}}).Is(403)
				continue
			}
			if got := actions(t, a, answer); len(got) != 1 || got[0] != "knowledge.save question "+id {
				t.Errorf("audited %q", got)
			}
			q, _ := card(t, c, id)
			if q.Question != asked["question"] || q.Answer != "Новый ответ" || q.Category != shelf || !q.CanEdit {
				t.Errorf("%s: %+v", test.account, q)
			}
			// An edit does not change the owner.
			if got := kit.One[int64](t, a, "SELECT coalesce(university_id, 0) FROM knowledge_questions WHERE uuid = ?", id); got != test.owner {
				t.Errorf("the owner was %d and is %d", test.owner, got)
			}
		}
		c := a.As(t, "student")
		c.Put(call, change(uuid.NewString(), shelf, "Как?", "Так.")).Is(404)
		c.Put(call, change("x", shelf, "Как?", "Так.")).Is(422)
		c.Put(call, draft(shelf, "Как?", "Так.")).Is(422)
		c.Get(call + "/" + uuid.NewString()).Is(404)
		c.Get(call + "/x").Is(404)
	})
}

func TestAStaleSaveIsRefused(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		c, id := a.As(t, "student"), ownedBy(t, a, mgu)
		q, tag := card(t, c, id)
		c.Put(call, change(id, q.Category, "Первый", q.Answer), "If-Match", tag).OK()
		before := snapshot(t, a)
		p := a.As(t, "all").Put(call, change(id, q.Category, "Второй", q.Answer), "If-Match", tag).Is(409).Problem()
		if !strings.Contains(p.Detail, "уже изменил кто-то другой") || snapshot(t, a) != before {
			t.Errorf("%+v", p)
		}
		// Without permission the answer is 403, not 409.
		a.As(t, "student2").Put(call, change(id, q.Category, "Третий", q.Answer), "If-Match", tag).Is(403)
		_, tag = card(t, c, id)
		c.Put(call, change(id, q.Category, "Четвёртый", q.Answer), "If-Match", tag).OK()
	})
}

func TestASelectionIsDeletedCompletelyOrNotAtAll(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		c := a.As(t, "student")
		ours := kit.All[string](t, a, "SELECT CAST(uuid AS TEXT) FROM knowledge_questions WHERE university_id = ? ORDER BY votes_plus DESC LIMIT 3", mgu)
		foreign, programmes := ownedBy(t, a, spbgu), ownedBy(t, a, 0)
		before := snapshot(t, a)
		for _, test := range []struct {
			uuids  any
			status int
		}{
			{append([]string{foreign}, ours...), 403}, {append(slices.Clone(ours), programmes), 403}, {append(slices.Clone(ours), uuid.NewString()), 404},
			{[]string{uuid.NewString()}, 404}, {[]string{}, 422}, {nil, 422}, {append(slices.Clone(ours), "x"), 422}, {"x", 422}, {ours[0], 422},
		} {
			answer := c.Delete(call, map[string]any{"uuids": test.uuids}).Is(test.status)
			if snapshot(t, a) != before || len(actions(t, a, answer)) != 0 {
				t.Fatalf("%v: something is gone", test.uuids)
			}
		}
		c.Delete(call, map[string]any{}).Is(422)
		answer := c.Delete(call, map[string]any{"uuids": append(slices.Clone(ours), ours[0])}).OK()
		if string(answer.Body) != "{}\n" {
			t.Errorf("said %s", answer.Body)
		}
		if got := actions(t, a, answer); len(got) != 3 || !strings.HasPrefix(got[0], "knowledge.delete question ") {
			t.Errorf("audited %q", got)
		}
		for _, id := range ours {
			c.Get(call + "/" + id).Is(404)
			c.Put(call, change(id, category(t, a, 0), "Как?", "Так.")).Is(404)
			c.Delete(call, map[string]any{"uuids": []string{id}}).Is(404)
		}
		if n := kit.One[int](t, a, "SELECT count(*) FROM knowledge_votes v WHERE NOT EXISTS (SELECT 1 FROM knowledge_questions q WHERE q.id = v.question_id)"); n != 0 {
			t.Errorf("%d votes on nothing", n)
		}
		// The programme's staff may delete questions of several owners at once.
		a.As(t, "all").Delete(call, map[string]any{"uuids": []string{foreign, programmes}}).OK()
	})
}

func TestARepeatedCreateMakesOneQuestion(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		c, key := a.As(t, "all"), uuid.NewString()
		body := draft(category(t, a, 1), "Дважды?", "Один раз.")
		first, second := c.Post(call, body, "Idempotency-Key", key).OK(), c.Post(call, body, "Idempotency-Key", key).OK()
		if string(first.Body) != string(second.Body) {
			t.Errorf("%s, then %s", first.Body, second.Body)
		}
		if n := kit.One[int](t, a, "SELECT count(*) FROM knowledge_questions WHERE question = 'Дважды?'"); n != 1 {
			t.Errorf("%d questions", n)
		}
	})
}

func TestHistory(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		c := a.As(t, "student")
		id := created(t, c, draft(category(t, a, 1), "Как?", "Так."))
		c.Put(call, change(id, category(t, a, 1), "Как?", "Иначе.")).OK()
		var records []struct {
			Operator, Action string
			Changes          map[string]struct{ From, To any }
		}
		a.As(t, "student2").Get("/v1/audit/question/" + id).OK().Into(&records)
		if len(records) != 2 || records[0].Action != "knowledge.save" || records[1].Action != "knowledge.create" || records[0].Operator != "Кузнецов Павел" {
			t.Fatalf("%+v", records)
		}
		if diff := cmp.Diff(map[string]struct{ From, To any }{"answer": {"Так.", "Иначе."}}, records[0].Changes); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
		c.Get("/v1/audit/question/" + uuid.NewString()).Is(http.StatusNotFound)
	})
}
