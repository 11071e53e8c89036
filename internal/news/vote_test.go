package news_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"studbonus/internal/news"
	"studbonus/internal/platform/db"
	"studbonus/internal/platform/fault"
	"studbonus/internal/test/kit"
)

func ballot(id, student string, answers ...news.Answer) news.Ballot {
	return news.Ballot{News: id, Student: student, Answers: answers}
}

func crosses(letters ...string) news.Answer { return news.Answer{Letters: letters} }

func readers(t testing.TB, a *kit.App, inn string, n int) []string {
	t.Helper()
	all, err := db.All[string](context.Background(), a.DB, `SELECT s.uuid FROM students s JOIN universities u ON u.id = s.university_id WHERE u.inn = ? AND s.status = 'active' AND s.end_year > 2026 ORDER BY s.id LIMIT ?`, inn, n)
	if err != nil || len(all) != n {
		t.Fatalf("%d students: %v", len(all), err)
	}
	return all
}

func TestVotesAreCounted(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		c := a.As(t, "student")
		id := create(t, c, form("university", object{"pooling": survey()}))
		for i, b := range []news.Ballot{
			ballot(id, reader(t, a, universityA, 0), crosses("a"), crosses("a", "c")),
			ballot(id, reader(t, a, universityA, 1), crosses("a"), crosses("b")),
			ballot(id, reader(t, a, universityA, 2), news.Answer{Other: " Возможно "}, crosses("c", "b", "a")),
		} {
			if err := a.News.Vote(t.Context(), b); err != nil {
				t.Fatalf("ballot %d: %v", i, err)
			}
		}
		k, _ := read(t, c, id)
		var got []string
		for _, q := range k.Pooling.Questions {
			line := fmt.Sprint(q.Question, " ", q.CountAllOther)
			for _, v := range q.AnswerVariants {
				line += fmt.Sprint(" ", v.Position, v.Voted)
			}
			got = append(got, line)
		}
		if k.Pooling.Voted != 3 || strings.Join(got, "; ") != "Один? 1 a2 b0; Какие? 0 a2 b2 c2" {
			t.Errorf("%d voted: %v", k.Pooling.Voted, got)
		}
		if wrong, err := a.News.Verify(t.Context()); err != nil || len(wrong) > 0 {
			t.Errorf("%v, %v", wrong, err)
		}
		kit.Exec(t, a, "UPDATE survey_variants SET voted = voted + 1 WHERE id = (SELECT max(id) FROM survey_variants)")
		if wrong, err := a.News.Verify(t.Context()); err != nil || len(wrong) != 1 {
			t.Errorf("the control: %v, %v", wrong, err)
		}
	})
}

func TestRefusedBallots(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		c := a.As(t, "student")
		id := create(t, c, form("university", object{"pooling": survey()}))
		mine, other := reader(t, a, universityA, 0), reader(t, a, universityA, 1)
		good := []news.Answer{crosses("a"), crosses("b")}
		if err := a.News.Vote(t.Context(), ballot(id, other, good...)); err != nil {
			t.Fatal(err)
		}
		plain := create(t, c, form("university"))
		blocked := kit.One[string](t, a, "SELECT s.uuid FROM students s JOIN universities u ON u.id = s.university_id WHERE u.inn = ? AND s.status = 'blocked' ORDER BY s.id LIMIT 1", universityA)
		before := snapshot(t, a)
		for name, bad := range map[string]struct {
			ballot news.Ballot
			kind   fault.Kind
		}{
			"no answers":                       {ballot(id, mine), fault.KindInvalid},
			"one question left out":            {ballot(id, mine, crosses("a")), fault.KindInvalid},
			"a question too many":              {ballot(id, mine, append(good, crosses("a"))...), fault.KindInvalid},
			"an empty answer":                  {ballot(id, mine, crosses("a"), crosses()), fault.KindInvalid},
			"two crosses for a single one":     {ballot(id, mine, crosses("a", "b"), crosses("b")), fault.KindInvalid},
			"a cross and words for a single":   {ballot(id, mine, news.Answer{Letters: []string{"a"}, Other: "Нет"}, crosses("b")), fault.KindInvalid},
			"a cross twice":                    {ballot(id, mine, crosses("a"), crosses("b", "b")), fault.KindInvalid},
			"an answer that is none":           {ballot(id, mine, crosses("c"), crosses("b")), fault.KindInvalid},
			"words where none are asked for":   {ballot(id, mine, crosses("a"), news.Answer{Other: "Зелёные"}), fault.KindInvalid},
			"too many words":                   {ballot(id, mine, news.Answer{Other: strings.Repeat("я", 501)}, crosses("b")), fault.KindInvalid},
			"a second time":                    {ballot(id, other, good...), fault.KindConflict},
			"an item without a survey":         {ballot(plain, mine, good...), fault.KindNotFound},
			"an item that there is not":        {ballot(unknown, mine, good...), fault.KindNotFound},
			"a student that there is not":      {ballot(id, unknown, good...), fault.KindNotFound},
			"a student who is blocked":         {ballot(id, blocked, good...), fault.KindForbidden},
			"a student whose card has expired": {ballot(id, expired(t, a, universityA), good...), fault.KindForbidden},
			"a student of another university":  {ballot(id, reader(t, a, universityB, 0), good...), fault.KindNotFound},
		} {
			if err := a.News.Vote(t.Context(), bad.ballot); !fault.Is(err, bad.kind) {
				t.Errorf("%s: %v", name, err)
			}
		}
		unchanged(t, a, before)
	})
}

// The dates of the survey and of the item count to the minute.
func TestVotingDates(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		c := a.As(t, "student")
		later := object{"startPooling": "2026-11-15 13:00", "endPooling": "2026-11-15 14:00"}
		id := create(t, c, form("university", object{"pooling": survey(later)}))
		hidden := create(t, c, form("university", object{"pooling": survey(later), "publishBegin": "2026-11-15 13:30", "publishEnd": "2026-11-15 13:45"}))
		for i, moment := range []struct {
			at           time.Duration
			open, hidden string
		}{
			{59*time.Minute + 59*time.Second, "Опрос ещё не начался.", "Не найдено."},
			{60 * time.Minute, "", "Не найдено."},
			{90*time.Minute - time.Second, "", "Не найдено."},
			{90 * time.Minute, "", ""},
			{105*time.Minute - time.Second, "", ""},
			{105 * time.Minute, "", "Не найдено."},
			{120*time.Minute - time.Second, "", "Не найдено."},
			{120 * time.Minute, "Опрос завершён.", "Не найдено."},
		} {
			a.Clock.Set(kit.Start.Add(moment.at))
			for item, want := range map[string]string{id: moment.open, hidden: moment.hidden} {
				got := ""
				if err := a.News.Vote(t.Context(), ballot(item, reader(t, a, universityA, i), crosses("a"), crosses("b"))); err != nil {
					got = err.Error()
				}
				if got != want {
					t.Errorf("after %v: %q, want %q", moment.at, got, want)
				}
			}
		}
	})
}

// One vote per student: the unique constraint decides, not a check before the insert.
func TestAStudentVotesOnce(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		id := create(t, a.As(t, "student"), form("university", object{"pooling": survey()}))
		students := readers(t, a, universityA, 4)
		var counted, refused atomic.Int32
		var done sync.WaitGroup
		for i := range 40 {
			done.Go(func() {
				switch err := a.News.Vote(context.Background(), ballot(id, students[i%4], crosses("a"), crosses("b", "c"))); {
				case err == nil:
					counted.Add(1)
				case fault.Is(err, fault.KindConflict):
					refused.Add(1)
				default:
					t.Error(err)
				}
			})
		}
		done.Wait()
		if counted.Load() != 4 || refused.Load() != 36 || kit.One[int](t, a, "SELECT count(*) FROM survey_votes v JOIN surveys s ON s.id = v.survey_id JOIN news n ON n.id = s.news_id WHERE n.uuid = ?", id) != 4 {
			t.Errorf("%d votes counted, %d refused", counted.Load(), refused.Load())
		}
		if wrong, err := a.News.Verify(context.Background()); err != nil || len(wrong) > 0 {
			t.Errorf("%v, %v", wrong, err)
		}
	})
}

// An edit and a vote compete for one survey: exactly one of them succeeds.
func TestConcurrentEditAndVote(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		c := a.As(t, "student")
		students := readers(t, a, universityA, 20)
		for i := range 20 {
			id := create(t, c, form("university", object{"pooling": survey()}))
			var status int
			var voted error
			var both sync.WaitGroup
			both.Go(func() { status = c.Put("/v1/news/"+id, form("university", object{"pooling": nil})).Status })
			both.Go(func() { voted = a.News.Vote(context.Background(), ballot(id, students[i], crosses("a"), crosses("b"))) })
			both.Wait()
			switch {
			case status == 200 && fault.Is(voted, fault.KindNotFound): // the edit won
			case status == 409 && voted == nil: // the vote won
			default:
				t.Fatalf("the edit got %d, the vote %v", status, voted)
			}
		}
	})
}
