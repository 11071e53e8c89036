package students_test

import (
	"context"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"

	"studbonus/internal/platform/leases"
	"studbonus/internal/test/kit"
	"studbonus/internal/test/watch"
)

type hand struct {
	Cards []struct{ UUIDUser, Surname, Status string }
	Left  int
}

func (h hand) ids() []string {
	out := make([]string, len(h.Cards))
	for i, c := range h.Cards {
		out[i] = c.UUIDUser
	}
	return out
}

func (h hand) last() string { return h.Cards[len(h.Cards)-1].UUIDUser }

// nextOf asks for the next cards after one; a Go server reads "" as no parameter.
func nextOf(c *kit.Client, after string, body any, headers ...string) hand {
	path := "/v1/student/request/next"
	if after != "" {
		path += "?after=" + after
	}
	var h hand
	c.Put(path, body, headers...).OK().Into(&h)
	return h
}

// onlyThese leaves n applications to university A, and returns them in the order of their names.
func onlyThese(t *testing.T, a *kit.App, n int) []string {
	t.Helper()
	c := a.As(t, "all")
	for h := nextOf(c, "", nil); len(h.Cards) > 0; h = nextOf(c, "", nil) {
		for _, id := range h.ids() {
			decide(c, id, "active").OK()
		}
	}
	c.Delete("/v1/student/request/next", nil).OK()
	ids := make([]string, n)
	for i := range ids {
		ids[i] = apply(t, a, nameOf(i), i)
	}
	return ids
}

func decide(c *kit.Client, id, to string, headers ...string) kit.Answer {
	return c.Put("/v1/user/status", map[string]any{"uuidUser": id, "newStatus": to, "reasonText": "Ошибки в ФИО"}, headers...)
}

// nameOf returns names in the order of i. They have no digits: a search for those would also find phones and random numbers.
func nameOf(i int) string {
	return "Подряд " + string([]rune{'А' + rune(i/26), 'а' + rune(i%26)})
}

// seenBy waits until the journal tells that a student was shown by an action.
func seenBy(t *testing.T, a *kit.App, student, action string) {
	t.Helper()
	auditor := a.As(t, "all")
	watch.Until(t, 20*time.Second, action+" is recorded", func() bool {
		var lists struct{ Items []struct{ Action string } }
		auditor.Get("/v1/journal/seen/" + student + "/lists").OK().Into(&lists)
		return len(lists.Items) > 0 && lists.Items[0].Action == action
	})
}

var byName = []string{"X-Sort-Field", "surname", "X-Sort-Direction", "ASC"}

func TestTheNextApplicationsFollowTheList(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		ids := onlyThese(t, a, 8)
		c := a.As(t, "student")
		first := nextOf(c, "", nil, byName...)
		if !slices.Equal(first.ids(), ids[:5]) || first.Left != 8 || first.Cards[0].Status != "moderation" {
			t.Fatalf("first hand %v of %d, want %v", first.ids(), first.Left, ids[:5])
		}
		seenBy(t, a, ids[0], "applications.list")
		decide(c, ids[0], "active").OK()
		decide(c, ids[4], "rejected").OK()
		second := nextOf(c, ids[4], nil, byName...) // which has left the list
		if want := []string{ids[5], ids[6], ids[7], ids[1], ids[2]}; !slices.Equal(second.ids(), want) || second.Left != 6 {
			t.Fatalf("second hand %v of %d, want %v: what was passed over comes at the end", second.ids(), second.Left, want)
		}
		if third := nextOf(c, ids[6], map[string]any{"searchString": nameOf(6)}, byName...); !slices.Equal(third.ids(), ids[6:7]) || third.Left != 1 {
			t.Errorf("the only one left comes again: %v of %d", third.ids(), third.Left)
		}
		if none := nextOf(c, "", map[string]any{"searchString": "нет такого"}); len(none.Cards) != 0 || none.Cards == nil || none.Left != 0 {
			t.Errorf("nothing found: %+v", none)
		}
		c.Put("/v1/student/request/next", map[string]any{"status": "rejected"}).Is(422)
		c.Put("/v1/student/request/next?after="+uuid.NewString(), nil).Is(404)
		c.Put("/v1/student/request/next?after=x", nil).Is(422)
		c.Put("/v1/student/request/next", nil, "X-Sort-Field", "phone").Is(422)
	})
}

func TestNextApplicationsAreScoped(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		ids := onlyThese(t, a, 2)
		foreign := a.As(t, "student2")
		if h := nextOf(foreign, "", nil); len(h.Cards) != 0 || h.Left != 0 {
			t.Errorf("a foreign operator is dealt %+v", h)
		}
		foreign.Put("/v1/student/request/next?after="+ids[0], nil).Is(404)
		a.As(t, "univer").Put("/v1/student/request/next", nil).Is(403)
		a.As(t, "univer").Delete("/v1/student/request/next", nil).Is(403)
	})
}

func TestLeasedApplicationsAreNotDealtToOthers(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		ids := onlyThese(t, a, 7)
		one, two, three := a.As(t, "student"), a.As(t, "chairman"), a.As(t, "all")
		if h := nextOf(one, "", nil, byName...); !slices.Equal(h.ids(), ids[:5]) {
			t.Fatal(h.ids())
		}
		if h := nextOf(two, "", nil, byName...); !slices.Equal(h.ids(), ids[5:]) || h.Left != 7 {
			t.Fatalf("the second is dealt %v of %d", h.ids(), h.Left)
		}
		if h := nextOf(three, "", nil); len(h.Cards) != 0 || h.Left != 7 {
			t.Fatalf("all is leased, and the third is dealt %v of %d", h.ids(), h.Left)
		}
		decide(three, ids[0], "active").OK() // a lease forbids nothing
		two.Delete("/v1/student/request/next", nil).OK()
		if h := nextOf(three, "", nil, byName...); !slices.Equal(h.ids(), ids[5:]) {
			t.Fatalf("after the second has left the third is dealt %v", h.ids())
		}
		three.Delete("/v1/student/request/next", nil).OK()
		a.Clock.Advance(4 * time.Minute)
		if h := nextOf(two, "", nil, byName...); !slices.Equal(h.ids(), ids[5:]) {
			t.Fatalf("after four minutes the second is dealt %v", h.ids())
		}
		a.Clock.Advance(time.Minute)
		if h := nextOf(two, "", nil, byName...); !slices.Equal(h.ids(), []string{ids[1], ids[2], ids[3], ids[4], ids[5]}) {
			t.Fatalf("after five minutes the second is dealt %v", h.ids())
		}
	})
}

// round decides all that an operator is dealt, as the console does: with the version of the card that was opened.
func round(c *kit.Client, decided *sync.Map, refused *atomic.Int32) {
	after := ""
	for {
		h := nextOf(c, after, nil)
		if len(h.Cards) == 0 {
			if h.Left == 0 {
				return
			}
			continue // the other has the rest
		}
		for _, id := range h.ids() {
			decideOnce(c, id, decided, refused)
		}
		after = h.last()
	}
}

func decideOnce(c *kit.Client, id string, decided *sync.Map, refused *atomic.Int32) {
	tag := c.Get("/v1/student/" + id).OK().Header.Get("ETag")
	switch answer := decide(c, id, "active", "If-Match", tag); answer.Status {
	case http.StatusOK:
		if _, twice := decided.LoadOrStore(id, true); twice {
			panic("decided twice: " + id)
		}
	case http.StatusConflict:
		refused.Add(1)
	default:
		answer.OK()
	}
}

func TestTwoModeratorsNeverMeet(t *testing.T) {
	const applications = 200
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		ids := onlyThese(t, a, applications)
		clients := []*kit.Client{a.As(t, "student"), a.As(t, "chairman")}
		var decided sync.Map
		var refused atomic.Int32
		kit.Together(len(clients), func(i int) { round(clients[i], &decided, &refused) })
		for _, id := range ids {
			if _, ok := decided.Load(id); !ok || statusOf(t, a, id) != "active/" {
				t.Fatalf("%s was left", id)
			}
		}
		rows := kit.One[int](t, a, "SELECT count(*) FROM audit_log WHERE action = 'students.active' AND object IN (?)", ids)
		if rows != applications || refused.Load() != 0 {
			t.Errorf("%d decisions in the log, %d refused; want %d and none", rows, refused.Load(), applications)
		}
	})
}

// The negative control: from the list both open the same cards. Versions refuse the second decision, so that none is made twice, but
// the work is done twice.
func TestControlWithoutLeasesTheyMeetAndVersionsRefuse(t *testing.T) {
	const applications = 40
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		ids := onlyThese(t, a, applications)
		clients := []*kit.Client{a.As(t, "student"), a.As(t, "chairman")}
		var decided sync.Map
		var refused atomic.Int32
		for _, id := range ids {
			kit.Together(len(clients), func(i int) { decideOnce(clients[i], id, &decided, &refused) })
		}
		rows := kit.One[int](t, a, "SELECT count(*) FROM audit_log WHERE action = 'students.active' AND object IN (?)", ids)
		if rows != applications || refused.Load() == 0 {
			t.Errorf("%d decisions in the log, %d refused; want %d and some", rows, refused.Load(), applications)
		}
	})
}

func TestEndedLeasesAreCleanedUp(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		onlyThese(t, a, 3)
		nextOf(a.As(t, "student"), "", nil)
		clean := func(at time.Time) int {
			if err := leases.CleanUp(context.Background(), a.DB, at); err != nil {
				t.Fatal(err)
			}
			return kit.One[int](t, a, "SELECT count(*) FROM leases")
		}
		if now, later := clean(a.Clock.Now()), clean(a.Clock.Now().Add(leases.Term+time.Second)); now != 3 || later != 0 {
			t.Errorf("%d live leases kept, %d ended ones; want 3 and 0", now, later)
		}
	})
}
