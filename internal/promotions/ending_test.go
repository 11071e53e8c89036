package promotions_test

import (
	"slices"
	"testing"

	"studbonus/internal/platform/clock"
	"studbonus/internal/platform/listquery"
	"studbonus/internal/promotions"
	"studbonus/internal/test/kit"
)

// The list of promotions whose codes end must agree with the forecast on every card.
func TestTheListOfEndingCodesAgreesWithTheCards(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		ctx := t.Context()
		for i, codes := range []struct{ total, used, taken int }{
			{100, 100, 20}, {100, 90, 60}, {100, 90, 10}, {100, 50, 50}, {1000, 10, 10}, {100, 0, 0}, {0, 0, 0}, {100, 80, 40}, {100, 81, 41}, {100, 60, 56}, {10, 10, 0},
		} {
			const of = "(SELECT id FROM promotions WHERE status = 'active' AND begin_date <= '2026-11-15' AND end_date >= '2026-11-15' ORDER BY id LIMIT 1 OFFSET ?)"
			kit.Exec(t, a, "UPDATE promotions SET codes_total = ?, codes_used = ? WHERE id = "+of, codes.total, codes.used, i)
			kit.Exec(t, a, "DELETE FROM promotion_days WHERE promotion_id = "+of, i)
			kit.Exec(t, a, "INSERT INTO promotion_days (promotion_id, day, granted) VALUES ("+of+", '2026-11-15', ?)", i, codes.taken)
		}
		today := clock.DateOf(a.Clock.Now())
		var want []string
		for _, id := range kit.All[string](t, a, "SELECT CAST(uuid AS TEXT) FROM promotions WHERE status = 'active' AND begin_date <= '2026-11-15' AND end_date >= '2026-11-15' AND codes_total > 0 ORDER BY id") {
			c, err := a.Promotions.Codes(ctx, id)
			if err != nil {
				t.Fatal(err)
			}
			if c.Remaining == 0 || c.IsLow && c.LastsUntil != "" && c.LastsUntil <= today.Plus(7) {
				want = append(want, id)
			}
		}
		for _, indexed := range []bool{false, true} {
			if indexed {
				if err := a.Promotions.Index().Sync(ctx); err != nil {
					t.Fatal(err)
				}
			}
			page, err := a.Promotions.List(ctx, listquery.Query[promotions.Filter]{Filter: promotions.Filter{Codes: promotions.CodesEnding}, Sort: "idStock", Direction: listquery.Ascending, Limit: 100})
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, r := range page.Rows {
				got = append(got, r.UUID)
			}
			if !slices.Equal(got, want) || page.Total != len(want) || len(want) < 4 {
				t.Errorf("indexed %v: %d found, %d by the cards: %v, %v", indexed, page.Total, len(want), got, want)
			}
		}
	})
}
