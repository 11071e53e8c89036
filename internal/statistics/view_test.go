package statistics_test

import (
	"context"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"studbonus/internal/platform/clock"
	"studbonus/internal/platform/db"
	"studbonus/internal/platform/fault"
	"studbonus/internal/statistics"
	"studbonus/internal/test/kit"
)

func TestAViewIsCountedForItsUniversityAndForAll(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		follow(t, a)
		here, there, liked := studentOf(t, a, mgu), studentOf(t, a, spbgu), partner(t, a, 3)
		before := map[int64]seen{}
		for _, u := range []int64{0, mgu, spbgu, mgtu} {
			before[u] = sumsOf(t, a, u, liked)
		}
		record(t, a, statistics.View{Student: here, Partner: liked, Kind: statistics.Card})
		record(t, a, statistics.View{Student: here, Partner: liked, Kind: statistics.Barcode}, statistics.View{Student: here, Partner: liked, Kind: statistics.Card},
			statistics.View{Student: there, Partner: liked, Kind: statistics.Barcode}, statistics.View{Student: here, Partner: partner(t, a, 4), Kind: statistics.Card})
		for u, want := range map[int64]seen{0: {2, 2, 2, 2}, mgu: {2, 1, 2, 1}, spbgu: {0, 1, 0, 1}, mgtu: {}} {
			if got := sumsOf(t, a, u, liked).minus(before[u]); got != want {
				t.Errorf("university %d: %+v, want %+v", u, got, want)
			}
		}
		// The next request shows it.
		for _, account := range []string{"all", "student", "chairman2"} {
			p := page{sort: "cViewBarcode", direction: "DESC", period: "month", limit: 100}
			for _, row := range p.whole(t, a.As(t, account)) {
				if row[:36] == liked && row[37:] != kit.One[string](t, a, "SELECT CAST(month_barcodes AS TEXT) FROM partner_views v JOIN partners p ON p.id = v.partner_id WHERE p.uuid = ? AND v.university_id = ?", liked, universities[account]) {
					t.Errorf("%s reads %s", account, row)
				}
			}
		}
		verifySums(t, a)
	})
}

func TestInvalidViewsAreNotCounted(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		good := statistics.View{Student: studentOf(t, a, mgu), Partner: partner(t, a, 0), Kind: statistics.Card}
		with := func(change func(*statistics.View)) statistics.View { v := good; change(&v); return v }
		inStatus := func(status string) statistics.View {
			return with(func(v *statistics.View) {
				v.Student = kit.One[string](t, a, "SELECT CAST(uuid AS TEXT) FROM students WHERE status = ? ORDER BY id LIMIT 1", status)
			})
		}
		expired := with(func(v *statistics.View) {
			v.Student = kit.One[string](t, a, "SELECT CAST(uuid AS TEXT) FROM students WHERE status = 'active' ORDER BY id DESC LIMIT 1")
			kit.Exec(t, a, "UPDATE students SET end_year = 2026 WHERE uuid = ?", v.Student)
		})
		before := kit.One[int64](t, a, "SELECT sum(cards + barcodes) FROM partner_view_days")
		for name, c := range map[string]struct {
			view statistics.View
			kind fault.Kind
		}{
			"of nobody":            {with(func(v *statistics.View) { v.Student = uuid.NewString() }), fault.KindNotFound},
			"of nothing":           {with(func(v *statistics.View) { v.Partner = uuid.NewString() }), fault.KindNotFound},
			"of a blocked student": {inStatus("blocked"), fault.KindForbidden},
			"of an applicant":      {inStatus("moderation"), fault.KindForbidden},
			"of an expired one":    {expired, fault.KindForbidden},
			"of an unknown kind":   {with(func(v *statistics.View) { v.Kind = "map" }), fault.KindInvalid},
		} {
			if err := a.Statistics.Record(t.Context(), good, c.view); !fault.Is(err, c.kind) { // one invalid view rejects the whole batch
				t.Errorf("%s: %v", name, err)
			}
		}
		if after := kit.One[int64](t, a, "SELECT sum(cards + barcodes) FROM partner_view_days"); after != before {
			t.Errorf("%d views became %d", before, after)
		}
	})
}

// The rating of the month changes as days pass, without a write.
func TestTheWindowMoves(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		follow(t, a)
		student, liked := studentOf(t, a, mgu), partner(t, a, 11)
		look := statistics.View{Student: student, Partner: liked, Kind: statistics.Card}
		read := func(account string) {
			t.Helper()
			for _, by := range []string{"cViewCard", "cViewBarcode"} {
				p := page{sort: by, direction: "DESC", period: "month", limit: 100}
				got, want := p.whole(t, a.As(t, account)), p.plain(t, a, universities[account])
				if len(got) != len(want) {
					t.Fatalf("%d rows, want %d", len(got), len(want))
				}
				for i := range want {
					if got[i] != want[i] {
						t.Errorf("%s, %s, %s: %s at %d, want %s", clock.DateOf(a.Clock.Now()), account, by, got[i], i, want[i])
					}
				}
			}
		}
		base := sumsOf(t, a, mgu, liked)
		record(t, a, look, look)
		a.Clock.Advance(10 * time.Hour) // 22:00 in Moscow
		record(t, a, look)
		a.Clock.Advance(3 * time.Hour) // the next day there
		record(t, a, look)             // recorded before a request has moved the window
		read("student")
		for range 4 {
			a.Clock.Advance(7 * 24 * time.Hour)
			read("student")
			record(t, a, look)
		}
		a.Clock.Advance(24 * time.Hour)
		read("student") // moves this university's window
		read("all")     // moves the window of all universities
		if err := a.Statistics.CleanUp(t.Context()); err != nil {
			t.Fatal(err)
		}
		verifySums(t, a)
		if behind := kit.All[int64](t, a, "SELECT university_id FROM partner_view_windows WHERE day < ?", clock.DayNumber(a.Clock.Now())); len(behind) > 0 {
			t.Errorf("windows of %v are behind", behind)
		}
		if got := sumsOf(t, a, mgu, liked).minus(base); got.Cards != 8 {
			t.Errorf("%d views, want 8", got.Cards)
		}
		a.Clock.Advance(100 * 24 * time.Hour)
		read("student")
		if got := sumsOf(t, a, mgu, liked); got.MonthCards != 0 || got.Cards != base.Cards+8 {
			t.Errorf("after a hundred days: %+v", got)
		}
		verifySums(t, a)
	})
}

func TestParallelViewsAreAllCounted(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		who := []string{studentOf(t, a, mgu), studentOf(t, a, spbgu)}
		liked, other := partner(t, a, 5), partner(t, a, 6)
		before, beside := sumsOf(t, a, 0, liked), sumsOf(t, a, 0, other)
		a.Clock.Advance(24 * time.Hour) // so that windows move at the same time
		const clients, each = 8, 10
		var together sync.WaitGroup
		for n := range clients {
			together.Go(func() {
				for i := range each {
					views := []statistics.View{{Student: who[n%2], Partner: liked, Kind: statistics.Card}, {Student: who[n%2], Partner: other, Kind: statistics.Barcode}}
					if i%2 == 0 {
						views[0], views[1] = views[1], views[0]
					}
					if err := a.Statistics.Record(context.Background(), views...); err != nil {
						t.Error(err)
					}
				}
			})
		}
		for range 2 {
			together.Go(func() {
				if err := a.Statistics.CleanUp(context.Background()); err != nil {
					t.Error(err)
				}
			})
		}
		together.Wait()
		if got := sumsOf(t, a, 0, liked).minus(before); got.Cards != clients*each {
			t.Errorf("%d views of cards, want %d", got.Cards, clients*each)
		}
		if got := sumsOf(t, a, 0, other).minus(beside); got.Barcodes != clients*each {
			t.Errorf("%d views of barcodes, want %d", got.Barcodes, clients*each)
		}
		verifySums(t, a)
	})
}

// Negative control of the test above: read-modify-write loses parallel additions.
func TestReadingFirstLosesViews(t *testing.T) {
	a := kit.New(t, kit.PostgreSQL) // SQLite has one writer, so there is no race
	liked := partner(t, a, 5)
	before := sumsOf(t, a, 0, liked)
	var read, together sync.WaitGroup
	read.Add(2)
	for range 2 {
		together.Go(func() {
			err := a.DB.Tx(context.Background(), func(ctx context.Context, tx db.Tx) error {
				const of = " WHERE university_id = 0 AND partner_id = (SELECT id FROM partners WHERE uuid = ?)"
				n, err := db.One[int64](ctx, tx, "SELECT cards FROM partner_views"+of, liked)
				read.Done()
				if err != nil {
					return err
				}
				read.Wait()
				_, err = tx.Exec(ctx, "UPDATE partner_views SET cards = ?"+of, n+1, liked)
				return err
			})
			if err != nil {
				t.Error(err)
			}
		})
	}
	together.Wait()
	if got := sumsOf(t, a, 0, liked).minus(before); got.Cards != 1 {
		t.Errorf("%d of two views: the race that the upserts are for does not happen", got.Cards)
	}
	if wrong, err := a.Statistics.Verify(t.Context()); err != nil || len(wrong) == 0 {
		t.Errorf("nobody notices: %v", err)
	}
}

func TestVerifyNoticesEveryWrongSum(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		verifySums(t, a)
		for _, spoil := range []string{
			"UPDATE partner_views SET cards = cards + 1 WHERE university_id = 1 AND partner_id = 1",
			"UPDATE partner_views SET month_barcodes = 0 WHERE university_id = 0 AND month_barcodes > 0",
			"UPDATE partner_view_days SET barcodes = barcodes + 1 WHERE university_id = 2 AND partner_id = 1",
			"DELETE FROM partner_views WHERE university_id = 2 AND partner_id = 2",
		} {
			b := kit.New(t, a.Engine)
			kit.Exec(t, b, spoil)
			if wrong, err := b.Statistics.Verify(t.Context()); err != nil || len(wrong) == 0 {
				t.Errorf("%s: %v %v", spoil, wrong, err)
			}
		}
	})
}
