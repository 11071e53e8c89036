package exports_test

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"studbonus/internal/exports"
	"studbonus/internal/platform/access"
	"studbonus/internal/platform/exporting"
	"studbonus/internal/platform/idset"
	"studbonus/internal/platform/xlsx"
	"studbonus/internal/test/kit"
	"studbonus/internal/test/watch"
)

// A job acts with the rights of its operator when it runs, not when it was asked for (rules 17.3).
func TestRightsLostBeforeTheJobRunsFailIt(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		owner, kept := a.As(t, "chairman"), a.As(t, "univer")
		students, partners := start(owner, "/v1/student/export", object{}), start(kept, "/v1/partner/export", object{})
		kit.Exec(t, a, "UPDATE operators SET role = 'operator_univer' WHERE login = 'chairman@demo.studbonus.ru'")
		if err := a.Start(t.Context()); err != nil {
			t.Fatal(err)
		}
		if e := ended(t, owner, students); e.Status != "failed" || e.Link != nil || e.CanRepeat {
			t.Errorf("%+v", e)
		}
		if e := ended(t, kept, partners); e.Status != "done" || !e.CanRepeat { // the control
			t.Errorf("%+v", e)
		}
		if p := owner.Post("/v1/exports/"+students+"/repeat", nil).Is(http.StatusForbidden).Problem(); p.Detail == "" {
			t.Error("no reason")
		}
	})
}

func TestAnExportIsItsOperatorsAlone(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		owner := a.As(t, "univer")
		uuid := start(owner, "/v1/partner/export", object{})
		for _, account := range []string{"all", "chairman", "student2"} {
			other := a.As(t, account)
			other.Get("/v1/exports/" + uuid).Is(http.StatusNotFound)
			other.Put("/v1/exports/"+uuid+"/cancel", nil).Is(http.StatusNotFound)
			other.Post("/v1/exports/"+uuid+"/repeat", nil).Is(http.StatusNotFound)
			var all []export
			if other.Get("/v1/exports").OK().Into(&all); len(all) != 0 {
				t.Errorf("%s: %+v", account, all)
			}
		}
		var all []export
		if owner.Get("/v1/exports").OK().Into(&all); len(all) != 1 || all[0].UUIDExport != uuid || all[0].Status != "waiting" {
			t.Errorf("%+v", all)
		}
		newer := start(owner, "/v1/partner/export", object{})
		for direction, first := range map[string]string{"ASC": uuid, "DESC": newer} {
			if owner.Get("/v1/exports", "X-Sort-Direction", direction).OK().Into(&all); len(all) != 2 || all[0].UUIDExport != first {
				t.Errorf("%s: %+v", direction, all)
			}
		}
		// The older call knows students alone (rules 13.7).
		a.As(t, "all").Get("/v2/student/list/file/check?uuidFile=" + start(a.As(t, "all"), "/v1/partner/export", object{})).Is(http.StatusNotFound)
		a.As(t, "student").Post("/v1/partner/export", object{}).Is(http.StatusForbidden)
	})
}

// slow is a list whose rows never end.
func slow(begun, over chan struct{}) exporting.List {
	return exporting.List{
		Kind: "slow", Area: access.Students, Sheet: xlsx.Sheet{Name: "Долго", Columns: []xlsx.Column{{Title: "№"}}},
		Words: func(context.Context, json.RawMessage) (string, error) { return "", nil },
		Count: func(context.Context, json.RawMessage) (int, error) { return 1, nil },
		Write: func(ctx context.Context, _ json.RawMessage, _ *exporting.Writer) error {
			close(begun)
			<-ctx.Done()
			close(over)
			return ctx.Err()
		},
	}
}

func TestACancelledExportEndsAtOnce(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		begun, over := make(chan struct{}), make(chan struct{})
		a.Exports.Add(slow(begun, over))
		c := a.As(t, "student")
		uuid, err := a.Exports.Start(acting(t, a, "student"), exporting.Order{List: exporting.List{Kind: "slow"}})
		if err != nil {
			t.Fatal(err)
		}
		waiting := start(c, "/v1/student/export", object{})
		c.Put("/v1/exports/"+waiting+"/cancel", nil).OK()
		if err := a.Start(t.Context()); err != nil {
			t.Fatal(err)
		}
		<-begun
		if e := state(c, uuid); e.Status != "running" {
			t.Errorf("%+v", e)
		}
		c.Put("/v1/exports/"+uuid+"/cancel", nil).OK()
		asked := time.Now()
		<-over
		if took := time.Since(asked); took > 5*time.Second && kit.Drilling() {
			t.Errorf("the job went on for %s", took)
		}
		watch.Until(t, time.Minute, "the jobs end", func() bool {
			return kit.One[int](t, a, "SELECT count(*) FROM river_job WHERE kind = 'exports.run' AND state <> 'completed'") == 0
		})
		for _, ended := range []string{uuid, waiting} {
			if e := state(c, ended); e.Status != "cancelled" || e.Link != nil || e.EndedAt == nil {
				t.Errorf("%+v", e)
			}
			if p := c.Put("/v1/exports/"+ended+"/cancel", nil).Is(http.StatusConflict).Problem(); p.Detail != "Эта выгрузка уже закончилась." {
				t.Errorf("%+v", p)
			}
		}
		if n := kit.One[int](t, a, "SELECT count(*) FROM files WHERE kind = 'export'"); n != 0 {
			t.Errorf("%d files", n)
		}
		if n := kit.One[int](t, a, "SELECT count(*) FROM audit_log WHERE action = 'exports.cancel'"); n != 2 {
			t.Errorf("%d rows in the log", n)
		}
	})
}

func TestARepeatedExportAsksTheSame(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		c := a.As(t, "all")
		first := ended(t, c, start(c, "/v1/partner/export", object{"status": "blocked", "purpose": "  Для отчёта "}, sorted("name", "ASC")...))
		var begun struct{ UUIDExport string }
		c.Post("/v1/exports/"+first.UUIDExport+"/repeat", nil).OK().Into(&begun)
		second := ended(t, c, begun.UUIDExport)
		if second.UUIDExport == first.UUIDExport || text(deref(second.Purpose)) != "Для отчёта" || text(deref(second.Filter)) != "Статус: Заблокирован" || second.Rows != first.Rows {
			t.Errorf("%+v after %+v", second, first)
		}
		if a, b := sheet(t, c, first), sheet(t, c, second); !slices.EqualFunc(a, b, slices.Equal[[]string]) {
			t.Error("other rows")
		}
		if p := c.Post("/v1/partner/export", object{"purpose": strings.Repeat("я", 501)}).Is(http.StatusUnprocessableEntity).Problem(); p.Field("purpose") != "Цель не длиннее 500 символов." {
			t.Errorf("%+v", p)
		}
		// A large one of students needs a recent proof, also when it is repeated.
		large := ended(t, c, start(c, "/v1/student/export", object{}))
		kit.Exec(t, a, "UPDATE sessions SET confirmed_at = ?", a.Clock.Now().Add(-16*time.Minute))
		for _, path := range []string{"/v1/student/export", "/v1/exports/" + large.UUIDExport + "/repeat", "/v2/student/list/file/generate", "/v1/journal/export"} {
			if p := c.Post(path, object{}).Is(http.StatusForbidden).Problem(); p.Type != "confirm" {
				t.Errorf("%s: %+v", path, p)
			}
		}
		c.Post("/v1/exports/"+first.UUIDExport+"/repeat", nil).OK()
	}, kit.WithJobs())
}

// Every list that is about students needs the proof; a new one has to be named here.
func TestListsAboutStudentsNeedAProof(t *testing.T) {
	a := kit.New(t, kit.SQLite)
	lists := slices.Concat(a.Students.Exports(), a.Journal.Exports(), a.Partners.Exports(), a.Promotions.Exports(), a.News.Exports(), a.Reviews.Exports(), a.Knowledge.Exports(), a.Operators.Exports())
	var personal []string
	for _, l := range lists {
		if l.IsPersonal {
			personal = append(personal, l.Kind)
		}
	}
	if want := []string{"students", "applications", "journal", "codes", "participants", "reviews"}; !slices.Equal(personal, want) || len(lists) != 12 {
		t.Errorf("%v of %d lists, want %v of 12", personal, len(lists), want)
	}
}

// Who took a row is known for three years, the file is gone after a day.
func TestWhoTookARowIsRemembered(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		c := a.As(t, "student")
		took := ended(t, c, start(c, "/v1/student/export", object{"status": "blocked", "purpose": "Сверка"}))
		ended(t, c, start(c, "/v1/student/request/export", object{}))
		c.Get(*took.Link).OK()
		ids := kit.All[int64](t, a, "SELECT id FROM students WHERE university_id = 1 AND status = 'blocked' ORDER BY id")
		packed := kit.One[[]byte](t, a, "SELECT ids FROM list_exports WHERE uuid = ?", took.UUIDExport)
		if set, err := idset.Unpack(packed); err != nil || set.Len() != len(ids) {
			t.Fatalf("%v, %v", set, err)
		}
		asked := func(kind string, row int64) exports.Asked {
			return exports.Asked{Rows: map[string][]int64{"students": nil, kind: {row}}}
		}
		found, next, err := a.Exports.Containing(t.Context(), asked("students", ids[0]))
		if err != nil || len(found) != 1 || next != 0 {
			t.Fatalf("%+v %d %v", found, next, err)
		}
		got := found[0]
		if got.UUID != took.UUIDExport || got.Purpose != "Сверка" || got.Rows != len(ids) || got.OperatorName == "" || got.University != 1 || got.Name != "Студенты" ||
			len(got.Downloads) != 1 || got.Downloads[0].Address != "127.0.0.1" {
			t.Errorf("%+v", got)
		}
		other := kit.One[int64](t, a, "SELECT id FROM students WHERE university_id <> 1 AND status = 'blocked' ORDER BY id LIMIT 1")
		older := asked("students", ids[0])
		older.Before = got.ID
		for _, none := range []exports.Asked{asked("students", other), asked("partners", ids[0]), older, {}} {
			if found, _, err := a.Exports.Containing(t.Context(), none); err != nil || len(found) != 0 {
				t.Errorf("%+v: %+v %v", none, found, err)
			}
		}
		clean := func() int {
			if err := a.Exports.CleanUp(t.Context()); err != nil {
				t.Fatal(err)
			}
			return kit.One[int](t, a, "SELECT count(*) FROM list_exports")
		}
		a.Clock.Advance(25 * time.Hour)
		c = a.As(t, "student")
		if e := state(c, took.UUIDExport); e.Link != nil || e.Status != "done" || clean() != 2 {
			t.Errorf("after a day: %+v", e)
		}
		c.Get("/v2/student/list/file/check?uuidFile=" + took.UUIDExport).Is(http.StatusNotFound)
		a.Clock.Advance(2 * 365 * 24 * time.Hour)
		if clean() != 2 {
			t.Error("forgotten after two years")
		}
		a.Clock.Advance(367 * 24 * time.Hour)
		if clean() != 0 {
			t.Error("kept after three years")
		}
	}, kit.WithJobs())
}

// An answer unpacks 200 exports, so that it takes the same time after three years; the next one goes on.
func TestWhoTookARowIsFoundPartByPart(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		var set, others idset.Set
		set.Add(7)
		others.Add(6)
		others.Add(8)
		for i := range 450 {
			ids := others.Pack()
			if i == 0 || i == 449 {
				ids = set.Pack()
			}
			now := a.Clock.Now()
			kit.Exec(t, a, `INSERT INTO list_exports (uuid, operator_id, kind, question, filter, purpose, status, created_at, keep_until, first_row, last_row, ids)
				VALUES (?, 1, 'students', '{}', '', '', 'done', ?, ?, 6, 8, ?)`, uuid.NewString(), now, now, ids)
		}
		var found []exports.Holder
		parts := 0
		for ask := (exports.Asked{Rows: map[string][]int64{"students": {7}}}); ; parts++ {
			part, next, err := a.Exports.Containing(t.Context(), ask)
			if err != nil {
				t.Fatal(err)
			}
			found = append(found, part...)
			if ask.Before = next; next == 0 {
				break
			}
		}
		if parts != 2 || len(found) != 2 || found[0].ID < found[1].ID {
			t.Errorf("%d parts after the first, %+v", parts, found)
		}
	})
}

// What somebody searched for and why is in no row of the audit log: it may name a person.
func TestTheAuditLogHasNoWordsOfAnExport(t *testing.T) {
	a := kit.New(t, kit.SQLite)
	c := a.As(t, "student")
	start(c, "/v1/student/export", object{"searchString": "Тайнова", "purpose": "Тайное дело", "status": "blocked"})
	logged := kit.One[string](t, a, "SELECT CAST(changes AS TEXT) FROM audit_log WHERE action = 'exports.start'")
	if strings.Contains(logged, "Тайн") || !strings.Contains(logged, "blocked") || !strings.Contains(logged, "students") {
		t.Error(logged)
	}
}
