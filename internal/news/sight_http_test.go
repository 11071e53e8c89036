package news_test

import (
	"fmt"
	"testing"

	"github.com/google/uuid"

	"studbonus/internal/test/kit"
)

// ids are the identifiers by which the parts of an item are addressed.
type ids struct{ news, survey, event, photo string }

func createFull(t *testing.T, c *kit.Client, level string) ids {
	t.Helper()
	image := uploaded(c)
	id := create(t, c, form(level, object{"pooling": survey(), "event": event(), "keyFiles": []string{image.KeyFile}}))
	k, _ := read(t, c, id)
	return ids{id, k.Pooling.UUIDPooling, k.Event.UUIDEvent, k.PhotoURL[0].UUIDPhoto}
}

// reads are the calls that return something of an item.
var reads = map[string]func(c *kit.Client, i ids) kit.Answer{
	"card":       func(c *kit.Client, i ids) kit.Answer { return c.Get("/v1/news/" + i.news) },
	"neighbours": func(c *kit.Client, i ids) kit.Answer { return c.Put("/v1/news/neighbours/"+i.news, object{}) },
	"survey":     func(c *kit.Client, i ids) kit.Answer { return c.Get("/v2/news/pooling/" + i.news) },
	"results":    func(c *kit.Client, i ids) kit.Answer { return c.Get("/v2/news/pooling/export/" + i.survey) },
	"participants": func(c *kit.Client, i ids) kit.Answer {
		return c.Put("/v1/student/request-by-event/get-students", object{"uuidNews": i.news})
	},
	"spreadsheet": func(c *kit.Client, i ids) kit.Answer {
		return c.Get("/v1/student/request-by-event/students-download-xlsx/" + i.news)
	},
}

// writes are the calls that change an item; its owner may make all of them.
var writes = map[string]func(c *kit.Client, i ids) kit.Answer{
	"save": func(c *kit.Client, i ids) kit.Answer {
		return c.Put("/v1/news/"+i.news, object{"title": "Чужая рука"})
	},
	"delete": func(c *kit.Client, i ids) kit.Answer { return c.Delete("/v1/news/"+i.news, nil) },
	"add survey": func(c *kit.Client, i ids) kit.Answer {
		return c.Post("/v2/news/pooling", survey(object{"uuidNews": i.news}))
	},
	"delete survey": func(c *kit.Client, i ids) kit.Answer { return c.Delete("/v1/news/pooling/"+i.survey, nil) },
	"add event": func(c *kit.Client, i ids) kit.Answer {
		return c.Post("/v2/news/event", event(object{"uuidNews": i.news}))
	},
	"delete event": func(c *kit.Client, i ids) kit.Answer { return c.Delete("/v1/news/event/"+i.event, nil) },
	"delete photo": func(c *kit.Client, i ids) kit.Answer { return c.Delete("/v1/news/photo/"+i.photo, nil) },
}

// Rules 17.2: an invisible item is 404, a visible foreign one cannot be changed, and refused calls change nothing.
func TestVisibilityAndEditRights(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		clients := everyone(t, a)
		for _, item := range items {
			i := createFull(t, clients[item.author], item.level)
			for _, approval := range approvals {
				kit.Exec(t, a, "UPDATE news SET approval = ? WHERE uuid = ?", approval, i.news)
				before := ""
				for account, r := range item.roles {
					t.Run(fmt.Sprintf("%s, %s, by %s", item.name, approval, account), func(t *testing.T) {
						c := within(t, a, clients[account])
						want := 200
						if !r.sees(approval) {
							want = 404
						}
						for name, call := range reads {
							if got := call(c, i); got.Status != want {
								t.Errorf("%s: status %d, want %d: %s", name, got.Status, want, got.Body)
							}
						}
						history := want
						if want == 200 && !r.owns && !r.moderates {
							history = 403 // the history contains texts that were never published
						}
						c.Get("/v1/audit/news/" + i.news).Is(history)
						if r.owns {
							return
						}
						if want == 200 {
							want = 403
						}
						before = snapshot(t, a)
						for name, call := range writes {
							if got := call(c, i); got.Status != want {
								t.Errorf("%s: status %d, want %d: %s", name, got.Status, want, got.Body)
							}
						}
						unchanged(t, a, before)
					})
				}
			}
		}
	})
}

// The list, its total, its search and its neighbours contain exactly the items whose cards are visible.
func TestListMatchesCardVisibility(t *testing.T) {
	for name, opts := range map[string][]kit.Option{"by plain SQL": nil, "by the index": {kit.WithJobs()}} {
		t.Run(name, func(t *testing.T) {
			kit.OnBoth(t, func(t *testing.T, a *kit.App) {
				clients := everyone(t, a)
				marker := "метка" + uuid.NewString()[:8]
				type made struct {
					id, approval string
					roles        map[string]role
				}
				var all []made
				for _, item := range items {
					for _, approval := range approvals {
						id := create(t, clients[item.author], form(item.level, object{"content": "<p>Про " + marker + "</p>"}))
						moveBySQL(t, a, id, approval)
						all = append(all, made{id, approval, item.roles})
					}
				}
				if opts != nil {
					if err := a.News.Index().Sync(t.Context()); err != nil {
						t.Fatal(err)
					}
				}
				for account, c := range clients {
					want := map[string]bool{}
					for _, m := range all {
						if m.roles[account].sees(m.approval) {
							want[m.id] = true
						}
					}
					answer := c.Put("/v1/news", object{"searchString": marker}, "X-Limit", "100").OK()
					var rows []card
					answer.Into(&rows)
					if len(rows) != len(want) || answer.Header.Get("X-Record-Count") != fmt.Sprint(len(want)) {
						t.Errorf("%s: %d rows of %s, want %d", account, len(rows), answer.Header.Get("X-Record-Count"), len(want))
					}
					for _, row := range rows {
						if !want[row.UUIDNews] {
							t.Errorf("%s sees %s %s", account, row.TypeNews, row.Approve)
						}
					}
				}
			}, opts...)
		})
	}
}

// moveBySQL sets any approval, bypassing the transitions, and queues the index update.
func moveBySQL(t *testing.T, a *kit.App, id, approval string) {
	t.Helper()
	kit.Exec(t, a, "UPDATE news SET approval = ? WHERE uuid = ?", approval, id)
	kit.Exec(t, a, "INSERT INTO list_changes (list, row_id, at) SELECT 'news', id, created_at FROM news WHERE uuid = ?", id)
}

func TestCountWaiting(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		clients := everyone(t, a)
		count := func(account string) (n struct{ Count int }) {
			clients[account].Get("/v1/news/request/count/region").OK().Into(&n)
			return n
		}
		mine, theirs := count("chairman"), count("chairman2")
		create(t, clients["student"], form("region"))
		id := create(t, clients["new"], form("region")) // C is in A's region
		create(t, clients["student2"], form("region"))
		create(t, clients["student"], form("university"))
		if got := count("chairman"); got.Count != mine.Count+2 || count("flag") != got {
			t.Errorf("%d wait in A's region, want %d more than %d", got.Count, 2, mine.Count)
		}
		if got := count("chairman2"); got.Count != theirs.Count+1 {
			t.Errorf("%d wait in B's region, want one more than %d", got.Count, theirs.Count)
		}
		clients["flag"].Put("/v1/news/status", object{"uuidNews": id, "approve": "approved"}).OK()
		if got := count("chairman"); got.Count != mine.Count+1 {
			t.Errorf("%d wait after a decision", got.Count)
		}
		for _, account := range []string{"all", "student", "univer", "student2", "new"} {
			clients[account].Get("/v1/news/request/count/region").Is(403)
		}
	}, kit.WithJobs())
}

func TestRZDBonusList(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		clients := everyone(t, a)
		id := create(t, clients["student2"], form("university", object{"title": "Едем дальше", "rzdBonus": object{"link": "https://rzd.ru"}}))
		var rows []card
		clients["all"].Put("/v1/news/rzd-bonus", object{}, "X-Limit", "100").OK().Into(&rows)
		if len(rows) < 4 || rows[0].UUIDNews != id {
			t.Errorf("%d rows", len(rows))
		}
		for _, row := range rows {
			if row.RZDBonus == nil {
				t.Errorf("%s is not of the programme", row.Title)
			}
		}
		clients["all"].Put("/v1/news/rzd-bonus", object{"searchString": "едем", "typeNews": "university"}).OK().Into(&rows)
		if len(rows) != 1 {
			t.Errorf("%d rows found", len(rows))
		}
		for account, c := range clients {
			if account != "all" {
				c.Put("/v1/news/rzd-bonus", object{}).Is(403)
			}
		}
	})
}
