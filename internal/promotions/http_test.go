package promotions_test

import (
	"net/http"
	"strings"
	"testing"

	"studbonus/internal/testkit"
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

func TestAPromotionIsMadeWithCodesAndTheyArrive(t *testing.T) {
	testkit.OnBoth(t, func(t *testing.T, a *testkit.App) {
		c := a.As(t, "univer")
		of := partner(t, a, c, "Кофейня «Зерно»", "Москва")
		key := uploaded(c, "промокод;примечание\nA-1;x\nA-2;y\nA-1;z\n"+strings.Repeat("Ф", 65)+"\n\n")
		id := promotion(t, c, of, map[string]any{"fileUrl": key, "winLimit": nil})
		got := imported(t, c, id)
		if got.RemainingCodesCount != 2 || got.UsedCodesCount != 0 || got.Import.Status != "done" || got.Import.Total != 4 ||
			got.Import.Imported != 2 || got.Import.Duplicates != 1 || got.Import.Invalid != 1 || got.Import.Progress != 100 {
			t.Errorf("%+v %+v", got, got.Import)
		}
		if bad := got.Import.BadLines; len(bad) != 1 || bad[0].Line != 5 || !strings.Contains(bad[0].Reason, "64") {
			t.Errorf("%+v", bad)
		}
		var is card
		answer := c.Get("/v1/stock/" + id).OK()
		answer.Into(&is)
		if is.Name != "Второй кофе в подарок" || is.Status != "active" || is.State != "running" || is.DateEnd != "30.11.2026" || is.WinLimit != nil ||
			is.Partner.Name != "Кофейня «Зерно»" || is.NameMainCity != "Москва" || is.RemainingCodesCount != 2 || is.FileURL == nil || answer.Header.Get("ETag") != `"1"` {
			t.Errorf("%s", answer.Body)
		}
		// A second upload adds.
		body := form(of, map[string]any{"fileUrl": uploaded(c, "A-2\nA-3\n"), "name": "Третий кофе"})
		c.Put("/v1/stock/"+id, body, "If-Match", `"1"`).OK()
		if got := imported(t, c, id); got.RemainingCodesCount != 3 || got.Import.Imported != 1 || got.Import.Duplicates != 1 {
			t.Errorf("%+v %+v", got, got.Import)
		}
		c.Put("/v1/stock/"+id, body, "If-Match", `"1"`).Is(http.StatusConflict)
	}, testkit.WithJobs())
}
