package reviews_test

import (
	"fmt"
	"net/http"
	"slices"
	"testing"

	"github.com/google/uuid"

	"studbonus/internal/test/kit"
)

type hand struct {
	Cards []struct{ UUIDComment, Status string }
	Left  int
}

func (h hand) ids() []string {
	out := make([]string, len(h.Cards))
	for i, c := range h.Cards {
		out[i] = c.UUIDComment
	}
	return out
}

func nextOf(c *kit.Client, after string, body any) hand {
	path := "/v1/comments/next"
	if after != "" {
		path += "?after=" + after
	}
	var h hand
	c.Put(path, body).OK().Into(&h)
	return h
}

func TestTheNextReviewsFollowTheList(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		c := a.As(t, "univer")
		partner := newPartner(t, a)
		ids := make([]string, 7) // the newest first
		for i := range ids {
			ids[len(ids)-1-i] = submit(t, a, partner, studentOf(t, a, universityA, i), 3)
		}
		rows, total := listed(c, map[string]any{"status": "moderation"}, "X-Limit", "7")
		first := nextOf(c, "", nil)
		if !slices.Equal(first.ids(), ids[:5]) || rows[0].UUIDComment != ids[0] || fmt.Sprint(first.Left) != total {
			t.Fatalf("first hand %v of %d, want %v of %s", first.ids(), first.Left, ids[:5], total)
		}
		if other := nextOf(a.As(t, "chairman"), "", nil); !slices.Equal(other.ids()[:2], ids[5:]) {
			t.Errorf("another operator is dealt %v, want first %v", other.ids(), ids[5:])
		}
		a.As(t, "chairman").Delete("/v1/comments/next", nil).OK()
		c.Put("/v1/comments/status", map[string]any{"uuidComments": ids[:1], "status": "public"}).OK()
		c.Delete("/v1/comments/"+ids[4], nil).OK()
		second := nextOf(c, ids[4], nil) // deleted, its place remains
		if !slices.Equal(second.ids()[:2], ids[5:]) || second.Left != first.Left-2 {
			t.Errorf("second hand %v of %d, want first %v", second.ids(), second.Left, ids[5:])
		}
	})
}

func TestReviewsWithoutAnAnswerAreDealtToo(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		c := a.As(t, "univer")
		id := submit(t, a, newPartner(t, a), studentOf(t, a, universityA, 0), 1)
		c.Put("/v1/comments/status", map[string]any{"uuidComments": []string{id}, "status": "public"}).OK()
		unanswered := map[string]any{"answered": false}
		if h := nextOf(c, "", unanswered); h.ids()[0] != id || h.Cards[0].Status != "public" {
			t.Fatalf("without an answer: %+v", h)
		}
		if h := nextOf(c, "", nil); h.ids()[0] == id {
			t.Error("a published one is not to be moderated")
		}
		c.Post("/v1/comments/answer", map[string]any{"uuidComment": id, "answer": "Спасибо!"}).OK()
		if h := nextOf(c, "", unanswered); slices.Contains(h.ids(), id) {
			t.Error("an answered one is dealt again")
		}
		for _, refused := range []map[string]any{{"status": "public"}, {"status": "rejected", "answered": false}, {"deleted": true}, {"status": "x"}} {
			c.Put("/v1/comments/next", refused).Is(http.StatusUnprocessableEntity)
		}
	})
}

func TestNextReviewsAreScoped(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		id := submit(t, a, newPartner(t, a), studentOf(t, a, universityB, 0), 1)
		a.As(t, "univer").Put("/v1/comments/next?after="+id, nil).Is(404)
		a.As(t, "univer").Put("/v1/comments/next?after="+uuid.NewString(), nil).Is(404)
		a.As(t, "student").Put("/v1/comments/next", nil).Is(403)
		if h := nextOf(a.As(t, "chairman2"), "", nil); h.ids()[0] != id {
			t.Errorf("the own one is not dealt first: %v", h.ids())
		}
		if h := nextOf(a.As(t, "univer"), "", nil); slices.Contains(h.ids(), id) {
			t.Error("a foreign one is dealt")
		}
	})
}
