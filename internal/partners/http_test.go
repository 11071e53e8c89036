package partners_test

import (
	"fmt"
	"maps"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"studbonus/internal/test/kit"
)

func TestCreateSavesEveryField(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		c := a.As(t, "univer")
		logo, key := uploaded(c), uploaded(c)
		answer := c.Post("/v2/partner", form(t, a, map[string]any{
			"name": "  Пирожковая «Проба»  ", "inn": "77 2908-2090", "logo": logo, "keyImg": "/files/" + key, "cities": []any{map[string]any{"uuidCity": uuid.NewString()}},
			"description": `<p onclick="x()">Пироги <script>alert(1)</script><a href="javascript:alert(1)">тут</a> и <a href="https://proba.example">там</a></p><svg/onload=alert(1)>`,
			"discounts":   []any{map[string]any{"type": "fix", "size": "10", "description": "на всё", "name": nil}, map[string]any{"type": "free", "name": "Чай", "description": "к пирогу"}},
		})).OK()
		var made struct{ UUIDPartner string }
		answer.Into(&made)
		isAudited(t, a, answer, "partners.create partner "+made.UUIDPartner)
		p, tag := cardOf(t, c, made.UUIDPartner)
		if tag != `"1"` {
			t.Errorf("ETag %s", tag)
		}
		if len(p.Discounts) != 2 || text(p.Discounts[0].Size) != "10" || p.Discounts[0].Name != nil || text(p.Discounts[1].Name) != "Чай" || p.CountDiscounts != 2 {
			t.Errorf("discounts %+v, %d", p.Discounts, p.CountDiscounts)
		}
		want := map[string]any{
			"name": "Пирожковая «Проба»", "legalName": "ООО «Проба»", "inn": "7729082090", "phone": "79161234567", "email": "info@proba.example", "linkToSite": "https://proba.example",
			"status": "active", "reasonBlocked": nil, "rating": nil, "nameMainCity": "Казань", "logo": "/files/" + logo, "keyImg": "/files/" + key, "createdData": "2026-11-15 12:00:00",
			"description":   `<p>Пироги тут и <a href="https://proba.example" rel="noopener noreferrer nofollow" target="_blank">там</a></p>`,
			"countComments": 0.0, "countComplaints": 0.0, "countPhoto": 0.0, "countSalePoints": 0.0, "countStocks": 0.0, "countVacancies": 0.0,
		}
		got := asMap(t, c.Get("/v2/partner/"+made.UUIDPartner).OK())
		for name, value := range want {
			if diff := cmp.Diff(value, got[name]); diff != "" {
				t.Errorf("%s (-want +got):\n%s", name, diff)
			}
		}
		if p.Category.Name != "Кафе и рестораны" || len(p.SocialNetworks) != 1 || p.SocialNetworks[0].Link != "https://vk.com/proba" || len(p.Stocks) != 0 {
			t.Errorf("%+v", p)
		}
		a.Anyone(t).Get(text(p.Logo)).OK() // logos are public
	})
}

// Every form rule at its limit, one past it and far past it. A refusal names the field and stores nothing.
func TestFormRules(t *testing.T) {
	long := func(n int) string { return strings.Repeat("я", n) }
	link := func(n int) string { return "https://example.org/" + strings.Repeat("a", n-20) }
	network := func(kind, link string) []any { return []any{map[string]any{"type": kind, "link": link}} }
	refused := []struct {
		field string
		with  map[string]any
	}{
		{"name", map[string]any{"name": ""}}, {"name", map[string]any{"name": nil}}, {"name", map[string]any{"name": " \t "}},
		{"name", map[string]any{"name": long(201)}}, {"name", map[string]any{"name": long(100_000)}}, {"name", map[string]any{"name": 5}},
		{"legalName", map[string]any{"legalName": long(301)}}, {"legalName", map[string]any{"legalName": long(3000)}},
		{"inn", map[string]any{"inn": "7729082091"}}, {"inn", map[string]any{"inn": "772908209"}}, {"inn", map[string]any{"inn": "77290820900"}}, {"inn", map[string]any{"inn": "нет"}},
		{"inn", map[string]any{"inn": strings.Repeat("7", 13)}}, {"inn", map[string]any{"inn": "500100732250"}},
		{"phone", map[string]any{"phone": ""}}, {"phone", map[string]any{"phone": nil}}, {"phone", map[string]any{"phone": "7916123456"}}, {"phone", map[string]any{"phone": "791612345678"}}, {"phone", map[string]any{"phone": "телефон"}},
		{"email", map[string]any{"email": "нет"}}, {"email", map[string]any{"email": "a@b"}}, {"email", map[string]any{"email": "A <a@b.ru>"}}, {"email", map[string]any{"email": "a@b.ru, c@d.ru"}}, {"email", map[string]any{"email": "a@b.ru\r\nBcc: x@y.ru"}},
		{"uuidMainCity", map[string]any{"uuidMainCity": ""}}, {"uuidMainCity", map[string]any{"uuidMainCity": nil}}, {"uuidMainCity", map[string]any{"uuidMainCity": "x"}}, {"uuidMainCity", map[string]any{"uuidMainCity": uuid.NewString()}},
		{"category", map[string]any{"category": nil}}, {"category", map[string]any{"category": map[string]any{}}}, {"category", map[string]any{"category": map[string]any{"uuidCategory": "x"}}},
		{"category", map[string]any{"category": map[string]any{"uuidCategory": uuid.NewString(), "name": "Кофейни"}}},
		{"description", map[string]any{"description": "<p>" + long(2001) + "</p>"}}, {"description", map[string]any{"description": "<p>" + long(200_000) + "</p>"}},
		{"linkToSite", map[string]any{"linkToSite": "proba.example"}}, {"linkToSite", map[string]any{"linkToSite": link(2001)}},
		{"socialNetworks[0].type", map[string]any{"socialNetworks": network("ok", "https://ok.ru/x")}},
		{"socialNetworks[0].link", map[string]any{"socialNetworks": network("vk", "vk.com/x")}},
		{"socialNetworks[1].type", map[string]any{"socialNetworks": append(network("vk", "https://vk.com/a"), network("vk", "https://vk.com/b")...)}},
		{"logo", map[string]any{"logo": "https://evil.example/x.png"}}, {"logo", map[string]any{"logo": strings.Repeat("a1", 16)}}, {"keyImg", map[string]any{"keyImg": "../../etc/passwd"}},
		{"discounts[0].size", map[string]any{"discounts": []any{map[string]any{"type": "fix", "size": "", "description": "на всё"}}}},
	}
	taken := []map[string]any{
		{"name": long(200)}, {"legalName": long(300)}, {"legalName": nil, "inn": nil, "email": nil, "linkToSite": nil, "description": nil, "socialNetworks": nil, "discounts": nil, "cities": nil},
		{"inn": "500100732259"}, {"inn": ""}, {"phone": "8 916 123 45 67"}, {"email": ""}, {"linkToSite": ""}, {"linkToSite": "http://пример.рф/путь?x=1#y"}, {"linkToSite": link(2000)},
		{"description": "<p>" + long(1000) + "</p><p>" + long(1000) + "</p>"}, {"description": strings.Repeat("<b>я</b>", 2000)},
		{"socialNetworks": append(append(network("vk", "https://vk.com/a"), network("instagram", "https://instagram.com/a")...), append(network("fb", "https://fb.com/a"), network("twitter", "")...)...)},
		{"category": map[string]any{"uuidCategory": "", "name": "чужое имя"}},
	}
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		c := a.As(t, "all")
		present := created(t, a, c, nil)
		unchanged(t, a, func() {
			for _, r := range refused {
				t.Run(fmt.Sprintf("%s %.40v", r.field, r.with), func(t *testing.T) {
					c := within(t, a, c)
					isRefused(t, a, c.Post("/v2/partner", form(t, a, r.with)), 422, r.field)
					if _, discounts := r.with["discounts"]; !discounts { // the edit form has no discounts
						isRefused(t, a, c.Put("/v2/partner/"+present, form(t, a, r.with)), 422, r.field)
					}
				})
			}
		})
		for _, with := range taken {
			t.Run(fmt.Sprintf("taken %.40v", with), func(t *testing.T) {
				c, with := within(t, a, c), maps.Clone(with)
				if category, ok := with["category"].(map[string]any); ok { // the uuid decides; the name is only for display
					category["uuidCategory"] = categoryUUID(t, a, "Кофейни")
				}
				c.Put("/v2/partner/"+created(t, a, c, with), form(t, a, with)).OK()
			})
		}
	})
}

// badLinks are refused in every link field (rules 7.14).
var badLinks = []string{
	"javascript:alert(1)", "JaVaScRiPt:alert(1)", " javascript:alert(1)", "java\tscript:alert(1)", "javascript&colon;alert(1)", "data:text/html,<script>alert(1)</script>", "vbscript:x", "file:///etc/passwd",
	"ftp://example.org", "ws://example.org", "blob:https://example.org/x", "about:blank", "//example.org", "/path", "example.org", "www.example.org", "http:", "http://", "https:///path", "http:/example.org",
	"http:example.org", `http:\\example.org`, `https://example.org\@evil.example`, "https://user:pass@example.org", "https://user@example.org", "https://exa mple.org", "https://example.org/a b", "https://example.org/\n",
	"https://example.org/<script>", "https://example.org/\"x", "https://.example.org", "https://example..org", "https://-example.org", "https://example.org:", "https://[::1%25lo]/", "https://example。org", "https://exam\u200bple.org",
	"https://\u202eexample.org", "intent://x#Intent;end", "chrome://settings", "view-source:https://example.org",
}

func TestUnsafeLinksAreRefused(t *testing.T) {
	a := kit.New(t, kit.SQLite)
	c := a.As(t, "all")
	id := created(t, a, c, nil)
	if len(badLinks) < 40 {
		t.Fatalf("only %d links", len(badLinks))
	}
	unchanged(t, a, func() {
		for _, bad := range badLinks {
			t.Run(bad, func(t *testing.T) {
				c := within(t, a, c)
				if strings.TrimSpace(bad) != bad && strings.HasPrefix(strings.TrimSpace(bad), "https://") {
					return // blanks around a link are trimmed
				}
				isRefused(t, a, c.Put("/v2/partner/"+id, form(t, a, map[string]any{"linkToSite": bad})), 422, "linkToSite")
				for _, kind := range []string{"vk", "instagram", "fb", "twitter"} {
					isRefused(t, a, c.Put("/v2/partner/"+id, form(t, a, map[string]any{"socialNetworks": []any{map[string]any{"type": kind, "link": bad}}})), 422, "socialNetworks[0].link")
				}
				isRefused(t, a, c.Post("/v1/vacancies", map[string]any{"uuidPartner": id, "vacancy": map[string]any{"title": "Бариста", "link": bad}}), 422, "link")
			})
		}
		for _, contact := range []string{"mailto:a@example.org", "tel:+74950000000"} { // accepted as a way to apply, but not as a site
			isRefused(t, a, c.Put("/v2/partner/"+id, form(t, a, map[string]any{"linkToSite": contact})), 422, "linkToSite")
		}
	})
}

// Read-only fields are ignored in every body (rules 17.6).
func TestReadOnlyFieldsAreIgnored(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		c := a.As(t, "chairman")
		forged := map[string]any{
			"uuidPartner": uuid.NewString(), "idPartner": 1, "status": "blocked", "reasonBlocked": "так", "rating": 5, "createdData": "2001-01-01 00:00:00", "version": 99, "countComments": 7,
			"countDiscounts": 7, "stocks": []any{map[string]any{"name": "x"}}, "uuidUniversity": uuid.NewString(),
		}
		id := created(t, a, c, forged)
		c.Put("/v2/partner/"+id, form(t, a, forged)).OK()
		p, tag := cardOf(t, c, id)
		if p.Status != "active" || p.ReasonBlocked != nil || p.Rating != nil || p.CreatedData != "2026-11-15 12:00:00" || p.CountComments != 0 || p.CountDiscounts != 0 || len(p.Stocks) != 0 || tag != `"2"` || p.IDPartner < 90 {
			t.Errorf("%+v %s", p, tag)
		}
	})
}

func TestConcurrentEditIsStale(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		first, second := a.As(t, "univer"), a.As(t, "chairman2")
		id := created(t, a, first, nil)
		_, tag := cardOf(t, second, id)
		answer := first.Put("/v2/partner/"+id, form(t, a, map[string]any{"name": "Первое"}), "If-Match", tag).OK()
		isAudited(t, a, answer, "partners.save partner "+id)
		isRefused(t, a, second.Put("/v2/partner/"+id, form(t, a, map[string]any{"name": "Второе"}), "If-Match", tag), 409, "")
		isRefused(t, a, second.Put("/v1/partner/"+id+"/status", map[string]any{"status": "blocked", "reasonBlocked": "так"}, "If-Match", tag), 409, "")
		p, fresh := cardOf(t, second, id)
		if p.Name != "Первое" || fresh == tag {
			t.Errorf("%s %s", p.Name, fresh)
		}
		for range 30 { // concurrent saves: exactly one succeeds
			_, tag := cardOf(t, first, id)
			var won atomic.Int32
			var both sync.WaitGroup
			for i, c := range []*kit.Client{first, second} {
				both.Go(func() {
					switch got := c.Put("/v2/partner/"+id, form(t, a, map[string]any{"name": fmt.Sprint(i)}), "If-Match", tag).Status; got {
					case http.StatusOK:
						won.Add(1)
					case http.StatusConflict:
					default:
						t.Errorf("status %d", got)
					}
				})
			}
			both.Wait()
			if won.Load() != 1 {
				t.Fatalf("%d saved", won.Load())
			}
		}
		// Control: without the tag both saves succeed, so the tag is what prevents it.
		first.Put("/v2/partner/"+id, form(t, a, nil)).OK()
		second.Put("/v2/partner/"+id, form(t, a, nil)).OK()
	})
}

func TestBlockingNeedsAReasonAndUnblockingClearsIt(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		c := a.As(t, "univer")
		id := created(t, a, c, nil)
		status := func(body map[string]any, headers ...string) kit.Answer {
			return c.Put("/v1/partner/"+id+"/status", body, headers...)
		}
		unchanged(t, a, func() {
			for _, reason := range []any{nil, "", " \n ", strings.Repeat("я", 501), strings.Repeat("я", 50_000)} {
				isRefused(t, a, status(map[string]any{"status": "blocked", "reasonBlocked": reason}), 422, "reasonBlocked")
			}
			for _, word := range []any{"", "frozen", "ACTIVE", "moderation"} {
				isRefused(t, a, status(map[string]any{"status": word, "reasonBlocked": "так"}), 422, "status")
			}
			isRefused(t, a, status(map[string]any{}), 422, "status")
			isRefused(t, a, status(map[string]any{"status": "active"}), 409, "")
		})
		answer := status(map[string]any{"status": "blocked", "reasonBlocked": "  " + strings.Repeat("я", 500)}).OK()
		isAudited(t, a, answer, "partners.blocked partner "+id)
		p, tag := cardOf(t, c, id)
		if p.Status != "blocked" || text(p.ReasonBlocked) != strings.Repeat("я", 500) || tag != `"2"` {
			t.Errorf("%+v %s", p, tag)
		}
		conflict := status(map[string]any{"status": "blocked", "reasonBlocked": "ещё раз"}).Is(409).Problem()
		if !strings.Contains(conflict.Detail, "заблокирован") || !strings.Contains(conflict.Detail, "Лебедева") {
			t.Errorf("the second is not told who decided: %s", conflict.Detail)
		}
		isAudited(t, a, status(map[string]any{"status": "active", "reasonBlocked": "не нужна"}, "If-Match", tag).OK(), "partners.active partner "+id)
		if p, _ := cardOf(t, c, id); p.Status != "active" || p.ReasonBlocked != nil {
			t.Errorf("%+v", p)
		}
	})
}

func TestHistoryOfPartnerAndOwnedRows(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		c := a.As(t, "univer")
		id := created(t, a, c, nil)
		a.Clock.Advance(time.Minute)
		c.Put("/v2/partner/"+id, form(t, a, map[string]any{"name": "Новое имя"})).OK()
		c.Post("/v1/discount", map[string]any{"uuidPartner": id, "discounts": []any{map[string]any{"type": "fix", "size": "5", "description": "на чай"}}}).OK()
		c.Put("/v1/partner/"+id+"/status", map[string]any{"status": "blocked", "reasonBlocked": "Так надо"}).OK()
		c.Get("/v2/partner/" + id).OK() // views are not recorded
		var got []struct {
			At, Operator, Action string
			Reason               *string
			Changes              map[string]struct{ From, To any }
		}
		c.Get("/v1/audit/partner/" + id).OK().Into(&got)
		var actions []string
		for _, r := range got {
			actions = append(actions, r.Action)
		}
		if diff := cmp.Diff([]string{"partners.blocked", "partners.discount.add", "partners.save", "partners.create"}, actions); diff != "" {
			t.Fatalf("(-want +got):\n%s", diff)
		}
		if text(got[0].Reason) != "Так надо" || got[0].Operator != "Лебедева Мария" || got[2].Changes["name"].To != "Новое имя" || len(got[2].Changes) != 1 || got[2].At != "2026-11-15 12:01:00" {
			t.Errorf("%+v", got)
		}
		c.Get("/v1/audit/partner/" + uuid.NewString()).Is(404)
	})
}

func TestUnknownPartnersAreNotFound(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		c := a.As(t, "all")
		city := cityUUID(t, a, "Казань")
		for _, id := range []string{uuid.NewString(), "x", "1", "%00", uuid.NewString() + "x", strings.Repeat("a", 5000)} {
			for call, body := range map[string]any{
				"GET /v2/partner/":                  nil,
				"PUT /v2/partner/":                  form(t, a, nil),
				"PUT /v1/partner/neighbours/":       map[string]any{},
				"GET /v1/audit/partner/":            nil,
				"PUT /v1/salepoint/":                map[string]any{},
				"GET /v2/partner/points/map/":       nil,
				"GET /v2/partner/photo/list/":       nil,
				"GET /v1/vacancies/":                nil,
				"GET /v2/partner/complaints/":       nil,
				"PUT /v1/discount/":                 map[string]any{"type": "fix", "size": "1", "description": "x"},
				"DELETE /v1/discount/":              nil,
				"DELETE /v1/salepoint/":             nil,
				"PUT /v1/vacancies/":                map[string]any{"title": "x", "link": "https://example.org"},
				"DELETE /v1/vacancies/":             nil,
				"PUT /v1/salepoint/" + id + "/!":    map[string]any{},
				"PUT /v1/partner/" + id + "/status": map[string]any{"status": "active"},
			} {
				method, path, _ := strings.Cut(call, " ")
				path = strings.ReplaceAll(path, "!", city)
				if !strings.Contains(path, id) {
					path += id
				}
				if got := c.Do(method, path, body).Status; got != 404 {
					t.Errorf("%s %.60s: %d, want 404", method, path, got)
				}
			}
		}
		for path, body := range map[string]any{
			"/v1/discount":           map[string]any{"uuidPartner": uuid.NewString(), "discounts": []any{map[string]any{"type": "fix", "size": "1", "description": "x"}}},
			"/v2/partner/points/add": map[string]any{"uuidPartner": uuid.NewString(), "uuidCity": city, "salePoints": []any{map[string]any{"address": "ул. Мира, 1", "workTime": "всегда"}}},
			"/v1/vacancies":          map[string]any{"uuidPartner": uuid.NewString(), "vacancy": map[string]any{"title": "x", "link": "https://example.org"}},
		} {
			c.Post(path, body).Is(404)
		}
	})
}

func TestTheSameCreateSentAgainMakesOnePartner(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		c := a.As(t, "all")
		key, body := uuid.NewString(), form(t, a, map[string]any{"logo": uploaded(c), "discounts": []any{map[string]any{"type": "fix", "size": "10", "description": "на всё"}}})
		var ids sync.Map
		var all sync.WaitGroup
		for range 8 {
			all.Go(func() {
				for {
					answer := c.Post("/v2/partner", body, "Idempotency-Key", key)
					if answer.Status == 409 { // the first call is still in progress
						time.Sleep(20 * time.Millisecond)
						continue
					}
					ids.Store(string(answer.OK().Body), true)
					return
				}
			})
		}
		all.Wait()
		n := 0
		ids.Range(func(any, any) bool { n++; return true })
		if made := kit.One[int](t, a, "SELECT count(*) FROM partners WHERE name = 'Пирожковая «Проба»'"); n != 1 || made != 1 {
			t.Errorf("%d answers, %d partners", n, made)
		}
		if discounts := kit.One[int](t, a, "SELECT count(*) FROM discounts d JOIN partners p ON p.id = d.partner_id WHERE p.name = 'Пирожковая «Проба»'"); discounts != 1 {
			t.Errorf("%d discounts", discounts)
		}
	})
}
