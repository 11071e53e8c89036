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

func TestADecisionAboutReviewsIsTakenBack(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		partner, c := newPartner(t, a), a.As(t, "univer")
		ids := make([]string, 4)
		for i := range ids {
			ids[i] = submit(t, a, partner, studentOf(t, a, universityA, i), 1+i)
		}
		move(t, a, "univer", ids[0], reviews.Rejected)
		rating, before := ratingOf(t, c, partner), fmt.Sprint(statusOf(t, a, ids[0]), statusOf(t, a, ids[1]), statusOf(t, a, ids[2]))
		var done struct{ UUIDDecision string }
		c.Put("/v1/comments/status", moving("public", ids[:3]...)).OK().Into(&done)
		undo := func(c *kit.Client, body map[string]any) kit.Answer { return c.Put("/v1/comments/status/undo", body) }
		together := map[string]any{"uuidDecision": done.UUIDDecision}
		isRefused(t, a, undo(a.As(t, "chairman"), together), 409, "")
		isRefused(t, a, undo(a.As(t, "chairman"), map[string]any{"uuidComment": ids[0]}), 409, "")
		isRefused(t, a, undo(a.As(t, "chairman2"), map[string]any{"uuidComment": ids[0]}), 404, "")
		isRefused(t, a, undo(c, map[string]any{"uuidComment": ids[3]}), 409, "")
		isRefused(t, a, undo(c, map[string]any{"uuidComment": uuid.NewString()}), 404, "")
		isRefused(t, a, undo(c, map[string]any{}), 422, "uuidComment")
		c.Put("/v1/comments/status", moving("rejected", ids[2])).OK() // changed since: stays
		answer := undo(c, together).OK()
		if got := strings.TrimSpace(string(answer.Body)); got != `{"undone":2,"skipped":1}` {
			t.Errorf("answered %s", got)
		}
		if n := kit.One[int](t, a, "SELECT count(*) FROM audit_log WHERE request_id = ? AND action = 'reviews.undo'", answer.Header.Get("X-Request-Id")); n != 2 {
			t.Errorf("%d audit rows", n)
		}
		if now := fmt.Sprint(statusOf(t, a, ids[0]), statusOf(t, a, ids[1]), "moderation"); now != before || statusOf(t, a, ids[2]) != "rejected" || ratingOf(t, c, partner) != rating {
			t.Errorf("was %s, is %s; rating %v, was %v", before, now, ratingOf(t, c, partner), rating)
		}
		isRefused(t, a, undo(c, together), 409, "") // what is left has changed
		if got := strings.TrimSpace(string(undo(c, map[string]any{"uuidComment": ids[2]}).OK().Body)); got != `{"undone":1,"skipped":0}` || statusOf(t, a, ids[2]) != "public" {
			t.Errorf("answered %s, %s", got, statusOf(t, a, ids[2]))
		}
		c.Put("/v1/comments/status", moving("public", ids[3])).OK()
		a.Clock.Advance(2*time.Minute + time.Second)
		isRefused(t, a, undo(a.As(t, "univer"), map[string]any{"uuidComment": ids[3]}), 409, "")
	})
}

// Of an undo and another operator's decision exactly one wins.
func TestAnUndoOfAReviewRacesASecondDecision(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		partner, first, second := newPartner(t, a), a.As(t, "univer"), a.As(t, "chairman")
		for i := range kit.Reps(t, 20) {
			id := submit(t, a, partner, studentOf(t, a, universityA, i), 3)
			first.Put("/v1/comments/status", moving("public", id)).OK()
			tag := second.Get("/v1/comments/" + id).OK().Header.Get("ETag")
			var statuses [2]int
			kit.Together(2, func(n int) {
				if n == 0 {
					statuses[n] = first.Put("/v1/comments/status/undo", map[string]any{"uuidComment": id}).Status
				} else {
					statuses[n] = second.Put("/v1/comments/status", moving("rejected", id), "If-Match", tag).Status
				}
			})
			if got := fmt.Sprint(statuses, " ", statusOf(t, a, id)); got != "[200 409] moderation" && got != "[409 200] rejected" {
				t.Fatalf("undo and decision: %s", got)
			}
		}
	})
}
