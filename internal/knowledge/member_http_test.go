package knowledge_test

import (
	"fmt"
	"net/url"
	"slices"
	"testing"

	"github.com/google/uuid"

	"studbonus/internal/test/kit"
)

type memberQuestion struct {
	ID, Question, Answer string
	Category             struct{ ID, Name string }
	Useful               int
	IsUseful             *bool
}

// questionsFor reads the list to its end; between runs after each page.
func questionsFor(c *kit.Client, query url.Values, between func()) (all []memberQuestion) {
	for {
		var page struct {
			Items []memberQuestion
			Next  *string
		}
		c.Get("/s/v1/knowledge?" + query.Encode()).OK().Into(&page)
		if all = append(all, page.Items...); page.Next == nil {
			return all
		}
		query.Set("after", *page.Next)
		if between != nil {
			between()
		}
	}
}

func TestStudentsReadTheKnowledgeBase(t *testing.T) {
	for name, opts := range map[string][]kit.Option{"by plain SQL": nil, "by the index": {kit.WithJobs()}} {
		t.Run(name, func(t *testing.T) {
			kit.OnBoth(t, func(t *testing.T, a *kit.App) {
				operator, guest := a.As(t, "student"), a.Guest(t)
				id := created(t, operator, draft(category(t, a, 2), "Где взять щётку?", "В профкоме, ёлки-палки."))
				want := kit.All[string](t, a, "SELECT CAST(uuid AS TEXT) FROM knowledge_questions ORDER BY id DESC")
				n := 0
				got := questionsFor(guest, url.Values{"limit": {"7"}}, func() {
					n++
					created(t, operator, draft(category(t, a, 1), fmt.Sprint("Новый ", n), "x"))
				})
				ids := make([]string, len(got))
				for i, q := range got {
					ids[i] = q.ID
				}
				if !slices.Equal(ids, want) {
					t.Errorf("%d questions, want %d", len(ids), len(want))
				}
				for search, finds := range map[string]bool{"щетк": true, "ЁЛКИ проф": true, "otnr": true, "щетка зубная": false} {
					found := questionsFor(guest, url.Values{"search": {search}, "category": {category(t, a, 2)}}, nil)
					if slices.ContainsFunc(found, func(q memberQuestion) bool { return q.ID == id }) != finds {
						t.Errorf("%q: %v", search, found)
					}
				}
				guest.Get("/s/v1/knowledge?category=x").Is(422)
				guest.Get("/s/v1/knowledge?after=IngI").Is(422)
			}, opts...)
		})
	}
}

func TestVotesByHTTP(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		id := ownedBy(t, a, spbgu)
		kit.Exec(t, a, "UPDATE knowledge_questions SET question = 'Щётка?', search_text = 'щетка?', votes_plus = 0, votes_minus = 0 WHERE uuid = ?", id)
		kit.Exec(t, a, "DELETE FROM knowledge_votes WHERE question_id = (SELECT id FROM knowledge_questions WHERE uuid = ?)", id)
		one, two := a.ActiveStudent(t, "7729082090", 0), a.ActiveStudent(t, "7801002274", 0)
		is := func(c *kit.Client, useful int, mine any) {
			t.Helper()
			got := questionsFor(c, url.Values{"search": {"щетка"}}, nil)[0]
			var vote any
			if got.IsUseful != nil {
				vote = *got.IsUseful
			}
			if got.Useful != useful || vote != mine {
				t.Errorf("%+v, want %d, %v", got, useful, mine)
			}
		}
		vote := func(c *kit.Client, isUseful any) kit.Answer {
			return c.Put("/s/v1/knowledge/"+id+"/vote", map[string]any{"isUseful": isUseful})
		}
		is(one.Client, 0, nil)
		vote(one.Client, true).OK()
		vote(one.Client, true).OK()
		vote(two.Client, true).OK()
		is(one.Client, 2, true)
		vote(one.Client, false).OK()
		is(one.Client, 1, false)
		is(two.Client, 1, true)
		is(a.Guest(t), 1, nil)
		vote(one.Client, "yes").Is(422)
		vote(a.Guest(t), true).Is(401)
		one.Put("/s/v1/knowledge/"+uuid.NewString()+"/vote", map[string]any{"isUseful": true}).Is(404)
	})
}
