package journal_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"studbonus/internal/platform/db"
	"studbonus/internal/test/kit"
	"studbonus/internal/test/watch"
)

type person struct {
	UUID string  `json:"uuidUser"`
	Name string  `json:"fullName"`
	Href *string `json:"href"`
}

type line struct {
	Number                            int64
	At, Operator, Action, Group, Kind string
	Address                           string
	ObjectName, ObjectHref            *string
	Person                            *person
	Reason                            *string
	Personal                          string
	Changes                           map[string]struct{ From, To any }
}

type page struct {
	Items    []line
	Next     *string
	Until    *string
	From, To string
	Found    *int
	IsMore   bool
}

type world struct {
	*kit.App
	t          *testing.T
	head, home *kit.Client // administrators of the programme and of СПбГУ
	own        string      // a student of СПбГУ
	foreign    string      // one of МГУ
}

func newWorld(t *testing.T, a *kit.App) world {
	t.Helper()
	of := func(login string) string {
		return kit.One[string](t, a, "SELECT CAST(s.uuid AS TEXT) FROM students s JOIN operators o ON o.university_id = s.university_id WHERE s.status = 'active' AND o.login = ? ORDER BY s.id LIMIT 1", login+"@demo.studbonus.ru")
	}
	return world{App: a, t: t, head: a.As(t, "all"), home: a.As(t, "admin2"), own: of("student2"), foreign: of("student")}
}

func (w world) ask(c *kit.Client, question map[string]any) page {
	w.t.Helper()
	var p page
	c.Put("/v1/journal", question).OK().Into(&p)
	return p
}

// logged waits for rows that are written in batches.
func (w world) logged(action string, n int) {
	w.t.Helper()
	watch.Until(w.t, 20*time.Second, action+" is logged", func() bool {
		return kit.One[int](w.t, w.App, "SELECT count(*) FROM audit_log WHERE action = ?", action) >= n
	})
}

func (w world) block(c *kit.Client, student string) {
	w.t.Helper()
	c.Put("/v1/user/status", map[string]any{"uuidUser": student, "newStatus": "blocked", "reasonText": "Утерян билет"}).OK()
}

func TestARowOpensItsChange(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		w := newWorld(t, a)
		w.block(w.head, w.own)
		p := w.ask(w.home, map[string]any{"uuidUser": w.own, "group": "decisions"})
		if len(p.Items) != 1 || *p.Found != 1 || p.IsMore || p.Next != nil {
			t.Fatalf("%+v", p)
		}
		row := p.Items[0]
		if row.Action != "students.blocked" || row.Operator != "Соколова Анна" || row.Person == nil || row.Person.UUID != w.own || row.Person.Name == "" {
			t.Errorf("%+v", row)
		}
		var full line
		w.home.Get(fmt.Sprint("/v1/journal/", row.Number)).OK().Into(&full)
		if full.Personal != "shown" || full.Reason == nil || *full.Reason != "Утерян билет" || full.Changes["status"].To != "blocked" {
			t.Errorf("%+v", full)
		}
		w.logged("journal.open", 1)
		if subject := kit.One[string](t, a, "SELECT subject FROM audit_log WHERE action = 'journal.open' AND object = ?", fmt.Sprint(row.Number)); subject != w.own {
			t.Errorf("the row was opened about %q", subject)
		}
		drop := "DROP TRIGGER audit_personal_no_delete"
		if a.DB.Postgres() {
			drop += " ON audit_personal"
		}
		kit.Exec(t, a, drop)
		kit.Exec(t, a, "DELETE FROM audit_personal WHERE seq = ?", row.Number)
		w.home.Get(fmt.Sprint("/v1/journal/", row.Number)).OK().Into(&full)
		if full.Personal != "erased" {
			t.Errorf("after the values are erased: %+v", full)
		}
	})
}

func TestForeignRowsDoNotExist(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		w := newWorld(t, a)
		w.block(w.head, w.own)
		w.block(w.head, w.foreign)
		number := func(student string) int64 {
			return kit.One[int64](t, a, "SELECT max(seq) FROM audit_log WHERE subject = ? AND action = 'students.blocked'", student)
		}
		w.home.Get(fmt.Sprint("/v1/journal/", number(w.own))).OK()
		w.home.Get(fmt.Sprint("/v1/journal/", number(w.foreign))).Is(404)
		w.head.Get(fmt.Sprint("/v1/journal/", number(w.foreign))).OK()
		w.home.Get("/v1/journal/999999999").Is(404)
		for _, question := range []map[string]any{{}, {"group": "decisions"}, {"kind": "student"}, {"uuidUser": w.foreign}, {"address": "127.0.0.1"}, {"address": "127.0.0.1", "kind": "student"}} {
			for _, l := range w.ask(w.home, question).Items {
				if l.Number == number(w.foreign) || l.Person != nil && l.Person.UUID == w.foreign {
					t.Errorf("%v shows a foreign row", question)
				}
			}
		}
		stranger := kit.One[string](t, a, "SELECT CAST(uuid AS TEXT) FROM operators WHERE login = 'student@demo.studbonus.ru'")
		if p := w.ask(w.home, map[string]any{"uuidOperator": stranger}); len(p.Items) != 0 || *p.Found != 0 {
			t.Errorf("an operator of another university: %+v", p)
		}
		w.home.Get("/v1/journal/seen/" + w.foreign).Is(404)
		w.home.Get("/v1/journal/seen/" + w.foreign + "/lists").Is(404)
		for _, account := range []string{"student", "univer", "chairman", "student2"} {
			a.As(t, account).Put("/v1/journal", map[string]any{}).Is(403)
		}
	})
}

func TestEveryFilterNarrowsLikePlainSQL(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		w := newWorld(t, a)
		w.block(w.head, w.own)
		w.home.Get("/v1/student/" + w.own).OK()
		w.logged("student.view", 1)
		operator := kit.One[string](t, a, "SELECT CAST(uuid AS TEXT) FROM operators WHERE login = 'all@demo.studbonus.ru'")
		const all, scoped = "1 = 1", "(subject_university_id = 2 OR subject_university_id IS NULL AND subject = '' AND university_id = 2)"
		if kit.One[int64](t, a, "SELECT university_id FROM operators WHERE login = 'admin2@demo.studbonus.ru'") != 2 {
			t.Fatal("control: the number of the university")
		}
		fields := map[string]struct {
			value any
			where string
		}{
			"uuidOperator": {operator, "operator_id = (SELECT id FROM operators WHERE login = 'all@demo.studbonus.ru')"},
			"group":        {"decisions", "(action LIKE '%.blocked' OR action LIKE '%.active' OR action LIKE '%.rejected' OR action LIKE '%.public' OR action LIKE '%.approved' OR action LIKE 'news.declined' OR action LIKE 'news.wait' OR action LIKE '%.undo')"},
			"kind":         {"student", "kind = 'student'"},
			"uuidUser":     {w.own, "subject = '" + w.own + "'"},
			"address":      {"127.0.0.1", "address = '127.0.0.1'"},
		}
		names := []string{"uuidOperator", "group", "kind", "uuidUser", "address"}
		for mask := range 1 << len(names) {
			question, where := map[string]any{"from": "01.09.2026"}, "at >= '2026-08-31 21:00:00+00:00'"
			for i, name := range names {
				if mask>>i&1 == 1 {
					question[name] = fields[name].value
					where += " AND " + fields[name].where
				}
			}
			for c, scope := range map[*kit.Client]string{w.head: all, w.home: scoped} {
				if c == w.home && question["uuidOperator"] != nil {
					continue // foreign
				}
				want := kit.All[int64](t, a, "SELECT seq FROM audit_log WHERE "+where+" AND "+scope+" AND action <> 'journal.read' ORDER BY at DESC, seq DESC LIMIT 120")
				if got := w.all(c, question, len(want)); !slices.Equal(got, want) {
					t.Errorf("%v: %v, want %v", question, got, want)
				}
			}
		}
	})
}

// all reads pages on to so many rows, without those of the journal itself.
func (w world) all(c *kit.Client, question map[string]any, most int) (seqs []int64) {
	w.t.Helper()
	path := "/v1/journal"
	for len(seqs) < most || most == 0 {
		var p page
		c.Put(path, question).OK().Into(&p)
		for _, l := range p.Items {
			if l.Action != "journal.read" {
				seqs = append(seqs, l.Number)
			}
		}
		if p.Next == nil {
			break
		}
		path = "/v1/journal?after=" + *p.Next
	}
	return seqs[:min(most, len(seqs))]
}

func TestAQuestionIsAtMost92Days(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		w := newWorld(t, a)
		for question, field := range map[*map[string]any]string{
			{"from": "01.08.2026", "to": "01.11.2026"}: "from", {"from": "02.11.2026", "to": "01.11.2026"}: "from", {"from": "завтра"}: "from", {"to": "32.01.2026"}: "to",
			{"group": "everything"}: "group", {"address": strings.Repeat("1", 101)}: "address",
		} {
			if p := w.head.Put("/v1/journal", *question).Is(422).Problem(); p.Field(field) == "" {
				t.Errorf("%v: %+v", *question, p)
			}
		}
		for days, question := range map[string]map[string]any{
			"01.08.2026 31.10.2026": {"from": "01.08.2026", "to": "31.10.2026"}, "01.01.2026 02.04.2026": {"from": "01.01.2026"}, "02.11.2025 01.02.2026": {"to": "01.02.2026"},
			"16.08.2026 15.11.2026": {},
		} {
			if p := w.ask(w.head, question); p.From+" "+p.To != days {
				t.Errorf("%v: from %s to %s, want %s", question, p.From, p.To, days)
			}
		}
	})
}

func TestReadingTheJournalIsOneRowPerQuestion(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		w := newWorld(t, a)
		first := w.ask(w.head, map[string]any{})
		if first.Next == nil {
			t.Fatal("control: one page only")
		}
		w.head.Put("/v1/journal?after="+*first.Next, map[string]any{}).OK()
		w.ask(w.head, map[string]any{})
		w.ask(w.head, map[string]any{"uuidUser": w.own})
		w.logged("journal.read", 2)
		w.head.Put("/v1/journal?after="+*first.Next, map[string]any{"kind": "student"}).OK() // another question with that cursor
		w.ask(w.head, map[string]any{"kind": "partner"})                                     // the queue keeps the order: what came before it is written
		w.logged("journal.read", 4)
		if n := kit.One[int](t, a, "SELECT count(*) FROM audit_log WHERE action = 'journal.read'"); n != 4 {
			t.Errorf("%d rows for four questions", n)
		}
	})
}

func TestWhoSawAStudent(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		w := newWorld(t, a)
		moderator := a.As(t, "student2")
		moderator.Get("/v1/student/" + w.own).OK()
		surname := kit.One[string](t, a, "SELECT surname FROM students WHERE uuid = ?", w.own)
		for range 3 {
			moderator.Put("/v1/student", map[string]any{"searchString": surname}).OK()
		}
		moderator.Put("/v1/student", map[string]any{"searchString": "нет такого студента"}).OK() // showed nobody
		w.logged("student.view", 1)
		w.logged("students.list", 1)
		var views, lists page
		w.home.Get("/v1/journal/seen/" + w.own).OK().Into(&views)
		if len(views.Items) != 1 || views.Items[0].Operator != "Белов Илья" || views.Items[0].Action != "student.view" {
			t.Errorf("cards: %+v", views)
		}
		w.home.Get("/v1/journal/seen/" + w.own + "/lists").OK().Into(&lists)
		if len(lists.Items) != 1 || lists.Items[0].Action != "students.list" || lists.Next != nil {
			t.Fatalf("lists: %+v", lists)
		}
		var full line
		w.home.Get(fmt.Sprint("/v1/journal/", lists.Items[0].Number)).OK().Into(&full)
		if full.Changes["search"].To != surname || full.Changes["offset"].To == nil || full.Personal != "shown" {
			t.Errorf("the page: %+v", full)
		}
		a.Clock.Advance(11 * time.Minute)
		again := a.As(t, "student2")
		again.Put("/v1/student", map[string]any{"searchString": surname}).OK()
		w.logged("students.list", 2)
		if wrong := verify(t, a); len(wrong) > 0 {
			t.Error(wrong)
		}
	})
}

func verify(t *testing.T, a *kit.App) (wrong []string) {
	t.Helper()
	for _, check := range a.Checks() {
		if strings.Contains(check.Name, "журнал") {
			found, err := check.Run(db.InBackground(t.Context()))
			if err != nil {
				t.Fatal(err)
			}
			wrong = append(wrong, found...)
		}
	}
	return wrong
}

// What an operator of the programme typed may name people of other universities.
func TestASearchOfSeveralUniversitiesIsHiddenFromOne(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		w := newWorld(t, a)
		kit.Exec(t, a, "UPDATE operators SET university_id = 2 WHERE login = 'all@demo.studbonus.ru'")
		a.As(t, "all").Put("/v1/student", map[string]any{"searchString": "а"}).OK()
		w.logged("students.list", 1)
		row := kit.One[int64](t, a, "SELECT max(seq) FROM audit_log WHERE action = 'students.list'")
		var full line
		w.home.Get(fmt.Sprint("/v1/journal/", row)).OK().Into(&full)
		if _, has := full.Changes["search"]; has || full.Personal != "hidden" {
			t.Errorf("%+v", full)
		}
		a.As(t, "all").Get(fmt.Sprint("/v1/journal/", row)).OK().Into(&full)
		if full.Changes["search"].To != "а" || full.Personal != "shown" {
			t.Errorf("to who sees all: %+v", full)
		}
	})
}

func TestPeopleAreFoundInScope(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		w := newWorld(t, a)
		find := func(c *kit.Client, student string) bool {
			var found []person
			phone := kit.One[string](t, a, "SELECT phone FROM students WHERE uuid = ?", student)
			c.Put("/v1/journal/people", map[string]any{"searchString": phone}).OK().Into(&found)
			return slices.ContainsFunc(found, func(p person) bool { return p.UUID == student })
		}
		if !find(w.home, w.own) || find(w.home, w.foreign) || !find(w.head, w.foreign) {
			t.Error("not those of the scope")
		}
	})
}

// A row names its object as it is called now, and leads to its card.
func TestRowsNameTheirObjects(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		w := newWorld(t, a)
		w.head.Post("/v1/invitations", map[string]any{"login": "new@example.ru", "role": "operator_student", "uuidUniversity": kit.One[string](t, a, "SELECT CAST(uuid AS TEXT) FROM universities WHERE id = 2")}).OK()
		for kind, of := range map[string]struct{ from, name, href string }{
			"operator": {"operators x", "x.surname || ' ' || x.name || ', ' || x.login", "/operators/"}, "invitation": {"invitations x", "x.login", ""},
			"partner": {"partners x", "x.name", "/partners/card/"}, "stock": {"promotions x", "x.name", "/promotions/card/"}, "review": {"reviews x", "''", "/feedback/"},
			"review template": {"review_templates x", "x.name", ""}, "news": {"news x", "x.title", "/news/"}, "question": {"knowledge_questions x", "x.question", "/knowledge/"},
			"survey": {"surveys x JOIN news n ON n.id = x.news_id", "n.title", "/news/"}, "event": {"events x", "x.title", "/news/"},
			"university": {"universities x", "x.short_name", "/catalogues/"}, "faculty": {"faculties x", "x.name", ""}, "specialty": {"specialties x", "x.name", ""},
			"city": {"cities x", "x.name", ""}, "partnerCategory": {"partner_categories x", "x.name", ""}, "knowledgeCategory": {"knowledge_categories x", "x.name", ""},
		} {
			w.log(kind, "(SELECT CAST(x.uuid AS TEXT) FROM "+of.from+" WHERE x.id = (SELECT max(id) FROM "+strings.Fields(of.from)[0]+"))")
			want := kit.One[string](t, a, "SELECT "+of.name+" FROM "+of.from+" WHERE x.id = (SELECT max(id) FROM "+strings.Fields(of.from)[0]+")")
			got := w.ask(w.head, map[string]any{"kind": kind}).Items[0]
			if text(got.ObjectName) != want || !strings.HasPrefix(text(got.ObjectHref), of.href) || (got.ObjectHref == nil) != (of.href == "") {
				t.Errorf("%s: %q at %q, want %q", kind, text(got.ObjectName), text(got.ObjectHref), want)
			}
		}
		region := kit.One[string](t, a, "SELECT min(code) FROM regions")
		for kind, of := range map[string][2]string{
			"region": {region, kit.One[string](t, a, "SELECT name FROM regions WHERE code = ?", region)}, "catalog": {"cities", "Города"}, "reasons": {"student-block", "Блокировка студента"},
			"route": {"GET /v1/x", "GET /v1/x"}, "partner": {"5b0c1f5e-0000-4000-8000-00000000000a", ""}, "export": {"not a uuid", ""},
		} {
			w.log(kind, "'"+of[0]+"'")
			if got := w.ask(w.head, map[string]any{"kind": kind}).Items[0]; text(got.ObjectName) != of[1] || got.ObjectHref != nil {
				t.Errorf("%s %s: %q, want %q", kind, of[0], text(got.ObjectName), of[1])
			}
		}
		// Cards of areas that the caller does not have are named alone.
		w.block(w.head, w.own)
		if got := w.ask(w.head, map[string]any{"uuidUser": w.own}).Items[0]; got.Person.Href == nil || *got.Person.Href != "/card/"+w.own {
			t.Errorf("%+v", got.Person)
		}
		kit.Exec(t, a, "UPDATE operators SET role = 'operator_univer' WHERE login = 'admin2@demo.studbonus.ru'")
		if got := w.ask(a.As(t, "admin2"), map[string]any{"uuidUser": w.own}).Items[0]; got.Person.Href != nil || got.Person.Name == "" {
			t.Errorf("%+v", got.Person)
		}
	})
}

func text(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}

// log writes a row about an object, an SQL expression.
func (w world) log(kind, object string) {
	w.t.Helper()
	kit.Exec(w.t, w.App, `INSERT INTO audit_log (at, operator_name, action, kind, object, subject, reason, changes, request_id, address)
		VALUES (?, 'Соколова Анна', 'a.test', ?, `+object+`, '', '', '{}', '', '')`, w.Clock.Now(), kind)
}
