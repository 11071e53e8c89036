package students_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"studbonus/internal/app"
	"studbonus/internal/test/kit"
	"studbonus/internal/test/watch"
)

type items struct {
	Items []struct {
		ID, Name, ShortName, Kind, Title, Text string
		Version                                int
		IsRead                                 bool
		Specialties                            []struct{ ID string }
	}
}

func list(c *kit.Client, path string) (out items) {
	c.Get(path).OK().Into(&out)
	return out
}

type progress struct {
	Status, Reason string
	HasLeft        bool
	UsualHours     *int
	Application    struct{ Portrait, Document, PortraitURL, DocumentURL, Surname string }
}

func progressOf(c *kit.Client) (p progress) {
	c.Get("/s/v1/application").OK().Into(&p)
	return p
}

// From nothing to a card by bare calls: the code comes from the outbox, the decisions from the console.
func TestFromNothingToACard(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		c, phone := a.Guest(t), kit.PhoneNumber(777)
		c.SignInMember(phone)
		if p := progressOf(c); p.Status != "none" {
			t.Fatalf("%+v", p)
		}
		form := c.Application()
		c.Put("/s/v1/application", form).Is(409)
		c.Post("/s/v1/application", form).Is(201)
		c.Post("/s/v1/application", form).Is(409)
		c.Put("/s/v1/application", form).Is(409)
		waiting := progressOf(c)
		if waiting.Status != "moderation" || waiting.UsualHours == nil {
			t.Fatalf("%+v", waiting)
		}
		c.Get(waiting.Application.PortraitURL).OK()
		c.Get(waiting.Application.DocumentURL).OK()
		a.Member(t, kit.PhoneNumber(778), 0).Get(waiting.Application.DocumentURL).Is(404)

		operator := a.As(t, "student")
		var card struct {
			Document string
			Consents []struct{ Kind string }
		}
		id := kit.One[string](t, a, "SELECT CAST(uuid AS TEXT) FROM students WHERE phone = ?", phone)
		operator.Get("/v1/student/" + id).OK().Into(&card)
		if len(card.Consents) != 3 {
			t.Errorf("%d consents on the card", len(card.Consents))
		}
		// What proves a consent, which nobody may miss later.
		if n := kit.One[int](t, a, `SELECT count(*) FROM member_consents g JOIN members m ON m.id = g.member_id JOIN consent_texts x ON x.kind = g.kind AND x.version = g.version
			WHERE m.phone = ? AND g.address = '127.0.0.1' AND g.agent <> '' AND g.given_at = ? AND g.ended_at IS NULL`, phone, a.Clock.Now()); n != 3 {
			t.Errorf("%d consents with address, agent and time", n)
		}
		a.Anyone(t).Get(card.Document).OK() // a signed link
		operator.Decide(id, "rejected", "Некорректное фото / нет фото")
		if p := progressOf(c); p.Status != "rejected" || p.Reason != "Некорректное фото / нет фото" {
			t.Fatalf("%+v", p)
		}
		expectNotice(t, a, c, "rejected")

		form = maps.Clone(form)
		form["surname"], form["portrait"], form["document"] = "Новикова-Орлова", c.Photo("portrait"), waiting.Application.Document
		c.Put("/s/v1/application", form).OK()
		if p := progressOf(c); p.Status != "moderation" || p.Application.Surname != "Новикова-Орлова" || p.Application.Portrait == waiting.Application.Portrait {
			t.Fatalf("%+v", p)
		}
		operator.Decide(id, "active", "")
		if p := progressOf(c); p.Status != "active" {
			t.Fatalf("%+v", p)
		}
		expectNotice(t, a, c, "approved")
		watch.Until(t, time.Minute, "both decisions are in the outbox", func() bool { return len(a.Messages(t, phone)) == 3 })
		c.Put("/s/v1/notices/read", nil).OK()
		for _, n := range list(c, "/s/v1/notices").Items {
			if !n.IsRead {
				t.Errorf("%s is not read", n.Title)
			}
		}
		card.Document = "" // null leaves it
		operator.Get("/v1/student/" + id).OK().Into(&card)
		if card.Document != "" {
			t.Error("the document is still on an approved card")
		}
		expectBlockedEverywhere(t, a, c, func() { operator.Decide(id, "blocked", "Выход из профсоюза") })
		expectNotice(t, a, c, "blocked")
		operator.Decide(id, "active", "")
		expectDocumentGone(t, a)
	}, kit.WithJobs())
}

// expectNotice waits until the newest notice is of this kind. It looks into the database: a session may not ask that often.
func expectNotice(t *testing.T, a *kit.App, c *kit.Client, kind string) {
	t.Helper()
	watch.Until(t, time.Minute, "the notice "+kind, func() bool {
		return kit.One[int](t, a, "SELECT count(*) FROM notices WHERE kind = ? AND created_at >= ?", kind, kit.Start) > 0 // the demo's are older
	})
	if all := list(c, "/s/v1/notices").Items; all[0].Kind != kind {
		t.Errorf("%+v", all)
	}
}

// expectBlockedEverywhere takes the card, finds it valid on the check page of two instances, blocks the student and finds it
// blocked on both within a second (rules 24.11).
func expectBlockedEverywhere(t *testing.T, a *kit.App, c *kit.Client, block func()) {
	t.Helper()
	second := kit.Open(t, a.Engine, a.Config)
	page := func(on *kit.App, token string) string { return string(on.Guest(t).Get("/C/" + token).OK().Body) }
	phone, now := c.TakeCard(), a.Clock.Now()
	for _, on := range []*kit.App{a, second} {
		if got := page(on, phone.Shows(now)); !strings.Contains(got, "Действует до 30.09.2030") {
			t.Errorf("before the block: %s", got)
		}
	}
	block()
	blocked := time.Now()
	for _, on := range []*kit.App{a, second} {
		if got := page(on, phone.Shows(now)); !strings.Contains(got, "Карта заблокирована") {
			t.Errorf("after the block: %s", got)
		}
	}
	took := time.Since(blocked)
	kit.Figure(t, "blocked on two instances after", took)
	if kit.Drilling() && took > time.Second {
		t.Errorf("blocked on two instances after %s", took)
	}
	c.Post("/s/v1/card/device", nil).Is(403)
}

// expectDocumentGone checks rules 25.6 for the only approved document.
func expectDocumentGone(t *testing.T, a *kit.App) {
	t.Helper()
	documents := func() int {
		return kit.One[int](t, a, "SELECT count(*) FROM students WHERE document <> '' AND status = 'active'")
	}
	a.Clock.Advance(23 * time.Hour)
	if err := a.Students.CleanUp(t.Context()); err != nil || documents() != 1 {
		t.Fatalf("%v, %d documents after 23 hours", err, documents())
	}
	a.Clock.Advance(2 * time.Hour)
	for _, clean := range []func() error{func() error { return a.Students.CleanUp(t.Context()) }, func() error { return a.Files.CleanUp(t.Context()) }} {
		if err := clean(); err != nil {
			t.Fatal(err)
		}
	}
	if n := documents() + kit.One[int](t, a, "SELECT count(*) FROM files f WHERE f.kind = 'document' AND f.owner IS NULL AND f.created_at < ?", a.Clock.Now().Add(-24*time.Hour)); n != 0 {
		t.Errorf("%d documents after 25 hours", n)
	}
}

func TestApplicationsAreRefusedByField(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		c := a.Member(t, kit.PhoneNumber(1), 0)
		sound := c.Application()
		other := a.Member(t, kit.PhoneNumber(2), 0).Photo("document")
		for name, change := range map[string]struct {
			field string
			value any
		}{
			"no such university":      {"universityId", "1b4e28ba-2fa1-41d2-883f-0016d3cca427"},
			"a university as text":    {"universityId", "МГУ"},
			"a foreign faculty":       {"facultyId", kit.One[string](t, a, "SELECT CAST(uuid AS TEXT) FROM faculties ORDER BY id DESC LIMIT 1")},
			"no city":                 {"cityId", ""},
			"an outdated consent":     {"consents", []map[string]any{{"kind": "personal", "version": 0}}},
			"no consents":             {"consents", []map[string]any{}},
			"another's document":      {"document", other},
			"a portrait as document":  {"document", sound["portrait"]},
			"a made-up portrait":      {"portrait", "../../etc/passwd"},
			"under 14":                {"birthDate", "2013-01-01"},
			"a minor without parents": {"birthDate", "2010-01-01"},
		} {
			form := maps.Clone(sound)
			form[change.field] = change.value
			answer := c.Post("/s/v1/application", form).Is(422)
			want := change.field
			if name == "a minor without parents" {
				want = "consents"
			}
			if answer.Problem().Field(want) == "" {
				t.Errorf("%s: %s", name, answer.Body)
			}
		}
		if n := kit.One[int](t, a, "SELECT count(*) FROM students WHERE surname = 'Новикова' AND name = 'Вера' AND birth_date = '2007-05-20'"); n != 0 {
			t.Errorf("%d rows of refused applications", n)
		}
		c.Post("/s/v1/application", sound).Is(201) // the refusals changed nothing
	})
}

func TestAPhotoThatIsNone(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		c := a.Member(t, kit.PhoneNumber(1), 0)
		c.SendPhoto("portrait", []byte("<svg onload=alert(1)>")).Is(415)
		c.SendPhoto("portrait", kit.Picture(t)[:40]).Is(422)
		c.SendPhoto("passport", kit.Picture(t)).Is(422)
		for range 20 {
			c.Photo("portrait")
		}
		c.SendPhoto("portrait", kit.Picture(t)).Is(429)
		a.Clock.Advance(25 * time.Hour)
		c.Photo("portrait")
	})
}

// Of two applications sent at once one arrives: the account is locked.
func TestTwoApplicationsAtOnceAreOne(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		c := a.Member(t, kit.PhoneNumber(1), 0)
		forms := []map[string]any{c.Application(), c.Application()}
		var sent sync.WaitGroup
		statuses := make([]int, len(forms))
		for i, form := range forms {
			sent.Go(func() { statuses[i] = c.Post("/s/v1/application", form).Status })
		}
		sent.Wait()
		if got := fmt.Sprint(statuses); got != "[201 409]" && got != "[409 201]" {
			t.Errorf("statuses %s", got)
		}
	})
}

func TestANumberOfAnotherStudentIsRefused(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		phone := kit.PhoneNumber(1)
		c := a.Member(t, phone, 0)
		form := c.Application()
		for status, want := range map[string]int{"active": 409, "moderation": 409} {
			row := kit.One[int64](t, a, "SELECT id FROM students WHERE status = ? ORDER BY id LIMIT 1", status)
			was := kit.One[string](t, a, "SELECT phone FROM students WHERE id = ?", row)
			kit.Exec(t, a, "UPDATE students SET phone = ? WHERE id = ?", "8"+phone[1:], row)
			c.Post("/s/v1/application", form).Is(want)
			kit.Exec(t, a, "UPDATE students SET phone = ? WHERE id = ?", was, row)
		}
		c.Post("/s/v1/application", form).Is(201)
	})
}

// rules 25.4
func TestSendingToAnotherUniversityMovesFilesReviewsAndComplaints(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		c := a.Member(t, kit.PhoneNumber(1), 0)
		form := c.Application()
		c.Post("/s/v1/application", form).Is(201)
		id := kit.One[string](t, a, "SELECT CAST(uuid AS TEXT) FROM students WHERE phone = ?", kit.PhoneNumber(1))
		a.As(t, "student").Decide(id, "active", "")
		partner := "/s/v1/partners/" + kit.One[string](t, a, "SELECT CAST(uuid AS TEXT) FROM partners WHERE status = 'active' ORDER BY id LIMIT 1")
		c.Put(partner+"/review", map[string]any{"rating": 5, "text": "Хорошо"}).OK()
		c.Post(partner+"/complaints", map[string]any{"text": "Скидку не дали"}).OK()
		form["universityId"], form["facultyId"] = list(c, "/s/v1/universities?search=%D0%A1%D0%9F%D0%B1%D0%93%D0%A3").Items[0].ID, nil
		c.Put("/s/v1/application", form).OK()
		a.As(t, "student").Get("/v1/student/" + id).Is(404)
		var card struct{ Document string }
		a.As(t, "student2").Get("/v1/student/" + id).OK().Into(&card)
		a.Anyone(t).Get(card.Document).OK()
		for what, owned := range map[string]string{
			"files": "files WHERE owner = 'student/' || ?", "reviews": "reviews WHERE student_id = (SELECT id FROM students WHERE uuid = ?)",
			"complaints": "complaints WHERE student_id = (SELECT id FROM students WHERE uuid = ?)",
		} {
			universities := kit.All[string](t, a, "SELECT DISTINCT u.short_name FROM universities u WHERE u.id IN (SELECT university_id FROM "+owned+")", id)
			if !slices.Equal(universities, []string{"СПбГУ"}) {
				t.Errorf("the %s belong to %v", what, universities)
			}
		}
	})
}

func TestLeavingTheProgramme(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		for n, leave := range []func(c *kit.Client) kit.Answer{
			func(c *kit.Client) kit.Answer { return c.Post("/s/v1/me/erasure", nil) },
			func(c *kit.Client) kit.Answer { return c.Delete("/s/v1/consents/portrait", nil) },
		} {
			phone := kit.PhoneNumber(n)
			c := a.Member(t, phone, 0)
			c.Post("/s/v1/application", c.Application()).Is(201)
			c.Delete("/s/v1/consents/letters", nil).OK()
			c.Delete("/s/v1/consents/letters", nil).Is(404)
			leave(c).OK()
			c.Get("/s/v1/me").Is(401)
			type row struct {
				Status   string `db:"status"`
				Reason   string `db:"status_reason"`
				Document string `db:"document"`
			}
			if got := kit.One[row](t, a, "SELECT status, status_reason, document FROM students WHERE phone = ?", phone); got != (row{"rejected", "Запрос на удаление", ""}) {
				t.Errorf("%+v", got)
			}
		}
	})
}

// rules 25.9: the consents have ended, so no operator may bring the card back, one by one or in bulk.
func TestOneWhoHasLeftComesBackByANewApplicationAlone(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		operator := a.As(t, "student")
		for n, decisions := range [][]string{{}, {"rejected"}, {"active"}, {"active", "blocked"}} {
			phone := kit.PhoneNumber(n)
			c := a.Member(t, phone, 0)
			form := c.Application()
			c.Post("/s/v1/application", form).Is(201)
			id := kit.One[string](t, a, "SELECT CAST(uuid AS TEXT) FROM students WHERE phone = ?", phone)
			for _, status := range decisions {
				operator.Decide(id, status, "Выход из профсоюза")
			}
			decidedAt := "SELECT coalesce(CAST(decided_at AS TEXT), '') FROM students WHERE uuid = ?"
			before := kit.One[string](t, a, decidedAt, id)
			a.Clock.Advance(time.Minute)
			c.Post("/s/v1/me/erasure", nil).OK()
			if after := kit.One[string](t, a, decidedAt, id); after != before {
				t.Errorf("%v: leaving counts as a decision: %q, before %q", decisions, after, before)
			}
			want := map[int]string{0: "rejected/Запрос на удаление", 1: "rejected/Запрос на удаление", 2: "blocked/Запрос на удаление", 3: "blocked/Выход из профсоюза"}[n]
			if got := statusOf(t, a, id); got != want {
				t.Errorf("%v: %s, want %s", decisions, got, want)
			}
			refused := operator.Put("/v1/user/status", map[string]any{"uuidUser": id, "newStatus": "active"}).Is(409)
			if !strings.Contains(refused.Problem().Detail, "вышел из программы") {
				t.Errorf("%v: %s", decisions, refused.Body)
			}
			together := decideMany(operator, map[string]any{"uuidUsers": []string{id, apply(t, a, "Барабульдин", n)}, "newStatus": "active"}).Is(409)
			if strings.HasPrefix(want, "rejected") && !strings.Contains(together.Problem().Detail, "вышли из программы 1 из 2") {
				t.Errorf("%v: %s", decisions, together.Body)
			}

			c = a.Guest(t)
			c.SignInMember(phone)
			if p := progressOf(c); !p.HasLeft {
				t.Errorf("%v: %+v", decisions, p)
			}
			form["portrait"], form["document"] = c.Photo("portrait"), c.Photo("document")
			c.Put("/s/v1/application", form).OK()
			if p := progressOf(c); p.HasLeft || p.Status != "moderation" {
				t.Errorf("%v: sent again: %+v", decisions, p)
			}
			operator.Decide(id, "active", "")
		}
	}, kit.WithJobs())
}

// A decision that is undone before its notice is due sends nothing.
func TestAnUndoneDecisionIsNotTold(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		row := kit.One[int64](t, a, "SELECT id FROM students WHERE status = 'active' AND university_id = (SELECT id FROM universities WHERE inn = '7729082090') ORDER BY id LIMIT 1")
		id := kit.One[string](t, a, "SELECT CAST(uuid AS TEXT) FROM students WHERE id = ?", row)
		c := a.Member(t, kit.PhoneNumber(1), row)
		for _, status := range []string{"blocked", "active"} { // the clock of the test does not move: step it, or both have one time
			a.Clock.Advance(time.Second)
			a.As(t, "student").Decide(id, status, "Ошибка")
		}
		expectNotice(t, a, c, "unblocked")
		if got := list(c, "/s/v1/notices").Items; len(got) != 1 {
			t.Errorf("%+v", got)
		}
	}, kit.WithJobs(), kit.WithConfig(func(c *app.Config) { c.DecisionDelay = 3 * time.Second }))
}
