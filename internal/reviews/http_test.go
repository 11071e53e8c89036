package reviews_test

import (
	"context"
	"fmt"
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

func TestPartnerTabIsScoped(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		partner := newPartner(t, a)
		var ids []string
		for i := range 6 { // four of A, two of B
			inn := universityA
			if i%3 == 2 {
				inn = universityB
			}
			ids = append(ids, submit(t, a, partner, studentOf(t, a, inn, i), i))
			a.Clock.Advance(time.Minute)
		}
		move(t, a, "univer", ids[0], reviews.Public)
		move(t, a, "chairman", ids[1], reviews.Rejected)
		for account, want := range map[string][]string{
			"all": {ids[5], ids[4], ids[3], ids[2], ids[1], ids[0]}, "univer": {ids[4], ids[3], ids[1], ids[0]}, "chairman": {ids[4], ids[3], ids[1], ids[0]}, "chairman2": {ids[5], ids[2]},
		} {
			c := a.As(t, account)
			got, total := commentsOf(c, partner)
			var p struct{ CountComments int }
			c.Get("/v2/partner/" + partner).OK().Into(&p)
			if len(got) != len(want) || total != fmt.Sprint(len(want)) || p.CountComments != len(want) {
				t.Fatalf("%s: %d rows of %s, the card counts %d, want %d", account, len(got), total, p.CountComments, len(want))
			}
			for i, id := range want {
				if got[i].CommentInfo.UUIDComment != id {
					t.Errorf("%s: row %d is another", account, i)
				}
			}
		}
		c := a.As(t, "all")
		got, _ := commentsOf(c, partner, "X-Sort-Direction", "ASC", "X-Limit", "2", "X-Offset", "1")
		if len(got) != 2 || got[0].CommentInfo.UUIDComment != ids[1] || got[0].CommentInfo.Status != "rejected" || got[0].CommentInfo.Rating != 1 || got[0].CommentInfo.Comment != "Вполне" ||
			got[0].CommentInfo.CreatedAt != "2026-11-15 12:01:00" || got[0].UserCommentInfo.Surname == "" || got[0].UserCommentInfo.Photo != nil {
			t.Errorf("%+v", got)
		}
		if beyond, total := commentsOf(c, partner, "X-Offset", "50"); len(beyond) != 0 || total != "6" {
			t.Errorf("%v %s", beyond, total)
		}
		isRefused(t, a, c.Put("/v2/partner/comments/list", map[string]any{}), 422, "uuidPartner")
		isRefused(t, a, c.Put("/v2/partner/comments/list", map[string]any{"uuidPartner": "x"}), 422, "uuidPartner")
		isRefused(t, a, c.Put("/v2/partner/comments/list", map[string]any{"uuidPartner": partner}, "X-Sort-Field", "likes"), 422, "X-Sort-Field")
		isRefused(t, a, c.Put("/v2/partner/comments/list", map[string]any{"uuidPartner": uuid.NewString()}), 404, "")
	})
}

// Students do not see the reviews of a blocked partner, so rows and cards say that it is blocked.
func TestReviewsOfABlockedPartnerSaySo(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		partner, author := newPartner(t, a), studentOf(t, a, universityA, 0)
		id := submit(t, a, partner, author, 4)
		c := a.As(t, "all")
		for _, want := range []string{"active", "blocked"} {
			if want == "blocked" {
				c.Put("/v1/partner/"+partner+"/status", map[string]any{"status": want, "reasonBlocked": "Проба"}).OK()
			}
			var rows []struct{ UUIDComment, PartnerStatus, NameCity string }
			c.Put("/v1/comments/list", map[string]any{}).OK().Into(&rows)
			var card struct {
				PartnerStatus string
				StudentInfo   struct{ NameCity string }
			}
			c.Get("/v1/comments/" + id).OK().Into(&card)
			if rows[0].UUIDComment != id || rows[0].PartnerStatus != want || card.PartnerStatus != want || rows[0].NameCity == "" || rows[0].NameCity != card.StudentInfo.NameCity {
				t.Errorf("%s: %+v, %+v", want, rows[0], card)
			}
		}
	})
}

func TestPartnerTabPageSize(t *testing.T) {
	a := kit.New(t, kit.SQLite)
	partner := newPartner(t, a)
	for i := range 105 {
		submit(t, a, partner, studentOf(t, a, universityA, i), 5)
	}
	c := a.As(t, "univer")
	if got, total := commentsOf(c, partner); len(got) != 100 || total != "105" {
		t.Errorf("%d of %s", len(got), total)
	}
	if got, _ := commentsOf(c, partner, "X-Offset", "100"); len(got) != 5 {
		t.Errorf("%d on the second page", len(got))
	}
}

func TestDeletedReviewIsNotCounted(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		partner, c := newPartner(t, a), a.As(t, "univer")
		good, bad := submit(t, a, partner, studentOf(t, a, universityA, 0), 5), submit(t, a, partner, studentOf(t, a, universityA, 1), 2)
		foreign := submit(t, a, partner, studentOf(t, a, universityB, 0), 4)
		move(t, a, "univer", good, reviews.Public)
		move(t, a, "univer", bad, reviews.Public)
		if got := ratingOf(t, c, partner); got != 3.5 {
			t.Fatalf("rating %v", got)
		}
		del := func(c *kit.Client, id any) kit.Answer {
			return c.Delete("/v2/partner/comment", map[string]any{"uuidComment": id})
		}
		isRefused(t, a, del(c, foreign), 404, "") // of another university, so it does not exist for this operator
		isRefused(t, a, del(c, uuid.NewString()), 404, "")
		isRefused(t, a, del(c, "x"), 422, "uuidComment")
		isRefused(t, a, c.Delete("/v2/partner/comment", map[string]any{}), 422, "uuidComment")
		answer := del(c, bad).OK()
		if n := kit.One[int](t, a, "SELECT count(*) FROM audit_log WHERE request_id = ? AND action = 'reviews.delete' AND kind = 'review' AND object = ?", answer.Header.Get("X-Request-Id"), bad); n != 1 {
			t.Errorf("%d audit rows", n)
		}
		isRefused(t, a, del(c, bad), 404, "")
		if got, _ := commentsOf(c, partner); len(got) != 1 || got[0].CommentInfo.UUIDComment != good || ratingOf(t, c, partner) != 5 {
			t.Errorf("%+v, rating %v", got, ratingOf(t, c, partner))
		}
		del(a.As(t, "chairman2"), foreign).OK()
		// The review can be restored for thirty days, then it is purged.
		rows := func() int {
			return kit.One[int](t, a, "SELECT count(*) FROM reviews WHERE uuid IN (?)", []string{bad, foreign})
		}
		a.Clock.Advance(30 * 24 * time.Hour)
		if err := a.Reviews.CleanUp(t.Context()); err != nil || rows() != 2 {
			t.Errorf("%d rows after thirty days: %v", rows(), err)
		}
		a.Clock.Advance(time.Second)
		if err := a.Reviews.CleanUp(t.Context()); err != nil || rows() != 0 {
			t.Errorf("%d rows later: %v", rows(), err)
		}
	})
}

func TestRatingIsTheMeanOfPublicReviews(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		partner, c := newPartner(t, a), a.As(t, "all")
		_, tag := c.Get("/v2/partner/"+partner).OK(), c.Get("/v2/partner/"+partner).Header.Get("ETag")
		var ids []string
		for i, stars := range []int{5, 4, 4, 0} {
			ids = append(ids, submit(t, a, partner, studentOf(t, a, universityA, i), stars))
		}
		steps := []struct {
			id     string
			to     reviews.Status
			rating float64
		}{
			{ids[0], reviews.Public, 5}, {ids[1], reviews.Public, 4.5}, {ids[2], reviews.Public, 4.3}, {ids[3], reviews.Rejected, 4.3},
			{ids[3], reviews.Public, 3.3}, {ids[0], reviews.Rejected, 2.7}, {ids[1], reviews.Rejected, 2}, {ids[2], reviews.Rejected, 0}, {ids[3], reviews.Rejected, -1},
		}
		if got := ratingOf(t, c, partner); got != -1 {
			t.Errorf("unmoderated reviews count: %v", got)
		}
		for i, s := range steps {
			move(t, a, "all", s.id, s.to)
			if got := ratingOf(t, c, partner); got != s.rating {
				t.Errorf("step %d: %v, want %v", i, got, s.rating)
			}
		}
		if now := c.Get("/v2/partner/" + partner).Header.Get("ETag"); now != tag {
			t.Errorf("a review makes open forms out of date: %s, then %s", tag, now)
		}
	})
}

// Concurrent decisions all count: each recomputes the mean under the lock on the partner's row.
func TestRatingAfterConcurrentDecisions(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		partner, c := newPartner(t, a), a.As(t, "all")
		var ids []string
		sum := 0
		for i := range 24 {
			ids = append(ids, submit(t, a, partner, studentOf(t, a, universityA, i), i%6))
			sum += i % 6
		}
		ctx := as(t, a, "all")
		var all sync.WaitGroup
		for _, id := range ids {
			all.Go(func() {
				if _, err := a.Reviews.Move(ctx, reviews.Named(id), reviews.Public); err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
		if got, want := ratingOf(t, c, partner), float64(sum)/24; got != want {
			t.Errorf("rating %v, want %v", got, want)
		}
	})
}

func TestMoves(t *testing.T) {
	legal := map[string]bool{"moderation→public": true, "moderation→rejected": true, "rejected→public": true, "public→rejected": true}
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		partner, ctx := newPartner(t, a), as(t, a, "univer")
		for i, from := range []reviews.Status{reviews.Moderation, reviews.Public, reviews.Rejected} {
			for j, to := range []reviews.Status{reviews.Moderation, reviews.Public, reviews.Rejected} {
				id := submit(t, a, partner, studentOf(t, a, universityA, 3*i+j), 3)
				if from != reviews.Moderation {
					move(t, a, "univer", id, from)
				}
				_, err := a.Reviews.Move(ctx, reviews.Named(id), to)
				if name := fmt.Sprintf("%s→%s", from, to); legal[name] != (err == nil) || err != nil && !fault.Is(err, fault.KindConflict) {
					t.Errorf("%s: %v", name, err)
				}
			}
		}
		id := submit(t, a, partner, studentOf(t, a, universityB, 0), 3)
		if _, err := a.Reviews.Move(ctx, reviews.Named(id), reviews.Public); !fault.Is(err, fault.KindNotFound) {
			t.Errorf("of another university: %v", err)
		}
		if _, err := a.Reviews.Move(ctx, reviews.Named(id), "frozen"); !fault.Is(err, fault.KindInvalid) {
			t.Errorf("an unknown word: %v", err)
		}
	})
}

func TestReviewAndComplaintRules(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		partner, student := newPartner(t, a), studentOf(t, a, universityA, 0)
		long := func(n int) string { return strings.Repeat("я", n) }
		for name, d := range map[string]reviews.Draft{
			"six stars": {Partner: partner, Student: student, Rating: 6, Body: "x"}, "minus one": {Partner: partner, Student: student, Rating: -1, Body: "x"},
			"no text": {Partner: partner, Student: student, Rating: 5, Body: " \n"}, "a long text": {Partner: partner, Student: student, Rating: 5, Body: long(2001)},
		} {
			if _, err := a.Reviews.Submit(t.Context(), d); !fault.Is(err, fault.KindInvalid) {
				t.Errorf("%s: %v", name, err)
			}
		}
		for _, d := range []reviews.Draft{{Partner: uuid.NewString(), Student: student, Body: "x"}, {Partner: partner, Student: uuid.NewString(), Body: "x"}} {
			if _, err := a.Reviews.Submit(t.Context(), d); !fault.Is(err, fault.KindNotFound) {
				t.Errorf("%v", err)
			}
			if _, err := a.Reviews.Complain(t.Context(), reviews.Grievance{Partner: d.Partner, Student: d.Student, Body: "x"}); !fault.Is(err, fault.KindNotFound) {
				t.Errorf("%v", err)
			}
		}
		for _, body := range []string{"", "  ", long(2001)} {
			if _, err := a.Reviews.Complain(t.Context(), reviews.Grievance{Partner: partner, Student: student, Body: body}); !fault.Is(err, fault.KindInvalid) {
				t.Errorf("%.5q: %v", body, err)
			}
		}
		if n := kit.One[int](t, a, "SELECT (SELECT count(*) FROM reviews r WHERE r.partner_id = p.id) + (SELECT count(*) FROM complaints c WHERE c.partner_id = p.id) FROM partners p WHERE p.uuid = ?", partner); n != 0 {
			t.Errorf("%d refused words were kept", n)
		}
		if _, err := a.Reviews.Submit(t.Context(), reviews.Draft{Partner: partner, Student: student, Rating: 0, Body: long(2000)}); err != nil {
			t.Error(err)
		}
	})
}

func TestLikeIsCountedOncePerStudent(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		id := submit(t, a, newPartner(t, a), studentOf(t, a, universityA, 0), 5)
		likes := func() int { return kit.One[int](t, a, "SELECT likes FROM reviews WHERE uuid = ?", id) }
		if err := a.Reviews.Like(t.Context(), id, studentOf(t, a, universityB, 0)); !fault.Is(err, fault.KindNotFound) {
			t.Errorf("a review in moderation is liked: %v", err)
		}
		move(t, a, "univer", id, reviews.Public)
		fans := make([]string, 8)
		for i := range fans {
			fans[i] = studentOf(t, a, []string{universityA, universityB}[i%2], 1+i/2)
		}
		var all sync.WaitGroup
		for i := range 40 { // forty calls at once: each of eight students sends five
			all.Go(func() {
				if err := a.Reviews.Like(t.Context(), id, fans[i%8]); err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
		if likes() != 8 || likes() != kit.One[int](t, a, "SELECT count(*) FROM review_likes l JOIN reviews r ON r.id = l.review_id WHERE r.uuid = ?", id) {
			t.Errorf("%d likes", likes())
		}
		for range 2 {
			if err := a.Reviews.Unlike(t.Context(), id, fans[0]); err != nil {
				t.Error(err)
			}
		}
		if likes() != 7 {
			t.Errorf("%d likes after one was taken back twice", likes())
		}
		if err := a.Reviews.Like(t.Context(), id, uuid.NewString()); !fault.Is(err, fault.KindNotFound) {
			t.Errorf("nobody likes: %v", err)
		}
	})
}

func TestComplaintsAreScoped(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		partner := newPartner(t, a)
		for i, inn := range []string{universityA, universityB, universityA} {
			if _, err := a.Reviews.Complain(t.Context(), reviews.Grievance{Partner: partner, Student: studentOf(t, a, inn, i), Body: fmt.Sprintf(" Жалоба %d ", i)}); err != nil {
				t.Fatal(err)
			}
			a.Clock.Advance(time.Minute)
		}
		for account, want := range map[string]string{"all": "Жалоба 2, Жалоба 1, Жалоба 0", "univer": "Жалоба 2, Жалоба 0", "chairman2": "Жалоба 1"} {
			c := a.As(t, account)
			var got []struct {
				UUIDComplaint, Msg, CreatedAt string
				UserInfo                      struct {
					Photo         *string
					Name, Surname string
				}
			}
			answer := c.Get("/v2/partner/complaints/" + partner).OK()
			answer.Into(&got)
			var said []string
			for _, g := range got {
				said = append(said, g.Msg)
				if g.UUIDComplaint == "" || g.UserInfo.Surname == "" || !strings.HasPrefix(g.CreatedAt, "2026-11-15 12:0") {
					t.Errorf("%+v", g)
				}
			}
			var p struct{ CountComplaints int }
			c.Get("/v2/partner/" + partner).OK().Into(&p)
			if strings.Join(said, ", ") != want || p.CountComplaints != len(got) || answer.Header.Get("X-Record-Count") != fmt.Sprint(len(got)) {
				t.Errorf("%s: %v, the card counts %d", account, said, p.CountComplaints)
			}
		}
	})
}

// A student's photo is available to the caller only, by a signed link.
func TestAuthorPhotoIsASignedLink(t *testing.T) {
	a := kit.New(t, kit.SQLite)
	partner, student := newPartner(t, a), studentOf(t, a, universityA, 0)
	key := kit.One[string](t, a, "SELECT logo FROM partners WHERE logo <> '' LIMIT 1") // any stored file
	err := a.DB.Tx(t.Context(), setPhoto(student, key))
	if err != nil {
		t.Fatal(err)
	}
	submit(t, a, partner, student, 5)
	got, _ := commentsOf(a.As(t, "univer"), partner)
	if link := got[0].UserCommentInfo.Photo; link == nil || !strings.HasPrefix(*link, "/files/"+key+"?") {
		t.Errorf("%v", link)
	}
}

// `studbonus verify` reports wrong ratings and likes only after a write that bypasses the services.
func TestVerifyFindsWrongRatingsAndLikes(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		verify := func() (wrong []string) {
			for _, check := range []func(context.Context) ([]string, error){a.Partners.Verify, a.Reviews.Verify} {
				found, err := check(t.Context())
				if err != nil {
					t.Fatal(err)
				}
				wrong = append(wrong, found...)
			}
			return wrong
		}
		if wrong := verify(); len(wrong) != 0 {
			t.Errorf("the demo's: %v", wrong)
		}
		err := a.DB.Tx(t.Context(), func(ctx context.Context, tx db.Tx) error {
			_, err := tx.Exec(ctx, "UPDATE reviews SET rating = 5 - rating, likes = likes + 1 WHERE id = (SELECT min(id) FROM reviews WHERE status = 'public' AND deleted_at IS NULL)")
			return err
		})
		if wrong := verify(); err != nil || len(wrong) != 2 {
			t.Errorf("%v, %v", wrong, err)
		}
	})
}
