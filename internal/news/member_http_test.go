package news_test

import (
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"studbonus/internal/test/kit"
)

type entry struct {
	ID, Title, Excerpt, Level     string
	University, PhotoURL          *string
	IsPinned, HasSurvey, HasEvent bool
	PublishedAt                   time.Time
}

// feedOf reads all pages of a student's feed; between runs after each page.
func feedOf(c *kit.Client, limit int, between func()) (all []entry) {
	after := ""
	for {
		var page struct {
			Items []entry
			Next  *string
		}
		c.Get(fmt.Sprintf("/s/v1/news?limit=%d&after=%s", limit, after)).OK().Into(&page)
		all = append(all, page.Items...)
		if page.Next == nil {
			return all
		}
		after = *page.Next
		if between != nil {
			between()
		}
	}
}

func titles(all []entry) []string {
	out := make([]string, len(all))
	for i, e := range all {
		out[i] = e.Title
	}
	return out
}

// A student's feed has news of the university, the region, the programme and the faculty. Anything else is 404.
func TestMemberFeedByScope(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		clients := everyone(t, a)
		mine, theirs := a.ActiveStudent(t, universityA, 0), a.ActiveStudent(t, universityB, 0)
		faculty := kit.One[string](t, a, "SELECT CAST(f.uuid AS TEXT) FROM faculties f JOIN students s ON s.faculty_id = f.id WHERE s.id = ?", mine.ID)
		otherFaculty := kit.One[string](t, a, "SELECT CAST(f.uuid AS TEXT) FROM faculties f JOIN students s ON s.university_id = f.university_id WHERE s.id = ? AND f.id <> s.faculty_id ORDER BY f.id LIMIT 1", mine.ID)
		region := create(t, clients["student"], form("region", object{"title": "Регион"}))
		blocked := create(t, clients["student"], form("university", object{"title": "Заблокирована"}))
		clients["student"].Put("/v1/news/status", object{"uuidNews": blocked, "approve": "blocked"}).OK()
		clients["chairman"].Put("/v1/news/status", object{"uuidNews": region, "approve": "approved"}).OK()
		for _, c := range []struct {
			name         string
			id           string
			mine, theirs bool
		}{
			{"own university", create(t, clients["student"], form("university")), true, false},
			{"another university", create(t, clients["student2"], form("university")), false, true},
			{"own region", region, true, false},
			{"a region that waits", create(t, clients["student"], form("region")), false, false},
			{"the programme", create(t, clients["all"], form("federal")), true, true},
			{"own faculty", create(t, clients["student"], form("university", object{"forFaculty": []string{faculty}})), true, false},
			{"another faculty", create(t, clients["student"], form("university", object{"forFaculty": []string{otherFaculty}})), false, false},
			{"blocked", blocked, false, false},
			{"tomorrow", create(t, clients["student"], form("university", object{"publishBegin": "2026-11-16 10:00"})), false, false},
		} {
			for who, sees := range map[*kit.Client]bool{mine.Client: c.mine, theirs.Client: c.theirs} {
				if got := slices.ContainsFunc(feedOf(who, 100, nil), func(e entry) bool { return e.ID == c.id }); got != sees {
					t.Errorf("%s: in the feed %v, want %v", c.name, got, sees)
				}
				want := 404
				if sees {
					want = 200
				}
				for _, answer := range []kit.Answer{who.Get("/s/v1/news/" + c.id)} {
					if answer.Status != want {
						t.Errorf("%s: card %d, want %d", c.name, answer.Status, want)
					}
				}
			}
		}
		mine.Get("/s/v1/news/" + uuid.NewString()).Is(404)
		mine.Get("/s/v1/news?after=x").Is(422)
		mine.Get("/s/v1/news?limit=0").Is(422)
	})
}

// The cursor carries the time of the first page: a pin that ends between two pages neither repeats nor skips an item, and
// new items do not shift the pages.
func TestFeedPagesAreStable(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		kit.Exec(t, a, "UPDATE news SET approval = 'blocked'") // hides the demo items
		reads := a.ActiveStudent(t, universityA, 0)
		var want []string
		for i := range 9 {
			body := form("university", object{"title": fmt.Sprint("Новость ", i)})
			switch {
			case i < 3:
				body["fixToDate"] = "2026-11-16 10:00"
			case i == 4:
				body = form("federal", object{"title": "Новость 4"})
			}
			create(t, a.As(t, "all"), body)
			a.Clock.Advance(time.Minute)
		}
		for _, i := range []int{2, 1, 0, 8, 7, 6, 5, 4, 3} {
			want = append(want, fmt.Sprint("Новость ", i))
		}
		for limit := 1; limit <= 10; limit++ {
			if diff := cmp.Diff(want, titles(feedOf(reads.Client, limit, nil))); diff != "" {
				t.Errorf("pages of %d (-want +got):\n%s", limit, diff)
			}
		}
		pages := 0
		got := titles(feedOf(reads.Client, 2, func() {
			if pages++; pages == 1 {
				a.Clock.Set(time.Date(2026, 11, 16, 8, 0, 0, 0, time.UTC)) // the pins have ended
			}
			create(t, a.As(t, "student"), form("university", object{"title": "Свежая"}))
		}))
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("while time goes on (-want +got):\n%s", diff)
		}
		if again := titles(feedOf(reads.Client, 100, nil)); !strings.HasPrefix(again[0], "Свежая") || again[len(again)-1] != "Новость 0" {
			t.Errorf("the next first page: %v", again)
		}
	})
}

type story struct {
	ID, Title, Content string
	Survey             *struct {
		IsOpen, HasVoted bool
		Voted            *int
		Questions        []struct {
			Question, Kind string
			AllowsOther    bool
			Others         *int
			Variants       []struct {
				Letter, Text string
				Voted        *int
			}
		}
	}
	Event *struct {
		HasSeat, IsOpen bool
		Places, Booked  *int
	}
}

func TestVotingByHTTP(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		c, votes := a.As(t, "student"), a.ActiveStudent(t, universityA, 0)
		id := create(t, c, form("university", object{"pooling": survey()}))
		secret := create(t, c, form("university", object{"pooling": survey(object{"isView": false})}))
		good := []object{{"variants": []string{"a"}}, {"variants": []string{"a", "c"}}}
		for name, bad := range map[string]any{
			"nothing": []object{}, "one of two": good[:1], "an unknown letter": []object{{"variants": []string{"z"}}, good[1]}, "two of single": []object{{"variants": []string{"a", "b"}}, good[1]},
			"twice the same": []object{good[0], {"variants": []string{"a", "a"}}}, "own text where none is allowed": []object{good[0], {"other": "Зелёные"}},
			"a long text": []object{{"other": strings.Repeat("я", 501)}, good[1]}, "an empty answer": []object{{}, good[1]},
		} {
			if got := votes.Post("/s/v1/news/"+id+"/vote", object{"answers": bad}).Status; got != 422 {
				t.Errorf("%s: %d", name, got)
			}
		}
		votes.Post("/s/v1/news/"+id+"/vote", object{"answers": good}).OK()
		votes.Post("/s/v1/news/"+id+"/vote", object{"answers": good}).Is(409)
		votes.Post("/s/v1/news/"+secret+"/vote", object{"answers": []object{{"other": " Может быть "}, {"variants": []string{"b"}}}}).OK()
		var read story
		votes.Get("/s/v1/news/" + id).OK().Into(&read)
		if s := read.Survey; s == nil || s.IsOpen || !s.HasVoted || *s.Voted != 1 || *s.Questions[1].Variants[2].Voted != 1 || *s.Questions[0].Others != 0 {
			t.Errorf("%+v", read.Survey)
		}
		read = story{}
		votes.Get("/s/v1/news/" + secret).OK().Into(&read)
		if s := read.Survey; s.Voted != nil || s.Questions[0].Others != nil || s.Questions[0].Variants[0].Voted != nil {
			t.Errorf("hidden results are shown: %+v", s)
		}
		other := a.ActiveStudent(t, universityA, 1)
		a.Clock.Set(time.Date(2026, 11, 20, 7, 0, 0, 0, time.UTC)) // the survey has ended
		other.Post("/s/v1/news/"+id+"/vote", object{"answers": good}).Is(409)
		a.ActiveStudent(t, universityB, 0).Post("/s/v1/news/"+id+"/vote", object{"answers": good}).Is(404)
		if n := kit.One[int](t, a, "SELECT count(*) FROM audit_log WHERE action = 'news.vote' AND member_id IS NOT NULL"); n != 2 {
			t.Errorf("%d votes in the journal", n)
		}
	})
}

func TestSeatsByHTTP(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		c, one, two := a.As(t, "student"), a.ActiveStudent(t, universityA, 0), a.ActiveStudent(t, universityA, 1)
		id := create(t, c, form("university", object{"event": event(object{"placesCount": 1})}))
		seat := "/s/v1/news/" + id + "/seat"
		state := func(c *kit.Client) (hasSeat, isOpen bool, taken int) {
			t.Helper()
			var s story
			c.Get("/s/v1/news/" + id).OK().Into(&s)
			return s.Event.HasSeat, s.Event.IsOpen, *s.Event.Booked
		}
		is := func(c *kit.Client, hasSeat, isOpen bool, taken int) {
			t.Helper()
			if h, o, n := state(c); h != hasSeat || o != isOpen || n != taken {
				t.Errorf("seat %v, open %v, booked %d; want %v, %v, %d", h, o, n, hasSeat, isOpen, taken)
			}
		}
		is(one.Client, false, true, 0)
		one.Delete(seat, nil).OK() // no seat to give back yet
		one.Put(seat, nil).OK()
		one.Put(seat, nil).OK() // a repeated PUT keeps the seat
		is(one.Client, true, false, 1)
		two.Put(seat, nil).Is(409) // no seats left
		is(two.Client, false, false, 1)
		one.Delete(seat, nil).OK()
		one.Delete(seat, nil).OK()
		two.Put(seat, nil).OK()
		is(one.Client, false, false, 1)
		foreign := a.ActiveStudent(t, universityB, 0)
		foreign.Put(seat, nil).Is(404)
		foreign.Delete(seat, nil).Is(404)
		plain := create(t, c, form("university"))
		one.Put("/s/v1/news/"+plain+"/seat", nil).Is(404)
		one.Delete("/s/v1/news/"+plain+"/seat", nil).Is(404)
		a.Clock.Set(time.Date(2026, 11, 19, 16, 0, 0, 0, time.UTC)) // registration has closed
		two.Delete(seat, nil).OK()
		one.Put(seat, nil).Is(409)
		is(one.Client, false, false, 0)
		kit.Exec(t, a, "UPDATE events SET registration_ends_at = NULL")
		one.Put(seat, nil).OK()
		a.Clock.Set(time.Date(2026, 11, 20, 15, 0, 0, 0, time.UTC)) // the event has begun
		one.Delete(seat, nil).Is(409)
		is(one.Client, true, false, 1)
		if wrong, err := a.News.Verify(t.Context()); err != nil || len(wrong) > 0 {
			t.Errorf("%v, %v", wrong, err)
		}
	})
}

// Fifty requests compete for the last seat while its holder gives it back and takes it again.
// TestControlCountThenBookOversells is the negative control.
func TestTheLastSeatByHTTP(t *testing.T) {
	const many = 50
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		id := create(t, a.As(t, "student"), form("university", object{"event": event(object{"placesCount": 1})}))
		students := make([]kit.Student, many)
		for i := range students {
			students[i] = a.ActiveStudent(t, universityA, i)
		}
		var seated atomic.Int32
		kit.Together(many, func(i int) {
			switch status := students[i].Put("/s/v1/news/"+id+"/seat", nil).Status; status {
			case 200:
				seated.Add(1)
			case 409:
			default:
				t.Errorf("status %d", status)
			}
		})
		if got := booked(t, a, id); seated.Load() != 1 || got != 1 {
			t.Errorf("%d were told that they have the seat, %d participants", seated.Load(), got)
		}
		kit.Together(many, func(i int) {
			if i%2 == 0 {
				students[i].Delete("/s/v1/news/"+id+"/seat", nil).OK()
				return
			}
			students[i].Put("/s/v1/news/"+id+"/seat", nil)
		})
		if wrong, err := a.News.Verify(t.Context()); err != nil || len(wrong) > 0 || booked(t, a, id) > 1 {
			t.Errorf("%v, %v", wrong, err)
		}
	})
}
