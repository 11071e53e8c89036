package partners_test

import (
	"context"
	"fmt"
	"sync"
	"testing"

	"github.com/google/uuid"

	"studbonus/internal/platform/db"
	"studbonus/internal/test/kit"
)

func fix(size, description string) map[string]any {
	return map[string]any{"type": "fix", "size": size, "description": description, "name": ""}
}

func addDiscounts(c *kit.Client, id string, discounts ...any) kit.Answer {
	return c.Post("/v1/discount", map[string]any{"uuidPartner": id, "discounts": discounts})
}

func TestDiscountsAreAddedChangedAndDeleted(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		c := a.As(t, "chairman")
		id := created(t, a, c, nil)
		var added []discount
		answer := addDiscounts(c, id, fix("10", " на всё "), map[string]any{"type": "free", "name": "Чай", "description": "к пирогу"}).OK()
		answer.Into(&added)
		isAudited(t, a, answer, "partners.discount.add partner "+id)
		if len(added) != 2 || added[0].Description != "на всё" || text(added[1].Name) != "Чай" || added[1].Size != nil {
			t.Fatalf("%s", answer.Body)
		}
		answer = c.Put("/v1/discount/"+added[0].UUIDDiscount, map[string]any{"type": "free", "name": "Пирог", "description": "каждый пятый"}).OK()
		isAudited(t, a, answer, "partners.discount.save partner "+id)
		p, tag := cardOf(t, c, id)
		if p.Discounts[0].UUIDDiscount != added[0].UUIDDiscount || text(p.Discounts[0].Name) != "Пирог" || p.Discounts[0].Size != nil || p.CountDiscounts != 2 {
			t.Errorf("%+v", p.Discounts)
		}
		if tag != `"1"` {
			t.Errorf("an open form would be out of date by a discount: %s", tag)
		}
		answer = c.Delete("/v1/discount/"+added[0].UUIDDiscount, nil).OK()
		isAudited(t, a, answer, "partners.discount.delete partner "+id)
		c.Delete("/v1/discount/"+added[0].UUIDDiscount, nil).Is(404)
		c.Put("/v1/discount/"+added[0].UUIDDiscount, fix("1", "x")).Is(404)
		if p, _ = cardOf(t, c, id); p.CountDiscounts != 1 || len(p.Discounts) != 1 || p.Discounts[0].UUIDDiscount != added[1].UUIDDiscount {
			t.Errorf("%+v", p.Discounts)
		}
	})
}

func TestFourthDiscountIsAConflict(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		c := a.As(t, "all")
		four := []any{fix("1", "раз"), fix("2", "два"), fix("3", "три"), fix("4", "четыре")}
		unchanged(t, a, func() {
			isRefused(t, a, c.Post("/v2/partner", form(t, a, map[string]any{"discounts": four})), 409, "")
		})
		id := created(t, a, c, map[string]any{"discounts": four[:2]})
		unchanged(t, a, func() {
			isRefused(t, a, addDiscounts(c, id, four[2], four[3]), 409, "") // all or nothing: the one that fits is not added either
			isRefused(t, a, addDiscounts(c, id, four...), 409, "")
			isRefused(t, a, addDiscounts(c, id), 422, "discounts")
			isRefused(t, a, c.Post("/v1/discount", map[string]any{"uuidPartner": id}), 422, "discounts")
			isRefused(t, a, addDiscounts(c, id, fix("", "x")), 422, "discounts[0].size")
			isRefused(t, a, addDiscounts(c, id, map[string]any{"type": "gift", "size": "1", "description": "x"}), 422, "discounts[0].type")
			isRefused(t, a, c.Post("/v1/discount", map[string]any{"uuidPartner": "x", "discounts": four[:1]}), 422, "uuidPartner")
		})
		addDiscounts(c, id, four[2]).OK()
		isRefused(t, a, addDiscounts(c, id, four[3]), 409, "")
		p, _ := cardOf(t, c, id)
		c.Delete("/v1/discount/"+p.Discounts[0].UUIDDiscount, nil).OK() // frees a place
		addDiscounts(c, id, four[3]).OK()
		if p, _ = cardOf(t, c, id); p.CountDiscounts != 3 || p.Discounts[2].Description != "четыре" {
			t.Errorf("%+v", p.Discounts)
		}
	})
}

// Fifty concurrent adds leave three discounts (rules 7.7).
func TestFiftyParallelAddsLeaveThreeDiscounts(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		clients := []*kit.Client{a.As(t, "all"), a.As(t, "univer"), a.As(t, "chairman")}
		for round := range 3 {
			id := created(t, a, clients[0], nil)
			statuses := make(chan int, 50)
			var all sync.WaitGroup
			for i := range 50 {
				all.Go(func() { statuses <- addDiscounts(clients[i%3], id, fix(fmt.Sprint(i+1), "на всё")).Status })
			}
			all.Wait()
			close(statuses)
			count := map[int]int{}
			for s := range statuses {
				count[s]++
			}
			if p, _ := cardOf(t, clients[0], id); count[200] != 3 || count[409] != 47 || p.CountDiscounts != 3 || len(p.Discounts) != 3 {
				t.Fatalf("round %d: %v, %d discounts", round, count, p.CountDiscounts)
			}
			if n := kit.One[int](t, a, "SELECT count(*) FROM audit_log WHERE object = ? AND action = 'partners.discount.add'", id); n != 3 {
				t.Errorf("%d audit rows", n)
			}
		}
	})
}

// Negative control: counting first and inserting afterwards, without a lock, exceeds three; only the constraint on the
// position stops it.
func TestControlCountThenInsertExceedsThreeDiscounts(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		c := a.As(t, "all")
		number := kit.One[int64](t, a, "SELECT id FROM partners WHERE uuid = ?", created(t, a, c, nil))
		var counting sync.WaitGroup
		counting.Add(6)
		careless := func(i int) error {
			n := kit.One[int](t, a, "SELECT count(*) FROM discounts WHERE partner_id = ?", number)
			counting.Done()
			counting.Wait() // all count before one inserts
			if n >= 3 {
				return nil
			}
			return a.DB.Tx(context.Background(), func(ctx context.Context, tx db.Tx) error {
				_, err := tx.Exec(ctx, "INSERT INTO discounts (uuid, partner_id, place, type, name, size, description, created_at) VALUES (?, ?, ?, 'fix', '', '1', 'x', ?)",
					uuid.NewString(), number, i+1, kit.Start)
				return err
			})
		}
		errs := make(chan error, 6)
		var all sync.WaitGroup
		for i := range 6 {
			all.Go(func() { errs <- careless(i) })
		}
		all.Wait()
		close(errs)
		stopped := 0
		for err := range errs {
			if err != nil {
				stopped++
			}
		}
		if stopped == 0 {
			t.Error("nobody got past the count: this control proves nothing")
		}
		if n := kit.One[int](t, a, "SELECT count(*) FROM discounts WHERE partner_id = ?", number); n != 3 {
			t.Errorf("%d discounts: the table lets more than three in", n)
		}
	})
}

func TestVacanciesAreAddedChangedAndDeleted(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		c := a.As(t, "univer")
		id := created(t, a, c, nil)
		type vacancy struct {
			UUIDVacancy, Title, Link string
			Description              *string
		}
		list := func() (out []vacancy) {
			c.Get("/v1/vacancies/" + id).OK().Into(&out)
			return out
		}
		var first struct{ UUIDVacancy string }
		answer := c.Post("/v1/vacancies", map[string]any{"uuidPartner": id, "vacancy": map[string]any{"title": " Бариста ", "link": "https://example.org/job", "description": nil}}).OK()
		answer.Into(&first)
		isAudited(t, a, answer, "partners.vacancy.add partner "+id)
		c.Post("/v1/vacancies", map[string]any{"uuidPartner": id, "vacancy": map[string]any{"title": "Повар", "link": "mailto:hr@example.org", "description": "Варить"}}).OK()
		if got := list(); len(got) != 2 || got[0].Title != "Повар" || got[1].Title != "Бариста" || got[1].Description != nil {
			t.Errorf("%+v", got)
		}
		unchanged(t, a, func() {
			for field, with := range map[string]map[string]any{"title": {"title": "", "link": "https://example.org"}, "link": {"title": "x", "link": nil}} {
				isRefused(t, a, c.Post("/v1/vacancies", map[string]any{"uuidPartner": id, "vacancy": with}), 422, field)
				isRefused(t, a, c.Put("/v1/vacancies/"+first.UUIDVacancy, with), 422, field)
			}
			isRefused(t, a, c.Post("/v1/vacancies", map[string]any{"uuidPartner": id}), 422, "vacancy")
		})
		answer = c.Put("/v1/vacancies/"+first.UUIDVacancy, map[string]any{"title": "Старший бариста", "link": "tel:+74950000000", "description": "Учить"}).OK()
		isAudited(t, a, answer, "partners.vacancy.save partner "+id)
		if got := list(); got[1].Title != "Старший бариста" || text(got[1].Description) != "Учить" {
			t.Errorf("%+v", got)
		}
		answer = c.Delete("/v1/vacancies/"+first.UUIDVacancy, nil).OK()
		isAudited(t, a, answer, "partners.vacancy.delete partner "+id)
		c.Delete("/v1/vacancies/"+first.UUIDVacancy, nil).Is(404)
		if p, _ := cardOf(t, c, id); p.CountVacancies != 1 || len(list()) != 1 {
			t.Errorf("the tab counts %d", p.CountVacancies)
		}
	})
}
