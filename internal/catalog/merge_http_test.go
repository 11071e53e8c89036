package catalog_test

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"studbonus/internal/test/kit"
	"studbonus/internal/test/watch"
)

func merge(c *kit.Client, kind, from, into string) kit.Answer {
	return c.Post(fmt.Sprintf("/v1/catalog/%s/%s/merge", kind, from), object{"uuidInto": into})
}

func waitForMerge(t *testing.T, a *kit.App) {
	t.Helper()
	watch.Until(t, time.Minute, "the merge is done", func() bool {
		return kit.One[int](t, a, "SELECT count(*) FROM catalogue_merges WHERE status <> 'done'") == 0
	})
}

// place is a city with the numbers of what refers to it.
type place struct {
	ID   int64  `db:"id"`
	UUID string `db:"uuid"`
	Rows int    `db:"n"`
}

const busiestCities = `SELECT c.id, c.uuid, (SELECT count(*) FROM students s WHERE s.city_id = c.id) + (SELECT count(*) FROM trade_points p WHERE p.city_id = c.id)
	+ (SELECT count(*) FROM partners p WHERE p.main_city_id = c.id) + (SELECT count(*) FROM universities u WHERE u.city_id = c.id) AS n
	FROM cities c WHERE EXISTS (SELECT 1 FROM partner_cities p WHERE p.city_id = c.id) AND EXISTS (SELECT 1 FROM universities u WHERE u.city_id = c.id)
	ORDER BY n DESC, c.id LIMIT 2`

// rules 30.4, 30.5.
func TestCitiesMerge(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		c := a.As(t, "all")
		two := kit.All[place](t, a, busiestCities)
		into, from := two[0], two[1]
		if p := merge(c, "cities", from.UUID, from.UUID).Is(422).Problem(); p.Field("uuidInto") == "" {
			t.Errorf("into itself: %+v", p)
		}
		merge(c, "cities", into.UUID, "11111111-1111-4111-8111-111111111111").Is(422)
		merge(c, "cities", "11111111-1111-4111-8111-111111111111", into.UUID).Is(404)
		merge(c, "cities", from.UUID, into.UUID).Is(202)
		waitForMerge(t, a)
		const count = `SELECT (SELECT count(*) FROM students WHERE city_id = ?) + (SELECT count(*) FROM trade_points WHERE city_id = ?)
			+ (SELECT count(*) FROM partners WHERE main_city_id = ?) + (SELECT count(*) FROM universities WHERE city_id = ?)`
		if n := kit.One[int](t, a, count, into.ID, into.ID, into.ID, into.ID); n != from.Rows+into.Rows {
			t.Errorf("%d rows refer to the new city, want %d + %d", n, into.Rows, from.Rows)
		}
		if n := kit.One[int](t, a, "SELECT count(*) FROM news n JOIN universities u ON u.id = n.university_id JOIN cities c ON c.id = u.city_id WHERE n.level = 'region' AND n.region_id <> c.region_id"); n != 0 {
			t.Errorf("%d regional news stayed behind", n)
		}
		if wrong, err := a.Partners.Verify(t.Context()); err != nil || len(wrong) > 0 {
			t.Errorf("the counters of partners: %v, %v", wrong, err)
		}
		merge(c, "cities", from.UUID, into.UUID).Is(404)
		c.Put("/v1/catalog/universities", object{}).OK()
		c.Post("/v1/catalog/universities", newUniversity(from.UUID, 90)).Is(422)
	}, kit.WithJobs())
}

// While one merge of a kind runs, another is refused, and its entries are not deleted. Without jobs it runs for ever.
func TestOneMergeOfAKindAtATime(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		c := a.As(t, "all")
		var ids []string
		for i := range 3 {
			ids = append(ids, added(t, c, "partner-categories", object{"name": fmt.Sprintf("Категория %d", i)}))
		}
		var accepted atomic.Int64
		kit.Together(3, func(i int) {
			if merge(c, "partner-categories", ids[i], ids[(i+1)%3]).Status == 202 {
				accepted.Add(1)
			}
		})
		if accepted.Load() != 1 {
			t.Errorf("%d merges run at once", accepted.Load())
		}
		refused := 0
		for _, id := range ids {
			if c.Delete("/v1/catalog/partner-categories/"+id, nil).Status == 409 {
				refused++
			}
		}
		if refused != 2 {
			t.Errorf("%d of the two entries of a merge are kept", refused)
		}
	})
}

// A merge killed five times shows as failed within three minutes, and can be started again.
func TestAMergeKilledFiveTimesFails(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		c := a.As(t, "all")
		from, into := added(t, c, "partner-categories", object{"name": "Старая"}), added(t, c, "partner-categories", object{"name": "Новая"})
		merge(c, "partner-categories", from, into).Is(202)
		kit.Exec(t, a, "UPDATE river_job SET state = 'running', attempt = 5, attempted_at = ? WHERE kind = 'catalog.merge'", time.Now().UTC().Add(-80*time.Second))
		if err := a.Start(context.Background()); err != nil {
			t.Fatal(err)
		}
		watch.Until(t, 20*time.Second, "the merge has failed", func() bool {
			return kit.One[string](t, a, "SELECT status FROM catalogue_merges") == "error"
		})
		merge(c, "partner-categories", from, into).Is(202)
		watch.Until(t, 20*time.Second, "the second merge is done", func() bool {
			return kit.One[int](t, a, "SELECT count(*) FROM catalogue_merges WHERE status = 'done'") == 1
		})
	})
}

// writeUntil has four clients write until run returns. A write is stored or refused.
func writeUntil(t *testing.T, a *kit.App, write func(c *kit.Client, n int64) kit.Answer, run func()) (written, refused int64) {
	t.Helper()
	var wg sync.WaitGroup
	var ok, no, began atomic.Int64
	stop := make(chan struct{})
	for range 4 {
		c := a.As(t, "all")
		wg.Go(func() {
			for {
				select {
				case <-stop:
					return
				default:
				}
				switch got := write(c, numbers.Add(1)); got.Status {
				case 200:
					ok.Add(1)
				case 409, 422:
					if no.Add(1) > 20 {
						return
					}
				default:
					t.Errorf("status %d: %s", got.Status, got.Body)
					return
				}
				began.Add(1)
			}
		})
	}
	watch.Until(t, time.Minute, "rows are being written", func() bool { return began.Load() > 8 })
	run()
	close(stop)
	wg.Wait()
	return ok.Load(), no.Load()
}

var numbers atomic.Int64

// Rows that refer to an entry are written while it is merged away: each is moved or refused, none is lost or refers to nothing.
// The control moves them without the last step and its lock, and leaves some behind.
func TestWritesDuringAMergeAreMovedOrRefused(t *testing.T) {
	for _, test := range []struct {
		name, kind, table, column string
		write                     func(t *testing.T, a *kit.App, entry string) func(c *kit.Client, n int64) kit.Answer
	}{
		{"questions", "knowledge-categories", "knowledge_questions", "category_id", func(_ *testing.T, _ *kit.App, entry string) func(*kit.Client, int64) kit.Answer {
			return func(c *kit.Client, n int64) kit.Answer {
				return c.Post("/v1/knowledge/question", object{"uuidCategory": entry, "question": fmt.Sprintf("Вопрос %d?", n), "answer": "Ответ."})
			}
		}},
		{"partners", "partner-categories", "partners", "category_id", func(t *testing.T, a *kit.App, entry string) func(*kit.Client, int64) kit.Answer {
			city := findCities(t, a.As(t, "all"), object{"nameCity": "Казань"})[0].UUID
			return func(c *kit.Client, n int64) kit.Answer {
				return c.Post("/v2/partner", object{
					"name": fmt.Sprintf("Партнёр %d", n), "legalName": "ООО «Проба»", "inn": inn(800_000_000 + int(n)), "phone": "+7 (916) 123-45-67", "email": "info@proba.example",
					"linkToSite": "https://proba.example", "uuidMainCity": city, "category": object{"uuidCategory": entry}, "description": "<p>Пироги</p>",
					"socialNetworks": []any{}, "cities": []any{}, "discounts": []any{},
				})
			}
		}},
		{"trade points", "cities", "trade_points", "city_id", func(t *testing.T, a *kit.App, entry string) func(*kit.Client, int64) kit.Answer {
			partner := kit.One[string](t, a, "SELECT CAST(uuid AS TEXT) FROM partners ORDER BY id LIMIT 1")
			return func(c *kit.Client, n int64) kit.Answer {
				points := []any{object{"address": fmt.Sprintf("ул. Мира, %d", n), "workTime": "всегда"}}
				return c.Post("/v2/partner/points/add", object{"uuidPartner": partner, "uuidCity": entry, "salePoints": points})
			}
		}},
		{"universities", "cities", "universities", "city_id", func(_ *testing.T, _ *kit.App, entry string) func(*kit.Client, int64) kit.Answer {
			return func(c *kit.Client, n int64) kit.Answer {
				return c.Post("/v1/catalog/universities", newUniversity(entry, 1_000_000+int(n)))
			}
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			kit.OnBoth(t, func(t *testing.T, a *kit.App) {
				c := a.As(t, "all")
				add := func(name string) (id int64, uuid string) {
					uuid = added(t, c, test.kind, object{"name": name, "codeRegion": "RU-MOW"})
					table := map[string]string{"knowledge-categories": "knowledge_categories", "partner-categories": "partner_categories", "cities": "cities"}[test.kind]
					return kit.One[int64](t, a, "SELECT id FROM "+table+" WHERE uuid = ?", uuid), uuid
				}
				old, from := add("Старое")
				now, into := add("Новое")
				count := func(entry int64) int64 {
					return kit.One[int64](t, a, "SELECT count(*) FROM "+test.table+" WHERE "+test.column+" = ?", entry)
				}
				write := test.write(t, a, from)
				t.Run("control", func(t *testing.T) {
					writeUntil(t, a, write, func() {
						kit.Exec(t, a, "UPDATE "+test.table+" SET "+test.column+" = ? WHERE "+test.column+" = ?", now, old)
						watch.Until(t, time.Minute, "a row came after the move", func() bool { return count(old) > 0 })
					})
				})
				first := count(old) + count(now)
				written, refused := writeUntil(t, a, write, func() {
					merge(c, test.kind, from, into).Is(202)
					waitForMerge(t, a)
				})
				if n := count(now); n != first+written {
					t.Errorf("%d rows refer to the new entry, %d were written", n, first+written)
				}
				if n := count(old); n != 0 {
					t.Errorf("%d rows refer to nothing", n)
				}
				t.Logf("%d written, %d refused", written, refused)
				write(c, numbers.Add(1)).Is(422)
			}, kit.WithJobs())
		})
	}
}
