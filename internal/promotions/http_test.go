package promotions_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/google/uuid"

	"studbonus/internal/test/kit"
)

type row struct {
	UUIDStock, Name, Status, State, DateBegin, DateEnd, CreatedData, NameMainCity string
	IDStock                                                                       int64
	ReasonBlocked, LegalName                                                      *string
	WinLimit                                                                      *int
	Category                                                                      struct{ UUIDCategory, Name string }
	Partner                                                                       struct{ UUIDPartner, Name, NameMainCity, Status string }
	RemainingCodesCount, UsedCodesCount                                           int64
}

type card struct {
	row
	Description string
	FileURL     *string
	Cities      []struct {
		UUIDCity, NameCity string
		CountSalePoints    int
		SalePoints         []struct{ Name string }
	}
}

func cardOf(t testing.TB, c *kit.Client, id string) (is card, tag string) {
	t.Helper()
	answer := c.Get("/v1/stock/" + id).OK()
	answer.Into(&is)
	return is, answer.Header.Get("ETag")
}

func TestCreateImportsCodes(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		c := a.As(t, "univer")
		of := partner(t, a, c, "Кофейня «Зерно»", "Москва")
		key := uploaded(c, "промокод;примечание\nA-1;x\nA-2;y\nA-1;z\n"+strings.Repeat("Ф", 65)+"\n\n")
		id := promotion(t, c, of, map[string]any{"fileUrl": key, "winLimit": nil})
		got := imported(t, c, id)
		if got.RemainingCodesCount != 2 || got.UsedCodesCount != 0 || got.Import.Status != "done" || got.Import.Total != 4 ||
			got.Import.Imported != 2 || got.Import.Duplicates != 1 || got.Import.Invalid != 1 || got.Import.Progress != 100 || *got.Import.FileName != "codes.csv" {
			t.Errorf("%+v %+v", got, got.Import)
		}
		if bad := got.Import.BadLines; len(bad) != 1 || bad[0].Line != 5 || !strings.Contains(bad[0].Reason, "64") {
			t.Errorf("%+v", bad)
		}
		is, tag := cardOf(t, c, id)
		if is.Name != "Второй кофе в подарок" || is.Status != "active" || is.State != "running" || is.DateEnd != "30.11.2026" || is.WinLimit != nil ||
			is.Partner.Name != "Кофейня «Зерно»" || is.Partner.Status != "active" || is.NameMainCity != "Москва" || is.RemainingCodesCount != 2 || tag != `"1"` ||
			is.CreatedData != "2026-11-15 12:00:00" || is.Cities == nil {
			t.Errorf("%+v", is)
		}
		// A second upload adds codes.
		body := form(of, map[string]any{"fileUrl": uploaded(c, "A-2\nA-3\n"), "name": "Третий кофе"})
		c.Put("/v1/stock/"+id, body, "If-Match", tag).OK()
		if got := imported(t, c, id); got.RemainingCodesCount != 3 || got.Import.Imported != 1 || got.Import.Duplicates != 1 {
			t.Errorf("%+v %+v", got, got.Import)
		}
		// Adding codes does not change the card's version: an open form can still be saved.
		if _, now := cardOf(t, c, id); now != `"2"` {
			t.Errorf("the version is %s", now)
		}
		c.Put("/v1/stock/"+id, body, "If-Match", tag).Is(http.StatusConflict)
	}, kit.WithJobs())
}

func TestCreateRefuses(t *testing.T) {
	a := kit.New(t, kit.SQLite)
	c := a.As(t, "univer")
	of := partner(t, a, c, "Кофейня", "Москва")
	before := kit.One[int](t, a, "SELECT count(*) FROM promotions")
	for name, b := range map[string]struct {
		change map[string]any
		field  string
	}{
		"no name":                   {map[string]any{"name": ""}, "name"},
		"a null name":               {map[string]any{"name": nil}, "name"},
		"no description":            {map[string]any{"description": " "}, "description"},
		"no dates":                  {map[string]any{"dateBegin": nil, "dateEnd": nil}, "dateBegin"},
		"reversed dates":            {map[string]any{"dateBegin": "30.11.2026", "dateEnd": "29.11.2026"}, "dateEnd"},
		"winLimit 4":                {map[string]any{"winLimit": 4}, "winLimit"},
		"winLimit a word":           {map[string]any{"winLimit": "one"}, "winLimit"},
		"an unknown partner":        {map[string]any{"uuidPartner": uuid.NewString()}, "uuidPartner"},
		"a partner that is no uuid": {map[string]any{"uuidPartner": "x"}, "uuidPartner"},
		"a file that is not there":  {map[string]any{"fileUrl": strings.Repeat("a", 32)}, "fileUrl"},
		"a file that is no key":     {map[string]any{"fileUrl": "../../etc/passwd"}, "fileUrl"},
	} {
		t.Run(name, func(t *testing.T) {
			p := a.As(t, "univer").Post("/v1/stock", form(of, b.change)).Is(http.StatusUnprocessableEntity).Problem()
			if p.Field(b.field) == "" {
				t.Errorf("%s is not named: %+v", b.field, p)
			}
		})
	}
	if after := kit.One[int](t, a, "SELECT count(*) FROM promotions"); after != before {
		t.Errorf("%d promotions were made by refused calls", after-before)
	}
}

func TestReadOnlyFieldsAreIgnored(t *testing.T) {
	a := kit.New(t, kit.SQLite)
	c := a.As(t, "univer")
	of := partner(t, a, c, "Кофейня", "Москва")
	extra := map[string]any{
		"status": "blocked", "reasonBlocked": "x", "idStock": 1, "uuidStock": uuid.NewString(), "remainingCodesCount": 5, "usedCodesCount": 5, "codesTotal": 5,
		"createdData": "2020-01-01 00:00:00", "version": 7, "state": "ended", "partner": map[string]any{"name": "x"}, "nameMainCity": "x",
	}
	id := promotion(t, c, of, extra)
	other := partner(t, a, c, "Другая", "Казань")
	extra["uuidPartner"] = other
	c.Put("/v1/stock/"+id, form(other, extra)).OK()
	is, tag := cardOf(t, c, id)
	if is.Status != "active" || is.ReasonBlocked != nil || is.RemainingCodesCount != 0 || is.UsedCodesCount != 0 || is.UUIDStock != id || is.IDStock == 1 ||
		is.Partner.Name != "Кофейня" || is.NameMainCity != "Москва" || is.CreatedData != "2026-11-15 12:00:00" || tag != `"2"` || is.State != "running" {
		t.Errorf("%+v %s", is, tag)
	}
}

func TestBlockAndUnblock(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		c := a.As(t, "univer")
		id := promotion(t, c, partner(t, a, c, "Кофейня", "Москва"), nil)
		path := "/v1/stock/" + id + "/status"
		block := map[string]any{"status": "blocked", "reasonBlocked": " Некорректные данные "}
		for _, reason := range []any{nil, "", " ", strings.Repeat("я", 501)} {
			if p := c.Put(path, map[string]any{"status": "blocked", "reasonBlocked": reason}).Is(422).Problem(); p.Field("reasonBlocked") == "" {
				t.Errorf("%v: %+v", reason, p)
			}
		}
		c.Put(path, map[string]any{"status": "ended"}).Is(422)
		c.Put(path, map[string]any{"status": "active"}).Is(409)
		c.Put(path, block, "If-Match", `"9"`).Is(409)
		c.Put(path, block, "If-Match", `"1"`).OK()
		is, tag := cardOf(t, c, id)
		if is.Status != "blocked" || *is.ReasonBlocked != "Некорректные данные" || tag != `"2"` {
			t.Errorf("%+v %s", is, tag)
		}
		if p := a.As(t, "all").Put(path, block).Is(409).Problem(); !strings.Contains(p.Detail, "неактивна") || !strings.Contains(p.Detail, "Лебедева") {
			t.Errorf("the second is not told who was first: %s", p.Detail)
		}
		c.Put(path, map[string]any{"status": "active", "reasonBlocked": ""}).OK()
		if is, _ := cardOf(t, c, id); is.Status != "active" || is.ReasonBlocked != nil {
			t.Errorf("%+v", is)
		}
		var history []struct {
			Action, Operator string
			Reason           *string
		}
		c.Get("/v1/audit/stock/" + id).OK().Into(&history)
		if len(history) != 3 || history[0].Action != "promotions.active" || history[1].Action != "promotions.blocked" || *history[1].Reason != "Некорректные данные" ||
			history[2].Action != "promotions.create" || history[2].Operator != "Лебедева Мария" {
			t.Errorf("%+v", history)
		}
		missing := "/v1/stock/" + uuid.NewString()
		c.Put(missing+"/status", block).Is(404)
		c.Get(missing).Is(404)
		c.Put(missing, form("", nil)).Is(404)
		c.Get(missing + "/codes/count").Is(404)
		c.Get(missing + "/statistic").Is(404)
		c.Get(missing + "/statistic/xlsx").Is(404)
		c.Put("/v1/stock/neighbours/"+uuid.NewString(), map[string]any{}).Is(404)
		c.Get("/v1/audit/stock/" + uuid.NewString()).Is(404)
		c.Get("/v1/stock/x").Is(404)
	})
}

func TestRolesWithoutAccessAreRefused(t *testing.T) {
	a := kit.New(t, kit.SQLite)
	c := a.As(t, "student")
	c.Put("/v1/stock", map[string]any{}).Is(403)
	c.Put("/v1/stock/codes/find", map[string]any{"codeValue": "A"}).Is(403)
	if p := upload(c, "codes.csv", []byte("A1\n")).Is(403).Problem(); p.Detail == "" {
		t.Error("no word of it")
	}
}

// A repeated create makes one promotion and one import.
func TestRepeatedCreateIsIdempotent(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		c := a.As(t, "univer")
		body := form(partner(t, a, c, "Кофейня", "Москва"), map[string]any{"fileUrl": uploaded(c, "A1\nA2\n")})
		key := uuid.NewString()
		var first, again struct{ UUIDStock string }
		c.Post("/v1/stock", body, "Idempotency-Key", key).OK().Into(&first)
		c.Post("/v1/stock", body, "Idempotency-Key", key).OK().Into(&again)
		if first != again || kit.One[int](t, a, "SELECT count(*) FROM promo_imports i JOIN promotions p ON p.id = i.promotion_id WHERE p.uuid = ?", first.UUIDStock) != 1 {
			t.Errorf("%s and %s", first, again)
		}
		c.Post("/v1/stock", body).Is(422) // without the key it is a new promotion, and the file is in use
	})
}

func TestPartnerCardShowsPromotions(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		c := a.As(t, "univer")
		of := partner(t, a, c, "Кофейня", "Москва")
		type partnerCard struct {
			CountStocks int
			Stocks      []struct{ UUIDStock, Name, Status, DateBegin, DateEnd string }
		}
		get := func() (is partnerCard) {
			c.Get("/v2/partner/" + of).OK().Into(&is)
			return is
		}
		if is := get(); is.CountStocks != 0 || is.Stocks == nil || len(is.Stocks) != 0 {
			t.Errorf("%+v", is)
		}
		id := promotion(t, c, of, nil)
		promotion(t, c, of, map[string]any{"name": "Вторая"})
		if is := get(); is.CountStocks != 2 || len(is.Stocks) != 2 || is.Stocks[0].Name != "Вторая" || is.Stocks[1].UUIDStock != id || is.Stocks[1].DateBegin != "01.11.2026" {
			t.Errorf("%+v", is)
		}
		var rows []row
		c.Put("/v1/stock", map[string]any{"uuidPartner": of}).OK().Into(&rows)
		if len(rows) != 2 {
			t.Errorf("%+v", rows)
		}
		c.Put("/v1/stock", map[string]any{"uuidPartner": uuid.NewString()}).OK().Into(&rows)
		if len(rows) != 0 {
			t.Errorf("%+v", rows)
		}
	})
}

func TestCardShowsTradePointsByCity(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		c := a.As(t, "univer")
		of := partner(t, a, c, "Кофейня", "Москва")
		id := promotion(t, c, of, nil)
		for _, city := range []string{"Москва", "Казань"} {
			points := []map[string]any{}
			for _, address := range []string{"ул. Яблоневая, 1", "ул. Абрикосовая, 2"} {
				points = append(points, map[string]any{"address": address, "workTime": "Пн:09:00-18:00"})
			}
			c.Post("/v1/salepoint", map[string]any{
				"uuidPartner": of, "salePoints": points,
				"uuidCity": kit.One[string](t, a, "SELECT CAST(uuid AS TEXT) FROM cities WHERE name = ? ORDER BY population DESC LIMIT 1", city),
			}).OK()
		}
		is, _ := cardOf(t, c, id)
		if len(is.Cities) != 2 || is.Cities[0].NameCity != "Казань" || is.Cities[1].NameCity != "Москва" || is.Cities[0].CountSalePoints != 2 ||
			is.Cities[0].SalePoints[0].Name != "ул. Абрикосовая, 2" || is.Cities[0].SalePoints[1].Name != "ул. Яблоневая, 1" {
			t.Errorf("%+v", is.Cities)
		}
	})
}
