package promotions_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"studbonus/internal/platform/audit"
	"studbonus/internal/platform/fault"
	"studbonus/internal/test/kit"
)

// The rules of a claim, one by one (rules 8.9, 27.2, 27.3). Each case has its own promotion and student. The route's guard
// is bypassed, so these are the checks inside the transaction.
func TestClaimRules(t *testing.T) {
	const inactive = "Промокоды получают только действующие студенты."
	student := func(change string) func(*testing.T, *kit.App, string, int64) {
		return func(t *testing.T, a *kit.App, _ string, student int64) {
			kit.Exec(t, a, "UPDATE students SET "+change+" WHERE id = ?", student)
		}
	}
	promotion := func(change string) func(*testing.T, *kit.App, string, int64) {
		return func(t *testing.T, a *kit.App, promotion string, _ int64) {
			kit.Exec(t, a, "UPDATE promotions SET "+change+" WHERE uuid = ?", promotion)
		}
	}
	cases := []struct {
		name  string
		given func(t *testing.T, a *kit.App, promotion string, student int64)
		want  string
	}{
		{"everything is right", nil, "CODE000000"},
		{"the student is blocked", student("status = 'blocked'"), inactive},
		{"the application waits", student("status = 'moderation'"), inactive},
		{"the application is rejected", student("status = 'rejected'"), inactive},
		{"the card has expired", student("end_year = 2026"), inactive},
		{"the promotion is blocked", promotion("status = 'blocked'"), "Акция остановлена."},
		{"the promotion begins tomorrow", promotion("begin_date = '2026-11-16'"), "Акция ещё не началась."},
		{"the promotion begins today", promotion("begin_date = '2026-11-15'"), "CODE000000"},
		{"the promotion ends today", promotion("end_date = '2026-11-15'"), "CODE000000"},
		{"the promotion ended yesterday", promotion("end_date = '2026-11-14'"), "Акция закончилась."},
		{"the partner is blocked", func(t *testing.T, a *kit.App, promotion string, _ int64) {
			kit.Exec(t, a, "UPDATE partners SET status = 'blocked' WHERE id = (SELECT partner_id FROM promotions WHERE uuid = ?)", promotion)
		}, "Партнёр сейчас не участвует в программе."},
		{"the student has the one code", func(t *testing.T, a *kit.App, promotion string, student int64) {
			answer(a, promotion, student, "another key")
		}, "Вы уже получили все промокоды этой акции."},
		{"others have all codes", func(t *testing.T, a *kit.App, promotion string, _ int64) {
			for _, other := range students(t, a, "СПбГУ", 2) {
				answer(a, promotion, other, "the first")
			}
		}, "Коды закончились."},
		{"others have all but one", func(t *testing.T, a *kit.App, promotion string, _ int64) {
			answer(a, promotion, students(t, a, "СПбГУ", 1)[0], "the first")
		}, "CODE000001"},
	}
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		c := a.As(t, "all")
		who := students(t, a, "МГУ", len(cases))
		for i, test := range cases {
			id := withCodes(t, a, c, partner(t, a, c, "Кофейня", "Москва"), 2, nil)
			if test.given != nil {
				test.given(t, a, id, who[i])
			}
			if got := answer(a, id, who[i], "the first"); got != test.want {
				t.Errorf("%s: %q, want %q", test.name, got, test.want)
			}
		}
		id := withCodes(t, a, c, partner(t, a, c, "Кофейня", "Москва"), 2, nil)
		if got := answer(a, id, 0, "the first"); got != inactive { // a member without an application
			t.Error(got)
		}
		if _, err := claim(a, "00000000-0000-4000-8000-000000000000", who[0], "the first"); !fault.Is(err, fault.KindNotFound) {
			t.Error(err)
		}
		verified(t, a)
	})
}

// On its last day a promotion grants codes until midnight in Moscow, and a card is valid through 30 September.
func TestClaimsByTheClock(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		c := a.As(t, "all")
		of := partner(t, a, c, "Кофейня", "Москва")
		id := withCodes(t, a, c, of, 9, map[string]any{"winLimit": nil, "dateBegin": "01.11.2026", "dateEnd": "30.09.2027"})
		who := students(t, a, "МГУ", 2)
		kit.Exec(t, a, "UPDATE students SET end_year = 2027 WHERE id = ?", who[0])
		kit.Exec(t, a, "UPDATE students SET end_year = 2030 WHERE id = ?", who[1])
		for _, step := range []struct {
			at            time.Time
			first, second string
		}{
			{time.Date(2026, 10, 31, 20, 59, 59, 0, time.UTC), "Акция ещё не началась.", "Акция ещё не началась."},
			{time.Date(2026, 10, 31, 21, 0, 0, 0, time.UTC), "CODE000000", "CODE000001"},
			{time.Date(2027, 9, 30, 20, 59, 59, 0, time.UTC), "CODE000002", "CODE000003"},
			{time.Date(2027, 9, 30, 21, 0, 0, 0, time.UTC), "Промокоды получают только действующие студенты.", "Акция закончилась."},
		} {
			a.Clock.Set(step.at)
			key := step.at.Format("20060102-150405")
			if got := []string{answer(a, id, who[0], key), answer(a, id, who[1], key)}; !slices.Equal(got, []string{step.first, step.second}) {
				t.Errorf("%s: %q", step.at, got)
			}
		}
	})
}

// With a limit of two, codes added later that sort before the taken ones are granted too.
func TestALimitOfTwo(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		c := a.As(t, "all")
		id := withCodes(t, a, c, partner(t, a, c, "Кофейня", "Москва"), 3, map[string]any{"winLimit": 2})
		who := students(t, a, "МГУ", 3)
		got := []string{answer(a, id, who[0], "key-one-"), answer(a, id, who[0], "key-two-"), answer(a, id, who[0], "key-three"), answer(a, id, who[1], "key-one-"), answer(a, id, who[1], "key-two-")}
		if !slices.Equal(got, []string{"CODE000000", "CODE000001", "Вы уже получили все промокоды этой акции.", "CODE000002", "Коды закончились."}) {
			t.Errorf("%q", got)
		}
		if err := a.Promotions.AddCodes(as(t, a, "all"), id, "more.csv", strings.NewReader("AAA\nCODE000001\nZZZ\n")); err != nil {
			t.Fatal(err)
		}
		got = []string{answer(a, id, who[1], "key-two-"), answer(a, id, who[2], "key-one-"), answer(a, id, who[2], "key-two-")}
		if !slices.Equal(got, []string{"AAA", "ZZZ", "Коды закончились."}) {
			t.Errorf("%q", got)
		}
		if is := codesOf(t, c, id); is.RemainingCodesCount != 0 || is.UsedCodesCount != 5 {
			t.Errorf("%+v", is)
		}
		verified(t, a)
	})
}

// Without a limit per student: one code a minute, ten per Moscow day (rules 27.3).
func TestWithoutALimit(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		c := a.As(t, "all")
		id := withCodes(t, a, c, partner(t, a, c, "Кофейня", "Москва"), 30, map[string]any{"winLimit": nil})
		who := students(t, a, "МГУ", 2)
		keys := 0
		next := func(student int64) string {
			keys++
			return answer(a, id, student, "key-number-"+string(rune('A'+keys)))
		}
		const soon, tomorrow = "Следующий промокод этой акции можно получить через минуту.", "Сегодня вы уже получили десять промокодов этой акции. Приходите завтра."
		if got := []string{next(who[0]), next(who[0]), next(who[1])}; !slices.Equal(got, []string{"CODE000000", soon, "CODE000001"}) {
			t.Errorf("%q", got)
		}
		a.Clock.Advance(time.Minute - time.Second)
		if got := next(who[0]); got != soon {
			t.Error(got)
		}
		a.Clock.Advance(time.Second)
		for range 9 {
			if got := next(who[0]); !strings.HasPrefix(got, "CODE") {
				t.Error(got)
			}
			a.Clock.Advance(time.Minute)
		}
		if got := next(who[0]); got != tomorrow {
			t.Error(got)
		}
		a.Clock.Set(time.Date(2026, 11, 15, 21, 0, 0, 0, time.UTC)) // midnight in Moscow
		if got := next(who[0]); !strings.HasPrefix(got, "CODE") {
			t.Error(got)
		}
		// The minute runs across midnight.
		for _, step := range []struct {
			at   time.Time
			want string
		}{
			{time.Date(2026, 11, 16, 20, 59, 40, 0, time.UTC), "CODE000012"},
			{time.Date(2026, 11, 16, 21, 0, 5, 0, time.UTC), soon},
			{time.Date(2026, 11, 16, 21, 0, 40, 0, time.UTC), "CODE000013"},
		} {
			a.Clock.Set(step.at)
			if got := next(who[0]); got != step.want {
				t.Errorf("%s: %q, want %q", step.at, got, step.want)
			}
		}
	})
}

// A key always returns the same code, but only for its student and promotion (rules 27.4).
func TestTheSameKey(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		c := a.As(t, "all")
		of := partner(t, a, c, "Кофейня", "Москва")
		id, another := withCodes(t, a, c, of, 2, nil), withCodes(t, a, c, of, 2, nil)
		who := students(t, a, "МГУ", 2)
		got := []string{
			answer(a, id, who[0], "the same key"), answer(a, id, who[0], "the same key"), answer(a, id, who[1], "the same key"), answer(a, another, who[0], "the same key"),
		}
		if !slices.Equal(got, []string{"CODE000000", "CODE000000", "CODE000001", "CODE000000"}) {
			t.Errorf("%q", got)
		}
		a.Clock.Set(time.Date(2028, 1, 1, 0, 0, 0, 0, time.UTC))
		kit.Exec(t, a, "UPDATE promotions SET status = 'blocked'")
		kit.Exec(t, a, "UPDATE students SET status = 'blocked' WHERE id = ?", who[0])
		if got := answer(a, id, who[0], "the same key"); got != "CODE000000" {
			t.Error(got)
		}
		if is := codesOf(t, a.As(t, "all"), id); is.UsedCodesCount != 2 {
			t.Errorf("%+v", is)
		}
		grants, err := audit.History(t.Context(), a.DB, "grant", uuidOf(t, a, who[0]))
		if err != nil {
			t.Fatal(err)
		}
		ours := slices.DeleteFunc(grants, func(r audit.Record) bool { return r.Action != "promotions.grant" || r.Changes()["uuidStock"].To != id })
		if len(ours) != 1 {
			t.Errorf("%d grants are in the audit log, want 1", len(ours))
		}
		verified(t, a)
	})
}

// The counters on the card are maintained, not recomputed, and feed the forecast.
func TestPaceOfGrants(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		c := a.As(t, "all")
		id := withCodes(t, a, c, partner(t, a, c, "Кофейня", "Москва"), 30, map[string]any{"winLimit": nil, "dateEnd": "31.12.2026"})
		if is := codesOf(t, c, id); is.LastsUntil != nil || is.IsLow {
			t.Errorf("%+v", is)
		}
		for i, student := range students(t, a, "МГУ", 14) {
			a.Clock.Set(kit.Start.AddDate(0, 0, i-13))
			if _, err := claim(a, id, student, "the first"); err != nil {
				t.Fatal(err)
			}
		}
		a.Clock.Set(kit.Start)
		c = a.As(t, "all")
		// One a day, sixteen left.
		if is := codesOf(t, c, id); is.RemainingCodesCount != 16 || is.LastsUntil == nil || *is.LastsUntil != "01.12.2026" || is.IsLow {
			t.Errorf("%+v", is)
		}
		a.Clock.Advance(48 * time.Hour)
		for _, student := range students(t, a, "СПбГУ", 6) {
			if _, err := claim(a, id, student, "the first"); err != nil {
				t.Fatal(err)
			}
		}
		c = a.As(t, "all")
		// Eighteen within the last fourteen days, ten left: seven days more.
		if is := codesOf(t, c, id); is.RemainingCodesCount != 10 || is.LastsUntil == nil || *is.LastsUntil != "24.11.2026" || !is.IsLow {
			t.Errorf("%+v %v", is, *is.LastsUntil)
		}
	})
}
