package settings_test

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"studbonus/internal/platform/audit"
	"studbonus/internal/platform/db"
	"studbonus/internal/test/kit"
)

type info struct {
	Email      string `json:"email"`
	IDOperator int64  `json:"idOperator"`
	IDUser     string `json:"idUser"`
	Job        string `json:"job"`
	Name       string `json:"name"`
	Patronymic string `json:"patronymic"`
	Phone      string `json:"phone"`
	Surname    string `json:"surname"`
}

func infoOf(t *testing.T, c *kit.Client) info {
	t.Helper()
	var out struct {
		OperatorInfo info `json:"operatorInfo"`
	}
	c.Get("/operator/info").OK().Into(&out)
	return out.OperatorInfo
}

// within returns a client for a subtest.
func within(t *testing.T, a *kit.App, c *kit.Client) *kit.Client {
	out := a.Anyone(t)
	out.Access = c.Access
	return out
}

type record struct {
	Action  string `db:"action"`
	Kind    string `db:"kind"`
	Object  string `db:"object"`
	Changes string `db:"changes"`
}

// auditOf returns the audit rows of a request.
func auditOf(t *testing.T, a *kit.App, answer kit.Answer) []record {
	t.Helper()
	rows, err := db.All[record](context.Background(), a.DB, "SELECT action, kind, object, CAST(changes AS TEXT) AS changes FROM audit_log WHERE request_id = ?", answer.Header.Get("X-Request-Id"))
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

func changesOf(t *testing.T, r record) map[string]audit.Change {
	t.Helper()
	var out map[string]audit.Change
	if err := json.Unmarshal([]byte(r.Changes), &out); err != nil {
		t.Fatal(err)
	}
	return out
}

func TestProfile(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		c := a.As(t, "student")
		before := infoOf(t, c)
		if before.Email != "student@demo.studbonus.ru" || before.Surname != "Кузнецов" || before.IDUser == "" || before.IDOperator == 0 {
			t.Fatalf("got %+v", before)
		}
		t.Run("saves every field, trimmed, and the phone as digits", func(t *testing.T) {
			answer := within(t, a, c).Put("/operator/info", map[string]any{
				"surname": " Кузнецов-Ёлкин ", "name": "Пётр", "patronymic": "", "phone": "+7 (916) 765-43-21", "job": " Методист ",
			}).OK()
			want := before
			want.Surname, want.Name, want.Patronymic, want.Phone, want.Job = "Кузнецов-Ёлкин", "Пётр", "", "79167654321", "Методист"
			if diff := cmp.Diff(want, infoOf(t, c)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			rows := auditOf(t, a, answer)
			if len(rows) != 1 || rows[0].Action != "settings.profile" || rows[0].Kind != "operator" || rows[0].Object != before.IDUser {
				t.Fatalf("audit rows %+v", rows)
			}
			if diff := cmp.Diff(audit.Change{From: "Кузнецов", To: "Кузнецов-Ёлкин"}, changesOf(t, rows[0])["surname"]); diff != "" {
				t.Errorf("audited (-want +got):\n%s", diff)
			}
		})
		t.Run("ignores fields that only an administrator may change", func(t *testing.T) {
			saved := infoOf(t, c)
			within(t, a, c).Put("/operator/info", map[string]any{
				"surname": saved.Surname, "name": saved.Name, "patronymic": saved.Patronymic, "phone": saved.Phone, "job": saved.Job,
				"email": "evil@evil.test", "login": "evil@evil.test", "role": "operator_all", "is_chairman": true, "isChairman": true, "idUser": "x", "idOperator": 1, "university_id": 2, "uuidUniversity": "x",
			}).OK()
			if diff := cmp.Diff(saved, infoOf(t, c)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			type hidden struct {
				Role       string `db:"role"`
				IsChairman bool   `db:"is_chairman"`
				INN        string `db:"inn"`
			}
			got, err := db.One[hidden](context.Background(), a.DB, "SELECT o.role, o.is_chairman, u.inn FROM operators o JOIN universities u ON u.id = o.university_id WHERE o.login = 'student@demo.studbonus.ru'")
			if err != nil || got != (hidden{"operator_student", false, "7729082090"}) {
				t.Errorf("%+v, %v", got, err)
			}
		})
		t.Run("changes only the caller's own", func(t *testing.T) {
			if other := infoOf(t, a.As(t, "univer")); other.Surname != "Лебедева" {
				t.Errorf("another operator's profile changed: %+v", other)
			}
		})
	})
}

func TestProfileRules(t *testing.T) {
	long := func(n int) string { return strings.Repeat("ы", n) }
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		c := a.As(t, "student")
		for _, test := range []struct {
			name   string
			change map[string]any
			field  string // empty: the form is saved
			text   string
		}{
			{"no surname", map[string]any{"surname": " "}, "surname", "Укажите фамилию."},
			{"no name", map[string]any{"name": ""}, "name", "Укажите имя."},
			{"a surname of 100", map[string]any{"surname": long(100)}, "", ""},
			{"a surname of 101", map[string]any{"surname": long(101)}, "surname", "Не длиннее 100 символов."},
			{"a name of 100", map[string]any{"name": long(100)}, "", ""},
			{"a name of 101", map[string]any{"name": long(101)}, "name", "Не длиннее 100 символов."},
			{"a patronymic of 100", map[string]any{"patronymic": long(100)}, "", ""},
			{"a patronymic of 101", map[string]any{"patronymic": long(101)}, "patronymic", "Не длиннее 100 символов."},
			{"a job of 200", map[string]any{"job": long(200)}, "", ""},
			{"a job of 201", map[string]any{"job": long(201)}, "job", "Не длиннее 200 символов."},
			{"a phone of 10 digits", map[string]any{"phone": "9161234567"}, "phone", "Телефон состоит из 11 цифр."},
			{"a phone of 12 digits", map[string]any{"phone": "791612345678"}, "phone", "Телефон состоит из 11 цифр."},
			{"a phone without digits", map[string]any{"phone": "нет"}, "phone", "Телефон состоит из 11 цифр."},
			{"no phone", map[string]any{"phone": ""}, "", ""},
			{"a phone of 11 digits", map[string]any{"phone": "8-916-123-45-67"}, "", ""},
			{"a number for a name", map[string]any{"name": 1}, "name", "Ожидается текст."},
			{"null for a name", map[string]any{"name": nil}, "name", "Ожидается текст."},
			{"a NUL", map[string]any{"job": "a\x00b"}, "", "Недопустимый символ в тексте."},
		} {
			t.Run(test.name, func(t *testing.T) {
				before := infoOf(t, c)
				body := map[string]any{"surname": "Кузнецов", "name": "Павел", "patronymic": "Андреевич", "phone": "79161234502", "job": "Специалист"}
				for name, v := range test.change {
					body[name] = v
				}
				answer := within(t, a, c).Put("/operator/info", body)
				if test.text == "" {
					answer.OK()
					return
				}
				p := answer.Is(422).Problem()
				if test.field != "" && p.Field(test.field) != test.text || p.Detail != test.text {
					t.Errorf("%+v, want %q at %q", p, test.text, test.field)
				}
				if diff := cmp.Diff(before, infoOf(t, c)); diff != "" {
					t.Errorf("a refused form was saved (-before +after):\n%s", diff)
				}
				if rows := auditOf(t, a, answer); len(rows) != 0 {
					t.Errorf("a refused form was audited: %+v", rows)
				}
			})
		}
		t.Run("all errors are reported together", func(t *testing.T) {
			p := within(t, a, c).Put("/operator/info", map[string]any{"surname": "", "name": "", "phone": "1", "job": long(201)}).Is(422).Problem()
			if len(p.Errors) != 4 || p.Detail != "Проверьте заполнение полей." {
				t.Errorf("%+v", p)
			}
		})
		t.Run("a missing field is named", func(t *testing.T) {
			if p := within(t, a, c).Put("/operator/info", map[string]any{"name": "x"}).Is(422).Problem(); p.Field("surname") == "" {
				t.Errorf("%+v", p)
			}
		})
	})
}

func linkOf(t *testing.T, c *kit.Client) string {
	t.Helper()
	var link string
	c.Get("/v1/get-link-to-messenger").OK().Into(&link)
	return link
}

func setLink(c *kit.Client, link any) kit.Answer {
	return c.Post("/v1/set-link-to-messenger", map[string]any{"settingLink": link})
}

func TestMessengerLink(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		student, univer, foreign := a.As(t, "student"), a.As(t, "univer"), a.As(t, "student2")
		// The demo may have set one.
		setLink(student, "").OK()
		setLink(foreign, "").OK()
		t.Run("that was never set is empty", func(t *testing.T) {
			if got := linkOf(t, within(t, a, a.As(t, "new"))); got != "" {
				t.Errorf("got %q", got)
			}
		})
		t.Run("is one per university", func(t *testing.T) {
			answer := setLink(within(t, a, student), " https://t.me/profkom ").OK()
			for name, c := range map[string]*kit.Client{"its author": student, "a colleague": univer, "operator_all": a.As(t, "all")} {
				if got := linkOf(t, within(t, a, c)); got != "https://t.me/profkom" {
					t.Errorf("%s sees %q", name, got)
				}
			}
			if got := linkOf(t, within(t, a, foreign)); got != "" {
				t.Errorf("another university sees %q", got)
			}
			rows := auditOf(t, a, answer)
			if len(rows) != 1 || rows[0].Action != "settings.messengerLink" {
				t.Fatalf("audit rows %+v", rows)
			}
			if diff := cmp.Diff(audit.Change{From: "", To: "https://t.me/profkom"}, changesOf(t, rows[0])["settingLink"]); diff != "" {
				t.Errorf("audited (-want +got):\n%s", diff)
			}
		})
		t.Run("may be a mail address or a phone", func(t *testing.T) {
			for _, link := range []string{"mailto:profkom@msu.ru", "tel:+74950000000", "http://vk.com/profkom", "https://профком.рф/чат"} {
				setLink(within(t, a, student), link).OK()
				if got := linkOf(t, within(t, a, student)); got != link {
					t.Errorf("%q became %q", link, got)
				}
			}
		})
		t.Run("that is dangerous or too long is refused and the old one stays", func(t *testing.T) {
			setLink(within(t, a, student), "https://t.me/profkom").OK()
			for _, link := range []any{"javascript:alert(1)", "JaVaScRiPt:alert(1)", "data:text/html,x", "//evil.test", "t.me/profkom", "https://", "ftp://t.me", "https://a:b@t.me", `https:\\t.me`, "https://t.me/ a",
				"https://t.me/" + strings.Repeat("x", 1988), 1, []string{"https://t.me"}, map[string]any{}} {
				answer := setLink(within(t, a, student), link).Is(422)
				if p := answer.Problem(); p.Field("settingLink") == "" {
					t.Errorf("%v: %+v", link, p)
				}
				if rows := auditOf(t, a, answer); len(rows) != 0 {
					t.Errorf("%v: audited %+v", link, rows)
				}
			}
			if got := linkOf(t, within(t, a, student)); got != "https://t.me/profkom" {
				t.Errorf("now it is %q", got)
			}
			setLink(within(t, a, student), "https://t.me/"+strings.Repeat("x", 1987)).OK() // 2000 characters
		})
		t.Run("is removed by an empty text", func(t *testing.T) {
			setLink(within(t, a, student), "").OK()
			if got := linkOf(t, within(t, a, student)); got != "" {
				t.Errorf("got %q", got)
			}
			within(t, a, student).Post("/v1/set-link-to-messenger", map[string]any{}).Is(422)
		})
		t.Run("needs a session", func(t *testing.T) {
			a.Anyone(t).Get("/v1/get-link-to-messenger").Is(401)
			setLink(a.Anyone(t), "").Is(401)
			a.Anyone(t).Get("/operator/info").Is(401)
			a.Anyone(t).Put("/operator/info", map[string]any{"name": "x", "surname": "y"}).Is(401)
		})
	})
}

// Personal settings belong to the operator: they are in the token of every later sign-in, wherever it is.
func TestKeysOutliveALogout(t *testing.T) {
	type keys struct {
		Slash bool `json:"slashKey"`
		Pages bool `json:"pageKeys"`
	}
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		in := func(account string) keys {
			payload, err := base64.RawURLEncoding.DecodeString(strings.Split(a.As(t, account).Access, ".")[1])
			if err != nil {
				t.Fatal(err)
			}
			var out keys
			if err := json.Unmarshal(payload, &out); err != nil {
				t.Fatal(err)
			}
			return out
		}
		if got := in("student"); got != (keys{true, true}) {
			t.Fatalf("at first %+v", got)
		}
		c := a.As(t, "student")
		answer := c.Put("/v1/settings/keys", map[string]any{"slashKey": false}).OK()
		if got := in("student"); got != (keys{false, true}) {
			t.Errorf("without the slash %+v", got)
		}
		if rows := auditOf(t, a, answer); len(rows) != 1 || rows[0].Action != "settings.keys" {
			t.Errorf("audit rows %+v", rows)
		} else if diff := cmp.Diff(audit.Change{From: true, To: false}, changesOf(t, rows[0])["slashKey"]); diff != "" {
			t.Errorf("audited (-want +got):\n%s", diff)
		}
		c.Put("/v1/settings/keys", map[string]any{"pageKeys": false}).OK()
		if got := in("student"); got != (keys{false, false}) {
			t.Errorf("without any %+v", got)
		}
		if got := in("univer"); got != (keys{true, true}) {
			t.Errorf("a colleague's %+v", got)
		}
		a.Anyone(t).Put("/v1/settings/keys", map[string]any{"pageKeys": true}).Is(401)
	})
}
