package students_test

import (
	"bytes"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/xuri/excelize/v2"

	"studbonus/internal/platform/db"
	"studbonus/internal/test/kit"
)

// export asks for a spreadsheet and waits for it.
func export(t *testing.T, c *kit.Client, filter map[string]any, headers ...string) (link string) {
	t.Helper()
	var started struct{ Result struct{ UUIDFile string } }
	c.Post("/v2/student/list/file/generate", filter, headers...).OK().Into(&started)
	for deadline := time.Now().Add(30 * time.Second); time.Now().Before(deadline); time.Sleep(50 * time.Millisecond) {
		var state struct {
			Status, Link string
			Progress     int
		}
		c.Get("/v2/student/list/file/check?uuidFile=" + started.Result.UUIDFile).OK().Into(&state)
		switch state.Status {
		case "uploaded":
			return state.Link
		case "error":
			t.Fatal("the export failed")
		}
	}
	t.Fatal("the export does not end")
	return ""
}

func TestTheExportHoldsExactlyTheFiltersRows(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		c := a.As(t, "student")
		hostile := []string{"=1+1", "+7", "-1", "@SUM(A1)", "\tтаб", "а|б||", "<b>&\"'", "=HYPERLINK(\"http://x\")"}
		ids, err := db.All[string](t.Context(), a.DB, "SELECT uuid FROM students WHERE university_id = 1 AND status = 'blocked' ORDER BY id LIMIT ?", len(hostile))
		if err != nil {
			t.Fatal(err)
		}
		for i, id := range ids {
			body, _ := form(t, c, id)
			body["surname"] = "Я" + hostile[i]
			body["name"] = hostile[i]
			c.Put("/v1/student/"+id, body).OK()
		}
		headers := []string{"X-Sort-Field", "surname", "X-Sort-Direction", "ASC"}
		filter := map[string]any{"status": "blocked"}
		var rows []struct{ Surname, Name string }
		c.Put("/v1/student", filter, append(headers, "X-Limit", "100")...).OK().Into(&rows)

		file := c.Get(export(t, c, filter, headers...)).OK()
		if !strings.HasPrefix(file.Header.Get("Content-Disposition"), "attachment") {
			t.Error(file.Header.Get("Content-Disposition"))
		}
		book, err := excelize.OpenReader(bytes.NewReader(file.Body))
		if err != nil {
			t.Fatal(err)
		}
		cells, err := book.GetRows("Студенты")
		if err != nil {
			t.Fatal(err)
		}
		if len(cells)-1 != len(rows) {
			t.Fatalf("%d rows in the file, %d in the list", len(cells)-1, len(rows))
		}
		for i, r := range rows {
			if want := r.Surname + " " + r.Name; !strings.HasPrefix(cells[i+1][0], want) {
				t.Errorf("row %d is %q, want %q", i, cells[i+1][0], want)
			}
			if formula, err := book.GetCellFormula("Студенты", "A"+string(rune('2'+i%8))); err != nil || formula != "" {
				t.Errorf("a formula: %q %v", formula, err)
			}
		}
	}, kit.WithJobs())
}

func TestTheExportOfTenFoundStudentsShowsThemAsTheListDoes(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		c := a.As(t, "student")
		for i := range 12 {
			id := apply(t, a, fmt.Sprintf("Десяткин-%c", 'А'+(i*7)%12), i)
			if i >= 2 { // two stay applications, which are not in the list of students
				c.Put("/v1/user/status", map[string]any{"uuidUser": id, "newStatus": "active"}).OK()
			}
		}
		filter, headers := map[string]any{"searchString": "десяткин"}, []string{"X-Sort-Field", "surname", "X-Sort-Direction", "DESC"}
		var rows []struct {
			Surname, Name, Phone, StudentCode string
			Course, StartEducation            int
			EndEducation                      int
		}
		c.Put("/v1/student", filter, headers...).OK().Into(&rows)
		want := [][]string{{"ФИО", "Факультет", "Период обучения", "Курс", "Телефон", "Номер штрихкода", "Статус"}}
		for _, r := range rows {
			want = append(want, []string{
				r.Surname + " " + r.Name, "", fmt.Sprintf("%d–%d", r.StartEducation, r.EndEducation), strconv.Itoa(r.Course), r.Phone, r.StudentCode, "Активен",
			})
		}
		book, err := excelize.OpenReader(bytes.NewReader(c.Get(export(t, c, filter, headers...)).OK().Body))
		if err != nil {
			t.Fatal(err)
		}
		cells, err := book.GetRows("Студенты")
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, cells); diff != "" || len(rows) != 10 {
			t.Errorf("%d rows (-listed +exported):\n%s", len(rows), diff)
		}
	}, kit.WithJobs())
}

func TestOnlyItsOwnerHasAnExport(t *testing.T) {
	a := kit.New(t, kit.SQLite, kit.WithJobs())
	owner := a.As(t, "student")
	link := export(t, owner, map[string]any{"status": "blocked"})
	var started struct{ Result struct{ UUIDFile string } }
	owner.Post("/v2/student/list/file/generate", map[string]any{}).OK().Into(&started)
	for _, other := range []string{"all", "chairman", "student2"} {
		a.As(t, other).Get("/v2/student/list/file/check?uuidFile=" + started.Result.UUIDFile).Is(http.StatusNotFound)
	}
	anyone := a.Anyone(t)
	anyone.Get(link).OK() // for 15 minutes the link needs no session
	anyone.Get(link[:strings.Index(link, "?")]).Is(http.StatusNotFound)
	a.Clock.Advance(16 * time.Minute)
	anyone.Get(link).Is(http.StatusNotFound)
}

// Rights are checked again each time a link is opened (rules 13.5).
func TestAnExportIsOpenOnlyToWhoeverMayStillSeeIt(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		become := func(account, role string) {
			kit.Exec(t, a, "UPDATE operators SET role = ? WHERE login = ?", role, account+"@demo.studbonus.ru")
		}
		for i := range kit.Reps(t, 1) {
			for _, c := range []struct {
				name, account string
				lose, regain  func(owner *kit.Client)
			}{
				{"signed out", "student", func(owner *kit.Client) {
					owner.Delete("/v1/auth/session", map[string]any{"refreshToken": owner.Refresh}).OK()
				}, nil},
				{"blocked", "student2", func(*kit.Client) { block(t, a, "student2", true) }, func(*kit.Client) { block(t, a, "student2", false) }},
				{"without the area", "chairman", func(*kit.Client) { become("chairman", "operator_univer") }, func(*kit.Client) { become("chairman", "chairman") }},
				{"without the scope", "all", func(*kit.Client) { become("all", "operator_student") }, func(*kit.Client) { become("all", "operator_all") }},
			} {
				t.Run(fmt.Sprint(c.name, i), func(t *testing.T) {
					owner, anyone := a.As(t, c.account), a.Anyone(t)
					link := export(t, owner, map[string]any{"status": "blocked"})
					anyone.Get(link).OK()
					c.lose(owner)
					anyone.Get(link).Is(http.StatusNotFound)
					if c.regain != nil {
						c.regain(owner)
					}
					anyone.Get(export(t, a.As(t, c.account), map[string]any{"status": "blocked"})).OK() // the control
				})
			}
		}
	}, kit.WithJobs())
}

func block(t *testing.T, a *kit.App, account string, blocked bool) {
	t.Helper()
	if err := a.Operators.Block(t.Context(), account+"@demo.studbonus.ru", blocked); err != nil {
		t.Fatal(err)
	}
}

// Every download of an export is in the audit log, with what was in it (rules 17.14).
func TestADownloadOfAnExportIsAudited(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		link := export(t, a.As(t, "student"), map[string]any{"status": "blocked"})
		a.Anyone(t).Get(link[:strings.Index(link, "?")]).Is(http.StatusNotFound)
		for range 2 {
			answer := a.Anyone(t).Get(link).OK()
			if got := answer.Header.Get("Cache-Control"); got != "private, no-store" {
				t.Errorf("a copy may be kept: %s", got)
			}
			who := kit.One[string](t, a, `SELECT o.login FROM audit_log l JOIN operators o ON o.id = l.operator_id
				JOIN list_exports e ON e.file = l.object WHERE l.action = 'files.download' AND l.request_id = ?`, answer.Header.Get("X-Request-Id"))
			if who != "student@demo.studbonus.ru" {
				t.Errorf("downloaded by %q", who)
			}
		}
		if n := kit.One[int](t, a, "SELECT count(*) FROM audit_log WHERE action = 'files.download'"); n != 2 {
			t.Errorf("%d rows, want 2", n)
		}
		uuid := kit.One[string](t, a, "SELECT CAST(uuid AS TEXT) FROM list_exports")
		if n := kit.One[int](t, a, "SELECT count(*) FROM audit_log WHERE kind = 'export' AND object = ? AND CAST(changes AS TEXT) LIKE ?", uuid, "%"+link[len("/files/"):len("/files/")+32]+"%"); n != 1 {
			t.Errorf("%d rows say which file the export became", n)
		}
	}, kit.WithJobs())
}

const generate, check = "/v2/student/list/file/generate", "/v2/student/list/file/check?uuidFile="

func TestAnOperatorHasThreeExportsUnderWayAtMost(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) { // the job runner is not started: no export finishes
		c := a.As(t, "student")
		var begun, refused atomic.Int64
		var together sync.WaitGroup
		for range 20 {
			together.Go(func() {
				switch got := c.Post(generate, map[string]any{}); got.Status {
				case http.StatusOK:
					begun.Add(1)
				case http.StatusTooManyRequests:
					refused.Add(1)
					if p := got.Problem(); got.Header.Get("Retry-After") == "" || !strings.HasPrefix(p.Detail, "Уже готовятся три выгрузки.") {
						t.Errorf("%v %+v", got.Header, p)
					}
				default:
					t.Errorf("answered with %d", got.Status)
				}
			})
		}
		together.Wait()
		if begun.Load() != 3 || refused.Load() != 17 {
			t.Errorf("%d begun and %d refused of 20 at once", begun.Load(), refused.Load())
		}
		a.As(t, "student2").Post(generate, map[string]any{}).OK() // the limit is per operator
		kit.Exec(t, a, "UPDATE list_exports SET status = 'done'")
		c.Post(generate, map[string]any{}).OK() // finished exports do not count
	})
}

// Drill F2: an export whose job was killed in its last attempt is reported as failed within three minutes.
func TestAnExportThatWasKilledInItsLastAttemptEnds(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		c := a.As(t, "student")
		var started struct{ Result struct{ UUIDFile string } }
		c.Post(generate, map[string]any{}).OK().Into(&started)
		c.Post(generate, map[string]any{}).OK()
		killed := started.Result.UUIDFile
		kit.Exec(t, a, "UPDATE river_job SET state = 'running', attempt = 1, attempted_at = ?", time.Now().UTC())
		kit.Exec(t, a, "UPDATE river_job SET attempt = max_attempts, attempted_at = ? WHERE args ->> 'uuid' = ?", time.Now().UTC().Add(-80*time.Second), killed)
		if err := a.Start(t.Context()); err != nil {
			t.Fatal(err)
		}
		status := func() (s struct{ Status string }) {
			c.Get(check + killed).OK().Into(&s)
			return s
		}
		for deadline := time.Now().Add(20 * time.Second); status().Status != "error"; time.Sleep(50 * time.Millisecond) {
			if time.Now().After(deadline) {
				t.Fatalf("it is still %s", status().Status)
			}
		}
		if n := kit.One[int](t, a, "SELECT count(*) FROM list_exports WHERE status = 'failed'"); n != 1 {
			t.Errorf("%d exports have failed, want the one that was killed", n)
		}
	})
}
