package demo_test

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"

	"studbonus/internal/catalog"
	"studbonus/internal/demo"
	"studbonus/internal/test/kit"
)

// Rules 22.4 as a table.
var accounts = []string{
	"admin2@demo.studbonus.ru operator_student B, administrator", "all@demo.studbonus.ru operator_all A, administrator", "chairman2@demo.studbonus.ru chairman B", "chairman@demo.studbonus.ru chairman A",
	"flag@demo.studbonus.ru operator_univer A with the flag", "new@demo.studbonus.ru operator_student C",
	"student2@demo.studbonus.ru operator_student B", "student@demo.studbonus.ru operator_student A", "univer@demo.studbonus.ru operator_univer A",
}

func TestTheAccountsAreThoseOfTheContract(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		got := kit.All[string](t, a, `SELECT o.login || ' ' || o.role || CASE u.inn WHEN '7729082090' THEN ' A' WHEN '7801002274' THEN ' B' WHEN '7701002520' THEN ' C' ELSE ' ?' END
			|| CASE WHEN o.is_chairman THEN ' with the flag' ELSE '' END || CASE WHEN o.is_admin THEN ', administrator' ELSE '' END
			FROM operators o JOIN universities u ON u.id = o.university_id ORDER BY replace(o.login, '@', '~')`)
		if diff := cmp.Diff(len(accounts), len(got)); diff != "" {
			t.Errorf("number of accounts (-want +got):\n%s", diff)
		}
		for _, want := range accounts {
			found := false
			for _, g := range got {
				found = found || g == want
			}
			if !found {
				t.Errorf("%s is missing from %v", want, got)
			}
		}
		for _, account := range demo.Accounts {
			a.SignIn(t, account.Login, "Demo-2026!")
		}
	})
}

func TestTheDemoHasDataForEveryScreen(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		for what, c := range map[string]struct {
			count   string
			atLeast int
		}{
			"universities":                                  {"SELECT count(*) FROM universities", 3},
			"regions with a university":                     {"SELECT count(DISTINCT c.region_id) FROM universities u JOIN cities c ON c.id = u.city_id", 2},
			"students":                                      {"SELECT count(*) FROM students", 2000},
			"universities with every status":                {"SELECT count(*) FROM (SELECT university_id FROM students GROUP BY university_id HAVING count(DISTINCT status) = 4) AS whole", 2},
			"students decided about, with who":              {"SELECT count(DISTINCT object) FROM audit_log WHERE kind = 'student' AND operator_id IS NOT NULL", 1000},
			"partners":                                      {"SELECT count(*) FROM partners", 60},
			"blocked partners":                              {"SELECT count(*) FROM partners WHERE status = 'blocked' AND block_reason <> ''", 5},
			"partners without points":                       {"SELECT count(*) FROM partners p WHERE NOT EXISTS (SELECT 1 FROM trade_points t WHERE t.partner_id = p.id)", 3},
			"partners without discounts":                    {"SELECT count(*) FROM partners p WHERE NOT EXISTS (SELECT 1 FROM discounts d WHERE d.partner_id = p.id)", 3},
			"partners that lack nothing":                    {"SELECT count(*) FROM partners p WHERE EXISTS (SELECT 1 FROM trade_points t WHERE t.partner_id = p.id) AND EXISTS (SELECT 1 FROM discounts d WHERE d.partner_id = p.id)", 40},
			"partners of the widest net":                    {"SELECT count(*) FROM (SELECT partner_id FROM trade_points GROUP BY partner_id HAVING count(*) > 100 AND count(DISTINCT city_id) >= 10) AS wide", 1},
			"partners with three discounts":                 {"SELECT count(*) FROM (SELECT partner_id FROM discounts GROUP BY partner_id HAVING count(*) = 3) AS full_ones", 5},
			"points without coordinates":                    {"SELECT count(*) FROM trade_points WHERE latitude IS NULL", 5},
			"points with a text for hours":                  {"SELECT count(*) FROM trade_points WHERE hours = '' AND work_time <> ''", 5},
			"logos":                                         {"SELECT count(*) FROM partners p JOIN files f ON f.key = p.logo WHERE f.is_public", 40},
			"photos":                                        {"SELECT count(*) FROM partner_photos p JOIN files f ON f.key = p.file WHERE f.is_public", 30},
			"vacancies":                                     {"SELECT count(*) FROM vacancies", 40},
			"complaints":                                    {"SELECT count(*) FROM complaints", 40},
			"reviews":                                       {"SELECT count(*) FROM reviews WHERE deleted_at IS NULL", 300},
			"statuses of reviews":                           {"SELECT count(DISTINCT status) FROM reviews WHERE deleted_at IS NULL", 3},
			"answered reviews":                              {"SELECT count(*) FROM reviews WHERE deleted_at IS NULL AND answer_uuid IS NOT NULL AND answer <> '' AND answer_author IS NOT NULL", 60},
			"unanswered public reviews":                     {"SELECT count(*) FROM reviews WHERE deleted_at IS NULL AND answer_uuid IS NULL AND status = 'public'", 60},
			"reviews that can be restored":                  {"SELECT count(*) FROM reviews WHERE deleted_at IS NOT NULL", 5},
			"universities with ready answers":               {"SELECT count(DISTINCT university_id) FROM review_templates", 2},
			"universities with reviews":                     {"SELECT count(DISTINCT university_id) FROM reviews", 2},
			"months of partners":                            {"SELECT count(DISTINCT substr(CAST(created_at AS TEXT), 1, 7)) FROM partners", 12},
			"months of reviews":                             {"SELECT count(DISTINCT substr(CAST(created_at AS TEXT), 1, 7)) FROM reviews", 12},
			"partners with a history":                       {"SELECT count(*) FROM (SELECT object FROM audit_log WHERE kind = 'partner' AND operator_id IS NOT NULL GROUP BY object HAVING count(DISTINCT action) > 2) AS known", 20},
			"news":                                          {"SELECT count(*) FROM news", 40},
			"levels and states of news":                     {"SELECT count(*) FROM (SELECT DISTINCT level, approval FROM news) AS kinds", 8},
			"months of news":                                {"SELECT count(DISTINCT substr(CAST(created_at AS TEXT), 1, 7)) FROM news", 11},
			"news that wait in A's region":                  {"SELECT count(*) FROM news WHERE approval = 'wait' AND region_id = (SELECT c.region_id FROM universities u JOIN cities c ON c.id = u.city_id WHERE u.inn = '7729082090')", 2},
			"planned news":                                  {"SELECT count(*) FROM news WHERE publish_begin > '2026-11-15 09:00:00+00:00'", 2},
			"news whose time is over":                       {"SELECT count(*) FROM news WHERE publish_end < '2026-11-15 09:00:00+00:00'", 3},
			"pinned news":                                   {"SELECT count(*) FROM news WHERE pinned_until > '2026-11-15 09:00:00+00:00'", 2},
			"news of the railway bonus":                     {"SELECT count(*) FROM news WHERE rzd_link IS NOT NULL", 3},
			"surveys with votes":                            {"SELECT count(*) FROM surveys WHERE voted > 10", 7},
			"surveys that run":                              {"SELECT count(*) FROM surveys WHERE begins_at <= '2026-11-15 09:00:00+00:00' AND ends_at > '2026-11-15 09:00:00+00:00' AND voted > 0", 2},
			"events with participants":                      {"SELECT count(*) FROM events WHERE booked > 0", 8},
			"events that are full":                          {"SELECT count(*) FROM events WHERE booked = places", 2},
			"images of news":                                {"SELECT count(*) FROM news_photos p JOIN files f ON f.key = p.file WHERE f.is_public AND p.news_id IS NOT NULL", 30},
			"promotions":                                    {"SELECT count(*) FROM promotions", 120},
			"planned promotions":                            {"SELECT count(*) FROM promotions WHERE begin_date > '2026-11-15'", 8},
			"running promotions":                            {"SELECT count(*) FROM promotions WHERE '2026-11-15' BETWEEN begin_date AND end_date AND status = 'active'", 20},
			"ended promotions":                              {"SELECT count(*) FROM promotions WHERE end_date < '2026-11-15'", 40},
			"blocked promotions":                            {"SELECT count(*) FROM promotions WHERE status = 'blocked' AND block_reason <> ''", 5},
			"promotions without codes":                      {"SELECT count(*) FROM promotions WHERE codes_total = 0", 5},
			"promotions that are sold out":                  {"SELECT count(*) FROM promotions WHERE codes_total > 0 AND codes_used = codes_total", 3},
			"codes that students have":                      {"SELECT count(*) FROM promo_codes WHERE student_id IS NOT NULL", 1000},
			"free codes":                                    {"SELECT count(*) FROM promo_codes WHERE student_id IS NULL", 10000},
			"universities with codes":                       {"SELECT count(DISTINCT s.university_id) FROM promo_codes c JOIN students s ON s.id = c.student_id", 2},
			"files with something to report":                {"SELECT count(*) FROM promo_imports WHERE status = 'done' AND invalid > 0 AND duplicates > 0", 10},
			"months of grants":                              {"SELECT count(DISTINCT substr(day, 1, 7)) FROM promotion_days", 12},
			"questions":                                     {"SELECT count(DISTINCT question) FROM knowledge_questions", 40},
			"owners of questions, the programme among them": {"SELECT count(DISTINCT coalesce(university_id, 0)) FROM knowledge_questions", 4},
			"categories with questions":                     {"SELECT count(DISTINCT category_id) FROM knowledge_questions", 11},
			"questions with votes both ways":                {"SELECT count(*) FROM knowledge_questions WHERE votes_plus > 0 AND votes_minus > 0", 25},
			"questions that nobody has voted on":            {"SELECT count(*) FROM knowledge_questions WHERE votes_plus + votes_minus = 0", 3},
			"views":                                         {"SELECT sum(cards + barcodes) FROM partner_views WHERE university_id = 0", 10000},
			"days of views":                                 {"SELECT count(DISTINCT day) FROM partner_view_days", 360},
			"universities with views":                       {"SELECT count(DISTINCT university_id) FROM partner_views WHERE university_id > 0", 2},
			"partners that nobody looks at":                 {"SELECT count(*) FROM partners p WHERE NOT EXISTS (SELECT 1 FROM partner_views v WHERE v.partner_id = p.id)", 3},
			"accounts of students":                          {"SELECT count(*) FROM members m JOIN students s ON s.id = m.student_id WHERE s.photo <> ''", 6},
			"documents of pending applications":             {"SELECT count(*) FROM students WHERE document <> '' AND status = 'moderation'", 2},
			"documents of rejected applications":            {"SELECT count(*) FROM students WHERE document <> '' AND status = 'rejected'", 1},
			"consents":                                      {"SELECT count(*) FROM member_consents WHERE ended_at IS NULL", 18},
			"notices":                                       {"SELECT count(*) FROM notices", 6},
			"phones with a card":                            {"SELECT count(*) FROM devices WHERE ended_at IS NULL", 1},
			"tills that have checked a card":                {"SELECT count(*) FROM tills WHERE paired_at IS NOT NULL AND used_at IS NOT NULL", 1},
			"months of history":                             {"SELECT count(DISTINCT substr(CAST(created_at AS TEXT), 1, 7)) FROM students", 12},
		} {
			if got := kit.All[int](t, a, c.count)[0]; got < c.atLeast {
				t.Errorf("%d %s, want at least %d", got, what, c.atLeast)
			}
		}
		if wrong, err := a.News.Verify(t.Context()); err != nil || len(wrong) > 0 {
			t.Errorf("sums that are not what a recount gives: %v, %v", wrong, err)
		}
		if wrong, err := a.Statistics.Verify(t.Context()); err != nil || len(wrong) > 0 {
			t.Errorf("views that do not add up: %v, %v", wrong, err)
		}
		for what, verify := range map[string]func(context.Context) ([]string, error){"documents": a.Students.Verify, "sessions": a.Members.Verify, "cards": a.Cards.Verify} {
			if wrong, err := verify(t.Context()); err != nil || len(wrong) > 0 {
				t.Errorf("%s that contradict themselves: %v, %v", what, wrong, err)
			}
		}
		if wrong, err := a.Files.Verify(t.Context()); err != nil || len(wrong) > 0 {
			t.Errorf("files that are not there: %v, %v", wrong, err)
		}
		if got := kit.All[int](t, a, "SELECT count(*) FROM faculties f JOIN universities u ON u.id = f.university_id WHERE u.inn = '7701002520'")[0]; got != 0 {
			t.Errorf("C has %d faculties, want no structure yet", got)
		}
		if got := kit.All[int](t, a, "SELECT count(*) FROM knowledge_votes v JOIN knowledge_questions q ON q.id = v.question_id JOIN students s ON s.id = v.student_id WHERE v.voted_at < q.created_at OR v.voted_at < s.created_at")[0]; got != 0 {
			t.Errorf("%d votes on what was not there yet, or by somebody who was not", got)
		}
		now := a.Clock.Now()
		if got := kit.All[int](t, a, "SELECT count(*) FROM students WHERE created_at > ? OR created_at < ?", now, now.AddDate(-1, 0, -1))[0]; got != 0 {
			t.Errorf("%d students of the future or of another year", got)
		}
	})
}

// The history is consistent: no review is older than its partner, and nothing is in the future.
func TestTheHistoryIsConsistent(t *testing.T) {
	a := kit.New(t, kit.SQLite)
	for what, count := range map[string]string{
		"reviews of partners to come":   "SELECT count(*) FROM reviews r JOIN partners p ON p.id = r.partner_id WHERE r.created_at < p.created_at",
		"reviews of students to come":   "SELECT count(*) FROM reviews r JOIN students s ON s.id = r.student_id WHERE r.created_at < s.created_at",
		"answers before their review":   "SELECT count(*) FROM reviews WHERE answered_at < created_at OR deleted_at < created_at",
		"complaints about the future":   "SELECT count(*) FROM complaints c JOIN partners p ON p.id = c.partner_id WHERE c.created_at < p.created_at",
		"points older than partners":    "SELECT count(*) FROM trade_points t JOIN partners p ON p.id = t.partner_id WHERE t.created_at < p.created_at",
		"ratings that do not add up":    "SELECT count(*) FROM partners p WHERE coalesce(p.rating, -1) <> coalesce((SELECT CAST(round(avg(r.rating) * 10) AS INTEGER) FROM reviews r WHERE r.partner_id = p.id AND r.status = 'public' AND r.deleted_at IS NULL), -1)",
		"likes that do not add up":      "SELECT count(*) FROM reviews r WHERE r.likes <> (SELECT count(*) FROM review_likes l WHERE l.review_id = r.id)",
		"codes before their promotion":  "SELECT count(*) FROM promo_codes c JOIN promotions p ON p.id = c.promotion_id WHERE c.granted_at < p.created_at",
		"codes outside the dates":       "SELECT count(*) FROM promotion_days d JOIN promotions p ON p.id = d.promotion_id WHERE d.day < p.begin_date OR d.day > p.end_date",
		"codes of students to come":     "SELECT count(*) FROM promo_codes c JOIN students s ON s.id = c.student_id WHERE c.granted_at < s.created_at",
		"views of partners to come":     "SELECT count(*) FROM partner_view_days d JOIN partners p ON p.id = d.partner_id WHERE d.day < (CAST(strftime('%s', p.created_at) AS INTEGER) + 10800) / 86400",
		"promotions before partners":    "SELECT count(*) FROM promotions s JOIN partners p ON p.id = s.partner_id WHERE s.created_at < p.created_at",
		"tills before their partners":   "SELECT count(*) FROM tills k JOIN trade_points t ON t.id = k.point_id JOIN partners p ON p.id = t.partner_id WHERE k.created_at < p.created_at OR k.created_at < t.created_at",
		"applications before accounts":  "SELECT count(*) FROM students s JOIN members m ON m.student_id = s.id WHERE s.created_at < m.created_at",
		"notices of decisions to come":  "SELECT count(*) FROM notices n JOIN members m ON m.id = n.member_id JOIN students s ON s.id = m.student_id WHERE n.created_at < s.created_at OR n.created_at > s.status_at",
		"jobs of the past":              "SELECT count(*) FROM river_job WHERE kind LIKE 'members.%'",
		"reviews of other universities": "SELECT count(*) FROM reviews r JOIN students s ON s.id = r.student_id WHERE r.university_id <> s.university_id",
	} {
		if got := kit.All[int](t, a, count)[0]; got != 0 {
			t.Errorf("%d %s", got, what)
		}
	}
}

func TestTheDemoIsDeterministic(t *testing.T) {
	const students = `SELECT s.surname || '|' || s.name || '|' || s.patronymic || '|' || s.phone || '|' || s.student_code || '|' || s.birth_date || '|' || s.course || '|'
		|| coalesce(f.name, '') || '|' || c.name || '|' || s.status || '|' || s.status_reason FROM students s LEFT JOIN faculties f ON f.id = s.faculty_id
		JOIN cities c ON c.id = s.city_id ORDER BY s.id`
	const news = `SELECT n.level || '|' || n.approval || '|' || n.title || '|' || n.content || '|' || n.decline_reason || '|' || coalesce(s.voted, 0) || '|' || coalesce(e.booked, 0)
		|| '|' || (SELECT count(*) FROM news_photos p WHERE p.news_id = n.id) FROM news n LEFT JOIN surveys s ON s.news_id = n.id LEFT JOIN events e ON e.news_id = n.id ORDER BY n.id`
	const answers = "SELECT answer || '|' || voted FROM survey_variants ORDER BY id"
	one, another := kit.New(t, kit.SQLite), kit.New(t, kit.PostgreSQL) // filled separately, once on each engine
	for what, rows := range map[string]string{"students": students, "news": news, "answers": answers} {
		if diff := cmp.Diff(kit.All[string](t, one, rows), kit.All[string](t, another, rows)); diff != "" {
			t.Errorf("%s (-sqlite +postgres):\n%.2000s", what, diff)
		}
	}
	for what, text := range map[string]string{
		"partners": `SELECT p.name || '|' || p.legal_name || '|' || p.inn || '|' || p.phone || '|' || p.description || '|' || c.name || '|' || p.status || '|' || p.block_reason
			|| '|' || coalesce(p.rating, -1) || '|' || (SELECT count(*) FROM discounts d WHERE d.partner_id = p.id) FROM partners p JOIN cities c ON c.id = p.main_city_id ORDER BY p.id`,
		"points":     "SELECT t.address || '|' || t.street_key || '|' || t.work_time || '|' || CAST(round(coalesce(t.latitude, 0) * 1000000) AS INTEGER) FROM trade_points t ORDER BY t.id",
		"promotions": "SELECT s.name || '|' || p.name || '|' || s.begin_date || '|' || s.end_date || '|' || s.status || '|' || s.codes_total || '|' || s.codes_used || '|' || s.next_code FROM promotions s JOIN partners p ON p.id = s.partner_id ORDER BY s.id",
		"grants":     "SELECT c.code || '|' || s.surname || '|' || s.name FROM promo_codes c JOIN students s ON s.id = c.student_id ORDER BY c.promotion_id, c.granted_at, c.code",
		"questions": `SELECT q.question || '|' || c.name || '|' || coalesce(u.inn, '') || '|' || q.votes_plus || '|' || q.votes_minus FROM knowledge_questions q
			JOIN knowledge_categories c ON c.id = q.category_id LEFT JOIN universities u ON u.id = q.university_id ORDER BY q.id`,
		"reviews": "SELECT r.body || '|' || r.rating || '|' || r.status || '|' || r.likes || '|' || r.answer || '|' || p.name || '|' || s.surname FROM reviews r JOIN partners p ON p.id = r.partner_id JOIN students s ON s.id = r.student_id ORDER BY r.id",
		"views":   "SELECT d.university_id || '|' || d.day || '|' || d.partner_id || '|' || d.cards || '|' || d.barcodes FROM partner_view_days d ORDER BY d.university_id, d.day, d.partner_id",
		"windows": "SELECT university_id || '|' || day FROM partner_view_windows ORDER BY university_id",
	} {
		if diff := cmp.Diff(kit.All[string](t, one, text), kit.All[string](t, another, text)); diff != "" {
			t.Errorf("%s (-sqlite +postgres):\n%.2000s", what, diff)
		}
	}
}

// The accounts named in the greeting can sign in and have the standing that it states.
func TestTheMembersSignInWithTheirNumber(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		want := map[string]string{
			"карта действует": "active", "заявка на рассмотрении": "moderation", "заявка отправлена повторно": "moderation",
			"заявка отклонена": "rejected", "карта истекла": "expired", "карта заблокирована": "blocked",
		}
		for _, m := range demo.Members {
			c := a.Guest(t)
			c.SignInMember(m.Phone) // the sign-in does not ask for a birth date
			var me struct{ ApplicationStatus string }
			c.Get("/s/v1/me").OK().Into(&me)
			var sent struct {
				Application struct{ Surname, PortraitURL string }
			}
			c.Get("/s/v1/application").OK().Into(&sent)
			if me.ApplicationStatus != want[m.Note] || sent.Application.Surname != m.Surname {
				t.Errorf("%s (%s): %+v, %+v", m.Phone, m.Note, me, sent)
			}
			c.Get(sent.Application.PortraitURL).OK()
		}
	}, kit.WithJobs())
}

// A million students need universities in a hundred cities, and two of these cities share a name.
func TestEveryLargeCityCanHaveAUniversity(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		cities, err := demo.LargestCities(t.Context(), a.DB)
		if err != nil || len(cities) != 100 {
			t.Fatal(len(cities), err)
		}
		for i, city := range cities {
			if _, err := a.Catalog.AddUniversity(t.Context(), catalog.NewUniversity{ShortName: city, FullName: city, INN: demo.FictitiousINN(i), City: city}); err != nil {
				t.Error(city, err)
			}
		}
	})
}
