package attention_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"studbonus/internal/partners"
	"studbonus/internal/platform/access"
	"studbonus/internal/platform/clock"
	"studbonus/internal/platform/db"
	"studbonus/internal/reviews"
	"studbonus/internal/students"
	"studbonus/internal/test/kit"
)

// plain counts what requires attention with plain SQL; what ends with AND is scoped. Codes have a test of their own in promotions.
var plain = map[string]string{
	"applications": "SELECT count(*) FROM students t WHERE status = 'moderation' AND coalesce(submitted_at, created_at) < ? AND ",
	"reviews":      "SELECT count(*) FROM reviews t WHERE status = 'public' AND rating <= 2 AND answer_uuid IS NULL AND deleted_at IS NULL AND ",
	"partners": `SELECT count(*) FROM partners p WHERE status = 'active' AND (NOT EXISTS (SELECT 1 FROM trade_points t WHERE t.partner_id = p.id)
		OR NOT EXISTS (SELECT 1 FROM discounts d WHERE d.partner_id = p.id))`,
	"points": "SELECT count(*) FROM partners p WHERE status = 'active' AND EXISTS (SELECT 1 FROM trade_points t WHERE t.partner_id = p.id AND (t.latitude IS NULL OR t.longitude IS NULL))",
	"imports": `SELECT count(*) FROM promotions p WHERE status = 'active' AND end_date >= ? AND EXISTS (SELECT 1 FROM promo_imports i WHERE i.promotion_id = p.id AND i.status = 'error'
		AND i.id = (SELECT max(id) FROM promo_imports l WHERE l.promotion_id = p.id))`,
	"news":        "SELECT count(*) FROM news WHERE approval = 'wait' AND region_id = ?",
	"invitations": "SELECT count(*) FROM invitations WHERE accepted_at IS NULL AND revoked_at IS NULL AND expires_at <= ? AND ",
}

func as(t testing.TB, a *kit.App, account string) context.Context {
	t.Helper()
	p, err := a.Auth.Principal(context.Background(), kit.One[int64](t, a, "SELECT id FROM operators WHERE login = ?", account+"@demo.studbonus.ru"))
	if err != nil {
		t.Fatal(err)
	}
	return access.WithPrincipal(context.Background(), p)
}

// counted is what plain SQL says about a kind; 0 for a kind that the caller does not have.
func counted(t testing.TB, a *kit.App, p access.Principal, kind string) int {
	t.Helper()
	area := map[string]access.Area{
		"applications": access.Applications, "reviews": access.Reviews, "partners": access.Partners, "points": access.Partners, "imports": access.Promotions, "news": access.News, "invitations": access.Operators,
	}[kind]
	if !p.Can(area) || kind == "news" && !p.IsChairman {
		return 0
	}
	var args []any
	switch kind {
	case "applications":
		args = append(args, a.Clock.Now().AddDate(0, 0, -3).Truncate(time.Hour))
	case "imports":
		args = append(args, a.Clock.Now().Format("2006-01-02"))
	case "news":
		args = append(args, p.Region)
	case "invitations":
		args = append(args, a.Clock.Now())
	}
	text := plain[kind]
	if strings.HasSuffix(text, " AND ") {
		where, scoped := p.Scope().Where("university_id")
		text, args = text+where, append(args, scoped...)
	}
	return kit.One[int](t, a, text, args...)
}

var comparedKinds = []string{"applications", "reviews", "partners", "points", "imports", "news", "invitations"}

// once compares all kinds for one caller; false if something was written meanwhile.
func once(t testing.TB, a *kit.App, ctx context.Context) bool {
	t.Helper()
	const changes = "SELECT count(*) FROM list_changes"
	before := kit.One[int](t, a, changes)
	want := map[string]int{}
	for _, kind := range comparedKinds {
		if n := counted(t, a, access.From(ctx), kind); n > 0 {
			want[kind] = n
		}
	}
	tasks, err := a.Attention.Tasks(ctx)
	if err != nil {
		t.Fatal(err)
	}
	if kit.One[int](t, a, changes) != before {
		return false
	}
	got := map[string]int{}
	for _, task := range tasks {
		if task.Kind != "codes" {
			got[task.Kind] = task.Count
		}
	}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Fatalf("%s: %v, plain SQL says %v", access.From(ctx).Login, got, want)
	}
	return true
}

// write makes a random change of what the tasks count; a refused one is fine.
func write(ctx context.Context, t *testing.T, a *kit.App, rng *rand.Rand) {
	pick := func(query string) string {
		ids, err := db.All[string](ctx, a.DB, query)
		if err != nil || len(ids) == 0 {
			t.Error(query, err)
			return ""
		}
		return ids[rng.IntN(len(ids))]
	}
	never := func(int64) bool { return false }
	switch rng.IntN(6) {
	case 0:
		_ = a.Students.Move(ctx, students.Move{Student: pick("SELECT CAST(uuid AS TEXT) FROM students WHERE status IN ('moderation', 'rejected')"), To: students.Rejected, Reason: "проверка"}, never)
	case 1:
		_, _ = a.Reviews.Answer(ctx, reviews.Reply{To: pick("SELECT CAST(uuid AS TEXT) FROM reviews WHERE rating <= 2"), Text: "Спасибо", Stale: never})
	case 2:
		_, _ = a.Partners.AddDiscounts(ctx, pick("SELECT CAST(uuid AS TEXT) FROM partners"), []partners.DiscountChange{{Type: "fix", Size: "5", Description: "Скидка"}})
	case 3:
		_ = a.Partners.DeleteDiscount(ctx, pick("SELECT CAST(uuid AS TEXT) FROM discounts"))
	case 4:
		_, _ = a.Partners.AddPoints(ctx, pick("SELECT CAST(uuid AS TEXT) FROM partners"), pick("SELECT CAST(uuid AS TEXT) FROM cities WHERE id < 20"), []partners.PointChange{{Address: "ул. Мира, 1", WorkTime: "всегда"}})
	case 5:
		_ = a.Partners.DeletePoint(ctx, pick("SELECT CAST(uuid AS TEXT) FROM trade_points"))
	}
}

func TestAttentionEqualsPlainSQLWhileRowsAreWritten(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		a.Clock.Advance(4 * 24 * time.Hour) // all applications of the demo have waited
		var callers []context.Context
		for _, account := range []string{"all", "student", "univer", "chairman", "flag", "student2", "chairman2", "admin2"} {
			callers = append(callers, as(t, a, account))
		}
		for _, indexed := range []bool{false, true} {
			if indexed {
				if err := a.Students.Index().Sync(t.Context()); err != nil {
					t.Fatal(err)
				}
			}
			for _, ctx := range callers {
				once(t, a, ctx)
			}
		}
		var writers sync.WaitGroup
		until, rng := make(chan struct{}), rand.New(rand.NewPCG(1, 2))
		writers.Go(func() {
			own := rand.New(rand.NewPCG(3, 4))
			for {
				select {
				case <-until:
					return
				case <-time.After(10 * time.Millisecond):
					write(callers[0], t, a, own)
				}
			}
		})
		compared := 0
		for started := time.Now(); compared < 30 && time.Since(started) < time.Minute; {
			if once(t, a, callers[rng.IntN(len(callers))]) {
				compared++
			}
		}
		close(until)
		writers.Wait()
		for _, ctx := range callers {
			if !once(t, a, ctx) {
				t.Fatal("something still writes")
			}
		}
		if compared < 30 {
			t.Errorf("only %d comparisons while writing", compared)
		}
	})
}

type task struct {
	Kind, Href string
	Count      int
	Oldest     *string
}

func tasksOf(c *kit.Client) (found []task) {
	c.Get("/v1/attention").OK().Into(&found)
	return found
}

// lists are the calls behind the console's lists, by the path of an href, and how its parameters are sent.
var lists = map[string]string{"/application": "/v1/student/request", "/feedbacks": "/v1/comments/list", "/news": "/v1/news", "/promotions": "/v1/stock", "/partners": "/v1/partner"}

func bodyOf(query url.Values) map[string]any {
	body := map[string]any{}
	for name := range query {
		switch value := query.Get(name); value {
		case "yes", "no":
			body[name] = value == "yes"
		case "2", "3":
			body[name] = int(value[0] - '0')
		default:
			body[name] = value
		}
	}
	return body
}

var october = time.Date(2026, time.October, 1, 10, 0, 0, 0, time.UTC)

func TestEachTaskLeadsToAListWithTheSameTotal(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		kit.Exec(t, a, "UPDATE promotions SET codes_used = codes_total WHERE id IN (SELECT id FROM promotions WHERE codes_total > 0 AND status = 'active' AND begin_date <= '2026-11-15' AND end_date >= '2026-11-15')")
		kit.Exec(t, a, "UPDATE promo_imports SET status = 'error'")
		kit.Exec(t, a, "UPDATE students SET submitted_at = ? WHERE status = 'moderation'", october)
		seen := map[string]bool{}
		for _, account := range []string{"all", "student", "univer", "chairman", "chairman2"} {
			c := a.As(t, account)
			for _, task := range tasksOf(c) {
				seen[task.Kind] = true
				to, err := url.Parse(task.Href)
				if err != nil {
					t.Fatal(err)
				}
				if total := c.Put(lists[to.Path], bodyOf(to.Query())).OK().Header.Get("X-Record-Count"); total != fmt.Sprint(task.Count) || task.Count == 0 {
					t.Errorf("%s: %s counts %d, its list has %s", account, task.Kind, task.Count, total)
				}
				if task.Kind == "applications" && *task.Oldest != clock.FormatStamp(october) {
					t.Errorf("%s: the oldest application waits since %s, not since it was last sent", account, *task.Oldest)
				}
				if isDated := !slices.Contains([]string{"codes", "imports"}, task.Kind); isDated != (task.Oldest != nil) {
					t.Errorf("%s: oldest %v", task.Kind, task.Oldest)
				}
			}
		}
		for _, kind := range []string{"applications", "reviews", "codes", "imports", "partners", "points", "news"} {
			if !seen[kind] {
				t.Errorf("no %s: the test proves too little", kind)
			}
		}
	})
}

func TestTasksAreThoseOfTheRole(t *testing.T) {
	a := kit.New(t, kit.SQLite)
	invite := func(from, to int, expired time.Time) {
		kit.Exec(t, a, `INSERT INTO invitations (uuid, login, role, is_chairman, is_admin, university_id, invited_by, created_at, sent_at, expires_at)
			WITH RECURSIVE n(i) AS (SELECT ? UNION ALL SELECT i + 1 FROM n WHERE i < ?)
			SELECT printf('00000000-0000-4000-8000-%012d', n.i), n.i || '@example.ru', 'operator_student', FALSE, FALSE, university_id, id, ?, ?, ?
			FROM operators, n WHERE login = 'admin2@demo.studbonus.ru'`, from, to, october, october, expired)
	}
	first := october.AddDate(0, 0, 7)
	invite(1, 600, first.AddDate(0, 0, 1))
	invite(601, 601, first)
	kit.Exec(t, a, "UPDATE students SET submitted_at = ? WHERE status = 'moderation'", october)
	for account, allowed := range map[string][]string{
		"student": {"applications"}, "admin2": {"applications", "invitations"}, "univer": {"reviews", "codes", "imports", "partners", "points"}, "flag": {"reviews", "codes", "imports", "partners", "points", "news"},
	} {
		c := a.As(t, account)
		for _, task := range tasksOf(c) {
			if !slices.Contains(allowed, task.Kind) {
				t.Errorf("%s gets %s", account, task.Kind)
			}
			if task.Kind == "invitations" {
				var found []struct{ Login string }
				// The call returns the latest 500, the task counts all.
				if c.Get("/v1/invitations?expired=true").OK().Into(&found); task.Count != 601 || len(found) != 500 || found[0].Login != "601@example.ru" {
					t.Errorf("%+v, %d invitations", task, len(found))
				}
				if want := clock.FormatStamp(first); *task.Oldest != want {
					t.Errorf("since %s, want %s", *task.Oldest, want)
				}
			}
		}
	}
	if got := tasksOf(a.As(t, "admin2")); len(got) == 0 || got[len(got)-1].Kind != "invitations" {
		t.Errorf("the administrator gets %+v", got)
	}
}

type group struct {
	Area string
	Hits []struct{ UUID, Title, Detail, Href string }
}

func find(c *kit.Client, q string) (found []group) {
	c.Put("/v1/find", map[string]any{"q": q}).OK().Into(&found)
	return found
}

func TestTheSearchAnswersOnlyInScope(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		const marker = "чужоеслово"
		for _, text := range []string{
			"UPDATE students SET surname = 'Чужоеслово', search_text = 'чужоеслово' WHERE university_id <> 1",
			"UPDATE reviews SET body = 'Чужоеслово', search_text = 'чужоеслово' WHERE university_id <> 1",
			"UPDATE news SET title = 'Чужоеслово', search_text = 'чужоеслово' WHERE university_id <> 1 AND level = 'university'",
			"UPDATE operators SET surname = 'Чужоеслово', search_text = 'чужоеслово' WHERE university_id <> (SELECT university_id FROM operators WHERE login = 'admin2@demo.studbonus.ru')",
		} {
			kit.Exec(t, a, text)
		}
		for _, account := range []string{"student", "univer", "chairman", "flag"} {
			if got := find(a.As(t, account), marker); len(got) != 0 {
				t.Errorf("%s finds %+v", account, got)
			}
		}
		administrator := a.As(t, "admin2")
		for _, g := range find(administrator, marker) {
			if g.Area == "operators" {
				t.Errorf("a university's administrator finds %+v", g.Hits)
			}
		}
		kit.Exec(t, a, "UPDATE operators SET search_text = 'своеслово' WHERE login = 'student2@demo.studbonus.ru'")
		if got := find(administrator, "своеслово"); len(got) != 1 || got[0].Area != "operators" {
			t.Errorf("control: the administrator finds of the own university %+v", got)
		}
		var areas []string
		for _, g := range find(a.As(t, "all"), marker) {
			areas = append(areas, g.Area)
			if len(g.Hits) == 0 || len(g.Hits) > 5 {
				t.Errorf("%d hits in %s", len(g.Hits), g.Area)
			}
		}
		if fmt.Sprint(areas) != "[students applications reviews news operators]" {
			t.Errorf("control: the programme finds it in %v", areas)
		}
	})
}

func TestTheSearchUnderstandsWhatTheListsDo(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		kit.Exec(t, a, "UPDATE students SET surname = 'Ёлкин', name = 'Пётр', patronymic = '', search_text = 'елкин петр 79035556677 4800999901' WHERE id = (SELECT min(id) FROM students WHERE university_id = 1 AND status = 'active')")
		c := a.As(t, "student")
		for _, q := range []string{"ёлкин", "ЕЛКИН пет", "`krby", "8 903 555-66-77", "4800999901", " ёлкин "} {
			got := find(c, q)
			if len(got) != 1 || got[0].Area != "students" || got[0].Hits[0].Title != "Ёлкин Пётр" || got[0].Hits[0].Href != "/card/"+got[0].Hits[0].UUID {
				t.Errorf("%q finds %+v", q, got)
			}
		}
		for _, q := range []string{"", "   ", "+", "нет такого никогда"} {
			if got := find(c, q); len(got) != 0 {
				t.Errorf("%q finds %+v", q, got)
			}
		}
		c.Put("/v1/find", map[string]any{"q": strings.Repeat("я", 201)}).Is(422)
	})
}
