package reviews_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"studbonus/internal/reviews"
	"studbonus/internal/test/kit"
	"studbonus/internal/test/watch"
)

// occasion is one row of who saw a student.
type occasion struct {
	Number           int64
	Operator, Action string
}

// seen waits until the journal has n occasions of a part of who saw a student, "" for cards, and returns them, the latest first.
func seen(t *testing.T, auditor *kit.Client, student, part string, n int) (found []occasion) {
	t.Helper()
	watch.Until(t, 20*time.Second, fmt.Sprintf("%d occasions of %q", n, part), func() bool {
		var out struct{ Items []occasion }
		auditor.Get("/v1/journal/seen/" + student + part).OK().Into(&out)
		found = out.Items
		return len(found) >= n
	})
	return found
}

// A review's card shows its writer's phone: who opens it has seen the student (rules 31.7).
func TestWhoOpensAReviewHasSeenItsWriter(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		author := studentOf(t, a, universityB, 0)
		id := submit(t, a, newPartner(t, a), author, 4)
		a.As(t, "all").Get("/v1/comments/" + id).OK()
		a.As(t, "univer").Get("/v1/comments/" + id).Is(404) // of another university
		a.As(t, "chairman2").Get("/v1/comments/" + id).OK()
		for _, auditor := range []string{"all", "admin2"} {
			c := a.As(t, auditor)
			got := seen(t, c, author, "", 2)
			if len(got) != 2 || got[0].Action != "review.view" || got[1].Action != "review.view" || got[0].Operator == got[1].Operator {
				t.Errorf("%s: %+v", auditor, got)
			}
			var row struct {
				Action, Kind, ObjectHref string
				Person                   struct{ UUIDUser string }
			}
			c.Get(fmt.Sprint("/v1/journal/", got[0].Number)).OK().Into(&row)
			if row.Action != "review.view" || row.Kind != "review" || row.Person.UUIDUser != author || auditor == "all" && row.ObjectHref != "/feedback/"+id {
				t.Errorf("%s: %+v", auditor, row)
			}
		}
	})
}

// Lists that name the writers of reviews and complaints are recorded like lists of students (rules 31.6).
func TestListsThatNameWritersAreRecorded(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		partner, author := newPartner(t, a), studentOf(t, a, universityA, 0)
		move(t, a, "univer", submit(t, a, partner, author, 1), reviews.Public)
		if _, err := a.Reviews.Complain(t.Context(), reviews.Grievance{Partner: partner, Student: author, Body: "Не дали скидку"}); err != nil {
			t.Fatal(err)
		}
		c := a.As(t, "univer")
		c.Get("/v1/attention").OK() // counts, and names nobody
		c.Put("/v1/comments/list", map[string]any{"searchString": "нет такого слова"}).OK()
		c.Put("/v1/comments/list", map[string]any{}).OK()
		c.Put("/v1/comments/next", map[string]any{"answered": false}).OK()
		c.Put("/v1/find", map[string]any{"q": kit.One[string](t, a, "SELECT surname || ' ' || name FROM students WHERE uuid = ?", author)}).OK()
		commentsOf(c, partner)
		commentsOf(a.As(t, "chairman2"), partner) // of another university: named to nobody there
		c.Get("/v2/partner/complaints/" + partner).OK()

		auditor := a.As(t, "all")
		got := seen(t, auditor, author, "/lists", 5)
		actions := make([]string, len(got))
		for i, o := range got {
			actions[i] = o.Action
		}
		const list = "reviews.list"
		if want := []string{"reviews.complaints", list, list, list, list}; !slices.Equal(actions, want) {
			t.Fatalf("%v, want %v", actions, want)
		}
		if n := kit.One[int](t, a, "SELECT count(*) FROM audit_log WHERE action = ?", list); n != 4 {
			t.Errorf("%d pages of reviews, want 4", n)
		}
		var tab struct {
			Changes map[string]struct{ To any }
		}
		auditor.Get(fmt.Sprint("/v1/journal/", got[1].Number)).OK().Into(&tab)
		if tab.Changes["partner"].To != "Тихое место" {
			t.Errorf("the tab: %+v", tab)
		}
	})
}
