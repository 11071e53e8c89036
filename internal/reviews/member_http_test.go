package reviews_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"studbonus/internal/platform/db"
	"studbonus/internal/platform/fault"
	"studbonus/internal/reviews"
	"studbonus/internal/test/kit"
)

type ownReview struct {
	ID, Text, Status string
	Rating           int
	Answer           *struct{ Text string }
}

type publishedReview struct {
	ID, Author, Text string
	Rating, Likes    int
	IsLiked, IsMine  bool
	Answer           *struct{ Text string }
}

// publishedOf reads all pages of a partner's reviews.
func publishedOf(c *kit.Client, partner string, limit int) (all []publishedReview) {
	after := ""
	for {
		var page struct {
			Items []publishedReview
			Next  *string
		}
		c.Get(fmt.Sprintf("/s/v1/partners/%s/reviews?limit=%d&after=%s", partner, limit, after)).OK().Into(&page)
		if all = append(all, page.Items...); page.Next == nil {
			return all
		}
		after = *page.Next
	}
}

// One review per partner: it can be edited while it waits, rewritten after a rejection or deletion, and is final once
// public (rules 28.9).
func TestOneReviewPerPartner(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		partner, writes := newPartner(t, a), a.ActiveStudent(t, universityA, 0)
		path := "/s/v1/partners/" + partner + "/review"
		put := func(stars int, text string) kit.Answer {
			return writes.Put(path, map[string]any{"rating": stars, "text": text})
		}
		own := func() (r ownReview) {
			t.Helper()
			writes.Get(path).OK().Into(&r)
			return r
		}
		writes.Get(path).Is(404)
		put(3, "Первый").OK()
		id := own().ID
		rows := func() int {
			return kit.One[int](t, a, "SELECT count(*) FROM reviews r JOIN partners p ON p.id = r.partner_id WHERE p.uuid = ?", partner)
		}
		is := func(step string, stars int, text, status string) {
			t.Helper()
			if r := own(); r.ID != id || r.Rating != stars || r.Text != text || r.Status != status || rows() != 1 {
				t.Errorf("%s: %+v, %d rows", step, r, rows())
			}
		}
		is("written", 3, "Первый", "moderation")
		put(4, " Второй ").OK()
		is("while it waits", 4, "Второй", "moderation")
		move(t, a, "univer", id, reviews.Rejected)
		is("rejected", 4, "Второй", "rejected")
		answer := func() {
			t.Helper()
			if _, err := a.Reviews.Answer(as(t, a, "univer"), reviews.Reply{To: id, Text: "Спасибо!"}); err != nil {
				t.Fatal(err)
			}
		}
		answer()
		put(5, "Третий").OK()
		is("rewritten", 5, "Третий", "moderation")
		if own().Answer != nil {
			t.Error("the answer to the old text is kept")
		}
		answer() // the new text has none
		move(t, a, "univer", id, reviews.Public)
		put(1, "Четвёртый").Is(409)
		is("public", 5, "Третий", "public")
		a.ActiveStudent(t, universityB, 0).Put("/s/v1/reviews/"+id+"/like", nil).OK()
		move(t, a, "univer", id, reviews.Rejected)
		put(2, "Пятый").OK() // its like belonged to the old text
		move(t, a, "univer", id, reviews.Public)
		if err := a.Reviews.Delete(as(t, a, "univer"), reviews.Named(id)); err != nil {
			t.Fatal(err)
		}
		writes.Get(path).Is(404)
		put(1, "Шестой").OK()
		is("after a deletion", 1, "Шестой", "moderation")
		move(t, a, "univer", id, reviews.Public)
		if got := ratingOf(t, a.As(t, "all"), partner); got != 1 {
			t.Errorf("the rating is %v", got)
		}
		if wrong, err := a.Reviews.Verify(t.Context()); err != nil || len(wrong) > 0 {
			t.Errorf("%v, %v", wrong, err)
		}
		if n := kit.One[int](t, a, "SELECT count(*) FROM audit_log WHERE action = 'reviews.submit' AND object = ? AND member_id IS NOT NULL", id); n != 5 {
			t.Errorf("%d lines in the journal", n)
		}
		var history []struct {
			Action  string
			Changes map[string]struct{ From any }
		}
		a.As(t, "univer").Get("/v1/audit/review/" + id).OK().Into(&history)
		answers := 0
		for _, h := range history {
			if h.Action == "reviews.submit" && h.Changes["answer"].From == "Спасибо!" {
				answers++
			}
		}
		if answers != 2 {
			t.Errorf("%d dropped answers in the history", answers)
		}
	})
}

func TestReviewsRefused(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		partner, writes := newPartner(t, a), a.ActiveStudent(t, universityA, 0)
		blocked := newPartner(t, a)
		a.As(t, "all").Put("/v1/partner/"+blocked+"/status", map[string]any{"status": "blocked", "reasonBlocked": "Проба"}).OK()
		good := map[string]any{"rating": 5, "text": "Хорошо"}
		for name, c := range map[string]struct {
			partner string
			body    any
			status  int
		}{
			"no stars": {partner, map[string]any{"rating": 0, "text": "x"}, 422}, "six": {partner, map[string]any{"rating": 6, "text": "x"}, 422}, "a word": {partner, map[string]any{"rating": "5", "text": "x"}, 422},
			"no text": {partner, map[string]any{"rating": 5, "text": " \n "}, 422}, "a long text": {partner, map[string]any{"rating": 5, "text": strings.Repeat("я", 2001)}, 422}, "nothing": {partner, map[string]any{}, 422},
			"a blocked partner": {blocked, good, 404}, "no partner": {uuid.NewString(), good, 404}, "no uuid": {"x", good, 404},
		} {
			if got := writes.Put("/s/v1/partners/"+c.partner+"/review", c.body).Status; got != c.status {
				t.Errorf("%s: %d, want %d", name, got, c.status)
			}
		}
		writes.Post("/s/v1/partners/"+blocked+"/complaints", map[string]any{"text": "x"}).Is(404)
		writes.Get("/s/v1/partners/" + blocked + "/reviews").Is(404)
		if n := kit.One[int](t, a, "SELECT count(*) FROM reviews WHERE student_id = ? AND partner_id IN (SELECT id FROM partners WHERE uuid IN (?, ?))", writes.ID, partner, blocked); n != 0 {
			t.Errorf("%d refused reviews", n)
		}
		// Blocked between the start of the request and its transaction: the service refuses inside.
		ctx, public := t.Context(), submit(t, a, partner, studentOf(t, a, universityB, 0), 5)
		move(t, a, "chairman2", public, reviews.Public)
		for _, status := range []string{"status = 'blocked'", "status = 'moderation'", "status = 'rejected'", "status = 'active', end_year = 2026"} {
			kit.Exec(t, a, "UPDATE students SET "+status+" WHERE id = ?", writes.ID)
			for what, call := range map[string]func() error{
				"review": func() error {
					_, err := a.Reviews.Submit(ctx, reviews.Draft{Partner: partner, Student: writes.UUID, Rating: 5, Body: "x"})
					return err
				},
				"complaint": func() error {
					_, err := a.Reviews.Complain(ctx, reviews.Grievance{Partner: partner, Student: writes.UUID, Body: "x"})
					return err
				},
				"like":   func() error { return a.Reviews.Like(ctx, public, writes.UUID) },
				"unlike": func() error { return a.Reviews.Unlike(ctx, public, writes.UUID) },
			} {
				if err := call(); !fault.Is(err, fault.KindForbidden) {
					t.Errorf("%s of a student with %s: %v", what, status, err)
				}
			}
		}
	})
}

// Two concurrent submissions leave one review.
func TestConcurrentSubmissionsLeaveOneReview(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		for round := range 10 {
			partner, writes := newPartner(t, a), a.ActiveStudent(t, universityA, round)
			var both sync.WaitGroup
			for i := range 2 {
				both.Go(func() {
					if got := writes.Put("/s/v1/partners/"+partner+"/review", map[string]any{"rating": 5 - i, "text": fmt.Sprint("Отзыв ", i)}).Status; got != 200 {
						t.Errorf("status %d", got)
					}
				})
			}
			both.Wait()
			if n := kit.One[int](t, a, "SELECT count(*) FROM reviews WHERE student_id = ? AND partner_id = (SELECT id FROM partners WHERE uuid = ?)", writes.ID, partner); n != 1 {
				t.Fatalf("%d reviews", n)
			}
		}
	})
}

// Negative control of the test above: checking first and writing afterwards leaves two.
func TestControlLookThenWriteLeavesTwoReviews(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		partner := kit.One[int64](t, a, "SELECT id FROM partners WHERE uuid = ?", newPartner(t, a))
		writes := a.ActiveStudent(t, universityA, 0)
		const has = "SELECT count(*) FROM reviews WHERE student_id = ? AND partner_id = ?"
		var looked, both sync.WaitGroup
		looked.Add(2)
		for range 2 {
			both.Go(func() {
				n, err := db.One[int](context.Background(), a.DB, has, writes.ID, partner)
				looked.Done()
				looked.Wait()
				if err != nil || n > 0 {
					t.Errorf("%d, %v", n, err)
					return
				}
				kit.Exec(t, a, "INSERT INTO reviews (uuid, partner_id, student_id, university_id, rating, body, search_text, status, created_at) VALUES (?, ?, ?, 1, 5, 'x', 'x', 'moderation', ?)",
					uuid.NewString(), partner, writes.ID, a.Clock.Now())
			})
		}
		both.Wait()
		if n := kit.One[int](t, a, has, writes.ID, partner); n != 2 {
			t.Errorf("%d reviews: there is nothing to guard against", n)
		}
	})
}

func TestPublishedReviews(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		partner, reads := newPartner(t, a), a.ActiveStudent(t, universityB, 9)
		var ids []string
		for i := range 7 {
			writer := a.ActiveStudent(t, []string{universityA, universityB}[i%2], i)
			var out struct{ ID string }
			writer.Put("/s/v1/partners/"+partner+"/review", map[string]any{"rating": 1 + i%5, "text": fmt.Sprint("Отзыв ", i)}).OK().Into(&out)
			if i != 3 { // this one is not moderated yet
				move(t, a, map[int]string{0: "univer", 1: "chairman2"}[i%2], out.ID, reviews.Public)
				ids = append([]string{out.ID}, ids...)
			}
			a.Clock.Advance(time.Minute)
		}
		if _, err := a.Reviews.Answer(as(t, a, "all"), reviews.Reply{To: ids[0], Text: "Спасибо!"}); err != nil {
			t.Fatal(err)
		}
		like := "/s/v1/reviews/" + ids[0] + "/like"
		reads.Put(like, nil).OK()
		reads.Put(like, nil).OK()
		for limit := 1; limit < 8; limit++ {
			all := publishedOf(reads.Client, partner, limit)
			got := make([]string, len(all))
			for i, r := range all {
				got[i] = r.ID
			}
			if !slices.Equal(got, ids) {
				t.Fatalf("pages of %d: %v, want %v", limit, got, ids)
			}
		}
		first := publishedOf(reads.Client, partner, 20)[0]
		name := kit.One[string](t, a, "SELECT s.name || ' ' || substr(s.surname, 1, 1) || '.' FROM reviews r JOIN students s ON s.id = r.student_id WHERE r.uuid = ?", first.ID)
		if first.Author != name || !first.IsLiked || first.Likes != 1 || first.IsMine || first.Answer == nil || first.Answer.Text != "Спасибо!" {
			t.Errorf("%+v, want %s", first, name)
		}
		reads.Delete(like, nil).OK()
		reads.Delete(like, nil).OK()
		if first = publishedOf(reads.Client, partner, 20)[0]; first.IsLiked || first.Likes != 0 {
			t.Errorf("%+v", first)
		}
		reads.Put("/s/v1/reviews/"+uuid.NewString()+"/like", nil).Is(404)
		waiting := kit.One[string](t, a, "SELECT CAST(r.uuid AS TEXT) FROM reviews r JOIN partners p ON p.id = r.partner_id WHERE p.uuid = ? AND r.status = 'moderation'", partner)
		reads.Put("/s/v1/reviews/"+waiting+"/like", nil).Is(404)
		a.As(t, "all").Put("/v1/partner/"+partner+"/status", map[string]any{"status": "blocked", "reasonBlocked": "Проба"}).OK()
		reads.Put(like, nil).Is(404)
		reads.Delete(like, nil).Is(404)
		a.As(t, "all").Put("/v1/partner/"+partner+"/status", map[string]any{"status": "active"}).OK()
		reads.Put(like, nil).OK()
		a.Guest(t).Get("/s/v1/partners/" + partner + "/reviews").Is(401)
	})
}

func TestTenComplaintsADay(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		partner, writes := newPartner(t, a), a.ActiveStudent(t, universityA, 0)
		send := func(text string) kit.Answer {
			return writes.Post("/s/v1/partners/"+partner+"/complaints", map[string]any{"text": text})
		}
		send(" ").Is(422)
		for i := range 10 {
			send(fmt.Sprint("Жалоба ", i)).OK()
			a.Clock.Advance(time.Hour)
		}
		for range 2 { // until the first complaint is a day old
			if wait := send("Ещё одна").Is(429).Header.Get("Retry-After"); wait != "50400" {
				t.Errorf("retry after %s s", wait)
			}
		}
		a.Clock.Advance(14 * time.Hour)
		send("На другой день").OK()
		if wait := send("И ещё одна").Is(429).Header.Get("Retry-After"); wait != "3600" {
			t.Errorf("retry after %s s", wait)
		}
		if n := kit.One[int](t, a, "SELECT count(*) FROM complaints WHERE student_id = ? AND partner_id = (SELECT id FROM partners WHERE uuid = ?)", writes.ID, partner); n != 11 {
			t.Errorf("%d complaints", n)
		}
	})
}
