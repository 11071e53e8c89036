package reviews_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"studbonus/internal/reviews"
	"studbonus/internal/test/kit"
)

// snapshot returns the stored data of all reviews; a refusal must not change it.
func snapshot(t *testing.T, a *kit.App) string {
	t.Helper()
	return kit.One[string](t, a, `SELECT string_agg(x, ',') FROM (SELECT id || '|' || status || '|' || version || '|' || answer || '|' ||
		CASE WHEN deleted_at IS NULL THEN 0 ELSE 1 END AS x FROM reviews ORDER BY id) AS rows_in_order`)
}

func statusOf(t *testing.T, a *kit.App, id string) string {
	t.Helper()
	return kit.One[string](t, a, "SELECT status || CASE WHEN deleted_at IS NULL THEN '' ELSE ' deleted' END FROM reviews WHERE uuid = ?", id)
}

func moving(status string, ids ...string) map[string]any {
	return map[string]any{"uuidComments": ids, "status": status}
}

// The table of rules 10.1, over HTTP.
func TestTransitions(t *testing.T) {
	legal := map[string]bool{"moderation→public": true, "moderation→rejected": true, "rejected→public": true, "public→rejected": true}
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		partner, c := newPartner(t, a), a.As(t, "univer")
		for i, from := range []string{"moderation", "public", "rejected"} {
			for j, to := range []string{"moderation", "public", "rejected"} {
				id := submit(t, a, partner, studentOf(t, a, universityA, 3*i+j), 3)
				if from != "moderation" {
					move(t, a, "univer", id, reviews.Status(from))
				}
				answer := c.Put("/v1/comments/status", moving(to, id))
				name, want := from+"→"+to, from
				if legal[name] {
					want = to
					answer.OK()
				} else {
					isRefused(t, a, answer, 409, "")
				}
				if got := statusOf(t, a, id); got != want {
					t.Errorf("%s: now %s", name, got)
				}
			}
		}
		id := submit(t, a, partner, studentOf(t, a, universityA, 9), 3)
		isRefused(t, a, c.Put("/v1/comments/status", moving("frozen", id)), 422, "status")
		isRefused(t, a, c.Put("/v1/comments/status", moving("public")), 422, "uuidComments")
		isRefused(t, a, c.Put("/v1/comments/status", moving("public", "x")), 422, "uuidComments[0]")
		c.Delete("/v1/comments/"+id, nil).OK()
		isRefused(t, a, c.Put("/v1/comments/status", moving("public", id)), 404, "")
		isRefused(t, a, c.Delete("/v1/comments/"+id, nil), 404, "")
		c.Get("/v1/comments/" + id).Is(404)
	})
}

func TestSelectionIsAllOrNothing(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		partner, c := newPartner(t, a), a.As(t, "univer")
		mine := make([]string, 3)
		for i := range mine {
			mine[i] = submit(t, a, partner, studentOf(t, a, universityA, i), 3+i%3)
		}
		public, foreign := submit(t, a, partner, studentOf(t, a, universityA, 5), 1), submit(t, a, partner, studentOf(t, a, universityB, 0), 1)
		move(t, a, "univer", public, reviews.Public)
		before := snapshot(t, a)
		for name, odd := range map[string]string{"foreign": foreign, "unknown": uuid.NewString()} {
			isRefused(t, a, c.Put("/v1/comments/status", moving("public", mine[0], odd, mine[1])), 404, "")
			isRefused(t, a, c.Delete("/v1/comments/delete", map[string]any{"uuidComments": []string{mine[0], odd}}), 404, "")
			if snapshot(t, a) != before {
				t.Fatalf("%s: something has changed", name)
			}
		}
		refused := c.Put("/v1/comments/status", moving("public", append(mine, public)...))
		isRefused(t, a, refused, 409, "")
		if detail := refused.Problem().Detail; !strings.Contains(detail, "опубликован — 1 из 4") || snapshot(t, a) != before {
			t.Errorf("%s", detail)
		}
		tooMany := make([]string, 1001)
		for i := range tooMany {
			tooMany[i] = uuid.NewString()
		}
		isRefused(t, a, c.Put("/v1/comments/status", moving("public", tooMany...)), 422, "uuidComments")
		answer := c.Put("/v1/comments/status", moving("public", mine[0], mine[1], mine[2], mine[0])).OK()
		if n := kit.One[int](t, a, "SELECT count(*) FROM audit_log WHERE request_id = ? AND action = 'reviews.public' AND kind = 'review'", answer.Header.Get("X-Request-Id")); n != 3 {
			t.Errorf("%d audit rows", n)
		}
		if got := ratingOf(t, c, partner); got != 3.3 { // of 3, 4, 5 and 1
			t.Errorf("rating %v", got)
		}
		c.Delete("/v1/comments/delete", map[string]any{"uuidComments": mine}).OK()
		if got := ratingOf(t, c, partner); got != 1 || statusOf(t, a, mine[2]) != "public deleted" {
			t.Errorf("rating %v, %s", got, statusOf(t, a, mine[2]))
		}
	})
}

func TestAllFoundAreChanged(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		follow(t, a)
		partner, c := newPartner(t, a), a.As(t, "univer")
		say := func(inn string, n int, word string) string {
			id, err := a.Reviews.Submit(t.Context(), reviews.Draft{Partner: partner, Student: studentOf(t, a, inn, n), Rating: n % 6, Body: word})
			if err != nil {
				t.Fatal(err)
			}
			return id
		}
		var mine []string
		for i := range 20 {
			mine = append(mine, say(universityA, i, fmt.Sprint("Барабульда ", i)))
		}
		foreign, other := say(universityB, 0, "Барабульда"), say(universityA, 20, "Камбала")
		found := func(expected int, more map[string]any) map[string]any {
			filter := map[string]any{"searchString": "барабульда"}
			for k, v := range more {
				filter[k] = v
			}
			return map[string]any{"filter": filter, "expected": expected}
		}
		with := func(body map[string]any, k string, v any) map[string]any { body[k] = v; return body }
		before := snapshot(t, a)
		isRefused(t, a, c.Put("/v1/comments/status", with(found(19, nil), "status", "public")), 409, "") // the list has changed since it was loaded
		isRefused(t, a, c.Delete("/v1/comments/delete", found(21, nil)), 409, "")
		isRefused(t, a, c.Delete("/v1/comments/delete", found(0, nil)), 422, "expected")
		isRefused(t, a, c.Delete("/v1/comments/delete", found(5001, nil)), 422, "expected")
		isRefused(t, a, c.Delete("/v1/comments/delete", with(found(20, nil), "uuidComments", mine[:1])), 422, "filter")
		isRefused(t, a, c.Delete("/v1/comments/delete", found(20, map[string]any{"status": "frozen"})), 422, "status")
		isRefused(t, a, c.Delete("/v1/comments/delete", found(1, map[string]any{"deleted": true})), 422, "filter")
		if snapshot(t, a) != before {
			t.Fatal("a refusal has changed something")
		}
		answer := c.Put("/v1/comments/status", with(found(20, map[string]any{"status": "moderation"}), "status", "public")).OK()
		for _, id := range mine {
			if statusOf(t, a, id) != "public" {
				t.Fatalf("%s is %s", id, statusOf(t, a, id))
			}
		}
		if n := kit.One[int](t, a, "SELECT count(*) FROM audit_log WHERE request_id = ?", answer.Header.Get("X-Request-Id")); n != 20 {
			t.Errorf("%d audit rows", n)
		}
		isRefused(t, a, c.Put("/v1/comments/status", with(found(20, nil), "status", "public")), 409, "") // they are public already
		for _, id := range mine[:3] {
			move(t, a, "univer", id, reviews.Rejected)
		}
		partly := c.Put("/v1/comments/status", with(with(found(20, nil), "status", "public"), "skipUnchanged", true)).OK()
		var outcome struct {
			UUIDDecision string
			Skipped      int
		}
		if partly.Into(&outcome); outcome.Skipped != 17 || outcome.UUIDDecision == "" {
			t.Errorf("answered %s", partly.Body)
		}
		if n := kit.One[int](t, a, "SELECT count(*) FROM audit_log WHERE request_id = ?", partly.Header.Get("X-Request-Id")); n != 3 {
			t.Errorf("%d audit rows for three of twenty", n)
		}
		again := c.Put("/v1/comments/status", with(with(found(20, nil), "status", "public"), "skipUnchanged", true)).OK()
		if got := strings.TrimSpace(string(again.Body)); got != `{"skipped":20}` {
			t.Errorf("answered %s", got)
		}
		isRefused(t, a, c.Put("/v1/comments/status", with(with(found(20, nil), "status", "moderation"), "skipUnchanged", true)), 409, "")
		c.Delete("/v1/comments/delete", found(8, map[string]any{"maxRating": 1})).OK()
		if _, total := listed(c, map[string]any{"searchString": "барабульда"}); total != "12" || statusOf(t, a, foreign) != "moderation" || statusOf(t, a, other) != "moderation" {
			t.Errorf("%s are left; %s, %s", total, statusOf(t, a, foreign), statusOf(t, a, other))
		}
	})
}

func TestStaleSelectionIsRefused(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		id := submit(t, a, newPartner(t, a), studentOf(t, a, universityA, 0), 3)
		c := a.As(t, "univer")
		tag := c.Get("/v1/comments/" + id).OK().Header.Get("ETag")
		c.Put("/v1/comments/status", moving("rejected", id), "If-Match", tag).OK()
		refused := c.Put("/v1/comments/status", moving("public", id), "If-Match", tag)
		isRefused(t, a, refused, 409, "")
		if detail := refused.Problem().Detail; !strings.Contains(detail, "отклонён") || !strings.Contains(detail, "15.11.2026 12:00 МСК") {
			t.Errorf("%s", detail)
		}
		isRefused(t, a, c.Post("/v1/comments/answer", map[string]any{"uuidComment": id, "answer": "Да"}, "If-Match", tag), 409, "")
		isRefused(t, a, c.Delete("/v1/comments/"+id, nil, "If-Match", tag), 409, "")
		if statusOf(t, a, id) != "rejected" {
			t.Error(statusOf(t, a, id))
		}
		c.Delete("/v1/comments/"+id, nil, "If-Match", c.Get("/v1/comments/"+id).OK().Header.Get("ETag")).OK()
	})
}

func TestDeletedReviewsAreRestoredForThirtyDays(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		follow(t, a)
		partner, c := newPartner(t, a), a.As(t, "univer")
		first, second := submit(t, a, partner, studentOf(t, a, universityA, 0), 5), submit(t, a, partner, studentOf(t, a, universityA, 1), 2)
		foreign := submit(t, a, partner, studentOf(t, a, universityB, 0), 2)
		move(t, a, "univer", first, reviews.Public)
		restoring := func(ids ...string) kit.Answer {
			return c.Put("/v1/comments/restore", map[string]any{"uuidComments": ids})
		}
		c.Delete("/v1/comments/delete", map[string]any{"uuidComments": []string{first, second}}).OK()
		a.As(t, "chairman2").Delete("/v1/comments/"+foreign, nil).OK()
		if rows, _ := listed(c, map[string]any{"deleted": true}); rows[0].UUIDComment != second || rows[0].DeletedAt == nil || *rows[0].DeletedAt != "2026-11-15 12:00:00" {
			t.Errorf("%+v", rows[0])
		}
		isRefused(t, a, restoring(first, foreign), 404, "")
		isRefused(t, a, restoring(first, uuid.NewString()), 404, "")
		isRefused(t, a, restoring(), 422, "uuidComments")
		a.Clock.Advance(30 * 24 * time.Hour) // to the second
		c = a.As(t, "univer")
		if answer := restoring(first).OK(); kit.One[int](t, a, "SELECT count(*) FROM audit_log WHERE request_id = ? AND action = 'reviews.restore'", answer.Header.Get("X-Request-Id")) != 1 {
			t.Error("not audited")
		}
		if statusOf(t, a, first) != "public" || ratingOf(t, c, partner) != 5 {
			t.Errorf("%s, rating %v", statusOf(t, a, first), ratingOf(t, c, partner))
		}
		isRefused(t, a, restoring(first), 409, "")
		a.Clock.Advance(time.Second)
		isRefused(t, a, restoring(second), 404, "")
		if err := a.Reviews.CleanUp(t.Context()); err != nil {
			t.Fatal(err)
		}
		if rows, _ := listed(c, map[string]any{"deleted": true}, "X-Limit", "100"); len(rows) > 0 && rows[0].UUIDComment == second {
			t.Error("what is gone is still listed")
		}
	})
}
