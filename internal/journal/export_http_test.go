package journal_test

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/xuri/excelize/v2"

	"studbonus/internal/test/kit"
	"studbonus/internal/test/watch"
)

type begun struct{ UUIDExport string }

type export struct {
	Status, Kind    string
	Filter, Purpose *string
	Link            *string
	Rows            int
}

// export begins an export of the journal and waits for it.
func (w world) export(c *kit.Client, question map[string]any) (uuid string, e export) {
	w.t.Helper()
	var b begun
	c.Post("/v1/journal/export", question).OK().Into(&b)
	watch.Until(w.t, time.Minute, "the export ends", func() bool {
		c.Get("/v1/exports/" + b.UUIDExport).OK().Into(&e)
		return e.Status != "waiting" && e.Status != "running"
	})
	if e.Status != "done" || e.Link == nil {
		w.t.Fatalf("no file: %+v", e)
	}
	return b.UUIDExport, e
}

// cells returns the rows of the file without its header.
func (w world) cells(c *kit.Client, e export) [][]string {
	w.t.Helper()
	book, err := excelize.OpenReader(bytes.NewReader(c.Get(*e.Link).OK().Body))
	if err != nil {
		w.t.Fatal(err)
	}
	defer func() { _ = book.Close() }()
	rows, err := book.GetRows("Журнал")
	if err != nil {
		w.t.Fatal(err)
	}
	return rows[1:]
}

const september = "10.09.2026"

// fill writes n rows of a university's operator about a student, a second apart from September on.
func (w world) fill(n int, operator, student string) {
	w.t.Helper()
	rows := `WITH RECURSIVE many (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM many WHERE n + 1 < ?)
		INSERT INTO audit_log (at, operator_id, operator_name, university_id, action, kind, object, subject, subject_university_id, reason, changes, request_id, address)
		SELECT %s, o.id, 'Белов Илья', o.university_id, 'student.view', 'student', CAST(s.uuid AS TEXT), CAST(s.uuid AS TEXT), s.university_id, '', '{}', '', '10.0.0.1'
		FROM many, operators o, students s WHERE o.login = ? AND s.uuid = ?`
	at := "strftime('%Y-%m-%d %H:%M:%S+00:00', '2026-09-10 00:00:00', n || ' seconds')"
	if w.DB.Postgres() {
		at = "CAST('2026-09-10 00:00:00+00' AS TIMESTAMPTZ) + n * interval '1 second'"
	}
	kit.Exec(w.t, w.App, fmt.Sprintf(rows, at), n, operator+"@demo.studbonus.ru", student)
}

// The file has the rows of the screen, in its order and scope, and the export is itself in the journal.
func TestTheFileHasTheRowsOfTheScreen(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		w := newWorld(t, a)
		w.block(w.head, w.own)
		w.block(w.head, w.foreign)
		w.home.Get("/v1/student/" + w.own).OK()
		w.logged("student.view", 1)
		for c, hasForeign := range map[*kit.Client]bool{w.head: true, w.home: false} {
			for _, question := range []map[string]any{{"kind": "student"}, {"group": "decisions"}, {"uuidUser": w.own}, {"uuidUser": w.own, "group": "views"}} {
				want := w.all(c, question, 1_000_000)
				_, e := w.export(c, question)
				cells := w.cells(c, e)
				var got []string
				for _, row := range cells {
					if row[2] != "Прочитан журнал" {
						got = append(got, row[len(row)-1])
					}
					if row[1] == "" || strings.Contains(row[2], ".") || row[4] == "" || row[4] == "student" {
						t.Errorf("not in words: %q", row)
					}
				}
				if fmt.Sprint(got) != fmt.Sprint(want) || len(want) == 0 || e.Rows != len(cells) || e.Kind != "journal" {
					t.Errorf("%v: %v in the file, %v on the screen", question, got, want)
				}
				if strings.Contains(fmt.Sprint(cells), w.foreign) != (hasForeign && question["uuidUser"] == nil) {
					t.Errorf("%v by %v: rows about foreign students", question, hasForeign)
				}
			}
		}
		if n := kit.One[int](t, a, "SELECT count(*) FROM audit_log WHERE action = 'exports.start' AND changes LIKE '%journal%'"); n != 8 {
			t.Errorf("%d exports in the log", n)
		}
	}, kit.WithJobs())
}

// The job reads page by page: every row once, the latest first.
func TestALongJournalIsExportedWhole(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		w := newWorld(t, a)
		const rows = 6_000
		w.fill(rows, "student2", w.own)
		for words, c := range map[string]*kit.Client{"; IP-адрес: 10.0.0.1": w.head, "; Объект: Студент; IP-адрес: 10.0.0.1": w.home} {
			question := map[string]any{"from": september, "to": september, "address": "10.0.0.1"}
			if strings.Contains(words, "Объект") {
				question["kind"] = "student"
			}
			_, e := w.export(c, question)
			cells := w.cells(c, e)
			if len(cells) != rows || e.Rows != rows || *e.Filter != "10.09.2026–10.09.2026"+words {
				t.Fatalf("%s: %d rows in the file, %+v", words, len(cells), e)
			}
			if !slices.IsSortedFunc(cells, func(a, b []string) int { return strings.Compare(b[0], a[0]) }) {
				t.Errorf("%s: not the latest first", words)
			}
			seen := map[string]bool{}
			for _, row := range cells {
				seen[row[len(row)-1]] = true
			}
			if len(seen) != rows {
				t.Errorf("%s: %d different rows", words, len(seen))
			}
		}
	}, kit.WithJobs())
}

// The question of an export has the limits of the screen's, and the days are fixed when it is asked.
func TestTheQuestionOfAnExport(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		w := newWorld(t, a)
		for question, field := range map[*map[string]any]string{
			{"from": "01.08.2026", "to": "01.11.2026"}: "from", {"to": "32.01.2026"}: "to", {"group": "everything"}: "group", {"address": strings.Repeat("1", 101)}: "address",
			{"purpose": strings.Repeat("я", 501)}: "purpose",
		} {
			if p := w.head.Post("/v1/journal/export", *question).Is(422).Problem(); p.Field(field) == "" {
				t.Errorf("%v: %+v", *question, p)
			}
		}
		for _, account := range []string{"student", "univer", "chairman", "student2"} {
			a.As(t, account).Post("/v1/journal/export", map[string]any{}).Is(403)
		}
		var first, again begun
		w.head.Post("/v1/journal/export", map[string]any{"purpose": "Проверка"}).OK().Into(&first)
		words := kit.One[string](t, a, "SELECT filter FROM list_exports WHERE uuid = ?", first.UUIDExport)
		a.Clock.Advance(72 * time.Hour)
		a.As(t, "all").Post("/v1/exports/"+first.UUIDExport+"/repeat", nil).OK().Into(&again)
		if repeated := kit.One[string](t, a, "SELECT filter FROM list_exports WHERE uuid = ?", again.UUIDExport); repeated != words || !strings.Contains(words, "–") {
			t.Errorf("%q, repeated %q", words, repeated)
		}
		// Nobody of another university is named in the words, and nothing is found.
		_, foreign := w.export(a.As(t, "admin2"), map[string]any{"uuidUser": w.foreign})
		if *foreign.Filter == "" || !strings.HasSuffix(*foreign.Filter, "; Никого не нашли") || foreign.Rows != 0 {
			t.Errorf("%+v", foreign)
		}
	}, kit.WithJobs())
}

// More than 1,000 rows need a recent proof of identity, also those of a question whose count stops early.
func TestALargeExportOfTheJournalNeedsAProof(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		w := newWorld(t, a)
		w.fill(5_100, "student2", w.own)
		w.block(w.head, w.own)
		small := map[string]any{"uuidUser": w.own, "from": "01.11.2026"}
		kit.Exec(t, a, "UPDATE sessions SET confirmed_at = ?", a.Clock.Now().Add(-16*time.Minute))
		for name, question := range map[string]map[string]any{"many": {"from": september}, "few of many": {"uuidUser": w.own, "group": "decisions"}} {
			if p := w.head.Post("/v1/journal/export", question).Is(403).Problem(); p.Type != "confirm" {
				t.Errorf("%s: %+v", name, p)
			}
		}
		w.head.Post("/v1/journal/export", small).OK()
	})
}

type taken struct {
	Items []struct {
		Operator, List  string
		Filter, Purpose *string
		IsHidden        bool
		Downloads       []struct{ At, Address string }
	}
	Next *string
}

// An auditor finds who exported a student last month: exports of students, reviews and the journal, and who opened the files.
func TestWhoExportedAStudent(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		w := newWorld(t, a)
		kit.Exec(t, a, "UPDATE reviews SET student_id = (SELECT id FROM students WHERE uuid = ?), university_id = 2 WHERE id = (SELECT min(id) FROM reviews WHERE deleted_at IS NULL)", w.own)
		run := func(c *kit.Client, path string, body map[string]any) {
			t.Helper()
			var b begun
			var e export
			c.Post(path, body).OK().Into(&b)
			watch.Until(t, time.Minute, "the export ends", func() bool { c.Get("/v1/exports/" + b.UUIDExport).OK().Into(&e); return e.Status == "done" })
			c.Get(*e.Link).OK()
		}
		run(a.As(t, "student2"), "/v1/student/export", map[string]any{"purpose": "Сверка с деканатом", "status": "active"})
		run(a.As(t, "all"), "/v1/comments/export", map[string]any{"purpose": "Отчёт"})
		run(a.As(t, "student"), "/v1/student/export", map[string]any{}) // of another university
		w.export(w.head, map[string]any{"kind": "journal"})             // names nobody
		a.Clock.Advance(31 * 24 * time.Hour)
		kit.Exec(t, a, "UPDATE operators SET role = 'operator_univer', university_id = 2 WHERE login = 'all@demo.studbonus.ru'")
		var moved taken
		a.As(t, "admin2").Get("/v1/journal/seen/" + w.own + "/exports").OK().Into(&moved)
		if got := moved.Items[0]; !got.IsHidden {
			t.Errorf("what an operator typed who saw every university then: %+v", got)
		}
		kit.Exec(t, a, "UPDATE operators SET role = 'operator_all', university_id = 1 WHERE login = 'all@demo.studbonus.ru'")
		seen := func(account string) (p taken) {
			a.As(t, account).Get("/v1/journal/seen/" + w.own + "/exports").OK().Into(&p)
			return p
		}
		head, home := seen("all"), seen("admin2")
		if len(head.Items) != 2 || len(home.Items) != 2 || head.Next != nil {
			t.Fatalf("%+v\n%+v", head, home)
		}
		reviews, students := head.Items[0], head.Items[1]
		if students.Operator != "Белов Илья" || students.List != "Студенты" || *students.Purpose != "Сверка с деканатом" || *students.Filter != "Статус: Активен" || len(students.Downloads) != 1 {
			t.Errorf("%+v", students)
		}
		if reviews.List != "Отзывы" || reviews.IsHidden || *reviews.Purpose != "Отчёт" {
			t.Errorf("%+v", reviews)
		}
		// What the programme's staff typed may name people of other universities.
		if got := home.Items[0]; !got.IsHidden || got.Purpose != nil || got.Filter != nil || got.Operator == "" {
			t.Errorf("%+v", got)
		}
		if got := home.Items[1]; got.IsHidden || *got.Purpose != "Сверка с деканатом" {
			t.Errorf("%+v", got)
		}
		a.As(t, "admin2").Get("/v1/journal/seen/" + w.foreign + "/exports").Is(404)
		w.logged("journal.seen", 2)
		// A spreadsheet of the journal that names the student is one more.
		w.head = a.As(t, "all")
		w.export(w.head, map[string]any{"uuidUser": w.own})
		if last := seen("all"); len(last.Items) != 3 || last.Items[0].List != "Журнал" {
			t.Errorf("%+v", last)
		}
	}, kit.WithJobs())
}

const participantsFile = "/v1/student/request-by-event/students-download-xlsx/"

// given lets a student register for an event and take a code. It returns the uuid of the event's news and the path of the list of codes.
func (w world) given(student string) (event, codes string) {
	w.t.Helper()
	var made struct{ UUIDNews string }
	w.head.Post("/v1/news", map[string]any{
		"title": "Праздник", "typeNews": "federal", "content": "<p>Приходите</p>", "event": map[string]any{"title": "Концерт", "date": "2026-12-20 18:00"},
	}).OK().Into(&made)
	if err := w.News.Register(w.t.Context(), made.UUIDNews, student); err != nil {
		w.t.Fatal(err)
	}
	promotion := kit.One[int64](w.t, w.App, "SELECT min(id) FROM promotions WHERE codes_total > codes_used")
	kit.Exec(w.t, w.App, "UPDATE promotions SET name = 'Чай', codes_used = codes_used + 1 WHERE id = ?", promotion)
	kit.Exec(w.t, w.App, `UPDATE promo_codes SET student_id = (SELECT id FROM students WHERE uuid = ?), granted_at = ? WHERE promotion_id = ?
		AND code = (SELECT min(code) FROM promo_codes WHERE promotion_id = ? AND student_id IS NULL)`, student, w.Clock.Now(), promotion, promotion)
	return made.UUIDNews, "/v1/stock/" + kit.One[string](w.t, w.App, "SELECT CAST(uuid AS TEXT) FROM promotions WHERE id = ?", promotion) + "/statistic"
}

// The spreadsheets of participants and of holders of codes are no exports in the background; who took them is remembered all the same.
func TestSpreadsheetsThatAreGivenAtOnceAreRemembered(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		w := newWorld(t, a)
		event, codes := w.given(w.own)
		w.head.Get(participantsFile + event).OK()
		w.head.Get(codes + "/xlsx").OK()
		foreign := a.As(t, "univer") // of МГУ: neither file names the student of СПбГУ
		foreign.Get(participantsFile + event).OK()
		foreign.Get(codes + "/xlsx").OK()
		var found taken
		w.head.Get("/v1/journal/seen/" + w.own + "/exports").OK().Into(&found)
		if len(found.Items) != 2 {
			t.Fatalf("%+v", found)
		}
		for i, want := range []struct{ list, filter string }{{"Выданные промокоды", "Акция: Чай"}, {"Участники мероприятия", "Мероприятие: Концерт"}} {
			if got := found.Items[i]; got.List != want.list || *got.Filter != want.filter || got.Operator != "Соколова Анна" || len(got.Downloads) != 1 || got.Downloads[0].Address != "127.0.0.1" {
				t.Errorf("%+v, want %+v", got, want)
			}
		}
		var own []struct {
			UUIDExport, Status, Name string
			Link                     *string
			IsGiven, CanRepeat       bool
		}
		w.head.Get("/v1/exports").OK().Into(&own)
		if len(own) != 2 || !own[0].IsGiven || own[0].CanRepeat || own[0].Link != nil || own[0].Status != "done" || own[0].Name != "Выданные промокоды" {
			t.Errorf("%+v", own)
		}
		w.head.Post("/v1/exports/"+own[0].UUIDExport+"/repeat", nil).Is(409)

		// Their pages are recorded like those of other lists of students.
		w.head.Put("/v1/student/request-by-event/get-students", map[string]any{"uuidNews": event}).OK()
		w.head.Get(codes).OK()
		foreign.Put("/v1/student/request-by-event/get-students", map[string]any{"uuidNews": event}).OK()
		w.logged("participants.list", 1)
		w.logged("codes.list", 1)
		var lists page
		w.home.Get("/v1/journal/seen/" + w.own + "/lists").OK().Into(&lists)
		if len(lists.Items) != 2 || lists.Items[0].Action != "codes.list" || lists.Items[1].Action != "participants.list" {
			t.Errorf("%+v", lists.Items)
		}
		if wrong := verify(t, a); len(wrong) > 0 {
			t.Error(wrong)
		}
	})
}

// More than 1,000 rows need a recent proof of identity there too.
func TestALargeSpreadsheetThatIsGivenAtOnceNeedsAProof(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		w := newWorld(t, a)
		event, codes := w.given(w.own)
		kit.Exec(t, a, "UPDATE sessions SET confirmed_at = ?", a.Clock.Now().Add(-16*time.Minute))
		w.head.Get(participantsFile + event).OK()
		kit.Exec(t, a, "UPDATE promotions SET codes_total = 2000, codes_used = 1001 WHERE name = 'Чай'")
		kit.Exec(t, a, `INSERT INTO event_participants (event_id, student_id, created_at) SELECT e.id, s.id, s.created_at FROM events e JOIN news n ON n.id = e.news_id, students s
			WHERE n.uuid = ? AND s.uuid <> ?`, event, w.own)
		if n := kit.One[int](t, a, "SELECT count(*) FROM event_participants p JOIN events e ON e.id = p.event_id JOIN news n ON n.id = e.news_id WHERE n.uuid = ?", event); n <= 1_000 {
			t.Fatalf("control: %d participants", n)
		}
		for _, path := range []string{participantsFile + event, codes + "/xlsx"} {
			if p := w.head.Get(path).Is(403).Problem(); p.Type != "confirm" {
				t.Errorf("%s: %+v", path, p)
			}
		}
		fresh := a.As(t, "all")
		fresh.Get(participantsFile + event).OK()
		fresh.Get(codes + "/xlsx").OK()
	})
}
